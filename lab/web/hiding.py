"""What a page has to know of games in which players do not see all: what is hidden, what is chosen.

The page hides from whoever looks what the rules hide from him, and its computer draws positions
that a player cannot tell from the present one, as `interpreter/play/search/worlds.py` does. Both
read states by the names of their parts; this says where the entries of a part lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter import Game
from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Linked
from interpreter.ir.schema import By, Part
from interpreter.language.parts import PieceKind
from interpreter.play.joint import at_once
from interpreter.show.svg.pieces.emblems import emblems
from lab.web.scene import shown_game, symbol_of

KEPT = {By.SITE: "site", By.PLACE: "place", By.LEVEL: "level"}


def what_is_hidden(game: Game) -> dict[str, Any] | None:
    """What is hidden in a game, fit for JSON; None where all is seen."""
    if not game.hides:
        return None
    return {
        "height": game.height,
        "places": game.places,
        "areas": [
            [sites.start, sites.stop]
            for sites in (
                range(game.board.size),
                *(hand.sites for hand in game.hands if not _dice(game, hand.sites)),
                *(other.sites for other in game.others),
            )
        ],
        "veiled": [_veiled(game, piece) for piece in shown_game(game).veiled],
        "owners": list(game.program.owners),
        "parts": {
            field.name: _part(part, game)
            for part, field in game.parts.items()
            if _part(part, game) is not None
        },
        "linked": [
            _linked(field.name, field.linked)
            for field in game.program.fields
            if field.linked is not None
        ],
    }


def kept_choices(game: Game) -> Mapping[str, int] | None:
    """The parts of a state that keep what players have chosen, and what they hold at first.

    None where players do not choose at once.
    """
    if not at_once(game):
        return None
    return {part.name: part.initial for part in schema.CHOICES if part in game.parts}


def _dice(game: Game, sites: range) -> bool:
    return any(die.site in sites for die in game.dice)


def _veiled(game: Game, piece: PieceKind) -> dict[str, Any]:
    return {
        "number": piece.number,
        "name": emblems(shown_game(game))[piece.number].name,
        "owner": piece.owner,
        "symbol": symbol_of(game, piece.number),
    }


def _part(part: Part, game: Game) -> dict[str, Any] | None:
    """Where a part keeps what belongs to a site, and what hides it; None if it keeps no such."""
    veils = [one.name for one in schema.VEILS_OF.get(part, ()) if one in game.parts]
    if part.kind == "sites":
        return {"kept": "sites", "veils": veils}
    if part.site:
        return {"kept": "number", "veils": veils}
    if part.by in KEPT:
        return {"kept": KEPT[part.by], "veils": veils}
    return None


def _linked(name: str, linked: Linked) -> dict[str, Any]:
    """What is worked out from what lies where: which sets, and which sites they begin from."""
    return {
        "field": name,
        "within": linked.field.name,
        "relation": [list(targets) for targets in linked.relation.targets],
        "wanted": [list(listed(linked.wanted(entry))) for entry in range(linked.field.length or 1)],
    }

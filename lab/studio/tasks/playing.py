"""What happens at the table: it is laid, moves are explained, positions searched."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from interpreter import LudError
from interpreter.language.english.paragraphs import as_html
from lab.pages.about import words
from lab.studio.messages import number_of, text_of
from lab.studio.tasks.asked import About, Emit, position

if TYPE_CHECKING:
    from lab.players.specification import Specification

SLICE_S: Final = 0.25
"""Seconds of searching between two reports."""
SHOWN: Final = 400
"""Moves of a search that are reported."""
TREE_MIB: Final = 512


def table(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The game as a page plays it: what is drawn, and the compiled rules."""
    from lab.web.choices import compiled  # noqa: PLC0415  only where one plays
    from lab.web.export import told  # noqa: PLC0415

    about = About.of(asked)
    game = about.game()
    emit({})
    module = compiled(game)
    data = told(game, module, about.name, about.options, about.ruleset)
    return {
        "data": data,
        "code": base64.b64encode(module.code).decode(),
        "rules": as_html(words(game), 3),
    }


def why_not(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Why a move is not legal."""
    state = position(asked)
    emit({})
    found = state.why_not(text_of(asked, "move"))
    place = None if found.place is None else found.place.outermost
    return {
        "said": str(found),
        "start": -1 if place is None else place.start,
        "end": -1 if place is None else place.end,
        "sites": list(found.sites),
    }


def player(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """See that there is a player of this name."""
    del emit
    return {"name": _player(asked).name}


def move(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The move of a player."""
    wanted, state = _player(asked), position(asked)
    if state.over:
        raise LudError("the game is over: there is nothing to play")
    emit({})
    seed = number_of(asked, "seed", 0, 1 << 31, 1)
    return {"name": wanted.make(seed).choose(state).name}


def _player(asked: Mapping[str, Any]) -> Specification:
    """A player of ours: nothing that is in a file of its own is run, and nobody has to type.

    Raises:
        LudError: there is no such player
    """
    from lab.players.specification import KINDS, specification  # noqa: PLC0415  where one plays

    given = text_of(asked, "player")
    known = [word for word in KINDS if word != "human"]
    if given.partition(":")[0] not in known:
        hint = "as in uct:1000, uct:0.5s or alphabeta:4"
        raise LudError(f"players are {', '.join(known)}", None, hint)
    return specification(given)


def analyse(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Search a position until nobody wants to know more, or its outcome is certain."""
    state = position(asked)
    if state.over:
        raise LudError("the game is over: there is nothing to search")
    game, tree, seconds, rounds = state.game, None, 0.0, 0
    while True:
        found = game.uct(
            state, seconds=SLICE_S, tree=tree, seed=1 + int(4 * seconds), memory=TREE_MIB
        )
        seconds, rounds, tree = seconds + found.seconds, rounds + found.iterations, found.tree
        report = {
            "players": game.players,
            "mover": found.best.mover,
            "value": found.value,
            "proven": found.proven,
            "rounds": rounds,
            "seconds": seconds,
            "moves": [
                {"name": one.move.name, "from": one.move.from_site, "to": one.move.to_site,
                 "visits": one.visits, "value": one.value, "certain": one.certain}
                for one in found.moves[:SHOWN]
            ],
            "line": [
                {"name": one.name, "from": one.from_site, "to": one.to_site, "mover": one.mover}
                for one in found.principal
            ],
        }  # fmt: skip
        if found.proven:
            return report
        emit(report)

"""The drawing of a game as a page needs it: the empty board, what pieces look like, and places.

All is in the units of `show --svg`, y downwards, so that both look the same. Hands, which a picture
tells in words, have places here beside the board: of the first player below it, of others above.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import tostring

from interpreter import Game
from interpreter.board.graph import Point, SiteType
from interpreter.language.parts import Hand
from interpreter.show.pits import has_pits, stores
from interpreter.show.protocol import ShownGame
from interpreter.show.svg.beside import scenery
from interpreter.show.svg.canvas import MARGIN, Sheet, number
from interpreter.show.svg.draw_board import EXTENT, PAPER, plan
from interpreter.show.svg.draw_labels import edge_labels
from interpreter.show.svg.draw_pits import (
    DIGITS,
    MOST_SEEDS,
    SEED,
    draw_empty,
    draw_names,
    number_place,
    pit_radius,
    seed_places,
)
from interpreter.show.svg.pieces.draw_pieces import draw_piece
from interpreter.show.svg.pieces.emblems import Emblem, chip, emblems

# Where no place of the drawing is: of numbers that stand for no site.
NOWHERE = (-1e6, -1e6)
LARGE = 100.0
"""The radius at which pieces are drawn; a page makes them as large as it needs."""
ROOM = 2.5
"""The room of a place in a hand by the radius of a piece."""
LARGEST_IN_HAND = 24.0
HEADING = 3
"""So many elements a picture has before the board: title, description, ground."""


def scene(game: Game) -> dict[str, Any]:
    """What a page draws, fit for JSON."""
    sheet = Sheet()
    draw_empty(sheet, game)
    with sheet.group(class_=f"names{' outside' * _outside(game)}"):
        draw_names(sheet, game, [False] * game.board.size)
    places: list[Point] = [NOWHERE] * game.sites
    radii = [0.0] * game.sites
    size = game.board.size
    places[:size], radii[:size] = plan(game.board).places, plan(game.board).radii
    for hand in hands(game):
        spots, radius = _tray(sheet, game, hand)
        for site, spot in zip(hand.sites, spots, strict=True):
            places[site], radii[site] = spot, radius
    for other in game.others:
        first, behind = other.sites.start, other.sites.stop
        places[first:behind], radii[first:behind] = scenery(game.board, other)
    while places[-1] == NOWHERE:  # dice lie last, and are told beside the board
        places.pop()
        radii.pop()
    left, top = sheet.left - MARGIN, sheet.top - MARGIN
    box = (left, top, sheet.right - left + MARGIN, sheet.bottom - top + MARGIN)
    return {
        "box": [_short(value) for value in box],
        "board": _markup(sheet),
        "symbols": {name: _symbol(emblem) for name, emblem in _looks(game).items()},
        "places": [[_short(x), _short(y)] for x, y in places],
        "radii": [_short(radius) for radius in radii],
        "unit": _short(plan(game.board).unit),
        "bars": _bars(game),
        "pits": _pits(game) if has_pits(game) else None,
    }


def shown_game(game: Game) -> ShownGame:
    """The game with kinds of pieces that stand for what is not seen, where it hides anything."""
    return game.start().seen_by(1).game if game.hides else game


def symbol_of(game: Game, piece: int) -> str:
    """What the symbol of a kind of piece is called; kinds that look alike have one."""
    looks = emblems(shown_game(game))
    return f"p{min(one for one, look in looks.items() if look == looks[piece])}"


def _looks(game: Game) -> dict[str, Emblem]:
    """What is drawn, by the name of its symbol: pieces, and a disc for each player."""
    dice = {die.number for die in game.pieces[: len(game.dice)]}
    looks = {
        symbol_of(game, number): emblem
        for number, emblem in emblems(shown_game(game)).items()
        if number not in dice
    }
    owners = {piece.owner for piece in game.pieces}
    players = (player for player in range(1, game.players + 1) if player in owners)
    return looks | {f"c{player}": chip(game, player) for player in players}


def _symbol(emblem: Emblem) -> str:
    sheet = Sheet()
    draw_piece(sheet, emblem, (0.0, 0.0), LARGE)
    return _markup(sheet)


def _markup(sheet: Sheet) -> str:
    """What is on a sheet, without its ground."""
    picture = sheet.document("", "", EXTENT, PAPER)
    return "".join(tostring(one, "unicode") for one in list(picture)[HEADING:])


def _outside(game: Game) -> bool:
    """Whether names lie around the board, and not on it."""
    return has_pits(game) or edge_labels(game.board) is not None


def _short(value: float) -> float:
    return float(number(value))


# Hands


def hands(game: Game) -> list[Hand]:
    """The hands that pieces are kept in; dice lie in one, too, but are shown otherwise."""
    dice = {die.site for die in game.dice}
    return [hand for hand in game.hands if not dice & set(hand.sites)]


def _tray(sheet: Sheet, game: Game, hand: Hand) -> tuple[list[Point], float]:
    """The places of a hand, and how large pieces are there; its tray is drawn."""
    radius = min(LARGEST_IN_HAND, max(plan(game.board).radii))
    room = ROOM * radius
    across = max(1, int((sheet.right - sheet.left) / room) - 1)
    rows = -(-len(hand.sites) // across)
    wide, high = min(across, len(hand.sites)) * room, rows * room
    middle = (sheet.left + sheet.right) / 2
    below = hand.owner == 1
    top = sheet.bottom + 0.5 * radius if below else sheet.top - 0.5 * radius - high
    left = middle - wide / 2
    with sheet.group(class_="tray"):
        sheet.box((left, top), wide, high, rx=0.4 * radius)
    if any(piece.owner == hand.owner for piece in game.pieces) and hand.owner <= game.players:
        draw_piece(sheet, chip(game, hand.owner), (left - radius, top + high / 2), 0.4 * radius)
    spots = [
        (left + (k % across + 0.5) * room, top + (k // across + 0.5) * room)
        for k in range(len(hand.sites))
    ]
    return spots, radius


# Pieces on edges, and seeds


def _bars(game: Game) -> list[list[float] | None]:
    """The ends of the edges on which pieces lie along, by site; none for other sites."""
    others = (one.sites.start for one in game.others if one.kind is SiteType.EDGE)
    first = 0 if game.board.use is SiteType.EDGE else next(others, None)
    if first is None:
        return []
    vertices = plan(game.board).vertices
    bars = [[_short(value) for end in edge for value in vertices[end]]
            for edge in game.board.graph.edges]  # fmt: skip
    return [None] * first + bars


def _pits(game: Game) -> dict[str, Any]:
    """Where seeds lie: in round pits by their radius, in long ones on the board."""
    board = game.board
    long = stores(board)
    site = next(site for site in range(board.size) if site not in long)
    return {
        "around": [list(_around(game, site, count)) for count in range(1, MOST_SEEDS + 1)],
        "long": {
            str(one): [[_short(x), _short(y)] for x, y in seed_places(board, one, MOST_SEEDS)]
            for one in long
        },
        "numbers": [[_short(v) for v in number_place(board, one)] for one in range(board.size)],
        "radii": [_short(pit_radius(board, one)) for one in range(board.size)],
        "seed": SEED,
        "digits": DIGITS,
        "fill": next(iter(emblems(game).values())).fill,
    }


def _around(game: Game, site: int, count: int) -> Iterator[list[float]]:
    (left, top), radius = plan(game.board).places[site], pit_radius(game.board, site)
    for x, y in seed_places(game.board, site, count):
        yield [_short((x - left) / radius), _short((y - top) / radius)]

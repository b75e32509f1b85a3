"""Rights to castle, as games keep them: a king and a rook that have not moved have a state.

In a game that keeps them so, the start gives a state other than 0 to kings and to the rooks in
their rows, and a piece loses it when it moves. A right is then there as long as both have theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir import schema
from interpreter.play.notation.letters import CASTLING, ROYAL, cased, letters
from interpreter.play.notation.rectangle import rectangle
from interpreter.play.protocol import PlayedGame, PlayedState

KINGS_SIDE, QUEENS_SIDE = "k", "q"


@dataclass(frozen=True, slots=True)
class Right:
    """A right to castle that a game gives.

    Args:
        letter: `K`, `Q`, `k` or `q`; of rooks that are not the outermost the column
        king, rook: their sites
        kinds: which pieces they are
        states: which states they have as long as they have not moved
    """

    letter: str
    king: int
    rook: int
    kinds: tuple[int, int]
    states: tuple[int, int]


def rights(game: PlayedGame) -> list[Right]:
    """The rights to castle that a game begins with, in the order in which FEN names them.

    Raises:
        ValueError: the board is no rectangle
    """
    start, found = game.start(), list[Right]()
    of = letters(game.pieces)
    for owner in (1, 2):
        for row in rectangle(game.board):
            kinds = [of.get(start.what(site), "") for site in row]
            kings = [place for place, kind in enumerate(kinds) if kind == cased(ROYAL, owner)]
            rooks = [place for place, kind in enumerate(kinds) if kind == cased(CASTLING, owner)]
            for king in kings:
                for right in (True, False):
                    side = [one for one in rooks if (one > king) is right]
                    for rook in sorted(side, reverse=right):
                        letter = _letter(rook, right=right, outermost=rook in (side[0], side[-1]))
                        made = _right(start, cased(letter, owner), row[king], row[rook])
                        found += [made] if all(made.states) else []
    return found


def _letter(rook: int, *, right: bool, outermost: bool) -> str:
    if not outermost:
        return chr(ord("a") + rook)
    return KINGS_SIDE if right else QUEENS_SIDE


def _right(start: PlayedState, letter: str, king: int, rook: int) -> Right:
    kinds = start.what(king), start.what(rook)
    states = start.number(schema.STATE, king), start.number(schema.STATE, rook)
    return Right(letter, king, rook, kinds, states)


def held(state: PlayedState) -> list[Right]:
    """The rights to castle that are left in a position."""
    return [one for one in rights(state.game) if _stand(state, one)]


def _stand(state: PlayedState, right: Right) -> bool:
    sites = right.king, right.rook
    kinds = tuple(state.what(site) for site in sites)
    states = tuple(state.number(schema.STATE, site) for site in sites)
    return kinds == right.kinds and states == right.states

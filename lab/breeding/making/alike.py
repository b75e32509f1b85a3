"""Whether two rule files are one game, and which moves of a position are the same move.

Random games from one seed are the same only if moves are listed in the same order. Here games are
played side by side: at every ply the moves offered must be the same ones, by where they lead from
and to and what stands where after them, and so must be who is to move and how it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from interpreter import Game, Move, State
from interpreter.board.geometry.symmetries import symmetries

GAMES: Final = 12
"""Games that are played side by side."""
CLOSELY: Final = 6
"""Of so many plies of each one at which every move is looked at closely."""
Sign = tuple[int, int, tuple[int, ...]]
"""Where a move leads from and to, and, if looked at closely, whose piece is where after it."""


def distinct(game: Game, state: State) -> int:
    """How many moves of a position differ: those that lead to the same position count once."""
    return len({bytes(game.after(state.raw, move)) for move in game.legal(state.raw)})


def same_game(one: Game, other: Game) -> bool:
    """Whether two games are one, perhaps with another board's side up.

    Boards must number their sites alike, or as one that is turned or mirrored.
    """
    if (one.players, one.sites, one.board.size) != (other.players, other.sites, other.board.size):
        return False
    if one.perft(1) != other.perft(1):
        return False
    images = [None, *(symmetry.image for symmetry in symmetries(one.board))]
    return any(plays_alike(one, other, image) for image in images)


def plays_alike(one: Game, other: Game, image: Sequence[int] | None = None) -> bool:
    """Whether games that are played side by side offer the same moves and end alike.

    Args:
        one, other: the games, with as many players and sites
        image: where each site of the first lies in the second; where it is if not given
    """
    where = (*(image or range(one.board.size)), *range(one.board.size, one.sites))
    return all(_alike(one, other, where, number) for number in range(GAMES))


def _alike(one: Game, other: Game, where: Sequence[int], number: int) -> bool:
    """Whether they do so in one game."""
    rng = Random(f"alike {number}")
    first, second = one.start(number), other.start(number)
    while True:
        if (first.over, first.ranking) != (second.over, second.ranking):
            return False
        if first.over:
            return True
        if first.mover != second.mover:
            return False
        closely = not first.plies % CLOSELY
        ours, theirs = _signs(first, where, closely), _signs(second, range(other.sites), closely)
        if ours.keys() != theirs.keys():
            return False
        chosen = rng.choice(sorted(ours))
        first, second = first.after(ours[chosen]), second.after(theirs[chosen])


def _signs(state: State, where: Sequence[int], closely: bool) -> dict[Sign, Move]:
    """The moves of a position, one for each sign."""
    found: dict[Sign, Move] = {}
    for move in state.moves():
        ends = [where[site] if site >= 0 else site for site in (move.from_site, move.to_site)]
        after = _owners(state.after(move), where) if closely else ()
        found.setdefault((ends[0], ends[1], after), move)
    return found


def _owners(state: State, where: Sequence[int]) -> tuple[int, ...]:
    """Whose piece is on each site, by the numbers that sites have in the other game."""
    owner = {piece.number: piece.owner + 1 for piece in state.game.pieces}
    found = [0] * len(where)
    for site, piece in enumerate(state.contents):
        found[where[site]] = owner.get(piece, 0)
    return tuple(found)

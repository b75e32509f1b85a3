"""Whether two rule files are one game, and which moves of a position are the same move.

Random games from one seed are the same only if moves are listed in the same order. Here games are
played side by side: at every ply the moves offered must be the same ones, by where they lead from
and to and what stands where after them, and so must be who is to move and how it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from random import Random
from typing import Final

from interpreter import Game, State
from interpreter.board.geometry.symmetries import symmetries
from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import unpack

COMPARED: Final = ((4, 1), (27, 1), (31, 2))
"""Random games that are compared, how many of which seed: as many as need no carefully compiled
code, and few at first, since most rules that are another game show it at once."""
GAMES: Final = 12
"""Games that are played side by side."""
CLOSELY: Final = 6
"""Of so many plies of each one at which every move is looked at closely."""
Sign = tuple[int, int, tuple[int, ...]]
"""Where a move leads from and to, and, if looked at closely, whose piece is where after it."""


def traits(game: Game) -> Iterator[bytes]:
    """What random games tell of a game, little by little: the same for rules that play alike."""
    yield repr((game.sites, game.players)).encode()
    for count, seed in COMPARED:
        played = game.playouts(count, seed=seed)
        yield played.lengths.tobytes() + played.doubled.tobytes()


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
    if all(map(eq, traits(one), traits(other))):
        return True
    images = [None, *(symmetry.image for symmetry in symmetries(one.board))]
    return any(plays_alike(one, other, image) for image in images)


def plays_alike(one: Game, other: Game, image: Sequence[int] | None = None) -> bool:
    """Whether games that are played side by side offer the same moves and end alike.

    Args:
        one, other: the games, with as many players and sites
        image: where each site of the first lies in the second; where it is if not given
    """
    where = (*(image or range(one.board.size)), *range(one.board.size, one.sites))
    # Most other games show at once that they are others, where nobody looks closely.
    rounds = [(number, closely) for closely in (False, True) for number in range(GAMES)]
    return all(_alike(one, other, where, *how) for how in rounds)


def _alike(one: Game, other: Game, where: Sequence[int], number: int, closely: bool) -> bool:
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
        close = closely and not first.plies % CLOSELY
        ours, theirs = _signs(first, where, close), _signs(second, range(other.sites), close)
        if ours.keys() != theirs.keys():
            return False
        chosen = rng.choice(sorted(ours))
        first = State(one, one.after(first.raw, ours[chosen]))
        second = State(other, other.after(second.raw, theirs[chosen]))


def _signs(state: State, where: Sequence[int], close: bool) -> dict[Sign, int]:
    """The packed moves of a position, one for each sign."""
    found: dict[Sign, int] = {}
    game, raw = state.game, state.raw
    for move in game.legal(raw):
        _, origin, target, _ = unpack(move)
        ends = [where[site] if site >= 0 else site for site in (origin, target)]
        after = _owners(State(game, game.after(raw, move)), where) if close else ()
        found.setdefault((ends[0], ends[1], after), move)
    return found


def _owners(state: State, where: Sequence[int]) -> tuple[int, ...]:
    """On which sites each owner has pieces, as bits, by the numbers of sites in the other game."""
    game = state.game
    found = [0] * (game.players + 2)  # the last are everybody's
    for piece in game.pieces:
        found[piece.owner] |= game.field(state.raw, schema.PLACED, piece.number)
    if isinstance(where, range):
        return tuple(found)
    return tuple(sum(1 << where[site] for site in listed(mask)) for mask in found)

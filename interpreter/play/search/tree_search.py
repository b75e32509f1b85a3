"""Monte Carlo tree search in native code: what it takes, what it finds, and how it is driven.

The search itself is in `targets/kernels/`. It runs in short native calls, so that limits of time
hold and Ctrl-C works at once.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from interpreter.play.move import Move
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search.findings import Judged, Search
from interpreter.play.search.positions import mixed, seat_of
from interpreter.play.search.requirements import check_limits, check_position, native
from interpreter.play.search.tree import Tree
from interpreter.play.search.worlds import Worlds, hidden_from_mover
from interpreter.targets.calls import PIECE_S, in_threads
from interpreter.targets.kernels.search.weights import Weights
from interpreter.targets.protocol import Progress

if TYPE_CHECKING:
    from interpreter.targets.rounds_in_lanes import RoundsInLanes

MOST_ROUNDS = 1 << 30
PIECE = 1024
"""So many rounds are made in a native call where what is found depends on it."""
FEWEST_WORLDS, MOST_WORLDS, DRAWING = 16, 128, 0.2
"""Where something is hidden: how many positions a search begins from, as far as it has rounds, and
the share of the time that goes into drawing them."""


def uct(
    game: PlayedGame,
    state: PlayedState,
    *,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    weights: Weights,
    memory: int,
    tree: Tree | None,
    progress: Progress | None,
    threads: int = 1,
    lanes: bool | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Search:
    """Monte Carlo tree search; see `Game.uct`.

    Args:
        clock: tells the time that limits the search
    """
    native(game)
    check_position(game, state)
    check_limits(seconds, memory)
    if iterations is None and seconds is None:
        raise ValueError("a search is limited by iterations, by seconds, or by both")
    if iterations is not None and not 1 <= operator.index(iterations) <= MOST_ROUNDS:
        raise ValueError(f"the iterations of a search go from 1 to {MOST_ROUNDS}")
    if not (math.isfinite(weights.explore) and weights.explore >= 0):
        raise ValueError("the weight of uncertainty in a search is 0 or more")
    if threads < 1:
        raise ValueError("a search takes at least one thread")
    start = clock()
    if tree is not None and tree.game is not game:
        raise ValueError("the tree of the search belongs to another game")
    end, hidden = math.inf if seconds is None else start + seconds, hidden_from_mover(state)
    threads = 1 if hidden else min(threads, iterations or threads)
    tree = tree or Tree(game, (memory << 20) // threads)
    pace = _pace(game, iterations, lanes)
    for number, one in enumerate(tree.together(threads)):
        one.begin(state, seed if not number else mixed(seed + number), weights)
    if hidden:
        worlds = Worlds(state, Random(seed))
        _rounds_in_worlds(tree, worlds, iterations, end, progress, clock)
    elif threads == 1:
        _rounds(tree, iterations, end, progress, clock, pace)
    else:
        _rounds_in_threads([tree, *tree.others], iterations, end, progress, clock, pace)
    return _found(tree, state, clock() - start, hidden=hidden)


@dataclass(frozen=True)
class Pace:
    """How rounds are made that depend on nothing but the ones before.

    Args:
        width: how many at once
        piece: how many in one native call; as many as take little time if not given
        ways: find out how many at once are fastest, and decide then
    """

    width: int = 1
    piece: int | None = None
    ways: RoundsInLanes | None = None

    def next(self) -> int:
        """How many rounds are made at once in the next native call."""
        return self.width if self.ways is None else self.ways.next()

    def note(self, width: int, rounds: int, seconds: float) -> None:
        """How long a native call has taken."""
        if self.ways is not None:
            self.ways.note(width, rounds, seconds)


def _pace(game: PlayedGame, iterations: int | None, lanes: bool | None) -> Pace:
    """How rounds are made; `lanes` as in `Game.uct`.

    Rounds on their way know nothing of each other, and at the end of a native call none is: what
    they find depends on how many are made in one, so that this is fixed where time limits nothing.
    """
    ways = native(game).rounds_in_lanes
    if lanes is None:
        return Pace(ways=ways if iterations is None else None)
    return Pace(ways.fixed() if lanes else 1, PIECE if iterations is not None else None)


def _rounds_in_worlds(
    tree: Tree,
    worlds: Worlds,
    iterations: int | None,
    end: float,
    progress: Progress | None,
    clock: Callable[[], float],
) -> None:
    """Rounds that begin from positions that the player to move may be in, each from another.

    They share one tree, whose nodes are known by their moves alone: what pays in most positions is
    visited most (Cowling, Powley and Whitehouse 2012, single-observer information set search).
    Two rounds in a row from one position would choose in the second what paid in the first, as if
    the player knew where he is.
    """
    limit = MOST_ROUNDS if iterations is None else iterations
    worst = max(1, tree.game.players - 1)
    limit = max(1, min(limit, MOST_ROUNDS // worst))
    drawn = [worlds.draw() for _ in range(min(FEWEST_WORLDS, limit))]
    enough = clock() + DRAWING * max(0.0, end - clock())
    while len(drawn) < min(MOST_WORLDS, limit) and clock() < enough:
        drawn.append(worlds.draw())
    done, last = 0, -1
    while done < limit and (not done or clock() < end):
        begun = clock()
        order = list(range(len(drawn)))
        worlds.chance.shuffle(order)
        if order[0] == last:
            order.reverse()
        for last in order[: limit - done]:
            tree.enter(drawn[last])
            if not tree.run(tree.address, 1):
                return
            done += 1
        tree.improve(clock() - begun)
        if progress is not None:
            progress(done)


def _rounds_in_threads(
    trees: Sequence[Tree],
    iterations: int | None,
    end: float,
    progress: Progress | None,
    clock: Callable[[], float],
    pace: Pace,
) -> None:
    """A thread for each tree, which share the iterations, and nothing else.

    So what is found does not depend on which thread is faster. That trees know nothing of each
    other costs little while there are few of them (Chaslot, Winands and van den Herik 2008, root
    parallelization).
    """
    shares = [None if iterations is None else (iterations + place) // len(trees)
              for place in range(len(trees))]  # fmt: skip
    tasks = [partial(_rounds, tree, share, end, None, clock, pace)
             for tree, share in zip(trees, shares, strict=True)]  # fmt: skip
    look = None if progress is None else lambda: progress(sum(one.get("done") for one in trees))
    in_threads(tasks, len(trees), trees, look)


def _rounds(
    tree: Tree,
    iterations: int | None,
    end: float,
    progress: Progress | None,
    clock: Callable[[], float],
    pace: Pace,
) -> None:
    """Rounds until a limit is reached or the outcome is certain, in short native calls."""
    limit = MOST_ROUNDS if iterations is None else iterations
    worst = max(1, tree.game.players - 1)
    limit = max(1, min(limit, MOST_ROUNDS // worst - tree.visits(0)))
    done, size = 0, 1
    while done < limit:
        begun = clock()
        if done and begun >= end:
            return
        width = pace.next()
        size = min(pace.piece or size, limit - done)
        made = tree.rounds(size, width)
        spent = clock() - begun
        tree.improve(spent)
        pace.note(width, made, spent)
        done += made
        if progress is not None:
            progress(done)
        if made < size:
            return
        goal = min(PIECE_S, max(0.0005, end - clock()))
        size = max(1, min(4 * size, int(size * goal / max(spent, 1e-6))))


def _found(tree: Tree, state: PlayedState, seconds: float, *, hidden: bool) -> Search:
    seat = seat_of(state)
    moves = {move.packed: move for move in state.moves()}
    if not tree.children(0):
        raise ValueError("the memory of the search is too small for this game")
    judged = _judged(tree, moves, seat)
    # What follows in the position as it is would tell what is hidden.
    principal = (judged[0].move,) if hidden else _principal(tree, state)
    trees = (tree, *tree.others)
    proven = any(one.settled(0) for one in trees)
    proven = proven or (judged[0].certain and judged[0].value == 1.0)
    done = sum(one.get("done") for one in trees)
    return Search(judged, judged[0].value, proven, done, seconds, principal, 0, tree)


def _judged(tree: Tree, moves: dict[int, Move], seat: int) -> tuple[Judged, ...]:
    """What was found of each legal move, best first.

    Where a draw behind a move decides whether it is legal, the search may have seen other moves; of
    those that it has not seen it knows nothing.
    """
    found = {tree.move(one): one for one in tree.best_first(seat)}
    seen = [
        Judged(moves[move], *tree.judged(one, seat)) for move, one in found.items() if move in moves
    ]
    unseen = [Judged(move, 0, 0.0, certain=False) for move in moves.values()]
    return (*seen, *(one for one in unseen if one.move.packed not in found))


def _principal(tree: Tree, state: PlayedState) -> tuple[Move, ...]:
    """The most promising moves, one after another, as far as they were looked at."""
    found: list[Move] = []
    node = 0
    while len(tree.children(node)) and not state.over:
        node = tree.ranked(node, seat_of(state))[0]
        if found and not tree.visits(node) and not tree.settled(node):
            break
        packed = tree.move(node)
        move = next((one for one in state.moves() if one.packed == packed), None)
        if move is None:  # chance has taken another course
            break
        found.append(move)
        state = state.after(move)
    return tuple(found)

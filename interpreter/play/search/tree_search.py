"""Monte Carlo tree search in native code: what it takes, what it finds, and how it is driven.

The search itself is in `targets/kernels/`. It runs in short native calls, so that limits of time
hold and Ctrl-C works at once.
"""

from __future__ import annotations

import ctypes
import math
import operator
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.play.move import Move
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search.shared import (
    I64,
    Judged,
    P,
    Progress,
    by_chance,
    check_limits,
    check_position,
    mixed,
    native,
    put_history,
    reseeded,
    seat_of,
    signed,
)
from interpreter.targets.calls import PIECE_S

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


MOST_ROUNDS = 1 << 30
PATIENCE = 4
"""Visits before a node of the tree gets children.

At equal time 1, 2, 4, 8 and 16 play equally well (Yavalath, Gomoku, Connect Four at 10 and 20 ms a
move, 40 to 120 games each); fewer prove more, more take less memory.
"""
FIND_BUDGET = 200_000
FARTHEST = 4
"""Plies between two searches over which a tree is used again."""


@dataclass(frozen=True)
class Search:
    """What a search has found.

    Args:
        moves: the legal moves, best first
        value: what the position is worth to the mover, from -1 to 1
        proven: whether that is certain
        iterations: random games played, or positions looked at
        seconds: how long it took
        principal: the best move, and what follows if everybody makes his best
        depth: plies looked ahead throughout; 0 where the search knows no such depth
        tree: to be handed to the search of a position that follows; None where there is none
    """

    moves: tuple[Judged, ...]
    value: float
    proven: bool
    iterations: int
    seconds: float
    principal: tuple[Move, ...]
    depth: int = 0
    tree: Tree | None = None

    @property
    def best(self) -> Move:
        """The best move."""
        return self.moves[0].move


class Nodes:
    """The memory of a tree, as native code takes it.

    Args:
        memory: bytes of the nodes
    """

    def __init__(self, game: PlayedGame, memory: int) -> None:
        import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

        from interpreter.targets.kernels.search import uct  # noqa: PLC0415  what Python does without

        machine = native(game)
        self.game = game
        kinds = {"mean": np.float32, "spread": np.float32, "move": np.int64}
        width = sum(size for _, size in uct.FIELDS) + game.players
        room = min(memory // width, (1 << 31) - 1024)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            name: np.empty(room + uct.WIDTH, kinds.get(name, np.int32)) for name, _ in uct.FIELDS
        }
        self.outcomes: npt.NDArray[np.uint8] = np.empty((room, game.players), np.uint8)
        t = machine.translator
        self.scratch: npt.NDArray[np.uint8] = np.zeros(t.scratch + 64, np.uint8)
        self.held: npt.NDArray[np.uint8] = np.zeros(t.layout.size, np.uint8)
        rest = {
            "outcome": self.outcomes, "state": self.held, "scratch": self.scratch,
            "lists": np.empty(t.moves.most + 1, np.int64), "path": np.empty(uct.PATH, np.int64),
            "sums": np.zeros(game.players, np.int64),
        }  # fmt: skip
        self._kept = rest
        self.head: npt.NDArray[np.int64] = np.zeros(len(uct.HEAD), np.int64)
        self.names = uct.HEAD
        for name, array in (*self.arrays.items(), *rest.items()):
            self.head[uct.HEAD.index(name)] = array.ctypes.data
        self.put("room", room)

    @property
    def address(self) -> int:
        """Where the head is."""
        return int(self.head.ctypes.data)

    def get(self, name: str) -> int:
        """A number of the head."""
        return int(self.head[self.names.index(name)])

    def put(self, name: str, value: int) -> None:
        """Change a number of the head."""
        self.head[self.names.index(name)] = value

    def weigh(self, explore: float, patience: int) -> None:
        """How much uncertainty counts, and visits before a node gets children."""
        import numpy as np  # noqa: PLC0415

        self.put("patience", patience)
        self.head[self.names.index("explore")] = np.array([explore]).view(np.int64)[0]


class Tree(Nodes):
    """The tree of `Game.uct`, kept from one search to the next.

    Args:
        memory: bytes of the nodes
    """

    def __init__(self, game: PlayedGame, memory: int) -> None:
        from interpreter.targets.kernels.search import uct  # noqa: PLC0415  what Python does without

        super().__init__(game, memory)
        self.state: bytes = b""
        self.opened = uct.OPENED
        part = native(game).part(uct.NAME, uct.ENTRIES, uct.write, uct.NAMES)
        self.run = part.function("uct", I64, P, I64)
        self._look = part.function("uct_open", None, P, I64)
        self._find = part.function("uct_find", I64, P, P, I64)
        self._compact = part.function("uct_compact", None, P, I64)

    def begin(self, state: PlayedState, seed: int, explore: float, patience: int) -> None:
        """Make the tree one for this position: go on with what is known of it, or start anew."""
        node = self._known(state)
        self._hold(state, seed)
        if node < 0:
            self._clear()
        else:
            self._compact(self.address, node)
        # The root is looked at again, even if it is settled, so that its moves are known.
        self.outcomes[0] = 0
        self.arrays["count"][0] &= self.opened - 1
        self.put("stop", 0)
        self.put("seed", signed(mixed(seed)))
        self.put("stream", signed(mixed(seed + 1)))
        self.put("done", 0)
        self.weigh(explore, patience)

    def _hold(self, state: PlayedState, seed: int) -> None:
        """Keep the position as the root; chance goes its own way."""
        import numpy as np  # noqa: PLC0415

        machine = native(self.game)
        t = machine.translator
        raw = reseeded(machine, state, seed)
        self.state = bytes(raw)
        self.held[:] = np.frombuffer(raw, np.uint8, t.layout.size)
        put_history(machine, self.scratch, raw)

    def _clear(self) -> None:
        for array in self.arrays.values():
            array[:1] = 0
        self.put("used", 1)

    def _known(self, state: PlayedState) -> int:
        """The node of a position; -1 if it is not in the tree."""
        if not self.state or by_chance(self.game):
            return -1
        plies = state.plies - self.game.field(bytearray(self.state), schema.MOVES)
        if not 0 <= plies <= FARTHEST:
            return -1
        self.put("budget", FIND_BUDGET)
        wanted = (ctypes.c_char * len(state.raw)).from_buffer_copy(state.raw)
        return int(self._find(self.address, ctypes.addressof(wanted), plies))

    # What was found

    def children(self, node: int) -> range:
        """The nodes of the moves at a node."""
        first = int(self.arrays["first"][node])
        return range(first, first + (int(self.arrays["count"][node]) & (self.opened - 1)))

    def settled(self, node: int) -> bool:
        """Whether the outcome of a node is certain."""
        return bool(self.outcomes[node, 0])

    def value(self, node: int, seat: int) -> float:
        """The worth to the seat that chose this node, from -1 to 1; seats count from 0."""
        worst = max(1, self.game.players - 1)
        if self.settled(node):
            rank = int(self.outcomes[node, seat])
            return (
                float(rank - 2 if self.game.players == 1 else self.game.players + 2 - rank) / worst
            )
        visits = int(self.arrays["visits"][node])
        return int(self.arrays["total"][node]) / (visits * worst) if visits else 0.0

    def visits(self, node: int) -> int:
        """How often a node was visited."""
        return int(self.arrays["visits"][node])

    def ranked(self, node: int, seat: int) -> list[int]:
        """The children of a node, best first.

        Certain wins, then what was visited most, then certain losses, by value. A certain
        outcome between them counts as visited often where nothing else is worth more.
        """
        children = self.children(node)
        open_ = [one for one in children if not self.settled(one)]
        hope = self.value(max(open_, key=self.visits), seat) if open_ else -1.0

        def merit(child: int) -> tuple[float, ...]:
            value, visits = self.value(child, seat), self.visits(child)
            if not self.settled(child):
                return (0.0, visits, value)
            if value in (1.0, -1.0):
                return (value, visits, value)
            return (0.0, math.inf if value >= hope else visits, value)

        return sorted(children, key=merit, reverse=True)

    def best_first(self, seat: int) -> list[int]:
        """The moves at the root, best first; all replies to the first were looked at."""
        while True:
            ranked = self.ranked(0, seat)
            first = ranked[0]
            if self.settled(first) or self.arrays["count"][first] >= self.opened:
                return ranked
            self._look(self.address, first)
            if not self.arrays["count"][first]:  # there is no room
                return ranked


def uct(
    game: PlayedGame,
    state: PlayedState,
    *,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    explore: float,
    memory: int,
    tree: Tree | None,
    progress: Progress | None,
    patience: int = PATIENCE,
) -> Search:
    """Monte Carlo tree search; see `Game.uct`."""
    native(game)
    check_position(game, state)
    check_limits(seconds, memory)
    if iterations is None and seconds is None:
        raise ValueError("a search is limited by iterations, by seconds, or by both")
    if iterations is not None and not 1 <= operator.index(iterations) <= MOST_ROUNDS:
        raise ValueError(f"the iterations of a search go from 1 to {MOST_ROUNDS}")
    if not (math.isfinite(explore) and explore >= 0):
        raise ValueError("the weight of uncertainty in a search is 0 or more")
    start = time.perf_counter()
    if tree is not None and tree.game is not game:
        raise ValueError("the tree of the search belongs to another game")
    tree = tree or Tree(game, memory << 20)
    tree.begin(state, seed, explore, patience)
    _rounds(tree, iterations, math.inf if seconds is None else start + seconds, progress)
    return _found(tree, state, time.perf_counter() - start)


def _rounds(tree: Tree, iterations: int | None, end: float, progress: Progress | None) -> None:
    """Rounds until a limit is reached or the outcome is certain, in short native calls."""
    limit = MOST_ROUNDS if iterations is None else iterations
    worst = max(1, tree.game.players - 1)
    limit = max(1, min(limit, MOST_ROUNDS // worst - tree.visits(0)))
    done, size = 0, 1
    while done < limit:
        begun = time.perf_counter()
        if done and begun >= end:
            return
        size = min(size, limit - done)
        made = int(tree.run(tree.address, size))
        spent = time.perf_counter() - begun
        done += made
        if progress is not None:
            progress(done)
        if made < size:
            return
        goal = min(PIECE_S, max(0.0005, end - time.perf_counter()))
        size = max(1, min(4 * size, int(size * goal / max(spent, 1e-6))))


def _found(tree: Tree, state: PlayedState, seconds: float) -> Search:
    seat = seat_of(state)
    moves = {move.packed: move for move in state.moves()}
    if not tree.children(0):
        raise ValueError("the memory of the search is too small for this game")
    judged = _judged(tree, moves, seat)
    principal = _principal(tree, state)
    proven = tree.settled(0) or (judged[0].certain and judged[0].value == 1.0)
    done = tree.get("done")
    return Search(judged, judged[0].value, proven, done, seconds, principal, 0, tree)


def _judged(tree: Tree, moves: dict[int, Move], seat: int) -> tuple[Judged, ...]:
    """What was found of each legal move, best first.

    Where chance decides what is legal, the search has seen other moves; of those that it has not
    seen it knows nothing.
    """
    packed, certain = tree.arrays["move"], tree.settled
    found = {int(packed[one]): one for one in tree.best_first(seat)}
    seen = [
        Judged(moves[move], tree.visits(one), tree.value(one, seat), certain(one))
        for move, one in found.items()
        if move in moves
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
        packed = int(tree.arrays["move"][node])
        move = next((one for one in state.moves() if one.packed == packed), None)
        if move is None:  # chance has taken another course
            break
        found.append(move)
        state = state.after(move)
    return tuple(found)

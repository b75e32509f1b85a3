"""The tree of a native search: its memory, and what is read from it."""

from __future__ import annotations

import ctypes
import math
import struct
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.ir.meaning.splitmix import wrap
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search import memory as memory_of_trees
from interpreter.play.search.improving import Improving
from interpreter.play.search.positions import mixed, put_history, reseeded
from interpreter.play.search.requirements import native
from interpreter.targets.calls import I64, P
from interpreter.targets.kernels.search.weights import Weights

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

KINDS = {"float": "<f4", "i32": "<i4", "i8": "<u1"}


FIND_BUDGET = 200_000
FARTHEST = 4
"""Plies between two searches over which a tree is used again."""


class Nodes:
    """The memory of a tree, as native code takes it.

    Args:
        memory: bytes of the nodes
    """

    def __init__(self, game: PlayedGame, memory: int) -> None:
        import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

        from interpreter.targets.kernels.search import nodes  # noqa: PLC0415  for native code

        machine = native(game)
        self.game, self.short = game, nodes.short_form(game.program)
        self.foreseen = is_foreseen(game.program)
        widths = nodes.arrays(game.program)
        room = min(memory // sum(widths.values()), (1 << 31) - 1024)
        self._memory = memory_of_trees.arrays(self, widths, room + nodes.SPARE)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            name: self._memory[array].view(KINDS[kind])[:, place]
            for name, (array, place, kind) in nodes.PLACES.items()
            if array in self._memory
        }
        self.history: npt.NDArray[np.int32] = np.zeros((1 << nodes.HISTORY_BITS, 2), np.int32)
        self.outcomes: npt.NDArray[np.uint8] = np.empty(
            (nodes.MOST_OUTCOMES, game.players), np.uint8
        )
        t = machine.translator
        self.scratch: npt.NDArray[np.uint8] = np.zeros(t.traced().scratch + 64, np.uint8)
        self.held: npt.NDArray[np.uint8] = np.zeros(t.layout.size, np.uint8)
        rest = {
            "outcomes": self.outcomes, "state": self.held, "scratch": self.scratch,
            "lists": np.empty(2 * (t.moves.most + 1), np.int64),
            "path": np.empty(nodes.PATH, np.int64), "sums": np.zeros(game.players, np.int64),
            "history": self.history,
        }  # fmt: skip
        self._kept = rest
        self.head: npt.NDArray[np.int64] = np.zeros(len(nodes.HEAD), np.int64)
        self.names = nodes.HEAD
        for name, array in (*self._memory.items(), *rest.items()):
            self.head[nodes.HEAD.index(name)] = array.ctypes.data
        self._paths: npt.NDArray[np.int64] | None = None
        self.put("room", room)
        self.put("known", 1)

    def _need_paths(self, count: int) -> None:
        """Have room for so many paths."""
        import numpy as np  # noqa: PLC0415

        from interpreter.targets.kernels.search import nodes  # noqa: PLC0415

        if self._paths is None or len(self._paths) < count:
            self._paths = np.empty((count, nodes.PATH), np.int64)
            self.put("paths", self._paths.ctypes.data)

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

    def put_real(self, name: str, value: float) -> None:
        """Change a number of the head that is a double."""
        self.put(name, struct.unpack("<q", struct.pack("<d", value))[0])

    def weigh(self, weights: Weights) -> None:
        """What counts how much in the search."""
        for name, value in asdict(weights).items():
            put = self.put_real if isinstance(getattr(Weights, name), float) else self.put
            put(name, value)


class Tree(Nodes):
    """The tree of `Game.uct`, kept from one search to the next.

    Args:
        memory: bytes of the nodes
    Attributes:
        others: the trees of other threads, which search the same position with seeds of their own
    """

    def __init__(self, game: PlayedGame, memory: int) -> None:
        from interpreter.targets.kernels.search import bounds, nodes  # noqa: PLC0415  for native code

        super().__init__(game, memory)
        self.memory, self.state = memory, b""
        self.others: list[Tree] = []
        self._settled, self._move, self._urgent = nodes.SETTLED, nodes.move, bounds.URGENT
        self._code = _code(game)
        self._take()

    def _take(self) -> None:
        """Take the code of the search as it is now."""
        part = self._code.part
        self.run = part.function("uct", I64, P, I64)
        self._look = part.function("uct_open", None, P, I64)
        self._find = part.function("uct_find", I64, P, P, I64, levels=FARTHEST + 1)
        self._compact = part.function("uct_compact", None, P, I64)

    def rounds(self, count: int, width: int) -> int:
        """Make so many rounds; how many were made, fewer if it was stopped or all is certain.

        Args:
            width: how many at once
        """
        run = self.run
        if width > 1:
            run = native(self.game).rounds_in_lanes.run(width)
            self._need_paths(width)
        return int(run(self.address, count))

    def improve(self, spent: float) -> None:
        """Take better code once there is some.

        Args:
            spent: seconds of searching since this was last called
        """
        if self._code.improved(spent):
            self._take()

    def together(self, threads: int) -> list[Tree]:
        """As many trees as there are threads, this one first."""
        while len(self.others) < threads - 1:
            self.others.append(Tree(self.game, self.memory))
        del self.others[threads - 1 :]
        return [self, *self.others]

    def stop(self) -> None:
        """Ask the search to come back."""
        self.put("stop", 1)

    def begin(self, state: PlayedState, seed: int, weights: Weights) -> None:
        """Make the tree one for this position: go on with what is known of it, or start anew."""
        node = self._known(state)
        self._hold(state, seed)
        if node < 0:
            self._clear()
        else:
            self._compact(self.address, node)
            self.history >>= 1
        self._look_again()
        self.put("stop", 0)
        self.put("seed", wrap(mixed(seed)))
        self.put("stream", wrap(mixed(seed + 1)))
        self.put("done", 0)
        self.weigh(weights)

    def _look_again(self) -> None:
        """Let the moves of the root be looked at, even if it is settled, and each be visited."""
        self.arrays["mark"][0] = 0
        moves = self.children(0)
        if moves:
            self.arrays["opened"][moves.start - 1] = 0
            fresh = self.arrays["visits"][moves.start : moves.stop] == 0
            self.arrays["spread"][moves.start : moves.stop][fresh] = self._urgent

    def _hold(self, state: PlayedState, seed: int) -> None:
        """Keep the position as the root; chance goes its own way."""
        raw = reseeded(native(self.game), state, seed)
        self.state = bytes(raw)
        self.enter(raw)

    def enter(self, raw: bytearray) -> None:
        """Let the next rounds begin from another position, which has the same moves."""
        import numpy as np  # noqa: PLC0415

        machine = native(self.game)
        self.held[:] = np.frombuffer(raw, np.uint8, machine.translator.layout.size)
        put_history(machine, self.scratch, raw)

    def _clear(self) -> None:
        for memory in self._memory.values():
            memory[:1] = 0
        self.put("used", 1)
        self.history[:] = 0

    def _known(self, state: PlayedState) -> int:
        """The node of a position; -1 if it is not in the tree."""
        if not self.state or not self.foreseen:
            return -1
        plies = state.plies - self.game.field(bytearray(self.state), schema.MOVES)
        if not 0 <= plies <= FARTHEST:
            return -1
        self.put("budget", FIND_BUDGET)
        wanted = (ctypes.c_char * len(state.raw)).from_buffer_copy(state.raw)
        return int(self._find(self.address, ctypes.addressof(wanted), plies))

    # What was found

    def children(self, node: int) -> range:
        """The nodes of the moves at a node; of the root alone where they are told by no header."""
        first = int(self.arrays["first"][node])
        if not first or (node and not self.foreseen):
            return range(0)
        return range(first, first + int(self.arrays["count"][first - 1]))

    def move(self, node: int) -> int:
        """The packed move that leads to a node."""
        return self._move(lambda name, one: int(self.arrays[name][one]), node, self.short)

    def settled(self, node: int) -> bool:
        """Whether the outcome of a node is certain."""
        return int(self.arrays["mark"][node]) == self._settled

    def value(self, node: int, seat: int) -> float:
        """The worth to the seat that chose this node, from -1 to 1; seats count from 0."""
        worst = max(1, self.game.players - 1)
        if self.settled(node):
            rank = int(self.outcomes[self.arrays["outcome"][node], seat])
            return (
                float(rank - 2 if self.game.players == 1 else self.game.players + 2 - rank) / worst
            )
        visits = int(self.arrays["visits"][node])
        return int(self.arrays["total"][node]) / (visits * worst) if visits else 0.0

    def visits(self, node: int) -> int:
        """How often a node was visited."""
        return int(self.arrays["visits"][node])

    def judged(self, node: int, seat: int) -> tuple[int, float, bool]:
        """Visits of a node, its value to the seat that chose it, and whether that is certain.

        Of a move at the root all threads tell.
        """
        if not self.others:
            return self.visits(node), self.value(node, seat), self.settled(node)
        alike = [(self, node), *self._alike(node)]
        sure = next((one for one in alike if one[0].settled(one[1])), None)
        visits = sum(tree.visits(one) for tree, one in alike)
        if sure is not None:
            return visits, sure[0].value(sure[1], seat), True
        total = sum(tree.visits(one) * tree.value(one, seat) for tree, one in alike)
        return visits, total / visits if visits else 0.0, False

    def _alike(self, node: int) -> list[tuple[Tree, int]]:
        """The nodes of a move at the root in the trees of other threads."""
        if not self.others or node not in self.children(0):
            return []
        move = self.move(node)
        return [
            (tree, one)
            for tree in self.others
            for one in tree.children(0)
            if tree.move(one) == move
        ]

    def ranked(self, node: int, seat: int) -> list[int]:
        """The children of a node, best first.

        Certain wins, then what was visited most, then certain losses, by value. A certain
        outcome between them counts as visited often where nothing else is worth more.
        """
        found = {child: self.judged(child, seat) for child in self.children(node)}
        open_ = [(visits, value) for visits, value, sure in found.values() if not sure]
        hope = max(open_, key=lambda one: one[0])[1] if open_ else -1.0

        def merit(child: int) -> tuple[float, ...]:
            visits, value, sure = found[child]
            if not sure:
                return (0.0, visits, value)
            if value in (1.0, -1.0):
                return (value, visits, value)
            return (0.0, math.inf if value >= hope else visits, value)

        return sorted(found, key=merit, reverse=True)

    def best_first(self, seat: int) -> list[int]:
        """The moves at the root, best first; all replies to the first were looked at."""
        while True:
            ranked = self.ranked(0, seat)
            first = ranked[0]
            known = self.settled(first) or (self.foreseen and self._opened(first))
            if known or not self.foreseen:
                return ranked
            self._look(self.address, first)
            if not self.arrays["first"][first]:  # there is no room
                return ranked

    def _opened(self, node: int) -> bool:
        first = int(self.arrays["first"][node])
        return first > 0 and bool(self.arrays["opened"][first - 1])


def _code(game: PlayedGame) -> Improving:
    from interpreter.targets.kernels.search import uct  # noqa: PLC0415  for native code

    return Improving(native(game), uct.NAME, uct.ENTRIES, uct.write, uct.NAMES, traced=True)


def make_best(game: PlayedGame) -> None:
    """Make the best code of the search, which is else made where searches go on for long."""
    _code(game).make_best()

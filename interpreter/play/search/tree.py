"""The tree of a native search: its memory, and what is read from it."""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.ir.meaning.splitmix import wrap
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search.positions import mixed, put_history, reseeded
from interpreter.play.search.requirements import native
from interpreter.targets.calls import I64, P

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PATIENCE = 4
"""Visits before a node of the tree gets children.

At equal time 1, 2, 4, 8 and 16 play equally well (Yavalath, Gomoku, Connect Four at 10 and 20 ms a
move, 40 to 120 games each); fewer prove more, more take less memory.
"""
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

        from interpreter.targets.kernels.search import bounds, tree  # noqa: PLC0415  for native code

        machine = native(game)
        self.game = game
        kinds = {"mean": np.float32, "spread": np.float32, "move": np.int64}
        fields = tree.fields(game.program)
        width = sum(size for _, size in fields) + game.players
        room = min(memory // width, (1 << 31) - 1024)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            name: np.empty(room + bounds.WIDTH, kinds.get(name, np.int32)) for name, _ in fields
        }
        self.outcomes: npt.NDArray[np.uint8] = np.empty((room, game.players), np.uint8)
        t = machine.translator
        self.scratch: npt.NDArray[np.uint8] = np.zeros(t.scratch + 64, np.uint8)
        self.held: npt.NDArray[np.uint8] = np.zeros(t.layout.size, np.uint8)
        rest = {
            "outcome": self.outcomes, "state": self.held, "scratch": self.scratch,
            "lists": np.empty(t.moves.most + 1, np.int64), "path": np.empty(tree.PATH, np.int64),
            "sums": np.zeros(game.players, np.int64),
        }  # fmt: skip
        self._kept = rest
        self.head: npt.NDArray[np.int64] = np.zeros(len(tree.HEAD), np.int64)
        self.names = tree.HEAD
        for name, array in (*self.arrays.items(), *rest.items()):
            self.head[tree.HEAD.index(name)] = array.ctypes.data
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
        from interpreter.targets.kernels.search import tree, uct  # noqa: PLC0415  for native code

        super().__init__(game, memory)
        self.state: bytes = b""
        self.opened = tree.OPENED
        part = native(game).part(uct.NAME, uct.ENTRIES, uct.write, uct.NAMES)
        self.run = part.function("uct", I64, P, I64)
        self._look = part.function("uct_open", None, P, I64)
        self._find = part.function("uct_find", I64, P, P, I64, levels=FARTHEST + 1)
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
        self.put("seed", wrap(mixed(seed)))
        self.put("stream", wrap(mixed(seed + 1)))
        self.put("done", 0)
        self.weigh(explore, patience)

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
        for array in self.arrays.values():
            array[:1] = 0
        self.put("used", 1)

    def _known(self, state: PlayedState) -> int:
        """The node of a position; -1 if it is not in the tree."""
        if not self.state or not is_foreseen(self.game.program):
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
            known = self.settled(first) or self.arrays["count"][first] >= self.opened
            if known or not is_foreseen(self.game.program):
                return ranked
            self._look(self.address, first)
            if not self.arrays["count"][first]:  # there is no room
                return ranked

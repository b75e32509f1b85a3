"""The states of many games at once, as each back end keeps them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from interpreter.ir import schema
from interpreter.ir.meaning.splitmix import MASK, stream, wrap
from interpreter.ir.program import Field
from interpreter.ir.schema import Part
from interpreter.play.protocol import PlayedGame
from interpreter.targets.calls import I64, P
from interpreter.targets.llvm.layout import LINE, MOST_POSITIONS, remembered, room_for_history
from interpreter.targets.spaces import plain

if TYPE_CHECKING:
    from interpreter.targets.native import Machine

Bytes = npt.NDArray[np.uint8]
Longs = npt.NDArray[np.int64]

FIRST_POSITIONS = 256
# A ply adds one at most.
SPARE_POSITIONS = 2


@dataclass(slots=True)
class Looks:
    """What of each row is asked most; see `kernels.rows.LOOKS`."""

    over: Bytes
    movers: Bytes
    seats: Bytes
    plies: npt.NDArray[np.int32]
    ranks: Bytes

    @staticmethod
    def of(n: int, players: int) -> Looks:
        """Room for so many rows."""
        over, movers, seats = (np.zeros(n, np.uint8) for _ in range(3))
        return Looks(over, movers, seats, np.zeros(n, np.int32), np.zeros((n, players), np.uint8))


class Rows(Protocol):
    """The states of a batch."""

    looks: Looks

    def begin(self, games: Longs, seed: int) -> None:
        """Start the game of the seed with this number in each row; not where it is negative."""
        ...

    def step(self, actions: Longs) -> None:
        """Make a legal action in every row whose game is not over."""
        ...

    def mask(self) -> Bytes:
        """1 for each legal action of each row, (n, actions)."""
        ...

    def sample(self, mask: Bytes, seed: int) -> Longs:
        """Of the legal actions of each row one by lot; 0 where there is none."""
        ...

    def observe(self, out: Bytes) -> None:
        """Write the planes of each row."""
        ...

    def raw(self, row: int) -> Any:
        """The state of a row, as the machine has it."""
        ...

    def put(self, row: int, raw: Any) -> None:
        """Change the state of a row."""
        ...

    def held(self) -> tuple[object, Any]:
        """All states, and what tells whether another process can read them."""
        ...

    def take(self, held: tuple[object, Any]) -> None:
        """Take the states that others held, as many as there are rows here.

        Raises:
            ValueError: they are held in another way
        """
        ...


class NativeRows:
    """States as rows of bytes that native code works on.

    Args:
        threads: how many share the rows
    """

    def __init__(self, game: PlayedGame, n: int, threads: int) -> None:
        from interpreter.targets.kernels import rows  # noqa: PLC0415  what Python does without

        self.game, self.n, self.threads = game, n, threads
        self.machine: Machine = game.machine  # pyright: ignore[reportAttributeAccessIssue]
        self.actions, self.planes = game.actions, game.planes
        self.t = self.machine.translator
        self.looks = Looks.of(n, game.players)
        addresses = (getattr(self.looks, name).ctypes.data for name in rows.LOOKS)
        self._looks = np.array(list(addresses), np.int64)
        history = self.t.layout.history
        self.history: Field | None = history
        self.positions = FIRST_POSITIONS if history is not None else 0
        self.block = self._room(self.positions)
        self._pool: ThreadPoolExecutor | None = None
        part = self.machine.part(
            "batch", rows.ENTRIES, lambda t, m: rows.write(t, m, self.actions), rows.NAMES
        )
        several = (P, I64, I64, I64)
        self._begin = part.function("batch_begin", None, *several, P, I64, P, P)
        self._step = part.function("batch_step", None, *several, P, P, P)
        self._look = part.function("batch_look", None, *several, P, P)
        self._mask = part.function("batch_mask", None, *several, P, P)
        part = self.machine.part(
            rows.SAMPLE, (), lambda _, m: rows.write_sample(m, self.actions), [rows.SAMPLE]
        )
        self._sample = part.function(rows.SAMPLE, None, P, I64, I64, I64, P)
        self._observe: Callable[..., Any] | None = None

    # Memory

    def _room(self, positions: int) -> Bytes:
        """Rows that begin at multiples of 64 bytes, with room for so many positions each."""
        size = self.t.layout.size
        if self.history is not None:
            size += self.t.history_at + room_for_history(positions)
        stride = -(-size // LINE) * LINE
        held = np.zeros(self.n * stride + LINE, np.uint8)
        start = -held.ctypes.data % LINE
        return held[start : start + self.n * stride].reshape(self.n, stride)

    def _positions(self) -> Longs:
        """How many positions each row remembers."""
        assert self.history is not None
        start = self.t.layout.offset(self.history)
        return self.block[:, start : start + 8].view(np.int64)[:, 0] & remembered(-1)

    def _grow(self, needed: int) -> None:
        """Make room for more positions, twice as many each time."""
        if needed <= self.positions or self.positions >= MOST_POSITIONS:
            return
        while self.positions < needed:
            self.positions *= 2
        self.positions = min(self.positions, MOST_POSITIONS)
        old, self.block = self.block, self._room(self.positions)
        self.block[:, : old.shape[1]] = old

    # Calls

    def _all(self, call: Callable[[int, int], object]) -> None:
        """Call native code for all rows: first and count."""
        if self.threads == 1:
            call(0, self.n)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        size = -(-self.n // self.threads)
        tasks = [
            self._pool.submit(call, first, min(size, self.n - first))
            for first in range(0, self.n, size)
        ]
        for task in tasks:
            task.result()

    def _on_rows(
        self, function: Callable[..., Any], *arguments: int, row: int | None = None
    ) -> None:  # fmt: skip
        """Call native code for one row, or for all."""
        place, stride = self.block.ctypes.data, self.block.shape[1]

        def call(first: int, count: int) -> None:
            scratch = ctypes.addressof(self.machine.scratch())
            function(place, stride, first, count, *arguments, scratch)

        if row is None:
            self._all(call)
        else:
            call(row, 1)

    def begin(self, games: Longs, seed: int) -> None:
        """Start games."""
        self._on_rows(self._begin, games.ctypes.data, wrap(seed), self._looks.ctypes.data)

    def step(self, actions: Longs) -> None:
        """Make a legal action in every row whose game is not over."""
        if self.history is not None:
            self._grow(int(self._positions().max()) + SPARE_POSITIONS)
        self._on_rows(self._step, actions.ctypes.data, self._looks.ctypes.data)

    def mask(self) -> Bytes:
        """1 for each legal action of each row."""
        found = np.empty((self.n, self.actions.size), np.uint8)
        self._on_rows(self._mask, found.ctypes.data)
        return found

    def sample(self, mask: Bytes, seed: int) -> Longs:
        """Of the legal actions of each row one by lot."""
        found = np.empty(self.n, np.int64)
        places = mask.ctypes.data, found.ctypes.data

        def call(first: int, count: int) -> None:
            self._sample(places[0], first, count, wrap(seed), places[1])

        self._all(call)
        return found

    def observe(self, out: Bytes) -> None:
        """Write the planes of each row."""
        function = self._observe
        if function is None:
            from interpreter.targets.kernels import observing  # noqa: PLC0415

            part = self.machine.part(
                observing.OBSERVE, (), lambda t, m: observing.write_observe(t, m, self.planes),
                [observing.OBSERVE],
            )  # fmt: skip
            function = part.function(observing.OBSERVE, None, P, I64, I64, I64, P)
            self._observe = function
        place, stride, target = self.block.ctypes.data, self.block.shape[1], out.ctypes.data
        self._all(lambda first, count: function(place, stride, first, count, target))

    # Single rows

    def raw(self, row: int) -> bytearray:
        """The state of a row."""
        held = bytearray(self.block[row, : self.t.layout.size].tobytes())
        if self.history is not None:
            start = self.t.layout.size + self.t.history_at
            length = 8 * int(self._positions()[row])
            held += self.block[row, start : start + length].tobytes()
        return held

    def put(self, row: int, raw: bytearray) -> None:
        """Change the state of a row."""
        size = self.t.layout.size
        held = np.frombuffer(bytes(raw), np.uint8)
        if self.history is not None:
            self._grow((len(held) - size) // 8 + SPARE_POSITIONS)
            start = size + self.t.history_at
            self.block[row, start : start + len(held) - size] = held[size:]
        self.block[row, :size] = held[:size]
        self._on_rows(self._look, self._looks.ctypes.data, row=row)

    def _kind(self) -> tuple[object, ...]:
        layout = self.t.layout
        fields = [(one.name, layout.offset(one)) for one in self.game.program.fields]
        return "llvm", self.t.sets.kind, layout.scalars, layout.size, tuple(fields)

    def held(self) -> tuple[object, Any]:
        """All states."""
        return self._kind(), (self.positions, self.block.tobytes())

    def take(self, held: tuple[object, Any]) -> None:
        """Take the states that others held."""
        kind, (positions, content) = held
        if kind != self._kind():
            raise ValueError("the states come from a machine that holds them in another way")
        self.positions = positions
        self.block = self._room(positions)
        self.block[:] = np.frombuffer(content, np.uint8).reshape(self.block.shape)
        self._on_rows(self._look, self._looks.ctypes.data)


class PlainRows:
    """States as Python's lists: slow, and the definition of what native code does."""

    def __init__(self, game: PlayedGame, n: int) -> None:
        self.game, self.machine = game, game.machine
        self.actions, self.planes = game.actions, game.planes
        self.states: list[Any] = [self.machine.blank() for _ in range(n)]
        self.looks = Looks.of(n, game.players)

    def _look(self, row: int) -> None:
        looks, state, game = self.looks, self.states[row], self.game
        looks.over[row] = game.field(state, schema.OVER) != 0
        mover = looks.movers[row] = game.field(state, schema.MOVER)
        swapped = game.players == 2 and game.field(state, schema.SWAPPED)
        looks.seats[row] = 2 - mover if swapped else mover - 1
        looks.plies[row] = game.field(state, schema.MOVES)
        looks.ranks[row] = [round(2 * rank) for rank in game.ranking(state)]

    def begin(self, games: Longs, seed: int) -> None:
        """Start games."""
        for row, number in enumerate(games.tolist()):
            if number >= 0:
                self.states[row] = self.machine.begin(stream(seed, number))
                self._look(row)

    def step(self, actions: Longs) -> None:
        """Make a legal action in every row whose game is not over."""
        for row, action in enumerate(actions.tolist()):
            if not self.looks.over[row]:
                legal = self.machine.legal(self.states[row])
                move = next(one for one in legal if self.actions.of(one) == action)
                self.states[row] = self.game.after(self.states[row], move)
                self._look(row)

    def mask(self) -> Bytes:
        """1 for each legal action of each row."""
        found = np.zeros((len(self.states), self.actions.size), np.uint8)
        for row, state in enumerate(self.states):
            found[row, [self.actions.of(move) for move in self.machine.legal(state)]] = 1
        return found

    def sample(self, mask: Bytes, seed: int) -> Longs:
        """Of the legal actions of each row one by lot."""
        found = np.zeros(len(self.states), np.int64)
        for row, legal in enumerate(mask):
            among = np.flatnonzero(legal)
            if len(among):
                drawn = (stream(seed, row) & MASK) >> 32
                found[row] = among[drawn * len(among) >> 32]
        return found

    def observe(self, out: Bytes) -> None:
        """Write the planes of each row."""
        found = out.reshape(len(self.states), len(self.planes.planes), self.planes.area)
        for row, state in enumerate(self.states):

            def get(part: Part, entry: int = 0, state: Any = state) -> int:
                return self.game.field(state, part, entry)

            found[row] = plain.shown(self.planes, get)

    def raw(self, row: int) -> Any:
        """The state of a row."""
        return self.states[row][:]

    def put(self, row: int, raw: Any) -> None:
        """Change the state of a row."""
        self.states[row] = raw[:]
        self._look(row)

    def held(self) -> tuple[object, Any]:
        """All states."""
        return "python", [state[:] for state in self.states]

    def take(self, held: tuple[object, Any]) -> None:
        """Take the states that others held."""
        kind, states = held
        if kind != "python":
            raise ValueError("the states come from a machine that holds them in another way")
        self.states = [state[:] for state in states]
        for row in range(len(states)):
            self._look(row)


def rows_of(game: PlayedGame, n: int, threads: int) -> Rows:
    """Room for so many states of a game, none of them begun."""
    return NativeRows(game, n, threads) if game.machine.name == "llvm" else PlainRows(game, n)

"""A game as WebAssembly that Python plays, in Wasmtime: for tests."""

from __future__ import annotations

import struct
from dataclasses import asdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.program import Program
from interpreter.play.search.positions import mixed
from interpreter.targets.blocks import Blocks, State
from interpreter.targets.kernels.search import nodes
from interpreter.targets.kernels.search.weights import Weights
from interpreter.targets.llvm.layout import remembered
from interpreter.targets.llvm.room import NoRoomError
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.protocol import Progress
from interpreter.targets.wasm.game import Module
from interpreter.targets.wasm.target import WASM

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PAGE, ALIGNED = 1 << 16, 64


def available() -> bool:
    """Whether Wasmtime is installed."""
    try:
        import_module("wasmtime")
    except ImportError:
        return False
    return True


class Instance:
    """A module in Wasmtime, and its memory."""

    def __init__(self, module: Module) -> None:
        wasmtime = import_module("wasmtime")
        self.description = module.description
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        compiled = wasmtime.Module(engine, module.code)
        self.exports = wasmtime.Instance(self.store, compiled, []).exports(self.store)
        self.memory = self.exports["memory"]
        self.free = int(module.description["memory"]["heap"])
        self.rooms: dict[str, tuple[int, int]] = {}

    def room(self, name: str, size: int) -> int:
        """The address of memory that is kept under a name, of at least so many bytes."""
        address, known = self.rooms.get(name, (0, -1))
        if known >= size:
            return address
        address = self.free
        self.free = -(-(address + size) // ALIGNED) * ALIGNED
        missing = self.free - self.memory.data_len(self.store)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // PAGE))
        self.rooms[name] = address, size
        return address

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the memory."""
        return bytes(self.memory.read(self.store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        """Change bytes of the memory."""
        self.memory.write(self.store, content, address)

    def call(self, name: str, *operands: int) -> Any:
        """Call a function of the module.

        Raises:
            NoRoomError: a position has more moves than there is room for
        """
        found = self.exports[name](self.store, *operands)
        full = int(self.description["memory"]["full"])
        if any(self.read(full, 8)):
            self.write(full, bytes(8))
            raise NoRoomError("a position has more moves than there is room for")
        return found


class Machine(Blocks):
    """A program that runs as WebAssembly, one thread at a time."""

    name = "wasm"

    def __init__(self, program: Program, module: Module) -> None:
        self._program = program
        self._translator = Translator(program, WASM).traced()
        self.instance = Instance(module)

    @property
    def program(self) -> Program:
        """The program that runs."""
        return self._program

    @property
    def translator(self) -> Translator:
        """What knows where things lie."""
        return self._translator

    def _scratch(self) -> int:
        return self.instance.room("scratch", self.translator.scratch + ALIGNED)

    def enter(self, state: State, name: str = "state") -> int:
        """The address of a state that is put into memory, and its history into scratch memory."""
        t = self.translator
        address, scratch = self.instance.room(name, t.layout.size), self._scratch()
        self.instance.write(address, bytes(state[: t.layout.size]))
        self.instance.write(scratch + t.history_at, bytes(state[t.layout.size :]))
        return address

    def _leave(self, state: State, address: int) -> None:
        layout = self.translator.layout
        state[: layout.size] = self.instance.read(address, layout.size)
        if layout.history is not None:
            length = 8 * remembered(self.get(state, layout.history))
            history = self._scratch() + self.translator.history_at
            state[layout.size :] = self.instance.read(history, length)

    def run(self, name: str, state: State, *operands: int) -> None:
        """Begin a game, or make a move; the state is changed in place."""
        held = b"".join(struct.pack("<q", one) for one in operands)
        address, place = self.enter(state), self.instance.room("operands", 8)
        self.instance.write(place, held)
        self.instance.call(name, address, self._scratch(), place, self.instance.room("result", 64))
        self._leave(state, address)

    def legal(self, state: State) -> list[int]:
        """The packed legal moves, in the canonical order; none when the game is over."""
        address = self.enter(state)
        listed = self.instance.room("list", 8 * (self.translator.moves.most + 1))
        count = self.instance.call("legal", address, self._scratch(), listed)
        return list(struct.unpack(f"<{count}q", self.instance.read(listed, 8 * count)))

    def playouts(
        self, n: int, players: int, seed: int, threads: int, progress: Progress | None
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int8]]:
        """Random games: plies (games,), and doubled ranks (games, players)."""
        import numpy as np  # noqa: PLC0415

        room = self.instance.room
        control, lengths = room("control", 16), room("lengths", 4 * n)
        ranks = room("ranks", players * n)
        self.instance.write(control, bytes(16))
        self.instance.call("playouts", control, 0, n, seed, lengths, ranks, self._scratch())
        return (
            np.frombuffer(self.instance.read(lengths, 4 * n), np.int32),
            np.frombuffer(self.instance.read(ranks, players * n), np.int8).reshape(n, players),
        )

    def perft(self, *_: object, **__: object) -> int:
        """Counts are not part of the module."""
        raise NotImplementedError

    def search(
        self, state: State, rounds: int, seed: int, memory: int, explore: float = 0.7
    ) -> list[tuple[int, int, int]]:
        """A tree search: of each move at the root what it is, its visits, and their worth.

        Args:
            memory: bytes of the tree
        """
        places, room = self._nodes(memory)
        raw = bytearray(state)
        chance = self.program.part(schema.RANDOM)
        if chance is not None:
            self.put(raw, chance, mixed(seed + 2))
        places["state"], places["scratch"] = self.enter(raw, "nodes state"), self._scratch()
        weights = {
            name: _bits(value) if isinstance(value, float) else value
            for name, value in asdict(Weights(explore)).items()
        }
        numbers = {"room": room, "used": 1, "known": 1, "seed": mixed(seed),
                   "stream": mixed(seed + 1), **weights, **places}  # fmt: skip
        head = self.instance.room("head", 8 * len(nodes.HEAD))
        self.instance.write(
            head, b"".join(struct.pack("<q", numbers.get(name, 0)) for name in nodes.HEAD)
        )
        self.instance.call("uct", head, rounds)
        return self._children(places)

    def _nodes(self, memory: int) -> tuple[dict[str, int], int]:
        """Where the arrays of a tree lie, of which the first entries are 0; room for its nodes."""
        widths, players = nodes.arrays(self.program), self.program.players
        count = memory // sum(widths.values())
        rest = {
            "outcomes": players * nodes.MOST_OUTCOMES, "path": 8 * nodes.PATH,
            "lists": 16 * (self.translator.moves.most + 1), "sums": 8 * players,
            "history": 8 << nodes.HISTORY_BITS,
        }  # fmt: skip
        sizes = {name: width * (count + nodes.SPARE) for name, width in widths.items()}
        places = {
            name: self.instance.room(f"nodes {name}", size) for name, size in (sizes | rest).items()
        }
        for name, width in (
            widths | {"sums": 8 * players, "history": 8 << nodes.HISTORY_BITS}
        ).items():
            self.instance.write(places[name], bytes(width))
        return places, count

    def _children(self, places: dict[str, int]) -> list[tuple[int, int, int]]:
        widths, short = nodes.arrays(self.program), nodes.short_form(self.program)

        def number(name: str, node: int) -> int:
            array, place, _ = nodes.PLACES[name]
            held = self.instance.read(places[array] + widths[array] * node + 4 * place, 4)
            return int(struct.unpack("<i", held)[0])

        first = number("first", 0)
        return [
            (nodes.move(number, node, short), number("visits", node), number("total", node))
            for node in range(first, first + number("count", first - 1))
        ]


def _bits(value: float) -> int:
    """A double as a number of 64 bits."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0])

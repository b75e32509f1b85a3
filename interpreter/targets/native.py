"""A program that runs as native code, compiled part by part when a part is first needed."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.program import Field, Program
from interpreter.targets.blocks import Blocks, State
from interpreter.targets.calls import I64, Control, P, in_threads
from interpreter.targets.collecting import uncollected
from interpreter.targets.kernels import clock, perft, step
from interpreter.targets.llvm import jit, stacks
from interpreter.targets.llvm.assembly import Module
from interpreter.targets.llvm.layout import remembered
from interpreter.targets.llvm.memory import TALLIES
from interpreter.targets.llvm.room import NoRoomError
from interpreter.targets.llvm.sanitizer import VIOLATIONS, Checked
from interpreter.targets.llvm.target import host
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.protocol import Progress
from interpreter.targets.random_games import RandomGames

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.targets.rounds_in_lanes import RoundsInLanes

MASK, CHAR = (1 << 64) - 1, ctypes.c_char
Call = Callable[["Machine", State, Sequence[int]], Any]
# What is asked of single positions, and of few: not worth compiling with all the rest.
ASKED_ALONE = ("remember", "threatened", "satisfied")

# How many plies a turn may have, on average over the turns of a count.
PLIES_A_TURN = 32
# Where about so many are to be counted at most, better code takes longer to make than it saves.
FEW_NODES = 1_000_000
# Bytes of the stack that LLVM has to compile in a thread of its own.
COMPILING = 1 << 24


class Machine(Blocks):
    """A program that can run: states are blocks of bytes, moves packed integers.

    Args:
        program: the program, or what reads it when it is first needed
        bits: whether to use the processor's extraction of bits; as it is able if not given
        checked: look at every access to memory, and raise an error where one goes astray
        key: the name under which compiled parts are kept on disk; by their text if not given
        scratch: bytes of scratch memory, if they are known
        compiled: told the bytes of scratch memory when a part was compiled
    """

    name = "llvm"

    def __init__(
        self,
        program: Program | Callable[[], Program],
        *,
        bits: bool | None = None,
        checked: bool = False,
        key: str | None = None,
        scratch: int | None = None,
        compiled: Callable[[int], None] | None = None,
    ) -> None:
        self._program = program
        self._key = key
        self._scratch = scratch
        self._compiled = compiled
        self.checked = checked
        self.target = host() if bits is None else replace(host(), bits=bits)
        self._local = threading.local()
        self._libraries: dict[str, jit.Library | Checked] = {}
        self._tallied: list[jit.Library] = []
        self._functions: dict[str, Callable[..., Any]] = {}
        self._runs: dict[str, Call] = {}
        # The parts of which better code was begun to be made while other code runs.
        self._improved: set[str] = set()
        self._improving = threading.Lock()

    @property
    def program(self) -> Program:
        """The program that runs."""
        if not isinstance(self._program, Program):
            self._program = self._program()
        return self._program

    @property
    def _watched(self) -> bool:
        """Whether clauses tell what they answer; what is kept on disk is not read to know it."""
        return self._key is None and bool(self.program.watched)

    @property
    def translator(self) -> Translator:
        """What writes the program as LLVM's text."""
        return self._translator

    @cached_property
    def _translator(self) -> Translator:
        return Translator(self.program, self.target, checked=self.checked)

    # Parts

    def part(
        self,
        name: str,
        entries: Sequence[str],
        write: Callable[[Translator, Module], None],
        names: Sequence[str],
        apart: Sequence[str] = (),
        *,
        quick: bool = False,
        roomy: bool = False,
        traced: bool = False,
    ) -> jit.Library | Checked:
        """A compiled part of the game, with the functions of these names.

        Args:
            quick: code that is made in a fraction of the time will do, unless there is better
            roomy: it is given no state and gives none, so that its own may be large
            traced: it notes the moves that are made
        """
        if name in self._libraries:
            return self._libraries[name]
        kept = f"{name} quick" if quick else name
        if kept not in self._libraries:
            with uncollected():
                self._libraries[kept] = stacks.in_one_block(
                    lambda: self._part(
                        name, entries, write, names, apart, quick=quick, roomy=roomy, traced=traced
                    )
                )
        return self._libraries[kept]

    def _part(
        self,
        name: str,
        entries: Sequence[str],
        write: Callable[[Translator, Module], None],
        names: Sequence[str],
        apart: Sequence[str],
        *,
        quick: bool,
        roomy: bool,
        traced: bool,
    ) -> jit.Library | Checked:
        key = None
        if self._watched:
            names = [*names, TALLIES]
        if self._key is not None and not self.checked:
            for hasty in (False, True) if quick else (False,):
                kept = (*names, "quick") if hasty else names
                key = jit.key_of(self._key, str(self.target), name, *kept)
                known = jit.known(key, names)
                if known is not None:
                    if not hasty:
                        self._libraries[name] = known
                    return known
        translator = self.translator.roomy() if roomy else self.translator
        # What is not worth optimising is not worth looking through either.
        translator = translator.folded(entries) if roomy and not quick else translator
        translator = translator.traced() if traced else translator
        module = translator.module(entries, apart, quick=quick)
        write(translator, module)
        if module.checks is not None:
            made = jit.library(module.text(), [*names, VIOLATIONS], target=self.target)
            return Checked(made, module.checks.places)
        found = jit.library(module.text(), names, key, target=self.target, quick=quick)
        if self._watched:
            self._tallied.append(found)
        if self._compiled is not None:
            self._compiled(self.translator.scratch)
            self._compiled = None
        return found

    def is_best(self, name: str) -> bool:
        """Whether there is the best code of a part."""
        return name in self._libraries

    def improve(self, name: str, make: Callable[[], None]) -> None:
        """Have the best code of a part made in a thread of its own, once.

        Args:
            make: makes it, by a call of `part`
        """
        with self._improving:
            if name in self._improved:
                return
            self._improved.add(name)
        # Nobody else can compile meanwhile, and what moves there are is asked at any time.
        self.function("legal")
        with contextlib.suppress(NoRoomError):
            stacks.begin(lambda: self._make(make), COMPILING, awaited=True)

    def _make(self, make: Callable[[], None]) -> None:
        """Make what is asked for; until it is made, there is a machine to make it with."""
        make()

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the program, called with the state, scratch, operands and result."""
        found = self._functions.get(name)
        if found is None:
            found = self._functions[name] = self._called(name)
        return found

    def _called(self, name: str) -> Callable[..., Any]:
        if name in step.NAMES:
            entries = ("start", "generate", "allowed", "apply")
            # What is called move by move from Python spends its time elsewhere.
            part = self.part("step", entries, step.write, step.NAMES, quick=True)
        else:
            apart = (*step.NAMES, *ASKED_ALONE)
            others = [one for one in self.program.entries if one not in apart]
            names = others if name in others else [name]
            part = self.part(
                " ".join(names), names, lambda t, m: step.write_calls(t, m, names), names,
                quick=name in ASKED_ALONE,
            )  # fmt: skip
        if name == "legal":
            return part.function(name, I64, P, P, P)
        return part.function(name, None, P, P, P, P)

    def tallies(self) -> npt.NDArray[np.int64]:
        """How often each watched clause was asked, and how often it held; (clauses, 2)."""
        import numpy as np  # noqa: PLC0415

        shape = len(self.program.watched), 2
        parts = (one.address(TALLIES) for one in self._tallied)
        held = [np.ctypeslib.as_array((I64 * (2 * shape[0])).from_address(one)) for one in parts]
        return sum(held, np.zeros(2 * shape[0], np.int64)).reshape(shape)

    # Scratch memory

    def scratch(self) -> ctypes.Array[ctypes.c_char]:
        """Memory for the kept order and the history, one for each thread."""
        found = getattr(self._local, "scratch", None)
        if found is None:
            size = self.translator.scratch if self._scratch is None else self._scratch
            found = self._local.scratch = ctypes.create_string_buffer(size + 64)
        return found

    def _enter(self, state: State) -> tuple[int, int]:
        """The addresses of a state and of scratch memory with its history."""
        address = ctypes.addressof(self.scratch())
        if self._history is not None:
            t = self.translator
            tail = bytes(state[t.layout.size :])
            ctypes.memmove(address + t.history_at, tail, len(tail))
        return ctypes.addressof(CHAR.from_buffer(state)), address

    def _leave(self, state: State, scratch: int) -> None:
        """Put the history back behind the state."""
        if self._history is not None:
            t = self.translator
            length = 8 * remembered(self.get(state, self._history))
            state[t.layout.size :] = ctypes.string_at(scratch + t.history_at, length)

    @cached_property
    def _history(self) -> Field | None:
        return self.translator.layout.history

    def run(self, name: str, state: State, *operands: int) -> Any:
        """Call a function of the program; the state is changed in place."""
        called = self._runs.get(name)
        if called is None:
            called = self._runs[name] = self._run(name)
        return called(self, state, operands)

    def _run(self, name: str) -> Call:
        """What calls a function of the program; it is told the machine, so that it keeps none."""
        called, function = self.program.function(name), self.function(name)
        sets = self.translator.sets
        of_sets = [one.kind == "sites" for one in called.parameters]

        def run(machine: Machine, state: State, operands: Sequence[int]) -> Any:
            held = b"".join(
                sets.bytes(value) if of_set else (int(value) & MASK).to_bytes(8, "little")
                for value, of_set in zip(operands, of_sets, strict=True)
            )
            answer = ctypes.create_string_buffer(sets.size + 8) if called.result != "none" else None
            address, scratch = machine._enter(state)
            function(address, scratch, held, answer)
            machine._leave(state, scratch)
            if answer is None:
                return None
            if called.result == "sites":
                return sets.unpack(int.from_bytes(answer.raw[: sets.size], "little"))
            value = int.from_bytes(answer.raw[:8], "little", signed=True)
            return bool(value) if called.result == "bool" else value

        return run

    def legal(self, state: State) -> list[int]:
        """The packed legal moves, in the canonical order; none when the game is over."""
        listed = getattr(self._local, "listed", None)
        if listed is None:
            listed = self._local.listed = (I64 * (self.translator.moves.most + 1))()
        address, scratch = self._enter(state)
        count = self.function("legal")(address, scratch, ctypes.addressof(listed))
        return listed[:count]

    # Kernels

    def playouts(
        self,
        n: int,
        players: int,
        seed: int,
        threads: int,
        progress: Progress | None,
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int8]]:
        """Random games: plies (games,), and doubled ranks (games, players)."""
        return self.random_games.play(n, players, seed, threads, progress)

    @cached_property
    def random_games(self) -> RandomGames:
        """What plays random games."""
        # Native code goes with the last that knows its machine, not when garbage is next collected.
        return RandomGames(weakref.proxy(self))

    @cached_property
    def rounds_in_lanes(self) -> RoundsInLanes:
        """What makes several rounds of a search at once, where that is faster."""
        from interpreter.targets.rounds_in_lanes import RoundsInLanes  # noqa: PLC0415  for searches

        return RoundsInLanes(weakref.proxy(self))

    def _address(self) -> int:
        return ctypes.addressof(self.scratch())

    def profile(self, seconds: float, seed: int = 1) -> tuple[dict[str, float], float, int]:
        """Seconds that random games spend on each part of a ply, on the clock, and their plies.

        A part takes some nanoseconds more here than where it is one with its surroundings. Reading
        the clock is in each; what it takes by itself is told, but the two overlap.
        """
        part = self.part(clock.NAME, clock.ENTRIES, clock.write, [clock.NAME], clock.PARTS)
        play = part.function(clock.NAME, None, P, I64, I64, I64, P, P)
        spent = (I64 * (len(clock.PARTS) + 2))()
        control, games, now = Control(), 0, time.perf_counter
        start = now()
        while games == 0 or now() - start < seconds:
            play(control.address, games, 1, seed, ctypes.addressof(spent), self._address())
            games += 1
        *ticks, reading, plies = spent
        second = max(1, reading + sum(ticks)) / (now() - start)
        found = {name: one / second for name, one in zip(clock.PARTS, ticks, strict=True)}
        # A pick generates for itself.
        found["pick"] = max(0.0, found["pick"] - found["generate"])
        return found, reading / second, plies

    def perft(
        self,
        state: State,
        depth: int,
        threads: int,
        memory: int,
        progress: Progress | None,
        *,
        turns: bool = False,
    ) -> int:
        """How many sequences of so many plies there are; see `Game.perft`.

        Args:
            memory: bytes a thread for counts that are known
            turns: count whole turns instead of plies
        """
        table = 1 << (memory // perft.ENTRY).bit_length() - 1 if memory else 0
        if depth == 0:
            return 1
        moves = self.legal(state)
        if depth == 1 and not turns:
            return len(moves)
        counts = [0] * len(moves)
        controls = [Control() for _ in moves]
        few = len(moves) ** depth <= FEW_NODES and not turns
        part = self.part(perft.NAME, perft.ENTRIES, perft.write, [perft.NAME], quick=few)

        def root(number: int) -> Callable[[], None]:
            def task() -> None:
                after = bytearray(state)
                self.run("apply", after, moves[number])
                left = depth - (not turns or not self._same_turn(state, after))
                held = part, controls[number], after
                counts[number] = self._count(*held, left, table, turns=turns)

            return task

        finished = _Finished(progress)
        tasks = [finished.counted(root(number)) for number in range(len(moves))]
        in_threads(tasks, threads, controls, finished.tell)
        finished.tell()
        return sum(counts)

    def _count(
        self,
        part: jit.Library | Checked,
        control: Control,
        state: State,
        depth: int,
        table: int,
        *,
        turns: bool,
    ) -> int:
        room = depth * PLIES_A_TURN if turns else depth
        kinds = P, P, P, P, I64, P, I64, I64, I64
        count = part.function(perft.NAME, I64, *kinds, levels=room + 1)
        lists = (I64 * (self.translator.moves.most * room + 1))()
        known = self._known(table)
        address, scratch = self._enter(state)
        places = address, scratch, ctypes.addressof(lists)
        start = 0 if known is None else ctypes.addressof(known)
        rest = start, table, int(turns), room
        return int(count(control.address, *places, depth, *rest))

    def _same_turn(self, before: State, after: State) -> bool:
        """Whether the player who has moved moves again."""
        mover, over = self.program.part(schema.MOVER), self.program.part(schema.OVER)
        same = mover is None or self.get(before, mover) == self.get(after, mover)
        ended = over is not None and self.get(after, over)
        return self.program.players > 1 and same and not ended

    def _known(self, entries: int) -> Any:
        """A table of counts for this thread, kept from root move to root move."""
        if not entries:
            return None
        known = getattr(self._local, "known", None)
        if known is None or len(known) != entries * perft.ENTRY:
            known = self._local.known = (ctypes.c_char * (entries * perft.ENTRY))()
        return known


class _Finished:
    """Counts tasks that are done, and tells how many in the thread that waits."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress
        self.count = 0
        self.told = 0
        self.lock = threading.Lock()

    def counted(self, task: Callable[[], None]) -> Callable[[], None]:
        """The task, counted when it is done."""

        def run() -> None:
            task()
            with self.lock:
                self.count += 1

        return run

    def tell(self) -> None:
        """Tell how many are done, if that has changed."""
        if self.progress is not None and self.count > self.told:
            self.told = self.count
            self.progress(self.count)

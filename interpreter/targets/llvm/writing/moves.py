"""Steps that offer, list and take moves, and the note of those made."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import EXTRA_BITS, Function, Instruction
from interpreter.ir.schema import MOVER, MOVES, SWAPPED
from interpreter.targets.llvm.assembly import Module, Num
from interpreter.targets.llvm.lists.bundles import SortedBundles
from interpreter.targets.llvm.lists.listed import Listed
from interpreter.targets.llvm.lists.move import packed, part_of
from interpreter.targets.llvm.memory import TRACE_HEAD, TRACED, TRACED_SWAPPED, Memory
from interpreter.targets.llvm.sets.held import Known
from interpreter.targets.llvm.writing.sets import SetSteps


class MoveSteps(SetSteps):
    """Writes what offers, lists and takes moves."""

    def __init__(
        self, memory: Memory, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        super().__init__(memory, module, function, apart=apart)
        self.arranged = False

    def _print_offer(
        self, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        if self._known(step.operands[0]) is Known.NOTHING:
            number = self.c.num(origin)
            origin = str(number.below(self.t.program.sites).pick(number, -1))
        self.moves.offer(self.c, self.pointers[2], step, origin, targets, way, extra)

    def _print_sort_moves(self, _: Instruction) -> None:
        assert isinstance(self.moves, Listed | SortedBundles)
        self.moves.sort(self.c, self.pointers[2])

    def _print_clear_moves(self, _: Instruction) -> None:
        self.moves.clear(self.c, self.pointers[2])

    def _print_move_count(self, _: Instruction) -> str:
        count = self.moves.count_arranged if self.arranged else self.moves.count
        return str(count(self.c, self.pointers[2]))

    def _print_move_at(self, _: Instruction, index: str) -> str:
        return self._picked(self.moves.at(self.c, self.pointers[2], self.c.num(index)))

    def _print_template_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 0))

    def _print_origin_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 1))

    def _print_target_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 2))

    def _print_extra_of(self, step: Instruction, move: str) -> str:
        extras = part_of(self.c, move, 3) >> EXTRA_BITS * cast(int, step.attribute)
        return str((extras & ((1 << EXTRA_BITS) - 1)) - 1)

    def _print_arrange(self, _: Instruction) -> None:
        self.arranged = True  # from here on the kept order knows how long it is
        self.moves.arrange(self.c, self.pointers[2], self.pointers[3])

    def _print_take(self, _: Instruction, index: str) -> str:
        return self._picked(self.moves.take(self.c, *self.pointers[2:], self.c.num(index)))

    def _picked(self, move: Num) -> str:
        """A move from the list; one that a random game picks may be made without `perform`."""
        if self.function.name in ("pick", "playout"):
            self._note(move)
        return str(move)

    def _note(self, move: Num | str) -> None:
        """Write down a move that is made now, and by whom, if moves are noted.

        One that is illegal is written over.
        """
        c, t = self.c, self.t
        if t.trace_at is None:
            return
        trace = c.bounded(c.at(self.pointers[3], t.trace_at), TRACE_HEAD + 16 * TRACED)
        with c.unless(c.pointer(trace).get("i64").is_(0)):
            place = (t.scalar(c, MOVES, s=self.pointers[0]) & (TRACED - 1)).name
            entry = c.at(c.at(trace, TRACE_HEAD), place, 16)
            c.store("i64", packed(c, move).name, entry)
            swapped = t.scalar(c, SWAPPED, s=self.pointers[0]) << TRACED_SWAPPED
            mover = t.scalar(c, MOVER, s=self.pointers[0]) | swapped
            c.store("i64", mover.name, c.at(entry, 8))

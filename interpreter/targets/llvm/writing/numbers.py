"""Steps that make numbers and truths."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import Instruction, Watched
from interpreter.targets.llvm.memory import TALLIES
from interpreter.targets.llvm.writing.steps import Steps

SAFE = "select i1 {0}, i64 {1}, i64 {2}"


class NumberSteps(Steps):
    """Writes what makes numbers and truths."""

    def _print_div(self, _: Instruction, left: str, right: str) -> str:
        c = self.c
        divisor = c.num(right)
        # Division by 0 is defined as 0; by -1 it could overflow, where the sign just changes.
        special = divisor.is_(0) | divisor.is_(-1)
        quotient = c.num(left) / special.pick(1, divisor)
        negative = c.num("0") - left
        return str(divisor.is_(0).pick(0, divisor.is_(-1).pick(negative, quotient)))

    def _print_mod(self, step: Instruction, left: str, right: str) -> str:
        whole = self.c.num(self._print_div(step, left, right))
        rest = self.c.num(left) - whole * right
        return str(self.c.num(right).is_(0).pick(0, rest))

    def _print_min(self, _: Instruction, left: str, right: str) -> str:
        return self.c.intrinsic("i64", "llvm.smin.i64", ("i64", left), ("i64", right))

    def _print_max(self, _: Instruction, left: str, right: str) -> str:
        return self.c.intrinsic("i64", "llvm.smax.i64", ("i64", left), ("i64", right))

    def _print_shift_left(self, _: Instruction, left: str, right: str) -> str:
        return str(self.c.num(left) << (self.c.num(right) & 63))

    def _print_shift_right(self, _: Instruction, left: str, right: str) -> str:
        places = self.c.num(right) & 63
        return self.c.value(f"ashr i64 {left}, {places}")

    def _print_not(self, _: Instruction, value: str) -> str:
        return self.c.value(f"xor i1 {value}, true")

    def _print_int_of(self, _: Instruction, value: str) -> str:
        return self.c.value(f"zext i1 {value} to i64")

    def _print_pick_int(self, _: Instruction, condition: str, yes: str, no: str) -> str:
        return self.c.value(SAFE.format(condition, yes, no))

    def _print_watch(self, step: Instruction, answer: str, *_: str) -> str:
        """Count how often the clause was asked, and how often it held."""
        c, number, held = self.c, cast(Watched, step.attribute).number, answer
        if step.operands[0].kind == "sites":
            held = c.value(f"xor i1 {self.sets.is_empty(c, answer)}, true")
        for place, more in enumerate(("1", c.value(f"zext i1 {held} to i64"))):
            tally = c.at(f"@{TALLIES}", 16 * number + 8 * place)
            c.store("i64", str(c.num(c.load("i64", tally)) + more), tally)
        return answer

"""Which offers share a slot of a list of moves: those of which one at most ever has any."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from interpreter.ir.program import Block, Instruction
from interpreter.ir.values import Value

Taken = frozenset[int]


def share_slots(block: Block, alike: Callable[[Instruction], Hashable]) -> list[list[Instruction]]:
    """The offers of each slot. Moves are listed slot by slot, in the order of their offers.

    Offers share a slot where only one can happen, and where one happens only if those before it
    had no moves.

    Args:
        alike: what offers must have in common that share a slot
    """
    sharing = _Sharing(alike)
    sharing.assign(block, frozenset())
    return sharing.slots


@dataclass
class _Sharing:
    """Goes through what makes the list.

    Args:
        slots: the offers of each
        counted: by the number of moves at a place, the slots that were taken there
        grown: by a condition, two such numbers, the smaller first; it tells whether they are the
            same, as the truth behind them says
    """

    alike: Callable[[Instruction], Hashable]
    slots: list[list[Instruction]] = field(default_factory=list[list[Instruction]])
    counted: dict[Value, Taken] = field(default_factory=dict[Value, Taken])
    grown: dict[Value, tuple[Value, Value, bool]] = field(
        default_factory=dict[Value, tuple[Value, Value, bool]]
    )

    def assign(self, block: Block, taken: Taken) -> Taken:
        """Give the offers of a block slots behind those taken; all that are taken then."""
        for step in block:
            if step.name == "offer":
                taken |= {self._slot_for(step, taken)}
            elif step.name in ("clear_moves", "take"):
                self.counted.clear()
            elif step.name == "if":
                ways = zip(step.blocks, (True, False), strict=True)
                inner = [self.assign(one, self._behind(step, taken, holds)) for one, holds in ways]
                taken = taken.union(*inner)
            else:
                self._told(step, taken)
                for one in step.blocks:
                    taken = self.assign(one, taken)
        return taken

    def _told(self, step: Instruction, taken: Taken) -> None:
        """Note what an instruction tells of how many moves there are."""
        if step.result is None:
            return
        if step.name == "move_count":
            self.counted[step.result] = taken
        elif step.name in ("eq", "ne"):
            first, second = sorted(step.operands, key=lambda one: len(self._taken_at(one) or ()))
            if self._taken_at(first) is not None and second in self.counted:
                self.grown[step.result] = first, second, step.name == "eq"
        elif step.name == "not" and step.operands[0] in self.grown:
            first, second, same = self.grown[step.operands[0]]
            self.grown[step.result] = first, second, not same

    def _taken_at(self, number: Value) -> Taken | None:
        """The slots that were taken where there were so many moves."""
        return frozenset() if number.constant == 0 else self.counted.get(number)

    def _behind(self, step: Instruction, taken: Taken, holds: bool) -> Taken:
        """The slots that are taken behind a condition: not those that have no moves then."""
        first, second, same = self.grown.get(step.operands[0], (None, None, holds))
        if first is None or second not in self.counted or same != holds:
            return taken
        before = self._taken_at(first)
        return taken if before is None else before | (taken - self.counted[second])

    def _slot_for(self, step: Instruction, taken: Taken) -> int:
        for slot in range(max(taken, default=-1) + 1, len(self.slots)):
            if self.alike(self.slots[slot][0]) == self.alike(step):
                self.slots[slot].append(step)
                return slot
        self.slots.append([step])
        return len(self.slots) - 1

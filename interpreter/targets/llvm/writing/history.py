"""Steps that keep and ask the history of positions."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import Access, Instruction
from interpreter.targets.llvm.assembly import Num
from interpreter.targets.llvm.hashes import position_hash, span_of_history
from interpreter.targets.llvm.layout import (
    ABREAST,
    HISTORY_BITS,
    MOST_POSITIONS,
    room_for_history,
)
from interpreter.targets.llvm.writing.moves import MoveSteps

# Whether positions are alike, as many as are compared at once.
TRUTHS = f"i{ABREAST}"


class HistorySteps(MoveSteps):
    """Writes what tells whether positions come again."""

    def _position(self) -> Num:
        """A hash of the fields that make a position."""
        return position_hash(
            self.c, self.t, [one for one in self.t.program.fields if one.position],
            *self.pointers[:2],
        )  # fmt: skip

    def _history(self, access: Access) -> tuple[str, Num, str]:
        """The span of the history, its place, and where the entries are."""
        place = self._entry(access)
        entries = self.c.at(self.pointers[3], self.t.history_at)
        entries = self.c.bounded(entries, room_for_history(MOST_POSITIONS))
        return place, self.c.num(self.c.load("i64", place)), entries

    def _print_seen(self, step: Instruction) -> str:
        c = self.c
        _, span, entries = self._history(cast(Access, step.attribute))
        first, length = span_of_history(span)
        wanted = c.alike("i64", self._position(), ABREAST)
        place, found = c.variable("i64", first), c.variable(TRUTHS, 0)
        with c.times((length - first) >> ABREAST.bit_length() - 1) as (_, loop):
            here = place.get()
            place.set(here + ABREAST)
            found.set(self._alike(entries, here, wanted))
            loop.leave_unless(found.get().is_(0))
        # What lies behind the last positions is none.
        behind = c.num("-1", TRUTHS) << (length - place.get() & ABREAST - 1).to(TRUTHS)
        last = self._alike(entries, place.get(), wanted) & (behind ^ -1)
        return str((found.get() | last).differs(0))

    def _alike(self, entries: str, place: Num, wanted: str) -> Num:
        """Which of so many positions of the history are one, from a place on."""
        c, many = self.c, f"<{ABREAST} x i64>"
        held = c.load(many, c.at(entries, str(place), 8), 8)
        alike = c.value(f"icmp eq {many} {held}, {wanted}")
        return c.num(c.value(f"bitcast <{ABREAST} x i1> {alike} to {TRUTHS}"), TRUTHS)

    def _print_cycled(self, step: Instruction, _: str) -> str:
        c = self.c
        _, span, entries = self._history(cast(Access, step.attribute))
        first, length = span_of_history(span)
        back = step.operands[0].constant
        assert isinstance(back, int), "how many positions come round is known beforehand"
        found = c.variable("i1", "false")
        with c.when(length - first >= 3 * back):
            found.set("true")
            with c.times(c.num(str(2 * back))) as (index, loop):
                here = length - index - 1
                entry, before = (
                    c.num(c.load("i64", c.at(entries, str(place), 8)))
                    for place in (here, here - back)
                )
                with c.when(entry.differs(before)):
                    found.set("false")
                    loop.leave()
        return str(found.get())

    def _print_remember(self, step: Instruction) -> None:
        c = self.c
        place, span, entries = self._history(cast(Access, step.attribute))
        _, length = span_of_history(span)
        with c.when(length < MOST_POSITIONS):
            c.store("i64", str(self._position()), c.at(entries, str(length), 8))
            c.store("i64", str(span + 1), place)

    def _print_forget(self, step: Instruction) -> None:
        # What is forgotten stays where it is: a search that goes back needs it again.
        place, span, _ = self._history(cast(Access, step.attribute))
        _, length = span_of_history(span)
        self.c.store("i64", str((length << HISTORY_BITS) | length), place)

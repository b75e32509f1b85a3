"""Lists of numbers that rules remember: one without a name, and one for each name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Field
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Body, Ints

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Memory:
    """What rules remember, in the order in which it came."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    def values(self, name: str) -> Ints:
        """The numbers of a list."""
        b, kept = self.b, self._kept(name)

        def each(body: Body) -> None:
            count = self._count(name)
            b.loop(count, lambda place: body(b.read_int(kept, place)), most=kept.length or 0)

        return Ints(each)

    def _kept(self, name: str) -> Field:
        """The numbers of a list, and behind them what was forgotten."""
        return self.b.part(schema.remembered(name, self.b.site_count))

    def _count(self, name: str) -> Int:
        return self.b.read_int(self.b.part(schema.remembered_count(name)))

    def remember(self, name: str, what: Int | Sites, unique: Bool) -> None:
        """Put a number, or sites one by one, at the end of a list; if unique, only what is new."""
        if isinstance(what, Sites):
            self.b.each(what, lambda site: self._remember(name, site, unique))
        else:
            self._remember(name, what, unique)

    def _remember(self, name: str, number: Int, unique: Bool) -> None:
        b = self.b

        def add() -> None:
            count, kept = self._count(name), self._kept(name)
            b.write(kept, number, count)
            most = b.int(kept.length or 0)
            b.write(b.part(schema.remembered_count(name)), b.least(b.add(count, b.one), most))

        with b.live():
            known = b.false if unique.constant == 0 else self.holds(name, number)
            b.if_(b.negate(b.both(unique, known)), add)

    def holds(self, name: str, number: Int) -> Bool:
        """Whether a number is in a list."""
        return self.b.listed(self.values(name), number)

    def forget(self, name: str, number: Int) -> None:
        """Take the first number of a list that equals another out of it."""
        b = self.b
        kept, found = self._kept(name), b.local("found", b.false)

        def move(place: Int) -> None:
            here = b.read_int(kept, place)
            gone = b.get_bool(found)
            b.if_(gone, lambda: b.write(kept, here, b.subtract(place, b.one)))
            b.set(found, b.either(gone, b.equal(here, number)))

        with b.live():
            count = self._count(name)
            b.loop(count, move, most=kept.length or 0)
            left = b.subtract(count, b.as_int(b.get_bool(found)))
            b.write(b.part(schema.remembered_count(name)), left)

    def forget_all(self, name: str) -> None:
        """Empty a list."""
        self.b.write(self.b.part(schema.remembered_count(name)), self.b.zero)

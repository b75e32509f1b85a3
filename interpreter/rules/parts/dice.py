"""Dice: what they show, what they are worth until they are used, and throwing them.

Dice lie on places of their own behind those of all hands, one on each, and are pieces of everybody.

Source: Ludii 1.3.10 Core/src/game/equipment/container/other/Dice.java, other/action/die.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.schema import Part
from interpreter.ir.values import Bool, Int
from interpreter.language.parts import DiceItem
from interpreter.text.errors import LudError

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# Of so many dice at most some are taken together.
MOST_COMBINED = 3


class Dice:
    """The dice of the game, as rules speak of them. They are numbered from 0."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        # The numbers on the faces of each die.
        self.faces: tuple[tuple[int, ...], ...] = ()

    def install(self, items: Sequence[DiceItem]) -> None:
        """Take the dice of the equipment."""
        if len(items) > 1:
            raise LudError("a game has one set of dice", items[1].span, code="several-dice")
        self.faces = tuple(faces for item in items for faces in item.faces)

    @property
    def count(self) -> int:
        """How many dice there are."""
        return len(self.faces)

    def _number(self, part: Part, die: Int | None = None) -> Int:
        if not self.faces:
            raise self.b.fail(
                "the game has no dice", "(dice num:2) in the equipment makes them", code="no-dice"
            )
        return self.b.read_int(self.b.part(part), die)

    # What they show

    def value(self, die: Int) -> Int:
        """What a die is worth; 0 if it is used."""
        return self._number(schema.DIE, die)

    def pips(self) -> Int:
        """The sum of the last throw; before the first one, of the first faces."""
        return self._number(schema.PIPS)

    def all_alike(self) -> Bool:
        """Whether all dice showed the same face in the last throw."""
        return self.b.equal(self._number(schema.DICE_ALIKE), self.b.one)

    def face_on(self, site: Int) -> Int:
        """The number that the die on a site shows; -1 if there is no die."""
        b = self.b
        end = b.hands.end
        first = end - self.count
        die = b.subtract(site, b.int(first))
        lies = b.both(b.at_most(b.int(first), site), b.less(site, b.int(end)))
        return b.pick(lies, self._shown(die, self._number(schema.FACE, die)), b.nothing)

    def _shown(self, die: Int, face: Int) -> Int:
        """The number on a face of a die."""
        b, most = self.b, max(map(len, self.faces))
        entries = [number for faces in self.faces
                   for number in (*faces, *[0] * (most - len(faces)))]  # fmt: skip
        return b.lookup(b.table(*entries), b.add(b.multiply(die, b.int(most)), face))

    def all_worth(self, value: Int) -> Bool:
        """Whether every die is worth so much."""
        return self.b.all_of([lambda one=one: self.b.equal(one, value) for one in self._values()])

    def any_worth(self, value: Int) -> Bool:
        """Whether some die is worth so much."""
        b = self.b
        others = [lambda one=one: b.differ(one, value) for one in self._values()]
        return b.negate(b.all_of(others))

    def _values(self) -> list[Int]:
        return [self.value(self.b.int(die)) for die in range(max(self.count, 1))]

    # Throwing and using them

    def lay(self) -> None:
        """Lay all dice beside the board with their first face up, before they are thrown."""
        b = self.b
        for die in range(self.count):
            b.handling.put(b.int(b.hands.end - self.count + die), b.int(die + 1))
        shown = [faces[0] for faces in self.faces]
        for die, number in enumerate(shown):
            b.write(b.part(schema.DIE), b.int(number), b.int(die))
        b.write(b.part(schema.PIPS), b.int(sum(shown)))

    def roll(self) -> None:
        """Throw all dice."""
        b = self.b
        self.pips()  # there must be some
        total, alike = b.local("total", b.zero), b.local("alike", b.one)
        first = b.local("first", b.nothing)
        sizes = b.table(*map(len, self.faces))

        def one(die: Int) -> None:
            face = b.turn.draw(b.lookup(sizes, die), die=True)
            shown = self._shown(die, face)
            b.write(b.part(schema.FACE), face, die)
            b.write(b.part(schema.DIE), shown, die)
            b.set(total, b.add(b.get_int(total), shown))
            begun = b.either(b.equal(die, b.zero), b.equal(b.get_int(first), face))
            b.set(alike, b.pick(begun, b.get_int(alike), b.zero))
            b.set(first, face)

        b.loop(b.int(self.count), one, most=self.count)
        b.write(b.part(schema.PIPS), b.get_int(total))
        b.write(b.part(schema.DICE_ALIKE), b.get_int(alike))

    @property
    def most_pips(self) -> int:
        """The greatest sum of all dice."""
        return sum(max((0, *faces)) for faces in self.faces)

    def each(self, body: Callable[[Int, Int], object]) -> None:
        """Run the body for each die, given as the set of it alone, and for what it is worth."""
        b = self.b
        alone = b.table(*(1 << die for die in range(max(self.count, 1))))
        b.loop(
            b.int(self.count),
            lambda die: body(b.lookup(alone, die), self.value(die)),
            most=max(self.count, 1),
        )

    def each_combined(self, body: Callable[[Int, Int], object]) -> None:
        """Run the body for dice taken together, of which none is used, and for their sum."""
        b = self.b
        if self.count > MOST_COMBINED:
            return
        for many in range(self.count, 1, -1):
            for some in combinations(range(self.count), many):
                values = [self.value(b.int(die)) for die in some]
                unused = b.all_of([lambda one=one: b.differ(one, b.zero) for one in values])
                total = b.fold(tuple(values), b.zero, b.add)
                together = b.int(sum(1 << die for die in some))
                b.if_(unused, lambda: body(together, total))  # noqa: B023

    def use(self, dice: Int) -> None:
        """Dice of a set are used: they are worth nothing until the next throw."""
        b = self.b
        for die in range(self.count):
            taken = b.equal(b.bits(dice, shift=die, width=1), b.one)
            b.if_(taken, lambda: b.write(b.part(schema.DIE), b.zero, b.int(die)))  # noqa: B023

    def replay(self, *, double: Callable[[], Bool]) -> None:
        """Let equal dice be played twice, in the same batch of effects as `use`.

        The number kept without a name remembers their value: the first move of equal dice sets it,
        the next such move sets it back. In between, a move lays all dice on the face that it tells.

        Args:
            double: equal dice are noted; they are laid anew in any case
        """
        b = self.b
        kept = b.names.variable("")
        value = b.read_int(kept)
        fresh = b.equal(value, b.nothing)
        alike = b.all_of((double, lambda: self.all_worth(self.value(b.zero))))
        again = lambda: b.write(kept, b.pick(fresh, self.value(b.zero), b.nothing))  # noqa: E731
        b.if_(alike, again, lambda: b.if_(b.negate(fresh), lambda: self._turn_to(value)))

    def _turn_to(self, value: Int) -> None:
        """Lay every die on the face whose number is a value, counted from 1, if it has it."""
        b = self.b
        face = b.subtract(value, b.one)
        for die, faces in enumerate(self.faces):
            number = b.int(die)

            def lay(number: Int = number) -> None:
                b.write(b.part(schema.FACE), face, number)
                b.write(b.part(schema.DIE), self._shown(number, face), number)

            b.if_(b.both(b.at_most(b.zero, face), b.less(face, b.int(len(faces)))), lay)

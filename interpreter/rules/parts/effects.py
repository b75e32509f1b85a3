"""Effects: moves that are all made, and when each is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import before_reads, writes
from interpreter.ir.program import Copy, Field
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Lazy, Moves
from interpreter.rules.parts.asker import Asker, Wanted
from interpreter.rules.parts.forms import Ask

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# How often `while` repeats an effect at most.
MOST_ROUNDS = 10_000


class Effects:
    """Makes the moves of rules, as effects.

    All effects of one batch are worked out before any of them is made: reads inside a batch see a
    copy of the state, actions change the state itself.
    """

    def __init__(self, b: Builder, asker: Asker) -> None:
        self.b, self.asker = b, asker

    def apply(self, effects: Ask) -> None:
        """Make a batch of effects: all are worked out, then all are made."""
        with self.asker.want(Wanted.EFFECT), self.asker.making_at(self.b.names.bindings):
            self.batch(effects)

    def batch(self, effects: Ask) -> None:
        """Effects that all read the position as it is now."""
        b, here = self.b, Copy()
        with b.open() as block, b.reading(here):
            effects()
        if block:
            b.emit("snapshot", attribute=here, blocks=(block,))

    def in_turn(self, first: Ask, second: Ask) -> None:
        """Make effects, and others after them."""
        with self.b.live():
            self.apply(first)
            self.batch(second)

    def together(self, rules: Sequence[Ask]) -> None:
        """Several rules; of effects, a part that asks for what another writes is warned of."""
        written = set[Field]()
        for rule in rules:
            first = len(self.b.block)
            rule()
            if self.asker.wanted is Wanted.EFFECT:
                steps = self.b.block[first:]
                if _kept(before_reads(steps)) & written:
                    self.b.warn(
                        "this asks for a number that an earlier part sets, and gets it as it was"
                        " before: all parts of an (and ...) are worked out first",
                        "to let one see what another did, write (do ... next:...)",
                        code="asked-too-early",
                    )
                written |= _kept(writes(steps))

    def one_by_one(self, effects: Sequence[Ask]) -> None:
        """Make effects in order, each with what those before it have done."""
        if self.asker.wanted is not Wanted.EFFECT:
            raise self.b.fail(
                "(seq ...) is a list of effects", "it stands in (then ...)", code="not-an-effect"
            )
        with self.b.live():
            for one in effects:
                self.apply(one)

    def repeat(self, condition: Lazy[Bool], effect: Lazy[Moves]) -> None:
        """Make an effect as long as a condition holds."""
        b = self.b
        if self.asker.wanted is not Wanted.EFFECT:
            hint = "it stands in (then ...) or (do ... next:...)"
            raise b.fail("(while ...) repeats effects", hint, code="not-an-effect")

        def once(_: Int) -> None:
            b.leave_if(b.negate(condition()))
            self.apply(effect)

        with b.live():
            b.loop(b.int(MOST_ROUNDS), once, most=MOST_ROUNDS)

    # Moves that nobody chooses, because there is only one

    def make_forced(self, rule: Ask, most: int) -> None:
        """Make the move of a rule to a site, for each site to which there is only one.

        That is done again and again, as long as there is such a site.

        Args:
            most: how many rounds there are at most
        """
        b = self.b

        def once(_: Int) -> None:
            forced = self._alone(rule)
            b.leave_if(b.is_empty(forced))
            b.each(forced, lambda site: self._make_only(rule, site))

        with b.live():
            b.loop(b.int(most), once, most=most)

    def _alone(self, rule: Ask) -> Sites:
        """The sites to which a rule makes just one move."""
        b = self.b
        once, again = b.local("once", b.nowhere), b.local("again", b.nowhere)

        def look(origin: Int, target: Int) -> None:
            here = b.single(target)
            b.set(again, b.union(b.get_sites(again), b.intersect(b.get_sites(once), here)))
            b.set(once, b.union(b.get_sites(once), here))

        b.questions.try_each(rule, look)
        return b.minus(b.get_sites(once), without=b.get_sites(again))

    def _make_only(self, rule: Ask, site: Int) -> None:
        """Make the moves of a rule that lead to a site."""

        def to_it() -> None:
            self.asker.only = site
            rule()

        self.apply(to_it)


def _kept(fields: set[Field]) -> set[Field]:
    """Those of some fields that rules keep for themselves."""
    return {one for one in fields if one.part is not None and schema.kept_number(one.part)}

"""Questions about moves that are not made: whether there are any, and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from interpreter.ir.program import Block
from interpreter.ir.values import Bool, Int, Sites
from interpreter.rules.parts.asker import Asker, Wanted
from interpreter.rules.parts.forms import Action, Ask

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# The site of which it is asked whether moves lead there.
HIT = "hit"


class Questions:
    """Asks about the moves of rules, or lists them to be chosen from."""

    def __init__(self, b: Builder, asker: Asker) -> None:
        self.b, self.asker = b, asker

    def choices(self, rule: Ask) -> None:
        """The moves of a rule, to be chosen from."""
        with self.asker.want(Wanted.CHOICE):
            rule()

    def _asked(self, rule: Ask) -> Block:
        with self.asker.want(Wanted.ANSWER), self.b.open() as block:
            rule()
        return block

    def any(self, rule: Ask, *, counting_last: bool = False) -> Bool:
        """Whether a rule makes any legal move.

        Args:
            counting_last: the last move counts among those of the turn, though it may be over
        """
        asker = self.asker
        saved, asker.counting_last = asker.counting_last, counting_last or asker.counting_last
        block = self._asked(rule)
        asker.counting_last = saved
        if not block:
            return self.b.false
        return cast(Bool, self.b.emit("any", attribute=self.b.copy, blocks=(block,)))

    def starts(self, rule: Ask) -> Sites:
        """From where the moves of a rule come; none of them is made."""
        return self._ends("starts", rule)

    def targets(self, rule: Ask) -> Sites:
        """Where the moves of a rule go; none of them is made."""
        return self._ends("targets", rule)

    def targets_from(self, site: Int, rule: Ask) -> Sites:
        """Where the moves of a rule go from a site, whichever it says that they start from."""

        def going_on() -> None:
            self.asker.going_on = True
            rule()

        with self.b.names.bind(**{"from": site}):
            return self.targets(going_on)

    def _ends(self, which: str, rule: Ask) -> Sites:
        saved, self.asker.measured = self.asker.measured, False
        block = self._asked(rule)
        measured, self.asker.measured = self.asker.measured, saved
        if not block:
            return self.b.nowhere
        if measured:
            return self._listed_ends(which, rule)
        return cast(Sites, self.b.emit(which, attribute=self.b.copy, blocks=(block,)))

    def _listed_ends(self, which: str, rule: Ask) -> Sites:
        """The same of moves of which only some are made: listed as if to be chosen from."""
        b = self.b
        found = b.local(which, b.nowhere)
        end = {"starts": "origin_of", "targets": "target_of"}[which]

        def note(index: Int) -> None:
            site = b.number(end, b.emit("move_at", index))
            b.set(found, b.union(b.get_sites(found), b.single(site)))

        def gather() -> None:
            with b.open() as listed:
                self.choices(rule)
            b.emit("list", attribute=True, blocks=(listed,))
            b.loop(b.number("move_count"), note, most=1 << 20)

        saved, self.asker.listing = self.asker.listing, True
        b.probe(gather)
        self.asker.listing = saved
        return b.get_sites(found)

    def hits(self, rule: Ask, site: Int, *, put: bool = False) -> Bool:
        """Whether a move of a rule leads to a site; nothing is a threat meanwhile.

        Args:
            put: a piece was put on the site, which was empty
        """

        def hitting() -> None:
            self.asker.hitting = True
            rule()

        saved = self.asker.unthreatened, self.asker.put_to_try
        self.asker.unthreatened, self.asker.put_to_try = True, put
        with self.b.names.bind(**{HIT: site}):
            found = self.any(hitting)
        self.asker.unthreatened, self.asker.put_to_try = saved
        return found

    def still_empty(self) -> Sites:
        """The sites that rules call empty though a piece was put there to ask about threats."""
        b = self.b
        return b.single(b.names.bound(HIT)) if self.asker.put_to_try else b.nowhere

    def try_each(self, moves: Ask, look: Action) -> None:
        """Make each move on a copy of the state, where it counts as made, and look."""
        saved, self.asker.look = self.asker.look, look
        with self.asker.want(Wanted.TRIAL):
            moves()
        self.asker.look = saved

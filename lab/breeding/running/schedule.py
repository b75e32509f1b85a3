"""The order of a run: what is begun when, what is compared with what, who is told next.

Child n is made of parents that the archive chose as it stood after child n - ahead was told (or
after all founders were), in ways that are as frequent as they had paid by then, and children are
told strictly in the order of their numbers. So a run
depends on its settings alone, and neither on the number of workers nor on who is faster. Whether a
child is a duplicate is decided in the same order.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from random import Random

from interpreter.text.errors import LudError
from lab.breeding.keeping.archive import Archive
from lab.breeding.keeping.child import TOLD, Child, appraised, conceived
from lab.breeding.keeping.store import Store
from lab.breeding.kinds import (
    DUPLICATE,
    KNOWN,
    SAME_PLAY,
    SAME_RULES,
    WASTED,
    Appraisal,
    Candidate,
    Conception,
    Parent,
    Settings,
)
from lab.breeding.making.credit import Credit
from lab.breeding.making.mating import Taste, parents
from lab.breeding.making.naming import Names, is_game, retitled, title
from lab.breeding.running.events import Event, Improved, Told

Task = Conception | Candidate


class Sitting:
    """A run from where it stands, without the work itself.

    `wanted` hands out tasks, the most urgent first; `found` takes what came of them; `events` says
    what followed from that.

    Args:
        settings: of the run
        founders: the rules of the founders
        store: what is known already, and where all is written
        archive: an empty one
        children: how many there are to be, at most
    """

    def __init__(
        self,
        settings: Settings,
        founders: Sequence[str],
        store: Store,
        archive: Archive,
        children: float = math.inf,
    ) -> None:
        self._settings, self._founders, self._store = settings, founders, store
        self._children = children
        self.archive = archive
        self.told = 0
        self.best: Child | None = None
        self.rejected: Counter[str] = Counter()
        self.beaten = 0
        self._begun = 0  # children below this number have been begun,
        self._sifted = 0  # and below this one compared with those before them
        self._tasks: list[tuple[int, int, Task]] = []
        self._conceptions: dict[int, Conception] = {}
        self._pending: dict[int, Child] = {}
        self._known: dict[bytes, int] = {}
        self._settled: dict[bytes, int] = {}  # the same of those that lived, once tidied
        self._ancestry: dict[int, tuple[int, ...]] = {}
        self._names = Names(settings.seed)
        self._credit = Credit(settings.rates)

    @property
    def over(self) -> bool:
        """Whether all children that there are to be were told."""
        return self.told >= self._children

    @property
    def under_way(self) -> int:
        """How many children have been begun and not told."""
        return self._begun - self.told

    def wanted(self) -> Task | None:
        """The next thing to be done; None if everything has been handed out."""
        return heapq.heappop(self._tasks)[2] if self._tasks else None

    def found(self, result: Candidate | Appraisal) -> None:
        """Take what came of a task, and write it down."""
        number = result.number
        if isinstance(result, Candidate):
            child = conceived(self._conceptions.pop(number), result)
        else:
            child = appraised(self._pending[number], _finite(result))
        self._pending[number] = child
        self._store.write(child)

    def events(self) -> Iterator[Event]:
        """Do all that can be done now, and say what happened."""
        self._sift()
        while True:
            child = self._pending.get(self.told)
            if child is None or not self._done(child):
                return
            yield from self._tell(self._pending.pop(self.told))
            self._begin()
            self._sift()

    # Begin

    def begin(self) -> None:
        """Begin with the founders, or where the store ends."""
        self._begin()

    def _begin(self) -> None:
        while self._begun < self._children and self._may_begin():
            self._conceive(self._begun)
            self._begun += 1

    def _may_begin(self) -> bool:
        founders = len(self._founders)
        if self._begun < founders:
            return True
        return self.told >= founders and self._begun < self.told + self._settings.ahead

    def _conceive(self, number: int) -> None:
        rng = Random(f"child {number} of {self._settings.seed}")
        seed = rng.getrandbits(40)
        if number < len(self._founders):
            task = Conception(number, seed, (), self._founders[number])
        else:
            crossing, taste = self._settings.crossing, self._taste(number)
            chosen = parents(self.archive, rng, crossing, self._ancestry, taste)
            found = tuple(Parent(one.number, one.name, one.text, one.marks) for one in chosen)
            task = Conception(number, seed, found, rates=self._credit.rates())
        numbers = tuple(parent.number for parent in task.parents)
        self._ancestry[number] = numbers
        stored = self._store.child(number)
        if stored is None:
            self._conceptions[number] = task
            heapq.heappush(self._tasks, (number, 0, task))
            return
        if stored.parents != numbers:
            raise self._other(number, stored.parents, numbers)
        self._pending[number] = stored

    def _taste(self, number: int) -> Taste:
        """Which games are liked when a child is conceived; of each what was said last."""
        said = {one.number: one.liked for one in self._store.opinions if one.since <= number}
        found = (self._store.child(one) for one in sorted(said) if said[one])
        disliked = frozenset(one for one, liked in said.items() if not liked)
        return Taste(tuple(one for one in found if one is not None), disliked)

    def _other(self, number: int, stored: Sequence[int], chosen: Sequence[int]) -> LudError:
        were, are = (" and ".join(map(str, one)) or "nobody" for one in (stored, chosen))
        message = f"{self._store.name}: child {number} came of {were}, but would now of {are}"
        return LudError(message, None, "the run was begun with another archive or program")

    # Compare

    def _sift(self) -> None:
        """Compare children with those before them, and have those that are new appraised."""
        while self._sifted in self._pending:
            child = self._pending[self._sifted]
            self._sifted += 1
            self._compare(child)

    def _compare(self, child: Child) -> None:
        marks = [_mark(kind, getattr(child, kind)) for kind in ("canonical", "fingerprint")]
        same = [(mark, self._known[mark]) for mark in marks if mark in self._known]
        for mark in marks:
            if mark is not None:
                self._known.setdefault(mark, child.number)
        if child.step or not child.alive:
            return  # what was found once is not decided anew
        if same:
            mark, other = same[0]
            how = "is the same as" if mark == marks[0] else "plays like"
            twin = replace(child, verdict=DUPLICATE, detail=f"{how} child {other}")
            self._pending[child.number] = twin
        else:
            heapq.heappush(self._tasks, (child.number, 1, child.candidate))

    def _done(self, child: Child) -> bool:
        """Whether nothing more is to be found out about a child."""
        return child.number < self._sifted and (child.step > 0 or not child.alive)

    # Tell

    def _tell(self, child: Child) -> Iterator[Event]:
        fresh = child.step < TOLD
        before, replaced = self.best, None
        if child.alive and fresh:
            child = self._seen_before(child)
        if child.alive:
            for mark in _marks(child):
                self._settled.setdefault(mark, child.number)
            child, replaced = self._place(child)
        elif fresh:
            child = replace(child, step=TOLD)
        self._count(child)
        if child.parents:
            wasted = str(child.features.get(WASTED, ""))
            self._credit.tell(child.change, child.verdict, wasted, kept=child.kept)
        if fresh:
            self._store.write(child, replaced)
        self.told += 1
        if fresh:
            yield Told(child, replaced)
            if self.best is not before and self.best is not None:
                yield Improved(self.best, before)
        if self.told == len(self._founders) and not len(self.archive):
            raise self._barren()

    def _seen_before(self, child: Child) -> Child:
        """A child that has become the same as one before it by being tidied, as a duplicate.

        Of the children before it all are known by now, whoever is faster.
        """
        for mark in _marks(child):
            others = (known.get(mark, child.number) for known in (self._settled, self._known))
            other = min(others)
            if other < child.number:
                detail = f"tidied, it is the same game as child {other}"
                return replace(child, verdict=DUPLICATE, detail=detail)
        return child

    def _place(self, child: Child) -> tuple[Child, int | None]:
        """Baptise a child and offer it to the archive."""
        if child.step < TOLD:
            name = self._called(child)
            text = retitled(child.text, name)
            child = replace(child, name=name, text=text)
        self._names.take(child.name)
        placing = self.archive.tell(child)
        if child.step < TOLD:
            child = replace(child, place=placing.place, detail=placing.detail, step=TOLD)
        elif bool(placing.place) != child.kept:
            were, now = ("kept" if one else "not kept" for one in (child.place, placing.place))
            message = f"{self._store.name}: child {child.number} was {were}, but would now be {now}"
            raise LudError(message, None, "the run was begun with another archive or program")
        return child, placing.replaced

    def _called(self, child: Child) -> str:
        """The name of a child: that of the game that it is if it is known, else a new one."""
        known = str(child.features.get(KNOWN, ""))
        if child.number < len(self._founders):
            own = title(child.text)
            return own if is_game(own) else known or own
        if known and not self._names.given(known):
            return known
        return self._names.name(child.number)

    def _count(self, child: Child) -> None:
        if not child.alive:
            self.rejected[DUPLICATE if child.verdict == DUPLICATE else child.stage] += 1
            return
        self.beaten += not child.kept
        if self.best is None or child.score > self.best.score:
            self.best = child

    def _barren(self) -> LudError:
        told = (self._store.child(number) for number in range(len(self._founders)))
        reasons = [
            f"  {title(one.text) or one.number}: {one.verdict}: {one.detail}"
            for one in told
            if one is not None
        ]
        hint = "\n".join([*reasons, "begin with other games"]).lstrip()
        return LudError("none of the founders can be bred from", None, hint)


def _mark(kind: str, text: str) -> bytes | None:
    """What texts that are the same have in common, in few bytes."""
    return blake2b(f"{kind} {text}".encode(), digest_size=12).digest() if text else None


def _marks(child: Child) -> Iterator[bytes]:
    """What the same game has in common with a child that was tidied; nothing if it was not."""
    for kind, name in (("canonical", SAME_RULES), ("fingerprint", SAME_PLAY)):
        mark = _mark(kind, str(child.features.get(name, getattr(child, kind))))
        if mark is not None:
            yield mark


def _finite(found: Appraisal) -> Appraisal:
    if math.isfinite(found.score):
        return found
    detail = f"its score is {found.score}"
    return Appraisal(found.number, "crashed", detail, found.stage, 0.0, seconds=found.seconds)

"""Rule texts with the changes made that are certain: `ludwright fix`.

A change is made where a mistake says what mends it and nothing else is likely meant. It stays only
if the mistake is gone afterwards, and nothing else is wrong that cannot be mended as surely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.play.load import catalogue, defines, examined
from interpreter.services.document import Document
from interpreter.services.mending import Mend, applied, mends
from interpreter.text.errors import Problem, Source, in_order

MOST_STEPS = 200
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """A change that was made.

    Args:
        problem: what it took away; its place is that in the text before
        mend: the change
        source: the text before
    """

    problem: Problem
    mend: Mend
    source: Source

    def __str__(self) -> str:
        place = self.problem.span.place if self.problem.span else self.source.name
        return f"{place}: {self.mend.title}   ({self.problem.message})"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A rule text after all changes that are certain.

    Args:
        before: the text as it was
        after: as it is; the same if nothing was certain or nothing wrong
        steps: the changes, in the order in which they were made
        left: the mistakes that are left
    """

    before: Source
    after: Source
    steps: tuple[Step, ...]
    left: tuple[Problem, ...]

    @property
    def changed(self) -> bool:
        """Whether it is another text."""
        return self.before.text != self.after.text


def errors(source: Source) -> list[Problem]:
    """All mistakes of a text: of its brackets, names and types, and else of its rules."""
    found = [one for one in Document(source, catalogue(), defines()).problems if not one.warning]
    known = {(one.message, one.span and one.span.start) for one in found}
    more = (one for one in examined(source) if not one.warning)
    new = (one for one in more if (one.message, one.span and one.span.start) not in known)
    return in_order([*found, *new])


def fixed(source: Source) -> Fixed:
    """Make all changes to a text that are certain; one without a mistake stays as it is."""
    here, steps = source, list[Step]()
    wrong = errors(source)
    while wrong and len(steps) < MOST_STEPS:
        step = next(_steps(here, wrong), None)
        if step is None:
            break
        made, here, wrong = step
        steps.append(made)
    return Fixed(source, here, tuple(steps), tuple(wrong))


def _steps(source: Source, wrong: list[Problem]) -> Iterator[tuple[Step, Source, list[Problem]]]:
    """The changes that are certain, each with the text after it and what is wrong there."""
    before = Counter(map(_key, wrong))
    for problem in wrong:
        mend = _certain(problem, source)
        if mend is None:
            continue
        after = Source(source.name, applied(source.text, mend.edits))
        left = errors(after)
        now = Counter(map(_key, left))
        new = [one for one in left if now[_key(one)] > before[_key(one)]]
        if now[_key(problem)] < before[_key(problem)] and all(_certain(one, after) for one in new):
            yield Step(problem, mend, source), after, left


def _certain(problem: Problem, source: Source) -> Mend | None:
    """The change that surely mends a mistake, if there is one."""
    return next((one for one in mends(problem, source) if one.certain), None)


def _key(problem: Problem) -> Key:
    """What tells a mistake from others, wherever it stands."""
    return problem.code, problem.message

"""What a designer is told: source positions, errors and warnings, and how they are drawn."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

LONGEST_EXCERPT = 100
MEANT = "did you mean "
"""How a hint begins that names what may be meant."""
OF_ONE = frozenset({"unknown-ludeme", "unknown-word", "wrong-capitals", "wrong-type"})
"""The kinds of mistakes that lie in one word or value, whatever should have stood there."""
UNSEEN = re.compile("\r(?!\n)|[^\t\n\r -~\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]")
"""Characters that cannot be seen, and change what is shown: those that command a terminal, turn the
direction of a line or begin another, and halves of characters."""
Edit = tuple[int, int, str]
"""From where to where a text is replaced, and by what."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text and the name it is known by in messages: a path, or `<text>`."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to `end` of a source.

    Args:
        source: the text the offsets count in
        start: offset of the first character
        end: offset behind the last character
        outer: where the define or option that this text comes from was used
    """

    source: Source
    start: int
    end: int
    outer: Span | None = None

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.start - self.source.text.rfind("\n", 0, self.start)

    @property
    def place(self) -> str:
        """`name:line:column`."""
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def outermost(self) -> Span:
        """Where this text is seen in the file itself, such as the use of its define."""
        return self if self.outer is None else self.outer.outermost

    def holds(self, other: Span) -> bool:
        """Whether other characters are among these."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    def used_at(self, outer: Span) -> Span:
        """The same characters, reached through the use of a define or an option at `outer`."""
        inner = outer if self.outer is None else self.outer.used_at(outer)
        return Span(self.source, self.start, self.end, inner)

    def excerpt(self) -> str:
        """The first line of the span with carets under it, both indented by two."""
        text = self.source.text
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.start)
        last = len(text) if last < 0 else last
        lead = len(text[first:last]) - len(text[first:last].lstrip())
        first = min(first + lead, self.start)
        if self.start - first > LONGEST_EXCERPT - 20:
            first = self.start - 20
        last = min(last, first + LONGEST_EXCERPT)
        carets = max(1, min(self.end, last) - self.start)
        shown = text[first:last].rstrip().replace("\t", " ")
        return f"  {shown}\n  {' ' * (self.start - first)}{'^' * carets}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to tell a designer: what is wrong, where, and what to do about it.

    Args:
        hint: what may be meant, what fits there, or what it is about
        warning: legal, but hardly meant
        code: what kind of mistake it is, by a name that stays; `asked` where what somebody asks for
            is at fault and no rule text
        expected: the types of what may stand there
        forms: what the clause takes, as the reference writes it
        edits: what to change in the text of the span to mend it: from where, to where, by what
    """

    message: str
    span: Span | None = None
    hint: str | None = None
    warning: bool = False
    code: str = "asked"
    expected: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        lines = [f"{self.span.place}: {kind}{self.message}" if self.span else kind + self.message]
        if self.span is not None:
            if self.span.source.text.strip():
                lines.append(self.span.excerpt())
            outer = self.span.outer
            while outer is not None:
                lines.append(f"  expanded from {outer.place}")
                outer = outer.outer
        if self.hint:
            lines.append(f"  {self.hint}")
        return visible("\n".join(lines))


class LudError(Exception):
    """A mistake in a rule file or in the choice of its options.

    `problems` holds every mistake found, in the order of the text; `str()` draws them all.

    Args:
        message: what is wrong, or several problems
        span: where
        hint: what to do about it
        code: the kind of mistake, see `Problem`
        edits: what mends it, see `Problem`
    """

    def __init__(
        self,
        message: str | Iterable[Problem],
        span: Span | None = None,
        hint: str | None = None,
        *,
        code: str = "asked",
        edits: tuple[Edit, ...] = (),
    ) -> None:
        if isinstance(message, str):
            one = Problem(message, span, hint, code=code, edits=edits)
            self.problems: tuple[Problem, ...] = (one,)
        else:
            self.problems = tuple(message)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def visible(text: str) -> str:
    """A text with a sign for each character that cannot be seen."""
    return UNSEEN.sub(
        lambda found: chr(0x2400 + ord(found[0])) if found[0] < " " else "\ufffd", text
    )


def shortened(text: str) -> str:
    """A text without its middle, where it is longer than a line."""
    half = LONGEST_EXCERPT // 2
    return text if len(text) <= LONGEST_EXCERPT else f"{text[:half]} … {text[-half:]}"


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The known words nearest to a word, best first.

    Args:
        cutoff: from 0 for any word to 1 for the word itself: how near a word has to be, unless two
            letters have changed places
    """
    lower = {name.lower(): name for name in known}
    typed = word.lower()
    near = [lower[name] for name in difflib.get_close_matches(typed, lower, n=3, cutoff=cutoff)]
    swaps = (f"{typed[:k]}{typed[k + 1]}{typed[k]}{typed[k + 2 :]}" for k in range(len(typed) - 1))
    swapped = next((lower[one] for one in swaps if one in lower), None)
    if typed in lower:
        near = [lower[typed]]
    elif swapped is not None:
        near = [swapped, *(one for one in near if one != swapped)][:3]
    return near


def suggest(word: str, known: Iterable[str]) -> str | None:
    """`did you mean a or b?` for the known words nearest to `word`; None if none is near."""
    return meant(nearest(word, known))


def meant(words: Sequence[str]) -> str | None:
    """`did you mean a or b?` for some words; None if there are none."""
    return f"{MEANT}{' or '.join(words)}?" if words else None


def suggests(problem: Problem) -> bool:
    """Whether the hint of a problem names what may be meant."""
    return problem.hint is not None and problem.hint.startswith(MEANT)


def put_into(problem: Problem, clause: Span, name: str) -> Problem:
    """A problem of what a clause is given; with where a define puts it in, if one does."""
    here = problem.span
    if here is None or suggests(problem) or clause.holds(here) or clause.holds(here.outermost):
        return problem
    note = f"a define puts it into ({name} ...) at {clause.place}"
    return replace(problem, hint="\n  ".join(filter(None, (problem.hint, note))))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems in the order of the text; those without a place come first."""
    return sorted(problems, key=lambda one: one.span.start if one.span else -1)


def told_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems without those that a define has at the same place each time it is used.

    What does not fit is told once, whatever each use of it would have taken in its place.
    """
    found: dict[object, Problem] = {}
    for one in problems:
        place = (one.span.source, one.span.start, one.span.end) if one.span else None
        found.setdefault((None if one.code in OF_ONE else one.message, place), one)
    return tuple(found.values())


def suggested(problem: Problem) -> list[str]:
    """The words that `suggest` has put into the hint of a problem, best first."""
    first = (problem.hint or "").partition("\n")[0]
    if not first.startswith(MEANT) or not first.endswith("?"):
        return []
    return first.removeprefix(MEANT)[:-1].split(" or ")

"""What is wrong with rule texts, for programs: `ludwright check --json`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.services.mending import Mend, mends, seen
from interpreter.text.errors import Edit, Problem, Source, Span, suggested
from lab.told.data import Told

USED = re.compile(r'\(?\s*"((?>[^"\\]+|\\"?)*+)"|<([\w:-]+)>')


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a text.

    Args:
        file: the path of the file, or what else the text is called
        start, end: the offsets of its first character and of the one behind its last, from 0
        line, column: of its first character, from 1
        end_line, end_column: of the one behind its last, from 1
        text: what stands there; its first 200 characters if it is longer
    """

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a define or of an option that the text of a mistake came through.

    Args:
        name: of the define, or the tag of the option
        place: where it is used
    """

    name: str
    place: Range


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement in the text.

    Args:
        place: what is replaced; nothing where something is put in
        text: by what
    """

    place: Range
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """A change that takes a mistake away.

    Args:
        title: what it does
        certain: nothing else is likely meant; `ludwright fix` makes these
        edits: the replacements, which do not overlap
    """

    title: str
    certain: bool
    edits: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong, or hardly meant.

    Args:
        code: the kind of mistake, see docs/errors.md
        severity: a warning is legal
        message: what is wrong, in a line
        hint: what may be meant, what fits there, or what it is about; "" for nothing
        place: where it is seen in the file itself; null where no place is to blame
        written: where the wrong text is written, if it came out of a define or an option; else null
        through: the uses of defines and options that it came through, from the inside
        expected: the types of what may stand there
        forms: what the clause takes, as the reference writes it
        suggestions: words that may be meant, the likeliest first
        mends: changes that take it away
        options: the item that must be chosen for it to appear, by the heading of its option
        told: the message as people read it, with the line and a caret
    """

    code: str
    severity: Literal["error", "warning"]
    message: str
    hint: str
    place: Range | None
    written: Range | None
    through: Sequence[Use]
    expected: Sequence[str]
    forms: Sequence[str]
    suggestions: Sequence[str]
    mends: Sequence[Way]
    options: dict[str, str]
    told: str


@dataclass(frozen=True, slots=True)
class Tried:
    """Random games of a text without a mistake.

    Args:
        games: how many came to an end
        plies: of all games
        shortest, mean, longest: plies of those that ended; null if none did
        limited: how many only the limit of turns ended
        players_with_moves: the players who ever had a choice
        pieces_seen, pieces_moved: kinds of pieces that were on the board, and that moved
        seconds: what was given for them at most
    """

    games: int
    plies: int
    shortest: int | None
    mean: float | None
    longest: int | None
    limited: int
    players_with_moves: Sequence[int]
    pieces_seen: Sequence[str]
    pieces_moved: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule text, and what is wrong with it.

    Args:
        file: its path, or what else it is called
        game: the name of the game; null if there are errors
        errors, warnings: how many
        mistakes: all of them, in the order of the text
        trial: random games; null where there are errors, or none were asked for
    """

    file: str
    game: str | None
    errors: int
    warnings: int
    mistakes: Sequence[Mistake]
    trial: Tried | None


@dataclass(frozen=True, slots=True)
class Check(Told):
    """All mistakes in rule texts.

    Args:
        errors, warnings: how many in all
        files: what was found in each
    """

    SCHEMA = "ludwright.check/1"
    errors: int
    warnings: int
    files: Sequence[Checked]


@dataclass(frozen=True, slots=True)
class Failed(Told):
    """A command that ended with a mistake in what it was given.

    Args:
        mistakes: what was wrong
    """

    SCHEMA = "ludwright.failed/1"
    mistakes: Sequence[Mistake]


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that was made.

    Args:
        code, message: the mistake that it took away
        title: what it does
        place: where the mistake was seen, in the text before this change
        edits: the replacements, in the text before this change
    """

    code: str
    message: str
    title: str
    place: Range | None
    edits: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Repaired:
    """A rule text after all changes that are certain.

    Args:
        file: its path, or what else it is called
        changed: whether it is another text now
        repairs: the changes, in the order in which they were made
        left: the mistakes that are left
        text: the text after the changes
    """

    file: str
    changed: bool
    repairs: Sequence[Repair]
    left: Sequence[Mistake]
    text: str


@dataclass(frozen=True, slots=True)
class Fix(Told):
    """Rule texts mended as far as it is certain how.

    Args:
        files: what was done to each
    """

    SCHEMA = "ludwright.fix/1"
    files: Sequence[Repaired]


LONGEST = 200


def part(span: Span) -> Range:
    """A part of a text, as it is told."""
    source = span.source
    end = Span(source, span.end, span.end)
    place = span.line, span.column, end.line, end.column
    return Range(source.name, span.start, span.end, *place, span.text[:LONGEST])


def mistake(
    problem: Problem, source: Source | None = None, options: dict[str, str] | None = None
) -> Mistake:
    """A problem, as it is told.

    Args:
        source: the text that was looked at; that of the problem itself if not given
        options: what was chosen for it to appear
    """
    span = problem.span
    source = source or (span.outermost.source if span is not None else Source("", ""))
    here = seen(span, source)
    return Mistake(
        problem.code,
        "warning" if problem.warning else "error",
        problem.message,
        problem.hint or "",
        None if here is None else part(here),
        None if span is None or span is here else part(span),
        list(_uses(span)),
        list(problem.expected),
        list(problem.forms),
        suggested(problem),
        [_way(one, source) for one in mends(problem, source)],
        options or {},
        str(problem),
    )


def _uses(span: Span | None) -> Iterator[Use]:
    while span is not None and span.outer is not None:
        span = span.outer
        name = USED.match(span.text)
        yield Use((name[1] or name[2]) if name else span.text[:LONGEST], part(span))


def _way(one: Mend, source: Source) -> Way:
    return Way(one.title, one.certain, changes(one, source))


def changes(one: Mend, source: Source) -> list[Change]:
    """The replacements of a change."""
    return [_change(edit, source) for edit in one.edits]


def _change(edit: Edit, source: Source) -> Change:
    start, end, text = edit
    return Change(part(Span(source, start, end)), text)

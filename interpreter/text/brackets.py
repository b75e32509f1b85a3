"""Brackets that do not match: where the mistake most likely is.

A bracket that is missing is noticed at the end of a list, or of the file. Where it should stand is
known from how the lines are indented, and from words that stand in one place of a file. What may
be wrong is mended on trial: the likeliest mistake is the one whose repair leaves the fewest signs
that something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from interpreter.text.errors import Edit, LudError, Problem, Source, Span, in_order

MAX_DEPTH: Final = 200
"""Brackets within brackets; the deepest official game has 37."""
TOKENS: Final = re.compile(r'//[^\n]*|"(?>[^"\\]+|\\"?)*+"|["(){}]')
CLOSING: Final = {"(": ")", "{": "}"}


def check_brackets(source: Source) -> None:
    """Refuse a text whose brackets or quotes do not match, or are nested too deep.

    Raises:
        LudError: what is wrong, and where it most likely is
    """
    opened: list[re.Match[str]] = []
    matching = True
    for match in TOKENS.finditer(source.text):
        mark = match[0]
        if mark in CLOSING:
            opened.append(match)
            if len(opened) > MAX_DEPTH:
                place = Span(source, match.start(), match.end())
                raise LudError(
                    f"brackets are nested deeper than {MAX_DEPTH}", place, code="too-deep"
                )
        elif mark in (")", "}"):
            if not opened or CLOSING[opened.pop()[0]] != mark:
                matching = False
                break
        elif mark == '"':
            raise unterminated(source, match)
    if opened or not matching:
        # A missing quote makes brackets look wrong as well.
        for match in TOKENS.finditer(source.text):
            if match[0] == '"':
                raise unterminated(source, match)
        raise LudError(diagnosed(source))


# --- quotes ---------------------------------------------------------------------------------

ENDS_TOO_LATE: Final = re.compile(r"\n[^\n]*[(){}]")
NAME: Final = re.compile(r'"[^\s(){}"]*')


def unterminated(source: Source, last: re.Match[str]) -> LudError:
    """The error for a quote without its partner.

    The quote left over at the end is seldom the one that was forgotten. The first text that runs
    on to a line with brackets is more likely, or one with brackets that a word touches.
    """
    text, place = source.text, last.start()
    for match in TOKENS.finditer(text, 0, last.start()):
        if match[0][0] != '"':
            continue
        touched = text[match.end() : match.end() + 1].isalpha()
        if ENDS_TOO_LATE.search(match[0]) or (touched and re.search("[(){}]", match[0])):
            place = match.start()
            break
    name = NAME.match(text, place)
    assert name is not None
    hint = f'it ends with one, as in {name[0]}"' if len(name[0]) > 1 else None
    end = name.end() if hint else place + 1
    edits = ((end, end, '"'),) if hint else ()
    span = Span(source, place, end)
    return LudError('a text has no closing `"`', span, hint, code="open-text", edits=edits)


# --- brackets -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A bracket, or the beginning of a line that begins with something else.

    Args:
        text: the bracket; nothing if it is none
        start: where it stands in the source
        line: the number of its line, from 1
        column: its column, from 0
        indent: how far the line is indented
        first: whether the line begins with it
        word: what stands behind an opening bracket
    """

    text: str
    start: int
    line: int
    column: int
    indent: int
    first: bool
    word: str = ""

    @property
    def place(self) -> str:
        """`line:column`."""
        return f"{self.line}:{self.column + 1}"


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """A sign that brackets are wrong, and what would mend it.

    Args:
        mark: the bracket that lacks its partner, or is too many
        sign: what shows it
        missing: whether a bracket is missing, else this one is too many
        indented: whether the indentation is all that shows it
        other: whether the bracket stands for the one of the other kind
    """

    mark: Mark
    sign: Mark
    missing: bool
    indented: bool = True
    other: bool = False


@dataclass(slots=True)
class Scan:
    """What brackets look like as far as they match.

    Args:
        opened: the brackets that are open
        failed: the bracket where matching ended; None at the end of the text
        place: the index of it among all marks
        faults: what looks wrong
        closed: brackets that the line before closed behind something else, and what closed them
        hanging: those of what closed them behind which lines go on as if they had not
    """

    opened: list[Mark] = field(default_factory=list[Mark])
    failed: Mark | None = None
    place: int = 0
    faults: list[Fault] = field(default_factory=list[Fault])
    closed: list[tuple[Mark, Mark]] = field(default_factory=list[tuple[Mark, Mark]])
    hanging: list[Mark] = field(default_factory=list[Mark])

    @property
    def matching(self) -> bool:
        """Whether all brackets match."""
        return not self.opened and self.failed is None


MOST_MARKS, MOST_TRIALS, MOST_FAULTS = 20_000, 60, 5
LEFT, UNTIDY = 2, 0.3
"""With more lines than this that look wrong, or more than this share, indentation tells nothing."""


def diagnosed(source: Source) -> list[Problem]:
    """The mistakes in the brackets of a text, the likeliest of those there may be."""
    return mended(source, marks_of(source.text))[0]


def mended(source: Source, marks: list[Mark]) -> tuple[list[Problem], list[Mark]]:
    """The mistakes in the brackets of a text, and the brackets as they are likely meant."""
    found: list[Problem] = []
    while len(found) < MOST_FAULTS:
        scan = scanned(marks)
        if scan.matching:
            break
        better = likeliest(marks, scan) if len(marks) <= MOST_MARKS else None
        if better is None:
            return found or [as_it_stands(source, scan)], marks
        before, (fault, marks) = marks, better
        found.append(problem(source, before, scan, fault))
    return in_order(found), marks


def marks_of(text: str) -> list[Mark]:
    """All brackets of a text, and the beginnings of its lines."""
    marks: list[Mark] = []
    line, begin, first = 1, 0, True
    for match in re.finditer(TOKENS.pattern + r"|\n|[^\s(){}\"/]+|/", text):
        token, start = match[0], match.start()
        if token == "\n":
            line, begin, first = line + 1, match.end(), True
            continue
        if token.startswith("//"):
            continue
        bracket = token if token in "(){}" else ""
        if bracket or first:
            indent = len(text[begin:start]) - len(text[begin:start].lstrip())
            word = re.compile(r"\s*(\w*)").match(text, match.end()) if bracket in CLOSING else None
            mark = Mark(bracket, start, line, start - begin, indent, first, word[1] if word else "")
            marks.append(mark)
        first = False
        if "\n" in token:
            line += token.count("\n")
            begin = start + token.rindex("\n") + 1
    return marks


def scanned(marks: Sequence[Mark]) -> Scan:
    """Follow the brackets as far as they match, and note what looks wrong."""
    scan = Scan()
    for place, mark in enumerate(marks):
        scan.place = place
        if mark.text in (")", "}"):
            if not scan.opened or CLOSING[scan.opened[-1].text] != mark.text:
                fail(scan, mark)
                return scan
            close(scan, mark)
            continue
        if mark.first:
            begin_line(scan, mark)
        if mark.text:
            look_at_word(scan, mark)
            scan.opened.append(mark)
    scan.place = len(marks)
    return scan


def fail(scan: Scan, mark: Mark) -> None:
    """Note the bracket where matching ends, and what its column shows."""
    scan.failed = mark
    deeper = (one for one in scan.opened if one.indent > mark.column)
    beside = next(deeper, None) if mark.first else None
    if beside is not None and beside.line < mark.line:
        scan.faults.append(Fault(beside, mark, missing=True))


def begin_line(scan: Scan, mark: Mark) -> None:
    """Note what the indentation of a line shows."""
    # What stands in a list may begin where the line of its brace does.
    beside = next(
        (one for one in scan.opened if one.indent >= mark.column + (one.text == "{")), None
    )
    if beside is not None and beside.line < mark.line:
        scan.faults.append(Fault(beside, mark, missing=True))
    else:
        for opening, closing in scan.closed:
            if opening.column < mark.column and closing.line < mark.line:
                scan.faults.append(Fault(closing, mark, missing=False))
                break
        hang(scan, mark)
    scan.closed.clear()


def hang(scan: Scan, mark: Mark) -> None:
    """Note what was closed though the line that begins here may stand in it."""
    inside = (closing for opening, closing in scan.closed if opening.indent < mark.column)
    scan.hanging.extend(inside)


def close(scan: Scan, mark: Mark) -> None:
    """Take away what a bracket closes, and note what its column shows."""
    opening = scan.opened.pop()
    if not mark.first:
        if opening.line < mark.line:
            scan.closed.append((opening, mark))
        return
    hang(scan, mark)
    if mark.column < opening.indent:
        scan.faults.append(Fault(opening, mark, missing=True))
    elif mark.column > opening.indent and mark.column != opening.column:
        meant = (closing for one, closing in scan.closed if one.indent == mark.column)
        scan.faults.append(Fault(next(meant, mark), mark, missing=False))
    scan.closed.clear()


OUTSIDE: Final = ("game", "match", "option", "rulesets", "metadata")
IN_GAME: Final = ("players", "equipment", "rules")
IN_RULES: Final = ("meta", "play", "end")
"""What stands beside other things of its kind, and in nothing else: outside all, in a game, and in
rules or in a phase of them."""


def look_at_word(scan: Scan, mark: Mark) -> None:
    """Note where a word stands that has its one place."""
    words = [one.word for one in scan.opened]
    allowed = 0
    if mark.word in IN_GAME and "game" in words:
        allowed = words.index("game") + 1
    elif mark.word in IN_RULES and ("rules" in words or "phase" in words):
        allowed = max(k for k, word in enumerate(words, 1) if word in ("rules", "phase"))
    elif mark.word not in OUTSIDE:
        return
    if len(scan.opened) > allowed:
        scan.faults.append(Fault(scan.opened[allowed], mark, missing=True, indented=False))


# What is tried


def likeliest(marks: Sequence[Mark], scan: Scan) -> tuple[Fault, list[Mark]] | None:
    """The mistake whose repair leaves least to wonder at, and the brackets after it."""
    found = best_of(marks, scan, tidy=True)
    if found is not None:
        left = len({one.sign for one in scanned(found[1]).faults if one.indented})
        if left <= max(LEFT, UNTIDY * sum(mark.first for mark in marks)):
            return found
    return best_of(marks, scan, tidy=False)


def best_of(
    marks: Sequence[Mark], scan: Scan, *, tidy: bool
) -> tuple[Fault, list[Mark]] | None:  # fmt: skip
    """The best of what may be wrong.

    Args:
        tidy: whether lines are indented as their brackets say, so that it tells something
    """
    best: tuple[tuple[int, ...], Fault, list[Mark]] | None = None
    for fault in islice(suspects(marks, scan, tidy=tidy), MOST_TRIALS):
        mended = repaired(marks, fault)
        after = scanned(mended)
        if not better(after, scan):
            continue
        left = sum(tidy or not one.indented for one in after.faults)
        reach = (0, 0, 0) if after.matching else (1, -after.place, len(after.opened))
        if best is None or (*reach, left) < best[0]:
            best = (*reach, left), fault, mended
    return None if best is None else best[1:]


def better(after: Scan, before: Scan) -> bool:
    """Whether more of a text matches than before."""
    if after.matching or after.place > before.place + 1:
        return True
    return after.failed is None is before.failed and len(after.opened) < len(before.opened)


def suspects(marks: Sequence[Mark], scan: Scan, *, tidy: bool) -> Iterator[Fault]:
    """What may be wrong, that which shows first before the rest."""
    for fault in scan.faults:
        if tidy or not fault.indented:
            yield fault
    failed = scan.failed
    if failed is not None and scan.opened:
        yield Fault(scan.opened[-1], failed, missing=True, indented=False, other=True)
        yield Fault(scan.opened[-1], failed, missing=True, indented=False)
    surplus = list(reversed(scan.hanging)) if tidy else []
    if failed is not None:
        surplus.insert(len(surplus) if failed.first else 0, failed)
    for mark in surplus:
        yield Fault(mark, mark, missing=False)


def repaired(marks: Sequence[Mark], fault: Fault) -> list[Mark]:
    """The brackets with the one that is missing, or without the one that is too many."""
    if not fault.missing:
        return [mark for mark in marks if mark is not fault.mark]
    place = marks.index(fault.sign)
    if fault.other:
        changed = replace(fault.sign, text=CLOSING[fault.mark.text])
        return [*marks[:place], changed, *marks[place + 1 :]]
    lacking, sign = open_from(marks[:place], fault.mark), fault.sign
    added = [
        Mark(CLOSING[one.text], sign.start, sign.line - 1, sign.column, sign.indent, first=False)
        for one in reversed(lacking)
    ]
    return [*marks[:place], *added, *marks[place:]]


def open_from(marks: Sequence[Mark], first: Mark) -> list[Mark]:
    """The brackets that are open behind some others, from one of them on."""
    opened: list[Mark] = []
    for mark in marks:
        if mark.text in CLOSING:
            opened.append(mark)
        elif mark.text:
            opened.pop()
    return opened[opened.index(first) :]


def edits_of(marks: Sequence[Mark], fault: Fault) -> tuple[Edit, ...]:
    """The change to the text that a repair is; see `repaired`."""
    mark, sign = fault.mark, fault.sign
    if not fault.missing:
        return ((mark.start, mark.start + len(mark.text), ""),)
    if fault.other:
        return ((sign.start, sign.start + len(sign.text), CLOSING[mark.text]),)
    lacking = open_from(marks[: marks.index(sign)], mark)
    closing = "".join(CLOSING[one.text] for one in reversed(lacking))
    # Behind the line before, there might be a comment.
    behind = "\n" + " " * sign.indent if sign.first else " "
    return ((sign.start, sign.start, closing + behind),)


# What is said


def problem(source: Source, marks: Sequence[Mark], scan: Scan, fault: Fault) -> Problem:
    """What is told of a mistake."""
    mark, sign = fault.mark, fault.sign
    edits = edits_of(marks, fault)
    if not fault.missing:
        span = Span(source, mark.start, mark.start + 1)
        return Problem(
            f"`{mark.text}` closes nothing",
            span,
            why_surplus(marks, scan, fault),
            code="stray-bracket",
            edits=edits,
        )
    if sign is scan.failed and not fault.indented:
        return replace(as_it_stands(source, scan), edits=edits)
    hint = f"opened at {mark.place}, and {sign.place} stands as if it were closed"
    span = Span(source, mark.start, mark.start + 1 + len(mark.word))
    message = f"`{mark.text}` has no `{CLOSING[mark.text]}`"
    return Problem(message, span, hint, code="open-bracket", edits=edits)


def why_surplus(marks: Sequence[Mark], scan: Scan, fault: Fault) -> str | None:
    """What shows that a closing bracket is too many, or that its partner is missing."""
    mark = fault.mark
    if fault.sign is not mark:
        return f"{fault.sign.place} stands as if what it closes were open"
    if mark in scan.hanging:
        return "what is opened in this line is closed before it"
    if mark.first:
        before = [one for one in marks[: marks.index(mark)] if one.first]
        beside = next((one for one in reversed(before) if one.column <= mark.column), None)
        if beside and beside.column == mark.column and beside.text not in (")", "}"):
            opening = "(" if mark.text == ")" else "{"
            return f"a `{opening}` may be missing in line {beside.line}"
    if scan.opened and scan.failed is mark:
        return f"`{scan.opened[-1].text}` of {scan.opened[-1].place} is what is open here"
    return None


def as_it_stands(source: Source, scan: Scan) -> Problem:
    """What is told where nothing shows what was meant."""
    closing, opening = scan.failed, scan.opened[-1] if scan.opened else None
    if closing is None:
        assert opening is not None
        end = len(source.text)
        lacking = "".join(CLOSING[one.text] for one in reversed(scan.opened))
        message, edits = f"`{opening.text}` is never closed", ((end, end, f"\n{lacking}\n"),)
        return Problem(message, _span(source, opening), code="open-bracket", edits=edits)
    if opening is None:
        message, place = f"`{closing.text}` closes nothing", _span(source, closing)
        edits = ((place.start, place.end, ""),)
        return Problem(message, place, code="stray-bracket", edits=edits)
    message = f"found `{closing.text}`, expected `{CLOSING[opening.text]}`"
    hint = f"`{opening.text}` was opened at {opening.place}"
    return Problem(message, _span(source, closing), hint, code="wrong-bracket")


def _span(source: Source, mark: Mark) -> Span:
    return Span(source, mark.start, mark.start + len(mark.text))

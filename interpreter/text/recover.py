"""Reading on behind mistakes: the surface of a text that is being written.

What cannot be read is painted over with spaces, and brackets that are missing are put where there
is white space, so that every place in the text stays what it was. A bracket for which there is no
room goes to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from interpreter.text.brackets import CLOSING, TOKENS, check_brackets, marks_of, mended
from interpreter.text.characters import check_characters
from interpreter.text.errors import UNSEEN, LudError, Problem, Source, Span
from interpreter.text.syntax import fragment
from interpreter.text.tree import Item

MOST_TRIALS: Final = 20


@dataclass(frozen=True, slots=True)
class Recovered:
    """A text as far as it can be read.

    Args:
        source: the text with its mistakes painted over; as long as the other, or longer
        items: its surface
        problems: the mistakes, with their places in the text as it was
    """

    source: Source
    items: tuple[Item, ...]
    problems: tuple[Problem, ...]


def recover(source: Source) -> Recovered:
    """The surface of a text, whatever mistakes are in it."""
    problems: list[Problem] = []
    text = source.text
    try:
        check_characters(source)
    except LudError as error:
        problems += error.problems
        text = UNSEEN.sub(" ", text)
    for _ in range(MOST_TRIALS):
        here = Source(source.name, text)
        try:
            check_brackets(here)
            return Recovered(here, fragment(here, 0, len(text)), tuple(problems))
        except LudError as error:
            found = [rehomed(one, here, source) for one in error.problems]
            problems += [one for one in found if one not in problems]
            if error.problems[0].code == "too-deep":
                break  # there is nothing to read on
            after = _painted(here, error.problems[0])
            if after == text:
                break
            text = after
        except RecursionError:
            break
    here = Source(source.name, _closed(text))
    return Recovered(here, tuple(_one_by_one(here)), tuple(problems))


def _one_by_one(source: Source) -> Iterator[Item]:
    """What can be read of the brackets that stand in no others, each for itself."""
    depth = start = 0
    for match in TOKENS.finditer(source.text):
        start = match.start() if not depth else start
        depth += (match[0] in CLOSING) - (match[0] in (")", "}"))
        if not depth and match[0] in (")", "}"):
            try:
                yield from fragment(source, start, match.end())
            except (LudError, RecursionError):
                continue


def rehomed(problem: Problem, here: Source, home: Source) -> Problem:
    """A problem with its places in another text that has the same places."""
    span = problem.span
    return problem if span is None else replace(problem, span=_moved(span, here, home))


def _moved(span: Span, here: Source, home: Source) -> Span:
    outer = None if span.outer is None else _moved(span.outer, here, home)
    if span.source is not here:
        return replace(span, outer=outer)
    last = len(home.text)
    return Span(home, min(span.start, last), min(span.end, last), outer)


def _painted(source: Source, problem: Problem) -> str:
    """The text without a mistake: of a quote, of brackets, or of what has no meaning."""
    text, span = source.text, problem.span
    if span is None:
        return text
    if problem.code == "open-text":
        return _quoted(text, span)
    if not _matching(text):
        return _bracketed(source)
    painted = "".join(c if c in '(){}"\n' else " " for c in text[span.start : span.end])
    painted = text[: span.start] + painted + text[span.end :]
    if painted == text:
        # A bracket that is unexpected though all match has its partner in the value of an option.
        painted = _closed(VALUE.sub(_without_brackets, text))
    return painted if painted != text else _without_line(text, span.start)


def _without_line(text: str, place: int) -> str:
    """The text without the line of a place, or the last before it in which anything stands."""
    place = place if text[place:].strip() else len(text.rstrip()) - 1
    start, end = text.rfind("\n", 0, place + 1) + 1, text.find("\n", place)
    end = len(text) if end < 0 else end
    return _closed(text[:start] + " " * (end - start) + text[end:])


VALUE: Final = re.compile(r'"(?>[^"\\]+|\\"?)*+"|//[^\n]*|<[^<>"\n]*>')


def _without_brackets(value: re.Match[str]) -> str:
    """The value of an option on one line, without brackets that have no partner in it."""
    text = value[0]
    if not text.startswith("<"):
        return text
    matched = _closed(text)
    return matched if len(matched) == len(text) else re.sub(r"[(){}]", " ", text)


def _quoted(text: str, span: Span) -> str:
    """The text with a quote behind the word that one stands before, or without it."""
    behind = text[span.end : span.end + 1]
    if span.end > span.start + 1 and (not behind or behind in " \n\t"):
        return text[: span.end] + '"' + text[span.end + 1 :]
    return text[: span.start] + " " + text[span.start + 1 :]


def _matching(text: str) -> bool:
    try:
        check_brackets(Source("", text))
    except LudError:
        return False
    return True


def _bracketed(source: Source) -> str:
    """The text with the brackets that are likely meant."""
    there = marks_of(source.text)
    _, meant = mended(source, there)
    text, late = list(source.text), ""
    kept = {(mark.start, mark.text) for mark in meant}
    known = {mark.start: mark.text for mark in there if mark.text}
    for mark in there:
        if mark.text and (mark.start, mark.text) not in kept:
            text[mark.start] = " "
    own = {id(mark) for mark in there}
    for mark in reversed([one for one in meant if one.text and id(one) not in own]):
        if known.get(mark.start) not in (None, mark.text) and text[mark.start] == " ":
            text[mark.start] = mark.text  # one of the other kind stood here
            continue
        place = next((k for k in range(mark.start - 1, -1, -1) if not text[k].isspace()), -1) + 1
        # The last room before the mark that is free; brackets come from the innermost outwards.
        free = [k for k in range(place, mark.start) if text[k].isspace()]
        if free:
            text[free[-1]] = mark.text
        else:
            late += mark.text
    return _closed("".join(text) + late)


def _closed(text: str) -> str:
    """The text without closing brackets too many, and with those at its end that are lacking."""
    opened: list[str] = []
    found = list(text)
    for match in TOKENS.finditer(text):
        mark = match[0]
        if mark in CLOSING:
            opened.append(mark)
        elif mark in (")", "}"):
            if opened and CLOSING[opened[-1]] == mark:
                opened.pop()
            else:
                found[match.start()] = " "
    lacking = "".join(CLOSING[mark] for mark in reversed(opened))
    return "".join(found) + ("\n" + lacking if lacking else "")

"""What a rule file declares and does not use: defines, options, and items that cannot be meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from interpreter.text.defines import Declared, Define
from interpreter.text.errors import Problem, Span
from interpreter.text.options import OptionGroup

MOST_ALIKE: Final = 2
"""With so few items nothing is said of one that differs from the others."""
PUT_TOGETHER: Final = re.compile(r'"([^"\s(){}]*(?:#[1-9]|<[\w:-]+>)[^"\s(){}]*)"')
"""A name of which a part is known only when it is used."""


def doubts(declared: Declared, idle: Iterable[Define]) -> Iterator[Problem]:
    """What can hardly be meant in the declarations of a file, of which some defines are idle."""
    for define in idle:
        name = Span(define.span.source, define.span.start, _end_of_head(define))
        yield Problem(
            f'the define "{define.name}" is never used',
            name,
            None,
            warning=True,
            code="unused-define",
        )
    for group in declared.groups:
        yield from _of_option(group)


def unused(defines: Iterable[Define]) -> Iterator[Define]:
    """The defines of a file that nothing else in it names."""
    for define in defines:
        if not (_is_named(define) or _may_be_put_together(define)):
            yield define


def _elsewhere(span: Span) -> tuple[str, str]:
    """The text before and behind what stands somewhere."""
    return span.source.text[: span.start], span.source.text[span.end :]


def _is_named(define: Define) -> bool:
    quoted = f'"{define.name}"'
    return any(quoted in text for text in _elsewhere(define.span))


def _may_be_put_together(define: Define) -> bool:
    """Whether a parameter or an option may make its name out of parts."""
    for match in PUT_TOGETHER.finditer(define.span.source.text):
        parts = re.split(r"#[1-9]|<[\w:-]+>", match[1])
        if re.fullmatch(".*".join(map(re.escape, parts)), define.name):
            return True
    return False


def _end_of_head(define: Define) -> int:
    text, start = define.span.source.text, define.span.start
    place = text.find(f'"{define.name}"', start, define.span.end)
    return define.span.end if place < 0 else place + len(define.name) + 2


def _of_option(group: OptionGroup) -> Iterator[Problem]:
    used = (f"<{group.tag}>", f"<{group.tag}:", f'"{group.heading}/')
    texts = _elsewhere(group.span)
    if not any(mark in text for mark in used for text in texts):
        hint = f"rules use it as <{group.tag}> or <{group.tag}:{group.arguments[0]}>"
        head = Span(group.span.source, group.span.start, _end_of_line(group.span))
        yield Problem(
            f'the option "{group.heading}" is never used',
            head,
            hint,
            warning=True,
            code="unused-option",
        )
    most = max(item.stars for item in group.items)
    starred = [item for item in group.items if item.stars == most] if most else []
    for item in starred[1:]:
        message = f'the item "{item.name}" has as many stars as "{starred[0].name}"'
        yield Problem(
            message,
            item.span,
            "the first of them is the default",
            warning=True,
            code="several-defaults",
        )
    counts = Counter(item.name for item in group.items)
    seen: set[str] = set()
    for item in group.items:
        if item.name in seen:
            message = f'there are {counts[item.name]} items "{item.name}"'
            yield Problem(
                message, item.span, "only the first can be chosen", warning=True, code="item-twice"
            )
        seen.add(item.name)
    yield from _surplus(group)


def _surplus(group: OptionGroup) -> Iterator[Problem]:
    """Values of several numbers for what all other items give one."""
    for place, argument in enumerate(group.arguments):
        spans = [item.values[place] for item in group.items if place < len(item.values)]
        found = [span.source.text[span.start + 1 : span.end - 1].split() for span in spans]
        numbers = all(word.isdigit() for words in found for word in words)
        several = [span for span, words in zip(spans, found, strict=True) if len(words) > 1]
        if numbers and len(several) == 1 and len(spans) > MOST_ALIKE:
            message = f"this gives several numbers for <{argument}>, where other items give one"
            hint = "each argument stands in its own <>"
            yield Problem(message, several[0], hint, warning=True, code="unused-argument")


def _end_of_line(span: Span) -> int:
    end = span.source.text.find("\n", span.start)
    return span.end if end < 0 else min(end, span.end)

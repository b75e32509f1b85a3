"""Expansion as the language defines it: by rewriting text, step after step.

Slow to point at mistakes and blind to places, but short and close to the definition, so that
`interpreter.text.expand`, which rewrites trees, can be held against it. Where a text is not well
formed it raises anything. One thing it does not copy: the reference puts no parameter in behind the
first that a body lacks, so that in a body with `#2` but no `#1` nothing is put in at all.

Source: what the reference implementation does with a rule file before it reads tokens, Ludii 1.3,
`Language/src/parser/Expander.java` and `Common/src/main/options`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

OPENING, CLOSING = "({[<", ")}]>"
Define = tuple[str, str]
"""The name with its quotes, and the body."""


def closing(text: str, start: int, *, nested: bool = True) -> int:
    """Where the bracket at `start` closes; `(<` and `(>` are no brackets."""
    opened = text[start]
    closed = CLOSING[OPENING.index(opened)]
    depth, quoted = 0, False
    for match in re.compile(rf'"|(?<!\()[{opened}{closed}]|[({{)}}]').finditer(text, start):
        mark = match[0]
        quoted ^= mark == '"'
        if quoted or mark not in (opened, closed):
            continue
        depth += 1 if mark == opened else -1
        if depth == 0 or (mark == closed and not nested):
            return match.start()
    raise ValueError(text[start : start + 40])


def without_comments(text: str) -> str:
    return re.sub(r'"(?:\\"|[^"])*"|//[^\n]*', lambda m: m[0] if m[0][0] == '"' else "", text)


def cut(text: str, opening: str) -> tuple[str, list[str]]:
    """A text without its clauses that begin so, and these."""
    found: list[str] = []
    while opening in text:
        start = text.index(opening)
        end = closing(text, start) + 1
        found.append(text[start:end])
        text = text[:start] + text[end:]
    return text, found


# --- options --------------------------------------------------------------------------------


@dataclass
class Option:
    heading: str
    tag: str
    arguments: list[str]
    items: list[tuple[str, int, list[str]]]
    """Name, stars and values of each."""


def read_option(text: str) -> Option:
    heading = text.split('"')[1]
    text = text[text.index("<") :]
    end = closing(text, 0)
    tag, text = text[1:end], text[text.index("args:") :]
    start = text.index("{")
    end = closing(text, start)
    arguments = re.findall("<([^>]*)>", text[start:end])
    text = text[end + 1 :]
    start = text.index("{")
    text = text[start + 1 : closing(text, start)]
    items: list[tuple[str, int, list[str]]] = []
    while "(item " in text:
        start = text.index("(item ")
        end = closing(text, start)
        after = text[end + 1 :]
        items.append(read_item(text[start:end], len(after) - len(after.lstrip("*"))))
        text = after
    return Option(heading, tag, arguments, items)


def read_item(text: str, stars: int) -> tuple[str, int, list[str]]:
    name, text = text.split('"', 2)[1:]
    text = text[: text.rindex('"', 0, text.rindex('"'))]
    values: list[str] = []
    while "<" in text:
        start = text.index("<")
        end = closing(text, start, nested=False)
        values.append(text[start + 1 : end])
        text = text[end + 1 :]
    return name, stars, values


def with_options(text: str, options: Iterable[Option], selected: Mapping[str, str]) -> str:
    for option in options:
        chosen = max(option.items, key=lambda item: item[1])
        for item in option.items:
            if selected.get(option.heading) == item[0]:
                chosen = item
        if not chosen[2]:
            break
        for argument, value in zip(option.arguments, chosen[2], strict=False):
            text = text.replace(f"<{option.tag}:{argument}>", value)
        text = text.replace(f"<{option.tag}>", chosen[2][0])
    return text


# --- defines --------------------------------------------------------------------------------


def read_define(text: str) -> Define:
    _, name, body = text[1:-1].split('"', 2)
    return f'"{name}"', body.strip()


def protected(text: str, index: int) -> bool:
    return bool(re.search(r"(?<![\w-])(game|match|instance)[^\w\-]*$", text[:index][-40:]))


def arguments(use: str) -> list[str]:
    """The arguments in the use of a define, its brackets included."""
    use = use[1:-1] if use[0] == "(" else use
    found: list[str] = []
    rest = re.sub(r"^\S+", "", use).strip()
    while rest:
        end = argument_end(rest)
        found.append(rest[:end])
        rest = rest[end:].strip()
    return found


def argument_end(rest: str) -> int:
    if rest[0] in OPENING:
        return closing(rest, 0) + 1
    if rest[0] == '"':
        return rest.index('"', 1) + 1
    for index, mark in enumerate(rest):
        if mark.isspace():
            return index
        if mark == ":" and rest[index + 1] in OPENING:
            return closing(rest, index + 1) + 1
    return len(rest)


def filled(body: str, given: list[str]) -> str:
    for number in range(1, 10):
        argument = given[number - 1] if number <= len(given) else "~"
        body = body.replace(f"#{number}", "\0" if argument == "~" else argument)
    return body


def put_in(text: str, define: Define) -> str:
    name, body = define
    start = 0
    while (start := text.find(name, start + 1)) >= 0:
        if protected(text, start):
            continue
        end = start + len(name)
        if text[start - 1] == "(":
            start -= 1
            end = closing(text, start) + 1
        text = text[:start] + filled(body, arguments(text[start:end])) + text[end:]
        if len(text) > 1_000_000:
            raise ValueError("a define that never ends")
    return text.replace("\0", "")


def stable(text: str, step: Callable[[str], str]) -> str:
    while (after := step(text)) != text:
        text = after
    return text


def with_defines(text: str, library: Iterable[Define]) -> str:
    """All defines put in; those that come to light on the way are taken up at the end of it."""

    def each(defines: Iterable[Define]) -> Callable[[str], str]:
        def step(text: str) -> str:
            for define in defines:
                text = put_in(text, define) if define[0] in text else text
            return text

        return step

    def once(text: str) -> str:
        text, found = cut(text, "(define ")
        own = [read_define(define) for define in found]
        return stable(text, lambda text: stable(stable(text, each(own)), each(list(library))))

    return stable(text, once)


# --- ranges and brackets --------------------------------------------------------------------


def with_ranges(text: str) -> str:
    def numbers(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2])
        step = 1 if first <= last else -1
        return " ".join(map(str, range(first, last + step, step)))

    def sites(match: re.Match[str]) -> str:
        columns = range(ord(match[1]), ord(match[3]) + 1)
        rows = range(int(match[2]), int(match[4]) + 1)
        return " ".join(f'"{chr(column)}{row}"' for column in columns for row in rows)

    text = stable(text, lambda text: re.sub(r"(\d+)\.\.(\d+)", numbers, text, count=1))
    return re.sub(r'"([A-Z])(\d+)"\.\."([A-Z])(\d+)"', sites, text)


def tidied(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" (?=[)}])|(?<=[({]) |(?<=:) ", "", text)
    while "((" in text:
        start = text.index("((")
        end = closing(text, start)
        if text[end - 1] != ")":
            raise ValueError(text[start : start + 40])
        text = text[:start] + text[start + 1 : end] + text[end + 1 :]
    return text


def expand(text: str, library: Iterable[Define], selected: Mapping[str, str] | None = None) -> str:
    """The text of the game alone, everything put in."""
    text, options = cut(without_comments(text), '(option "')
    text = with_options(text, map(read_option, options), selected or {})
    text, _ = cut(text, "(rulesets")
    text, _ = cut(text, "(metadata")
    text = with_defines(text, library)
    text = tidied(with_ranges(without_comments(text)))
    start = text.index("(")
    return text[start : closing(text, start) + 1]

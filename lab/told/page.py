"""The page of what commands tell as JSON: `python -m lab.told.page docs/json.md`."""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from lab.told.data import documented, summary
from lab.told.everything import kinds

HEAD = """# Results as JSON

Every command that prints a table prints JSON with `--json` instead, and writes it with `--json
FILE.json` besides. Every answer names its form, as `"schema": "ludwright.check/1"`. Fields may be
added under the same number; where one goes or means something else, the number grows.
`ludwright schema NAME` prints the JSON Schema of each. A command that fails prints
`ludwright.failed`, with the mistakes as `check` has them, and its exit status is what it is without
`--json`.

This page is generated from the classes in `lab/told/`.
"""


def page() -> str:
    """The page."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    told: set[type] = set()
    for kind in kinds().values():
        yield f"## `{kind.SCHEMA}`\n"
        yield f"{_sentence(summary(kind))}\n"
        yield from _table(kind)
        for part in _parts(kind):
            if part in told:
                continue
            told.add(part)
            yield f"### {part.__name__}\n"
            yield f"{_sentence(summary(part))}\n"
            yield from _table(part)


def _sentence(text: str) -> str:
    return text.replace("<", "&lt;")


def _table(kind: type) -> Iterator[str]:
    says, hints = documented(kind), get_type_hints(kind)
    yield "| field | is | |"
    yield "| --- | --- | --- |"
    for one in fields(kind):  # pyright: ignore[reportArgumentType]
        yield f"| `{one.name}` | {type_name(hints[one.name])} | {says.get(one.name, '')} |"
    yield ""


def _parts(kind: type) -> Iterator[type]:
    """The classes in a class, in the order in which they are met."""
    for hint in get_type_hints(kind).values():
        for one in _classes(hint):
            yield one
            yield from _parts(one)


def _classes(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for one in get_args(hint):
        yield from _classes(one)


def type_name(hint: Any) -> str:
    """What a type is called here."""
    if hint is type(None):
        return "null"
    inner, origin = get_args(hint), get_origin(hint)
    if origin is typing.Literal:
        return " or ".join(f'"{one}"' for one in inner)
    if isinstance(origin, type) and issubclass(origin, typing.Mapping):
        return f"object of {type_name(inner[1])}"
    if isinstance(origin, type) and issubclass(origin, typing.Sequence):
        return f"list of {type_name(inner[0])}"
    if inner:
        return " or ".join(type_name(one) for one in inner)
    plain = {str: "text", int: "whole number", float: "number", bool: "true or false",
             object: "anything"}  # fmt: skip
    if hint in plain:
        return plain[hint]
    name = hint.__name__
    return f"[{name}](#{re.sub(r'[^a-z]', '', name.lower())})"


def main() -> None:
    """Write the page where the command line says."""
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

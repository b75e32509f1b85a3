"""The page of the Python interface, made from signatures and docstrings.

python -m lab.pages.api docs/python.md            # write the page
python -m lab.pages.api docs/python.md --check    # say whether it is stale
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType

import ludwright
from lab.pages.command import main

HEAD = """# Python

Made by `make docs` from the code: what `import ludwright` gives, and nothing that may change from
version to version. The [tutorial](tutorial.md) shows it at work.
"""
SECTION = re.compile(r"^(Args|Raises|Attributes|Source):(.*)$")
ENTRY = re.compile(r"^    (\S.*?): (.*)$")
# What speaks of these is for the program itself.
INNER = re.compile(r"\b(Raw|Kept|MetMoves|Part|Program|Future|Expanded|Running)\b")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in ludwright.__all__:
        parts.append("\n".join(_named(name, getattr(ludwright, name))))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _named(name: str, value: object) -> Iterator[str]:
    if isinstance(value, type):
        yield f"## {name}\n"
        yield from _told(value)
        for inner, member in _members(value):
            if not inner.startswith("_"):
                yield from _member(inner, member)
    else:
        yield f"## {name}\n"
        yield from _signature(name, value)
        yield from _told(value)


def _members(kind: type) -> Iterator[tuple[str, object]]:
    """What a class has, behind what it has from those of ours that it is made from."""
    for one in reversed(kind.__mro__):
        if one is kind or one.__module__.startswith("interpreter."):
            yield from vars(one).items()


def _member(name: str, member: object) -> Iterator[str]:
    if isinstance(member, property | cached_property):
        getter = member.func if isinstance(member, cached_property) else member.fget
        if getter is not None and not INNER.search(str(inspect.signature(getter))):
            yield f"\n### .{name}\n"
            yield from _told(member)
        return
    inner = member.__func__ if isinstance(member, classmethod | staticmethod) else member
    if isinstance(inner, FunctionType) and not INNER.search(str(inspect.signature(inner))):
        yield f"\n### .{name}()\n"
        yield from _signature(name, inner)
        yield from _told(inner)


def _signature(name: str, value: object) -> Iterator[str]:
    assert callable(value)
    text = str(inspect.signature(value)).replace("'", "")
    short = re.sub(r"\(self(, )?", "(", text)
    yield f"```python\n{name}{_wrapped(short)}\n```\n"


def _wrapped(signature: str) -> str:
    """A signature on one line if it fits, else one parameter a line."""
    if len(signature) <= 80:
        return signature
    inner, _, result = signature[1:].rpartition(")")
    parts, depth, start = list[str](), 0, 0
    for place, char in enumerate(inner):
        depth += (char in "[(") - (char in "])")
        if char == "," and depth == 0:
            parts.append(inner[start:place].strip())
            start = place + 1
    parts.append(inner[start:].strip())
    return "(\n" + "".join(f"    {part},\n" for part in parts) + ")" + result


def _told(value: object) -> Iterator[str]:
    """A docstring, its lists of arguments as lists."""
    lines = (inspect.getdoc(value) or "").split("\n")
    for line in lines:
        head, entry = SECTION.match(line), ENTRY.match(line)
        if head:
            yield f"**{head[1]}**{': ' + head[2].strip() if head[2].strip() else ''}\n"
        elif entry:
            yield f"* `{entry[1]}`: {entry[2]}"
        elif line.startswith("        "):
            yield f"  {line.strip()}"
        else:
            yield line


if __name__ == "__main__":
    sys.exit(main(__doc__, lambda path: {path: page()}))

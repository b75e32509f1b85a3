"""Pages as they read when every step that they show is done.

How long something took is another at each time, and on each machine: the page keeps what it says.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from difflib import SequenceMatcher
from pathlib import Path

from typer.testing import CliRunner

from lab.cli.app import app

BLOCK = re.compile(r"^```([a-z ]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = "[0-9][0-9.,]*"
TIME = re.compile(rf"\bin {NUMBER} s\b( \({NUMBER} a second\))?")
RATE = re.compile(rf"\b{NUMBER} a second\b")
COMPILED = re.compile(rf"; {NUMBER} s to compile$")
"""What is said only where compiling took long."""
THOUGHT = re.compile(rf" {{3}}{NUMBER} s$")
"""Behind a move of the computer, where it took long."""
COUNTED = re.compile(rf"^( +[0-9]+ +[0-9,]+) +{NUMBER} +{NUMBER}$")
TITLE = re.compile(r'\(game "(\w+)"')
REST = "…"


def blocks(kind: str, text: str) -> list[str]:
    return [block for found, block in BLOCK.findall(text) if found == kind]


def runs(block: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines shown behind it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        yield command, shown


def printed(command: str) -> list[str]:
    """What a command prints, without spaces at the ends of lines."""
    name, *words = shlex.split(command)
    assert name == "ludwright"
    output = CliRunner().invoke(app, words).output
    return [line.rstrip() for line in output.rstrip().split("\n")] if output else []


def as_shown(lines: list[str], shown: list[str]) -> list[str]:
    """The lines that a document shows of an output: all, or the first of them."""
    if shown[-1:] != [REST]:
        return lines
    return [*lines[: max(len(shown) - 1, 5)], REST]


def console(block: str) -> str:
    """A console block with what its commands print."""
    parts: list[str] = []
    for command, shown in runs(block):
        parts += [f"$ {command}", *as_shown(printed(command), shown)]
    return "\n".join(parts) + "\n"


def timeless(line: str) -> str:
    """A line without how long something took."""
    line = THOUGHT.sub("", COMPILED.sub("", COUNTED.sub(r"\1", line)))
    return RATE.sub("so many a second", TIME.sub("in no time", line))


def renewed(shown: str, now: str) -> str:
    """What a page shows now: the lines of before where only times differ."""
    before, after = shown.splitlines(keepends=True), now.splitlines(keepends=True)
    old, new = ([timeless(line.rstrip("\n")) for line in lines] for lines in (before, after))
    parts: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        parts += before[i:j] if what == "equal" else after[k:m]
    return "".join(parts)


def followed(text: str) -> str:
    """A page as it reads when every step is done, in the present folder."""

    def step(found: re.Match[str]) -> str:
        kind, block = found.groups()
        if kind in ("lud", "lud mistake"):
            title = TITLE.search(block)
            assert title
            Path(f"{title[1].lower()}.lud").write_text(block, encoding="utf-8")
        if kind.startswith("python "):
            name = kind.removeprefix("python ")
            Path(f"{name}.py").write_text(block, encoding="utf-8")
        if kind == "console":
            block = renewed(block, console(block))
        if kind == "python" and block.startswith(">>>"):
            block = answered(block)
        return f"```{kind}\n{block}```"

    return BLOCK.sub(step, text)


def answered(block: str) -> str:
    """A block of Python at the prompt, with what it answers."""
    names: dict[str, object] = {}
    parts: list[str] = []
    for example in doctest.DocTestParser().get_examples(block):
        output = io.StringIO()
        with redirect_stdout(output):
            exec(compile(example.source, "<page>", "single"), names)
        prompted = example.source.rstrip("\n").replace("\n", "\n... ")
        parts += [f">>> {prompted}\n", output.getvalue()]
    return "".join(parts)

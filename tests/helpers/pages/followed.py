"""Pages as they read when every step that they show is done."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from typer.testing import CliRunner

from lab.cli.app import app

BLOCK = re.compile(r"^```([a-z ]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"in [0-9.,]+ s( \([0-9.,]+ a second\))?")
COUNTED = re.compile(r"^( +[0-9]+ +[0-9,]+) +[0-9.]+ +[0-9,]+$", re.MULTILINE)
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


def timeless(text: str) -> str:
    return COUNTED.sub(r"\1", TIME.sub("in no time", text))


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
        if kind == "console" and timeless(block) != timeless(console(block)):
            block = console(block)
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

"""What the documents show is what happens.

`GOLDEN=write` rewrites what they show, to be read in the difference.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from machine_page import remade
from typer.testing import CliRunner

from interpreter import load
from lab.cli.app import app
from lab.pages.about import entries

DOCS = Path(__file__).parent.parent / "docs"
TUTORIAL = DOCS / "tutorial.md"
MOVING = DOCS / "moving.md"
PLAYERS = DOCS / "players.md"
MACHINE = DOCS / "machine.md"
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
BLOCK = re.compile(r"^```([a-z ]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"in [0-9.,]+ s( \([0-9.,]+ a second\))?")
COUNTED = re.compile(r"^( +[0-9]+ +[0-9,]+) +[0-9.]+ +[0-9,]+$", re.MULTILINE)
PICTURE = re.compile(r"^!\[.*\]\(pictures/(.*)\)$", re.MULTILINE)
TITLE = re.compile(r'\(game "(\w+)"')
REST = "…"


def blocks(kind: str, text: str) -> list[str]:
    return [block for found, block in BLOCK.findall(text) if found == kind]


def rules(page: Path) -> list[str]:
    return blocks("lud", page.read_text(encoding="utf-8"))


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


@pytest.mark.parametrize(
    "page",
    [TUTORIAL, pytest.param(MOVING, marks=pytest.mark.slow), PLAYERS],
    ids=lambda page: page.stem,
)
def test_pages_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    text = page.read_text(encoding="utf-8")
    found = followed(text)
    drawn = {DOCS / "pictures" / name: Path(name).read_bytes() for name in PICTURE.findall(text)}
    if os.environ.get("GOLDEN") == "write":
        page.write_text(found, encoding="utf-8")
        for path, picture in drawn.items():
            path.write_bytes(picture)
    else:
        assert found == text
        assert drawn == {path: path.read_bytes() for path in drawn}


@pytest.mark.parametrize("text", rules(TUTORIAL))
def test_every_rule_text_of_the_tutorial_plays(text: str) -> None:
    game = load(text)
    assert game.warnings == ()
    lengths = game.playouts(20, seed=1).lengths
    assert lengths.min() >= 7
    assert lengths.max() <= 50


@pytest.mark.parametrize("text", rules(MOVING))
def test_every_rule_text_of_the_second_tutorial_plays(text: str) -> None:
    game = load(text)
    assert game.warnings == ()
    lengths = game.playouts(20, seed=1).lengths
    assert lengths.min() >= 7
    # The page shows that herons fly about for ever while nothing else ends the game.
    assert lengths.max() <= 100 or "custodial" not in text


@pytest.mark.parametrize("page", [TUTORIAL, MOVING], ids=lambda page: page.stem)
def test_a_tutorial_shows_the_command_of_every_output(page: Path) -> None:
    assert len(rules(page)) >= 5
    assert all(block.startswith("$ ") for block in blocks("console", page.read_text("utf-8")))


def test_the_page_on_the_machine_shows_the_machine() -> None:
    text = MACHINE.read_text(encoding="utf-8")
    found = remade(text)
    if os.environ.get("GOLDEN") == "write":
        MACHINE.write_text(found, encoding="utf-8")
    else:
        assert found == text


def test_links_between_pages_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_first_page_counts_the_library() -> None:
    games = entries()
    said = f"{len(games)} games in {len({game.family for game in games})} families"
    assert said in (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index

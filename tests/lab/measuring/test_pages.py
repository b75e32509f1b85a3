"""What the pages on measuring show is what happens. `GOLDEN=write` rewrites it."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
from collections import Counter
from contextlib import redirect_stdout

import pytest
from typer.testing import CliRunner

from helpers.backends import needs_native
from helpers.paths import ROOT
from lab.cli.app import app
from lab.measuring.telling.criteria_page import page

pytestmark = needs_native

MEASURING, CRITERIA = ROOT / "docs" / "measuring.md", ROOT / "docs" / "criteria.md"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = range(len(BLOCK.findall(MEASURING.read_text("utf-8"))))
"""The first takes a minute."""
FIGURE = re.compile(r"-?\d\.\d{3} \(.*?\)")


def shown(found: re.Match[str]) -> str:
    """A block with what its commands print, or its lines at the prompt answer."""
    kind, block = found.groups()
    if kind == "console":
        command = block.split("\n", 1)[0]
        output = CliRunner().invoke(app, shlex.split(command)[2:]).output
        lines = [line.rstrip() for line in output.rstrip().split("\n")]
        return "\n".join(["```console", command, *lines, "```"])
    names: dict[str, object] = {}
    parts: list[str] = []
    for example in doctest.DocTestParser().get_examples(block):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(example.source, "<page>", "single"), names)
        parts += [f">>> {example.source}", printed.getvalue()]
    return f"```python\n{''.join(parts)}```"


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [pytest.param(number, marks=() if number else pytest.mark.thorough) for number in BLOCKS],
)
def test_the_page_shows_what_is_measured(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = MEASURING.read_text("utf-8")
    block = list(BLOCK.finditer(text))[part]
    found = shown(block)
    if os.environ.get("GOLDEN") == "write":
        MEASURING.write_text(text.replace(block[0], found), "utf-8")
    else:
        assert found == block[0]


@pytest.mark.slow
def test_its_table_has_the_figures_of_the_games_that_are_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    table = next(BLOCK.finditer(MEASURING.read_text("utf-8")))[2]
    words = shlex.split(table.split("\n", 1)[0])[2:]
    quick = [word for word in words if word not in ("Hex", "Gomoku")]
    found = FIGURE.findall(CliRunner().invoke(app, quick).output)
    assert len(found) == 3 * 5
    assert Counter(found) <= Counter(FIGURE.findall(table))


def test_the_page_of_criteria_is_in_step() -> None:
    assert CRITERIA.read_text("utf-8") == page(), "make docs"

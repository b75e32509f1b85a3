"""What the pages on measuring show is what happens. `GOLDEN=write` rewrites it."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
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
def test_the_page_shows_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = MEASURING.read_text("utf-8")
    found = BLOCK.sub(shown, text)
    if os.environ.get("GOLDEN") == "write":
        MEASURING.write_text(found, "utf-8")
    else:
        assert found == text


def test_the_page_of_criteria_is_in_step() -> None:
    assert CRITERIA.read_text("utf-8") == page(), "make docs"

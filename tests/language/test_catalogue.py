"""Rules for every entry of the catalogue: documented, sourced, with examples that bind."""

from __future__ import annotations

import subprocess
import sys
from difflib import unified_diff

import pytest

from helpers.bound import bound_somehow
from helpers.paths import ROOT
from interpreter.language.catalogue import Ludeme
from interpreter.language.nodes import Node
from interpreter.play.load import catalogue
from interpreter.text.printer import write
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause
from lab.pages.reference import PAGES, page_of, pages, stale_pages

FORMS = list(catalogue())
IDS = [f"{form.name}-{number}" for number, form in enumerate(FORMS)]


def holds(node: object, form: Ludeme) -> bool:
    """Whether a form stands somewhere in a bound tree."""
    if isinstance(node, Node):
        return node.ludeme is form or any(holds(value, form) for _, value in node.args)
    if isinstance(node, tuple):
        return any(holds(one, form) for one in node)
    inner = getattr(node, "argument", getattr(node, "node", None))
    return inner is not None and holds(inner, form)


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_every_form_is_documented(form: Ludeme) -> None:
    assert form.summary.endswith("."), "the docstring starts with a sentence"
    assert form.source
    assert form.examples
    for parameter in form.parameters:
        assert parameter.documentation, f"{parameter.name} is not described"
        assert parameter.alternatives


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_examples_hold_the_form_and_read_back(form: Ludeme) -> None:
    for example in form.examples:
        tree = parse_one(example)
        assert parse_one(write(tree)) == tree
        assert isinstance(tree, Clause)
        assert any(holds(node, form) for node in bound_somehow(tree)), example


def test_every_form_has_a_page() -> None:
    listed = {kind for _, kinds in PAGES.values() for kind in kinds}
    strays = {form.name for form in FORMS if form.result not in listed}
    assert strays == {"flips", "payoff", "score"}, "these stand among the parts"
    assert all(page_of(form) in PAGES for form in FORMS)


def test_the_reference_is_not_stale() -> None:
    folder = ROOT / "docs" / "reference"
    lines: list[str] = []
    for name in stale_pages(folder):
        written = (folder / name).read_text("utf-8") if (folder / name).exists() else ""
        made = pages().get(name, "")
        lines += unified_diff(written.splitlines(), made.splitlines(), name, "make docs", n=0)
    assert not lines, "\n".join(["run make docs and read the difference", *lines])


BACKWARDS = """
from importlib import import_module
from pathlib import Path
for path in sorted(Path("ludemes").rglob("*.py"), reverse=True):
    import_module(".".join(path.with_suffix("").parts))
from interpreter.play.load import catalogue
from lab.pages.reference import stale_pages
for form in reversed(list(catalogue())):
    form.parameters
print(stale_pages(Path("docs/reference")))
"""


@pytest.mark.slow
def test_the_order_in_which_files_and_signatures_are_read_makes_no_difference() -> None:
    """`typing` keeps one of two unions of the same types: the first one that is asked for."""
    command = [sys.executable, "-c", BACKWARDS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_known_words_cover_the_forms() -> None:
    """What is built and what is only known are told apart by name alone."""
    assert "card" in catalogue().known
    assert "card" not in catalogue().forms

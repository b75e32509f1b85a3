"""The phrase book: its pages fit the catalogue and the reference, and mistakes are refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT
from interpreter import LudError
from interpreter.language.catalogue import Ludeme
from interpreter.language.english.phrasebook import book, passages, read, templates
from interpreter.language.english.templates import USUAL, template
from interpreter.play.load import catalogue
from interpreter.text.errors import Source
from lab.pages.reference import PAGES, page_of

FOLDER = ROOT / "ludemes" / "words"
FORMS = list(catalogue())
IDS = [f"{form.name}-{number}" for number, form in enumerate(FORMS)]
PAGE = sorted(path.stem for path in FOLDER.glob("*.txt"))
LONGEST = 100


def page(name: str) -> Source:
    return Source(f"{name}.txt", (FOLDER / f"{name}.txt").read_text("utf-8"))


# The pages


@pytest.mark.parametrize("name", PAGE)
def test_every_form_stands_on_the_page_of_the_reference_that_it_belongs_to(name: str) -> None:
    assert name in PAGES
    strays = [
        one.span.place for one in passages(page(name), catalogue()) if page_of(one.form) != name
    ]
    assert strays == []


@pytest.mark.parametrize("name", PAGE)
def test_no_template_is_said_twice(name: str) -> None:
    for one in passages(page(name), catalogue()):
        assert len(set(one.templates)) == len(one.templates), one.span.place


@pytest.mark.parametrize("name", PAGE)
def test_every_shorthand_is_used_and_lines_are_short(name: str) -> None:
    text = page(name).text
    for name in re.findall(r"^<([a-z ]+)> = ", text, re.MULTILINE):
        assert text.count(f"<{name}>") > 1, f"<{name}> is not used"
    assert [line for line in text.split("\n") if len(line) > LONGEST] == []


def test_the_book_comes_first_and_the_entry_last() -> None:
    told = book(catalogue().phrases)
    (form,) = catalogue().forms["is Mover"]
    assert len(told[form]) == 5
    assert templates(form) == (*told[form], template(form.words[0], form))


# The entries


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_an_entry_has_at_most_two_plain_templates(form: Ludeme) -> None:
    assert len(form.words) <= 2, "finer wording belongs into the phrase book"
    for words in form.words:
        assert "{?" not in words, "a guard belongs into the phrase book"
        assert template(words, form).mode == USUAL, "a mode belongs into the phrase book"
        assert len(words) < LONGEST


def test_an_entry_says_more_of_what_it_means_than_of_how_it_is_told() -> None:
    """Nearly all have one line of words, or none."""
    assert sum(len(form.words) for form in FORMS) < 1.1 * len(FORMS)


# Headings


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_the_line_of_the_reference_is_a_heading(form: Ludeme) -> None:
    (only,) = passages(Source("page.txt", f"{form}\n    words"), catalogue())
    assert only.form is form


@pytest.mark.parametrize(
    ("heading", "form"),
    [
        ("(is Line)", "is_line"),
        ("(<=)", "at_most"),
        ("(max <left> <right>) -> int", "greatest"),
        ("(max <numbers>)", "greatest_of"),
        ("(max) -> range", "range_to"),
        ("(= <left:sites>)", "equal_sites"),
        ("(count Sites in:)", "count_sites"),
        ("(count [at:] [in:<sites>])", "count_at"),
        ("(sites <name>)", "sites_named"),
        ("(sites [<name>])", "sites_of_player"),
    ],
)
def test_a_heading_may_leave_out_what_is_not_needed(heading: str, form: str) -> None:
    (only,) = passages(Source("page.txt", f"{heading}\n    words"), catalogue())
    assert only.form.form.__name__ == form


# What a page may hold


def told(text: str) -> list[str]:
    """The one form of a page: its templates, written out."""
    (only,) = passages(Source("page.txt", text), catalogue())
    return ["".join(part if isinstance(part, str) else "*" for part in one.parts)
            for one in only.templates]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "templates"),
    [
        (["    one", "    two"], ["one", "two"]),
        (["    one", "", "        goes on"], ["one goes on"]),
        (["    one", "        goes on", "        and on"], ["one goes on and on"]),
        (["    one", "        [ {what}]"], ["one*"]),
        (["    {?exact}", "        {?length}one"], ["**one"]),
        (["    {exact|True=so|", "        False=not so}"], ["*"]),
        (["    # a comment", "    one"], ["one"]),
        (["    one\\ntwo\\tthree"], ["one\ntwo\tthree"]),
        (["  one", "  two"], ["one", "two"]),
        (["    one\r", "    two\r"], ["one", "two"]),
    ],
)
def test_lines_of_a_page(lines: list[str], templates: list[str]) -> None:
    assert told("\n".join(["# a page", "(is Line)", *lines, ""])) == templates


def test_a_shorthand_stands_for_its_words() -> None:
    text = "<b> = of\n  {length}\n<a b> = row <b>\n(is Line)\n    a <a b>, <b>"
    assert told(text) == ["a row of *, of *"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(is Lin)\n    words", "page.txt:1:1: no form is called is Lin\n  (is Lin)\n  ^^^^^^^^\n"
                                "  did you mean is Line"),
        ("(equals <left:int>)\n    words", "page.txt:1:1: no form is called equals\n"),
        ("(is Line <row>)\n    words", "page.txt:1:1: no form is written so\n"),
        ("(is Line <through>)\n    words", "page.txt:1:1: no form is written so\n"),
        ("(is Line <length:sites>)\n    words", "page.txt:1:1: no form is written so\n"),
        ("(is Line) -> int\n    words", "page.txt:1:1: no form is written so\n"),
        ("\n(max)\n    words", "page.txt:2:1: 4 forms are written so\n"),
        ("is Line\n    words", "page.txt:1:1: neither a form in brackets nor a shorthand"),
        ("(is Line\n    words", "page.txt:1:1: a form is written as in the reference"),
        ("(is Line) bool\n    words", "page.txt:1:1: a form is written as in the reference"),
        ("# first\n    words", "page.txt:2:5: this stands under no form\n"),
        ("(is Line)\n(is Full)\n    words", "page.txt:1:1: nothing stands under this form\n"),
        ("(is Line)\n    {lenght} in a row", "page.txt:2:5: is Line: lenght is no parameter"),
        ("(is Line)\n    words\n    {length:ten}", "page.txt:3:5: ten is no mode\n"),
        ("(is Line)\n    {length", "page.txt:2:5: unbalanced braces"),
        ("(is Line)\n    [ {length}", "page.txt:2:5: a bracket is not closed"),
        ("(is Line)\n    words\n\t\tgo on", "page.txt:3:3: a tab; lines are indented by spaces\n"),
        ("(is Line)\n    a <row>", "page.txt:2:5: there is no <row> above\n"),
        ("<row> = row\n(is Line)\n    a <raw>", "page.txt:3:5: there is no <raw> above\n  a <raw>\n"
                                                "  ^^^^^^^\n  did you mean row?"),
        ("<a> = <b>\n<b> = words", "page.txt:1:1: there is no <b> above\n"),
        ("<a> = one\n<a> = two", "page.txt:2:1: <a> is there already\n"),
        ("<a> one", "page.txt:1:1: neither a form in brackets nor a shorthand"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(LudError, match=re.escape(message)):
        passages(Source("page.txt", text), catalogue())


def test_the_forms_that_a_heading_may_mean_are_named() -> None:
    with pytest.raises(LudError) as found:
        passages(Source("page.txt", "(max <left> <right>)\n(max)\n    words"), catalogue())
    assert "  (max <most:int>) -> range\n" in f"{found.value}\n"


def test_a_form_has_one_heading_in_all_pages(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("(is Line)\n    words", "utf-8")
    (tmp_path / "b.txt").write_text("# more\n(is Line <length>)\n    words", "utf-8")
    message = "b.txt:2:1: is Line has a heading already, at a.txt:1:1"
    with pytest.raises(LudError, match=message):
        read(tmp_path, catalogue())


def test_a_page_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"(is Line)\n    \xff")
    with pytest.raises(LudError, match=r"a\.txt is no text: byte 14 is not UTF-8"):
        read(tmp_path, catalogue())


def test_other_files_are_no_pages(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("how to write a page", "utf-8")
    assert read(tmp_path, catalogue()) == {}


# When it is read

PLAYED = """
from interpreter import load
from interpreter.language.english.phrasebook import book
load("Tic-Tac-Toe", backend="python").start().moves()
print(book.cache_info().misses)
"""


@pytest.mark.slow
def test_a_game_is_played_without_the_book() -> None:
    command = [sys.executable, "-c", PLAYED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"

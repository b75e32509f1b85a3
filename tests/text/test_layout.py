"""The layout of rule texts: what it looks like, and that it changes nothing else."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.marks import examples
from helpers.paths import ROOT
from helpers.recordings import chunks, rule_files
from interpreter.text.errors import LudError, Source
from interpreter.text.layout import WIDTH, laid_out
from interpreter.text.syntax import parse
from interpreter.text.tree import Angled, Item

OURS = [*sorted(ROOT.glob("games/**/*.lud")), *sorted(ROOT.glob("ludemes/defines/**/*.def"))]
COMMENT = re.compile(r'"(?>[^"\\]+|\\"?)*+"|//[^\n]*')


def laid(text: str) -> str:
    return laid_out(Source("game.lud", text))


def angles(items: Sequence[object]) -> list[Angled]:
    found: list[Angled] = []
    for item in items:
        if isinstance(item, Angled):
            found.append(item)
            continue
        for name in ("items", "parts", "value", "form"):
            inner = getattr(item, name, None)
            if isinstance(inner, tuple):
                found += angles(inner)
            elif hasattr(inner, "span"):
                found += angles([inner])
    return found


def shape(items: Sequence[Item]) -> list[object]:
    """The surface, with the values of options taken out and read for themselves."""
    values = angles(items)
    text = repr(items)
    for value in values:
        text = text.replace(repr(value), "Angled()", 1)
    return [text, *(shape(parse(Source("value", value.text))) for value in values)]


def comments(text: str) -> list[str]:
    return [one.rstrip() for one in COMMENT.findall(text) if one.startswith("//")]


def check_layout(text: str) -> None:
    found = laid(text)
    assert shape(parse(Source("g", found))) == shape(parse(Source("g", text)))
    assert comments(found) == comments(text)
    assert laid(found) == found


@pytest.mark.parametrize("family", sorted({path.parent for path in OURS}), ids=lambda one: one.name)
def test_our_files_are_laid_out(family: Path) -> None:
    for path in [one for one in OURS if one.parent == family]:
        text = path.read_text(encoding="utf-8")
        assert laid(text) == text, f"ludwright format {path.relative_to(ROOT)}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_layout_of_every_reference_game(part: int) -> None:
    if not rule_files():
        pytest.skip("the reference rule files are absent")
    for file in chunks(4)[part]:
        check_layout(file.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_layout_of_our_games_on_one_line_and_back(part: int) -> None:
    """However white space is lost, meaning and comments stay, and no line is too long."""
    for path in OURS[part::8]:
        text = path.read_text(encoding="utf-8")
        bare = COMMENT.sub(lambda one: "" if one[0].startswith("//") else one[0], text)
        tight = re.sub(r'("(?>[^"\\]+|\\"?)*+")|\s+', lambda one: one[1] or " ", bare)
        check_layout(tight)
        for line in laid(tight).splitlines():
            assert len(line) <= WIDTH or '"' in line or not re.search(r"[(){}]", line), line


@settings(max_examples=examples(200))
@given(st.data())
def test_layout_of_anything(data: st.DataObject) -> None:
    space = st.sampled_from(["", " ", "\n", "\n\n\n", " // note\n", "\t", "\n  // note\n"])
    atom = st.sampled_from(["x", "12", '"a text"', '"two\n  lines"', "#1", "~", "<Tag:n>", "P#1",
                            "0..4", "< (a\n b)>", "a_word_that_is_longer_than_others"])  # fmt: skip

    def text(depth: int) -> str:
        parts = []
        for _ in range(data.draw(st.integers(0, 4))):
            parts.append(data.draw(space) or " ")
            parts.append(data.draw(st.sampled_from(["", "", "lab:"])))
            kind = data.draw(st.sampled_from("aaa({" if depth < 4 else "a"))
            if kind == "a":
                parts.append(data.draw(atom))
            else:
                parts += [kind, "word" * (kind == "("), text(depth + 1), {"(": ")", "{": "}"}[kind]]
        return "".join([*parts, data.draw(space)])

    check_layout(text(0))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(a   b\tc)", "(a b c)\n"),
        ("(a {1 2} args:{ <x> } b: {x})", "(a { 1 2 } args:{<x>} b:{ x })\n"),
        ("(a\n(b)\n    (c) )", "(a\n    (b)\n    (c)\n)\n"),
        ("(a {\n(b) (c)\n(d)})", "(a {\n    (b) (c)\n    (d)\n})\n"),
        ("(a (b\n c) (d\n e))", "(a (b\n    c\n) (d\n    e\n))\n"),
        ("(if (or\n a\n b) (c))", "(if (or\n        a\n        b\n    )\n    (c)\n)\n"),
        ("(a) (b)\n\n\n\n(c)", "(a)\n(b)\n\n(c)\n"),
        ("(a // why\nb)", "(a // why\n    b\n)\n"),
        ("{ a\n// why\n\n b }", "{\n    a\n    // why\n\n    b\n}\n"),
        ("(item <(a\n b)>)**", "(item <(a\n    b\n)>)**\n"),
        ('(a "one\n two" b)', '(a "one\n two" b)\n'),
        ("(a b)\r\n(c\r\nd)", "(a b)\r\n(c\r\n    d\r\n)\r\n"),
        ("// nothing", "// nothing\n"),
        ("", ""),
    ],
)  # fmt: skip
def test_layout(before: str, after: str) -> None:
    assert laid(before) == after
    assert laid(after) == after


def test_long_lines_are_broken() -> None:
    long = " ".join(["(word Mover)"] * 12)
    assert laid(f'(define "Long" (or {{{long}}}))') == (
        '(define "Long"\n    (or {\n' + 12 * "        (word Mover)\n" + "    })\n)\n"
    )
    numbers = " ".join(["123"] * 40)
    assert [len(line) for line in laid(f"(sites {{{numbers}}})").splitlines()] == [8, 99, 67, 2]


def test_a_broken_text_is_refused() -> None:
    with pytest.raises(LudError, match="is never closed"):
        laid("(a (b)")

"""Rule files laid out: the same rules and comments, and nothing to do a second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.marks import each_game
from helpers.recordings import REFERENCE
from interpreter import LudError
from interpreter.play.load import read
from interpreter.text.errors import Source
from interpreter.text.layout import WIDTH, lay_out
from interpreter.text.printer import write
from interpreter.text.syntax import parse
from interpreter.text.tree import Form
from lab.cli.app import app

OTHERS = sorted(REFERENCE.glob("games/**/*.lud"))
COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|(//[^\n]*)')

# What is written, and how it is laid out.
CASES = {
    "spaces": ('( game   "A"(players 2 ) )', '(game "A" (players 2))'),
    "lines that are broken stay so": (
        '(game "A"\n(players 2)\n  (rules (play\n(move Pass) )))',
        '(game "A"\n    (players 2)\n    (rules (play\n        (move Pass)\n    ))\n)',
    ),
    "several on a line stay there": (
        "(start {\n(place 1) (place 2)\n(place 3)})",
        "(start {\n    (place 1) (place 2)\n    (place 3)\n})",
    ),
    "brackets that open together close together": (
        "(equipment {\n(board (square 3))\n})",
        "(equipment {\n    (board (square 3))\n})",
    ),
    "a list with lines of its own indents what is in it": (
        "(if (or\n(is Full)\n(is Line 3))\n(result Mover Win))",
        "(if (or\n        (is Full)\n        (is Line 3)\n    )\n    (result Mover Win)\n)",
    ),
    "labels": ("(a if: (b) to:\n(c))", "(a if:(b) to:(c))"),
    "spaces within braces": ("{1 2} { 3 4}", "{1 2}\n{ 3 4 }"),
    "comments": (
        "// one\n\n\n\n// two\n(a // three\n(b)\n// four\n)// five\n",
        "// one\n\n// two\n(a  // three\n    (b)\n    // four\n)  // five",
    ),
    "empty lines": ("(a\n\n\n(b)\n\n\n\n(c)\n\n)", "(a\n    (b)\n\n    (c)\n)"),
    "texts of several lines": ('(a "one\n   two"\n(b))', '(a "one\n   two"\n    (b)\n)'),
    "options": (
        '(option "X" <X> args:{<a>}{\n(item "1"   <(b\n (c))>)*\n})',
        '(option "X" <X> args:{<a>} {\n    (item "1" <(b\n (c))>)*\n})',
    ),
    "what is too long": (
        f'(forEach Piece "Man" (move Step {"x" * 40}) (move Hop {"y" * 40}) (then (moveAgain)))',
        f'(forEach Piece "Man"\n    (move Step {"x" * 40})\n    (move Hop {"y" * 40})\n'
        "    (then (moveAgain))\n)",
    ),
    "many small parts fill lines": (
        f"(define \"All\" {' '.join(f'(id {number:02})' for number in range(20))})",
        '(define "All"\n    ' + " ".join(f"(id {number:02})" for number in range(12)) + "\n    "
        + " ".join(f"(id {number:02})" for number in range(12, 20)) + "\n)",
    ),
    "nothing": ("\n\n", ""),
}  # fmt: skip


@pytest.mark.parametrize(("written", "laid_out"), CASES.values(), ids=CASES)
def test_layout(written: str, laid_out: str) -> None:
    assert lay_out(Source("<text>", written)) == laid_out + "\n"
    assert lay_out(Source("<text>", laid_out)) == laid_out + "\n"


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(long=True))
def test_games_of_the_library_are_laid_out(name: str) -> None:
    source = read(name)
    assert lay_out(source) == source.text


def comments(text: str) -> list[str]:
    return [found.rstrip() for found in COMMENT.findall(text) if found]


@pytest.mark.alike
@pytest.mark.skipif(not OTHERS, reason="the files of the reference implementation are not here")
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_other_rule_files(path: Path) -> None:
    """Nothing is lost of files that nobody has laid out so, and one pass is enough."""
    before = path.read_text("utf-8")
    after = lay_out(Source(path.name, before))
    assert parse(Source("", after)) == parse(Source("", before))
    assert comments(after) == comments(before)
    assert lay_out(Source(path.name, after)) == after


def test_trees_written_by_programs_stay_as_they_are() -> None:
    tree = next(one for one in parse(read("Hex")) if isinstance(one, Form))
    text = write(tree, WIDTH) + "\n"
    assert lay_out(Source("<text>", text)) == text


def test_a_mistake_is_told() -> None:
    with pytest.raises(LudError, match="closed"):
        lay_out(Source("<text>", '(game "A" (players 2)'))


def run(*words: str, typed: str = "") -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["format", *words], input=typed)
    return found.exit_code, found.stdout, found.stderr


def test_the_command(tmp_path: Path) -> None:
    good, bad, neat = (tmp_path / name for name in ("good.lud", "bad.lud", "neat.lud"))
    good.write_text("(a\n(b))")
    bad.write_text("(a\n(b)")
    neat.write_text("(a)\n")
    code, out, err = run(str(good), "--check")
    assert (code, out) == (1, f"{good} would be laid out anew\n")
    assert "1 file, 1 would change, 0 with mistakes" in err
    code, out, _ = run(str(good), "--diff")
    assert code == 0
    assert "-(b))\n" in out
    assert "+    (b)\n" in out
    assert good.read_text() == "(a\n(b))"
    code, out, err = run(str(tmp_path))
    assert (code, out) == (2, f"{good} laid out anew\n")
    assert "bad.lud:1:1" in err
    assert [one.read_text() for one in (good, bad, neat)] == [
        "(a\n    (b)\n)\n",
        "(a\n(b)",
        "(a)\n",
    ]
    assert run(str(good), "--check")[0] == 0
    assert run("-", typed="( a )") == (0, "(a)\n", "")
    code, _, err = run(str(tmp_path / "missing.lud"))
    assert code == 2
    assert "there is no file" in err

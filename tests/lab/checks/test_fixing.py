"""Rule texts mended where it is certain how: `ludwright fix`, and what `check --json` offers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from helpers.commands import run
from helpers.marks import each_game
from interpreter.play.load import games, read, rules_of
from interpreter.services.mending import applied, mends
from interpreter.text.errors import Problem, Source, Span
from lab.checks.fixing import errors, fixed

GOOD = """(define "Add"
    (move Add (to (sites Empty)))
)
(game "Small"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play ("Add"))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
SLIPS = {
    "capitals": ("Mover", "mover", ["write Mover"]),
    "a letter": ("Empty", "Emty", ["write Empty"]),
    "a keyword": ("equipment", "equipement", ["write equipment"]),
    "a declaration": ("define", "Define", ["write define"]),
    "the name of a define": ('("Add")', '("Ad")', ['write "Add"']),
    "square brackets": ("{ (board (square 3)) (piece", "[ (board (square 3)) (piece", None),
    "a comma": ("(players 2)", "(players 2),", ["take , out"]),
    "no braces": ("{ (board (square 3)) (piece \"Disc\" Each) }",
                  "(board (square 3)) (piece \"Disc\" Each)", ["put { } in"]),
    "braces around one": ("(is Line 3)", "(is Line {3})", ["take { } out"]),
    "a bracket that is missing": ("(sites Empty)))", "(sites Empty))", ["put ) in"]),
    "a bracket too many": ("(square 3))", "(square 3)))", ["take ) out"]),
    "another bracket": ("Each) }", "Each) )", ["write } for )"]),
    "curly quotes": ('"Disc"', "“Disc”", ["write \" \" for “ ”"]),
    "single quotes": ('"Disc"', "'Disc'", ["write \" \" for ' '"]),
    "the end of a text": ('"Disc" Each', '"Disc Each', ['put " in']),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_mended(slip: str) -> None:
    before, after, titles = SLIPS[slip]
    assert before in GOOD
    text = GOOD.replace(before, after)
    found = fixed(Source("small.lud", text))
    if slip == "square brackets":
        text = text.replace("Each) }", "Each) ]")
        found = fixed(Source("small.lud", text))
    assert not found.left, list(map(str, found.left))
    assert rules_of(found.after).game == rules_of(Source("small.lud", GOOD)).game
    if titles is not None:
        assert [one.mend.title for one in found.steps] == titles


def test_arguments_in_another_order() -> None:
    text = GOOD.replace("(players 2)\n", "").replace("Each) })", "Each) })\n    (players 2)")
    found = fixed(Source("small.lud", text))
    assert not found.left
    assert [one.mend.title for one in found.steps] == ["move (players 2)"]


def test_what_may_be_two_things_is_left() -> None:
    source = Source("x", "Emmy")
    problem = Problem("unknown word Emmy", Span(source, 0, 4), "did you mean Enemy or Empty?")
    assert [(one.title, one.certain) for one in mends(problem, source)] == [
        ("write Enemy", False),
        ("write Empty", False),
    ]


def test_what_would_bring_another_mistake_is_left() -> None:
    # `Line` is what is near, but then its length is missing
    found = fixed(Source("small.lud", GOOD.replace("(is Line 3)", "(is Lne Orthogonal)")))
    assert not found.changed
    assert found.left


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_games_without_a_mistake_stay(name: str) -> None:
    source = read(name)
    assert fixed(source).after is source


@pytest.mark.slow
def test_mending_never_makes_it_worse() -> None:
    rng, names = Random(7), sorted(games())
    for _ in range(12):
        source = read(rng.choice(names))
        marks = [one.start() for one in re.finditer(r"[(){}A-Za-z]", source.text)]
        place = rng.choice(marks)
        text = source.text[:place] + source.text[place + 1 :]
        broken = Source(source.name, text)
        found = fixed(broken)
        assert len(found.left) <= len(errors(broken))
        if not found.left and found.changed:
            assert rules_of(found.after)


def test_edits_at_one_place_keep_their_order() -> None:
    assert applied("abc", [(1, 1, "x"), (1, 2, "y"), (3, 3, "z")]) == "axycz"


# The commands


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.lud"
    path.write_text(GOOD.replace("Mover", "mover").replace("(is Line 3)", "(is Lne 3)"), "utf-8")
    return path


def test_the_command_says_what_it_did(broken: Path) -> None:
    before = broken.read_text("utf-8")
    done = run("fix", broken, "--diff")
    assert "+        (end (if (is Line 3) (result Mover Win)))" in done.stdout
    assert broken.read_text("utf-8") == before
    done = run("fix", broken)
    assert done.exit_code == 0
    assert f"{broken}:9:38: write Mover   (unknown word mover)" in done.stdout
    assert "2 mended, 0 left" in done.stdout
    assert broken.read_text("utf-8") == GOOD
    stamp = broken.stat().st_mtime_ns
    assert "0 mended, 0 left" in run("fix", broken).stdout
    assert broken.stat().st_mtime_ns == stamp


def test_what_is_left_is_told(broken: Path) -> None:
    broken.write_text(GOOD.replace("(players 2)\n", ""), "utf-8")
    done = run("fix", broken)
    assert done.exit_code == 2
    assert "expected players" in done.stdout


def test_fixed_as_json(broken: Path) -> None:
    found = json.loads(run("fix", broken, "--diff", "--json").stdout)["files"][0]
    assert found["text"] == GOOD
    assert [one["code"] for one in found["repairs"]] == ["unknown-ludeme", "wrong-capitals"]


def test_checked_as_json(broken: Path) -> None:
    done = run("check", broken, "--json")
    assert done.exit_code == 2
    found = json.loads(done.stdout)
    one, other = found["files"][0]["mistakes"]
    assert (one["code"], one["severity"]) == ("unknown-ludeme", "error")
    assert one["place"] | {"file": ""} == {
        "file": "", "start": 194, "end": 197, "line": 9, "column": 22, "end_line": 9,
        "end_column": 25, "text": "Lne",
    }  # fmt: skip
    assert one["mends"][0]["certain"]
    assert one["mends"][0]["edits"][0]["text"] == "Line"
    assert other["suggestions"] == ["Mover"]
    assert found["files"][0]["trial"] is None


def test_expected_types_and_the_way_through_defines(broken: Path) -> None:
    broken.write_text(GOOD.replace("(sites Empty)", '"Nowhere"'), "utf-8")
    [found] = json.loads(run("check", broken, "--json").stdout)["files"][0]["mistakes"]
    assert found["code"] == "wrong-type"
    assert "sites" in found["expected"]
    assert any(form.startswith("(to ") for form in found["forms"])
    assert [use["name"] for use in found["through"]] == ["Add"]


def test_figures_of_the_trial_and_options(broken: Path) -> None:
    text = GOOD.replace("(is Line 3)", "(is Line <Row:n>)")
    text += '(option "Row" <Row> args:{<n>} {(item "3" <3> "")* (item "no" <"no"> "")})'
    broken.write_text(text, "utf-8")
    found = json.loads(run("check", broken, "--json").stdout)["files"][0]
    trial = found["trial"]
    assert trial["games"] > 20
    assert 5 <= trial["shortest"] <= trial["mean"] <= trial["longest"]
    assert trial["players_with_moves"] == [1, 2]
    [mistake] = found["mistakes"]
    assert mistake["options"] == {"Row": "no"}


def test_mistakes_behind_broken_brackets_are_found_too(broken: Path) -> None:
    broken.write_text(GOOD.replace("(players 2)", "(players 2").replace("Mover", "mover"), "utf-8")
    found = json.loads(run("check", broken, "--json").stdout)["files"][0]["mistakes"]
    codes = [one["code"] for one in found]
    assert codes == ["open-bracket", "wrong-capitals"]

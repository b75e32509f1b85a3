"""`ludwright measure`, on good and bad input, and its report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from helpers.backends import needs_native
from helpers.pages.nested import Nested
from helpers.paths import TESTS
from interpreter import load
from lab.cli.app import app
from lab.cli.tasks.measure import run
from lab.measuring import Plan, study
from lab.measuring.telling.report import report

pytestmark = needs_native

GAMES = TESTS / "lab" / "measuring" / "games"
FEW = ("-n", "6", "--iterations", "20", "-c", "balance,length,lead_change")


def asked(*words: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["measure", *words])
    return found.exit_code, found.stdout, found.stderr


def test_one_game() -> None:
    code, out, err = asked("Yavalath", *FEW)
    assert (code, err) == (0, "")
    assert out.startswith("Yavalath: ")
    assert "moves a game\n6 games of 20 iterations a move, seed 0\n" in out
    assert re.search(r"balance +[01]\.\d{3} +[01]\.\d{3} to [01]\.\d{3} +6 +↑", out)
    assert "drama" not in out
    assert "quality" not in out
    assert asked("Yavalath", *FEW, "--jobs", "2")[1] == out
    assert asked("Yavalath", *FEW, "--seed", "9")[1] != out


def test_several_games_are_ranked() -> None:
    parts = ("-n", "10", "--iterations", "50", "-c", "viability,agency", "-c", "depth")
    code, out, _ = asked(str(GAMES / "first_move.lud"), "Yavalath", *parts)
    assert code == 0
    lines = out.splitlines()
    assert lines[2].split() == ["game", "quality"]
    assert lines[3].startswith("1.  Yavalath")
    assert lines[4].startswith("2.  First Move")
    assert re.search(r"^  balance ↑ +0\.\d{3} ±0\.\d{3} +0\.000 ±0\.\d{3}$", out, re.MULTILINE)
    assert "predicted" not in out


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    assert asked("Tic-Tac-Toe", "Hex", "-o", "Size=5", *FEW, "--json", str(path))[0] == 2
    code, _, _ = asked("Hex", "-o", "Size=5", *FEW, "--json", str(path))
    assert code == 0
    [found] = json.loads(path.read_text("utf-8"))["games"]
    assert found["game"] == "Hex"
    assert found["options"]["Size"] == "5"
    assert found["criteria"]["length"]["count"] == 6
    assert found["plan"]["criteria"] == ["balance", "length", "lead_change"]


def test_presets() -> None:
    code, out, _ = asked("Tic-Tac-Toe", "--quick", "--iterations", "10", "-c", "length")
    assert code == 0
    assert "30 games of 10 iterations" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Yavalth",), "did you mean Yavalath"),
        (("Yavalath", "-c", "dramma"), "no criterion is called dramma\n  did you mean drama"),
        (("Yavalath", "--json", "no/such/folder.json"), "cannot be written: no such folder"),
        (("Yavalath", "--html", "no/such/folder.html"), "cannot be written: no such folder"),
        ((), "which game is to be measured?"),
        (("Yavalath", "--quick", "--thorough"), "leave one out"),
        (("Yavalath", "-n", "0"), "Error"),
        (("Yavalath", "--option", "Size=400"), "Size"),
    ],
)
def test_mistakes(words: tuple[str, ...], said: str) -> None:
    code, out, err = asked(*words)
    assert code == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("lab.cli.needs.find_spec", lambda name: None)
    code, _, err = asked("Yavalath", *FEW, "--html", str(tmp_path / "report.html"))
    assert code == 2
    assert 'pip install "ludwright[lab]"' in err


def test_the_list_of_criteria() -> None:
    code, out, _ = asked("--list")
    assert code == 0
    assert re.search(r"^  killer_moves +↑ The greatest step forward", out, re.MULTILINE)
    assert run.__doc__


# The report


@pytest.mark.slow
def test_a_report_needs_nothing_beside_it() -> None:
    pytest.importorskip("matplotlib")
    plan = Plan(games=8, iterations=50, rivals=4, rungs=2, ladder=4, puzzles=2, resamples=100)
    games = ["Yavalath", "Nine Men's Morris", GAMES / "first_move.lud"]
    studies = [study(load(name), plan) for name in games]
    text = report(studies)
    assert text == report([study(load(name), plan) for name in games]), "the same twice"
    seen = Nested()
    seen.feed(text)
    assert seen.open == []
    assert len(set(seen.identifiers)) == len(seen.identifiers)
    assert all(link.startswith("#") for link in seen.links)
    assert {link[1:] for link in seen.links} <= set(seen.identifiers)
    for picture in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        assert ElementTree.fromstring(picture).get("role") == "img"
    outside = re.findall(r"https?://[^\"' )]+", text)
    assert set(outside) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "<script" not in text
    assert text.count("<figure") == 4 + 4 + 3 + (text.count("winner's lead</") > 2)
    assert "Nine Men&#x27;s Morris" in text

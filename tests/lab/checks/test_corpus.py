"""Rule files put to all that is done with one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import load
from lab.checks import corpus
from lab.checks.corpus_results import Found, Results, version_of
from lab.checks.side_by_side import DifferenceError, walk

GAMES = Path(__file__).parents[3] / "games"
ROW = """
(game "%s" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line %s) (result Mover Win))))
)
"""
OPTION = '(option "Row" <Row> args:{<length>} { (item "3" <3> "") (item "Off" <"long"> "") })'


@pytest.mark.slow
def test_files_are_put_to_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "Good.lud").write_text(ROW % ("Good", "3"), encoding="utf-8")
    (tmp_path / "Wrong.lud").write_text(ROW % ("Wrong", "three"), encoding="utf-8")
    text = ROW % ("Choice", "<Row:length>") + OPTION
    (tmp_path / "Choice.lud").write_text(text, encoding="utf-8")
    results = tmp_path / "results.jsonl"
    words = [str(tmp_path), "--jobs", "1", "--results", str(results)]
    assert corpus.main(words) == 1
    shown, told = capsys.readouterr()
    assert "3 rule files: 1 do all, 1 fail at options, 1 fail at read" in shown
    assert "the slowest 10: Good (" in shown
    assert "[1/3] Choice: " in told
    assert "[3/3] Wrong: 0.0 s, fails at read: " in told
    found = {one["name"]: one for one in map(json.loads, results.read_text().splitlines())}
    assert found["Good"]["failed"] == ""
    assert 0 < found["Good"]["compiling"] < 5
    assert found["Good"]["plies"] > 8
    assert found["Choice"]["why"].startswith("with Row=Off: ")
    assert found["Wrong"]["why"] in shown
    assert corpus.main([*words, "--resume"]) == 1  # and nothing is done again
    assert capsys.readouterr() == (shown, "3 of 3 files are known already\n")


def test_results_that_are_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = Results(path, "new", again=False)
    results.add("a.lud", Found("A"))
    Results(tmp_path / "other", "old", again=True).add("b.lud", Found("B"))
    old = (tmp_path / "other").read_text(encoding="utf-8")
    path.write_text(old + path.read_text(encoding="utf-8") + old[:9], encoding="utf-8")
    assert Results(path, "new", again=False).known == {"a.lud": Found("A")}
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
    assert Results(path, "new", again=True).known == {}


def test_results_follow_from_rules_and_limits(tmp_path: Path) -> None:
    (tmp_path / "Good.lud").write_text(ROW % ("Good", "3"), encoding="utf-8")
    first = version_of(tmp_path, None, 60.0)
    assert version_of(tmp_path, None, 60.0) == first
    assert version_of(tmp_path, None, 30.0) != first
    (tmp_path / "Good.lud").write_text(ROW % ("Good", "2"), encoding="utf-8")
    assert version_of(tmp_path, None, 60.0) != first


def test_samples_are_spread_over_the_alphabet() -> None:
    files = [Path(f"{n % 3}/{letter}.lud") for n, letter in enumerate("fedcba")]
    assert [one.stem for one in corpus.spread(files, 3)] == ["a", "c", "e"]
    assert [one.stem for one in corpus.spread(files, None)] == list("abcdef")


def test_what_takes_too_long_is_named(tmp_path: Path) -> None:
    path = tmp_path / "Good.lud"
    path.write_text(ROW % ("Good", "3"), encoding="utf-8")
    found = corpus.apart(path, tmp_path, None, 0.01)
    assert found.failed == "read"
    assert found.why.startswith("more than")


def test_folders_without_rule_files(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        corpus.main([str(tmp_path)])


def test_differences_are_told() -> None:
    one, other = (load(ROW % ("Row", row), backend="python") for row in "32")
    assert walk((one, one), 1, 20) > 4
    with pytest.raises(DifferenceError, match=r"seed 1, ply \d: over False and True"):
        walk((one, other), 1, 20)

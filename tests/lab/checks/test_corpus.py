"""Rule files put to all that is done with one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import load
from lab.checks import corpus
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
    told = tmp_path / "told.json"
    assert corpus.main([str(tmp_path), "--jobs", "1", "--to", str(told)]) == 1
    shown = capsys.readouterr().out
    assert "3 rule files: 1 do all, 1 fail at options, 1 fail at read" in shown
    found = {one["name"]: one for one in json.loads(told.read_text(encoding="utf-8"))}
    assert found["Good"]["failed"] == ""
    assert found["Good"]["plies"] > 8
    assert found["Choice"]["why"].startswith("with Row=Off: ")
    assert found["Wrong"]["why"] in shown


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

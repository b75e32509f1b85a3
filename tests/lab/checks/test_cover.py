"""Which clauses are asked in play, and which ever hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from interpreter import load
from lab.checks.cover import cover, table
from lab.cli.app import app

IDLE = """(game "Idle" (players 2)
    (equipment {
        (board (square 3))
        (piece "Stone" Each)
        (piece "Statue" Each (move Step (to if:(is Empty (to)))))
    })
    (rules
        (play
            (if (< (count Moves) 100)
                (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
                (move Pass)
            )
        )
        (end {
            (if (is Line 3) (result Mover Win))
            (if (> (count Moves) 50) (result Mover Loss))
            (if (is Full) (result Mover Draw))
        })
    )
)"""


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, words)
    return found.exit_code, found.stdout + found.stderr


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_what_never_happens_is_told(backend: str) -> None:
    found = cover(load(IDLE, backend=backend), games=60, searched=2, seed=4)
    counts = {one.text: one for one in found.counts}
    assert counts["(is Line 3)"].asked == found.plies
    assert 0 < (counts["(is Line 3)"].held or 0) <= 62
    full = counts["(is Full)"]
    assert (counts["(is Line 3)"].held or 0) + (full.held or 0) == 62, "each game ended by one"
    assert counts["(> (count Moves) 50)"].held == 0
    assert counts["(move Pass)"].asked == 0
    told = [problem.message for problem in found.warnings]
    assert any(one.startswith("(> (count Moves) 50) never holds") for one in told)
    assert any(one.startswith("(move Pass) is never asked") for one in told)
    assert not any("is Line" in one for one in told)


def test_both_back_ends_count_alike() -> None:
    native, plain = (cover(load(IDLE, backend=one), 20, 0, 9) for one in ("auto", "python"))
    assert [(one.text, one.asked, one.held) for one in native.counts] == [
        (one.text, one.asked, one.held) for one in plain.counts
    ]
    assert native.plies == plain.plies


def test_counts_stand_at_the_margin() -> None:
    found = cover(load("Yavalath"), 100, 0)
    lines = table(found).splitlines()
    assert lines[0].split() == ["asked", "held"]
    row = next(line for line in lines if "(if (is Line 3)" in line)
    three = next(one for one in found.counts if one.text == "(is Line 3)")
    assert row.split()[:2] == [f"{three.asked:,}", f"{three.held:,}"]


def test_the_command_tells_and_writes(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    code, told = run("cover", "Tic-Tac-Toe", "-n", "50", "--searched", "1", "--json", str(path))
    assert code == 0
    assert "50 random games, 1 of a search" in told
    data = json.loads(path.read_text("utf-8"))
    assert data["schema"] == "ludwright.cover/1"
    assert {one["clause"] for one in data["clauses"]} >= {"(sites Empty)"}
    assert all(one["asked"] for one in data["clauses"])


def test_nothing_to_play_is_refused() -> None:
    code, told = run("cover", "Tic-Tac-Toe", "-n", "0", "--searched", "0")
    assert code == 2
    assert "no game is to be played" in told

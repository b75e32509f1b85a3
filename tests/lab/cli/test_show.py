"""Positions on the command line: `show` with moves, and pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from helpers.commands import lines, refused, run
from interpreter import load


def test_the_board_after_moves() -> None:
    found = "\n".join(lines("show", "Breakthrough", "--after", "b2-b3, a7-a6"))
    state = load("Breakthrough").start().after("b2-b3").after("a7-a6")
    assert found == str(state)


@pytest.mark.slow
def test_moves_by_lot_are_fixed_by_the_seed() -> None:
    found = [lines("show", "Konane", "--random", "9", "--seed", seed) for seed in ("1", "1", "2")]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_lots_end_with_the_game() -> None:
    last = lines("show", "Tic-Tac-Toe", "--random", "99")[-1]
    assert "wins" in last or last == "a draw"


def test_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert lines("show", "Yavalath", "--after", "e5", "--svg", path, "--size", "200") == []
    state = load("Yavalath").start().after("e5")
    assert path.read_text(encoding="utf-8") == state.svg(size=200)


def test_picture_on_standard_output() -> None:
    text = "\n".join(lines("show", "Hex", "-o", "Size=4", "--svg", "-"))
    assert ElementTree.fromstring(text).get("role") == "img"


@pytest.mark.slow
def test_mistakes(tmp_path: Path) -> None:
    wrong = refused("show", "Breakthrough", "--after", "b2-b3 a7-a5")
    assert wrong.splitlines()[0] == "move 2, a7-a5, is not legal"
    assert "did you mean a7-a6" in wrong
    assert "legal is a1, b1" in refused("show", "Tic-Tac-Toe", "--after", "rook")
    assert "move 6, c3: the game is over" in refused(
        "show", "Tic-Tac-Toe", "--after", "a1 b1 a2 b2 a3 c3"
    )
    assert "no game is called" in refused("show", "Nothing of the Kind", "--svg", "-")
    assert "No such file or directory" in refused("show", "Hex", "--svg", tmp_path / "no" / "x.svg")
    assert "Is a directory" in refused("show", "Hex", "--svg", tmp_path)
    for words in (("--size", "1"), ("--size", "big"), ("--random", "-1")):
        done = run("show", "Hex", "--svg", "-", *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert words[0] in done.stderr


def test_numbers_of_sites() -> None:
    shown = run("show", "Tic-Tac-Toe", "--numbers").stdout
    assert [line.split() for line in shown.splitlines()] == [
        ["6", "7", "8"],
        ["3", "4", "5"],
        ["0", "1", "2"],
    ]
    picture = run("show", "Nine Men's Morris", "--numbers", "--svg", "-").stdout
    assert all(f">{site}</text>" in picture for site in range(24))
    assert "holds pieces on 24" in run("show", "Nine Men's Morris", "--numbers").stdout


def test_planes_are_listed() -> None:
    found = lines("show", "Tic-Tac-Toe", "--planes")
    assert found[:2] == [
        "Tic-Tac-Toe: 7 x 3 x 3 planes of bytes, 10 actions",
        "   0  own cross/nought",
    ]
    assert len(found) == 8

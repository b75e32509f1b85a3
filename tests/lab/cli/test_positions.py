"""Positions that are set up on the command line, in every command that begins from one."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.commands import lines, refused, run
from interpreter import load

KINGS = "8/4P3/8/8/8/k7/8/7K w - -"
CORNER = "b2 Nought, a1 Cross; mover 1"


def test_show() -> None:
    found = "\n".join(lines("show", "Tic-Tac-Toe", "--position", CORNER, "--after", "c3"))
    state = load("Tic-Tac-Toe").position(CORNER).after("c3")
    assert found == str(state)


@pytest.mark.slow
def test_a_position_as_text() -> None:
    words = ("show", "Chess", "--fen", KINGS, "--after", "e8=Q", "--text")
    assert lines(*words, "fen") == ["4Q3/8/8/8/8/k7/8/7K b - - 0 1"]
    text = lines(*words, "position")[0]
    assert lines("show", "Chess", "--position", text, "--text", "fen") == lines(*words, "fen")


def test_perft() -> None:
    rows = lines("perft", "Tic-Tac-Toe", "2", "--position", CORNER)
    assert [row.split()[:2] for row in rows[1:]] == [["1", "7"], ["2", "42"]]
    rows = lines("perft", "Tic-Tac-Toe", "2", "--divide", "--position", CORNER)
    assert rows[-1].split() == ["total", "42"]


def test_playouts() -> None:
    rows = lines("playouts", "Tic-Tac-Toe", "-n", "50", "--position", "b2 Nought; mover 2")
    assert "50 random games" in rows[0]
    assert any("least 3" in row and row.endswith("most 8 plies") for row in rows)


def test_solve() -> None:
    won = "a1 Cross, b1 Cross, a3 Nought, b3 Nought; mover 1"
    assert "the first player wins" in "\n".join(lines("solve", "Tic-Tac-Toe", "--position", won))


@pytest.mark.slow
def test_match(tmp_path: Path) -> None:
    words = ("--players", "random", "random", "-n", "4", "--position", "b2 Nought; mover 2")
    lines("match", "Tic-Tac-Toe", *words, "--record", tmp_path)
    record = (tmp_path / "0001.txt").read_text(encoding="utf-8")
    assert "\nposition: b2 Nought; mover 2\n" in record or "position: b2 Nought2" in record
    assert "all legal" in lines("replay", tmp_path / "0001.txt")[-1]


@pytest.mark.slow
def test_play(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ("play", "Chess", "--fen", KINGS, "--notation", "algebraic", "--record", path)
    done = run(*words, "--seats", "human", "random", "--seed", "1", typed="moves\ne8=Q\nquit\n")
    assert done.exit_code == 0
    assert "Kg1  Kg2  Kh2  e8" in done.stdout
    assert "1. player 1: e8\n" in done.stdout
    assert "2. player 1: =Q\n" in done.stdout
    record = path.read_text(encoding="utf-8")
    assert "position: h1 King1, a3 King2, e7 Pawn1; mover 1\n" in record
    assert "1. e7-e8\n2. e8=queen\n" in record
    assert "all legal" in lines("replay", path)[-1]
    assert "has its own first position" in refused(*words)


@pytest.mark.slow
def test_mistakes() -> None:
    wrong = refused("show", "Tic-Tac-Toe", "--position", "b2 Naught")
    assert wrong.splitlines()[0] == "<position>:1:4: no piece is called Naught"
    assert "did you mean Nought2" in wrong
    assert "expected 8 rows, not 2" in refused("perft", "Chess", "1", "--fen", "8/8 w")
    assert "not both" in refused("solve", "Chess", "--fen", KINGS, "--position", "a1 King1")
    assert "no rectangle" in refused("show", "Yavalath", "--text", "fen")
    assert "known: position, fen" in refused("show", "Chess", "--text", "pgn")
    words = ("play", "Hex", "--notation")
    assert "moves of Hex have no algebraic names" in refused(*words, "algebraic")
    assert "known: long, algebraic" in refused(*words, "short")

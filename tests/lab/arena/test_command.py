"""`ludwright arena` as one types it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from helpers import commands
from lab.arena.bred import Hidden
from lab.arena.ledger import Ledger

FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["kind"] == "move":
        print(told["legal"][0], flush=True)
"""
TINY = """(game "Tiny"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(FIRST)
    return tmp_path


BOT = f"{sys.executable} -IS first.py"


def test_a_program_meets_the_ladder_at_known_and_bred_games(here: Path) -> None:
    ledger = Ledger(here / "arena.jsonl")
    ledger.keep(3, (), [Hidden("Tiny", TINY, "Tic-Tac-Toe", 0.25)])
    ledger.close()
    words = ("Tic-Tac-Toe", "--bred", "1", "--seed", "3", "-n", "2", "--ladder", "random",
             "--player", f"bot={BOT}", "--opening", "1", "--write", "new")  # fmt: skip
    done = commands.run("arena", *words)
    assert done.exit_code == 0
    assert done.stdout.startswith("4 games of Tic-Tac-Toe, Tiny; seed 3; arena.jsonl\n\n")
    assert "bred; most like Tic-Tac-Toe, at 0.25" in done.stdout
    assert (here / "new" / "Tiny.lud").read_text() == TINY

    done = commands.run("arena", *words, "--json")
    told = json.loads(done.stdout)
    assert (told["schema"], told["finished"], told["planned"]) == ("ludwright.arena/1", 4, 4)
    assert [one["bred"] for one in told["games"]] == [False, True]
    bot = next(one for one in told["players"] if one["name"] == "bot")
    assert bot["legal_first"] == 1.0


def test_a_fault_is_told_once_and_can_be_played_again() -> None:
    words = (
        "Tic-Tac-Toe",
        "-n",
        "4",
        "--ladder",
        "random",
        "--player",
        f"bot={sys.executable} -ISc raise",
    )
    done = commands.run("arena", *words)
    assert done.exit_code == 2
    assert done.stderr.count("the player bot ended with status") == 1
    assert "4 games of Tic-Tac-Toe; seed 0" in done.stdout
    assert "4 of them before" in commands.run("arena", *words).stdout
    assert "of them before" not in commands.run("arena", *words, "--again").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "which games are to be played?"),
        (("Hex", "--ladder", "none", "--player", "random"), "a match takes two players or more"),
        (("Hex", "--player", "no-such-program"), 'there is no program "no-such-program"'),
        (("Hex", "--results", "nowhere/arena.jsonl"), "no such folder"),
        (("Sudoku",), "Sudoku is for one player; an arena takes two or more"),
    ],
)
def test_what_cannot_be_played_is_told(words: tuple[str, ...], said: str) -> None:
    assert said in commands.refused("arena", *words)

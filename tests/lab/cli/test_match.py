"""`ludwright match`, and forfeits as a command tells them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from helpers import commands
from helpers.marks import some
from lab.cli.app import app
from lab.files.records import read

COMMAND = Path(sys.executable).with_name("ludwright")


def run(*words: str | Path) -> Result:
    return commands.run("match", *words)


def refused(*words: str | Path) -> str:
    return commands.refused("match", *words)


def test_a_forfeit_is_told_once(bots: Path, tmp_path: Path) -> None:
    done = run("Tic-Tac-Toe", "--players", "bots.py:Nothing", "random", "-n", "6", "--record", "r")
    assert done.exit_code == 2
    assert done.stderr == (
        "the player bots.py:Nothing chose None, which is no move\n"
        "  `choose` returns one of `state.moves()`\n"
        "  game 1 is lost by forfeit\n"
    )
    assert "bots.py:Nothing      6      0      0       6      0.0%" in done.stdout
    kept = (tmp_path / "r" / "0001.txt").read_text()
    assert kept.endswith(
        "# seat 1: bots.py:Nothing\n# seat 2: random\n"
        "# seat 1 chose None, which is no move and loses by forfeit\n"
    )
    assert read(tmp_path / "r" / "0001.txt").result == ()


def test_in_a_single_game_it_ends_the_game(bots: Path) -> None:
    words = ["play", "Tic-Tac-Toe", "--seats", "bots.py:Raises", "random"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert done.stderr == (
        f"the player bots.py:Raises raised IndexError: list index out of range\n  {bots}:16\n"
    )


@pytest.mark.slow
def test_a_player_who_ends_the_process(bots: Path) -> None:
    text = refused("Tic-Tac-Toe", "--players", "bots.py:Dies", "random", "-n", "4", "--jobs", "2")
    assert text == (
        "a worker process ended before its game\n"
        "  a player may have ended it, or there is not enough memory for as many jobs\n"
    )


def test_json_and_records(tmp_path: Path) -> None:
    folder, path = tmp_path / "new" / "games", tmp_path / "match.json"
    words = ["Hex", "-o", "Size=3", "--players", "uct:10", "random", "-n", "4", "--seed", "5"]
    done = run(*words, "--json", path, "--record", folder)
    assert done.exit_code == 0
    assert done.stdout.startswith("Hex: 4 games in ")
    found = json.loads(path.read_text())
    assert list(found) == [
        *("schema", "game", "options", "seed", "opening", "planned", "finished"),
        *("players", "seats", "mean_length", "games"),
    ]
    assert (found["game"], found["options"]["Size"], found["seed"]) == ("Hex", "3", 5)
    assert (found["planned"], found["finished"]) == (4, 4)
    assert list(found["players"][0]) == [
        *("name", "games", "wins", "draws", "losses", "forfeits"),
        *("win_rate", "interval", "points", "rating", "deviation"),
    ]
    assert [one["seat"] for one in found["seats"]] == [1, 2]
    assert list(found["games"][1]) == [*("number", "seats", "seed", "length", "ranking", "forfeit")]
    assert found["games"][1]["seats"] == ["random", "uct:10"]
    records = sorted(folder.iterdir())
    assert [one.name for one in records] == ["0001.txt", "0002.txt", "0003.txt", "0004.txt"]
    for one, row in zip(records, found["games"], strict=True):
        record = read(one)
        assert record.replay()[-1].over
        assert list(record.result) == row["ranking"]
        assert len(record.moves) == row["length"]


def test_records_of_a_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(CliRunner().invoke(app, ["show", "Tic-Tac-Toe", "--source"]).stdout)
    assert run(path, "--players", "random,random", "-n", "2", "--record", tmp_path / "r").stdout
    assert read(tmp_path / "r" / "0002.txt").replay()[-1].over


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "random"], "a match takes two players or more\n"),
        (["--players", "random", "utc:5"], 'nobody is called "utc:5"\n  did you mean uct?\n'),
        (
            ["--players", "random", "human", "--jobs", "2"],
            "a human plays one game at a time\n  leave out --jobs\n",
        ),
        (["--players", "human", "random"], "a human plays at a terminal, and there is none\n"),
        (
            ["--players", "random", "random", "--json", "/nowhere/match.json"],
            "/nowhere/match.json cannot be written: no such folder\n",
        ),
        (["--players", "random", "random", "-o", "Size=3"], 'no option is called "Size"'),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    assert message in refused("Tic-Tac-Toe", "-n", "2", *words)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", some(["1", "2"], 2))
def test_interrupted(bots: Path, tmp_path: Path, jobs: str) -> None:
    words = ["--players", "random", "bots.py:First", "bots.py:Waits", "-n", "2", "-j", jobs]
    # Interrupts are ignored by what a shell starts in the background.
    handled = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [COMMAND, "match", "Tic-Tac-Toe", *words, "--record", "kept"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, handled)
    end = time.monotonic() + 20
    while len(list(tmp_path.glob("kept/*"))) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    # As a terminal does it: to the workers too.
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert output.startswith("Tic-Tac-Toe: 2 of 6 games in ")
    assert errors == "\ninterrupted\n"

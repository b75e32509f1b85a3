"""Matches: who meets whom, the same games each time, forfeits, the table, what is written."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from helpers.marks import some
from interpreter import Game, LudError, Move, State, load
from lab.cli.app import app
from lab.files.records import read
from lab.matches.playing import Played, forfeited, match, schedule
from lab.matches.ratings import interval, ratings
from lab.matches.standings import labels, rows, standings

COMMAND = Path(sys.executable).with_name("ludwright")

BOTS = '''
class First:
    """Plays the first legal move."""

    def choose(self, state):
        return state.moves()[0]


class Seeded(First):
    def __init__(self, seed):
        self.seed = seed


class Raises:
    def choose(self, state):
        return [][state.plies]


class Nothing:
    def choose(self, state):
        return None


class Illegal:
    def choose(self, state):
        return state.game.start().moves()[0]


class Leaves:
    def choose(self, state):
        raise SystemExit


class Broken:
    def __init__(self, level):
        self.level = level

    def choose(self, state):
        return state.moves()[0]


class Dies:
    def choose(self, state):
        import os

        os._exit(1)


class Waits:
    def choose(self, state):
        import time

        time.sleep(60)
'''


@pytest.fixture(scope="module")
def tic() -> Game:
    return load("Tic-Tac-Toe")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def run(*words: str | Path) -> Result:
    done = CliRunner().invoke(app, ["match", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def refused(*words: str | Path) -> str:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr


# Who meets whom


@pytest.mark.parametrize(
    ("players", "seats", "asked", "games"),
    [
        *[(2, 2, 10, 10), (2, 2, 9, 10), (3, 2, 4, 12), (3, 3, 6, 6), (3, 3, 1, 6), (4, 3, 6, 24)],
        *[(2, 3, 3, 6), (2, 1, 5, 10), (1, 1, 5, 5)],
    ],
)
def test_seats_are_swapped_evenly(players: int, seats: int, asked: int, games: int) -> None:
    fixtures = schedule(players, seats, asked)
    assert [one.number for one in fixtures] == list(range(1, games + 1))
    sat = Counter((seat, player) for one in fixtures for seat, player in enumerate(one.seats))
    assert len(set(sat.values())) == 1
    assert len(sat) == seats * players
    orders = Counter(one.seats for one in fixtures)
    assert len(set(orders.values())) == 1


def test_every_order_of_seats_has_the_same_chance() -> None:
    seeds = [one.seed for one in schedule(2, 2, 4)]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert seeds != [one.seed for one in schedule(2, 2, 4, seed=1)]


def test_too_few() -> None:
    with pytest.raises(LudError, match="a match takes two players or more"):
        schedule(1, 2, 10)
    with pytest.raises(LudError, match="a match takes one game or more"):
        schedule(2, 2, 0)


# Games


def test_reproducible(tic: Game) -> None:
    def games(seed: int) -> list[Played]:
        return list(match(tic, ["uct:20", "random"], 4, seed=seed))

    assert games(1) == games(1) != games(2)


def test_workers_play_the_same_games(tic: Game) -> None:
    alone = list(match(tic, ["uct:20", "alphabeta:2", "random"], 2))
    seen: list[int] = []
    several = match(tic, ["uct:20", "alphabeta:2", "random"], 2, jobs=2, progress=seen.append)
    assert sorted(several, key=lambda one: one.number) == alone
    assert seen == [1, 2, 3, 4, 5, 6]


def test_search_beats_chance(tic: Game) -> None:
    played = list(match(tic, ["alphabeta:9", "random", "uct:100"], 10, seed=3))
    ahead, chance, uct = standings(["a", "r", "u"], played)
    assert ahead.losses == 0
    assert ahead.points > 0.6
    assert uct.points > 0.6 > 0.3 > chance.points
    assert min(ahead.rating.value, uct.rating.value) > 1500 > chance.rating.value


def test_classes_can_play(tic: Game) -> None:
    class Last:
        def choose(self, state: State) -> Move:
            return state.moves()[-1]

    played = list(match(tic, [Last, "random"], 2))
    assert [one.fault for one in played] == [None, None]
    assert played[0].moves[0] == "c3"


def test_openings_are_the_same_for_both_orders() -> None:
    first, second, third, _ = match(load("Hex", {"Size": "4"}), ["random", "random"], 4, opening=3)
    assert first.moves[:3] == second.moves[:3] != third.moves[:3]
    assert first.moves != second.moves


def test_an_opening_does_not_end_the_game(tic: Game) -> None:
    for one in match(tic, ["random", "random"], 4, opening=100):
        assert one.fault is None
        assert 5 <= len(one.moves) <= 9


def test_a_game_for_one() -> None:
    game = load("Eight Queens", {"Size": "4"})
    played = list(match(game, ["alphabeta:4", "random"], 3))
    assert [one.seats for one in played] == [(0,), (1,)] * 3
    assert standings(["a", "r"], played)[0].wins == 3


# Forfeits


@pytest.mark.parametrize(
    ("name", "reason", "hint"),
    [
        ("Raises", "raised IndexError: list index out of range", "{path}:16"),
        ("Nothing", "chose None, which is no move", "`choose` returns one of `state.moves()`"),
        ("Illegal", "chose a1 as move 3, which is not legal", None),
        ("Leaves", "raised SystemExit", "{path}:31"),
        (
            "Broken",
            "raised TypeError: Broken.__init__() missing 1 required positional argument: 'level'",
            None,
        ),
    ],
)
def test_forfeit(tic: Game, bots: Path, name: str, reason: str, hint: str | None) -> None:
    played = list(match(tic, ["bots.py:First", f"bots.py:{name}"], 2))
    faults = [one.fault for one in played]
    assert [fault.seat if fault else 0 for fault in faults] == [2, 1]
    assert [one.ranking for one in played] == [(1, 2), (2, 1)]
    last = faults[1]
    assert last is not None
    assert last.reason == reason
    assert (last.hint and last.hint.replace(str(bots), "{path}")) == hint


def test_who_forfeits_is_last() -> None:
    assert forfeited(2, 1) == (2, 1)
    assert forfeited(3, 2) == (1.5, 3, 1.5)
    assert forfeited(1, 1) == (0,)


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


def test_a_player_who_ends_the_process(bots: Path) -> None:
    text = refused("Tic-Tac-Toe", "--players", "bots.py:Dies", "random", "-n", "4", "--jobs", "2")
    assert text == (
        "a worker process ended before its game\n"
        "  a player may have ended it, or there is not enough memory for as many jobs\n"
    )


# Results


def test_intervals() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    for (successes, trials), (low, high) in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
        (29, 29): (0.8830, 1.0),
    }.items():
        assert interval(successes, trials) == pytest.approx((low, high), abs=5e-5)
    assert interval(0, 0) == (0, 1)


def test_ratings_are_near_those_of_elo() -> None:
    won, lost = ((0, 1), (1, 2)), ((0, 1), (2, 1))
    strong, weak = ratings(2, ([won] * 3 + [lost]) * 100)
    assert strong.value - weak.value == pytest.approx(400 * math.log10(3), abs=20)
    assert strong.value + weak.value == pytest.approx(3000)
    assert strong.margin < 60
    even = ratings(2, [((0, 1), (1.5, 1.5))] * 50)
    assert even[0].value == pytest.approx(even[1].value)


def test_ratings_without_a_meeting() -> None:
    assert {one.value for one in ratings(2, [((0,), (1,)), ((1,), (0,))])} == {1500}


def test_the_same_player_twice() -> None:
    assert labels(["random", "uct:5", "random"]) == ["random", "uct:5", "random (2)"]


def game(number: int, seats: tuple[int, ...], moves: str, *ranking: float) -> Played:
    return Played(number, seats, 0, tuple(moves.split()), ranking, None)


TABLE = """\
  player   games   wins  draws  losses  win rate    95 % interval  points      rating
  one          3      2      1       0     66.7%   20.8% to 93.9%   83.3%  1595 ± 342
  another      3      0      1       2      0.0%    0.0% to 56.1%   16.7%  1405 ± 342

  seat 1 wins 33.3% of the games, 6.1% to 79.2%
  seat 2 wins 33.3% of the games, 6.1% to 79.2%
  length: mean 2.33, least 2, most 3 plies
  only 2 of the 3 games are different; see --opening"""


def test_table() -> None:
    played = [
        game(1, (0, 1), "a1 b1", 1, 2),
        game(2, (1, 0), "a1 b1", 2, 1),
        game(3, (0, 1), "a1 b1 c1", 1.5, 1.5),
    ]
    assert "\n".join(rows(["one", "another"], played)) == TABLE


def test_table_of_pairs() -> None:
    played = [
        game(1, (0, 1), "a1", 1, 2),
        game(2, (2, 1), "a2", 2, 1),
        game(3, (2, 0), "a3", 1, 2),
    ]
    text = "\n".join(rows(["one", "two", "three"], played))
    assert (
        "  pair          wins  draws  losses\n"
        "  one : two        1      0       0\n"
        "  one : three      0      0       1\n"
        "  two : three      1      0       0\n"
    ) in text


# The command


def test_json_and_records(tmp_path: Path) -> None:
    folder, path = tmp_path / "new" / "games", tmp_path / "match.json"
    words = ["Hex", "-o", "Size=3", "--players", "uct:10", "random", "-n", "4", "--seed", "5"]
    done = run(*words, "--json", path, "--record", folder)
    assert done.exit_code == 0
    assert done.stdout.startswith("Hex: 4 games in ")
    found = json.loads(path.read_text())
    assert list(found) == [
        *("game", "options", "seed", "opening", "planned", "finished"),
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

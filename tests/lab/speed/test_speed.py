"""How fast games are: the programs in C play the games we play, and the commands say so."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.marks import some
from helpers.paths import ROOT
from interpreter import load
from interpreter.passes.order_of_passes import PASSES
from interpreter.play.load import games as library
from lab.breeding.kinds import STAGES
from lab.breeding.trials.throughput import throughput
from lab.cli.app import app
from lab.cli.tasks.bench import run
from lab.speed import stepping
from lab.speed.peers import (
    Peers,
    Program,
    build,
    compiler,
    peers_of,
    program_names,
    recorded,
    usual,
)
from lab.speed.tables import amount, figure, short, times
from lab.speed.timing import Figure, Wish, own_cache, state_bytes

OURS = 500
THEIRS = 20_000
SIGMAS = 4.5

# Mean length, and share of wins of the first player; also of games that are not of the library.
KNOWN = {
    "Yavalath": (19.62, 0.471),
    "Gomoku": (109.06, 0.510),
    "Hex": (107.5, 0.522),
    "Yavalax": (120.4, 0.498),
    "Reversi": (60.4, 0.455),
    "Breakthrough": (64.1, 0.509),
    "Kalah": (45.6, 0.483),
    "Chess": (419.0, 0.0713),
    "Amazons": (136.3, 0.5),
    "Lines of Action": (213.6, 0.499),
    "Go": (123.9, 0.511),
}

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def program(name: str, folder: Path) -> Program:
    built = build(name, folder)
    assert built is not None
    return built


# The programs in C


@needs_compiler
@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", program_names())
def test_a_program_plays_as_is_known(name: str, folder: Path) -> None:
    done = program(name, folder).play(THEIRS, 1)
    assert done["game"] == name
    wins = done["wins"]
    assert sum(wins) + done["draws"] == done["games"] == THEIRS
    length, first = KNOWN[name]
    assert done["plies"] / THEIRS == pytest.approx(length, rel=0.01)
    assert wins[0] / THEIRS == pytest.approx(first, abs=SIGMAS * 0.5 / math.sqrt(THEIRS))


@pytest.mark.slow
@needs_compiler
def test_a_program_is_told_the_size(folder: Path) -> None:
    small = build("Go", folder, {"Size": "5", "Komi": "None"})
    assert small is not None
    ours = load("Go", {"Size": "5"}).playouts(OURS, seed=1)
    length = small.play(THEIRS, 1)["plies"] / THEIRS
    error = ours.lengths.std() / math.sqrt(OURS)
    assert ours.lengths.mean() == pytest.approx(length, abs=SIGMAS * error)


@pytest.mark.slow
@needs_compiler
def test_a_program_plays_the_same_games_for_a_seed(folder: Path) -> None:
    hexes = program("Hex", folder)
    same, again, other = ({**hexes.play(50, seed), "seconds": 0} for seed in (1, 1, 2))
    assert same == again != other


@pytest.mark.alike(2)
@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("name", some([name for name in program_names() if name in library()], 6))
def test_a_program_plays_as_we_do(name: str, folder: Path) -> None:
    ours = load(name, usual(name)).playouts(OURS, seed=1)
    theirs = program(name, folder).play(THEIRS, 2)
    error = ours.lengths.std() * math.sqrt(1 / OURS + 1 / THEIRS)
    assert ours.lengths.mean() == pytest.approx(theirs["plies"] / THEIRS, abs=SIGMAS * error)
    error = 0.5 * math.sqrt(1 / OURS + 1 / THEIRS)
    for player in (1, 2):
        share = float((ours.winners == player).mean())
        assert share == pytest.approx(theirs["wins"][player - 1] / THEIRS, abs=SIGMAS * error)


def test_there_is_no_program_of_most_games(folder: Path) -> None:
    assert build("Havannah", folder) is None
    assert build("../../bench", folder) is None


# Recorded figures


@pytest.mark.slow
def test_recorded_figures_are_of_games_that_are_known() -> None:
    known = {*library(), *KNOWN}
    assert {one.game for one in recorded()} <= known
    for one in recorded():
        assert min(one.rates.values()) > 0
        if one.game in library():
            assert peers_of(one.game, load(one.game, one.options)) is one


@pytest.mark.parametrize(
    "one", some([one for one in recorded() if one.game in library()], 5), ids=lambda one: one.game
)
def test_recorded_figures_are_of_games_as_long_as_ours(one: Peers) -> None:
    lengths = load(one.game, one.options).playouts(40, seed=1).lengths
    least, *most = map(float, one.plies.split("-"))
    margin = SIGMAS * lengths.std() / math.sqrt(len(lengths)) + 0.01 * least
    assert least - margin <= lengths.mean() <= max([least, *most]) + margin


def test_figures_are_compared_only_under_their_options() -> None:
    assert usual("yavalath") == {"Swap": "None"}
    assert peers_of("Yavalath", load("Yavalath")) is None
    nine, nineteen = (peers_of("Go", load("Go", {"Size": size})) for size in ("9", "19"))
    assert nine is not None
    assert nineteen is not None
    assert nine.rates["Ludii"] == 2110
    assert nineteen.rates["Ludii"] == 193


def test_the_best_of_a_range_counts() -> None:
    yavalath = next(one for one in recorded() if one.game == "Yavalath")
    assert yavalath.rates["C"] == 26_000_000
    assert "Pgx" not in yavalath.rates


# Measuring


def test_a_figure_is_the_median_with_its_spread() -> None:
    assert Figure.of([1.0, 4.0, 2.0]) == Figure(2.0, 0.75)
    assert figure(Figure.of([20.2e6, 19.8e6])) == "20.0M ±1%"
    assert figure(None) == "–"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (20_123_456.0, "20.1M"),
        (6_543.0, "6.54k"),
        (123_456.0, "123k"),
        (87.25, "87.2"),
        (7, "7.00"),
    ],
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert short(value) == text


def test_small_ratios_keep_their_digits() -> None:
    assert times(Figure(0.000352, 0)) == "0.00035×"
    assert times(Figure(146.2, 0.02)) == "146× ±2%"


def test_bytes() -> None:
    assert [amount(size) for size in (None, 320, 3 * 2**20)] == ["–", "320 B", "3.0 MB"]
    assert 16 <= state_bytes(load("Tic-Tac-Toe").start()) <= 2000


def test_a_cache_of_its_own_is_empty_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "elsewhere")
    with own_cache():
        inside = Path(os.environ["LUDWRIGHT_CACHE"])
        assert not list(inside.iterdir())
    assert not inside.exists()
    assert os.environ["LUDWRIGHT_CACHE"] == "elsewhere"


# The commands


def lines(*words: str | Path) -> list[str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


@pytest.mark.parametrize("command", ["bench", "profile"])
def test_help_has_examples(command: str) -> None:
    text = "\n".join(lines(command, "--help"))
    assert f"ludwright {command}" in text.partition("Examples")[2]


@pytest.mark.slow
def test_bench(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    text = "\n".join(
        lines("bench", "Tic-Tac-Toe", "--seconds", "0.02", "--threads", "--json", path)
    )
    assert "playouts/s" in text
    assert "Ludii" in text
    found = json.loads(path.read_text())
    assert {"date", "cpu", "cores", "system", "python"} <= set(found["machine"])
    (game,) = found["games"]
    assert game["name"] == "Tic-Tac-Toe"
    assert 5 <= game["plies"] <= 9
    assert game["playouts"]["median"] > 0
    assert game["uct"]["median"] > 0
    assert 0 < game["compiled"]["cold"]["median"] < 5
    assert game["c"] is None
    assert game["threads"]["median"] > 0


@needs_compiler
@pytest.mark.slow
def test_bench_runs_the_programs_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    run(["Yavalath", "Reversi"], Wish(seconds=0.02), None)
    text = capsys.readouterr().out
    assert "Yavalath Swap=None" in text
    assert "Reversi" in text
    run(["Yavalath"], Wish({"Swap": "Exchange"}, seconds=0.02), None)
    assert "C today" not in capsys.readouterr().out


@pytest.mark.slow
def test_bench_of_compiling() -> None:
    text = lines("bench", "Tic-Tac-Toe", "Nim", "--compile")
    assert any(line.startswith("Nim ") for line in text)
    assert "median" in text[-1]
    assert "worst" in text[-1]


def test_bench_refuses_unknown_games() -> None:
    done = CliRunner().invoke(app, ["bench", "Yavalth"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "did you mean Yavalath" in done.stderr


@pytest.mark.slow
def test_profile() -> None:
    text = "\n".join(lines("profile", "Tic-Tac-Toe", "--seconds", "0.02"))
    for stage in ("expand", "bind", "passes", "compile", "generate", "perform", "a ply"):
        assert stage in text


@pytest.mark.slow
def test_profile_of_passes() -> None:
    """Each pass is left out in turn; what is dead stays where nobody takes it away."""
    text = lines("profile", "Tic-Tac-Toe", "--seconds", "0.02", "--passes")
    rows = {row.split()[0]: row.split()[1:] for row in text[1:] if row.split()}
    assert rows.keys() == {*PASSES, "all"}
    assert int(rows["dead"][1]) > int(rows["dead"][2]) > 0
    assert all(float(row[3]) > 0 for row in rows.values())


@pytest.mark.slow
def test_what_each_pass_gains(tmp_path: Path) -> None:
    """Each is left out in turn; one that changes nothing is not measured."""
    place = tmp_path / "gains.json"
    options = "--seconds", "0.02", "--json", str(place)
    text = lines("bench", "Nim", "Flume", "--ablation", *options)
    rows = {row.split()[0]: row for row in text if row.split() and row.split()[0] in PASSES}
    assert rows.keys() == set(PASSES)
    assert "Flume" in rows["sitewise"]
    told = json.loads(place.read_text())["ablation"]
    assert {one["name"] for one in told} == set(PASSES)
    assert all(one["games"]["Nim"] > 0 for one in told)
    assert any(one["games"]["Nim"] == 1 for one in told)


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "what"), [((), "plies"), (("--rounds", "500"), "rounds")])
def test_two_versions_are_compared(asked: tuple[str, ...], what: str) -> None:
    """This version beside itself."""
    command = [sys.executable, "-m", "lab.speed.paired", str(ROOT), "Tic-Tac-Toe", "Tic-Tak-Toe"]
    command += asked
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rows = done.stdout.splitlines()
    assert 0.2 < float(rows[0].removeprefix("Tic-Tac-Toe").split()[0]) < 5
    assert "did you mean Tic-Tac-Toe" in done.stdout
    assert f"{what} a second" in done.stdout
    assert "geometric mean of 1 games" in done.stdout


@pytest.mark.slow
def test_stepping_is_timed_call_by_call() -> None:
    head, _, row = stepping.rows(["Tic-Tac-Toe"])
    assert head.count("|") == row.count("|")
    name, moves, *times = row.strip("| ").split(" | ")
    assert (name, moves) == ("Tic-Tac-Toe", "9")
    assert all(float(one) > 0 for one in times)


def test_breeding_is_timed_by_stages() -> None:
    found = throughput(("Tic-Tac-Toe", "Connect Four"), children=12, measured=2)
    assert found.children == sum(found.verdicts.values()) == 12
    assert found.sieving > 0 < found.compiling
    assert {"vary", "bind"} <= set(found.stages) <= set(STAGES)
    rows = list(found.rows())
    first = rows.index("share of the time of a run:") + 1
    shares = [row.split()[-1] for row in rows[first : first + len(STAGES)]]
    assert abs(sum(float(share.rstrip("%")) for share in shares) - 100) < 1
    assert json.loads(json.dumps(found.data))["children"] == 12

"""Random games in lanes are those played one by one, and are played where that is faster."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.random_games import played, same_as_plain
from helpers.twins import grown, mutated, native
from interpreter import Game, load
from interpreter.play.load import games
from interpreter.targets import random_games
from interpreter.targets.kernels import lanes
from interpreter.targets.kernels.lanes import FIXED, NARROW, WIDTHS
from interpreter.targets.llvm import target
from interpreter.targets.llvm.target import host
from interpreter.targets.native import Machine
from interpreter.targets.random_games import ENOUGH_GAMES, FEW_GAMES, RandomGames, Way
from interpreter.text.errors import LudError

pytestmark = needs_native
PLAYED = 300
AVX2 = lanes.able(host())
# What some processors lack: AVX-512, or AVX2 as well.
LESS = "avx512", "avx"
# Placing, a swap, gravity, ways that pieces go, jumps, a set of 64 sites, loops over pieces, lines
# that are turned over, groups, many bundles, sides of cells, two who choose at once, seeds, copies,
# dice, sets of several words, the kept order, moves that are tried.
SOON = ("Tic-Tac-Toe", "Yavalath", "Connect Four", "Breakthrough", "Four Field Kono", "Slimetrail",
        "Nine Men's Morris", "Reversi", "Product", "Alquerque", "Dots and Boxes", "Undercut",
        "Lines of Action", "Peg Solitaire", "Kalah", "Quarto", "Pentago",
        "Royal Game of Ur", "Pig", "Amazons", "Hasami Shogi", "Halma",
        "Game of the Goose", "Gomoku", "Flume", "Pentalath", "Atari Go",
        "Dai Hasami Shogi", "Konane", "Fanorona")  # fmt: skip
GROWN = 30
# Games of each mutant, and mutants of one test.
MUTANT, TOGETHER = 20, 10
LINES = """(game "Lines"
    (players 2)
    (equipment { (board BOARD) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line LINE) (result Mover Win)))
    )
)
"""
GROUPS = """(game "Groups"
    (players 2)
    (equipment { (board (square 9)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start {
            (place "Disc1" (sites Bottom))
            (place "Disc1" (sites { 30 50 }))
            (place "Disc2" (sites Top))
        })
        (play (forEach Piece))
        (end {
            (if
                (and (> (count Moves) 30) (< 12 (size Group at:(last To) Orthogonal)))
                (result Mover Win)
            )
            (if
                (and (> (count Moves) 20) (< 3 (size Group at:(last To) Orthogonal)))
                (result Mover Loss)
            )
        })
    )
)
"""


def without(parts: str, game: Game) -> Game:
    """The same game, for a processor that lacks some parts, and what is built on them."""
    machine = game.machine
    assert isinstance(machine, Machine)
    machine.target = target.without(parts, machine.target)
    assert lanes.widths(machine.target) == (NARROW if parts == "avx512" and AVX2 else ())
    return game


def same_in_lanes(game: Game, count: int = PLAYED, widths: Sequence[int] = ()) -> bool:
    """See that games are the same in lanes; whether they can be played so.

    Args:
        widths: how many games are played at once; what is tried first if not given
    """
    machine = game.machine
    assert isinstance(machine, Machine)
    widths = widths or lanes.widths(machine.target)[:1] or (FIXED,)
    alone = machine.random_games.one_by_one()
    for width in widths:
        together = machine.random_games.in_lanes(width)
        if together is None:
            return False
        for games_ in (count, width - 3):
            ours = played(machine, together, game.players, games_)
            assert ours == played(machine, alone, game.players, games_)
    return True


@pytest.mark.parametrize("name", SOON)
def test_games_in_lanes(name: str) -> None:
    assert same_in_lanes(load(name))


def test_groups_on_a_wide_board(tmp_path: Path) -> None:
    """What a group reaches goes over the borders of words."""
    file = tmp_path / "groups.lud"
    file.write_text(GROUPS)
    assert same_in_lanes(load(file))


@pytest.mark.alike(3)
@pytest.mark.parametrize("board", ["(square 9)", "(square 15)", "(hex 6)", "(hex 8)"])
@pytest.mark.parametrize("line", ["4", "4 exact:True", "6", "8", "3 Orthogonal"])
def test_lines_on_a_wide_board(board: str, line: str, tmp_path: Path) -> None:
    """How far a line goes is asked of words in which it lies at even distances, or does not."""
    file = tmp_path / "lines.lud"
    file.write_text(LINES.replace("BOARD", board).replace("LINE", line))
    assert same_in_lanes(load(file))
    for parts in LESS:
        assert same_in_lanes(without(parts, native(load(file))))


@pytest.mark.parametrize("size", ["5", "6", "9"])
def test_pieces_that_go_as_far_as_is_counted(size: str) -> None:
    """Where straight ways lead is found by shifts where a board fits a word, or read."""
    game = load("Lines of Action", {"Size": size})
    assert same_in_lanes(game)
    for parts in LESS:
        assert same_in_lanes(without(parts, native(load("Lines of Action", {"Size": size}))))


@pytest.mark.parametrize("name", ["Kalah", "Royal Game of Ur", "Pentalath"])
def test_few_games_in_many_lanes(name: str) -> None:
    """Lanes for which there is no game any more play for nobody, and by the rules."""
    game = load(name)
    machine = game.machine
    assert isinstance(machine, Machine)
    together, alone = machine.random_games.in_lanes(FIXED), machine.random_games.one_by_one()
    assert together is not None
    for count in (1, 2, 5, 17, 40):
        ours = played(machine, together, game.players, count)
        assert ours == played(machine, alone, game.players, count)


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Nine Men's Morris", "Clobber", "Lines of Action"])
def test_more_lanes(name: str) -> None:
    assert same_in_lanes(load(name), widths=(*NARROW, *WIDTHS))


@pytest.mark.thorough
@pytest.mark.parametrize("name", games())
def test_every_game_of_the_library(name: str) -> None:
    same_in_lanes(load(name))


@pytest.mark.alike(3)
@pytest.mark.parametrize("parts", LESS)
@pytest.mark.parametrize("name", some(SOON, 8))
def test_without_what_few_processors_can_do(name: str, parts: str) -> None:
    """Tables are read from memory, and little is permuted; the games are the same."""
    game = without(parts, native(load(name)))
    assert same_in_lanes(game, widths=NARROW)


@pytest.mark.slow
def test_grown_games_in_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    found = 0
    for seed in range(GROWN):
        rules = grown(seed)
        try:
            found += rules is not None and same_in_lanes(load(rules), 50)
        except LudError:
            continue
    assert found > GROWN // 20


def try_mutant(seed: int) -> bool:
    """See that a mutant plays the same games in every way; whether there was one, and lanes."""
    return "lanes" in same_as_plain(seed, mutated(seed), MUTANT)


@pytest.mark.slow
@pytest.mark.alike(4)
@pytest.mark.parametrize("first", range(0, 40, TOGETHER))
def test_mutants_in_every_way(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_mutant(seed) for seed in range(first, first + TOGETHER)) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(40, 2_000, TOGETHER))
def test_many_mutants_in_every_way(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_mutant(seed) for seed in range(first, first + TOGETHER)) > 0


NOWHERE = """(game "Nowhere" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites {})))) (end (if (is Line 3) (result Mover Win)))))"""


def test_a_game_in_which_nobody_can_move() -> None:
    """What lists no moves has no kept order, and no use for lanes."""
    game = load(NOWHERE)
    machine = game.machine
    assert isinstance(machine, Machine)
    assert machine.random_games.in_lanes(FIXED) is None
    assert game.playouts(3).lengths.tolist() == [1, 1, 1]
    assert [move.name for move in game.start().moves()] == ["pass"]


@pytest.mark.parametrize("name", ["Gale", "Breakthrough"])
def test_better_code_is_made_where_games_are_worth_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of some games tell what all will take; which code plays them is not to be seen."""
    game, at_once = native(load(name)), native(load(name))
    ways = random_games_of(game)
    hasty = game.playouts(100, seed=3)
    assert ways._quick is not None
    assert ways._quick.games == 100
    assert ways._alone is None, "so few are over before better code would be made"
    monkeypatch.setattr(ways._quick, "made_in", 0.0)
    monkeypatch.setattr(random_games, "LEAST_S", 0.0)
    good = game.playouts(200, seed=3)
    assert ways._alone is not None
    assert ways._quick.games == 100
    many = at_once.playouts(FEW_GAMES, seed=3)
    assert random_games_of(at_once)._quick is None
    for first, more in ((hasty, good), (good, many)):
        count = len(first.lengths)
        assert first.lengths.tolist() == more.lengths[:count].tolist()
        assert first.rankings.tolist() == more.rankings[:count].tolist()


def random_games_of(game: Game) -> RandomGames:
    """What plays the random games of native code."""
    machine = game.machine
    assert isinstance(machine, Machine)
    return machine.random_games


@pytest.mark.parametrize("threads", [1, 2])
def test_lanes_are_taken_while_games_are_played(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATIENCE_S", "ENOUGH_S"):
        monkeypatch.setattr(random_games, name, 0.0)
    monkeypatch.setattr(lanes, "widths", lambda _: WIDTHS)
    game = native(load("Tic-Tac-Toe"))
    expected = load("Tic-Tac-Toe").playouts(40_000, seed=5)
    for _ in range(2 * random_games.TRIALS + 1):
        found = game.playouts(40_000, seed=5, threads=threads)
        assert (found.lengths == expected.lengths).all()
        assert (found.rankings == expected.rankings).all()
    machine = game.machine
    assert isinstance(machine, Machine)
    assert machine.random_games._untried != WIDTHS, "they were tried"


def test_who_measures_knows_the_way_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "ENOUGH_S", 0.0)
    monkeypatch.setattr(lanes, "widths", lambda _: WIDTHS)
    for name, tried in (("Tic-Tac-Toe", True), ("Go", False)):
        machine = native(load(name)).machine
        assert isinstance(machine, Machine)
        chosen, made = RandomGames(machine), list[int]()

        def noted(width: int, chosen: RandomGames = chosen, made: list[int] = made) -> Way | None:
            made.append(width)
            return RandomGames.in_lanes(chosen, width)

        monkeypatch.setattr(chosen, "in_lanes", noted)
        chosen.settle(2)
        assert not chosen._untried
        assert bool(made) is tried  # which way is faster is for the machine to say


def test_the_faster_way_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where code for lanes is slower than games one by one, it is not taken again."""
    game = native(load("Tic-Tac-Toe"))
    machine = game.machine
    assert isinstance(machine, Machine)
    monkeypatch.setattr(lanes, "widths", lambda _: WIDTHS)
    few, many = WIDTHS
    for rates, lanes_then in (((0.5, 9.0), 1), ((0.9, 0.8), 1), ((0.9, 1.1), many),
                              ((2.0, 1.0), few), ((2.0, 3.0), many)):  # fmt: skip
        chosen = RandomGames(machine)
        alone = chosen.one_by_one()
        made = [Way(alone.play) for _ in WIDTHS]
        for way, rate in zip((alone, *made), (1.0, *rates), strict=True):
            way.rate, way.seconds, way.trials = rate, math.inf, random_games.TRIALS
        in_lanes = dict(zip(WIDTHS, made, strict=True)).__getitem__
        monkeypatch.setattr(chosen, "in_lanes", in_lanes)
        chosen._next(ENOUGH_GAMES, ENOUGH_GAMES)
        kept = chosen._next(ENOUGH_GAMES, ENOUGH_GAMES)
        assert kept is {1: alone, few: made[0], many: made[1]}[lanes_then]
        assert chosen.lanes == lanes_then
        assert chosen._next(1, ENOUGH_GAMES) is alone, "few games would leave lanes empty"


@pytest.mark.skipif(sys.platform == "win32", reason="the clock of Windows is too coarse")
def test_time_for_other_work_tells_nothing_of_a_way() -> None:
    way = Way(lambda: None)
    with way.timed(ENOUGH_GAMES):
        time.sleep(3 * random_games.ENOUGH_S)
    assert way.trials == 0


def test_short_pieces_tell_of_a_way_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 0.003, 1.0, 1.003, 2.0, 2.006])
    monkeypatch.setattr(random_games, "CLOCK", lambda: next(now))
    way = Way(lambda: None)
    for count, trials, rate in ((300, 0, 0.0), (300, 1, 100_000.0), (ENOUGH_GAMES, 2, 100_000.0)):
        with way.timed(count):
            pass
        assert way.trials == trials
        assert way.rate == pytest.approx(rate)


def test_few_games_again_and_again_are_worth_better_code() -> None:
    machine = native(load("Tic-Tac-Toe")).machine
    assert isinstance(machine, Machine)
    chosen = RandomGames(machine)
    few = chosen._next(1, 1)
    few.games, few.made_in = 1000, 0.05
    for few.seconds in (0.0, 0.15):
        assert chosen._next(1, 1) is few
    few.seconds = 0.25
    better = chosen._next(1, 1)
    assert better is not few
    assert better is chosen.one_by_one()


@pytest.mark.parametrize("name", ["Go", "Chess", "Oware", "Backgammon", "Hex"])
def test_games_that_go_ways_of_their_own_are_not_written_for_lanes(name: str) -> None:
    machine = load(name).machine
    assert isinstance(machine, Machine)
    assert machine.random_games.in_lanes(FIXED) is None


def test_code_that_looks_at_its_memory_plays_one_by_one() -> None:
    machine = native(load("Tic-Tac-Toe"), checked=True).machine
    assert isinstance(machine, Machine)
    assert machine.random_games.in_lanes(FIXED) is None

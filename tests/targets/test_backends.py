"""Native code plays what Python plays: every game of the library, and games that are grown.

Where an instruction for bits is lacking, sets are held and counted in another way; that is tried
everywhere too.
"""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from helpers.twins import again, compare, grown, native, try_seed
from interpreter import Game, State, load
from interpreter.targets.llvm.sets.lanes import Rows
from interpreter.targets.llvm.sets.word import Word
from lab.checks.side_by_side import seen, walk

pytestmark = needs_native

MOST_COUNTED = 10_000
GAMES, PLIES = 3, 60
# What every processor can do, and what this one can.
PORTABLE = pytest.mark.parametrize(
    "bits",
    [pytest.param(None, id="here"), pytest.param(False, id="portable", marks=pytest.mark.slow)],
)
IRREGULAR = """(game "Turned" (players 2)
    (equipment {{ (board (rotate 30 (square {size}))) (piece "Ball" Each) }})
    (rules
        (play (move Add (to (sites Empty))))
        (end {{ (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) }})))"""


@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_games_of_the_library(name: str) -> None:
    same_on_both(name, None)


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_games_of_the_library_on_any_processor(name: str) -> None:
    same_on_both(name, bits=False)


def same_on_both(name: str, bits: bool | None) -> None:
    """See that a game is the same in Python and as native code."""
    game = load(name, backend="python")
    other = native(game, bits=bits)
    compare(game, other, seed=7, games=GAMES, plies=PLIES)
    first = len(game.start().moves())
    for depth in (1, 2):
        if depth == 1 or first * first <= MOST_COUNTED:
            assert other.perft(depth) == game.perft(depth)


FORBIDDEN = """(game "Forbidden" (players 2)
    (equipment { (board (hex 6)) (piece "Disc" Each) })
    (rules
        (meta (no Suicide))
        (play
            (or
                (move Add (to (intersection (sites Empty) (sites { 0 }))))
                (move Add (to (sites Empty)) (then (addScore Mover 1)))
            )
        )
        (end {
            (if (not (is Empty 0)) (result Mover Loss))
            (if (is Line 5) (result Mover Win))
        })))"""


def test_the_only_placement_of_the_first_kind_is_not_legal() -> None:
    """It is drawn and taken out again; those of the second kind are still there."""
    games = [load(FORBIDDEN, backend="llvm", plain=plain) for plain in (True, False)]
    theirs, ours = (game.playouts(200, seed=1) for game in games)
    assert ours.lengths.tolist() == theirs.lengths.tolist()
    assert ours.rankings.tolist() == theirs.rankings.tolist()
    compare(games[0], native(games[1], bits=False), seed=3, games=40)


@pytest.mark.parametrize("size", [3, 9])
def test_boards_that_are_not_regular(size: int) -> None:
    game = load(IRREGULAR.format(size=size), backend="python")
    assert game.program.grid is None
    compare(game, native(game), seed=1)
    compare(game, native(game, bits=False), seed=2)


def test_both_ways_to_hold_sets_are_tried() -> None:
    kinds: set[tuple[type, bool, bool]] = set()
    for text in (*map(load, ("Tic-Tac-Toe", "Yavalath", "Go")), *turned()):
        for bits in (None, False):
            sets = native(text, bits=bits).machine.translator.sets
            kinds.add((type(sets), text.program.grid is not None, text.board.size > 64))
    assert kinds == {
        (Word, True, False), (Word, False, False), (Rows, True, True), (Rows, False, True),
    }  # fmt: skip


def turned() -> list[Game]:
    return [load(IRREGULAR.format(size=size)) for size in (3, 9)]


def test_a_difference_is_found() -> None:
    """The comparison is no formality: with another seed, or in another game, it fails."""
    game = load("Tic-Tac-Toe", backend="python")
    other = load("Tic-Tac-Toe")
    state = other.start().after("b2")
    assert seen(state) != seen(game.start().after("a1"))
    with pytest.raises(AssertionError):
        compare(game, load("Notakto"), seed=1)


def test_threads_do_not_change_the_games() -> None:
    game = load("Yavalath")
    alone, together = game.playouts(100, seed=3), game.playouts(100, seed=3, threads=4)
    assert alone.lengths.tolist() == together.lengths.tolist()
    assert alone.rankings.tolist() == together.rankings.tolist()
    assert game.perft(2, threads=4) == game.perft(2, memory=1) == 3721


def test_states_go_from_one_machine_to_another() -> None:
    """A game compiled again reads the states of the first."""
    game = load("Go", {"Size": "5"})
    state = game.start().after("c3").after("b3")
    other = again(game, "llvm")
    assert other.legal(state.raw) == game.legal(state.raw)
    assert other.perft(1, State(other, state.raw)) == game.perft(1, state)


# Games that are grown: so many in `make test`, so many in `make slow`, a few at a time

QUICK, TOGETHER, THOROUGH = 100, 10, 10_000


def play_grown(first: int, count: int) -> None:
    played = sum(map(try_seed, range(first, first + count)))
    assert played > count // 3, "too few of these seeds give a game"


@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, QUICK, TOGETHER))
def test_grown_games(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    play_grown(first, TOGETHER)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(QUICK, THOROUGH, 5 * TOGETHER))
def test_many_grown_games(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    play_grown(first, 5 * TOGETHER)


def test_grown_games_differ() -> None:
    texts = {grown(seed) for seed in range(20)}
    assert len(texts) > 15


def test_moves_that_are_measured_are_taken_from_a_list_without_a_kept_order() -> None:
    """On larger boards random games keep an order of placements, which is not that of the list."""
    game = """(game "Most" (players 2)
        (equipment { (board (square 9)) (piece "Disc" Each) })
        (rules
            (play
                (or
                    (move Add (to (sites Empty)))
                    (max Captures (enclose (between if:True)) (then (intervene)))
                )
            )
            (end (if (= (count Moves) 30) (result Mover Win)))
        ))"""
    backs = [load(game, backend=one) for one in ("python", "llvm")]
    assert walk(backs, 2, 12, 60.0) == 12

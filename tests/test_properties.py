"""Laws that hold for random rules and random games."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from helpers.backends import NATIVE_IS_SLOW
from helpers.keeping import broken
from helpers.marks import examples, some
from helpers.patience import patience
from interpreter import Game, State, load
from interpreter.ir import schema
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.parts import EndRule
from interpreter.language.signatures import Bool, Int, Moves, Sites
from interpreter.play.load import catalogue
from interpreter.text.errors import LudError
from interpreter.text.printer import write
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Tree

SEEDS = st.integers(0, 2**32 - 1)
PATIENT = settings(
    deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow]
)
SLOW = settings(PATIENT, max_examples=80)
THOROUGH = settings(PATIENT, max_examples=400)
SMALL = ("Tic-Tac-Toe", "Pentalath", "Yavalath", "Coffee", "Star", "Gonnect", "Omega", "Trike")
BOARDS = ("(square 3)", "(hex 2)", "(hex Triangle 3)", "(rectangle 2 4)")
RULES = """(game "Grown" (players 2)
    (equipment {{
        (board {board}) (piece "Disc" Each)
        (regions "Home" P1 {{0 4}}) (regions "Home" P2 {{2}})
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    }})
    (rules (start (place "Disc1" 0))
        (play (or (move Add (to (sites Empty))) {moves}))
        (end {{ {end} (if (is Full) (result Mover Win)) }})))"""


def grown(kind: type, seed: int, frame: Frame) -> Tree:
    """A random tree of a type; the example is dropped where none grows."""
    try:
        return Grower(catalogue(), Random(seed)).grow(kind, frame)
    except BarrenError:
        assume(False)
        raise


def games_that_are_grown(seed: int, backend: str = "auto") -> Game:
    """A game with random moves and a random end rule, on one of a few boards."""
    board = BOARDS[seed % len(BOARDS)]
    frame = Frame(sites=5, labels=("A1",))
    moves, end = grown(Moves, seed, frame), grown(EndRule, seed + 1, frame)
    try:
        return load(RULES.format(board=board, moves=write(moves), end=write(end)), backend=backend)
    except LudError as error:  # rules may be nested deeper than there is room to work at them
        assume(error.problems[0].code != "too-deep")
        raise


@given(SEEDS, st.sampled_from((Moves, EndRule, Bool, Int, Sites)))
@settings(deadline=None, max_examples=examples(150))
def test_written_trees_read_back(seed: int, kind: type) -> None:
    tree = grown(kind, seed, Frame())
    assert parse_one(write(tree)) == tree


@NATIVE_IS_SLOW
@given(SEEDS)
@PATIENT
def test_grown_games_run(backend: str, seed: int) -> None:
    grown_game_ends(backend, seed)


def grown_game_ends(backend: str, seed: int) -> None:
    game = games_that_are_grown(seed, backend)
    with patience():
        (raw,) = game.random_games(1, seed)
    assert game.field(raw, schema.OVER) == 1
    assert all(rank >= 1 for rank in game.ranking(raw))


@pytest.mark.slow
@example(3729)  # the longest turn is asked for in an end rule alone
@given(SEEDS)
@SLOW
def test_more_grown_games_run(backend: str, seed: int) -> None:
    grown_game_ends(backend, seed)


@pytest.mark.thorough
@given(SEEDS)
@THOROUGH
def test_many_grown_games_run(backend: str, seed: int) -> None:
    grown_game_ends(backend, seed)


def walk(game: Game, seed: int, plies: int) -> None:
    """A random game of so many plies, looking at every state."""
    random = Random(seed)
    state = game.start(seed)
    for _ in range(plies):
        assert not broken(game, state.raw)
        if state.over:
            assert state.moves() == []
            break
        moves = state.moves()
        assert moves, "who cannot move passes"
        assert len({move.name for move in moves}) == len(moves)
        before = state.position(), state.raw[:]
        following = state.after(random.choice(moves))
        assert (state.position(), state.raw) == before, "a move changes no earlier state"
        assert following.plies == state.plies + 1
        state = following


@given(st.sampled_from(SMALL), SEEDS)
@PATIENT
def test_offered_moves_apply_and_states_stay(backend: str, name: str, seed: int) -> None:
    walk(load(name, backend=backend), seed, 30)


@NATIVE_IS_SLOW
@given(SEEDS)
@PATIENT
def test_offered_moves_of_grown_games_apply(backend: str, seed: int) -> None:
    game = games_that_are_grown(seed, backend)
    with patience():
        walk(game, seed, 10)


@pytest.mark.parametrize("name", some(SMALL, 2))
def test_the_same_seed_gives_the_same_game(name: str, backend: str) -> None:
    game, again = load(name, backend=backend), load(name, backend=backend)
    assert list(game.random_games(3, seed=5)) == list(again.random_games(3, seed=5))
    few, many = game.playouts(2, seed=9), game.playouts(4, seed=9)
    assert few.lengths.tolist() == many.lengths.tolist()[:2]
    assert list(game.random_games(3, seed=5)) != list(game.random_games(3, seed=6))


@given(SEEDS)
@PATIENT
def test_copied_states_are_equal_and_independent(backend: str, seed: int) -> None:
    game = load("Pentalath", backend=backend)
    state = game.start(seed)
    move = Random(seed).choice(state.moves())
    first, second = state.after(move), state.after(move)
    assert first == second
    assert hash(first) == hash(second)
    second.after(second.moves()[0])
    assert first == second
    assert first != state


@pytest.mark.parametrize("name", SMALL)
def test_states_pickle(name: str, backend: str) -> None:
    game = load(name, backend=backend)
    state = game.start(seed=4)
    for _ in range(3):
        state = state.after(state.moves()[0])
    again = pickle.loads(pickle.dumps(state))
    assert again.raw == state.raw
    assert [str(move) for move in again.moves()] == [str(move) for move in state.moves()]


@NATIVE_IS_SLOW
@given(SEEDS, st.sampled_from(BOARDS))
@PATIENT
def test_conditions_asked_of_all_sites_at_once_are_the_same(
    backend: str, seed: int, board: str
) -> None:
    """A condition as set algebra holds for the sites for which it holds one by one."""
    frame = Frame(sites=5, labels=("A1",), bound=frozenset({"to"}))
    condition = write(grown(Bool, seed, frame))
    moves = f"(if (< 3 (count Moves)) (move Add (to (sites Board) if:{condition})))"
    text = RULES.format(board=board, moves=moves, end="")
    games = [load(text, backend=backend), load(text, backend=backend, passes=("-sitewise",))]
    with patience():
        assert ends(games[0], seed) == ends(games[1], seed)


def ends(game: Game, seed: int) -> list[tuple[str, tuple[float, ...], int]]:
    """How a few random games end; the fields of their states may differ."""
    states = [State(game, raw) for raw in game.random_games(2, seed)]
    return [(state.position(), state.ranking, state.plies) for state in states]

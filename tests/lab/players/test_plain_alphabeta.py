"""Players that look ahead."""

import math
import time
from random import Random

import pytest

from helpers.lab.positions import positions, wins
from interpreter import Game, LudError, load
from interpreter.ir import schema
from interpreter.play.machines import Raw
from lab.players import AlphaBeta, Player, RandomPlayer, Uct, play
from lab.players.judgement import outcome, seat
from lab.players.plain_alphabeta import LookAhead


def least(search: LookAhead, raw: Raw, depth: int) -> float:
    """What the searcher can have at least, worked out without leaving anything out."""
    game = search.game
    if game.field(raw, schema.OVER):
        return outcome(game, raw)[search.seat - 1]
    if depth == 0:
        return search.evaluate(raw)
    values = [least(search, game.after(raw, move), depth - 1) for move in game.legal(raw)]
    return max(values) if seat(game, raw) == search.seat else min(values)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Tic-Tac-Toe", {}),
        ("Yavalath", {"Size": "3"}),
        ("Yavalath", {"Size": "3", "Players": "3 Players"}),
        ("Eight Queens", {"Size": "5"}),
    ],
)
def test_what_is_left_out_does_not_matter(name: str, options: dict[str, str]) -> None:
    game = load(name, options)
    weights = {"mobility": 1.0, "centre": 0.5, "material": 0.25, "score": 1.0}
    for number, state in enumerate(list(positions(game, 3))[2::3]):
        for depth in (1, 2, 3):
            if len(state.moves()) ** depth > 1000:
                continue
            search = LookAhead(state, weights, Random(number))
            search.run(math.inf, depth)
            best = search.judgements()[0]
            assert best.value == pytest.approx(least(search, search.raw, depth), abs=1e-6)


@pytest.mark.parametrize("first", [0, 1])
def test_looking_to_the_end_never_loses(first: int) -> None:
    game = load("Tic-Tac-Toe")
    for number in range(4):
        for other in (RandomPlayer(number), Uct(iterations=50, seed=number)):
            players: list[Player] = [AlphaBeta(depth=9, seed=number), other]
            end = play(game.start(), players[::-1] if first else players)
            assert end.utilities[first] >= 0


def test_the_end_is_certain() -> None:
    game = load("Tic-Tac-Toe", backend="python")
    best = AlphaBeta(depth=9).judge(game.start())[0]
    assert (best.value, best.certain) == (0, True)
    state = game.start().after("a1").after("b1")
    won = AlphaBeta(seconds=60).judge(state)[0]
    assert (won.value, won.certain) == (1, True)


def test_wins_soon_and_loses_late() -> None:
    state = load("Tic-Tac-Toe", backend="python").start()
    for name in ("a1", "a2", "b2"):
        state = state.after(name)
    # c3 ends the game at once if it is not taken; everything loses, that takes longest.
    assert AlphaBeta(depth=6).choose(state).name == "c3"
    assert AlphaBeta(depth=6).choose(state.after("a3")).name == "c3"


def test_looking_ahead_takes_every_win_in_one(yavalath: Game) -> None:
    found = [state for state in positions(yavalath, 10) if wins(state)]
    assert len(found) > 3
    for state in found:
        assert AlphaBeta(depth=2).choose(state) in wins(state)


def test_time_limits_looking_ahead(yavalath: Game) -> None:
    start = time.perf_counter()
    assert AlphaBeta(seconds=0.1).choose(yavalath.start()) in yavalath.start().moves()
    assert time.perf_counter() - start < 2


def test_lots_are_drawn_between_equal_moves() -> None:
    state = load("Hex", {"Size": "4"}, backend="python").start()
    chosen = {seed: AlphaBeta(depth=1, seed=seed).choose(state).name for seed in range(8)}
    assert len(set(chosen.values())) > 2
    assert chosen[5] == AlphaBeta(depth=1, seed=5).choose(state).name


def test_weights_decide() -> None:
    game = load("Hex", {"Size": "5", "Swap": "Off"}, backend="python")
    middle = AlphaBeta(depth=1, weights={"centre": 1}).choose(game.start())
    corner = AlphaBeta(depth=1, weights={"centre": -1}).choose(game.start())
    assert (middle.name, corner.name in ("a1", "e1", "a5", "e5")) == ("c3", True)
    with pytest.raises(LudError) as error:
        AlphaBeta(depth=1, weights={"center": 1})
    assert str(error.value) == ('nothing is measured by the name "center"\n  did you mean centre?')


def test_looking_ahead_must_be_limited() -> None:
    with pytest.raises(ValueError, match="limited"):
        AlphaBeta()
    with pytest.raises(ValueError, match="one ply"):
        AlphaBeta(depth=0)

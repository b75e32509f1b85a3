"""Searches that look ahead: exact values, and what agrees with the search in Python."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.searched import THREE, wandered
from interpreter import Game, State, load
from interpreter.ir import schema
from interpreter.play.machines import Raw
from interpreter.targets.llvm.jit import available
from lab.players.evaluation import Evaluation
from lab.players.plain_alphabeta import LookAhead

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")


@pytest.mark.parametrize(
    ("name", "options", "outcome"),
    [
        ("Tic-Tac-Toe", None, "draw"),
        ("Wild Tic-Tac-Toe", None, "win"),
        ("Notakto", None, "win"),
        ("Connect Four", {"Board": "5x4"}, "draw"),  # John Tromp, "John's Connect Four Playground"
        ("Treblecross", {"Length": "11"}, "win"),
        ("Chomp", None, "win"),
    ],
)
def test_known_values(name: str, options: dict[str, str] | None, outcome: str) -> None:
    game = load(name, options)
    found = game.solve()
    assert found.outcome == outcome
    state = game.start()
    for move in found.principal:
        state = state.after(move)
    assert found.principal[0] == found.best
    if state.over:
        assert state.utilities[0] == found.value


@pytest.mark.slow
def test_solved_positions_agree_with_counting_out(crosses: Game) -> None:
    known: dict[str, float] = {}

    def exact(state: State) -> float:
        if state.over:
            return state.utilities[0]
        key = f"{state.mover} {state.position()}"
        if key not in known:
            values = [exact(state.after(move)) for move in state.moves()]
            known[key] = max(values) if state.mover == 1 else min(values)
        return known[key]

    for seed in range(30):
        state = wandered(crosses, 3, seed)
        sign = 1 if state.mover == 1 else -1
        found = crosses.solve(state)
        assert found.value == sign * exact(state)
        assert found.best is not None
        assert exact(state.after(found.best)) == exact(state)


@pytest.mark.slow
def test_what_is_too_large_is_not_solved(yavalath: Game) -> None:
    found = yavalath.solve(nodes=10_000)
    assert found.value is None
    assert found.best is None
    assert found.nodes == 10_000
    assert str(found) == "not solved within the limits"


WEIGHTS = (None, {"material": 1.0}, {"centre": 0.5, "mobility": 0.1}, {"mobility": -0.3})


@pytest.mark.parametrize(
    ("name", "depth"),
    [("Tic-Tac-Toe", 9), ("Connect Four", 4), ("Atari Go", 1), ("Nim", 5),
     *(pytest.param(*other, marks=pytest.mark.slow) for other in
       (("Yavalath", 2), ("Squava", 3), ("Omega", 1), ("Oust", 2), ("Eight Queens", 2)))],
)  # fmt: skip
def test_looking_ahead_agrees_with_python(name: str, depth: int) -> None:
    game = load(name)
    for number, weights in enumerate(WEIGHTS):
        state = wandered(game, 3 * number, number)
        defined = LookAhead(state, weights, Random(number))
        defined.run(math.inf, depth)
        best = defined.judgements()[0]
        found = game.alphabeta(state, depth=depth, weights=weights)
        assert found.value == pytest.approx(best.value, abs=2e-6)
        assert found.proven == best.certain
        assert {one.move for one in found.moves} == set(state.moves())


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "quiet"), [(1, 1), (1, 3), (2, 2)])
def test_captures_are_looked_at_further(depth: int, quiet: int) -> None:
    game, weights = load("Oust"), {"material": 1.0}
    state = wandered(game, 18, 4)
    evaluate = Evaluation(game, state.mover, weights)

    def count(raw: Raw) -> int:
        return sum(game.field(raw, schema.PLACED, one.number).bit_count() for one in game.pieces)

    def value(raw: Raw, left: int) -> float:
        """The greatest or least of what follows, by the definition."""
        if game.field(raw, schema.OVER):
            return State(game, raw).utilities[state.mover - 1]
        if left == 0:
            return evaluate(raw)
        still, pieces = left <= quiet, count(raw)
        after_all = [game.after(raw, move) for move in game.legal(raw)]
        kept = [one for one in after_all if not still or count(one) < pieces]
        values = [value(one, left - 1) for one in kept] + [evaluate(raw)] * still
        return max(values) if game.field(raw, schema.MOVER) == state.mover else min(values)

    expected = max(value(state.after(one).raw, depth - 1 + quiet) for one in state.moves())
    found = game.alphabeta(state, depth=depth, quiet=quiet, weights=weights)
    assert found.value == pytest.approx(expected, abs=2e-6)


def test_three_players_look_ahead() -> None:
    game = load(THREE)
    state = wandered(game, 5, 1)
    defined = LookAhead(state, None, Random(1))
    defined.run(math.inf, 4)
    found = game.alphabeta(state, depth=4)
    assert found.value == pytest.approx(defined.judgements()[0].value, abs=2e-6)


# Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23, 2000: by holes,
# for 1 to 6 seeds in a hole.
KALAH = {2: "WLLLWW", 3: "DWWWWL", 4: "WWW"}


@pytest.mark.slow
@pytest.mark.parametrize("holes", KALAH)
def test_small_kalah(holes: int) -> None:
    found = ""
    for seeds in range(1, len(KALAH[holes]) + 1):
        game = load("Kalah", options={"Holes": str(holes), "Seeds": str(seeds)})
        value = game.solve().value
        assert value is not None
        found += "DWL"[value]
    assert found == KALAH[holes]

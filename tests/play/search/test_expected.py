"""Searches that look ahead where chance has a part: what is expected of all that can fall."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.searched import BEFORE, BEHIND
from interpreter import State, load
from lab.players.plain_alphabeta import LookAhead

GOAL = 6
FACES = 3
# Each has a lane, and the end has to be met exactly.
RACE = f"""(game "Race" (players 2)
    (equipment {{
        (board (rectangle 2 {GOAL + 1}) {{
            (track "Lane" {{0..{GOAL}}} P1 directed:True)
            (track "Lane" {{{GOAL + 1}..{2 * GOAL + 1}}} P2 directed:True)
        }})
        (dice d:{FACES} num:1)
        (piece "Runner" Each (move (from (from)) (to (trackSite Move steps:(count Pips)))))
    }})
    (rules
        (start {{(place "Runner1" 0) (place "Runner2" {GOAL + 1})}})
        (play (do (roll) next:(forEach Piece)))
        (end {{
            (if (is In {GOAL} (sites Occupied by:P1)) (result P1 Win))
            (if (is In {2 * GOAL + 1} (sites Occupied by:P2)) (result P2 Win))
        }})
    )
)"""
EINSTEIN = "EinStein würfelt nicht"


def chance_of_the_first() -> float:
    """How likely the first runner is at the end no later than the second, throw by throw."""
    places, won, running = {0: 1.0}, 0.0, 1.0
    while running > 1e-15:
        following = dict[int, float]()
        for place, likely in places.items():
            for face in range(1, FACES + 1):
                there = place + face if place + face <= GOAL else place
                following[there] = following.get(there, 0.0) + likely / FACES
        arrived = following.pop(GOAL, 0.0)
        won += arrived * running
        running -= arrived
        places = following
    return won


def near_the_end(name: str, plies: int, seed: int) -> tuple[State, State]:
    """A position so many plies before the end of a random game, natively and plainly."""
    rng = Random(seed)
    states = [load(name).start(seed), load(name, backend="python", plain=True).start(seed)]
    line = [tuple(states)]
    while not states[0].over:
        chosen = rng.randrange(1 << 30)
        for number, state in enumerate(states):
            moves = state.moves()
            states[number] = state.after(moves[chosen % len(moves)])
        line.append(tuple(states))
    first, second = line[-plies]
    return first, second


@pytest.mark.parametrize("backend", ["auto", "python"])
def test_a_race_is_solved(backend: str) -> None:
    found = load(RACE, backend=backend).solve()
    assert found.points == pytest.approx(chance_of_the_first(), abs=1e-12)
    assert found.best is None
    assert found.outcome == "chance"
    assert f"{chance_of_the_first():.6f}" in str(found)


@pytest.mark.parametrize("rules", [BEHIND, BEFORE])
def test_the_best_move_is_known(rules: str) -> None:
    game = load(rules)
    found = game.solve()
    assert found.value == pytest.approx(1 / 3)
    assert found.best == game.alphabeta(game.start(), depth=2).best
    assert game.solve(nodes=1).value is None


@needs_native
@pytest.mark.parametrize("rules", [BEHIND, BEFORE])
def test_looking_ahead_expects_the_mean(rules: str) -> None:
    game = load(rules)
    found = game.alphabeta(game.start(), depth=2)
    assert found.value == pytest.approx(1 / 3, abs=1e-6)
    assert found.proven


@needs_native
@pytest.mark.parametrize(
    "where", ["(to (sites Empty) level:{})", "(to (sites Empty)) (then (set Var {}))"]
)
def test_a_draw_with_one_outcome_is_taken(where: str) -> None:
    lines = """(game "Lines" (players 2)
        (equipment {{ (board (square 3)) (piece "Stone" Each) }})
        (rules (play (move Add {}))
            (end (if (is Line 3) (result Mover Win)))))"""
    one = load(lines.format(where.format("(value Random (exact 6))")))
    none = load(lines.format(where.format("6")))
    found, expected = (game.alphabeta(game.start(), depth=5) for game in (one, none))
    assert (found.value, found.proven) == (expected.value, expected.proven)


@needs_native
@pytest.mark.parametrize(
    ("plies", "seed", "depth"), [(4, 0, 3), (4, 3, 3), (6, 5, 3), (9, 2, 2), (9, 5, 2)]
)
def test_looking_ahead_agrees_with_python(plies: int, seed: int, depth: int) -> None:
    state, plain = near_the_end(EINSTEIN, plies, seed)
    for weights in (None, {"material": 1.0}):
        defined = LookAhead(plain, weights, Random(seed))
        defined.run(math.inf, depth)
        best = defined.judgements()[0]
        found = state.game.alphabeta(state, depth=depth, weights=weights)
        assert found.value == pytest.approx(best.value, abs=2e-6)
        assert found.proven == best.certain


def worth(state: State, player: int) -> float:
    """What a position is worth to a player, before the next throw."""
    if state.over:
        return state.utilities[player - 1]
    value = state.game.solve(state).value
    assert value is not None
    return value if state.mover == player else -value


@needs_native
@pytest.mark.parametrize("seed", [11, 19, pytest.param(5, marks=pytest.mark.thorough)])
def test_looking_to_the_end_is_exact(seed: int) -> None:
    state, _ = near_the_end(EINSTEIN, 4, seed)
    found = state.game.alphabeta(state, depth=3)
    # What has fallen before the first moves is known to the one and not to the other.
    each = [worth(state.after(one), state.mover) for one in state.moves()]
    assert found.proven
    assert found.value == pytest.approx(max(each), abs=1e-5)


def test_captures_alone_are_not_looked_at() -> None:
    game = load(RACE)
    with pytest.raises(ValueError, match="chance"):
        game.alphabeta(game.start(), depth=1, quiet=1)

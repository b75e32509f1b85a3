"""Games in which players do not see all, as pages have them: in Node, beside Python."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.backends import needs_native
from helpers.hidden import LEVELS, MIXED, NOWHERE, WHICH
from helpers.lab.scripts import needs_typescript
from interpreter import Game, State, load
from lab.web.choices import compiled
from lab.web.export import told
from lab.web.node import executable

pytestmark = [needs_native, needs_typescript, pytest.mark.slow]
SCRIPT = Path(__file__).parent / "unit" / "secret.ts"
GAMES = 40


def answers(
    game: Game, played: list[tuple[int, list[int]]], *, rounds: int = 0, draws: int = 0
) -> list[dict[str, Any]]:
    """What a page makes of positions, each of a seed and the numbers of the moves made."""
    module = compiled(game)
    asked = {
        "data": told(game, module, game.name),
        "code": base64.b64encode(module.code).decode(),
        "games": [{"seed": seed, "picks": picks} for seed, picks in played],
        "rounds": rounds,
        "draws": draws,
    }
    done = subprocess.run(
        [str(executable()), str(SCRIPT)],
        input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def walked(game: Game, seed: int, plies: int) -> tuple[State, list[int]]:
    """A position of a random game, and the numbers of the moves that lead there."""
    state, random, picks = game.start(seed), Random(seed), list[int]()
    while len(picks) < plies and not state.over:
        picks.append(random.randrange(len(state.moves())))
        state = state.after(state.moves()[picks[-1]])
    return state, picks


@pytest.mark.parametrize(
    ("rules", "plies"),
    [("Ghosts", 22), ("Dark Chess", 12), ("Goofspiel", 3), (MIXED, 4), (LEVELS, 4)],
    ids=["Ghosts", "Dark Chess", "Goofspiel", "mixed", "levels"],
)
def test_a_page_shows_what_a_player_sees(rules: str, plies: int) -> None:
    game = load(rules)
    walks = [walked(game, seed, count) for seed, count in enumerate((0, plies // 2, plies))]
    found = answers(game, [(seed, picks) for seed, (_, picks) in enumerate(walks)], draws=6)
    hidden = 0
    for (state, _), answer in zip(walks, found, strict=True):
        for player, view in enumerate(answer["views"], 1):
            seen = state.seen_by(player)
            places = len(view["contents"])
            assert view["contents"] == list(seen.contents[:places])
            assert view["counts"] == [seen.count(site) for site in range(places)]
            if state.plies:
                assert (view["from"], view["to"]) == (seen.last_from, seen.last_to)
            hidden += seen.contents != state.contents
        for world in answer["drawn"]:
            assert world["seen"] == answer["views"][state.mover - 1]["contents"]
            drawn = State(game, raw_of(game, state, world["bytes"]))
            assert drawn.seen_by(state.mover) == state.seen_by(state.mover)
            assert game.position(drawn.text()).contents == drawn.contents
    assert hidden


def raw_of(game: Game, state: State, packed: str) -> Any:
    """A position of a page as native code has it: both lay states out alike."""
    raw = state.raw[:]
    held = base64.b64decode(packed)
    assert len(held) == len(raw)
    raw[:] = held
    return raw


@pytest.mark.parametrize(("rules", "chance"), [(NOWHERE, 1 / 16), (WHICH, 1 / 4)])
def test_the_computer_of_a_page_does_not_peek(rules: str, chance: float) -> None:
    # Who looks wins all of them. More than this happens by chance once in ten thousand times.
    game = load(rules)
    states = [game.start(seed) for seed in range(GAMES)]
    found = answers(game, [(seed, []) for seed in range(GAMES)], rounds=200)
    won = sum(
        state.after(next(m for m in state.moves() if str(m.packed) == one["move"])).ranking[0] == 1
        for state, one in zip(states, found, strict=True)
    )
    deviation = (GAMES * chance * (1 - chance)) ** 0.5
    assert won < GAMES * chance + 4 * deviation


MATCHING = """(game "Matching" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4))})
    (rules
        (play (or
            (move Select (from (sites Board)) P1 (then (set Value P1 (last To))))
            (move Select (from (sites Board)) P2 (then (set Value P2 (last To))))
        ))
        (end (if (>= (count Moves) 1)
            {(if (= (value Player P1) (value Player P2)) (result P2 Win))} (result P1 Win)))
    )
)"""


def test_the_computer_does_not_know_what_others_have_chosen() -> None:
    # Player 2 wins if he chooses the same; player 1 has chosen before he is asked.
    game = load(MATCHING)
    played = [(seed, [seed % 4]) for seed in range(GAMES)]
    found = answers(game, played, rounds=60)
    won = 0
    for (seed, picks), one in zip(played, found, strict=True):
        state = game.start(seed)
        state = state.after(state.moves()[picks[0]])
        move = next(move for move in state.moves() if str(move.packed) == one["move"])
        won += state.after(move).ranking[1] == 1
    assert won < GAMES / 4 + 4 * (GAMES * 3 / 16) ** 0.5


DOMINATED = MATCHING.replace(
    "{(if (= (value Player P1) (value Player P2)) (result P2 Win))} (result P1 Win)",
    """{
        (if (and (= 3 (value Player P1)) (!= 3 (value Player P2))) (result P1 Win))
        (if (and (= 3 (value Player P2)) (!= 3 (value Player P1))) (result P2 Win))
    } (result P1 Draw)""",
)


def test_the_computer_chooses_what_pays_whatever_others_choose() -> None:
    game = load(DOMINATED)
    found = answers(game, [(0, []), (0, [1])], rounds=600)
    names = [
        next(move.name for move in state.moves() if str(move.packed) == one["move"])
        for state, one in zip([game.start(), game.start().after("b1")], found, strict=True)
    ]
    assert names == ["d1", "d1"]

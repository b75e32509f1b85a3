"""States keep what the schema says of their parts, in the plain program too: passes trust it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helpers.backends import needs_native
from helpers.keeping import broken
from helpers.marks import each_game
from helpers.twins import grown, mutated
from helpers.wandering import states
from interpreter import Game, load
from interpreter.ir import schema
from interpreter.text.errors import LudError

GAMES, PLIES = 2, 25
TOGETHER = 10


def keeps(game: Game) -> None:
    """See that all states of the beginnings of some random games keep it."""
    for seed in range(GAMES):
        for raw in states(game, seed, PLIES):
            assert not broken(game, raw)


@pytest.mark.alike(4)
@pytest.mark.parametrize("name", each_game(few=True))
def test_games_of_the_library(name: str) -> None:
    for plain in (True, False):
        keeps(load(name, plain=plain))


def try_rules(rules: str | None, seed: int) -> bool:
    """See that a plain program keeps it; whether there was one."""
    try:
        game = load(rules, plain=True) if rules is not None else None
    except LudError:
        return False
    if game is None:
        return False
    try:
        keeps(game)
    except OverflowError:  # more moves than native code has room for, as it says
        return False
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}\n{rules}") from error
    return True


@needs_native
@pytest.mark.slow
@pytest.mark.alike(4)
@pytest.mark.parametrize("first", range(0, 120, TOGETHER))
@pytest.mark.parametrize("make", [grown, mutated])
def test_grown_games_and_mutants(
    make: Callable[[int], str | None], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    seeds = range(first, first + TOGETHER)
    assert sum(try_rules(make(seed), seed) for seed in seeds) > TOGETHER // 4


def test_entries_that_cover_the_board_part_it() -> None:
    covering = [part for part in schema.PARTS if part.covers]
    assert covering
    assert all(part.apart for part in covering)


@pytest.mark.parametrize(
    ("part", "index", "value"),
    [
        (schema.PLACED, 0, 0b1),
        (schema.PLACED, 1, 0b11),
        (schema.OWNED, 1, 0b1),
        (schema.WHAT, 3, 1),
        (schema.MOVER, 0, 0),
        (schema.MOVES, 0, -1),
        (schema.LAST_TO, 0, 64),
    ],
)
def test_what_is_broken_is_seen(part: schema.Part, index: int, value: int) -> None:
    game = load("Chess", backend="python")
    state = game.start()
    assert not broken(game, state.raw)
    game.machine.put(state.raw, game.parts[part], value, index)
    assert broken(game, state.raw)

"""Every game of the library: it is complete, it loads with every option, and plays by its rules."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator

import pytest

from helpers.backends import NATIVE_IS_SLOW, PYTHON_IS_SLOW
from helpers.cases import playthroughs
from helpers.cases.positions import Case, cases
from helpers.marks import SOON, each_game
from interpreter import Game, load
from interpreter.play.load import defines, games, read
from interpreter.text.expand import Expanded, expand

NAMES = tuple(games())
FOUNDING = (
    "Yavalath",
    "Pentalath",
    "Yavalax",
    "Coffee",
    "Connect6",
    "Gomoku",
    "Tic-Tac-Toe",
    "Hex",
    "Y",
    "Havannah",
    "Star",
    "Go",
)
LONGEST = 2_000  # moves; no random game here comes near
WANDERING = (
    "Abalone",
    "Five Field Kono",
    "Focus",
    "Halma",
    "Hasami Shogi",
    "Mak-yek",
    "Ming Mang",
    "Petteia",
    "Seega",
    "Shogi",
    "Ugolki",
)
"""Games in which random players often do not arrive: the limit of turns ends them."""
PAIRS = {4: 1 + 1 + 3 + 3}
"""The ranks of two pairs, by the number of players."""
NOBODY_KNOWS = ("Cram", "Obstruction", "Wild Tic-Tac-Toe", "Hex Go", "Atari Go", "Cross")
"""Games without a known year."""

if os.environ.get("GOLDEN") == "write":
    for name in NAMES:
        playthroughs.path(name).write_text(playthroughs.written(name), encoding="utf-8")


def expanded(name: str) -> Expanded:
    return expand(read(name), defines=defines())


def every_item(name: str) -> Iterator[dict[str, str]]:
    """The defaults, then every other item of every option with the defaults of the rest."""
    yield {}
    for group in expanded(name).options:
        for item in group.items:
            if item is not group.default:
                yield {group.heading: item.name}


def every_combination(name: str) -> Iterator[dict[str, str]]:
    groups = expanded(name).options
    for items in itertools.product(*(group.items for group in groups)):
        yield {group.heading: item.name for group, item in zip(groups, items, strict=True)}


def check_game(game: Game) -> None:
    """No warnings, and a random game that ends before the limit with everybody ranked.

    A puzzle has a solution instead.
    """
    assert not game.warnings
    if game.program.puzzle is not None:
        # Random players solve no puzzle: they go on to the limit of moves.
        assert game.solutions().solutions
        return
    games = game.playouts(1, seed=1)
    assert games.lengths[0] <= LONGEST or game.name in WANDERING
    places = range(1, game.players + 1)
    assert game.players == 1 or games.rankings.sum() in (sum(places), PAIRS.get(game.players))


@pytest.mark.alike
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_item_of_every_option(name: str) -> None:
    for options in every_item(name):
        check_game(load(name, options))


@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_every_combination_of_options(name: str) -> None:
    for options in every_combination(name):
        check_game(load(name, options))


@pytest.mark.alike(24)
@NATIVE_IS_SLOW
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case.game in SOON else pytest.mark.slow) for case in cases()],
    ids=str,
)
def test_position(case: Case, backend: str) -> None:
    case.check(backend)


def test_games_without_positions() -> None:
    assert set(NAMES) == {case.game for case in cases()}


@pytest.mark.alike
@PYTHON_IS_SLOW
@pytest.mark.parametrize("name", each_game())
def test_playthrough(name: str, backend: str) -> None:
    expected = playthroughs.path(name).read_text(encoding="utf-8")
    assert playthroughs.written(name, backend).splitlines() == expected.splitlines()
    assert len(expected.splitlines()) < 200


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in playthroughs.FOLDER.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_header(name: str) -> None:
    """A comment that tells the name, the year where it is known, and where the rules are from."""
    head = re.match("(//.*\n)+", read(name).text)
    assert head
    assert name in head[0]
    assert "// Rules: " in head[0]
    assert name in NOBODY_KNOWS or re.search(r"\d{4}|tradition|thousand years", head[0])


@pytest.mark.parametrize("name", NAMES)
def test_metadata(name: str) -> None:
    text = read(name).text
    for word in ("description", "rules", "source"):
        assert re.search(rf'\({word} "[^"]{{10,}}', text), word


def test_founding_games_are_there() -> None:
    assert set(FOUNDING) <= set(NAMES)
    assert len(NAMES) >= len(FOUNDING) + 20

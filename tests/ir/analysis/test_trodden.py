"""Which sites matter: random games without the others are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.twins import mutated
from interpreter import Game, load
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.analysis.trodden import trodden
from interpreter.ir.meaning.sites import listed
from interpreter.ir.relations import Relation
from interpreter.targets.kernels import playouts
from interpreter.targets.llvm import translator
from interpreter.targets.llvm.sets.folded import Folded, laid_out
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.native import Machine
from interpreter.text.errors import LudError

DRAUGHTS = ("International Draughts", "English Draughts", "Brazilian Draughts", "Thai Draughts",
            "Czech Draughts")  # fmt: skip

# Pieces that go along diagonals, of which all stand on squares of one colour at first.
BISHOPS = """(game "Bishops"
    (players 2)
    (equipment {
        (board (square SIZE))
        (piece "Bishop" Each
            (move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Step" Each (move Step Diagonal (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Bishop1" {0 2 4}) (place "Step1" {20 22 24})
                 (place "Bishop2" {78 80 76}) (place "Step2" {60 58 56}) })
        (play (forEach Piece))
        (end { END (if (>= (count Moves) 60) (result Mover Draw)) })
    )
)"""
NOBODY_LEFT = "(if (no Pieces Next) (result Mover Win))"
ENDS: Mapping[str, tuple[str, bool]] = {
    "nobody left": (NOBODY_LEFT, True),
    "a row": ("(if (is Line 3 Diagonal) (result Mover Win))", True),
    "on a side": ("(if (is In (last To) (sites Top)) (result Mover Win))", True),
    "around": (
        "(if (> (count Sites in:(sites Around (last To) Diagonal)) 3) (result Mover Win))",
        True,
    ),
    # Something is asked of the squares of the other colour, or it seems so.
    "a group": ("(if (= 1 (count Groups Diagonal)) (result Mover Win))", False),
    "empty sites": ("(if (= (count Sites in:(sites Empty)) 70) (result Mover Win))", False),
    "beside": ("(if (is Empty (ahead (last To) N)) (result Mover Win))", False),
    "neighbours": (
        "(if (= 4 (count Sites in:(sites Around (last To) Orthogonal))) (result Mover Win))",
        False,
    ),
}


def machine_of(game: Game) -> Machine:
    found = game.machine
    assert isinstance(found, Machine)
    return found


def matter(game: Game) -> int | None:
    return trodden(game.program, Ranges(game.program), playouts.ENTRIES, 64)


def one_colour(size: int) -> int:
    return sum(1 << row * size + column for row in range(size) for column in range(size)
               if not (row + column) % 2)  # fmt: skip


def games_alone(game: Game, count: int, seed: int) -> tuple[Any, Any]:
    """Random games one by one, by the best code."""
    found = machine_of(game).random_games
    found.one_by_one()
    found._untried = ()  # pyright: ignore[reportPrivateUsage]
    return found.play(count, game.players, seed, 1, None)


def same_without(rules: str, monkeypatch: pytest.MonkeyPatch, count: int = 300) -> bool:
    """See that games are the same with all sites; whether some are left out."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    game, whole = load(rules, backend="llvm"), load(rules, backend="llvm")
    found = games_alone(game, count, 5)
    with monkeypatch.context() as changed:
        changed.setattr(Translator, "folded", lambda self, _: self)
        expected = games_alone(whole, count, 5)
    assert all(map(np.array_equal, found, expected)), rules
    return isinstance(machine_of(game).translator.folded(playouts.ENTRIES).sets, Folded)


def test_where_pieces_come_in_draughts() -> None:
    assert matter(load("International Draughts", backend="python")) == one_colour(10)
    assert matter(load("Brazilian Draughts", backend="python")) == one_colour(8)
    assert matter(load("Canadian Draughts", backend="python")) is None  # 72 squares
    for name in ("Gomoku", "Amazons", "Go", "Konane", "Shogi"):
        assert matter(load(name, backend="python")) is None


@needs_native
@pytest.mark.parametrize("name", some(DRAUGHTS, 2))
def test_draughts_on_the_squares_of_one_colour(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translator, "FEW_SITES", 0)  # smaller boards are to be tried as well
    assert same_without(name, monkeypatch)


def try_mutant(seed: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Compare the games of a mutant; whether any sites were left out."""
    rules = mutated(seed, DRAUGHTS)
    try:
        return rules is not None and same_without(rules, monkeypatch, 20)
    except LudError:
        return False


@needs_native
@pytest.mark.slow
def test_mutants_of_draughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translator, "FEW_SITES", 0)
    assert sum(try_mutant(seed, monkeypatch) for seed in range(12)) > 3


def test_how_bits_are_laid_out() -> None:
    size, matters = 10, one_colour(10)
    grid = tuple((row, column) for row in range(size) for column in range(size))
    steps = [
        Relation("", tuple(
            ((row + up) * size + column + right,)
            if 0 <= row + up < size and 0 <= column + right < size else ()
            for row, column in grid
        )) for up, right in ((1, 1), (1, -1), (-1, 1), (-1, -1))
    ]  # fmt: skip
    places = laid_out(size * size, matters, grid, steps)
    assert places is not None
    bits = [places[site] for site in listed(matters)]
    assert bits == sorted(set(bits))
    assert max(bits) < 64
    assert [one for site, one in enumerate(places) if not matters >> site & 1] == [-1] * 50
    for step in steps:  # each is one shift
        far = {places[to] - places[site] for site in listed(matters) for to in step.targets[site]}
        assert len(far) == 1
    assert laid_out(size * size, (1 << 65) - 1, grid, steps) is None


@needs_native
@pytest.mark.parametrize("end", ENDS)
def test_games_on_squares_of_one_colour(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, alone = ENDS[end]
    text = BISHOPS.replace("SIZE", "9").replace("END", rules)
    found = matter(load(text, backend="python"))
    assert found == (one_colour(9) if alone else None)
    assert same_without(text, monkeypatch) == alone

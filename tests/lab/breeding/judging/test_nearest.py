"""The nearest known game: itself under any name, and else one that is like it."""

from __future__ import annotations

import re

import pytest

from helpers.marks import some
from interpreter.play.load import games
from lab.breeding.judging.nearest import (
    Nearest,
    digest,
    known,
    library,
    nearest,
    rule_marks,
    rules_apart,
)
from lab.breeding.judging.sieve import SEED, played_features
from lab.breeding.making.genome import Genome
from lab.breeding.making.naming import retitled

NAMES = [one.name for one in library()]


def found(text: str) -> Nearest:
    genome = Genome.read(text)
    game = genome.compile()
    return nearest(genome, game, played_features(game, game.playouts(64, seed=SEED), SEED))


def text_of(name: str) -> str:
    return retitled(Genome.read(name).text(name), "Another")


def test_what_is_known_of_the_library_is_up_to_date() -> None:
    """If not: `python -m lab.breeding.judging.nearest`."""
    assert {one.name: digest(one.name) for one in library()} == {
        one.name: one.digest for one in library()
    }
    left_out = [games()[name].read_text("utf-8") for name in games() if name not in NAMES]
    assert all("(subgame " in text for text in left_out)


@pytest.mark.alike
@pytest.mark.parametrize("name", some(NAMES, 2))
def test_what_is_known_is_found_again(name: str) -> None:
    """If not: `python -m lab.breeding.judging.nearest --all`."""
    assert known(name) == next(one for one in library() if one.name == name)


def test_col_under_another_name_is_col() -> None:
    text = re.sub(r'"Disc|"Stone', '"Thing', text_of("Col"))
    near = found(text)
    assert (near.name, near.same, near.distance) == ("Col", True, 0.0)
    assert near.features["known"] == "Col"


@pytest.mark.slow
def test_a_game_said_otherwise_is_the_same() -> None:
    text = text_of("Gomoku").replace("(move Add (to (sites Empty)))", MOVE)
    assert Genome.read(text).canonical != Genome.read("Gomoku").canonical
    assert (found(text).name, found(text).same) == ("Gomoku", True)


MOVE = """(or (move Add (to (intersection (sites Empty) (sites Outer))))
    (move Add (to (difference (sites Empty) (sites Outer)))))"""


def test_a_game_that_is_new_has_a_neighbour() -> None:
    near = found(text_of("Yavalath").replace("(hex 5)", "(hex 4)"))
    assert near.name == "Yavalath"
    assert not near.same
    assert 0 < near.rules < 0.2
    assert 0 < near.distance < 0.5
    assert "known" not in near.features


def test_distances_of_rules() -> None:
    gomoku, hex_, chess = (rule_marks(Genome.read(name)) for name in ("Gomoku", "Hex", "Chess"))
    assert rules_apart(gomoku, gomoku) == 0
    assert rules_apart(gomoku, hex_) == rules_apart(hex_, gomoku) < rules_apart(gomoku, chess) < 1

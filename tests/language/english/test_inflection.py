"""Words in sentences: every direction has an adverb of its own, but for the two words for all."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.language.english.inflection import direction
from interpreter.language.words import Direction, Relative
from lab.pages.about import words


def test_every_direction_is_told() -> None:
    told = [direction(word) for word in (*Direction, *Relative)]
    assert all(told)
    assert len(set(told)) == len(told) - 1, "only Adjacent and All are told alike"


@pytest.mark.parametrize(
    ("word", "told"),
    [("U", "straight up"), ("UNE", "upwards to the northeast"), ("DW", "downwards to the west"),
     ("NNE", "north-northeastwards"), ("SW", "southwestwards"), ("SameLayer", "within the layer")],
)  # fmt: skip
def test_directions_of_boards_with_layers(word: str, told: str) -> None:
    assert direction(Direction(word)) == told


def test_rules_that_go_up_are_told() -> None:
    game = load("""(game "Up" (players 2)
        (equipment { (board (square 3 pyramidal:True) use:Vertex) (piece "Disc" Each) })
        (rules (start (place "Disc1" 0)) (play (move Step (from (last To)) UNE (to)))
            (end (if (no Moves Next) (result Mover Win)))))""")
    assert "upwards to the northeast" in str(words(game))

"""Functions that do the same: which are joined, and which are not."""

from __future__ import annotations

import pytest

from helpers.twins import compare
from interpreter import Game, load

GAME = """(game "Two" (players 2)
    (equipment {{ (board (square 4)) (piece "Man" Each) (piece "King" Each) }})
    (rules
        (start {{
            (place "Man1" {{ 0 1 }}) (place "King1" 5) (place "Man2" 15) (place "King2" 10)
        }})
        (play (or {first} {second}))
        (end (if (no Moves Next) (result Mover Win)))))"""


def game(first: str, second: str, *passes: str) -> Game:
    text = GAME.format(first=first, second=second)
    return load(text, backend="python", passes=passes)


MANS = '(forEach Piece "Man" (move Slide Orthogonal {}))'
KINGS = '(forEach Piece "King" (move Step Diagonal (to if:(is Empty (to))) {}))'


IF_ANY = """(then (if (can Move (move Step (from (last To)) {} (to if:(is Empty (to)))))
    (addScore Mover 1)))"""


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        (MANS.format(""), KINGS.format(""), True),
        (MANS.format("(then (addScore Mover 1))"), KINGS.format("(then (addScore Mover 1))"), True),
        (
            MANS.format("(then (addScore Mover 1))"),
            KINGS.format("(then (addScore Mover 2))"),
            False,
        ),
        (MANS.format("(then (addScore Mover 1))"), KINGS.format(""), False),
        (MANS.format(""), "(move Add (to (sites Empty)))", False),
        (MANS.format(""), "(move Pass)", False),
        (MANS.format(IF_ANY.format("N")), KINGS.format(IF_ANY.format("N")), True),
        (MANS.format(IF_ANY.format("N")), KINGS.format(IF_ANY.format("S")), False),
    ],
)
def test_moves_that_are_made_in_the_same_way_are_made_by_one_function(
    first: str, second: str, joined: bool
) -> None:
    after = game(first, second, "alike")
    one, other, *_ = after.program.templates
    assert (one.act is other.act) == joined
    compare(game(first, second), after, seed=4, games=4, plies=30)


@pytest.mark.slow
def test_what_knows_more_of_its_sites_is_not_joined() -> None:
    """Men come from the sites of men, kings from those of kings, as the pass `ends` finds out."""
    after = game(MANS.format(""), KINGS.format(""), "alike", "ends", "algebra")
    one, other, *_ = after.program.templates
    assert one.act is not other.act
    compare(game(MANS.format(""), KINGS.format("")), after, seed=4, games=4, plies=30)


def test_moves_that_are_made_alike_keep_conditions_of_their_own() -> None:
    text = GAME.format(
        first="(do (move Add (to (sites Empty))) ifAfterwards:(!= 0 (column of:(last To))))",
        second="(do (move Add (to (sites Empty))) ifAfterwards:(= 0 (column of:(last To))))",
    )
    plain, fast = (load(text, plain=one).playouts(20, seed=1).lengths for one in (True, False))
    assert list(plain) == list(fast)

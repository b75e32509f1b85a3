"""Which pairs of sites moves can go between: what is worked out, and that no move is left out."""

from __future__ import annotations

from random import Random

import pytest

from helpers.marks import each_game
from interpreter import Game, load
from interpreter.ir.analysis.pairs import Numbers, Pairs, pairs_of
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.program import unpack

GAME = """(game "Pieces" (players 2)
  (equipment {{ (board (square {size})) (piece "Man" Each {moves}) }})
  (rules (start (place "Man1" 0)) (play (forEach Piece))
    (end (if (no Moves Mover) (result Mover Loss)))))"""
Step = tuple[int, int]
CARDINAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ALL = [*CARDINAL, (1, 1), (1, -1), (-1, -1), (-1, 1)]
SIZE = 6


def steps(ways: list[Step], lengths: range) -> set[Step]:
    """The pairs of a square board that lie so far apart, by geometry alone."""
    found: set[Step] = set()
    for x in range(SIZE):
        for y in range(SIZE):
            for right, up in ways:
                for far in lengths:
                    to = x + right * far, y + up * far
                    if 0 <= to[0] < SIZE and 0 <= to[1] < SIZE:
                        found.add((y * SIZE + x, to[1] * SIZE + to[0]))
    return found


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("(move Step Orthogonal (to if:(is Empty (to))))", steps(CARDINAL, range(1, 2))),
        ("(move Step (to if:(is Empty (to))))", steps(ALL, range(1, 2))),
        ("(move Slide Orthogonal)", steps(CARDINAL, range(1, SIZE))),
        ("(move Hop (between if:(is Enemy (between))) (to if:(is Empty (to))))",
         steps(ALL, range(2, 3))),
        ('(move Leap { {F F R F} {F F L F} } (to if:(is Empty (to))))',
         steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
               range(1, 2))),
    ],
    ids=["steps", "all ways", "slides", "hops", "leaps"],
)  # fmt: skip
def test_pairs_are_those_of_the_geometry(moves: str, expected: set[Step], plain: bool) -> None:
    program = load(GAME.format(size=SIZE, moves=moves), plain=plain).program
    (rows,) = (
        rows
        for number, rows in pairs_of(program, Ranges(program)).items()
        if program.templates[number].shape == "moving"
    )
    assert set(Pairs(rows).listed) == expected


def test_moves_from_anywhere_to_anywhere_have_all_pairs() -> None:
    moves = "(move (from) (to (sites Empty)))"
    actions = load(GAME.format(size=3, moves=moves)).actions
    assert actions.groups[0].pairs is None
    assert actions.size == 81 + 1


def test_pairs_have_places_in_order() -> None:
    pairs = Pairs((0b110, 0, 0b101))
    assert pairs.listed == ((0, 1), (0, 2), (2, 0), (2, 2))
    assert [pairs.number(*pair) for pair in pairs.listed] == list(range(len(pairs)))
    with pytest.raises(AssertionError, match="from site 1 to 2"):
        pairs.number(1, 2)


def test_numbers_with_and_without_bits() -> None:
    numbers = Numbers(-2, 5)
    assert list(numbers.listed(numbers.between(-2, 5))) == [*range(-2, 6)]
    assert numbers.between(-2, 5) | numbers.one(6) == numbers.every
    assert numbers.between(6, 9) == numbers.one(-3) == 1
    assert list(numbers.listed(numbers.between(4, 9))) == [4, 5]
    assert numbers.between(-9, -1) == 1 | numbers.one(-2) | numbers.one(-1)


def numbered(game: Game, games: int, plies: int) -> None:
    """See that every move of random games lies in the pairs of its template."""
    rows = pairs_of(game.program, Ranges(game.program))
    chance = Random(7)
    for seed in range(games):
        state = game.start(seed)
        for _ in range(plies):
            legal = state.moves()
            for move in legal:
                template, origin, target, _ = unpack(move.packed)
                shape = game.program.templates[template].shape
                if shape != "nowhere":
                    origin = target if shape == "placing" else origin
                    assert rows[template][origin] >> target & 1, move
            if not legal:
                break
            state = state.after(chance.choice(legal))


@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_every_move_of_the_library_lies_in_the_pairs(name: str) -> None:
    numbered(load(name), 4, 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Halma", "Chess", "Amazons", "English Draughts", "Backgammon"])
def test_every_move_of_the_plain_program_lies_in_the_pairs(name: str) -> None:
    numbered(load(name, plain=True), 1, 30)

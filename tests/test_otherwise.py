"""One game said in two ways: what is alike on every back end may be wrong all the same."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.cases.drawn import HOLE, NUMBERED, grammar, names, otherwise
from interpreter import Game, Move, State, load
from interpreter.text.errors import LudError

FEW, TOGETHER, PLIES = 30, 10, 15
# What is drawn at random comes out as often as it is asked for; of two forced moves either stands.
CHANCE = ("Random", "random", "roll", "automove")
# What puzzles demand is asked of values that are not there yet, too; and on tables dice are rolled.
GRAMMARS = [name for name in names() if name not in ("puzzles", "tables")]
FORMS = [(name, *pair) for name, pairs in otherwise().items() for pair in pairs]


def seen(state: State) -> tuple[object, ...]:
    """What can be seen of a position, but for what is remembered of others."""
    text, _, _ = state.text().partition("; history")
    return text, tuple(state.scores), state.mover, state.over, state.over and tuple(state.ranking)


def named(state: State) -> dict[str, list[Move]]:
    found: defaultdict[str, list[Move]] = defaultdict(list)
    for move in state.moves():
        found[move.name].append(move)
    return found


def compare(one: Game, other: Game, seed: int) -> None:
    """Play the same moves in both; which of several with one name is meant is not told."""
    chance, left, right = Random(seed), one.start(), other.start()
    for _ in range(PLIES):
        assert seen(left) == seen(right)
        if left.over:
            return
        moves, others = named(left), named(right)
        assert moves.keys() == others.keys()
        alone = [name for name in moves if len(moves[name]) == len(others[name]) == 1]
        if not alone:
            return
        name = chance.choice(sorted(alone))
        left, right = left.after(moves[name][0]), right.after(others[name][0])


def said_twice(name: str, seed: int) -> bool:
    """Whether a drawn game was said in two ways; they are compared."""
    text, other = grammar(name).both(seed, otherwise())
    if text == other or any(word in text for word in CHANCE):
        return False
    try:
        one = load(text, plain=True)
    except LudError:
        return False
    compare(one, load(other, plain=True), seed)
    return True


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("name", GRAMMARS)
def test_some(name: str) -> None:
    assert sum([said_twice(name, seed) for seed in range(FEW)]) > FEW // 10


@needs_native
@pytest.mark.thorough
@pytest.mark.parametrize("first", range(FEW, 300, TOGETHER))
@pytest.mark.parametrize("name", GRAMMARS)
def test_many(name: str, first: int) -> None:
    for seed in range(first, first + TOGETHER):
        said_twice(name, seed)


@pytest.mark.parametrize(("name", "one", "other"), FORMS)
def test_both_ways_have_the_same_parts(name: str, one: str, other: str) -> None:
    parts = HOLE.findall(one)
    assert {int(number) for number in NUMBERED.findall(other)} == set(range(1, len(parts) + 1))
    assert not HOLE.findall(other)
    assert any(name in grammar(each).forms and {*parts} <= grammar(each).forms.keys()
               for each in names())  # fmt: skip

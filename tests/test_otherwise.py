"""One game said in two ways: what is alike on every back end may be wrong all the same."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.cases.drawn import HOLE, NUMBERED, grammar, names, otherwise
from helpers.marks import some
from interpreter import Game, Move, State, load
from interpreter.play.load import games
from interpreter.text.errors import LudError
from interpreter.text.printer import one_line
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause, Labelled, Out, String, Tree, changed, clauses
from lab.breeding.making.genome import Genome

FEW, TOGETHER, PLIES, ANEW = 30, 10, 15, 3
# What is drawn at random comes out as often as it is asked for; of two forced moves either stands.
CHANCE = ("Random", "random", "roll", "automove")
# What puzzles demand is asked of values that are not there yet, too; and on tables dice are rolled.
GRAMMARS = [name for name in names() if name not in ("puzzles", "tables")]
# What stands in a game of the library, where it is not known what of several things a form says.
SURE = ("is", "n", "sites")
# The rules of a match are in other files.
LIBRARY = [name for name in sorted(games()) if not name.endswith(" Match")]
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


# Games of the library


@cache
def trees() -> list[tuple[Tree, Tree]]:
    """Both ways of the forms that are sure; each part is a text such as `<1>`."""
    pairs = [pair for name in SURE for pair in otherwise()[name]]
    return [(with_texts(numbered(one)), with_texts(other)) for one, other in pairs]


def numbered(form: str) -> str:
    """A form whose parts have numbers."""
    count = itertools.count(1)
    return HOLE.sub(lambda _: f"<{next(count)}>", form)


def with_texts(form: str) -> Tree:
    return parse_one(NUMBERED.sub(r'"<\1>"', form))


def has_form(form: Out, tree: Out, found: dict[Tree, Tree]) -> bool:
    """Whether a tree has a form; its parts are found."""
    if isinstance(form, String) and NUMBERED.fullmatch(form.text):
        if isinstance(tree, Labelled):
            return False
        found[form] = tree
        return True
    if isinstance(form, Labelled) and isinstance(tree, Labelled):
        return form.label == tree.label and has_form(form.value, tree.value, found)
    if isinstance(form, Clause) and isinstance(tree, Clause):
        if form.keyword != tree.keyword or len(form.args) != len(tree.args):
            return False
        pairs = zip(form.args, tree.args, strict=True)
        return all(has_form(one, other, found) for one, other in pairs)
    return form == tree


def ways(game: Tree) -> Iterator[tuple[Clause, Tree]]:
    """The clauses of a game that can be said otherwise, and how."""
    for clause, (one, other) in itertools.product(clauses(game), trees()):
        found: dict[Tree, Tree] = {}
        # A site that is asked for must not become another.
        taken = "(site)" in one_line(other) and "(site)" in one_line(clause)
        if has_form(one, clause, found) and not taken:
            yield clause, changed(other, found.get)


@needs_native
@pytest.mark.parametrize("name", some(LIBRARY, every=60, tested=8))
def test_a_game_of_the_library_said_otherwise(name: str) -> None:
    genome, chance = Genome.read(name), Random(name)
    text = genome.text(name)
    if any(word in text for word in (*CHANCE, "satisfy")):
        return
    plain, found = load(text, plain=True), list(ways(genome.tree))
    for clause, other in chance.sample(found, min(len(found), ANEW)):
        try:
            made = genome.changed(changed(genome.tree, {clause: other}.get))
        except LudError:  # such as `(or …)` of moves
            continue
        compare(plain, load(made.text(name), plain=True), seed=1)

"""Arguments are written in the order in which others read them, by us as well."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from helpers.bound import anatomy, bound_somehow
from helpers.marks import each_game, some
from helpers.recordings import chunks
from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.nodes import Node
from interpreter.language.signatures import Moves
from interpreter.language.slots import Anatomy, arguments, filled, words_of
from interpreter.play.load import catalogue
from interpreter.text.errors import LudError
from interpreter.text.printer import one_line
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause, Integer

FORMS = list(catalogue())


def out_of_order(found: Anatomy) -> list[str]:
    """The clauses whose arguments come in another order than the form has them."""
    wrong = []
    for part in found.parts:
        if part.node is None:
            continue
        assert isinstance(part.tree, Clause)
        places = [id(one) for one in part.node.ludeme.parameters]
        taken = words_of(part.tree, part.node.ludeme, found.catalogue)
        given = [places.index(id(one)) for one in arguments(part.tree, part.node, taken).values()]
        if given != sorted(given):
            wrong.append(one_line(part.tree))
    return wrong


def examples(form: Ludeme) -> list[Anatomy]:
    """The examples of a form, for each type that they may have."""
    found: list[Anatomy] = []
    for tree in map(parse_one, form.examples):
        assert isinstance(tree, Clause)
        nodes = [node for node in bound_somehow(tree) if isinstance(node, Node)]
        found += [Anatomy(tree, node, catalogue()) for node in nodes]
    return found


@pytest.mark.parametrize("name", each_game())
def test_games_of_the_library(name: str) -> None:
    assert not out_of_order(anatomy(str(name)))


@pytest.mark.slow
def test_examples_of_the_reference() -> None:
    assert not [wrong for form in FORMS for one in examples(form) for wrong in out_of_order(one)]


@pytest.mark.slow
@pytest.mark.alike(3)
@pytest.mark.parametrize("files", some(chunks(8), 1, tested=1))
def test_files_of_others(files: list[Path]) -> None:
    wrong = {}
    for file in files:
        try:
            found = anatomy(file)
        except LudError:  # what is not built is refused
            continue
        if out_of_order(found):
            wrong[file.stem] = out_of_order(found)
    assert not wrong


@pytest.mark.slow
def test_what_is_grown() -> None:
    grown = 0
    for seed in range(300):
        try:
            tree = Grower(catalogue(), Random(seed)).grow(Moves, Frame())
        except BarrenError:
            continue
        assert isinstance(tree, Clause)
        try:
            node = bind(tree, Moves, catalogue())
        except LudError:
            continue
        assert isinstance(node, Node)
        assert not out_of_order(Anatomy(tree, node, catalogue()))
        grown += 1
    assert grown > 200


LINE = "(is Line 3 if:True byLevel:True)"


@pytest.mark.parametrize(
    ("line", "label", "then"),
    [
        (LINE, "through", "(is Line 3 through:7 if:True byLevel:True)"),
        (LINE, "what", "(is Line 3 what:7 if:True byLevel:True)"),
        ("(is Line 3 Mover)", "through", "(is Line 3 through:7 Mover)"),
        ("(is Line 3 through:1 Mover)", "top", "(is Line 3 through:1 Mover top:7)"),
        # Whoever wrote it in another order keeps that.
        ("(is Line if:True 3)", "what", "(is Line what:7 if:True 3)"),
    ],
)
def test_what_is_put_into_a_gap_stands_in_its_place(line: str, label: str, then: str) -> None:
    tree = parse_one(line)
    assert isinstance(tree, Clause)
    node = bind(tree, next(form.result for form in FORMS if form.name == "is Line"), catalogue())
    assert isinstance(node, Node)
    found = Anatomy(tree, node, catalogue())
    gap = next(one for one in found.gaps if one.path == () and one.label == label)
    assert one_line(filled(tree, gap, Integer(7, tree.span))) == then


def test_what_goes_by_its_place_is_put_behind_what_stands_before_it() -> None:
    tree = parse_one("(is Line if:True 3)")
    assert isinstance(tree, Clause)
    node = bind(tree, next(form.result for form in FORMS if form.name == "is Line"), catalogue())
    assert isinstance(node, Node)
    found = Anatomy(tree, node, catalogue())
    (direction,) = [gap for gap in found.gaps if gap.path == () and "direction" in
                    {one.name for one in gap.wanted}]  # fmt: skip
    assert direction.index == len(tree.args)

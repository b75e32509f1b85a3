"""The parts and gaps of rule trees, and trees that were changed at them."""

from __future__ import annotations

import pytest

from helpers.bound import anatomy
from helpers.marks import each_game
from interpreter.ir.values import Bool, Int
from interpreter.language.bind import bind
from interpreter.language.parts import EndRule, GameRules
from interpreter.language.signatures import Moves
from interpreter.language.slots import Anatomy, filled, parts_below, put, size, taken_out
from interpreter.play.load import catalogue
from interpreter.text.printer import one_line
from interpreter.text.tree import Clause, Integer, Tree

RULES = """
(game "T" (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty) if:(is Empty (to))) (then (remove (last To)))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""


def texts(found: Anatomy, kind: type) -> list[str]:
    return [one_line(part.tree) for part in found.parts if part.kind is kind]


def test_parts_have_the_kind_of_their_value() -> None:
    found = anatomy(RULES)
    assert texts(found, Bool) == ["(is Empty (to))", "(is Line 3)", "(is Full)"]
    assert texts(found, EndRule) == [
        "(if (is Line 3) (result Mover Win))",
        "(if (is Full) (result Mover Draw))",
    ]
    assert texts(found, int) == ["2", "5"]
    assert texts(found, Int) == ["(to)", "(last To)", "3"]


def test_what_holds_around_a_part_is_known() -> None:
    found = anatomy(RULES)
    condition = next(part for part in found.parts if one_line(part.tree) == "(is Empty (to))")
    assert "to" in condition.around.bound
    moves = [(one_line(part.tree), part.around.effect) for part in found.parts
             if part.kind is Moves]  # fmt: skip
    assert [effect for _, effect in moves] == [False, True]
    assert moves[1][0] == "(remove (last To))"


def test_items_and_optional_arguments_can_be_taken_out() -> None:
    found = anatomy(RULES)
    removable = {one_line(part.tree) for part in found.parts if part.removable}
    assert "(if (is Full) (result Mover Draw))" in removable
    assert "(is Empty (to))" in removable
    assert "(square 5)" not in removable


def test_gaps_are_what_could_be_given() -> None:
    found = anatomy(RULES)
    line = next(part for part in found.parts if one_line(part.tree) == "(is Line 3)")
    labels = {gap.label for gap in found.gaps if gap.path == line.path}
    assert {"through", "throughAny", "exact", None} <= labels
    given = next(part for part in found.parts if one_line(part.tree).startswith("(to (sites"))
    assert "if" not in {gap.label for gap in found.gaps if gap.path == given.path}


def test_an_excluded_argument_is_no_gap() -> None:
    found = anatomy(RULES.replace("(is Line 3)", "(is Line 3 through:(last To))"))
    line = next(part for part in found.parts if one_line(part.tree).startswith("(is Line"))
    assert "throughAny" not in {gap.label for gap in found.gaps if gap.path == line.path}


def test_trees_are_changed_at_a_path() -> None:
    found = anatomy(RULES)
    tree = found.parts[0].tree
    three = next(part for part in found.parts if one_line(part.tree) == "3")
    four = put(tree, three.path, Integer(4, three.tree.span))
    assert "(is Line 4)" in one_line(four)
    assert "(is Line 3)" in one_line(tree)
    full = next(part for part in found.parts if one_line(part.tree).startswith("(if (is Full"))
    assert "is Full" not in one_line(taken_out(tree, full.path))


@pytest.mark.parametrize("name", each_game())
def test_every_part_of_the_library_is_where_it_says(name: str) -> None:
    found = anatomy(str(name))
    whole: Tree = found.parts[0].tree
    assert isinstance(whole, Clause)
    by_path = dict(parts_below(whole))
    for part in found.parts:
        assert by_path[part.path] is part.tree
        assert part.fits in part.wanted
    assert size(whole) == len(by_path)


def test_gaps_filled_with_what_the_library_has_bind_again() -> None:
    found = anatomy(RULES)
    tree = found.parts[0].tree
    for gap in found.gaps:
        fitting = [part for part in found.parts if part.kind in {one.type for one in gap.wanted}]
        for part in fitting[:1]:
            if part.kind not in (Moves, tuple):
                longer = filled(tree, gap, part.tree)
                assert isinstance(longer, Clause)
                bind(longer, GameRules, catalogue())

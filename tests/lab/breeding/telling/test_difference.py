"""What differs between two rule trees, told in a line."""

from __future__ import annotations

import pytest

from lab.breeding.making.genome import Genome
from lab.breeding.telling.difference import LONGEST, difference

RULES = """(game "G" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"""
END = "(end (if (is Line 4) (result Mover Win)))"
OTHER = "(if (is Line 3) (result Mover Loss))"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Line 4", "Line 3", "(is Line 4) → (is Line 3)"),
        ("Line 4", "Line 4 Orthogonal", "(is Line 4) → (is Line 4 Orthogonal)"),
        ("Mover Win", "Mover Loss", "(result Mover Win) → (result Mover Loss)"),
        (END, f"{END[:5]}{{{END[5:-1]} {OTHER}}})", f"with {OTHER}"),
        ("(players 2)", "(players 2) (meta (swap))", "with (meta (swap))"),
        ("(square 5)", "(hex 3)", "(square 5) → (hex 3)"),
        ("Line 4", "Line 4 if:(is Empty (to))", "(is Line 4) → (is Line 4 if:(is Empty (to)))"),
    ],
)
def test_changes_are_named_by_the_smallest_clause(old: str, new: str, said: str) -> None:
    if "meta" in new:
        old, new = "(rules (play", "(rules (meta (swap)) (play"
    before, after = (Genome.read(text).tree for text in (RULES, RULES.replace(old, new)))
    assert difference(before, after) == said
    back = difference(after, before)
    assert back == (f"without {said[5:]}" if said.startswith("with ") else
                    " → ".join(reversed(said.split(" → "))))  # fmt: skip


def test_two_changes_are_both_named() -> None:
    text = RULES.replace("Line 4", "Line 3").replace("square 5", "square 6")
    said = difference(Genome.read(RULES).tree, Genome.read(text).tree)
    assert said == "(square 5) → (square 6); (is Line 4) → (is Line 3)"


def test_another_order_is_told_as_such() -> None:
    first, second = "(if (is Line 4) (result Mover Win))", "(if (is Full) (result Mover Draw))"
    one, other = (
        Genome.read(RULES.replace(END, f"(end {{{items}}})")).tree
        for items in (f"{first} {second}", f"{second} {first}")
    )
    said = difference(one, other)
    assert said.startswith("in the order {(if (is Full)")
    assert "with" not in said


def test_the_same_rules_do_not_differ() -> None:
    assert difference(Genome.read(RULES).tree, Genome.read(RULES).tree) == ""


def test_what_is_long_is_shortened() -> None:
    long = RULES.replace(
        "(is Line 4)", f"(or {{{' '.join(f'(is Line {n})' for n in range(2, 30))}}})"
    )
    said = difference(Genome.read(RULES).tree, Genome.read(long).tree)
    assert said.startswith("(is Line 4) → (or {(is Line 2)")
    assert said.endswith("(is Line 29)})")
    assert len(said) <= 2 * LONGEST

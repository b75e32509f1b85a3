"""Conditions on dice."""

from __future__ import annotations

from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Bool, Int
from interpreter.rules.builder import Builder


@ludeme(
    "all DiceUsed",
    source="functions/booleans/all/simple/AllDiceUsed.java",
    examples=("(do (roll) next:(move Pass (then (if (not (all DiceUsed)) (moveAgain)))))",),
    grown=False,
    words="all dice ~are used",
)
def all_dice_used(b: Builder) -> Bool:
    """Whether no die is worth anything any more; a die that shows 0 never is."""
    return b.dice.all_worth(b.zero)


@ludeme(
    "all DiceEqual",
    source="functions/booleans/all/simple/AllDiceEqual.java",
    examples=("(do (roll) next:(move Pass (then (if (all DiceEqual) (moveAgain)))))",),
    grown=False,
    words="all dice ~show the same face",
)
def all_dice_equal(b: Builder) -> Bool:
    """Whether all dice fell on the same face in the last throw, whatever is on it."""
    return b.dice.all_alike()


@ludeme(
    "is AnyDie",
    source="functions/booleans/is/integer/IsAnyDie.java",
    examples=("(do (roll) next:(if (is AnyDie 6) (move Pass)))",),
    grown=False,
    words="a die ~is worth {value}",
)
def is_any_die(b: Builder, value: Int) -> Bool:
    """Whether some die is worth so much, which is 0 once it is used.

    Args:
        value: how much
    """
    return b.dice.any_worth(value)

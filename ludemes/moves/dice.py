"""Dice in moves: throwing them, and moving as they say."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Binds, Lazy, Moves
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT, FOREACH


@ludeme(
    "roll",
    source=f"{EFFECT}/Roll.java",
    examples=("(do (roll) next:(move Add (to (sites Empty))))",),
    grown=False,
    words="roll the dice",
)
def roll(b: Builder) -> Moves:
    """Throw all dice.

    Where it comes before the moves, in `(do (roll) next:...)`, they are those that the throw gives.
    """
    return b.moves.effect(b.dice.roll, "Roll")


@ludeme(
    "forEach Die",
    source=f"{FOREACH}/die/ForEachDie.java",
    examples=(
        "(do (roll) next:(forEach Die (forEach Piece (move (from) (to (trackSite Move "
        "steps:(pips)))))))",
    ),
    grown=False,
    words="for each die[ of which {if}][{combined|True= or dice taken together|False=}], "
    "{moves:block}",
    ahead={"combined": "moves", "replayDouble": "moves", "if": "moves"},
)
def for_each_die(
    b: Builder,
    dice: int | None,
    moves: Annotated[Lazy[Moves], Binds(("pips",))],
    *,
    combined: bool = False,
    replay_double: Annotated[Lazy[Bool], Binds(("pips",))] | None = None,
    if_: Annotated[Lazy[Bool], Binds(("pips",))] | None = None,
) -> Moves:
    """The moves of a rule for every die, whose value is `(pips)`; a move uses the die.

    A used die is worth 0, and has its moves too where `if:` does not exclude them.

    Args:
        dice: which set of dice: 0, as there is one
        moves: the rule
        combined: likewise for the sum of two or three dice of which none is used
        replay_double: dice that are all equal are played twice
        if_: only dice that satisfy this
    """
    if dice not in (None, 0):
        raise b.fail("a game has one set of dice", "it is number 0", code="several-dice")

    def use(*, alone: bool) -> None:
        b.dice.use(b.names.bound("dice"))
        if alone:
            b.dice.replay(double=replay_double or (lambda: b.false))

    b.names.limits |= {"pips": b.dice.most_pips, "dice": (1 << b.dice.count) - 1}

    def one(some: Int, pips: Int, *, alone: bool) -> None:
        with b.names.bind(pips=pips, dice=some), b.moves.closing(lambda: use(alone=alone)):
            b.if_(b.true if if_ is None else if_(), moves)

    b.dice.each(lambda some, pips: one(some, pips, alone=True))
    if combined:
        b.dice.each_combined(lambda some, pips: one(some, pips, alone=False))
    return MOVES

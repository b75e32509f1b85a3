"""Chance in a search that looks ahead: what is expected of all that can fall.

Expectiminimax (Michie 1966): where something is drawn, a position is worth the mean over the
outcomes, which are all as likely. The mean is looked for within a window as well: what is left can
be no more than a win and no less than a loss (Star1, Ballard 1983).

The rules draw while moves are looked for and while one is made. The search tells them what falls,
as the one number of `ir/meaning/told.py`; when they ask for one more, all its outcomes are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.ir import schema
from interpreter.ir.meaning.told import KINDS_OF_DRAWS, LEAST_BASE, NOTHING_TOLD, REPEATED
from interpreter.targets.kernels.search.evaluation import decimal
from interpreter.targets.kernels.search.table import Search
from interpreter.targets.kernels.states import STATE, copy_state, room
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

Argument = tuple[str, str]
BEHIND = [("i64", "depth"), ("double", "low"), ("double", "high"), ("i64", "ply")]
"""How far to look behind a position, in which window, and how far from the root it is."""
TOLD = [("i64", "digits"), ("i64", "base")]
"""The draws that are told so far: a number, and the product of their numbers of outcomes."""
THROW = [("ptr", "head"), *POINTERS, ("ptr", "lists"), *BEHIND, *TOLD, ("i64", "again"),
         ("i64", "times")]  # fmt: skip
"""`again`: what is drawn anew when a move is made, in the same form; `times`: its product."""
FALL = [("ptr", "head"), *POINTERS, ("ptr", "lists"), *BEHIND, ("i64", "move"), *TOLD,
        ("i64", "again")]  # fmt: skip


def thrown(c: Code) -> Num:
    """What a position is worth before anything has fallen."""
    nothing = (("i64", "0"), ("i64", "1"), ("i64", "0"), ("i64", "1"))
    behind = [(kind, f"%{name}") for kind, name in BEHIND]
    arguments = (("ptr", "%head"), *STATE, ("ptr", "%lists"), *behind, *nothing)
    return c.num(c.call("double", "k_throw", *arguments), "double")


def fallen(
    c: Code,
    state: Sequence[Argument],
    lists: Pointer,
    behind: Sequence[Argument],
    move: Num,
    again: Num,
) -> Num:
    """What a move is worth.

    Args:
        c: the function that asks
        state: where it is made, which is left as it is
        lists: room for lists of moves
        behind: how far to look, see `BEHIND`
        move: the move
        again: what fell before it and is drawn again
    """
    arguments = (("ptr", "%head"), *state, ("ptr", lists.name), *behind, ("i64", move.name),
                 ("i64", "0"), ("i64", "1"), ("i64", again.name))  # fmt: skip
    return c.num(c.call("double", "k_fall", *arguments), "double")


def write_throw(t: Translator, module: Module) -> None:
    """Write `k_throw`: what a position is worth when so much has fallen before its moves."""
    c = Code(module, "k_throw", THROW, "double")
    digits, base, again, times = (
        c.num(f"%{name}") for name in ("digits", "base", "again", "times")
    )
    t.set_scalar(c, schema.TOLD, digits + base)
    t.set_scalar(c, schema.TOLD_LEFT, str(NOTHING_TOLD))
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists")))
    left = t.scalar(c, schema.TOLD_LEFT)
    common = [("ptr", "%head"), *STATE, ("ptr", "%lists")]

    def more(fell: Num, outcomes: Num, repeated: Num, window: Sequence[Argument]) -> Num:
        digit = _base(outcomes)
        kept = repeated.pick(again + times * fell, again)
        wider = repeated.pick(times * digit, times)
        draws = (digits + base * fell, base * digit, kept, wider)
        told = [("i64", one.name) for one in draws]
        return c.num(c.call("double", "k_throw", *common, *window, *told), "double")

    with c.when(left < 0):
        _mean(c, t, left, more)
    behind = [(kind, f"%{name}") for kind, name in BEHIND]
    found = c.call("double", "k_moved", *common, *behind, ("i64", count.name),
                   ("i64", again.name))  # fmt: skip
    c.give("double", found)
    c.close()


def write_fall(t: Translator, module: Module) -> None:
    """Write `k_fall`: what a move is worth when so much has fallen while it was made."""
    c = Code(module, "k_fall", FALL, "double")
    room(c, t, ("s2", "a2"))
    digits, base, again = (c.num(f"%{name}") for name in ("digits", "base", "again"))
    copy_state(c, t, ("%s2", "%a2"), ("%s", "%a"))
    inner = (("ptr", "%s2"), ("ptr", "%a2"), *STATE[2:])
    _set(c, t, digits + base)
    c.call("void", "k_apply", *inner, ("i64", "%move"))
    left = t.scalar(c, schema.TOLD, s="%s2")
    common = [("ptr", "%head"), *STATE, ("ptr", "%lists")]

    def called(window: Sequence[Argument], fell: Num, outcomes: Num, kept: Num) -> Num:
        draws = (digits + base * fell, base * _base(outcomes), kept)
        told = [("i64", one.name) for one in draws]
        arguments = (*common, *window, ("i64", "%move"), *told)
        return c.num(c.call("double", "k_fall", *arguments), "double")

    with c.when(left < 0):
        outcomes, repeated = _asked(c, left)
        behind = [(kind, f"%{name}") for kind, name in BEHIND]
        with c.when(repeated):
            digit = _base(outcomes)
            kept = again / digit
            fell = again - kept * digit
            c.give("double", called(behind, fell, outcomes, kept).name)
        _mean(c, t, left, lambda fell, several, _, window: called(window, fell, several, again))
    _set(c, t, c.num(NOTHING_TOLD))
    behind = [(kind, f"%{name}") for kind, name in BEHIND]
    found = c.call("double", "k_value", ("ptr", "%head"), *inner, ("ptr", "%lists"), *behind)
    c.give("double", found)
    c.close()


def _set(c: Code, t: Translator, told: Num) -> None:
    field = t.program.part(schema.TOLD)
    if field is not None:
        t.store(c, field, told.name, t.place(c, field, s="%s2"))


def _asked(c: Code, left: Num) -> tuple[Num, Num]:
    """How many outcomes the draw has that was asked for, and whether it is drawn again."""
    asked = c.num(0) - left
    return asked / KINDS_OF_DRAWS, (asked & REPEATED).differs(0)


def _base(outcomes: Num) -> Num:
    """The base of the digit that tells a draw."""
    return (outcomes < LEAST_BASE).pick(LEAST_BASE, outcomes)


Outcome = Callable[[Num, Num, Num, Sequence[Argument]], Num]
"""What an outcome is worth: which, of how many, drawn again when a move is made, the window."""


def _mean(c: Code, t: Translator, left: Num, outcome: Outcome) -> None:
    """Give the mean of what all outcomes are worth, or a bound of it."""
    search = Search(c, t)
    outcomes, repeated = _asked(c, left)
    total, sure = c.variable("double", decimal(0)), c.variable("i64", 1)
    many = outcomes.to("double")
    low, high = c.num("%low", "double"), c.num("%high", "double")
    with c.times(outcomes) as (index, _):
        # What is left of the others is between a loss and a win each.
        rest = (outcomes - index - 1).to("double")
        least, most = many * low - total.get() - rest, many * high - total.get() + rest
        window = [("i64", "%depth"), ("double", least.name), ("double", most.name),
                  ("i64", "%ply")]  # fmt: skip
        found = outcome(index, outcomes, repeated, window)
        with c.when(search.number("stop").differs(0)):
            c.give("double", decimal(0))
        sure.set(sure.get() & search.number("sure"))
        total.add(found)
        with c.when(found <= least):
            search.change("sure", sure.get())
            c.give("double", ((total.get() + rest) / many).name)
        with c.when(found >= most):
            search.change("sure", sure.get())
            c.give("double", ((total.get() - rest) / many).name)
    search.change("sure", sure.get())
    c.give("double", (total.get() / many).name)

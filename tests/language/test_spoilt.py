"""Examples of every ludeme, spoilt: they mean something else, or are told as a mistake.

An argument is left out, given twice, or has another in its place or behind it. Whatever a designer
writes by mistake, he is told so with the place, and never shown where the program broke down.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from interpreter.language.catalogue import Ludeme
from interpreter.play.load import catalogue, load
from interpreter.text.errors import LudError
from interpreter.text.printer import write
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Array, Clause, Labelled, Out, Tree

FORMS = list(catalogue())
# Forms of one test, and of the other arguments those that are tried at each place.
TOGETHER, TRIED = 10, 3
OTHERS = tuple(map(parse_one, (
    "3", "-1", "1.5", "999999999999999999", "True", '"x"', "P1", "Mover", "N", "Cell", "Infinity",
    "Foo", "{}", "{1 2}", "{{1}}", "(sites Empty)", "(is Full)", "(moveAgain)", "(count Moves)",
    '(piece "Disc")', "(to)", "(then (moveAgain))", "(square 3)",
)))  # fmt: skip
FRAMES = (
    ("(move Pass)", "{}"), ("(no Moves Next)", "{}"), ("(no Moves Next)", "(= 0 {})"),
    ("(sites Empty)", "{}"), ('(place "Disc1" 0)', "{}"), ("(hand P1)", "{}"),
    ("(square 4)", "{}"), ("(swap)", "{}"),
)  # fmt: skip
"""What an example may stand for in the rules, and how."""
RULES = """(game "Spoilt" (players 2)
    (equipment { (board (square 4)) (hand P1) (piece "Disc" Each) })
    (rules (meta (swap)) (start { (place "Disc1" 0) })
        (play (or { (move Add (to (sites Empty))) (move Pass) }))
        (end (if (no Moves Next) (result Mover Win)))))"""


def arguments(tree: Clause | Array) -> tuple[Out, ...]:
    return tree.args if isinstance(tree, Clause) else tree.items


def with_arguments(tree: Clause | Array, given: tuple[Out, ...]) -> Clause | Array:
    if isinstance(tree, Clause):
        return replace(tree, args=given)
    return replace(tree, items=tuple(one.value if isinstance(one, Labelled) else one
                                     for one in given))  # fmt: skip


def spoilt(tree: Tree, random: Random) -> Iterator[Tree]:
    """The tree with one of its arguments, or of those within, spoilt."""
    if not isinstance(tree, Clause | Array):
        return
    given = arguments(tree)
    for place, one in enumerate(given):
        before, behind = given[:place], given[place + 1 :]
        changed: list[tuple[Out, ...]] = [(), (one, copy.copy(one)), (one, random.choice(OTHERS))]
        changed += [(other,) for other in random.sample(OTHERS, TRIED)]
        value = one.value if isinstance(one, Labelled) else one
        for inner in spoilt(value, random):
            changed.append((replace(one, value=inner) if isinstance(one, Labelled) else inner,))
        for several in changed:
            yield with_arguments(tree, (*before, *several, *behind))


def tried(text: str) -> bool:
    """Whether some rules mean anything; they are told to be wrong if not."""
    try:
        load(text, backend="python", plain=True)
    except LudError as error:
        return not str(error)
    return True


def framed(example: str) -> Iterator[str]:
    for instead, frame in FRAMES:
        yield RULES.replace(instead, frame.format(example))


def try_form(form: Ludeme) -> int:
    """Spoil the examples of a form; how many cases there were."""
    random, cases = Random(form.name), 0
    for example in form.examples:
        fits = [place for place, text in enumerate(framed(example)) if tried(text)]
        for tree in spoilt(parse_one(example), random):
            texts = list(framed(write(tree)))
            for place in fits[:1] or [0]:
                try:
                    tried(texts[place])
                except Exception as error:
                    raise AssertionError(texts[place]) from error
                cases += 1
    return cases


@pytest.mark.slow
@pytest.mark.alike(24)
@pytest.mark.parametrize("first", range(0, len(FORMS), TOGETHER))
def test_a_wrong_argument_is_told(first: int) -> None:
    assert sum(try_form(form) for form in FORMS[first : first + TOGETHER]) > TOGETHER


def test_examples_fit_some_frame() -> None:
    """Most examples mean something where they are put, so that it is they that are spoilt."""
    forms = FORMS[::12]
    fit = [any(map(tried, framed(form.examples[0]))) for form in forms]
    assert sum(fit) > len(forms) // 2

"""Grammars made from the catalogue: their rules, their notations, and the texts they give."""

from __future__ import annotations

import functools
from collections import Counter
from random import Random

import pytest
from lark import Lark

from helpers.marks import examples
from interpreter.language.bind import bind
from interpreter.language.grammar.clauses import Arguments, Place
from interpreter.language.grammar.making import Scope, grammar
from interpreter.language.grammar.notations import NOTATIONS, ebnf, gbnf, lark
from interpreter.language.grammar.productions import (
    Grammar,
    Rule,
    Text,
    heights,
    pruned,
    signs,
    without_detours,
)
from interpreter.language.grammar.sampling import Sampler
from interpreter.language.parts import GameRules
from interpreter.play.load import catalogue, examined, rules_of
from interpreter.text.errors import LudError, Source

NUMBERS = Grammar(
    "start",
    {
        "start": [(Rule("sum"),)],
        "sum": [
            (Rule("number"),),
            (Text("(+ "), Rule("number"), Text(" "), Rule("sum"), Text(")")),
        ],
        "number": [(signs("0-9", most=3),), (Rule("same"),)],
        "same": [(Rule("digit"),)],
        "digit": [(signs("0-9"),)],
        "endless": [(Text("("), Rule("endless"), Text(")"))],
        "unused": [(Text("x"),)],
    },
    frozenset({"digit"}),
)  # fmt: skip


def test_rules_that_come_to_nothing_go() -> None:
    assert heights(NUMBERS.rules) == {"start": 3, "sum": 2, "number": 1, "same": 2, "digit": 1,
                                      "unused": 1}  # fmt: skip
    assert list(pruned(NUMBERS).rules) == ["start", "sum", "number", "same", "digit"]
    assert list(without_detours(pruned(NUMBERS)).rules) == ["start", "sum", "number", "digit"]
    with pytest.raises(ValueError, match="comes to nothing"):
        pruned(Grammar("endless", NUMBERS.rules))


def test_notations() -> None:
    found = without_detours(pruned(NUMBERS))
    assert lark(found).partition("start: ")[2] == (
        "g_start\ng_start: sum\n"
        'sum: number | "(+ " number " " sum ")"\n'
        "number: /[0-9]{1,3}/ | DIGIT\nDIGIT: /[0-9]/\n"
    )
    assert 'sum ::= number | "(+ " number " " sum ")"\n' in gbnf(found)
    assert "number ::= [0-9]{1,3} | digit\n" in gbnf(found)
    assert "number ::= [0-9] [0-9]? [0-9]? | digit\n" in ebnf(found)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_long_rules_are_on_several_lines(notation: str) -> None:
    many = Grammar("start", {"start": [(Text(f"word{one}"),) for one in range(40)]})
    assert max(map(len, NOTATIONS[notation](many).splitlines())) <= 102


@functools.cache
def form(name: str, number: int = 0) -> Arguments:
    return Arguments(catalogue().forms[name][number])


def orders(arguments: Arguments, place: Place, left: int) -> set[tuple[str, ...]]:
    """All labels of so many arguments, in the orders in which they may stand."""
    if not left:
        return {()}
    return {
        (step.parameter.label, *rest)
        for step in arguments.steps(place)
        for rest in orders(arguments, step.after, left - 1)
    }


def test_labels_stand_in_any_order_and_once() -> None:
    found = orders(form("sites Around"), Place(), 3)
    around = catalogue().forms["sites Around"][0]
    labels = set(around.labelled)
    assert len(labels) <= 4
    assert {(a, b) for _, a, b in found if {a, b} <= labels} == {
        (a, b) for a in labels for b in labels if a != b
    }


def test_labels_that_exclude_each_other() -> None:
    pairs = {frozenset(one[1:]) for one in orders(form("is Line"), Place(), 3)}
    assert frozenset({"through", "exact"}) in pairs
    assert frozenset({"through", "throughAny"}) not in pairs


def test_one_of_several_must_be_given() -> None:
    rules = form("rules")
    assert not rules.may_end(Place())
    after = {step.parameter.label: step.after for step in rules.steps(Place())}
    assert rules.may_end(after["play"])
    assert rules.may_end(after["phases"])
    assert not rules.may_end(after["meta"])


def test_of_many_labels_near_ones_change_places() -> None:
    labels = [one.label for one in form("sow").labels]
    pairs = {one for one in orders(form("sow"), Place(), 2) if set(one) <= set(labels)}
    assert (labels[3], labels[0]) in pairs
    assert (labels[0], labels[9]) in pairs
    assert (labels[9], labels[0]) not in pairs


# Texts


@functools.cache
def texts(count: int, size: int = 200) -> list[str]:
    sampler = Sampler(grammar(catalogue(), Scope(sensible=True)), Random(1), size)
    return [sampler.text() for _ in range(count)]


def reasons(several: list[str]) -> Counter[str]:
    """Why texts do not bind, by the codes of their mistakes; "" for those that do."""
    found: Counter[str] = Counter()
    for text in several:
        expanded = rules_of(Source("sample", text))  # all of them can be read
        try:
            bind(expanded.game, GameRules, catalogue())
            found[""] += 1
        except LudError as error:
            found[error.problems[0].code] += 1
    return found


@pytest.mark.slow
def test_texts_that_a_grammar_gives_bind() -> None:
    found = reasons(texts(examples(600)))
    assert found[""] == found.total(), found


@pytest.mark.thorough
def test_ten_thousand_texts_bind() -> None:
    found = reasons(texts(10_000))
    assert found[""] >= 0.999 * found.total(), found


@pytest.mark.slow
def test_texts_cost_nobody_his_program() -> None:
    for text in texts(examples(150), 120):
        examined(Source("sample", text))  # a mistake or none, and nothing else


@pytest.mark.slow
def test_texts_are_those_of_their_seed() -> None:
    assert texts(3) == [*map(Sampler(grammar(catalogue(), Scope(sensible=True)), Random(1),
                                     200).text, [None] * 3)]  # fmt: skip


@pytest.mark.slow
def test_the_library_lark_reads_it_too() -> None:
    rules = {"start": [(Text("(is"), Rule("space"), Text("Line)"))], "space": [(Text(" "),)]}
    assert Lark(lark(Grammar("start", rules, frozenset({"space"})))).parse("(is Line)")
    assert Lark(lark(grammar(catalogue())), parser="earley", lexer="dynamic")

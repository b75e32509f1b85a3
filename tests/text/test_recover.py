"""Texts with mistakes are read on: nothing moves, and what is right stays as it is."""

import random
import time

import pytest

from helpers.marks import each_game
from interpreter.play.load import read
from interpreter.text.errors import Source
from interpreter.text.recover import recover
from interpreter.text.syntax import parse


@pytest.mark.parametrize(
    ("text", "painted", "said"),
    [
        ("(a (b)", "(a (b)\n)", ["`(` is never closed"]),
        ("(a))", "(a) ", ["`)` closes nothing"]),
        ("(a [b] c)", "(a  b  c)", ["unexpected `[`", "unexpected `]`"]),
        ('(a "b c)', '(a "b"c)', ['a text has no closing `"`']),
        ("(a\n    (b c\n    (d)\n)", "(a\n    (b c\n   )(d)\n)", ["`(` has no `)`"]),
        ("(a {b) c}", "(a {b) c}", ["found `)`, expected `}`"]),
    ],
)
def test_what_is_read(text: str, painted: str, said: list[str]) -> None:
    found = recover(Source("a.lud", text))
    assert [one.message for one in found.problems][: len(said)] == said
    if painted != text:
        assert found.source.text == painted
    assert found.items


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_a_letter_too_many_or_too_few_never_stops_reading(name: str) -> None:
    text = read(name).text
    chance = random.Random(name)
    for _ in range(20):
        place = chance.randrange(len(text))
        more = chance.choice(["", "(", ")", "{", "}", '"', "[", ",", ";", "'"])
        wrong = text[:place] + more + text[place + (not more) :]
        found = recover(Source("a.lud", wrong))
        assert found.items
        pairs = zip(wrong, found.source.text, strict=False)
        assert all(a == b or b.isspace() or b in '(){}"' for a, b in pairs)


def test_what_is_right_is_not_changed() -> None:
    source = read("Oware")
    found = recover(source)
    assert (found.items, found.source.text, found.problems) == (parse(source), source.text, ())


@pytest.mark.slow
def test_a_text_that_is_nested_too_deep_is_read_no_further() -> None:
    start = time.process_time()
    [problem] = recover(Source("x.lud", "(a\n" * 40_000)).problems
    assert problem.code == "too-deep"
    assert time.process_time() - start < 5

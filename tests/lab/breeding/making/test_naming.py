"""Names of new games."""

from __future__ import annotations

import pytest

from interpreter.play.load import games
from lab.breeding.making.naming import (
    LEAST,
    MOST,
    RUDE,
    Names,
    acceptable,
    known,
    learnt,
    retitled,
    title,
)


def some(count: int, seed: int = 1) -> list[str]:
    names = Names(seed)
    return [names.name(number) for number in range(count)]


def test_names_are_new_short_and_said_easily() -> None:
    names = some(3000)
    assert len({name.casefold() for name in names}) == len(names)
    assert not {name.casefold() for name in games()} & {name.casefold() for name in names}
    for name in names:
        assert LEAST <= len(name) <= MOST
        assert name == name.capitalize()
        assert name.isascii()
        assert name.isalpha()
        assert set(name.casefold()) & set("aeiouy")
        assert not RUDE.search(name.casefold())


def test_the_same_seed_gives_the_same_names() -> None:
    assert some(50) == some(50) != some(50, seed=2)


def test_a_name_depends_on_its_number_and_on_what_is_taken() -> None:
    names = Names(1)
    first = names.name(7)
    assert Names(1).name(7) == first
    assert names.name(7) != first
    assert Names(1, [first.upper()]).name(7) != first


@pytest.mark.parametrize("word", ["brst", "aaab", "aeia", "qatar", "lorv", "oo", "shitake", "xyz"])
def test_what_is_no_name(word: str) -> None:
    assert not acceptable(word)


def test_known_names_are_those_of_the_library() -> None:
    assert {"yavalath", "lines of action", "lines"} <= known()


def test_what_is_learnt() -> None:
    assert learnt(["aba"]) == {"..": "a", ".a": "b", "ab": "a", "ba": "."}


def test_titles() -> None:
    text = '// by hand (gamble "no")\n(game\n  "Old \\"one\\"" (players 2))'
    assert title(text) == 'Old \\"one\\"'
    assert retitled(text, "New") == '// by hand (gamble "no")\n(game\n  "New" (players 2))'
    assert title("(players 2)") == ""
    assert retitled("(players 2)", "New") == "(players 2)"

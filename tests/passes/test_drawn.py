"""Rules drawn from grammars, as they come: passes change no game."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.cases.drawn import HOLE, grammar, names, read
from helpers.random_games import same_as_plain

TOGETHER = 5
GAMES = 6


@pytest.fixture(autouse=True)
def _kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")


def played(name: str, first: int) -> int:
    """See that random games are those of the plain program in every way; of how many rules.

    Those of the others are refused.
    """
    seeds, rules = range(first, first + TOGETHER), grammar(name).rules
    return sum(bool(same_as_plain(seed, rules(seed), GAMES)) for seed in seeds)


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 30, TOGETHER))
@pytest.mark.parametrize("name", names())
def test_some(name: str, first: int) -> None:
    assert played(name, first) > TOGETHER // 2


@needs_native
@pytest.mark.thorough
@pytest.mark.parametrize("first", range(30, 500, TOGETHER))
@pytest.mark.parametrize("name", names())
def test_many(name: str, first: int) -> None:
    assert played(name, first) > 1


@pytest.mark.parametrize("name", names())
def test_every_name_is_used(name: str) -> None:
    forms = grammar(name).forms
    used = {one for several in forms.values() for form in several for one in HOLE.findall(form)}
    assert used | {"game"} == set(forms)


def test_what_is_drawn_ends() -> None:
    found = read("game:\n    (a <self>)\n    (b <other one>)\nother one:\n    |\n    c\n    c")
    texts = list(map(found.rules, range(100)))
    assert {"(b )", "(b c)", "(a (b c))", "(a (a (b c)))"} <= set(texts)
    assert max(text.count("(a") for text in texts) == 3
    assert texts.count("(b c)") > 1.4 * texts.count("(b )")


@pytest.mark.parametrize(
    ("text", "said"),
    [("game:\n    (a <self>)", "never end"), ("game:\n    <other>\n    b", "no such names")],
)
def test_grammars_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        read(text)

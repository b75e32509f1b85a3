"""What is told of a text while it is written."""

import time
from collections.abc import Callable

import pytest

from helpers.cases.mistakes import Mistake, cases
from helpers.marks import each_game
from interpreter.play.load import catalogue, defines, examined, games, read
from interpreter.services.document import Document
from interpreter.text.errors import Problem, Source, suggest, suggested
from interpreter.text.syntax import parse

# To look at a text takes as long as to read it so often: then it is looked at between two keys.
MOST_READINGS = 15


def document(text: str) -> Document:
    return Document(Source("game.lud", text), catalogue(), defines())


def told(text: str) -> list[str]:
    return [one.message for one in document(text).problems]


@pytest.mark.parametrize("name", each_game())
def test_nothing_is_wrong_with_the_library(name: str) -> None:
    source = read(name)
    found = Document(source, catalogue(), defines())
    assert found.problems == []
    assert found.node is not None or "(match " in source.text


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_mistake_is_told(case: Mistake) -> None:
    """At once, or when the rules are looked at more closely: then letter for letter."""
    if case.options():
        pytest.skip("an editor chooses no options")
    source = Source("base.lud", case.text())
    found = document(case.text())
    if all(one.warning for one in found.problems):
        assert "\n".join(map(str, examined(source))) == case.said()
        return
    missing = {one.message for one in errors(source)} - {one.message for one in found.problems}
    assert not missing


def errors(source: Source) -> tuple[Problem, ...]:
    return tuple(one for one in examined(source) if not one.warning)


def test_several_mistakes_are_told_at_once() -> None:
    text = """(game "Five"
    (plaeyrs 2)
    (equipment {
        (board (square 3))
        (piece "Stone" Each)
    })
    (rules
        (play (move Add (to (sites Emty)))
        (end { (if (is Lien 3) (result Mover Win)) ("Foul" 3) })
    )
)
"""
    assert told(text) == [
        "unknown ludeme (plaeyrs ...)",
        "`(` has no `)`",
        "unknown word Emty; expected {string}",
        "unknown ludeme (is Lien ...)",
    ]


def test_types_are_told_beside_unknown_words() -> None:
    text = '(game "A" (plaeyrs 2) (equipment { (board (square 3)) }) (rules (play 3) (end 4)))'
    assert "the number 3 does not fit; expected moves" in told(text)


def test_one_wrong_option_does_not_hide_what_else_is_wrong() -> None:
    text = '(option "Size" <Size> {(item "A" <3> "")})\n(game "A" (plaeyrs 2))'
    found = told(text)
    assert "an option without args:{…}" in found
    assert "unknown ludeme (plaeyrs ...)" in found


def test_a_mistake_in_a_define_of_the_library_is_told_where_it_is_used() -> None:
    text = read("Chess").text.replace('("Checkmate" "King")', '("Checkmate" 7)')
    found = document(text)
    assert found.problems
    start, end = found.reach(found.problems[0].span)
    assert text[start:end].startswith('("Checkmate"') or text[start:end] == "7"


def test_the_words_that_are_suggested() -> None:
    hint = suggest("Emty", ["Empty", "Edge"])
    assert suggested(Problem("unknown", None, hint)) == ["Empty"]
    assert suggested(Problem("unknown", None, "known: Empty")) == []


@pytest.mark.slow
def test_the_largest_file_is_looked_at_within_a_keystroke() -> None:
    largest = max(games(), key=lambda name: len(read(name).text))
    source = read(largest)

    def took(do: Callable[[], object]) -> float:
        before = time.process_time()
        do()
        return time.process_time() - before

    def look() -> None:
        assert Document(source, catalogue(), defines()).problems == []

    looked, parsed = (min(took(do) for _ in range(5)) for do in (look, lambda: parse(source)))
    assert looked < MOST_READINGS * parsed

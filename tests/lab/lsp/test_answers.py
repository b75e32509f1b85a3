"""Half-written texts: whatever stands there, an editor gets its answers, and no program ends."""

from __future__ import annotations

import re
from random import Random

import pytest

pytest.importorskip("lsprotocol", reason="the language server is not installed")

from lsprotocol import types

from interpreter import LudError
from interpreter.play.load import games, read
from lab.lsp import answers
from lab.lsp.desk import Open, diagnostics, opened

TOKEN = re.compile(r'"[^"]*"|[(){}<>]|[^\s(){}"<>]+|\s+')
PUT_IN = (
    "(", "{", "<", ")", "}", '"', "()", "(is ", "(move ", "#1", "💥", "\r\n", "\t", "True", "-1",
    '(define "X"', '(option "A" <A> args:{<a>} {',
)  # fmt: skip
OF_ALL = answers.symbols, answers.folding, answers.coloured, answers.formatted
OF_A_PLACE = (answers.complete, answers.hovered, answers.signature, answers.defined,
              answers.highlighted, answers.renameable)  # fmt: skip
PLACES, TOGETHER = 5, 20


def half_written(random: Random) -> str:
    """The text of a game in which a few tokens were left out, cut, doubled or put in."""
    tokens = TOKEN.findall(read(random.choice(sorted(games()))).text)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(tokens))
        cut = tokens[place][: random.randrange(len(tokens[place]) + 1)]
        doubled = tokens[place : place + random.randint(1, 9)]
        first, last, instead = random.choice([
            (place, place + 1, []), (place, place + 1, [cut]), (place, place + 20, []),
            (place, place, doubled), (place, place, [random.choice(PUT_IN)]),
            (max(place, 1), len(tokens), []),
        ])  # fmt: skip
        tokens[first:last] = instead
    return "".join(tokens)


def ask(one: Open, random: Random) -> None:
    """Ask all that an editor asks, at some places."""
    problems = list(one.document.problems)
    diagnostics(one, problems)
    for of_all in OF_ALL:
        of_all(one)
    lines = one.document.text.split("\n")
    for _ in range(PLACES):
        line = random.randrange(len(lines))
        place = types.Position(line, random.randrange(len(lines[line]) + 1))
        for about in OF_A_PLACE:
            about(one, place)
        answers.used(one, place, declared=True)
        answers.selected(one, [place])
        part = types.Range(place, types.Position(min(line + 2, len(lines) - 1), 0))
        answers.inlays(one, part)
        for some in (part, types.Range(place, place)):
            answers.offered(one, some, problems)
        try:
            answers.rename(one, place, "Other")
        except LudError as error:
            assert str(error)  # noqa: PT017  it is a refusal, if there is one


def try_texts(first: int) -> None:
    for seed in range(first, first + TOGETHER):
        random = Random(seed)
        text = half_written(random)
        try:
            one = opened(
                "file:///game.lud", 1, text, "/game.lud", random.choice(["utf-8", "utf-16"])
            )
            ask(one, random)
        except Exception as error:
            raise AssertionError(f"seed {seed}\n{text}") from error


def test_some_half_written_texts() -> None:
    try_texts(0)


@pytest.mark.slow
@pytest.mark.alike(6)
@pytest.mark.parametrize("first", range(TOGETHER, 20 * TOGETHER, TOGETHER))
def test_half_written_texts(first: int) -> None:
    try_texts(first)


def test_what_is_offered_for_an_empty_clause() -> None:
    text = '(game "G" (players 2) (equipment { (board ()) }) (rules (play ())))'
    one = opened("file:///game.lud", 1, text, "/game.lud", "utf-8")
    for place in range(len(text)):
        where = types.Position(0, place)
        answers.offered(one, types.Range(where, where), list(one.document.problems))

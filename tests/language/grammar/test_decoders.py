"""Decoders from PyPI compile the grammar, and let through what rule files have."""

from __future__ import annotations

import functools
from importlib import import_module
from pathlib import Path
from zlib import crc32

import pytest

from helpers.decoders import Decoder, Llguidance, Xgrammar, needs_llguidance, needs_xgrammar
from helpers.marks import some
from helpers.paths import ROOT
from interpreter.language.bind import bind
from interpreter.language.grammar.making import grammar
from interpreter.language.grammar.notations import ebnf, gbnf, lark
from interpreter.language.parts import GameRules
from interpreter.play.load import catalogue, games, read, rules_of
from interpreter.text.defines import library
from interpreter.text.errors import LudError, Source
from interpreter.text.printer import one_line, write

REFERENCE = ROOT.parent / "shared" / "reference"
ONE_IN = 12
"""Of the official games, `make test` looks at one in so many."""
DECODERS = [
    pytest.param("llguidance", marks=needs_llguidance),
    pytest.param("xgrammar", marks=needs_xgrammar),
]


@functools.cache
def decoder(name: str) -> Decoder:
    whole = grammar(catalogue())
    return Llguidance(lark(whole)) if name == "llguidance" else Xgrammar(ebnf(whole))


def let_through(name: str, called: str, text: str) -> None:
    missed = decoder(name).accepted(text)
    assert missed is None, f"{name} stops in {called} behind {missed}"


@functools.cache
def of_library(game: str) -> str:
    return one_line(rules_of(read(game)).game)


@functools.cache
def of_reference(path: Path) -> str | None:
    """An official game when everything is put in; None if it asks for what is not built."""
    source = Source(path.name, path.read_text("utf-8-sig"))
    try:
        expanded = rules_of(source, library=library(REFERENCE / "defines"))
        bind(expanded.game, GameRules, catalogue())
    except LudError:
        return None
    return one_line(expanded.game)


@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(3), 3, tested=3))
@pytest.mark.parametrize("name", DECODERS)
def test_every_game_of_the_library(name: str, part: int) -> None:
    for game in [*games()][part::3]:
        let_through(name, game, of_library(game))


def official(*, every: bool) -> list[Path]:
    found = sorted((REFERENCE / "games").rglob("*.lud"))
    return [one for one in found if (crc32(one.name.encode()) % ONE_IN != 0) is every]


def look(name: str, paths: list[Path]) -> int:
    """How many files were let through."""
    texts = {path: of_reference(path) for path in paths}
    found = {path: text for path, text in texts.items() if text is not None}
    for path, text in found.items():
        let_through(name, path.name, text)
    return len(found)


needs_reference = pytest.mark.skipif(
    not REFERENCE.exists(), reason="recordings of the reference implementation are not here"
)


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("name", DECODERS)
def test_some_official_games(name: str) -> None:
    paths = official(every=False)
    assert look(name, paths) > len(paths) * 0.9


@needs_reference
@pytest.mark.thorough
@pytest.mark.parametrize("name", DECODERS)
def test_all_other_official_games(name: str) -> None:
    paths = official(every=True)
    assert look(name, paths) > len(paths) * 0.9


SMALL = """
(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
WRONG = {
    "a region for a number": ("(is Line 3)", "(is Line (sites Empty))"),
    "a word of another type": ("Mover Win", "Mover Orthogonal"),
    "an unknown word": ("(sites Empty)", "(sites Emty)"),
    "a label twice": ("(is Line 3)", "(is Line 3 exact:True exact:True)"),
    "labels that exclude each other": (
        "(is Line 3)", "(is Line 3 through:0 throughAny:(sites Empty))",
    ),
    "an argument too few": ("(is Line 3)", "(is Line)"),
    "an argument too many": ("(is Line 3)", "(is Line 3 4)"),
    "another order": ("Mover Win", "Win Mover"),
    "neither play nor phases": ("(play (move Add (to (sites Empty)))) ", ""),
    "a number out of bounds": ("(square 3)", "(square 2000)"),
    "braces that are missing": ("{(board (square 3)) (piece", "(board (square 3)) (piece"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", DECODERS)
def test_small_mistakes_are_not_let_through(name: str) -> None:
    game = one_line(rules_of(Source("small", SMALL)).game)
    assert decoder(name).accepted(game) is None
    assert decoder(name).accepted(f"\n{write(rules_of(Source('small', SMALL)).game, 40)}\n") is None
    for before, after in WRONG.values():
        assert before in game
        assert decoder(name).accepted(game.replace(before, after)) is not None, after


@pytest.mark.slow
@needs_llguidance
def test_what_may_follow() -> None:
    found = decoder("llguidance")
    assert isinstance(found, Llguidance)
    game = one_line(rules_of(Source("small", SMALL)).game)
    before = game[: game.index("Line 3") + len("Line ")]
    assert found.allowed(before) >= {"3", "("}
    assert not found.allowed(before) & {"{", '"', ")", "-"}


@pytest.mark.slow
@needs_llguidance
def test_the_notation_of_llama_cpp() -> None:
    # What this makes of it splits words in other places, so it is only read here.
    convert = import_module("llguidance.gbnf_to_lark")
    assert "is_line:" in convert.gbnf_to_lark(gbnf(grammar(catalogue())))


@needs_xgrammar
@pytest.mark.slow
def test_other_notations_of_xgrammar() -> None:
    text = one_line(rules_of(read("Yavalath")).game)
    whole = grammar(catalogue())
    assert Xgrammar(gbnf(whole)).accepted(text) is None
    assert Xgrammar(lark(whole), lark=True).accepted(text) is None

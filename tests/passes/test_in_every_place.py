"""Random conditions, numbers and sets in many places of rules: passes change no game."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis.errors import UnsatisfiedAssumption

from helpers.backends import BACKENDS
from helpers.patience import patience
from helpers.random_games import differing
from helpers.twins import compare
from interpreter import load
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.signatures import Bool, Int, Sites
from interpreter.play.load import catalogue
from interpreter.text.errors import LudError
from interpreter.text.printer import write

TOGETHER = 5
BOARDS = ("(square 4)", "(hex 3)", "(square 9)", "(rectangle 3 4)", "(concentric {6 6 6})")
RULES = """(game "Place" (players {players})
    (equipment {{
        (board {board}) (piece "Disc" Each) (piece "Ball" Each) (hand Each) (dice d:6 num:2)
        (regions "Home" P1 {{0 4}}) (regions "Home" P2 {{2}})
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    }})
    (rules
        {meta}
        (start {{
            (place "Disc1" {{0 5}}) (place "Disc2" {{1 4}}) (place "Ball1" 3) (set Score P1 2)
            (place "Disc" "Hand1" count:3)
        }})
        (play (do (roll) next:(or (move Add (to (sites Empty))) {moves})))
        (end {{ {end} (if (is Full) (result Mover Win)) }})))"""
# What grows: a condition, a number, a set; behind the colon what has a value there.
PLACES = (
    "(move Add (to (sites Board) if:<is:to>))",
    "(move Add (to (sites Board) if:(<= <many:to> <many:to>)))",
    "(move Add (to <sites:>))",
    "(move Remove (forEach (sites Occupied by:Next) if:<is:site>))",
    "(move Remove (forEach (sites Board) if:(= (count Sites in:<sites:site>) <many:site>)))",
    "(move Remove (sites Around (last To) if:<is:to>))",
    "(forEach Piece (move Step (to if:<is:to>)))",
    "(forEach Piece (move Step (to if:(is In (to) <sites:to>))))",
    "(forEach Piece (move Slide (to if:(< <many:to> <many:from>))))",
    "(forEach Piece (move Hop (between if:(is Enemy (who at:(between)))) (to if:<is:to>)))",
    "(forEach Piece (move Hop (between if:(!= <many:between> 1)) (to if:(is Empty (to)))))",
    "(forEach Site <sites:> (if <is:site> (move Remove (site))))",
    "(forEach Value min:0 max:3 (if <is:value> (move Add (to (sites Empty)))))",
    "(forEach Player (if <is:player> (move Add (to (sites Empty)))))",
    "(move Add (to (sites Empty)) (then (forEach Site <sites:> (if <is:site> (remove (site))))))",
    "(move Add (to (sites Empty)) (then (set Score Mover <many:>)))",
    "(move Select (from (sites Occupied by:Mover) if:<is:from>) (then (remove (last From))))",
)
ENDS = (
    *("",) * 4,
    "(if (and (> (count Moves) 3) <is:>) (result Mover Loss))",
    "(if (and (is Full) <is:>) (result Next Win))",
    "(forEach Player if:(and (> (count Moves) 3) <is:player>) (result Player Win))",
)
# Most keep players from moves that are offered, of which random games take others then.
METAS = *("",) * 4, "(meta (no Suicide))", "(meta (no Repeat))"
GAMES = 6
CHANCE = "(< 1 (value Random (range 0 3)))"


def rules(seed: int) -> str | None:
    """Rules with something random in one place; None where nothing grows from this seed."""
    random = Random(seed)
    depth = random.choice((2, 3, 3, 4))

    def grown(found: re.Match[str]) -> str:
        kind = {"is": Bool, "many": Int, "sites": Sites}[found[1]]
        frame = Frame(sites=5, labels=("A1",), bound=frozenset(filter(None, [found[2]])))
        text = write(Grower(catalogue(), random, depth=depth).grow(kind, frame))
        drawn = kind is Bool and random.random() < 0.3
        return random.choice((f"(and {CHANCE} {text})", f"(or {text} {CHANCE})")) if drawn else text

    try:
        moves, end = (
            re.sub(r"<(is|many|sites):(\w*)>", grown, random.choice(places))
            for places in (PLACES, ENDS)
        )
    except BarrenError:
        return None
    players, board = random.choice((2, 2, 3)), random.choice(BOARDS)
    meta = random.choice(METAS)
    return RULES.format(players=players, board=board, moves=moves, end=end, meta=meta)


def try_rules(seed: int, backend: str) -> bool:
    """See that games are those of the plain program; whether there was one."""
    text = rules(seed)
    try:
        plain = load(text, backend="python", plain=True) if text is not None else None
    except LudError:
        return False
    if text is None or plain is None:
        return False
    try:
        with patience():
            ours = load(text, backend=backend)
            compare(plain, ours, seed=seed, games=0, plies=8)
            if backend == "llvm":
                native = load(text, backend="llvm", plain=True)
                found = differing(native, ours, GAMES)
                assert not any(found.values()), found
    except UnsatisfiedAssumption:  # it takes too long
        return False
    except AssertionError as error:
        raise AssertionError(f"seed {seed}\n{text}") from error
    return True


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("first", range(0, 20, TOGETHER))
def test_some(first: int, backend: str) -> None:
    assert sum(try_rules(seed, backend) for seed in range(first, first + TOGETHER)) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("first", range(20, 2_000, 4 * TOGETHER))
def test_many(first: int, backend: str) -> None:
    seeds = range(first, first + 4 * TOGETHER)
    assert sum(try_rules(seed, backend) for seed in seeds) > TOGETHER


def test_places_are_filled() -> None:
    texts = [rules(seed) for seed in range(60)]
    assert sum(text is not None for text in texts) > 50
    assert not [text for text in texts if text is not None and re.search(r"<\w+:", text)]

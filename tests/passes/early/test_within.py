"""Conditions are asked only of sites of which the answer is wanted; games stay what they are."""

from __future__ import annotations

import pytest

from helpers.twins import compare
from interpreter import Game, load
from interpreter.ir.program import walk

GAME = """(game "Fewer" (players 2)
    (equipment {{ (board (square 4)) (piece "Man" Each) (regions "Edge" (sites Top)) }})
    (rules (play (move Add (to {}))) (end (if (is Full) (result Mover Win)))))"""
# No man of the mover's in the column.
LONELY = "(= 0 (count Pieces Mover in:(sites Column (column of:(site)))))"
ALONE = f"(forEach (sites Empty) if:{LONELY})"
EDGE = '(sites "Edge")'


def played(sites: str, *passes: str) -> Game:
    return load(GAME.format(sites), backend="python", passes=passes)


def asked(game: Game) -> list[str]:
    """What makes the sets of which something is asked, one site after the other."""
    steps = list(walk(game.program.function("generate").body))
    made = {one.result: one.name for one in steps}
    loops = [one for one in steps if one.name == "each"]
    kept = [one for one in loops if any(inner.name == "set" for inner in walk(one.blocks[0]))]
    return [made.get(one.operands[0], "given") for one in kept]


@pytest.mark.parametrize(
    ("sites", "before", "after"),
    [
        (f"(intersection {ALONE} {EDGE})", "read_at", "intersect"),
        (f"(difference {ALONE} {EDGE})", "read_at", "minus"),
        (f"(difference (sites Empty) {ALONE})", "read_at", "intersect"),
        (f"(intersection (union {ALONE} (sites Corners)) {EDGE})", "read_at", "intersect"),
        # All of them are wanted here.
        (f"(union {ALONE} (sites Corners))", "read_at", "read_at"),
        (f"(if (is Empty 3) {ALONE} (sites Empty))", "read_at", "read_at"),
    ],
)  # fmt: skip
def test_only_what_is_wanted_is_asked(sites: str, before: str, after: str) -> None:
    plain, narrow = played(sites), played(sites, "within")
    assert asked(plain)[0] == before
    assert asked(narrow)[0] == after
    compare(plain, narrow, seed=4, games=4, plies=16)


def test_of_one_site_it_is_asked_there() -> None:
    play = f"(forEach Site {EDGE} (move Add (to (intersection {ALONE} (sites {{(site)}})))))"
    text = GAME.format("(sites Empty)").replace("(move Add (to (sites Empty)))", play)
    names = ("sitewise", "within")
    plain, one, both = (load(text, backend="python", passes=names[:many]) for many in range(3))
    assert asked(one)[-1] == "read_at"
    assert not asked(both)
    compare(plain, both, seed=4, games=4, plies=16)

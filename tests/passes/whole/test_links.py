"""Links that are kept are whole groups."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.marks import each_game, examples
from helpers.wandering import states
from interpreter import load
from interpreter.board.topology import Topology
from interpreter.ir.program import walk

SEEDS = st.integers(0, 2**32)
CONNECTION = ("Hex", "Y", "Havannah", "Cross", "Master Y")


@pytest.mark.slow
@given(st.sampled_from(CONNECTION), SEEDS)
@settings(deadline=None, max_examples=examples(30))
def test_kept_links_are_whole_groups(name: str, seed: int) -> None:
    """Of a player's group either every stone is linked to a side or none is."""
    game = load(name, backend="python")
    kept = [field for field in game.program.fields if field.name.startswith("linked")]
    assert kept, "groups only grow in this game"
    placed = next(field for field in game.program.fields if field.name == "placed")
    raw = states(game, seed, 60)[-1]
    for field in kept:
        for player in (1, 2):
            own = game.machine.get(raw, placed, player)
            linked = game.machine.get(raw, field, player)
            assert linked & ~own == 0
            assert spread(game.board, linked, own) == linked


def spread(board: Topology, sites: int, within: int) -> int:
    """All sites of `within` that touch some of the sites, and these."""
    found = sites
    for site, targets in enumerate(board.neighbours("Adjacent")):
        if sites >> site & 1:
            found |= sum(1 << target for target in targets if within >> target & 1)
    return found


@pytest.mark.parametrize("name", ["Gonnect", "Atari Go"])
def test_groups_that_can_shrink_are_walked(name: str) -> None:
    game = load(name, backend="python")
    assert not [one for one in game.program.fields if one.name.startswith("linked")]


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game())
def test_no_question_for_links_is_left(name: str) -> None:
    program = load(name, backend="python").program
    names = {step.name for one in program.functions for step in walk(one.body)}
    assert "linked" not in names

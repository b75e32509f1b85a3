"""The passes: bounds that hold in play, links that are kept, orders that are fair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.marks import each_game
from interpreter import Game, load
from interpreter.backends.python import PLACING, MoveList, arrange, take
from interpreter.board.topology import Topology
from interpreter.ir import unpack, walk
from interpreter.passes.ranges import ANY, Ranges

SEEDS = st.integers(0, 2**32)


def states(game: Game, seed: int, plies: int) -> list[object]:
    """The raw states of a random game, from the first."""
    state, found = game.start(seed), []
    for number in range(plies):
        found.append(state.raw)
        if state.over:
            break
        moves = state.moves()
        state = state.after(moves[(seed * 7919 + number * 104729) % len(moves)])
    return found


@pytest.mark.parametrize("name", each_game(long=True))
def test_bounds_of_fields_hold_in_every_state(name: str) -> None:
    game = load(name, backend="python")
    ranges = Ranges(game.program)
    for raw in states(game, seed=len(name), plies=25):
        for field in game.program.fields:
            if field.kind != "int":
                continue
            low, high = ranges.fields[field]
            for index in range(field.length or 1):
                assert low <= game.machine.get(raw, field, index) <= high, field.name


def test_the_mover_is_a_player_and_the_last_site_a_site() -> None:
    game = load("Yavalath", backend="python")
    ranges = Ranges(game.program)
    found = {
        field.name: ranges.fields[field] for field in game.program.fields if field.kind == "int"
    }
    assert found["mover"] == (1, 2)
    assert found["over"] == (0, 1)
    assert found["last_to"] == (-1, 60)
    assert found["random"] == ANY


CONNECTION = ("Hex", "Y", "Havannah", "Cross", "Master Y")


@given(st.sampled_from(CONNECTION), SEEDS)
@settings(deadline=None, max_examples=30)
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


@pytest.mark.parametrize("name", each_game())
def test_no_question_for_links_is_left(name: str) -> None:
    program = load(name, backend="python").program
    names = {step.name for one in program.functions for step in walk(one.body)}
    assert "linked" not in names


@pytest.mark.parametrize(("name", "kept"), [("Gomoku", True), ("Tic-Tac-Toe", False)])
def test_an_order_is_kept_on_large_boards(name: str, kept: bool) -> None:
    pick = load(name, backend="python").program.function("pick")
    assert ("arrange" in {step.name for step in walk(pick.body)}) == kept


@given(st.lists(st.tuples(st.integers(0, 2**20 - 1), st.integers(0, 19)), max_size=12))
def test_every_move_can_be_taken_once_in_the_kept_order(plies: list[tuple[int, int]]) -> None:
    moves = MoveList()
    for mask, index in plies:
        moves.clear()
        moves.append([3, PLACING, mask, 0])
        arrange(moves)
        left = mask
        while left:
            number = index % left.bit_count()
            _, origin, target, _ = unpack(take(moves, number))
            assert origin == target
            assert left >> target & 1
            left &= ~(1 << target)
            if index % 3:
                break
        assert moves[0][2] == left

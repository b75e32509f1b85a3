"""What a tree lets go, the next one takes."""

from __future__ import annotations

import gc

import pytest

from interpreter import Game
from interpreter.play.search import memory
from interpreter.targets.llvm.jit import available

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")


class Owner:
    """Something that has memory."""


@pytest.fixture(autouse=True)
def _nothing_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_spare", {})


def places(owner: Owner, entries: int) -> list[int]:
    """Where two arrays begin."""
    found = memory.arrays(owner, {"one": 8, "other": 28}, entries)
    assert [one.shape for one in found.values()] == [(entries, 8), (entries, 28)]
    return [int(one.ctypes.data) for one in found.values()]


def test_memory_is_used_again_when_its_owner_is_gone() -> None:
    first, second = Owner(), Owner()
    here, there = places(first, 1000), places(second, 1000)
    assert all(one % memory.LINE == 0 for one in here + there)
    assert here[1] >= here[0] + 8000
    assert set(here).isdisjoint(there)
    del first
    gc.collect()
    larger, smaller = Owner(), Owner()
    assert places(larger, 2000) != here
    assert places(smaller, 900)[0] == here[0]


def test_too_much_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_KEPT", 50_000)
    owners = [Owner() for _ in range(3)]
    assert len({tuple(places(one, 1000)) for one in owners}) == 3
    owners.clear()
    gc.collect()
    assert len(memory._spare) == 1


def test_a_search_in_used_memory_finds_the_same(crosses: Game) -> None:
    state = crosses.start()
    first = crosses.uct(state, iterations=2000, seed=1, memory=1)
    moves = first.moves
    del first
    gc.collect()
    assert memory._spare
    assert crosses.uct(state, iterations=2000, seed=1, memory=1).moves == moves

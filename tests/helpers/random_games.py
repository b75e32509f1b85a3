"""Random games of native code, played in every way in which it can play them."""

from __future__ import annotations

import ctypes

import numpy as np

from interpreter import Game, load
from interpreter.targets.calls import Control
from interpreter.targets.kernels.lanes import FIXED
from interpreter.targets.native import Machine
from interpreter.targets.random_games import Way
from interpreter.text.errors import LudError

SEED = 11


def differing(plain: Game, game: Game, count: int) -> dict[str, bool]:
    """Of each way in which a game is played: whether random games differ from the plain program's.

    Raises:
        OverflowError: there are more moves than native code has room for
    """
    theirs, ours = plain.machine, game.machine
    assert isinstance(theirs, Machine)
    assert isinstance(ours, Machine)
    quick = theirs.random_games.one_by_one(quick=True)
    expected = played(theirs, quick, game.players, count)
    ways = every_way(ours).items()
    return {name: played(ours, way, game.players, count) != expected for name, way in ways}


def same_as_plain(seed: int, rules: str | None, count: int) -> dict[str, bool]:
    """See that random games of rules are those of the plain program, in every way; which there are.

    There are none of rules that are refused, or with more moves than native code has room for.

    Raises:
        AssertionError: some differ
    """
    try:
        plain = load(rules, plain=True) if rules is not None else None
    except LudError:
        return {}
    if rules is None or plain is None:
        return {}
    try:
        found = differing(plain, load(rules), count)
    except OverflowError:
        return {}
    assert not any(found.values()), f"seed {seed}, {found}\n{rules}"
    return found


def every_way(machine: Machine) -> dict[str, Way]:
    """One by one, by code that is soon made and by the best; and in lanes, where that can be."""
    games = machine.random_games
    found = {"quick": games.one_by_one(quick=True), "alone": games.one_by_one()}
    lanes = games.in_lanes(FIXED)
    return found if lanes is None else {**found, "lanes": lanes}


def played(machine: Machine, way: Way, players: int, count: int) -> tuple[list[int], list[int]]:
    """Lengths and ranks of random games."""
    lengths, ranks = np.zeros(count, np.int32), np.zeros((count, players), np.int8)
    places = lengths.ctypes.data, ranks.ctypes.data, ctypes.addressof(machine.scratch())
    control = Control()
    way.play(control.address, 3, count, SEED, *places)
    assert control.done == count
    return lengths.tolist(), ranks.ravel().tolist()

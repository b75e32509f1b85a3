"""Searches in native code stay in their memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.marks import some
from helpers.searched import wandered
from helpers.twins import native
from interpreter import load
from interpreter.targets.kernels.search import alphabeta, evaluation, solve, table, uct
from interpreter.targets.llvm.jit import available
from interpreter.targets.llvm.target import host
from interpreter.targets.llvm.translator import Translator

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")


@pytest.mark.parametrize(
    "name",
    some(["Tic-Tac-Toe", "Atari Go", "Oust", "Yavalath", "Eight Queens", "Royal Game of Ur"], 6),
)
def test_searches_stay_in_their_memory(name: str) -> None:
    plain = load(name)
    checked = native(load(name, backend="python"), checked=True)
    weights = {"material": 1.0, "mobility": 0.1, "centre": 0.3, "score": 0.1}
    found: list[list[object]] = []
    for game in (plain, checked):
        state = wandered(game, 3, 1)
        first = game.uct(state, iterations=300, seed=1, memory=1)
        after_it = state.after(first.best)
        again = game.uct(after_it, iterations=3000, seed=2, tree=first.tree)
        ahead = game.alphabeta(state, depth=2, weights=weights, memory=1)
        found.append([first.moves, again.moves, ahead.moves, ahead.principal])
        if game.players == 2 and not game.draws:
            solved = game.solve(state, nodes=20_000, memory=1)
            found[-1] += [solved.principal, solved.nodes]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Go", "Oust", "Eight Queens", "Royal Game of Ur"])
def test_bounds_are_known_of_all_memory(name: str) -> None:
    game = load(name, backend="python")
    nearness = (0.5,) * game.program.sites
    pieces = tuple(
        tuple(one.number for one in game.pieces if one.owner == player)
        for player in range(1, game.players + 1)
    )
    style = alphabeta.Style(table.TERMS, evaluation.Board(pieces, nearness), quiet=True)
    for write, entries in (
        (uct.write, uct.ENTRIES),
        (solve.write, solve.ENTRIES),
        (lambda t, module: alphabeta.write(t, module, style), alphabeta.ENTRIES),
    ):
        t = Translator(game.program, replace(host(), bits=True), checked=True).traced()
        module = t.module(entries)
        write(t, module)
        assert module.checks is not None
        assert module.checks.unknown == []

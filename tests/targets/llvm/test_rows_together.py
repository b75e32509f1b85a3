"""Rows on several axes that are asked for together: what is told of all of them at once."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from helpers.backends import needs_native
from helpers.boards import WAYS, Board
from interpreter.ir.emit import Emitter
from interpreter.ir.meaning.expressions import evaluate
from interpreter.ir.program import Field, Program
from interpreter.ir.relations import Axis
from interpreter.ir.values import Int, Sites, Value
from interpreter.ir.verify import verify
from interpreter.targets.llvm.sets.lanes import Rows
from interpreter.targets.llvm.target import host
from interpreter.targets.native import Machine

pytestmark = needs_native
LENGTHS = (4, 5, 4, 3)
"""As long a row is asked for on each axis."""


@pytest.mark.parametrize("checked", [False, True])
def test_they_are_as_one_by_one(monkeypatch: pytest.MonkeyPatch, checked: bool) -> None:
    at_once: list[bool] = []
    told = Rows.any_row

    def noted(self: Rows, *given: Any) -> str | None:
        found = told(self, *given)
        at_once.append(found is not None)
        return found

    monkeypatch.setattr(Rows, "any_row", noted)
    random, seen = Random(1), set[int]()
    for board in (Board(15, 15, True), Board(9, 12, True), Board(19, 19, True)):
        axes = cast("list[Axis]", board.attributes("run"))[: len(LENGTHS)]
        machine = written(board, axes, checked=checked)
        state = machine.blank()
        for _ in range(200):
            held, site = position(board, random)
            expected = meant(board, axes, held, site)
            seen.add(expected)
            assert int(machine.run("rows", state, held, site)) == expected
    # On a board of more columns, and by a simpler processor, each row is asked for by itself.
    soon = "+avx2" in host().features.split(",")
    assert at_once == [soon, soon, False]
    assert {one % 10 for one in seen} >= {0, 1}, "exact rows"
    assert {one // 10 % 10 for one in seen} == {0, 1}, "long rows"
    assert {one // 100 for one in seen} == {0, 1}, "what depends on more than rows"


def written(board: Board, axes: Sequence[Axis], *, checked: bool) -> Machine:
    """A program that asks for a row on every axis in several ways."""
    b = Emitter()
    b.site_count = board.sites

    def body(held: Sites, site: Int) -> Value:
        rows = [b.number("run", held, site, attribute=axis) for axis in axes]
        enough = [b.truth("le", b.int(least), row)
                  for least, row in zip(LENGTHS, rows, strict=True)]  # fmt: skip
        long = functools.reduce(b.either, enough)
        exact = [b.number("int_of", b.truth("eq", row, b.int(least)))
                 for least, row in zip(LENGTHS, rows, strict=True)]  # fmt: skip
        mixed = b.either(b.truth("lt", site, b.int(7)), enough[0])
        total = functools.reduce(b.add, exact)
        for factor, truth in ((10, long), (100, mixed)):
            total = b.add(total, b.number("mul", b.int(factor), b.number("int_of", truth)))
        return total

    b.define("rows", ("sites", "int"), "int", body)
    program = Program("rows", board.sites, [Field("n", "int")], b.functions, [], board.grid)
    program.entries = ("rows",)
    verify(program)
    return Machine(program, checked=checked)


def meant(board: Board, axes: Sequence[Axis], held: int, site: int) -> int:
    rows = [evaluate("run", (held, site), axis, board.sites) for axis in axes]
    enough = [row >= least for row, least in zip(rows, LENGTHS, strict=True)]
    exact = [row == least for row, least in zip(rows, LENGTHS, strict=True)]
    return sum(exact) + 10 * any(enough) + 100 * (site < 7 or enough[0])


def position(board: Board, random: Random) -> tuple[int, int]:
    """Few stones, a row among them, and a site that is mostly of the row."""
    ray: tuple[int, ...] = ()
    while len(ray) < 2:
        way = WAYS[random.choice(list(WAYS))]
        ray = board.ray(random.randrange(board.sites), way)
    row = ray[: random.randint(1, 6)]
    few = {random.randrange(board.sites) for _ in range(random.randint(0, 3))}
    held = sum(1 << one for one in few.union(row))
    sites = (*row, *row, random.randrange(board.sites), -1, board.sites)
    return held, random.choice(sites)

"""What each game looks up in registers, instead of memory, is what the table says."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from random import Random

import pytest

from helpers.backends import needs_native
from interpreter import load
from interpreter.targets.kernels import lanes
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.jit import library
from interpreter.targets.llvm.lanes.endings import Call, shared_ends
from interpreter.targets.llvm.lanes.rays import LaneRays
from interpreter.targets.llvm.lanes.sets import LaneSets
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant
from interpreter.targets.llvm.target import host

pytestmark = [
    needs_native,
    pytest.mark.skipif(not lanes.able(host()), reason="the processor has no AVX-512"),
]
WIDTH = 16
STEPS = (1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)


def looked_up(write: Callable[[Vectors, Lanes], Lanes | None], many: int) -> list[int] | None:
    """What is found for the numbers from 0 on, so many; None where nothing is written."""
    rounds = -(-many // WIDTH)
    module = Module()
    code = Code(module, "look", [("ptr", "given"), ("ptr", "found")], linkage="")
    vectors = Vectors(code, WIDTH, host())
    for at in range(rounds):
        held = code.load(vectors.kind(64), code.at("%given", 8 * WIDTH * at), 8)
        number = write(vectors, vectors.do("and", Lanes(held, 64), constant(2**14 - 1)))
        if number is None:
            return None
        text = vectors.text(number, 64)
        code.store(vectors.kind(64), text, code.at("%found", 8 * WIDTH * at), 8)
    code.close()
    count = rounds * WIDTH
    given, found = (ctypes.c_int64 * count)(*range(many)), (ctypes.c_int64 * count)()
    made = library(module.text(), ["look"])
    made.function("look", None, ctypes.c_void_p, ctypes.c_void_p)(given, found)
    return list(found)[:many]


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("many", [1, 7, 8, 9, 16, 17, 32, 33, 64])
def test_words(bits: int, many: int) -> None:
    random = Random(many)
    words = [random.choice([random.getrandbits(bits - 1), 5, 9]) for _ in range(many)]
    found = looked_up(lambda v, index: v.few_entries(words, index, bits), many)
    assert found is None or found == words
    assert found is not None or len(set(words)) > 2 * 512 // bits


@pytest.mark.parametrize("many", [1, 31, 33, 512, 800, 1024])
def test_bits(many: int) -> None:
    random = Random(many)
    bits = [random.getrandbits(1) for _ in range(many)]

    def write(v: Vectors, index: Lanes) -> Lanes:
        asked = v.bits_among(bits, index)
        assert asked is not None
        return v.pick(asked, constant(1), constant(0))

    assert looked_up(write, many) == bits


def rays_on(rows: int, columns: int, directions: int) -> list[tuple[int, ...]]:
    """The rays of all sites of a board, one direction behind the other."""
    return [
        tuple(
            (row + far * up) * columns + column + far * right
            for far in range(1, max(rows, columns))
            if 0 <= row + far * up < rows and 0 <= column + far * right < columns
        )
        for up, right in STEPS[:directions]
        for row in range(rows)
        for column in range(columns)
    ]


@pytest.mark.parametrize("board", [(10, 10, 8), (10, 10, 4), (15, 20, 2), (9, 13, 7)])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_steps_along_rays(board: tuple[int, int, int], steps: int) -> None:
    """Where a step goes is worked out on boards on which it is as far from every site."""
    rays, sites = rays_on(*board), board[0] * board[1]

    def step(rays: list[tuple[int, ...]]) -> list[int] | None:
        def write(v: Vectors, spot: Lanes) -> Lanes | None:
            return LaneRays(v, LaneSets(v, sites)).step(rays, sites, spot, steps)

        return looked_up(write, len(rays))

    assert step(rays) == [ray[steps - 1] if len(ray) >= steps else -1 for ray in rays]
    longest = max(rays, key=len)
    crooked = [(*ray[: steps - 1], 3, *ray[steps:]) if ray == longest else ray for ray in rays]
    assert step(crooked) is None


def test_what_ways_end_with_is_written_once() -> None:
    program = load("Konane").program
    assert shared_ends(program.function("perform")) == [Call(program.function("then0"), (-1, -1))]

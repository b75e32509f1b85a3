"""What each game looks up in registers, instead of memory, is what the table says."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from random import Random

import pytest

from helpers.backends import needs_native
from interpreter import load
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.jit import library
from interpreter.targets.llvm.lanes.endings import Call, shared_ends
from interpreter.targets.llvm.lanes.rays import LaneRays
from interpreter.targets.llvm.lanes.sets import LaneSets
from interpreter.targets.llvm.lanes.vectors import ALL, LATE, Lanes, Vectors, able, constant
from interpreter.targets.llvm.target import Target, host, without

pytestmark = needs_native
needs_avx2 = pytest.mark.skipif(not able(host()), reason="the processor has no AVX2")
needs_late = pytest.mark.skipif(not able(host(), LATE), reason="the processor has no AVX-512")
WIDTH = 16
STEPS = (1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)


def looked_up(
    write: Callable[[Vectors, Lanes], Lanes | None],
    many: int,
    width: int = WIDTH,
    target: Target | None = None,
) -> list[int] | None:
    """What is found for the numbers from 0 on, so many; None where nothing is written."""
    rounds = -(-many // width)
    module = Module()
    code = Code(module, "look", [("ptr", "given"), ("ptr", "found")], linkage="")
    vectors = Vectors(code, width, target or host())
    for at in range(rounds):
        held = code.load(vectors.kind(64), code.at("%given", 8 * width * at), 8)
        number = write(vectors, vectors.do("and", Lanes(held, 64), constant(2**14 - 1)))
        if number is None:
            return None
        text = vectors.text(number, 64)
        code.store(vectors.kind(64), text, code.at("%found", 8 * width * at), 8)
    code.close()
    count = rounds * width
    given, found = (ctypes.c_int64 * count)(*range(many)), (ctypes.c_int64 * count)()
    made = library(module.text(), ["look"], target=target)
    made.function("look", None, ctypes.c_void_p, ctypes.c_void_p)(given, found)
    return list(found)[:many]


def with_avx2() -> Target:
    """This processor, without what it has besides AVX2."""
    return without("avx512", host())


@needs_avx2
@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize("bounds", [(-128, 127), (-1, 254), (0, 255), (1000, 1255)])
@pytest.mark.parametrize("many", [1, 15, 16, 17, 40, 61, 64, 65, 100, 128])
def test_bytes_in_halves_of_a_register(many: int, bounds: tuple[int, int], width: int) -> None:
    random = Random(many)
    numbers = [*bounds, *(random.randint(*bounds) for _ in range(many))][:many]
    found = looked_up(lambda v, at: v.byte_entries(numbers, at), many, width, with_avx2())
    assert found == numbers


@needs_avx2
def test_long_tables_of_bytes_are_read() -> None:
    for many, last in ((129, 0), (20, 256)):
        numbers = [*[0] * (many - 1), last]
        assert looked_up(lambda v, at: v.byte_entries(numbers, at), many, 8, with_avx2()) is None  # noqa: B023
        found = looked_up(lambda v, at: v.table(ALL, numbers, at), many, 8, with_avx2())  # noqa: B023
        assert found == numbers


@needs_avx2
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_one_of_a_few_words(bits: int, many: int) -> None:
    words = [-(3**19), 7, 2**31 - 1, 9][:many]
    found = looked_up(lambda v, index: v.few_entries(words, index, bits), many, 8, with_avx2())
    assert found == words


@needs_avx2
@pytest.mark.parametrize("bits", [32, 64])
def test_bits_below_the_highest(bits: int) -> None:
    """What is found is the same with and without an instruction that counts zeros."""
    for target in (host(), with_avx2()):

        def write(v: Vectors, index: Lanes) -> Lanes:
            number = v.as_wide(v.do("mul", index, constant(3**17)), bits)
            found = v.below_highest(number)
            return v.do("xor", v.as_wide(found, 64), v.as_wide(number, 64))

        found = looked_up(write, 1000, target=target)
        cut = (1 << bits) - 1
        for index, one in enumerate(found or [1]):
            number = index * 3**17 & cut
            assert one & cut == number ^ (1 << number.bit_length()) - 1


@needs_late
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("many", [1, 7, 8, 9, 16, 17, 32, 33, 64])
def test_words(bits: int, many: int) -> None:
    random = Random(many)
    words = [random.choice([random.getrandbits(bits - 1), 5, 9]) for _ in range(many)]
    found = looked_up(lambda v, index: v.few_entries(words, index, bits), many)
    assert found is None or found == words
    assert found is not None or len(set(words)) > 2 * 512 // bits


@needs_late
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


@needs_late
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

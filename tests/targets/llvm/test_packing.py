"""Small numbers of several games side by side in one: what is unpacked is what was packed."""

from __future__ import annotations

import ctypes
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.backends import needs_native
from helpers.marks import examples
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.jit import library
from interpreter.targets.llvm.lanes.packing import Packing
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant
from interpreter.targets.llvm.target import host

pytestmark = needs_native
WIDTH = 16
BOUNDS = st.lists(
    st.tuples(st.integers(-40, 900), st.sampled_from([0, 1, 2, 6, 200, 5000])), max_size=4
)


@given(BOUNDS, st.lists(st.booleans(), min_size=4, max_size=4), st.integers(0, 2**32))
@settings(deadline=None, max_examples=examples(25))
def test_numbers_come_out_as_they_went_in(
    said: list[tuple[int, int]], known: list[bool], seed: int
) -> None:
    """Numbers that are known while the code is written, and others, with signs and without."""
    bounds = [(0, 3), *((low, low + more) for low, more in said)]
    random, module = Random(seed), Module()
    code = Code(module, "pack", [("ptr", "given"), ("ptr", "found")], linkage="")
    vectors = Vectors(code, WIDTH, host())
    packing = Packing(vectors, bounds)
    if packing.bits is None:
        assert sum(packing.sizes) >= 32
        return
    rows = [[random.randint(*each) for _ in range(WIDTH)] for each in bounds]
    size = 8 * WIDTH
    numbers: list[Lanes] = []
    for at, row in enumerate(rows):
        if known[at % len(known)]:
            rows[at] = row[:1] * WIDTH
            numbers.append(constant(row[0]))
        else:
            held = code.load(vectors.kind(64), code.at("%given", at * size), 8)
            numbers.append(Lanes(held, 64))
    packed = packing.packed(numbers)
    assert packed.number is None or packed.bits <= packing.bits
    for at, number in enumerate(packing.unpacked(packed)):
        text = vectors.text(number, 64)
        code.store(vectors.kind(64), text, code.at("%found", at * size), 8)
    code.close()
    count = len(rows) * WIDTH
    whole = [one for row in rows for one in row]
    given, found = (ctypes.c_int64 * count)(*whole), (ctypes.c_int64 * count)()
    made = library(module.text(), ["pack"])
    made.function("pack", None, ctypes.c_void_p, ctypes.c_void_p)(given, found)
    assert list(found) == whole


@pytest.mark.parametrize(
    ("bounds", "bits"),
    [
        ([(0, 0)], 16),
        ([(0, 127), (0, 255)], 16),
        ([(0, 255), (0, 255)], 32),
        ([(0, 1 << 16)], 32),
        ([(40000, 40001)], 32),
        ([(0, (1 << 31) - 1)], 32),
        ([(0, (1 << 32) - 1)], None),
    ],
)
def test_how_many_bits_numbers_take(bounds: list[tuple[int, int]], bits: int | None) -> None:
    code = Code(Module(), "none")
    assert Packing(Vectors(code, WIDTH, host()), bounds).bits == bits

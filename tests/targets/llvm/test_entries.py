"""Entries of arrays asked at once, as native code: what asking them one by one would give."""

from __future__ import annotations

import functools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.backends import needs_native
from helpers.marks import examples
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Field, Program
from interpreter.ir.values import Int, Sites, Value
from interpreter.ir.verify import verify
from interpreter.targets.native import Machine

pytestmark = needs_native
PATIENT = settings(deadline=None, max_examples=examples(20))
# The bounds of entries: they take one byte, two, and eight.
BOUNDS = ((-5, 100), (0, 30_000), (-(1 << 40), 1 << 40))
# Numbers to compare with: in the bounds, at their ends, and far outside of all.
LIMITS = (-(1 << 63), -(1 << 41), -129, -5, 0, 1, 4, 100, 127, 128, 30_000, 1 << 41, (1 << 63) - 1)


@functools.cache
def compiled(sites: int, behind: int, bounds: tuple[int, int], *, bits: bool | None) -> Machine:
    """A machine that writes entries, adds them up, and compares them."""
    b = Emitter()
    b.site_count = sites
    field = Field("entries", "int", length=sites + behind + 2)
    access = Access(field)

    def put(index: Int, value: Int) -> None:
        b.write(field, b.least(b.greatest(value, b.int(bounds[0])), b.int(bounds[1])), index)

    def within(low: int, high: int) -> None:
        def body(held: Sites) -> Value:
            return b.between_at(access, held, behind, b.int(low), b.int(high))

        b.define(f"within_{low}_{high}", ("sites",), "sites", body)

    b.define("put", ("int", "int"), "none", put)
    b.define("total", ("sites",), "int", lambda held: b.total_at(access, held, behind))
    b.define("between", ("sites", "int", "int"), "sites",
             lambda held, low, high: b.between_at(access, held, behind, low, high))  # fmt: skip
    for low in LIMITS[::2]:
        for high in LIMITS[1::3]:
            within(low, high)
    program = Program("entries", sites, [field], b.functions, [], None)
    program.entries = tuple(one.name for one in b.functions)
    verify(program)
    return Machine(program, bits=bits, checked=True)


@pytest.mark.alike(3)
@pytest.mark.parametrize("bits", [None, False], ids=["here", "portable"])
@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize(("sites", "behind"), [(2, 0), (13, 1), (33, 0), (64, 3), (100, 1)])
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_entries_of_the_sites_of_a_set(
    sites: int, behind: int, bounds: tuple[int, int], seed: int, *, bits: bool | None
) -> None:
    machine, random = compiled(sites, behind, bounds, bits=bits), Random(seed)
    state = machine.blank()
    numbers = [random.choice((0, 0, 1, 2, random.randint(*bounds), *bounds)) for _ in range(sites)]
    for site, number in enumerate(numbers):
        machine.run("put", state, site + behind, number)
    held = random.getrandbits(sites)
    low, high = random.choice(LIMITS), random.choice((*LIMITS, *numbers))
    members = [site for site in range(sites) if held >> site & 1]
    assert machine.run("total", state, held) == sum(numbers[site] for site in members)
    wanted = sum(1 << site for site in members if low <= numbers[site] <= high)
    assert machine.run("between", state, held, low, high) == wanted
    for name in machine.program.entries:
        if name.startswith("within"):
            low, high = map(int, name.split("_")[1:])
            wanted = sum(1 << site for site in members if low <= numbers[site] <= high)
            assert machine.run(name, state, held) == wanted, name

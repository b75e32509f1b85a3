"""Lists of moves in native code hold what Python's hold, in the same order."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.backends import how, needs_native
from helpers.boards import operand
from helpers.marks import examples
from interpreter import load
from interpreter.ir.analysis.whole_bundles import stand_together
from interpreter.ir.emit import NONE, ZERO, Emitter
from interpreter.ir.program import Field, Program, Template
from interpreter.ir.relations import Table
from interpreter.ir.values import Int, Sites, Value
from interpreter.ir.verify import verify
from interpreter.targets import python
from interpreter.targets.native import Machine

pytestmark = needs_native
PORTABLE = pytest.mark.parametrize(
    "bits",
    [pytest.param(None, id="here"), pytest.param(False, id="portable", marks=pytest.mark.slow)],
)
PATIENT = settings(deadline=None, max_examples=examples(15))
MOST = 12


def forms(b: Emitter) -> list[Template]:
    """Templates of every shape; pieces of the last two go on ways that are known."""
    shapes = ("placing", "moving", "nowhere", "moving", "moving")
    templates: list[Template] = []
    for number, shape in enumerate(shapes):
        extras = number % 2
        act = b.define(f"act{number}", ("int",) * (2 + extras), "none", lambda *_: None)
        templates.append(Template(number, shape, act, extras, shape))  # type: ignore[arg-type]
    # On two ways: from the site before, and from the one after.
    sites = range(b.site_count)
    before = (-1, *sites[:-1])
    after = (*sites[1:], -1)
    templates[3].origins = Table("origins", (*before, *after, -1))
    templates[3].carried_way = 0
    templates[4].origins = Table("others", (*after, -1))
    return templates


def offering(
    b: Emitter, templates: Sequence[Template], *, scattered: bool, ordered: bool, twice: bool
) -> Callable[[Sites, Sites], None]:
    """What offers moves for two sets.

    Args:
        twice: two bundles are placements
    """

    def offer(form: Template, origin: Int, targets: Value, extra: int, way: Value = NONE) -> None:
        b.emit("offer", origin, targets, way, b.int(extra), attribute=form)

    def on_ways(first: Sites, second: Sites) -> None:
        inner, outer = b.sites([0, b.site_count - 1]), b.sites([b.site_count - 1])
        offer(templates[4], NONE, b.minus(second, without=outer), 0, ZERO)
        for way in (1, 0):
            targets = b.minus(first, without=inner)
            offer(templates[3], NONE, targets, way + 1, b.int(way))

    def offers(first: Sites, second: Sites) -> None:
        if scattered:
            # Moves that are sorted are listed one by one, for which there is less room.
            several = b.intersect(second, b.sites(range(12))) if ordered else second
            b.each(several, lambda site: offer(templates[1], site, first, 5))
            b.each(
                several,
                lambda site: offer(templates[0], site, b.minus(first, without=b.single(site)), 0),
            )
        else:
            # Two alike in a row, of which one is picked without a branch.
            offer(templates[1], b.number("first", second), first, 5)
            offer(templates[1], b.number("first", first), second, 6)
            offer(templates[0], ZERO, second, 0)
            if twice:
                offer(templates[0], ZERO, first, 0)
        offer(templates[2], ZERO, b.sites([0]), 0)
        on_ways(first, second)
        if ordered:
            b.emit("sort_moves")

    return offers


def taking(b: Emitter, offers: Callable[[Sites, Sites], None], name: str) -> None:
    """Write a function that offers moves, takes some, and does so again with other sets."""

    def body(first: Sites, second: Sites, third: Sites, step: Int) -> Int:
        total = b.local("total", ZERO)

        def note(value: Int) -> None:
            b.set(total, b.add(b.multiply(b.get_int(total), b.int(31)), value))

        def take_some() -> None:
            b.emit("arrange")
            note(b.number("move_count"))

            def one(index: Int) -> None:
                count = b.number("move_count")
                b.leave_if(b.equal(count, ZERO))
                chosen = b.remainder(b.multiply(index, step), count)
                move = b.emit("take", chosen)
                for part in ("template_of", "origin_of", "target_of"):
                    note(b.number(part, move))
                note(b.number("extra_of", move, attribute=0))

            b.loop(b.int(MOST), one, most=MOST)
            left = b.number("move_count")
            b.if_(b.less(ZERO, left), lambda: look_at_the_rest(left))

        def look_at_the_rest(left: Int) -> None:
            last = b.subtract(left, b.int(1))
            for place in (last, ZERO, b.divide(last, b.int(2)), last):
                move = b.emit("move_at", place)
                for part in ("template_of", "origin_of", "target_of"):
                    note(b.number(part, move))

        offers(first, second)
        take_some()
        b.emit("clear_moves")
        offers(third, b.union(first, second))
        note(b.number("template_of", b.emit("move_at", ZERO)))
        take_some()
        b.emit("arrange")
        note(b.number("move_count"))
        return b.get_int(total)

    b.define(name, ("sites", "sites", "sites", "int"), "int", body)


@functools.cache
def listing(
    sites: int,
    *,
    scattered: bool,
    ordered: bool,
    bits: bool | None,
    apart: bool,
    twice: bool = False,
) -> tuple[Machine, python.Machine]:
    """Machines that list moves and take some.

    Args:
        twice: two bundles are placements
        apart: what makes the list takes none itself, so that what is taken may be made up for later
    """
    b = Emitter()
    b.site_count = sites
    templates = forms(b)
    offers = offering(b, templates, scattered=scattered, ordered=ordered, twice=twice)
    if apart:
        b.define("generate", ("sites", "sites"), "none", offers)
    taking(b, offers, "play" if apart else "generate")
    entries = tuple(one.name for one in b.functions if not one.name.startswith("act"))
    program = Program("moves", sites, [Field("n", "int")], b.functions, templates, entries=entries)
    verify(program)
    return Machine(program, bits=bits, checked=True), python.Machine(program)


@pytest.mark.alike(3)
@PORTABLE
@pytest.mark.parametrize("ordered", [False, True], ids=["as-offered", "sorted"])
@pytest.mark.parametrize("scattered", [False, True], ids=["slots", "bundles"])
@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
@pytest.mark.parametrize("sites", [9, 61, 81, 225])
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_lists_of_moves(
    sites: int, apart: bool, scattered: bool, ordered: bool, bits: bool | None, seed: int
) -> None:
    ours, definition = listing(sites, scattered=scattered, ordered=ordered, bits=bits, apart=apart)
    check_taking(ours, definition, "play" if apart else "generate", sites, Random(seed))


def check_taking(
    ours: Machine, definition: python.Machine, name: str, sites: int, random: Random
) -> None:
    """See that the same moves are taken, of many sites and of so few that some lists run out."""
    many = [operand(random, "sites", sites) for _ in range(3)]
    few = [sum(1 << site for site in random.sample(range(sites), random.randrange(4)))
           for _ in range(3)]  # fmt: skip
    step = random.randrange(1000)
    for sets in (many, few):
        found = ours.run(name, ours.blank(), *sets, step)
        assert found == definition.run(name, definition.blank(), *sets, step)


@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
@pytest.mark.parametrize("sites", [9, 81])
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_who_has_taken_the_last_of_the_kept_order_takes_others(
    sites: int, apart: bool, seed: int
) -> None:
    """The order lists no other bundle before it is brought in line again."""
    ours, definition = listing(
        sites, scattered=False, ordered=False, bits=None, apart=apart, twice=True
    )
    check_taking(ours, definition, "play" if apart else "generate", sites, Random(seed))


@functools.cache
def sorting(sites: int, *, settled: bool) -> tuple[Machine, python.Machine]:
    """Moves of several pieces at once, and others one by one, that are not in order.

    Args:
        settled: those of several pieces are in order, and stand before the others
    """
    b = Emitter()
    b.site_count = sites
    templates = forms(b)
    if settled:
        templates[1], templates[3] = (
            replace(templates[place], number=number) for place, number in ((1, 3), (3, 1))
        )

    def body(first: Sites, second: Sites, third: Sites) -> Int:
        def one(site: Int) -> None:
            for extra in (2, 1):
                target = b.subtract(b.int(sites - 1), site)
                targets = b.intersect(b.single(target), first)
                b.emit("offer", site, targets, NONE, b.int(extra), attribute=templates[1])

        b.emit("clear_moves")
        if not settled:
            b.each(third, one)
        inner = b.sites([0, sites - 1])
        for way in (0, 1) if settled else (1, 0):
            targets = b.minus(b.intersect(second, third) if way else second, without=inner)
            b.emit("offer", NONE, targets, b.int(way), b.int(way + 1), attribute=templates[3])
        b.each(first, one)
        if settled:
            b.each(third, one)
        b.emit("sort_moves")
        total = b.local("total", b.number("move_count"))

        def note(index: Int) -> None:
            move = b.emit("move_at", index)
            for part in ("template_of", "origin_of", "target_of"):
                found = b.number(part, move)
                b.set(total, b.add(b.multiply(b.get_int(total), b.int(31)), found))

        b.loop(b.number("move_count"), note, most=8 * sites)
        return b.get_int(total)

    b.define("generate", ("sites", "sites", "sites"), "int", body)
    program = Program(
        "moves",
        sites,
        [Field("n", "int")],
        b.functions,
        sorted(templates, key=lambda one: one.number),
        entries=("generate",),
    )
    verify(program)
    assert stand_together(program)
    return Machine(program, checked=True), python.Machine(program)


@pytest.mark.parametrize("settled", [False, True], ids=["mixed", "settled"])
@pytest.mark.parametrize("sites", [9, 81])
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_whole_bundles_are_sorted(sites: int, settled: bool, seed: int) -> None:
    ours, definition = sorting(sites, settled=settled)
    random = Random(seed)
    given = [operand(random, "sites", sites) for _ in range(3)]
    found = ours.run("generate", ours.blank(), *given)
    assert found == definition.run("generate", definition.blank(), *given)


PASS_IN_EITHER_BRANCH = """(game "Branches" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (if (= (score P1) 1) (move Pass) (or (move Add (to (sites Bottom))) (move Pass))))
        (end (if (is Line 3) (result Mover Win)))
    )
)"""


def test_offers_that_share_slots_stay_in_their_order() -> None:
    several = [load(PASS_IN_EITHER_BRANCH, **how(one)) for one in ("plain", "python", "llvm")]
    names = [[str(move) for move in game.start().moves()] for game in several]
    assert names == [["a1", "b1", "c1", "pass"]] * 3

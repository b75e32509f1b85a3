"""What a loop does to each of its sites: one after another, and to all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.ir.emit import NOWHERE, Emitter
from interpreter.ir.program import Field, Function, Program, walk
from interpreter.ir.relations import Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.passes.whole.sweep import sweep
from interpreter.targets.python import Machine

SITES, ENTRIES = 9, 3
WHOLE = (1 << SITES) - 1
MASKS = st.integers(0, WHOLE)
NEXT = Relation("next", tuple((site + 1,) if site + 1 < SITES else () for site in range(SITES)))


class Made:
    """A program with a loop over sites, whose rounds are drawn by lot.

    Its function takes the sites, a set, a number of an entry, and a truth.
    """

    def __init__(self, seed: int) -> None:
        self.random, self.b = Random(seed), Emitter()
        self.b.site_count = SITES
        self.alone = Field("alone", "sites")
        self.array = Field("array", "sites", ENTRIES)
        self.never = Field("never", "sites", ENTRIES, initial=0b101_010_110)
        self.fields = [self.alone, self.array, self.never]
        self.b.define("change", ("sites", "sites", "int", "bool"), "none", self.change)
        self.program = Program("test", SITES, self.fields, self.b.functions, [])

    def change(self, sites: Sites, other: Sites, index: Int, condition: Bool) -> None:
        b = self.b
        self.known, self.index = [other, *self.entries(self.never)], index
        self.condition = condition

        def one(site: Int) -> None:
            self.site = site
            self.single = b.single(site)
            self.block([self.single], [], 3)

        b.each(sites, one)

    def entries(self, field: Field) -> list[Sites]:
        return [self.b.read_sites(field, self.b.int(number)) for number in range(ENTRIES)]

    def block(
        self, alone: list[Sites], read: list[tuple[Field, Int | None, Sites]], deep: int
    ) -> None:
        """Some instructions, with the values of the block around."""
        b, random, alone, read = self.b, self.random, list(alone), list(read)
        for _ in range(random.randint(1, 5)):
            what = random.randrange(5 if deep else 4)
            if what == 0:
                alone.append(self.some_alone(alone, read))
            elif what == 4:
                asked = self.asked(alone, read, 2)
                both = random.random() < 0.5
                b.if_(
                    asked,
                    lambda: self.block(alone, read, deep - 1),
                    (lambda: self.block(alone, read, deep - 1)) if both else None,
                )
            else:
                field, index = random.choice(
                    [(self.alone, None), (self.array, self.index)]
                    + [(self.array, b.int(number)) for number in range(ENTRIES)]
                )
                before = [one for one in read if one[:2] == (field, index)]
                held = (
                    random.choice(before)[2] if before and random.random() < 0.5
                    else b.read_sites(field, index)
                )  # fmt: skip
                read.append((field, index, held))
                for _ in range(random.randint(1, 2)):
                    one = random.choice(alone)
                    held = random.choice([
                        lambda held=held, one=one: b.union(held, one),
                        lambda held=held, one=one: b.union(one, held),
                        lambda held=held, one=one: b.minus(held, without=one),
                    ])()  # fmt: skip
                b.write(field, held, index)
                read.append((field, index, held))

    def some_set(self, read: list[tuple[Field, Int | None, Sites]]) -> Sites:
        """A set that may be larger than the site of the round."""
        return self.random.choice([*self.known, *(held for _, _, held in read)])

    def some_alone(self, alone: list[Sites], read: list[tuple[Field, Int | None, Sites]]) -> Sites:
        """A set without any other site than that of the round."""
        b, one, other = self.b, self.random.choice(alone), self.some_set(read)
        return self.random.choice([
            lambda: b.minus(one, without=other),
            lambda: b.intersect(other, one),
            lambda: b.intersect(one, b.minus(other, without=self.random.choice(alone))),
            lambda: b.union(one, self.random.choice(alone)),
            lambda: b.pick_sites(
                self.asked(alone, read, 1), one, self.random.choice([*alone, NOWHERE])
            ),
        ])()  # fmt: skip

    def asked(
        self, alone: list[Sites], read: list[tuple[Field, Int | None, Sites]], deep: int
    ) -> Bool:
        """Something that is true in some rounds."""
        b, random = self.b, self.random
        some: list[Callable[[], Bool]] = [
            lambda: b.is_empty(self.some_alone(alone, read)),
            lambda: b.contains(self.some_set(read), self.site),
            lambda: self.condition,
        ]
        if deep:
            some += [
                lambda: b.negate(self.asked(alone, read, deep - 1)),
                lambda: b.both(
                    self.asked(alone, read, deep - 1), self.asked(alone, read, deep - 1)
                ),
                lambda: b.either(self.asked(alone, read, deep - 1), self.asked(alone, read, 0)),
            ]
        return random.choice(some)()


def states(program: Program, fields: list[Field], *given: int) -> list[int]:
    """What the fields hold in the end; `given` is what they hold first, and what is taken."""
    machine = Machine(program)
    state = machine.blank()
    places = [(field, index) for field in fields for index in range(field.length or 1)]
    for (field, index), value in zip(places, given, strict=False):
        machine.put(state, field, value, index)
    machine.run("change", state, *given[len(places) :])
    return [machine.get(state, field, index) for field, index in places]


@given(
    seed=st.integers(0, 2**32), held=st.lists(MASKS, min_size=7, max_size=7),
    sites=MASKS, other=MASKS, index=st.integers(0, ENTRIES - 1), condition=st.booleans(),
)  # fmt: skip
def test_sites_are_changed_alike_at_once(
    seed: int, held: list[int], sites: int, other: int, index: int, *, condition: bool
) -> None:
    plain, fast = Made(seed), Made(seed)
    sweep(fast.program)
    names = {step.name for step in walk(fast.program.functions[0].body)}
    changes = any(
        step.name in ("write", "write_at") for step in walk(plain.program.functions[0].body)
    )
    assert "each" not in names or not changes
    taken = *held, sites, other, index, int(condition)
    found = [states(one.program, one.fields, *taken) for one in (plain, fast)]
    assert found[0] == found[1]


def rounds(body: Callable[[Emitter, Int, Field, Field], object]) -> Function:
    """A function with a loop over sites, after the pass."""
    b = Emitter()
    b.site_count = SITES
    field, array = Field("field", "sites"), Field("array", "sites", ENTRIES)
    b.define(
        "change",
        ("sites",),
        "none",
        lambda sites: b.each(sites, lambda site: body(b, site, field, array)),
    )
    program = Program("test", SITES, [field, array], b.functions, [])
    sweep(program)
    return program.functions[0]


def put(b: Emitter, field: Field, sites: Sites) -> None:
    b.write(field, b.union(b.read_sites(field), sites))


@pytest.mark.parametrize(
    "body",
    [
        lambda b, site, field, _: put(b, field, b.image(b.single(site), NEXT)),
        lambda b, site, field, _: put(b, field, b.image(b.read_sites(field), NEXT)),
        lambda b, site, field, _: put(b, field, b.single(b.add(site, b.one))),
        lambda b, site, field, array: put(b, field, b.read_sites(array, site)),
        lambda b, site, field, array: b.write(array, b.single(site), site),
        lambda b, site, field, _: b.write(field, b.single(site)),
        lambda b, site, field, _: b.write(field, b.intersect(b.read_sites(field), b.single(site))),
        lambda b, site, field, _: b.write(
            field, b.minus(b.single(site), without=b.read_sites(field))
        ),
        lambda b, site, field, array: b.write(
            field, b.union(b.read_sites(array, b.zero), b.single(site))
        ),
        lambda b, site, field, _: b.if_(
            b.is_empty(b.read_sites(field)), lambda: put(b, field, b.single(site))
        ),
        lambda b, site, field, _: b.if_(
            b.contains(b.read_sites(field), b.zero), lambda: put(b, field, b.single(site))
        ),
        lambda b, site, field, _: b.if_(
            b.less(b.count(b.read_sites(field)), b.int(2)), lambda: put(b, field, b.single(site))
        ),
        lambda b, site, field, _: (put(b, field, b.single(site)), b.leave()),
    ],
)  # fmt: skip
def test_rounds_that_matter_to_others_are_left_alone(
    body: Callable[[Emitter, Int, Field, Field], object],
) -> None:
    assert "each" in {step.name for step in rounds(body).body}


def test_what_a_field_holds_at_the_site_may_be_asked() -> None:
    found = rounds(lambda b, site, field, _: b.if_(
        b.contains(b.read_sites(field), site), lambda: b.write(
            field, b.minus(b.read_sites(field), without=b.single(site))
        )
    ))  # fmt: skip
    assert "each" not in {step.name for step in walk(found.body)}

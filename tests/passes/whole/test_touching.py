"""Groups that touch a set: found one by one, and all at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.ir.emit import NOWHERE, ZERO, Emitter
from interpreter.ir.program import Function, Program, walk
from interpreter.ir.relations import Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.passes.whole.touching import touch_together
from interpreter.targets.python import Machine

SIDE = 4
MASKS = st.integers(0, (1 << SIDE * SIDE) - 1)


def steps(*, back: bool = True) -> Relation:
    """Orthogonal steps on a square board; or only those up and to the right."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))[: 4 if back else 2]
    cells = [divmod(site, SIDE) for site in range(SIDE * SIDE)]
    return Relation("steps", tuple(
        tuple((row + up) * SIDE + column + right for up, right in ways
              if 0 <= row + up < SIDE and 0 <= column + right < SIDE)
        for row, column in cells
    ))  # fmt: skip


def keep(kind: str, relation: Relation) -> Program:
    """Keeps groups of a set that touch another, or do not; given the starts, the set, the other."""
    b = Emitter()
    b.site_count = SIDE * SIDE

    def touched(group: Sites, others: Sites) -> Bool:
        return b.is_empty(b.intersect(b.minus(b.image(group, relation), without=group), others))

    def loop(start: Sites, within: Sites, others: Sites) -> Sites | Int:
        whole = b.flood(start, within, relation) if "through" in kind else within
        total = b.local("total", ZERO if "count" in kind else NOWHERE)
        rest = b.local("rest", whole)

        def one(_: Int) -> None:
            left = b.get_sites(rest)
            b.leave_if(b.is_empty(left))
            group = b.flood(b.single(b.first(left)), left, relation)
            b.set(rest, b.minus(left, without=group))
            apart = touched(group, others)
            wanted = b.negate(apart) if "with" in kind else apart
            if "count" in kind:
                more = b.pick(wanted, b.count(group), ZERO)
                b.set(total, b.add(b.get_int(total), more))
            else:
                both = b.union(b.get_sites(total), group)
                b.if_(wanted, lambda: b.set(total, both))

        b.loop(b.int(SIDE * SIDE), one, most=SIDE * SIDE)
        return b.get_int(total) if "count" in kind else b.get_sites(total)

    def alone(start: Sites, within: Sites, others: Sites) -> Bool:
        group = b.flood(start, within, relation)
        there = b.intersect(b.image(group, relation), b.minus(others, without=group))
        return b.less(ZERO, b.count(there)) if "with" in kind else b.is_empty(there)

    body = alone if kind.startswith("one") else loop
    result = "bool" if body is alone else "int" if "count" in kind else "sites"
    b.define("kept", ("sites", "sites", "sites"), result, body)
    return Program("test", SIDE * SIDE, [], b.functions, [])


KINDS = [
    "all with", "all without", "through some with", "through some without",
    "count all with", "count all without", "count through some without", "one with", "one without",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@given(start=MASKS, within=MASKS, others=MASKS)
def test_groups_are_the_same_found_together(
    kind: str, start: int, within: int, others: int
) -> None:
    plain, fast = keep(kind, STEPS), keep(kind, STEPS)
    touch_together(fast)
    (before,), (after,) = plain.functions, fast.functions
    assert is_asked_one_by_one(before) != is_asked_one_by_one(after)
    found = [Machine(one).run("kept", [], start, within, others) for one in (plain, fast)]
    assert found[0] == found[1]


def is_asked_one_by_one(function: Function) -> bool:
    """Whether groups are looked for in a loop, or a group before its first sites."""
    names = [step.name for step in function.body]
    return "loop" in names or ("flood" in names and "if" not in names)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_that_cannot_be_taken_back_are_left_alone(kind: str) -> None:
    program = keep(kind, steps(back=False))
    before = [step.name for step in walk(program.functions[0].body)]
    touch_together(program)
    assert [step.name for step in walk(program.functions[0].body)] == before


STEPS = steps()

"""Offers that share a slot of a list: never two that have moves, and in their order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.ir.emit import NONE, Emitter
from interpreter.ir.program import Block, Instruction, Template
from interpreter.ir.values import Int
from interpreter.targets.llvm.lists.sharing import share_slots

Steps = list[tuple[str, Any]]
STEPS = st.recursive(
    st.just([("offer", "placing")]),
    lambda inner: st.lists(
        st.one_of(
            st.tuples(st.just("offer"), st.sampled_from(["placing", "moving"])),
            st.tuples(st.just("count"), st.none()),
            st.tuples(st.just("clear"), st.none()),
            st.tuples(st.just("if"), st.tuples(inner, inner)),
            st.tuples(st.sampled_from(["same", "late", "other", "none"]), st.tuples(inner, inner)),
        ),
        max_size=6,
    ),
    max_leaves=12,
)
TEMPLATES = {
    shape: Template(number, shape, None, 0, shape)  # type: ignore[arg-type]
    for number, shape in enumerate(("placing", "moving"))
}


def shape_of(offer: Instruction) -> str:
    assert isinstance(offer.attribute, Template)
    return offer.attribute.shape


def write(b: Emitter, steps: Steps, flag: Int) -> None:
    """Write steps; branches ask what is given, or whether there are more moves than before."""
    counted: list[Int] = [b.zero]
    for name, more in steps:
        match name:
            case "offer":
                everything = b.sites(range(4))
                b.emit("offer", NONE, everything, NONE, b.zero, attribute=TEMPLATES[more])
            case "count":
                counted.append(b.number("move_count"))
            case "clear":
                b.emit("clear_moves")
            case _:
                now = b.number("move_count")
                left, right = {
                    "if": (flag, b.one),
                    "same": (counted[-1], now),
                    "late": (counted[-1], now),
                    "other": (now, counted[0]),
                    "none": (now, b.zero),
                }[name]
                asked = b.equal(left, right)
                asked = b.negate(asked) if name == "other" else asked
                if name == "late":
                    write(b, [("offer", "moving")], flag)
                first, second = more
                b.if_(asked, lambda: write(b, first, flag), lambda: write(b, second, flag))  # noqa: B023


class Run:
    """One way to go through a block, in which offers have moves or none."""

    def __init__(self, slots: dict[int, int], random: Random) -> None:
        self.slots, self.random = slots, random
        self.held: dict[int, tuple[int, int]] = {}
        self.offered = 0
        self.values: dict[Any, int] = {}

    def value(self, value: Any) -> int:
        if value.constant is not None:
            return value.constant
        return self.values.setdefault(value, self.random.randrange(2))

    def total(self) -> int:
        return sum(size for size, _ in self.held.values())

    def block(self, block: Block) -> None:
        for step in block:
            match step.name:
                case "offer":
                    slot = self.slots[id(step)]
                    assert self.held.get(slot, (0, 0))[0] == 0
                    size = self.random.choice([0, 0, 1, 3])
                    self.held[slot] = size, self.offered
                    self.offered += 1
                case "clear_moves":
                    self.held.clear()
                case "move_count":
                    self.values[step.result] = self.total()
                case "eq":
                    left, right = map(self.value, step.operands)
                    self.values[step.result] = int(left == right)
                case "not":
                    self.values[step.result] = 1 - self.value(step.operands[0])
                case "if":
                    self.block(step.blocks[1 - self.value(step.operands[0])])
                case _:
                    raise AssertionError(step.name)


@given(STEPS, st.integers(0, 2**32))
def test_a_slot_is_empty_when_an_offer_comes_to_it(steps: Steps, seed: int) -> None:
    b = Emitter()
    b.site_count = 4
    function = b.define("generate", ("int",), "none", lambda flag: write(b, steps, flag))
    body = function.body[:-1]
    shared = share_slots(body, shape_of)
    assert all(len({shape_of(one) for one in each}) == 1 for each in shared)
    slots = {id(step): slot for slot, each in enumerate(shared) for step in each}
    random = Random(seed)
    for _ in range(20):
        run = Run(slots, random)
        run.block(body)
        listed = [place for _, (size, place) in sorted(run.held.items()) if size]
        assert listed == sorted(listed)


OFFER = ("offer", "moving")


@pytest.mark.parametrize(
    ("steps", "number"),
    [
        ([OFFER, OFFER], 2),
        ([("if", ([OFFER], [OFFER]))], 1),
        ([OFFER, ("none", ([OFFER], []))], 1),
        ([OFFER, ("none", ([], [OFFER]))], 2),
        ([OFFER, ("count", None), OFFER, ("same", ([OFFER], []))], 2),
        ([OFFER, ("count", None), OFFER, ("same", ([OFFER, OFFER], [])), OFFER], 4),
        ([OFFER, ("late", ([OFFER], []))], 3),
        ([OFFER, ("other", ([], [OFFER, OFFER]))], 2),
        ([OFFER, ("count", None), ("clear", None), OFFER, ("same", ([OFFER], []))], 3),
    ],
)
def test_how_many_slots_there_are(steps: Steps, number: int) -> None:
    b = Emitter()
    b.site_count = 4
    function = b.define("generate", ("int",), "none", lambda flag: write(b, steps, flag))
    assert len(share_slots(function.body, shape_of)) == number

"""What functions read, write and draw."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.ir.analysis.accesses import drawing_alone
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Field

CHANCE = Field("random", "int")


def draw(b: Emitter) -> None:
    b.emit("random", b.int(6), attribute=Access(CHANCE))


def change(b: Emitter) -> None:
    b.write(CHANCE, b.one)


def aside(b: Emitter) -> None:
    b.probe(lambda: draw(b))


def try_(b: Emitter) -> None:
    b.attempt(b.local("succeeds", b.false), lambda: draw(b))


def call(b: Emitter) -> None:
    b.call(b.define("other", (), "none", lambda: draw(b)))


@pytest.mark.parametrize(
    ("steps", "alone"),
    [((draw,), True), ((draw, draw), False), ((draw, change), False), ((aside,), False),
     ((try_,), False), ((draw, aside), False), ((call,), False), ((draw, call), False),
     ((), False)],
)  # fmt: skip
def test_who_alone_draws(steps: tuple[Callable[[Emitter], None], ...], *, alone: bool) -> None:
    b = Emitter()

    def body() -> None:
        for step in steps:
            step(b)

    function = b.define("playout", (), "none", lambda: b.loop(b.int(3), lambda _: body(), most=3))
    found = drawing_alone(function)
    assert (found is not None) is alone
    assert found is None or found.name == "random"

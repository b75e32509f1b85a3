"""What functions take of the stack is known from how they call each other."""

from __future__ import annotations

import ctypes

from helpers.backends import needs_native
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.frames import CALL, PIECES, Frame, Frames
from interpreter.targets.llvm.jit import library


def taken(slots: int, *calls: str, inlined: bool = False, levels: int = 0) -> Frame:
    """A function with so many bytes of slots and 8 of values."""
    return Frame(slots, 8, calls, inlined, levels)


OWN = 8 * PIECES + CALL


def test_the_deepest_of_the_calls_counts() -> None:
    found = Frames({"top": taken(10, "a", "b", "a"), "a": taken(100), "b": taken(20, "c"),
                    "c": taken(70)}).stack()  # fmt: skip
    assert (found.whole, found.level, found.slots) == (100 + 3 * OWN, 0, 110)
    found = Frames({"top": taken(10, "a", "b"), "a": taken(100), "b": taken(90, "c"),
                    "c": taken(70)}).stack()  # fmt: skip
    assert (found.whole, found.slots) == (170 + 3 * OWN, 170)


def test_what_is_written_into_a_function_counts_as_often_as_it_is_called() -> None:
    found = Frames({"top": taken(10, "a", "a"), "a": taken(100, inlined=True)}).stack()
    # As a call of its own, too: quick code calls it.
    assert found.slots == 310


def test_functions_that_call_themselves_take_as_much_for_each_level() -> None:
    known = Frames({"top": taken(1, "a"), "a": taken(10, "b"), "b": taken(20, "a", levels=5)})
    assert known.stack().slots == 1 + 5 * 30
    assert known.stack().level == 0
    told = Frames({"top": taken(1, "a"), "a": taken(10, "a", "b"), "b": taken(20)}).stack()
    assert (told.level, told.slots) == (10 + OWN, 31)


def test_what_is_not_of_the_module_takes_nothing() -> None:
    assert Frames({"top": taken(10, "llvm.memcpy")}).stack().slots == 10
    assert Frames({}).stack().whole == 0


@needs_native
def test_compiled_code_tells_what_it_takes() -> None:
    module = Module()
    inner = Code(module, "inner", [("i64", "n")], "i64")
    place = inner.slot("i8", 5000)
    inner.store("i64", "%n", place)
    inner.give("i64", inner.load("i64", place))
    inner.close()
    outer = Code(module, "outer", [("i64", "n")], "i64", linkage="")
    outer.room("%m", 300_000)
    with outer.when(outer.num("%n") > 0):
        outer.give("i64", outer.call("i64", "outer", ("i64", str(outer.num("%n") - 1))))
    outer.give("i64", outer.call("i64", "inner", ("i64", "7")))
    outer.close()
    made = library(module.text(), ["outer"])
    assert 305_000 < made.stack() < 320_000
    assert 300_000 < made.stack(3) / 4 < 310_000
    # More than this thread or any other has by itself.
    deep = made.function("outer", ctypes.c_int64, ctypes.c_int64, levels=500)
    assert deep(500) == 7

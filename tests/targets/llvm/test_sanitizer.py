"""Checks of memory in native code: nothing goes astray, and what does is found."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from helpers.twins import native
from interpreter import load
from interpreter.ir.values import Value
from interpreter.targets.kernels import perft, playouts, step
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.jit import library
from interpreter.targets.llvm.sanitizer import VIOLATIONS, Checked, Checks, width
from interpreter.targets.llvm.target import host
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.llvm.writing.writer import Writer
from interpreter.targets.native import Machine

pytestmark = needs_native

CHOSEN = each_game(long=True)
MOST_COUNTED = 10_000
I64 = ctypes.c_int64
PARTS = ((step.write, ("start", "generate", "allowed", "apply")),
         (playouts.write, playouts.ENTRIES), (perft.write, perft.ENTRIES))  # fmt: skip


@pytest.mark.alike
@pytest.mark.parametrize("bits", [None, pytest.param(False, marks=pytest.mark.slow)],
                         ids=["here", "portable"])  # fmt: skip
@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_games_of_the_library_stay_in_their_memory(name: str, bits: bool | None) -> None:
    game = native(load(name, backend="python"), bits=bits, checked=True)
    expected = load(name)
    found = game.playouts(10, seed=3)
    assert found.lengths.tolist() == expected.playouts(10, seed=3).lengths.tolist()
    state = game.start(seed=3)
    for _ in range(30):
        moves = state.moves()
        if not moves:
            break
        state = state.after(moves[state.plies * 7 % len(moves)])
    if len(game.start().moves()) ** 2 <= MOST_COUNTED:
        assert game.perft(2) == game.perft(2, memory=1) == expected.perft(2)


@pytest.mark.parametrize("name", CHOSEN)
def test_bounds_are_known_of_all_memory(name: str) -> None:
    program = load(name, backend="python").program
    for write, entries in PARTS:
        t = Translator(program, replace(host(), bits=True), checked=True)
        module = t.module(entries)
        write(t, module)
        assert module.checks is not None
        assert module.checks.unknown == []
        assert module.checks.places


def test_release_code_has_no_checks() -> None:
    program = load("Coffee", backend="python").program
    for write, entries in PARTS:
        t = Translator(program, replace(host(), bits=True))
        module = t.module(entries)
        write(t, module)
        assert module.checks is None
        assert "k_checked" not in module.text()
        assert VIOLATIONS not in module.text()


# Violations on purpose


def made(size: int) -> Checked:
    """`read(index)` of a table of 10 numbers; `write(index)` of memory of so many."""
    module = Module(Checks({}))
    c = Code(module, "read", [("i64", "index")], "i64", linkage="")
    table = module.data("table", lambda: b"".join(n.to_bytes(8, "little") for n in range(10)))
    c.give("i64", c.load("i64", c.at(table, "%index", 8)))
    c.close()
    c = Code(module, "write", [("i64", "index"), ("ptr", "out")], linkage="")
    out = c.pointer(c.bounded("%out", 8, c.num(str(size))))
    out.at(2, 8).at("%index", 8).set("i64", 7)
    c.close()
    assert module.checks is not None
    assert module.checks.unknown == []
    found = library(module.text(), ["read", "write", VIOLATIONS])
    return Checked(found, module.checks.places)


def test_an_access_outside_is_found() -> None:
    read = made(4).function("read", I64, I64)
    assert [read(index) for index in range(10)] == list(range(10))
    for index in (10, -1, 2**40, -(2**40)):
        with pytest.raises(AssertionError, match="1 violations, the first read: i64 behind @d0"):
            read(index)
    assert read(9) == 9, "an error is told once"


def test_what_is_written_outside_harms_nothing() -> None:
    memory = (I64 * 8)(*range(8))
    write = made(4).function("write", None, I64, ctypes.c_void_p)
    write(1, ctypes.addressof(memory))
    assert list(memory) == [0, 1, 2, 7, 4, 5, 6, 7]
    for index in (2, 5, -3):
        with pytest.raises(AssertionError, match="1 violations, the first write: i64"):
            write(index, ctypes.addressof(memory))
    assert list(memory) == [0, 1, 2, 7, 4, 5, 6, 7]


def test_pointers_of_which_nothing_is_known_are_told() -> None:
    module = Module(Checks({"%s": 64}))
    c = Code(module, "f", [("ptr", "s"), ("ptr", "other"), ("i64", "index")])
    c.store("i64", "1", c.at("%s", "%index", 8))
    c.store("i64", "1", c.at("%other", 1, 8))
    c.store("i64", "1", c.at("%other", "%index", 8))
    c.close()
    assert module.checks is not None
    assert module.checks.unknown == ["f: %other"]
    assert module.checks.places == ["f: i64 behind %s"]


def test_a_wrong_bound_of_a_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = Writer._bounds

    def wrong(self: Writer, value: Value) -> tuple[int, int]:
        low, high = bounds(self, value)
        return (low, 3) if (low, high) == (-1, 8) else (low, high)

    monkeypatch.setattr(Writer, "_bounds", wrong)
    game = load("Tic-Tac-Toe", backend="python")
    machine = Machine(game.program, checked=True)
    with pytest.raises(AssertionError, match=r"violations, the first f_.* to 3"):
        machine.playouts(10, 2, 1, 1, None)


def test_a_list_that_is_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Tic-Tac-Toe", backend="python")
    machine = Machine(game.program, checked=True)
    monkeypatch.setattr(machine.translator.moves, "most", 5)
    with pytest.raises(AssertionError, match="violations, the first k_legal: i64"):
        machine.perft(machine.begin(0), 3, 1, 0, None)


def test_threads_tell_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Tic-Tac-Toe", backend="python")
    machine = Machine(game.program, checked=True)
    monkeypatch.setattr(machine.translator.moves, "most", 5)
    machine.legal(machine.blank())
    with pytest.raises(AssertionError, match="violations"):
        machine.perft(machine.begin(0), 3, 3, 0, None)


@pytest.mark.parametrize(
    ("kind", "size"),
    [("i1", 1), ("i8", 1), ("i64", 8), ("ptr", 8), ("float", 4), ("<16 x i16>", 32),
     ("{ i64, i64, i64, i64 }", 32)],
)  # fmt: skip
def test_sizes_of_types(kind: str, size: int) -> None:
    assert width(kind) == size

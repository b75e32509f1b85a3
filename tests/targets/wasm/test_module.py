"""From object files to modules: the binary format, what stays open, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.backends import needs_native, needs_wasmtime
from interpreter.targets.llvm import jit
from interpreter.targets.wasm import binary
from interpreter.targets.wasm.binary import HEADER, Part, Reader, section, sections
from interpreter.targets.wasm.module import Linked, link
from interpreter.targets.wasm.target import WASM, ready

STACK = 1 << 12


def linked(text: str) -> Linked:
    ready()
    return link(jit.compiled(text, WASM), STACK)


def called(text: str, name: str, *operands: int) -> Any:
    """What a function of a text gives, in Wasmtime."""
    wasmtime = pytest.importorskip("wasmtime")
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    module = wasmtime.Module(engine, linked(text).code)
    return wasmtime.Instance(store, module, []).exports(store)[name](store, *operands)


@given(st.integers(0, 1 << 40), st.binary(max_size=3))
def test_numbers_are_read_as_they_are_written(value: int, more: bytes) -> None:
    reader = Reader(binary.number(value) + more)
    assert (reader.number(), reader.take(len(more))) == (value, more)


@given(st.integers(-(1 << 40), 1 << 40), st.binary(max_size=3))
def test_signed_numbers_are_read_as_they_are_written(value: int, more: bytes) -> None:
    reader = Reader(binary.signed(value) + more)
    assert (reader.signed(), reader.take(len(more))) == (value, more)


def test_numbers_as_the_specification_has_them() -> None:
    assert binary.number(624485) == bytes([0xE5, 0x8E, 0x26])
    assert binary.signed(-123456) == bytes([0xC0, 0xBB, 0x78])
    assert binary.signed(64) == bytes([0xC0, 0x00])


def test_names_and_lists() -> None:
    content = binary.listed([binary.name("é"), binary.name("")])
    reader = Reader(content)
    assert [reader.name() for _ in reader.times()] == ["é", ""]
    assert not reader.more


def test_what_ends_too_soon_is_refused() -> None:
    whole = HEADER + section(Part.TYPE, b"\0")
    assert list(sections(whole)) == [(Part.TYPE, b"\0")]
    with pytest.raises(ValueError, match="ends in the middle"):
        list(sections(whole[:-1]))
    with pytest.raises(ValueError, match="no WebAssembly"):
        list(sections(b"\0asm\x02\0\0\0"))


TABLES = """
@shown = global i64 0, align 8
@first = private constant [4 x i32] [i32 1, i32 20, i32 300, i32 4000], align 64
@second = private constant [2 x i64] [i64 7, i64 9], align 64
define i64 @both(i64 %at) {
  %a = getelementptr i32, ptr @first, i64 %at
  %b = getelementptr i64, ptr @second, i64 1
  %x = load i32, ptr %a
  %y = load i64, ptr %b
  store i64 %y, ptr @shown
  %z = call i64 @inner(i32 %x)
  %s = load i64, ptr @shown
  %sum = add i64 %z, %s
  ret i64 %sum
}
define internal i64 @inner(i32 %x) noinline {
  %room = alloca [64 x i32]
  %at = and i32 %x, 63
  %p = getelementptr i32, ptr %room, i32 %at
  store volatile i32 %x, ptr %p
  %y = load volatile i32, ptr %p
  %z = zext i32 %y to i64
  ret i64 %z
}
"""
DEEP = """
define i64 @deep(i64 %n) {
  %room = alloca [256 x i64]
  %p = getelementptr i64, ptr %room, i64 %n
  store volatile i64 %n, ptr %p
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %on
on:
  %less = sub i64 %n, 1
  %below = call i64 @deep(i64 %less)
  %x = load volatile i64, ptr %p
  %sum = add i64 %below, %x
  ret i64 %sum
done:
  ret i64 0
}
"""


@needs_native
def test_a_module_says_where_things_are() -> None:
    found = linked(TABLES)
    assert found.functions == ("both",)
    assert found.heap % 64 == 0
    assert STACK <= found.data["shown"] < found.heap


@needs_native
def test_a_module_has_no_imports_and_nothing_of_a_linker() -> None:
    parts = [number for number, _ in sections(linked(TABLES).code)]
    assert parts == sorted(parts)
    assert Part.IMPORT not in parts
    assert Part.CUSTOM not in parts


@needs_wasmtime
@pytest.mark.parametrize(("at", "expected"), [(0, 10), (1, 29), (3, 4009)])
def test_code_finds_its_data_and_its_stack(at: int, expected: int) -> None:
    assert called(TABLES, "both", at) == expected


@needs_wasmtime
def test_a_stack_that_is_full_ends_the_program() -> None:
    assert called(DEEP, "deep", 1) == 1
    with pytest.raises(Exception, match="out of bounds"):
        called(DEEP, "deep", 8)


@needs_native
@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("declare i64 @outside(i64)\ndefine i64 @f(i64 %x) {\n"
         "  %y = call i64 @outside(i64 %x)\n  ret i64 %y\n}", "outside"),
        ("define i128 @f(i128 %x, i128 %y) {\n"
         "  %z = mul i128 %x, %y\n  ret i128 %z\n}", "__multi3"),
        ("@there = external global i64\ndefine i64 @f() {\n"
         "  %y = load i64, ptr @there\n  ret i64 %y\n}", "there"),
    ],
    ids=["function", "library", "data"],
)  # fmt: skip
def test_what_needs_something_from_outside_is_refused(text: str, missing: str) -> None:
    with pytest.raises(ValueError, match=f"needs {missing} from outside"):
        linked(text)


@needs_native
def test_addresses_in_data_are_refused() -> None:
    text = "@a = constant i64 5\n@b = constant ptr @a\n"
    with pytest.raises(ValueError, match="addresses in the data"):
        linked(text)

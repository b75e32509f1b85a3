"""What keeps code small that is soon to be made, and is not to run for long."""

from __future__ import annotations

import re

import pytest

from helpers.backends import needs_native
from interpreter import load
from interpreter.targets.kernels import playouts
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.sets.lanes import Rows
from interpreter.targets.llvm.target import Target
from interpreter.targets.native import Machine

pytestmark = needs_native
SETS = Rows(100, None, Target("x86_64-unknown-linux-gnu", "x86-64", ""))


def counted_twice(module: Module) -> str:
    c = Code(module, "both", [(SETS.kind, "a"), (SETS.kind, "b")], "i64")
    c.give("i64", str(c.num(SETS.count(c, "%a")) + c.num(SETS.count(c, "%b"))))
    c.close()
    return module.text()


def test_what_is_needed_twice_is_written_once() -> None:
    small = counted_twice(Module(quick=True))
    assert small.count("= call i64 @k_once0(") == 2
    assert small.count("define internal i64 @k_once0(") == 1
    assert "@k_once" not in counted_twice(Module())


def test_a_pointer_is_made_once_in_each_block() -> None:
    c = Code(Module(), "f", [("ptr", "s")])
    first = c.at("%s", 8)
    assert c.at("%s", 8) == first != c.at("%s", 16)
    c.place(c.label())
    assert c.at("%s", 8) != first, "another block may not come after that one"


def text_of(game: str, *, quick: bool) -> str:
    machine = load(game, backend="llvm").machine
    assert isinstance(machine, Machine)
    translator = machine.translator
    module = translator.module(playouts.ENTRIES, quick=quick)
    playouts.write(translator, module)
    return module.text()


def test_hasty_code_has_fewer_lines() -> None:
    lines = {quick: text_of("Hus", quick=quick).count("\n") for quick in (True, False)}
    assert lines[True] < 0.9 * lines[False]


@pytest.mark.parametrize("game", ["Konane", "Tablut", "Gomoku", "Backgammon", "Nine Men's Morris"])
def test_hasty_code_has_nothing_that_takes_long_to_choose(game: str) -> None:
    """One such instruction sends all that stands before it in its block the long way."""
    held = re.compile(
        r"insertvalue|extractvalue|store \{|<\d+ x i\d+> (<|splat|zeroinitializer)|call .*\(i1 %"
    )
    at_once = r"^define[^\n]* @(?!k_once)[^\n]*\n(.*?)^\}"
    for quick in (True, False):
        functions = re.findall(at_once, text_of(game, quick=quick), re.MULTILINE | re.DOTALL)
        assert (held.search("".join(functions)) is None) == quick

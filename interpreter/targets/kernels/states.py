"""States in native code: room for them, copies, and where the chance of a game begins."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.targets.llvm.assembly import Code, Num, copy_bytes, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

STATE = tuple(("ptr", f"%{name}") for _, name in POINTERS)
ROWS = (("ptr", "states"), ("i64", "stride"), ("i64", "first"), ("i64", "count"))
"""Of many states: where they lie, bytes from one to the next, the first to work on, how many."""


def room(c: Code, t: Translator, names: Sequence[str] = ("s", "a", "m")) -> None:
    """Room on the stack for both parts of a state and, if it has a name, for a move list."""
    sizes = (t.layout.scalars, t.layout.size - t.layout.scalars, t.moves.size)
    for name, size in zip(names, sizes, strict=False):
        c.room(f"%{name}", size)


def list_room(c: Code, t: Translator) -> None:
    """Room for the move list of a whole call, as `%m`; `%h` is scratch memory of its thread."""
    if t.listed_at is None:
        c.room("%m", t.moves.size)
    else:
        c.line(f"%m = getelementptr i8, ptr %h, i64 {t.listed_at}")


def cleared_room(c: Code, t: Translator) -> None:
    """Room for a state and a move list, as `%s`, `%a` and `%m`; the list is empty."""
    room(c, t)
    t.moves.reset(c, "%m")
    t.moves.clear(c, "%m")


def copies(c: Code, t: Translator) -> tuple[str, str]:
    """Room for both parts of one more state, without a name."""
    sizes = (t.layout.scalars, t.layout.size - t.layout.scalars)
    scalars, arrays = (c.slot("i8", max(64, size), align=64) for size in sizes)
    return scalars, arrays


def copy_state(c: Code, t: Translator, target: Sequence[str], source: Sequence[str]) -> None:
    """Copy both parts of a state; each is given by two pointers."""
    copy_bytes(c, target[0], source[0], t.layout.scalars)
    copy_bytes(c, target[1], source[1], t.layout.size - t.layout.scalars)


def parts(c: Code, t: Translator, state: str) -> tuple[str, str]:
    """Pointers to both parts of a state that lies in one piece."""
    return state, c.at(state, t.layout.scalars)


def stream(c: Code, seed: Num, game: Num) -> Num:
    """Where the random stream of a game starts, as `ir.meaning.splitmix.stream` defines it."""
    first = mixed(c, seed + signed(GOLDEN))
    return mixed(c, first + game * signed(GOLDEN))

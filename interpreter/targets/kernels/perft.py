"""Exact counts: how many sequences of so many plies, or of so many whole turns, there are."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.kernels.search.table import write_key
from interpreter.targets.kernels.states import STATE, copies, copy_state, list_room
from interpreter.targets.kernels.step import write_apply, write_legal
from interpreter.targets.llvm.assembly import FULL, Code, Module
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

NAME = "perft"
ENTRIES = ("generate", "allowed", "apply")
# Of a table entry: a hash of position and depth, and the count.
ENTRY = 16


def write(t: Translator, module: Module) -> None:
    """Write `perft(control, state, scratch, lists, depth, table, entries, turns, room)`.

    Args of the native function:
        control: two numbers of 64 bits: whether to stop, and how many positions were looked at
        state: the position; scratch: memory of `t.scratch` bytes; it holds the history
        lists: room for `t.moves.most` numbers of 64 bits for each ply
        table: memory of `entries` times `ENTRY` bytes for counts already known; a power of 2,
            or 0 for none
        turns: 1 to count whole turns, in which a player may move several times, 0 for plies
        room: how many plies the lists have room for
    """
    write_legal(t, module)
    write_apply(t, module)
    write_key(t, module)
    _recursive(t, module)
    c = Code(
        module, NAME,
        [("ptr", "control"), ("ptr", "s"), ("ptr", "h"), ("ptr", "lists"), ("i64", "depth"),
         ("ptr", "table"), ("i64", "entries"), ("i64", "turns"), ("i64", "room")],
        "i64", linkage="",
    )  # fmt: skip
    c.line(f"%a = getelementptr i8, ptr %s, i64 {t.layout.scalars}")
    list_room(c, t)
    found = c.call("i64", "k_perft", *_arguments("%depth", "%lists", "%room"))
    c.give("i64", found)
    c.close()


def _arguments(
    depth: str, lists: str, room: str, s: str = "%s", a: str = "%a"
) -> list[tuple[str, str]]:
    return [("ptr", s), ("ptr", a), ("ptr", "%m"), ("ptr", "%h"), ("ptr", "%control"),
            ("ptr", lists), ("i64", depth), ("ptr", "%table"), ("i64", "%entries"),
            ("i64", "%turns"), ("i64", room)]  # fmt: skip


def _recursive(t: Translator, module: Module) -> None:
    rest = [("ptr", "control"), ("ptr", "lists"), ("i64", "depth"), ("ptr", "table"),
            ("i64", "entries"), ("i64", "turns"), ("i64", "room")]  # fmt: skip
    c = Code(module, "k_perft", (*POINTERS, *rest), "i64")
    depth = c.num("%depth")
    with c.when(depth.is_(0)):
        c.give("i64", "1")
    plies = c.num("%turns").is_(0)
    with c.when(c.num("%room") <= 0):
        c.store("i64", "1", f"@{FULL}")
        c.give("i64", "0")
    with c.when(depth.is_(1) & plies):
        c.give("i64", c.call("i64", "k_legal", *STATE, ("ptr", "%lists")))
    control = c.pointer("%control")
    control.set("i64", control.get("i64", 1) + 1, 1)
    key, entry = c.variable("i64", 0), c.variable("ptr")
    with c.when(c.num("%entries").differs(0)):
        found = c.num(c.call("i64", "k_key", ("ptr", "%s"), ("ptr", "%a"), ("ptr", "%h")))
        found = found ^ (depth * 0x9E3779B9)
        key.set(found)
        table = c.pointer(c.bounded("%table", ENTRY, c.num("%entries")))
        place = table.at(found & (c.num("%entries") - 1), ENTRY)
        entry.set(place.name)
        with c.when(place.get("i64").is_(found)):
            c.give("i64", str(place.get("i64", 1)))
    several = c.num("true" if t.program.players > 1 else "false", "i1")
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists")))
    total = c.variable("i64", 0)
    following = c.at("%lists", t.moves.most * 8)
    s, a = copies(c, t)
    with c.times(count) as (index, loop):
        copy_state(c, t, (s, a), ("%s", "%a"))
        move = c.pointer(c.bounded("%lists", 8 * t.moves.most)).get("i64", index)
        state = (("ptr", s), ("ptr", a), *STATE[2:])
        c.call("void", "k_apply", *state, ("i64", move.name))
        # The same player moves again only within his turn.
        goes_on = t.scalar(c, schema.MOVER, s=s).is_(t.scalar(c, schema.MOVER)) & several
        goes_on = goes_on & t.scalar(c, schema.OVER, s=s).is_(0) & plies.negated()
        left = depth - goes_on.negated().to("i64", signed=False)
        room = c.num("%room") - 1
        below = c.call("i64", "k_perft", *_arguments(str(left), following, str(room), s, a))
        total.set(total.get() + below)
        loop.leave_if(control.get("i64").differs(0))
    with c.when(c.num("%entries").differs(0)):
        place = c.pointer(str(entry.get()))
        place.set("i64", key.get())
        place.set("i64", total.get(), 1)
    c.give("i64", str(total.get()))
    c.close()

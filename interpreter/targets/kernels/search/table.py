"""What looking ahead keeps in memory: the head of a search, and a table of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.hashes import mixed, position_hash, span_of_history
from interpreter.targets.llvm.translator import Translator

HEAD = (
    "stop", "nodes", "limit", "quiet", "sure", "seat", "plies", "low", "high", "buckets",
    "table", "cuts", "killers", "state", "scratch", "lists", "end",
    "count", "moves", "values", "certain", "visits", "weights", "again",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a search, in their order in memory:

whether to stop; positions looked at, and how many may be; plies at the end in which only captures
are looked at, a part of the depth; whether the last value was sure; the seat that searches, from
0; the plies made before; the window at the root (doubles); buckets of the table, a power of 2;
the table (`BUCKET` bytes each); `CUTS` numbers for the history of cuts; two killers for each ply;
the state at the root; scratch memory of `t.scratch` bytes with its history; room for lists of
moves, and where it ends; the number of moves at the root, and for each the move, its value
(double), whether that is sure, and the positions behind it; the weights of the measures (doubles);
what has fallen at the root and falls again when a move is made, see `chances.py`.
"""
BUCKET, ENTRY = 64, 32
CUT_BITS = 12
CUTS = 1 << CUT_BITS
DEEPEST = 1 << 9
"""Plies: native code calls itself for each."""

TERMS = ("score", "material", "mobility", "centre")
"""What evaluation can measure."""


class Search:
    """The search, as the code of a function sees it."""

    def __init__(self, c: Code, t: Translator) -> None:
        self.c, self.t = c, t
        self.head = c.pointer("%head")

    def number(self, name: str, kind: str = "i64") -> Num:
        """A number of the head."""
        return self.head.get(kind, HEAD.index(name))

    def change(self, name: str, value: Num | int) -> None:
        """Change a number of the head."""
        self.head.set("i64", value, HEAD.index(name))

    def array(self, name: str) -> Pointer:
        """Memory that the head knows."""
        found = self.head.get("ptr", HEAD.index(name)).name
        if self.c.module.checks is not None:
            found = self._bounded(name, found)
        return self.c.pointer(found)

    def _bounded(self, name: str, pointer: str) -> str:
        sizes = {"cuts": 8 * CUTS, "killers": 16 * (DEEPEST + 2), "weights": 8 * len(TERMS),
                 "lists": 8 * (self.t.moves.most + 1)}  # fmt: skip
        if name in sizes:
            return self.c.bounded(pointer, sizes[name])
        if name == "table":
            return self.c.bounded(pointer, BUCKET, self.number("buckets"))
        return self.c.bounded(pointer, 8, self.number("count"))

    def room(self) -> Pointer:
        """Room for the moves of a position, and for how promising they are."""
        return self.c.pointer(self.c.bounded("%lists", 16 * (self.t.moves.most + 1)))


def write_key(t: Translator, module: Module) -> None:
    """A number that tells positions apart, with those that may not be repeated."""
    c = Code(module, "k_key", [("ptr", "s"), ("ptr", "a"), ("ptr", "h")], "i64")
    fields = [one for one in t.program.fields if one not in t.ignored]
    key = c.variable("i64", position_hash(c, t, fields, "%s", "%a"))
    if t.layout.history is not None:
        entries = c.pointer("%h").at(t.history_at, 1)
        first, length = span_of_history(c.num(c.load("i64", t.place(c, t.layout.history))))
        with c.times(length - first) as (index, _):
            key.add(entries.get("i64", index + first))
    found = mixed(c, key.get())
    c.give("i64", (found | 1).name)  # 0 stands for an empty entry
    c.close()


def entry_of(c: Code, search: Search, key: Num, found: Callable[[Pointer], object]) -> None:
    """Run code on the entry of a position, if it has one."""
    bucket = search.array("table").at(key & (search.number("buckets") - 1), BUCKET)
    place = c.variable("ptr", bucket.name)
    first = bucket.get("i64").is_(key)
    second = bucket.get("i64", ENTRY // 8).is_(key)
    place.set(first.pick(bucket.name, bucket.at(1, ENTRY).name, "ptr"))
    with c.when(first | second):
        found(c.pointer(place.get().name))


def keep(c: Code, search: Search, key: Num, depth: Num, parts: Sequence[Num]) -> None:
    """Keep what is known of a position.

    It takes the place of one that was looked at less deeply, or the second of its bucket.
    """
    bucket = search.array("table").at(key & (search.number("buckets") - 1), BUCKET)
    same = bucket.get("i64").is_(key)
    deeper = depth >= (bucket.get("i64", 2) >> 8)
    place = c.pointer((same | deeper).pick(bucket.name, bucket.at(1, ENTRY).name, "ptr").name)
    value, meta, move = parts
    place.set("i64", key)
    place.set("double", value, 1)
    place.set("i64", meta, 2)
    place.set("i64", move, 3)

"""Looking ahead: the best move if everybody does the worst to the searcher that he can.

Alpha-beta search (Knuth and Moore 1975) with a table of positions that were met (Zobrist 1970),
killer moves (Akl and Newborn 1977) and the history of moves that cut off (Schaeffer 1989). Values
are those of the seat that searches: it takes the greatest, all others take the least; with more
than two players that is the paranoid search (Sturtevant and Korf 2000). A value is *sure* if
nothing had to be estimated for it. `lab/players/plain_alphabeta.py` defines it in Python.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.ir import schema
from interpreter.targets.kernels.search.uct import (
    STATE,
    copy_state,
    parts,
    rooms,
    scale,
    seat,
    worth,
    write_apply,
    write_outcome,
)
from interpreter.targets.kernels.step import write_legal
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer, Slot
from interpreter.targets.llvm.translator import POINTERS, Translator, mixed, position_hash, signed

NAMES = ("search", "search_best")
ENTRIES = ("generate", "allowed", "apply")

HEAD = (
    "stop", "nodes", "limit", "quiet", "sure", "seat", "plies", "low", "high", "buckets",
    "table", "cuts", "killers", "state", "scratch", "lists", "end",
    "count", "moves", "values", "certain", "visits", "weights",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a search, in their order in memory:

whether to stop; positions looked at, and how many may be; plies at the end in which only captures
are looked at, a part of the depth; whether the last value was sure; the seat that searches, from
0; the plies made before; the window at the root (doubles); buckets of the table, a power of 2;
the table (`BUCKET` bytes each); `CUTS` numbers for the history of cuts; two killers for each ply;
the state at the root; scratch memory of `t.scratch` bytes with its history; room for lists of
moves, and where it ends; the number of moves at the root, and for each the move, its value
(double), whether that is sure, and the positions behind it; the weights of the measures (doubles).
"""
BUCKET, ENTRY = 64, 32
CUT_BITS = 12
CUTS = 1 << CUT_BITS
DEEPEST = 1 << 9
"""Plies: native code calls itself for each."""
SOON = 1e-9
WON = 0.99
MOST = 0.9
EXACT, AT_LEAST, AT_MOST = range(3)
INFINITY = "0x7FF0000000000000"
TERMS = ("score", "material", "mobility", "centre")


@dataclass(frozen=True)
class Board:
    """What evaluation has to know of a game.

    Args:
        pieces: for each player, the numbers of his kinds of pieces
        nearness: for each site, how near the middle it is, from 0 to 1
    """

    pieces: tuple[tuple[int, ...], ...]
    nearness: tuple[float, ...]


@dataclass(frozen=True)
class Style:
    """What is searched for.

    Args:
        terms: the measures that are weighted, of `TERMS`
        board: what they need
        soon: whether near wins are worth more than far ones
        quiet: whether there are plies in which only captures are looked at
    """

    terms: Sequence[str] = ()
    board: Board | None = None
    soon: bool = True
    quiet: bool = False


def write(t: Translator, module: Module, style: Style) -> None:
    """Write `search(head, depth)` and `search_best(head, state)`.

    `search` looks at every move at the root to a depth, in their order, and gives whether it came
    to the end. `search_best` gives the best move of a position that is in the table, else 0.
    """
    write_legal(t, module)
    write_apply(t, module)
    _key(t, module)
    _evaluate(t, module, style)
    _value(t, module, style)
    _root(t, module)
    _best(t, module)


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


def _key(t: Translator, module: Module) -> None:
    """A number that tells positions apart, with those that may not be repeated."""
    c = Code(module, "k_key", [("ptr", "s"), ("ptr", "a"), ("ptr", "h")], "i64")
    fields = [one for one in t.program.fields if one not in t.ignored]
    key = c.variable("i64", position_hash(c, t, fields, "%s", "%a"))
    if t.layout.history is not None:
        entries = c.pointer("%h").at(t.history_at, 1)
        length = c.num(c.load("i64", t.place(c, t.layout.history)))
        with c.times(length) as (index, _):
            key.add(entries.get("i64", index))
    found = mixed(c, key.get())
    c.give("i64", (found | 1).name)  # 0 stands for an empty entry
    c.close()


# Evaluation


def _evaluate(t: Translator, module: Module, style: Style) -> None:
    """What the searcher has more than the others on average, from -MOST to MOST."""
    c = Code(module, "k_evaluate", [("ptr", "head"), *POINTERS, ("ptr", "lists")], "double")
    if not style.terms:
        c.give("double", _decimal(0))
        c.close()
        return
    search = Search(c, t)
    players = t.program.players
    own = search.number("seat")
    if t.program.part(schema.SWAPPED) is not None:
        changed = t.scalar(c, schema.SWAPPED).differs(0) & own.below(2)
        own = changed.pick(c.num(1) - own, own)
    weights = search.array("weights")
    total = c.num(_decimal(0), "double")
    for number, name in enumerate(style.terms):
        values = _measure(c, t, style, name)
        others = c.num(_decimal(0), "double")
        mine = c.num(_decimal(0), "double")
        for player, value in enumerate(values):
            here = own.is_(player)
            mine = here.pick(value, mine, "double")
            others = others + here.pick(_decimal(0), value, "double")
        lead = mine - others / _decimal(max(1, players - 1))
        total = total + lead * weights.get("double", number)
    size = c.num(c.intrinsic("double", "llvm.fabs.f64", ("double", total.name)), "double")
    c.give("double", (total * _decimal(MOST) / (size + _decimal(1))).name)
    c.close()


def _decimal(value: float) -> str:
    """A constant of type double."""
    return f"0x{struct.unpack('Q', struct.pack('d', float(value)))[0]:016X}"


def _measure(c: Code, t: Translator, style: Style, name: str) -> list[Num]:
    """A number for each colour."""
    players = range(1, t.program.players + 1)
    if name == "score":
        return [t.scalar(c, schema.SCORE, player).to("double") for player in players]
    if name == "mobility":
        count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists"))).to("double")
        mover = t.scalar(c, schema.MOVER)
        return [mover.is_(player).pick(count, _decimal(0), "double") for player in players]
    assert style.board is not None
    of = _near if name == "centre" else _many
    return [of(c, t, style.board, pieces) for pieces in style.board.pieces]


def _masks(c: Code, t: Translator, pieces: Sequence[int]) -> list[str]:
    field = t.program.part(schema.PLACED)
    if field is None:
        return []
    return [c.load(t.sets.kind, t.place(c, field, piece)) for piece in pieces]


def _many(c: Code, t: Translator, _: Board, pieces: Sequence[int]) -> Num:
    total = c.num(0)
    for mask in _masks(c, t, pieces):
        total = total + c.num(t.sets.count(c, mask))
    return total.to("double")


def _near(c: Code, t: Translator, board: Board, pieces: Sequence[int]) -> Num:
    def content() -> bytes:
        return b"".join(struct.pack("d", one) for one in board.nearness)

    table = c.pointer(c.module.data(("nearness",), content))
    total = c.variable("double", _decimal(0))
    for mask in _masks(c, t, pieces):
        with t.sets.each(c, mask) as (site, _):
            total.add(table.get("double", site))
    return total.get()


# The table


def _entry(c: Code, search: Search, key: Num, found: Callable[[Pointer], object]) -> None:
    """Run code on the entry of a position, if it has one."""
    bucket = search.array("table").at(key & (search.number("buckets") - 1), BUCKET)
    place = c.variable("ptr", bucket.name)
    first = bucket.get("i64").is_(key)
    second = bucket.get("i64", ENTRY // 8).is_(key)
    place.set(first.pick(bucket.name, bucket.at(1, ENTRY).name, "ptr"))
    with c.when(first | second):
        found(c.pointer(place.get().name))


def _keep(c: Code, search: Search, key: Num, depth: Num, parts: Sequence[Num]) -> None:
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


# The search

VALUE = [("ptr", "head"), *POINTERS, ("ptr", "lists"), ("i64", "depth"), ("double", "low"),
         ("double", "high"), ("i64", "ply")]  # fmt: skip


def _value(t: Translator, module: Module, style: Style) -> None:
    """What a position is worth; whether that is sure is left in the head.

    A value of `low` or less is a bound from above, one of `high` or more one from below.
    """
    c = Code(module, "k_value", VALUE, "double")
    search = Search(c, t)
    nodes = search.number("nodes") + 1
    with c.when(nodes > search.number("limit")):
        search.change("stop", 1)
        c.give("double", _decimal(0))
    search.change("nodes", nodes)
    depth = c.num("%depth")
    with c.when(t.scalar(c, schema.OVER).differs(0)):
        _give_outcome(c, t, search, style)
    lists = search.room()
    room = c.num(c.value(f"ptrtoint ptr {lists.name} to i64")) < search.number("end")
    with c.when(depth.is_(0) | room.negated()):
        search.change("sure", 0)
        c.give("double", c.call("double", "k_evaluate", ("ptr", "%head"), *STATE,
                                ("ptr", "%lists")))  # fmt: skip
    key = c.num(c.call("i64", "k_key", *STATE[:2], STATE[3]))
    known = c.variable("i64", 0)
    _entry(c, search, key, lambda entry: _use(c, search, entry, depth, known, exact=style.soon))
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists")))
    scores = lists.at(count, 8)
    _score(c, search, lists, scores, count, known.get())
    _expand(t, c, search, key, count, style)
    c.close()


def _give_outcome(c: Code, t: Translator, search: Search, style: Style) -> None:
    room = c.slot("i8", max(8, t.program.players))
    write_outcome(c, t, room)
    value = worth(t, c.pointer(room), search.number("seat")).to("double") / _decimal(scale(t))
    if style.soon:
        far = (t.scalar(c, schema.MOVES) - search.number("plies")).to("double")
        value = value * (c.num(_decimal(1), "double") - far * _decimal(SOON))
    search.change("sure", 1)
    c.give("double", value.name)


def _use(
    c: Code, search: Search, entry: Pointer, depth: Num, known: Slot, *, exact: bool
) -> None:  # fmt: skip
    """Give what is known of a position if it is enough; else look at its best move first."""
    value, meta = entry.get("double", 1), entry.get("i64", 2)
    bound, sure = meta & 3, (meta >> 2) & 1
    deep = meta >> 8
    enough = sure.differs(0) | (deep.is_(depth) if exact else deep >= depth)
    low, high = c.num("%low", "double"), c.num("%high", "double")
    answers = (
        bound.is_(EXACT)
        | (bound.is_(AT_LEAST) & (value >= high))
        | (bound.is_(AT_MOST) & (value <= low))
    )
    known.set(entry.get("i64", 3))
    with c.when(enough & answers):
        search.change("sure", sure)
        c.give("double", value.name)


def _cut_place(move: Num) -> Num:
    return (move * signed(0x9E3779B97F4A7C15)) >> (64 - CUT_BITS)


def _score(
    c: Code, search: Search, lists: Pointer, scores: Pointer, count: Num, known: Num
) -> None:  # fmt: skip
    """How promising each move is: best here before, a killer, or one that cut off elsewhere."""
    cuts = search.array("cuts")
    killers = search.array("killers").at("%ply", 16)
    first, second = killers.get("i64"), killers.get("i64", 1)
    with c.times(count) as (index, _):
        move = lists.get("i64", index)
        score = cuts.get("i64", _cut_place(move))
        score = move.is_(second).pick((1 << 61) - 1, score)
        score = move.is_(first).pick(1 << 61, score)
        scores.set("i64", move.is_(known).pick(1 << 62, score), index)


def _pick(c: Code, lists: Pointer, scores: Pointer, start: Num, count: Num) -> Num:
    """Bring the most promising of the moves that are left to the front."""
    best = c.variable("i64", start)
    highest = c.variable("i64", scores.get("i64", start))
    with c.times(count - start) as (index, _):
        here = start + index
        score = scores.get("i64", here)
        with c.when(score > highest.get()):
            highest.set(score)
            best.set(here)
    for one in (lists, scores):
        chosen, front = one.get("i64", best.get()), one.get("i64", start)
        one.set("i64", front, best.get())
        one.set("i64", chosen, start)
    return lists.get("i64", start)


def _pieces(c: Code, t: Translator, style: Style, state: Sequence[str]) -> Num:
    """How many pieces of players are on the board."""
    total = c.num(0)
    field = t.program.part(schema.PLACED)
    if field is None or style.board is None:
        return total
    for piece in (one for own in style.board.pieces for one in own):
        mask = c.load(t.sets.kind, t.place(c, field, piece, s=state[0], a=state[1]))
        total = total + c.num(t.sets.count(c, mask))
    return total


def _stand(c: Code, search: Search, best: Slot, all_sure: Slot, ours: Num, upper: Num) -> None:
    """Where only captures are looked at, the mover may do without them."""
    with c.when(c.num("%depth") <= search.number("quiet")):
        following = search.room().name
        found = c.num(
            c.call("double", "k_evaluate", ("ptr", "%head"), *STATE, ("ptr", following)), "double"
        )
        mine = ours.pick(found, _minus(found), "double")
        with c.when(mine >= upper):
            search.change("sure", 0)
            c.give("double", found.name)
        best.set(mine)
        all_sure.set(0)


def _expand(
    t: Translator, c: Code, search: Search, key: Num, count: Num, style: Style
) -> None:  # fmt: skip
    """The value of a position by its moves; seen from the mover, who takes the greatest."""
    lists = search.room()
    scores = lists.at(count, 8)
    following = scores.at(count, 8)
    rooms_of(c, t)
    ours = seat(c, t).is_(search.number("seat"))
    depth, ply = c.num("%depth"), c.num("%ply")
    low, high = c.num("%low", "double"), c.num("%high", "double")
    lower = ours.pick(low, _minus(high), "double")
    upper = ours.pick(high, _minus(low), "double")
    best, chosen = c.variable("double", f"{_decimal(float('-inf'))}"), c.variable("i64", 0)
    best_sure, all_sure = c.variable("i64", 0), c.variable("i64", 1)
    if style.quiet:
        _stand(c, search, best, all_sure, ours, upper)
    with c.times(count) as (index, loop):
        move = _pick(c, lists, scores, index, count)
        copy_state(c, t, ("%s2", "%a2"), ("%s", "%a"))
        inner = (("ptr", "%s2"), ("ptr", "%a2"), *STATE[2:])
        c.call("void", "k_apply", *inner, ("i64", move.name))
        if style.quiet:
            taken = _pieces(c, t, style, ("%s2", "%a2")) < _pieces(c, t, style, ("%s", "%a"))
            with c.when((depth <= search.number("quiet")) & taken.negated()):
                loop.again()
        alpha = _greater(best.get(), lower)
        window = (
            ours.pick(alpha, _minus(upper), "double"),
            ours.pick(upper, _minus(alpha), "double"),
        )
        found = c.num(
            c.call("double", "k_value", ("ptr", "%head"), *inner, ("ptr", following.name),
                   ("i64", (depth - 1).name), ("double", window[0].name),
                   ("double", window[1].name), ("i64", (ply + 1).name)),
            "double",
        )  # fmt: skip
        with c.when(search.number("stop").differs(0)):
            c.give("double", _decimal(0))
        sure = search.number("sure")
        all_sure.set(all_sure.get() & sure)
        mine = ours.pick(found, _minus(found), "double")
        with c.when(mine > best.get()):
            best.set(mine)
            chosen.set(move)
            best_sure.set(sure)
        with c.when(best.get() >= upper):
            _remember_cut(search, move, depth, ply)
            loop.leave()
    value = best.get()
    decided = (value >= upper) | (value > _decimal(WON))
    sure = (all_sure.get().differs(0) | (best_sure.get().differs(0) & decided)).to("i64")
    above, below = value >= upper, value <= lower
    bound = above.pick(
        ours.pick(AT_LEAST, AT_MOST), below.pick(ours.pick(AT_MOST, AT_LEAST), EXACT)
    )
    result = ours.pick(value, _minus(value), "double")
    _keep(c, search, key, depth, (result, (depth << 8) | (sure << 2) | bound, chosen.get()))
    search.change("sure", sure)
    c.give("double", result.name)


def rooms_of(c: Code, t: Translator) -> None:
    """Room for the state after a move, as `%s2` and `%a2`."""
    sizes = (t.layout.scalars, t.layout.size - t.layout.scalars)
    for name, size in zip(("s2", "a2"), sizes, strict=True):
        c.slots.append(f"  %{name} = alloca [{max(64, size)} x i8], align 64")


def _minus(value: Num) -> Num:
    return Num(value.code, "double", value.code.value(f"fneg double {value}"))


def _greater(one: Num, other: Num) -> Num:
    return (one > other).pick(one, other, "double")


def _remember_cut(search: Search, move: Num, depth: Num, ply: Num) -> None:
    cuts, place = search.array("cuts"), _cut_place(move)
    cuts.set("i64", cuts.get("i64", place) + depth * depth, place)
    killers = search.array("killers").at(ply, 16)
    with search.c.when(killers.get("i64").differs(move)):
        killers.set("i64", killers.get("i64"), 1)
        killers.set("i64", move)


# The root


def _root(t: Translator, module: Module) -> None:
    c = Code(module, NAMES[0], [("ptr", "head"), ("i64", "depth")], "i64", linkage="")
    search = Search(c, t)
    rooms(c, t)
    c.line(f"%h = getelementptr i8, ptr {search.array('scratch').name}, i64 0")
    root = parts(c, t, search.array("state").name)
    moves, values = search.array("moves"), search.array("values")
    certain, visits = search.array("certain"), search.array("visits")
    low = c.variable("double", search.number("low", "double"))
    high = search.number("high", "double")
    lists = search.array("lists")
    with c.times(search.number("count")) as (index, loop):
        before = search.number("nodes")
        copy_state(c, t, ("%s", "%a"), root)
        c.call("void", "k_apply", *STATE, ("i64", moves.get("i64", index).name))
        found = c.num(
            c.call("double", "k_value", ("ptr", "%head"), *STATE, ("ptr", lists.name),
                   ("i64", (c.num("%depth") - 1).name), ("double", low.get().name),
                   ("double", high.name), ("i64", "1")),
            "double",
        )  # fmt: skip
        with c.when(search.number("stop").differs(0)):
            c.give("i64", "0")
        values.set("double", found, index)
        certain.set("i64", search.number("sure"), index)
        behind = search.number("nodes") - before
        visits.set("i64", visits.get("i64", index) + behind, index)
        low.set(_greater(found, low.get()))
        loop.leave_if(found >= high)
    c.give("i64", "1")
    c.close()


def _best(t: Translator, module: Module) -> None:
    c = Code(module, NAMES[1], [("ptr", "head"), ("ptr", "state"), ("ptr", "h")], "i64", linkage="")
    search = Search(c, t)
    state = parts(c, t, "%state")
    key = c.num(c.call("i64", "k_key", ("ptr", state[0]), ("ptr", state[1]), ("ptr", "%h")))
    _entry(c, search, key, lambda entry: c.give("i64", entry.get("i64", 3).name))
    c.give("i64", "0")
    c.close()

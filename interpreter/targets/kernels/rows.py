"""Many games at once, one ply each: rows of states in one block of memory.

A row holds a state as one state lies in memory; in games that remember positions, room as large
as the kept order of moves follows, and the positions behind it, so that a row is the end of
scratch memory as well. What of a row is asked most lies in arrays of its own (`LOOKS`), which are
brought in line whenever a row changes.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from interpreter.ir import schema
from interpreter.ir.analysis.pairs import Pairs
from interpreter.ir.program import EXTRA_BITS, SITE_BITS, TEMPLATE_BITS
from interpreter.targets.kernels.observing import fill, spread
from interpreter.targets.kernels.outcomes import seat, write_ranks
from interpreter.targets.kernels.states import ROWS, STATE, stream
from interpreter.targets.kernels.step import offer_moves
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.lists.move import EXTRA_AT, packed, part_of, unpacked
from interpreter.targets.llvm.lists.slots import Slots
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.spaces.actions import Actions, Group

NAMES = ("batch_begin", "batch_step", "batch_look", "batch_mask")
ENTRIES = ("start", "generate", "allowed", "apply")
SAMPLE = "batch_sample"
LOOKS = ("over", "movers", "seats", "plies", "ranks")
"""Arrays with one entry a row, by their addresses in this order: whether the game is over (8
bits), who moves (8), his seat from 0 (8), plies (32), the doubled rank of each seat (8 each)."""

# With more kinds of moves than this, an action's move is looked for in the list.
MOST_DECODED = 32


def write(t: Translator, module: Module, actions: Actions) -> None:
    """Write what plays.

    All take the rows, bytes from row to row, and which rows: first and count; and scratch memory.
    `batch_begin(…, games, seed, looks, scratch)` starts the game of the seed with the number that
    `games` has for a row, unless that is negative. `batch_step(…, actions, looks, scratch)` makes
    a move in every row whose game is not over; the actions are legal. `batch_look(…, looks,
    scratch)` brings the arrays in line. `batch_mask(…, mask, scratch)` writes 1 for each legal
    action and 0 for others, `actions.size` bytes a row.
    """
    _begin(t, module)
    _find(t, module, actions)
    _play(t, module, actions)
    _row_mask(t, module, actions)
    _look(t, module)
    looks, scratch = ("ptr", "looks"), ("ptr", "scratch")

    def look(c: Code, number: Num, row: Sequence[tuple[str, str]]) -> None:
        c.call("void", "k_look", *row, ("i64", number.name), ("ptr", "%looks"))

    c = Code(module, "batch_begin", [*ROWS, ("ptr", "games"), ("i64", "seed"), looks, scratch],
             linkage="")  # fmt: skip
    with _rows(c, t) as (number, row):
        game = c.pointer("%games").get("i64", number)
        with c.when(game >= 0):
            random = stream(c, c.num("%seed"), game)
            c.call("void", "k_begin", *row, ("i64", random.name))
            look(c, number, row)
    c.close()
    c = Code(module, "batch_step", [*ROWS, ("ptr", "actions"), looks, scratch], linkage="")
    with _rows(c, t) as (number, row):
        over = c.pointer(c.pointer("%looks").get("ptr").name).get("i8", number)
        with c.when(over.is_(0)):
            action = c.pointer("%actions").get("i64", number)
            c.call("void", "k_play", *row, ("i64", action.name))
            look(c, number, row)
    c.close()
    c = Code(module, "batch_look", [*ROWS, looks, scratch], linkage="")
    with _rows(c, t) as (number, row):
        look(c, number, row)
    c.close()
    c = Code(module, "batch_mask", [*ROWS, ("ptr", "mask"), scratch], linkage="")
    with _rows(c, t) as (number, row):
        target = c.pointer("%mask").at(number * actions.size, 1)
        c.call("void", "k_mask", *row, ("ptr", target.name))
    c.close()


@contextmanager
def _rows(c: Code, t: Translator) -> Generator[tuple[Num, Sequence[tuple[str, str]]]]:
    """The code for each row: its number, and the pointers to its parts."""
    c.room("%m", t.moves.size)
    t.moves.reset(c, "%m")
    t.moves.clear(c, "%m")
    with c.times("%count") as (index, _):
        number = index + c.num("%first")
        row = c.at("%states", (number * "%stride").name)
        behind = "%scratch" if t.layout.history is None else c.at(row, t.layout.size)
        places = (row, c.at(row, t.layout.scalars), "%m", behind)
        yield number, [("ptr", place) for place in places]


def _begin(t: Translator, module: Module) -> None:
    c = Code(module, "k_begin", (*POINTERS, ("i64", "random")))
    t.blank(c)
    t.set_scalar(c, schema.RANDOM, "%random")
    t.call(c, "start")
    c.close()


def _look(t: Translator, module: Module) -> None:
    c = Code(module, "k_look", (*POINTERS, ("i64", "number"), ("ptr", "looks")))
    over, movers, seats, plies, ranks = (
        c.pointer(c.pointer("%looks").get("ptr", place).name) for place in range(len(LOOKS))
    )
    over.set("i8", t.scalar(c, schema.OVER).differs(0).to("i8"), "%number")
    movers.set("i8", t.scalar(c, schema.MOVER).to("i8"), "%number")
    seats.set("i8", seat(c, t).to("i8"), "%number")
    plies.set("i32", t.scalar(c, schema.MOVES).to("i32"), "%number")
    players = t.program.players
    write_ranks(c, t, ranks.at(c.num("%number") * players, 1).name, players)
    c.close()


# Actions and moves


def _action(c: Code, actions: Actions, move: Num) -> Num:
    """The action of a move; one packed sum of products, as its kind says."""
    moving = any(group.shape == "moving" for group in actions.groups)
    listed = list(dict.fromkeys(group.pairs for group in actions.groups if group.pairs is not None))
    most = max(len(group.spans) for group in actions.groups)
    width = 5 + most

    def table() -> bytes:
        rows: dict[int, list[int]] = {}
        for group in actions.groups:
            for template in group.templates:
                rows[template] = _factors(group, actions.sites, most, listed)
        return b"".join(
            struct.pack(f"<{width}q", *rows.get(one, [0] * width)) for one in range(max(rows) + 1)
        )

    row = c.pointer(c.module.data("actions", table)).at(part_of(c, move, 0), 8 * width)
    found = row.get("i64") + part_of(c, move, 2) * row.get("i64", 2)
    if moving:
        found = found + part_of(c, move, 1) * row.get("i64", 1)
    for place in range(most):
        stored = (part_of(c, move, 3) >> EXTRA_BITS * place) & ((1 << EXTRA_BITS) - 1)
        found = found + stored * row.get("i64", 5 + place)
    if listed:
        pair = _pair(c, listed, actions.sites, row.get("i64", 3), move)
        found = found + pair * row.get("i64", 4)
    return found


def _factors(group: Group, sites: int, most: int, listed: Sequence[Pairs]) -> list[int]:
    """What goes into the action of a move of a kind.

    Returns:
        what is added; by what from-site and to-site are multiplied; which pairs the kind has, and
        by what the place of a pair is multiplied; by what the stored extras are
    """
    extras: list[int] = []
    size, start = 1, group.start
    for span in reversed(group.spans):
        extras.insert(0, 0 if span is None else size)
        low, count = span or (-1, 1)
        start -= (low + 1) * size
        size *= count
    filled = [*extras, *(0 for _ in range(most - len(extras)))]
    if group.pairs is not None:
        return [start, 0, 0, listed.index(group.pairs), size, *filled]
    origin, target = {
        "nowhere": (0, 0), "placing": (0, size), "moving": (sites * size, size)
    }[group.shape]  # fmt: skip
    return [start, origin, target, 0, 0, *filled]


def _pair(c: Code, listed: Sequence[Pairs], sites: int, which: Num, move: Num) -> Num:
    """The place of a move's sites among the pairs with this number; anything for other sites.

    For each set of pairs and each from-site, counted from none, lie words with a bit for each
    to-site, counted likewise, and before each word how many pairs come before it.
    """
    words = sites // 64 + 1

    def table() -> bytes:
        found: list[int] = []
        for pairs in listed:
            before = 0
            for row in (0, *pairs.rows):
                bits = row << 1
                for word in range(words):
                    held = bits >> 64 * word & (1 << 64) - 1
                    found += (before, held)
                    before += held.bit_count()
        return struct.pack(f"<{len(found)}Q", *found)

    row = which * (sites + 1) + part_of(c, move, 1) + 1
    target = part_of(c, move, 2) + 1
    word = c.pointer(c.module.data("pairs", table)).at(row * words + (target >> 6), 16)
    lower = (c.num(1) << (target & 63)) - 1
    held = word.get("i64", 1) & lower
    return word.get("i64") + c.num(c.intrinsic("i64", "llvm.ctpop.i64", ("i64", held.name)))


def _find(t: Translator, module: Module, actions: Actions) -> None:
    """Write `k_find`: the packed legal move of a legal action."""
    c = Code(module, "k_find", (*POINTERS, ("i64", "action")), "i64")
    found = c.variable("i64", t.program.forced)
    offer_moves(t, c)

    def look(move: Num) -> None:
        with c.when(_action(c, actions, move).is_("%action")):
            if t.program.always_legal:
                found.set(packed(c, move))
            else:
                with c.when(t.call(c, "allowed", move)):
                    found.set(packed(c, move))

    t.moves.every(c, "%m", look)
    c.give("i64", found.get().name)
    c.close()


def _play(t: Translator, module: Module, actions: Actions) -> None:
    """Write `k_play`, which makes the move of a legal action."""
    c = Code(module, "k_play", (*POINTERS, ("i64", "action")))
    move = c.variable("i64", t.program.forced)

    def find() -> None:
        move.set(c.call("i64", "k_find", *STATE, ("i64", "%action")))

    if len(actions.groups) > MOST_DECODED:
        find()
    else:
        for group in actions.groups:
            rest = c.num("%action") - group.start
            with c.when(rest.below(group.size)):
                if len(group.templates) == 1 and None not in group.spans:
                    move.set(_decoded(c, actions.sites, group, rest))
                else:
                    find()
    t.call(c, "apply", unpacked(c, move.get()))
    c.close()


def _decoded(c: Code, sites: int, group: Group, rest: Num) -> Num:
    """The packed move of an action whose kind has one template."""
    extra = c.num(0)
    for place, span in reversed(list(enumerate(group.spans))):
        assert span is not None
        low, count = span
        following = Num(c, "i64", c.value(f"udiv i64 {rest}, {count}"))
        stored = rest - following * count + (low + 1)
        extra = extra | (stored << EXTRA_BITS * place)
        rest = following
    if group.shape == "nowhere":
        origin = target = c.num(0)
    elif group.pairs is not None:
        origin, target = _listed(c, group.pairs, rest)
    elif group.shape == "placing":
        origin = target = rest + 1
    else:
        first = Num(c, "i64", c.value(f"udiv i64 {rest}, {sites}"))
        origin, target = first + 1, rest - first * sites + 1
    parts = (origin << TEMPLATE_BITS) | (target << TEMPLATE_BITS + SITE_BITS)
    return parts | group.templates[0] | (extra << EXTRA_AT)


def _listed(c: Code, pairs: Pairs, place: Num) -> tuple[Num, Num]:
    """The sites of the pair with this place, stored as in a packed move."""

    def table() -> bytes:
        return b"".join(struct.pack("<2H", *(site + 1 for site in pair)) for pair in pairs.listed)

    row = c.pointer(c.module.data(("listed", pairs), table)).at(place, 4)
    origin, target = (row.get("i16", part).to("i64", signed=False) for part in (0, 1))
    return origin, target


def _row_mask(t: Translator, module: Module, actions: Actions) -> None:
    """Write `k_mask`: a byte for each action, 1 where it is legal."""
    c = Code(module, "k_mask", (*POINTERS, ("ptr noalias", "out")))
    fill(c, "%out", 0, actions.size)
    with c.when(t.scalar(c, schema.OVER).differs(0)):
        c.finish()
    offer_moves(t, c)
    out = c.pointer("%out")
    slots = _plain_slots(t, actions)
    if slots is not None:
        _mark_slots(c, t, slots, actions.size)
        with c.when(t.moves.count(c, "%m").is_(0)):
            out.set("i8", 1, actions.of(t.program.forced))
        c.close()
        return
    some = c.variable("i64", 0)
    always = t.program.always_legal

    def mark(move: Num) -> None:
        legal = c.num("true" if always else t.call(c, "allowed", move), "i1")
        place = _action(c, actions, move)
        if always:
            out.set("i8", 1, place)
            some.set(1)
        else:
            out.set("i8", out.get("i8", place) | legal.to("i8"), place)
            some.set(some.get() | legal.to("i64"))

    t.moves.every(c, "%m", mark)
    with c.when(some.get().is_(0)):
        out.set("i8", 1, actions.of(t.program.forced))
    c.close()


def _plain_slots(t: Translator, actions: Actions) -> dict[Group, list[int]] | None:
    """The slots of the list that belong to each kind of moves.

    None where moves cannot be marked set by set: some are not legal, or carry more than a site.
    """
    moves = t.moves
    if not isinstance(moves, Slots) or not t.program.always_legal:
        return None
    found: dict[Group, list[int]] = {}
    for slot, templates in enumerate(moves.templates_of):
        groups = {actions.group(template.number) for template in templates}
        group = groups.pop()
        if groups or group.spans or group.shape == "moving" or group.pairs is not None:
            return None
        found.setdefault(group, []).append(slot)
    return found


def _mark_slots(c: Code, t: Translator, slots: dict[Group, list[int]], size: int) -> None:
    """Write 1 for each move, in ascending order of actions; all else is 0 before."""
    for group in sorted(slots, key=lambda one: one.start):
        target = c.at("%out", group.start)
        if group.shape == "nowhere":
            some = c.num("false", "i1")
            for slot in slots[group]:
                some = some | c.num(_slot(c, t, slot, "i64")).differs(0)
            c.store("i8", some.to("i8").name, target, 1)
            continue
        sets = [_slot(c, t, slot, t.sets.kind) for slot in slots[group]]
        together = sets[0]
        for one in sets[1:]:
            together = t.sets.union(c, together, one)
        spread(c, t, together, target, range(t.program.sites), size - group.start)


def _slot(c: Code, t: Translator, slot: int, kind: str) -> str:
    """What a slot of the list holds: a set, or how many moves without sites."""
    assert isinstance(t.moves, Slots)
    return c.load(kind, t.moves._at(c, "%m", slot))  # pyright: ignore[reportPrivateUsage]


def write_sample(module: Module, actions: Actions) -> None:
    """Write `batch_sample(mask, first, count, seed, actions)`: an action of each row.

    Of the legal actions in ascending order it takes one by lot; 0 if there is none.
    """
    c = Code(module, SAMPLE, [("ptr", "mask"), ("i64", "first"), ("i64", "count"),
                              ("i64", "seed"), ("ptr", "actions")], linkage="")  # fmt: skip
    words, rest = divmod(actions.size, 8)
    with c.times("%count") as (index, _):
        number = index + c.num("%first")
        row = c.pointer("%mask").at(number * actions.size, 1)

        def ones(row: Pointer, place: Num | int, kind: str) -> Num:
            held = c.num(c.load(kind, row.at(place, 8).name, 1), kind).to("i64", signed=False)
            return c.num(c.intrinsic("i64", "llvm.ctpop.i64", ("i64", held.name)))

        tail = f"i{8 * rest}"
        total = c.variable("i64", ones(row, words, tail) if rest else 0)
        with c.times(words) as (word, _):
            total.add(ones(row, word, "i64"))
        drawn = stream(c, c.num("%seed"), number) >> 32
        wanted = c.variable("i64", (drawn * total.get()) >> 32)
        found = c.variable("i64", 0)
        with c.times(words) as (word, loop):
            here = ones(row, word, "i64")
            loop.leave_if(wanted.get() < here)
            wanted.set(wanted.get() - here)
            found.add(8)
        with c.times(8) as (_, loop):
            loop.leave_if(total.get().is_(0))  # nothing is found then, at any place
            legal = row.get("i8", found.get()).to("i64")
            loop.leave_if(legal > wanted.get())
            wanted.set(wanted.get() - legal)
            found.add(1)
        none = total.get().is_(0)
        c.pointer("%actions").set("i64", none.pick(0, found.get()), number)
    c.close()

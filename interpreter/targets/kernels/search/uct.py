"""Monte Carlo tree search: random games decide which moves are looked at more closely.

Upper confidence bounds (Kocsis and Szepesvári 2006) for any number of players, each of whom wants
most for himself; positions whose outcome is certain are settled and not visited again, as in
MCTS-Solver (Winands, Björnsson and Saito 2008).

The tree lies in memory that Python hands in, one array for each property of the nodes; the
children of a node lie side by side. States are not kept: every round copies the state at the root
and makes the moves down the tree. Mean and spread are kept ready for the bound, `mean + weight *
spread`, so that choosing among many children is one pass over two arrays: a child that was not
visited has a huge mean, a settled one minus infinity.

An outcome is one byte for each seat, its doubled rank plus one; 0 stands for an open position.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from interpreter.ir import schema
from interpreter.ir.program import MOST_MOVES
from interpreter.targets.kernels.playouts import write_ranks
from interpreter.targets.kernels.step import write_legal
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.translator import (
    GOLDEN,
    POINTERS,
    Translator,
    copy_bytes,
    mixed,
    signed,
)

NAME = "uct"
NAMES = ("uct", "uct_open", "uct_find", "uct_compact")
ENTRIES = ("generate", "allowed", "apply", "playout")

HEAD = (
    "stop", "done", "used", "room", "patience", "stream", "seed", "explore", "budget",
    "mean", "spread", "visits", "total", "first", "count", "move", "outcome",
    "state", "scratch", "lists", "path", "sums",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a tree, in their order in memory:

whether to stop; rounds done; nodes used, and how many there may be; visits before a node gets
children, four times as many where half of the memory is used; the random stream that orders
children; the seed of the random games; the weight of uncertainty (a double); applications left
for `uct_find`; then the arrays of the nodes: mean and spread (float), visits, total, first child,
number of children (32 bits), move (64 bits), outcome (one byte a seat); then the state at the
root, scratch memory of `t.scratch` bytes with its history, room for a list of moves, and for the
path down the tree (64 bits a ply); at last the sum of what the rounds were worth to each seat.
"""
FIELDS = (("mean", 4), ("spread", 4), ("visits", 4), ("total", 4), ("first", 4), ("count", 4),
          ("move", 8))  # fmt: skip
PATH = MOST_MOVES + 64
OPENED = 1 << 30
"""Marks in a number of children that all of them were looked at."""
WIDTH = 16
UNSEEN, SETTLED = "0x46293E5940000000", "0xFFF0000000000000"  # 1e30 and minus infinity
STATE = tuple(("ptr", f"%{name}") for _, name in POINTERS)


def real(value: float) -> str:
    """A constant of type float; LLVM takes decimals only if they are exact."""
    (rounded,) = struct.unpack("f", struct.pack("f", value))
    return f"0x{struct.unpack('Q', struct.pack('d', rounded))[0]:016X}"


def write(t: Translator, module: Module) -> None:
    """Write the functions in `NAMES`; each takes the address of a head.

    `uct(head, count)` makes so many rounds and gives how many it made: fewer if it was stopped
    or the root was settled. `uct_open(head, node)` looks at all replies to a move at the root.
    `uct_find(head, state, plies)` gives the node of a state so many moves below the root, -1 if
    there is none. `uct_compact(head, node)` makes a node the root and forgets what is not below.
    """
    write_search(t, module)
    _find(t, module)
    _compact(t, module)


def write_search(t: Translator, module: Module) -> None:
    """Write `uct` and `uct_open`, and what they need."""
    write_legal(t, module)
    write_apply(t, module)
    _playout(t, module)
    _choose(module)
    _weight(module)
    _expand(t, module)
    _prove(t, module)
    _open(t, module)
    _rounds(t, module)
    _open_child(t, module)


class Tree:
    """The tree, as the code of a function sees it."""

    def __init__(self, c: Code, t: Translator) -> None:
        self.c, self.t = c, t
        self.head = c.pointer("%head")

    def number(self, name: str) -> Num:
        """A number of the head."""
        return self.head.get("i64", HEAD.index(name))

    def change(self, name: str, value: Num) -> None:
        """Change a number of the head."""
        self.head.set("i64", value, HEAD.index(name))

    def array(self, name: str) -> Pointer:
        """An array of the nodes, or other memory."""
        found = self.head.get("ptr", HEAD.index(name)).name
        if self.c.module.checks is not None:
            width = dict(FIELDS).get(name, self.t.program.players if name == "outcome" else 0)
            rest = {
                "lists": 8 * (self.t.moves.most + 1), "path": 8 * PATH,
                "sums": 8 * self.t.program.players,
            }  # fmt: skip
            count = self.number("room") if width else None
            found = self.c.bounded(found, width or rest.get(name, 0), count)
        return self.c.pointer(found)


def write_apply(t: Translator, module: Module) -> None:
    """Write `k_apply`, which makes a move."""
    c = Code(module, "k_apply", (*POINTERS, ("i64", "move")))
    t.call(c, "apply", c.num("%move"))
    c.close()


def rooms(c: Code, t: Translator, names: Sequence[str] = "sam") -> None:
    """Room on the stack for a state and a move list, by default as `%s`, `%a` and `%m`."""
    sizes = (t.layout.scalars, t.layout.size - t.layout.scalars, t.moves.size)
    for name, size in zip(names, sizes, strict=True):
        c.slots.append(f"  %{name} = alloca [{max(64, size)} x i8], align 64")
    t.moves.reset(c, f"%{names[2]}")
    t.moves.clear(c, f"%{names[2]}")


def copy_state(c: Code, t: Translator, target: Sequence[str], source: Sequence[str]) -> None:
    """Copy both parts of a state; each is given by two pointers."""
    copy_bytes(c, target[0], source[0], t.layout.scalars)
    copy_bytes(c, target[1], source[1], t.layout.size - t.layout.scalars)


def parts(c: Code, t: Translator, state: str) -> tuple[str, str]:
    """Pointers to both parts of a state that lies in one piece."""
    return state, c.at(state, t.layout.scalars)


def seat(c: Code, t: Translator) -> Num:
    """The seat whose turn it is, from 0; after a swap not that of the colour to move."""
    mover = t.scalar(c, schema.MOVER) - 1
    if t.program.players == 2 and t.program.part(schema.SWAPPED) is not None:
        mover = t.scalar(c, schema.SWAPPED).differs(0).pick(c.num(1) - mover, mover)
    return mover.below(t.program.players).pick(mover, 0)


def worth(t: Translator, outcome: Pointer, chooser: Num) -> Num:
    """What an outcome is worth to a seat, times `scale`."""
    rank = outcome.get("i8", chooser).to("i64")
    players = t.program.players
    return rank - 2 if players == 1 else outcome.code.num(players + 2) - rank


def scale(t: Translator) -> int:
    """The worth of a win; outcomes are whole numbers between it and its opposite."""
    return max(1, t.program.players - 1)


def write_outcome(c: Code, t: Translator, target: str) -> None:
    """Write the outcome of the position, in which the game is over."""
    players = t.program.players
    write_ranks(c, t, target, players)
    bytes_ = c.pointer(target)
    for one in range(players):
        bytes_.set("i8", bytes_.get("i8", one) + 1, one)


def _playout(t: Translator, module: Module) -> None:
    """A random game from a position; the copy lies in registers as far as it can."""
    c = Code(
        module, "k_playout",
        [("ptr noalias", "s0"), ("ptr noalias", "a0"), ("ptr noalias", "h"), ("i64", "random"),
         ("ptr noalias", "out")],
    )  # fmt: skip
    rooms(c, t)
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    t.set_scalar(c, schema.RANDOM, "%random")
    t.call(c, "playout")
    write_outcome(c, t, "%out")
    c.close()


# The choice of a child


def _choose(module: Module) -> None:
    """The child with the highest bound, of those from `first` on; the earliest of equals."""
    c = Code(
        module, "k_choose",
        [("ptr", "mean"), ("ptr", "spread"), ("i64", "count"), ("float", "weight")],
        "i64",
    )  # fmt: skip
    floats, ints = f"<{WIDTH} x float>", f"<{WIDTH} x i32>"
    lanes = ", ".join(f"i32 {lane}" for lane in range(WIDTH))
    low = f"splat (float {SETTLED})"
    count = _splat(c, "i32", str(c.num("%count").to("i32")))
    weight = _splat(c, "float", "%weight")
    best, place = c.slot(floats, align=64), c.slot(ints, align=64)
    c.store(floats, low, best)
    c.store(ints, "zeroinitializer", place)
    base = c.variable("i64", 0)
    # What is read behind the children is not looked at; the arrays end as much later.
    whole = c.num("%count") + WIDTH
    means, spreads = (c.bounded(name, 4, whole) for name in ("%mean", "%spread"))
    with c.loop() as loop:
        here = base.get()
        loop.leave_unless(here < c.num("%count"))
        mean = c.load(floats, c.at(means, str(here), 4), 4)
        spread = c.load(floats, c.at(spreads, str(here), 4), 4)
        bound = c.value(f"fmul {floats} {spread}, {weight}")
        bound = c.value(f"fadd {floats} {mean}, {bound}")
        numbers = c.value(f"add {ints} {_splat(c, 'i32', str(here.to('i32')))}, <{lanes}>")
        inside = c.value(f"icmp slt {ints} {numbers}, {count}")
        known = c.load(floats, best, 64)
        higher = c.value(f"fcmp ogt {floats} {bound}, {known}")
        both = c.value(f"and <{WIDTH} x i1> {inside}, {higher}")
        chosen = c.value(f"select <{WIDTH} x i1> {both}, {floats} {bound}, {floats} {known}")
        c.store(floats, chosen, best, 64)
        old = c.load(ints, place, 64)
        chosen = c.value(f"select <{WIDTH} x i1> {both}, {ints} {numbers}, {ints} {old}")
        c.store(ints, chosen, place, 64)
        base.set(here + WIDTH)
    _first_highest(c, floats, ints, best, place)
    c.close()


def _first_highest(c: Code, floats: str, ints: str, best: str, place: str) -> None:
    """Give the least number among the lanes that hold the highest bound."""
    values = c.load(floats, best, 64)
    top = c.intrinsic("float", f"llvm.vector.reduce.fmax.v{WIDTH}f32", (floats, values))
    same = c.value(f"fcmp oeq {floats} {values}, {_splat(c, 'float', top)}")
    numbers = c.load(ints, place, 64)
    most = "splat (i32 2147483647)"
    kept = c.value(f"select <{WIDTH} x i1> {same}, {ints} {numbers}, {ints} {most}")
    found = c.intrinsic("i32", f"llvm.vector.reduce.smin.v{WIDTH}i32", (ints, kept))
    c.give("i64", str(c.num(found, "i32").to("i64")))


def _splat(c: Code, kind: str, value: str) -> str:
    whole = f"<{WIDTH} x {kind}>"
    one = c.value(f"insertelement {whole} poison, {kind} {value}, i64 0")
    return c.value(f"shufflevector {whole} {one}, {whole} poison, <{WIDTH} x i32> zeroinitializer")


# Of log2(m) / (m - 1) for m from 1 to 2; the error of the logarithm is at most 1e-5.
LOG2 = (3.115789, -3.3241990, 2.5988452, -1.2315303, 0.31821337, -0.034436006)
LN2 = 0.6931471805599453


def _weight(module: Module) -> None:
    """The square root of the logarithm of one more than a number.

    Not the library's logarithm: results must be the same on every machine.
    """
    c = Code(module, "k_weight", [("i64", "visits")], "float")
    number = str((c.num("%visits") + 1).to("float"))
    bits = c.num(c.value(f"bitcast float {number} to i32"), "i32")
    power = ((bits >> 23) - 127).to("float")
    mantissa = (bits & 0x7FFFFF) | 0x3F800000
    m = c.num(c.value(f"bitcast i32 {mantissa} to float"), "float")
    sum_ = c.num(real(LOG2[-1]), "float")
    for one in reversed(LOG2[:-1]):
        sum_ = sum_ * m + real(one)
    logarithm = (power + sum_ * (m - real(1.0))) * real(LN2)
    c.give("float", root_of(c, logarithm).name)
    c.close()


def root_of(c: Code, value: Num) -> Num:
    """The square root of a float."""
    return c.num(c.intrinsic("float", "llvm.sqrt.f32", ("float", value.name)), "float")


# Growing the tree


def _expand(t: Translator, module: Module) -> None:
    """Give a node children, in random order; none if there is no room for them."""
    c = Code(module, "k_expand", [("ptr", "head"), *POINTERS, ("i64", "node")])
    tree = Tree(c, t)
    lists = tree.array("lists")
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", lists.name)))
    used = tree.number("used")
    with c.when((used + count) > tree.number("room")):
        c.finish()
    tree.array("first").set("i32", used.to("i32"), "%node")
    tree.array("count").set("i32", count.to("i32"), "%node")
    tree.change("used", used + count)
    players = t.program.players
    outcomes = tree.array("outcome")
    moves, means, spreads = tree.array("move"), tree.array("mean"), tree.array("spread")
    zeros = [tree.array(name) for name in ("visits", "total", "first", "count")]
    with c.times(count) as (index, _):
        node = used + index
        moves.set("i64", lists.get("i64", index), node)
        means.set("float", UNSEEN, node)
        spreads.set("float", real(0), node)
        for one in zeros:
            one.set("i32", 0, node)
        row = outcomes.at(node * players, 1)
        for one in range(players):
            row.set("i8", 0, one)
    _shuffle(c, tree, moves, used, count)
    c.close()


def _shuffle(c: Code, tree: Tree, moves: Pointer, first: Num, count: Num) -> None:
    """Bring the moves of new nodes into random order."""
    stream = c.variable("i64", tree.number("stream"))
    with c.times(count) as (index, _):
        following = stream.get() + signed(GOLDEN)
        stream.set(following)
        upper = mixed(c, following) >> 32
        other = first + (upper * (index + 1) >> 32)
        here = first + index
        kept = moves.get("i64", other)
        moves.set("i64", moves.get("i64", here), other)
        moves.set("i64", kept, here)
    tree.change("stream", stream.get())


def _prove(t: Translator, module: Module) -> None:
    """Settle a node whose mover has a certain win, or all of whose children are settled."""
    c = Code(module, "k_prove", [("ptr", "head"), ("i64", "node"), ("i64", "seat")], "i1")
    tree = Tree(c, t)
    first = tree.array("first").get("i32", "%node").to("i64")
    count = (tree.array("count").get("i32", "%node") & (OPENED - 1)).to("i64")
    players, outcomes = t.program.players, tree.array("outcome")
    best, chosen, open_ = c.variable("i64", -99), c.variable("i64", -1), c.variable("i1", "false")
    with c.times(count) as (index, loop):
        row = outcomes.at((first + index) * players, 1)
        with c.when(row.get("i8").is_(0)):
            open_.set("true")
            loop.again()
        value = worth(t, row, c.num("%seat"))
        with c.when(value > best.get()):
            best.set(value)
            chosen.set(first + index)
            loop.leave_if(value.is_(scale(t)))
    won = best.get().is_(scale(t))
    sure = won | (open_.get().negated() & (chosen.get() >= 0))
    with c.when(sure):
        _copy_outcome(tree, t, c.num("%node"), chosen.get())
        tree.array("mean").set("float", SETTLED, "%node")
    c.give("i1", sure.name)
    c.close()


def _copy_outcome(tree: Tree, t: Translator, target: Num, source: Num) -> None:
    players, outcomes = t.program.players, tree.array("outcome")
    rows = outcomes.at(target * players, 1), outcomes.at(source * players, 1)
    for one in range(players):
        rows[0].set("i8", rows[1].get("i8", one), one)


def _open(t: Translator, module: Module) -> None:
    """Look at all children of a node, so that wins in one are known."""
    c = Code(module, "k_open", [("ptr", "head"), *POINTERS, ("i64", "node")])
    tree = Tree(c, t)
    first = tree.array("first").get("i32", "%node").to("i64")
    counts = tree.array("count")
    count = counts.get("i32", "%node")
    players, outcomes, moves = t.program.players, tree.array("outcome"), tree.array("move")
    inner = Code(
        module, "k_look", [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), ("i64", "move"),
                           ("ptr", "out")], "i1",
    )  # fmt: skip
    rooms(inner, t)
    copy_state(inner, t, ("%s", "%a"), ("%s0", "%a0"))
    inner.call("void", "k_apply", *STATE, ("i64", "%move"))
    over = t.scalar(inner, schema.OVER).differs(0)
    with inner.when(over):
        write_outcome(inner, t, "%out")
    inner.give("i1", over.name)
    inner.close()
    with c.times(count.to("i64")) as (index, _):
        child = first + index
        move = moves.get("i64", child)
        row = outcomes.at(child * players, 1)
        over = c.call("i1", "k_look", ("ptr", "%s"), ("ptr", "%a"), ("ptr", "%h"),
                      ("i64", move.name), ("ptr", row.name))  # fmt: skip
        with c.when(over):
            tree.array("mean").set("float", SETTLED, child)
    counts.set("i32", count | OPENED, "%node")
    c.call("i1", "k_prove", ("ptr", "%head"), ("i64", "%node"), ("i64", seat(c, t).name))
    c.close()


# Rounds


def _rounds(t: Translator, module: Module) -> None:
    c = Code(module, NAME, [("ptr", "head"), ("i64", "count")], "i64", linkage="")
    tree = Tree(c, t)
    rooms(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    root = parts(c, t, tree.array("state").name)
    outcomes = tree.array("outcome")
    explore = c.num(
        c.load("double", c.at("%head", HEAD.index("explore"), 8)), "double"
    ).to("float")  # fmt: skip
    made = c.variable("i64", 0)
    result = c.slot("i8", max(8, t.program.players))
    with c.times(c.num("%count")) as (_, loop):
        loop.leave_if(tree.number("stop").differs(0))
        loop.leave_if(outcomes.get("i8").differs(0))
        copy_state(c, t, ("%s", "%a"), root)
        depth = _descend(c, t, tree, explore, result)
        _learn(c, t, tree, depth, result)
        made.set(made.get() + 1)
        tree.change("done", tree.number("done") + 1)
    c.give("i64", made.get().name)
    c.close()


def _descend(c: Code, t: Translator, tree: Tree, explore: Num, result: str) -> Num:
    """Go down to an outcome; the path is written down, its length is given.

    An entry of the path is the node, and the seat that chose it above 32 bits.
    """
    path, outcomes, players = tree.array("path"), tree.array("outcome"), t.program.players
    node, depth = c.variable("i64", 0), c.variable("i64", 0)
    path.set("i64", 0, 0)
    with c.loop() as loop:
        here = node.get()
        _grow(c, tree, here, depth.get())
        with c.when(outcomes.get("i8", here * players).differs(0)):
            copy_row(c, t, result, outcomes.at(here * players, 1).name)
            loop.leave()
        children = tree.array("count").get("i32", here) & (OPENED - 1)
        with c.when(children.is_(0)):
            _random_game(c, tree, result)
            loop.leave()
        chooser = seat(c, t)
        child = _best_child(c, tree, here, children.to("i64"), explore)
        deeper = depth.get() + 1
        depth.set(deeper)
        path.set("i64", child | (chooser << 32), deeper)
        move = tree.array("move").get("i64", child)
        c.call("void", "k_apply", *STATE, ("i64", move.name))
        node.set(child)
        with c.when(t.scalar(c, schema.OVER).differs(0)):
            write_outcome(c, t, result)
            copy_row(c, t, outcomes.at(child * players, 1).name, result)
            loop.leave()
    return depth.get()


def copy_row(c: Code, t: Translator, target: str, source: str) -> None:
    """Copy an outcome."""
    for one in range(t.program.players):
        c.store("i8", c.load("i8", c.at(source, one), 1), c.at(target, one), 1)


def _grow(c: Code, tree: Tree, node: Num, depth: Num) -> None:
    """Give a node children if it was visited often enough; near the root, look at them all."""
    counts = tree.array("count")
    scarce = (tree.number("used") << 1) > tree.number("room")
    patience = tree.number("patience") << scarce.pick(2, 0)
    needed = depth.is_(0).pick(0, depth.is_(1).pick(1, patience))
    often = tree.array("visits").get("i32", node).to("i64") >= needed
    with c.when(counts.get("i32", node).is_(0) & often):
        c.call("void", "k_expand", ("ptr", "%head"), *STATE, ("i64", node.name))
    known = counts.get("i32", node)
    with c.when(depth.below(2) & known.differs(0) & (known < OPENED)):
        c.call("void", "k_open", ("ptr", "%head"), *STATE, ("i64", node.name))


def _best_child(c: Code, tree: Tree, node: Num, count: Num, explore: Num) -> Num:
    first = tree.array("first").get("i32", node).to("i64")
    visits = tree.array("visits").get("i32", node).to("i64")
    weight = c.num(c.call("float", "k_weight", ("i64", visits.name)), "float") * explore
    places = [tree.array(name).at(first, 4).name for name in ("mean", "spread")]
    found = c.call("i64", "k_choose", ("ptr", places[0]), ("ptr", places[1]),
                   ("i64", count.name), ("float", weight.name))  # fmt: skip
    return first + c.num(found)


def _random_game(c: Code, tree: Tree, result: str) -> None:
    number = tree.number("done") * signed(GOLDEN)
    random = mixed(c, tree.number("seed") + number)
    c.call("void", "k_playout", *STATE[:2], STATE[3], ("i64", random.name), ("ptr", result))


def _learn(c: Code, t: Translator, tree: Tree, depth: Num, result: str) -> None:
    """Carry an outcome up the path, then what is settled by it."""
    path, outcomes, players = tree.array("path"), tree.array("outcome"), t.program.players
    visits, totals = tree.array("visits"), tree.array("total")
    means, spreads = tree.array("mean"), tree.array("spread")
    at = c.variable("i64", depth)
    with c.loop() as loop:
        level = at.get()
        loop.leave_if(level.is_(0))
        entry = path.get("i64", level)
        node, chooser = entry & 0xFFFFFFFF, entry >> 32
        total = totals.get("i32", node) + worth(t, c.pointer(result), chooser).to("i32")
        count = visits.get("i32", node) + 1
        totals.set("i32", total, node)
        visits.set("i32", count, node)
        many = count.to("float")
        means.set("float", total.to("float") / (many * real(scale(t))), node)
        spreads.set("float", c.num(real(1.0), "float") / root_of(c, many), node)
        at.set(level - 1)
    visits.set("i32", visits.get("i32") + 1)
    sums = tree.array("sums")
    for one in range(t.program.players):
        sums.set("i64", sums.get("i64", one) + worth(t, c.pointer(result), c.num(one)), one)
    at.set(depth)
    last = path.get("i64", depth) & 0xFFFFFFFF
    with c.when(outcomes.get("i8", last * players).differs(0)):
        means.set("float", SETTLED, last)
        with c.loop() as loop:
            level = at.get()
            loop.leave_if(level.is_(0))
            parent = path.get("i64", level - 1) & 0xFFFFFFFF
            chooser = path.get("i64", level) >> 32
            sure = c.call("i1", "k_prove", ("ptr", "%head"), ("i64", parent.name),
                          ("i64", chooser.name))  # fmt: skip
            loop.leave_unless(sure)
            at.set(level - 1)


# Around the search


def _open_child(t: Translator, module: Module) -> None:
    c = Code(module, "uct_open", [("ptr", "head"), ("i64", "node")], linkage="")
    tree = Tree(c, t)
    rooms(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    copy_state(c, t, ("%s", "%a"), parts(c, t, tree.array("state").name))
    chooser = seat(c, t)
    move = tree.array("move").get("i64", "%node")
    c.call("void", "k_apply", *STATE, ("i64", move.name))
    counts = tree.array("count")
    node = c.num("%node")
    with c.when(counts.get("i32", node).is_(0)):
        c.call("void", "k_expand", ("ptr", "%head"), *STATE, ("i64", "%node"))
    known = counts.get("i32", node)
    with c.when(known.differs(0) & (known < OPENED)):
        c.call("void", "k_open", ("ptr", "%head"), *STATE, ("i64", "%node"))
        c.call("i1", "k_prove", ("ptr", "%head"), ("i64", "0"), ("i64", chooser.name))
    c.close()


def _find(t: Translator, module: Module) -> None:
    """Search the nodes so many moves below the root for a state."""
    rest = [("ptr", "head"), ("i64", "node"), ("i64", "plies"), ("ptr", "wanted")]
    c = Code(module, "k_find", [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), *rest], "i64")
    tree = Tree(c, t)
    rooms(c, t)
    first = tree.array("first").get("i32", "%node").to("i64")
    count = (tree.array("count").get("i32", "%node") & (OPENED - 1)).to("i64")
    with c.when(c.num("%plies").is_(0)):
        c.give("i64", c.num(_same(c, t), "i1").pick("%node", -1).name)
    answer = c.variable("i64", -1)
    with c.times(count) as (index, loop):
        left = tree.number("budget")
        loop.leave_if(left <= 0)
        tree.change("budget", left - 1)
        child = first + index
        copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
        move = tree.array("move").get("i64", child)
        c.call("void", "k_apply", *STATE, ("i64", move.name))
        plies = c.num("%plies") - 1
        found = c.num(c.call("i64", "k_find", *STATE[:2], STATE[3], ("ptr", "%head"),
                             ("i64", child.name), ("i64", plies.name),
                             ("ptr", "%wanted")))  # fmt: skip
        answer.set(found)
        loop.leave_if(found >= 0)
    c.give("i64", answer.get().name)
    c.close()
    c = Code(
        module, "uct_find", [("ptr", "head"), ("ptr", "wanted"), ("i64", "plies")], "i64",
        linkage="",
    )  # fmt: skip
    tree = Tree(c, t)
    root = parts(c, t, tree.array("state").name)
    pointers = [("ptr", one) for one in (*root, tree.array("scratch").name)]
    found = c.call("i64", "k_find", *pointers, ("ptr", "%head"), ("i64", "0"),
                   ("i64", "%plies"), ("ptr", "%wanted"))  # fmt: skip
    c.give("i64", found)
    c.close()


def _same(c: Code, t: Translator) -> str:
    """Whether the state is the wanted one, chance aside."""
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    wanted = parts(c, t, "%wanted")
    field = t.program.part(schema.RANDOM)
    if field is not None:
        t.set_scalar(c, schema.RANDOM, c.load("i64", t.place(c, field, s=wanted[0], a=wanted[1])))
    same = c.variable("i1", "true")
    sizes = t.layout.scalars, t.layout.size - t.layout.scalars
    for ours, theirs, size in zip(("%s", "%a"), wanted, sizes, strict=True):
        with c.times(size // 8) as (word, _):
            held = ours, c.bounded(theirs, size)
            one, other = (c.pointer(part).get("i64", word) for part in held)
            same.set(same.get() & one.is_(other))
    return same.get().name


def _compact(t: Translator, module: Module) -> None:
    """Move what is below a node to the front of the memory, keeping its order.

    Children come after their parents, so that one pass is enough: a node that is reached marks
    its children, in the place of their spread, and the first of them says where the parent is now.
    """
    c = Code(module, "uct_compact", [("ptr", "head"), ("i64", "node")], linkage="")
    tree = Tree(c, t)
    players, outcomes = t.program.players, tree.array("outcome")
    arrays = {name: tree.array(name) for name, _ in FIELDS}
    marks, counts = arrays["spread"], arrays["count"]
    used, start = tree.number("used"), c.num("%node")
    with c.times(used - start) as (index, _):
        marks.set("i32", -1, start + index)
    marks.set("i32", -2, start)
    following = c.variable("i64", 0)
    with c.times(used - start) as (index, loop):
        old = start + index
        mark = marks.get("i32", old)
        with c.when(mark.is_(-1)):
            loop.again()
        new = following.get()
        following.set(new + 1)
        with c.when(mark >= 0):
            arrays["first"].set("i32", new.to("i32"), mark.to("i64"))
        first = arrays["first"].get("i32", old).to("i64")
        count = (counts.get("i32", old) & (OPENED - 1)).to("i64")
        with c.times(count) as (child, _):
            marks.set("i32", child.is_(0).pick(new.to("i32"), -2, "i32"), first + child)
        for name, size in FIELDS:
            kind = {4: "i32", 8: "i64"}[size]
            arrays[name].set(kind, arrays[name].get(kind, old), new)
        for one in range(players):
            outcomes.set("i8", outcomes.get("i8", old * players + one), new * players + one)
        visits = arrays["visits"].get("i32", new)
        spread = c.num(real(1.0), "float") / root_of(c, visits.to("float"))
        seen = visits.differs(0)
        arrays["spread"].set("float", seen.pick(spread, real(0), "float"), new)
    tree.change("used", following.get())
    c.close()

"""Monte Carlo tree search: random games decide which moves are looked at more closely.

Upper confidence bounds (Kocsis and Szepesvári 2006) for any number of players, each of whom wants
most for himself; positions whose outcome is certain are settled and not visited again, as in
MCTS-Solver (Winands, Björnsson and Saito 2008).

States are not kept: every round copies the state at the root and makes the moves down the tree.
`tree.py` says how that lies in memory, `bounds.py` which child is looked at next, `openloop.py`
what is different where chance has a part in the moves.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.targets.kernels.outcomes import (
    copy_row,
    scale,
    seat,
    worth,
    write_outcome,
)
from interpreter.targets.kernels.search import openloop
from interpreter.targets.kernels.search.bounds import (
    SETTLED,
    real,
    root_of,
    write_choose,
    write_weight,
)
from interpreter.targets.kernels.search.tree import (
    HEAD,
    OPENED,
    Tree,
    fresh,
    often_visited,
    random_game,
    write_compact,
    write_find,
)
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts
from interpreter.targets.kernels.step import write_apply, write_legal
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.translator import GOLDEN, POINTERS, Translator, mixed, signed

NAME = "uct"
NAMES = ("uct", "uct_open", "uct_find", "uct_compact")
ENTRIES = ("generate", "allowed", "apply", "playout")


def write(t: Translator, module: Module) -> None:
    """Write the functions in `NAMES`; each takes the address of a head.

    `uct(head, count)` makes so many rounds and gives how many it made: fewer if it was stopped
    or the root was settled. `uct_open(head, node)` looks at all replies to a move at the root.
    `uct_find(head, state, plies)` gives the node of a state so many moves below the root, -1 if
    there is none. `uct_compact(head, node)` makes a node the root and forgets what is not below.
    """
    write_search(t, module)
    write_find(t, module)
    write_compact(t, module)


def write_search(t: Translator, module: Module) -> None:
    """Write `uct` and `uct_open`, and what they need."""
    write_legal(t, module)
    write_apply(t, module)
    _playout(t, module)
    write_choose(module)
    write_weight(module)
    openloop.write(t, module)
    _expand(t, module)
    _prove(t, module)
    _open(t, module)
    _rounds(t, module)
    _open_child(t, module)


def _playout(t: Translator, module: Module) -> None:
    """A random game from a position; the copy lies in registers as far as it can."""
    c = Code(
        module, "k_playout",
        [("ptr noalias", "s0"), ("ptr noalias", "a0"), ("ptr noalias", "h"), ("i64", "random"),
         ("ptr noalias", "out")],
    )  # fmt: skip
    cleared_room(c, t)
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    t.set_scalar(c, schema.RANDOM, "%random")
    t.call(c, "playout")
    write_outcome(c, t, "%out")
    c.close()


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
    moves, clear = tree.array("move"), fresh(tree)
    with c.times(count) as (index, _):
        node = used + index
        moves.set("i64", lists.get("i64", index), node)
        clear(node)
    _shuffle(c, tree, moves, used, count)
    if not is_foreseen(t.program):
        openloop.link(c, t, tree, used, count)
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
    cleared_room(inner, t)
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
    cleared_room(c, t)
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
        descend = _descend if is_foreseen(t.program) else openloop.descend
        depth = descend(c, t, tree, explore, result)
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
            random_game(c, tree, result)
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


def _grow(c: Code, tree: Tree, node: Num, depth: Num) -> None:
    """Give a node children if it was visited often enough; near the root, look at them all."""
    counts = tree.array("count")
    with c.when(counts.get("i32", node).is_(0) & often_visited(tree, node, depth)):
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


# After the search


def _open_child(t: Translator, module: Module) -> None:
    c = Code(module, "uct_open", [("ptr", "head"), ("i64", "node")], linkage="")
    tree = Tree(c, t)
    cleared_room(c, t)
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

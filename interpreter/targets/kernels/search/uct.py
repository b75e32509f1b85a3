"""Monte Carlo tree search: random games decide which moves are looked at more closely.

Upper confidence bounds (Kocsis and Szepesvári 2006) for any number of players, each of whom wants
most for himself; positions whose outcome is certain are settled and not visited again, as in
MCTS-Solver (Winands, Björnsson and Saito 2008).

States are not kept: every round copies the state at the root and makes the moves down the tree.
`nodes.py` says how that lies in memory, `bounds.py` which child is looked at next, `openloop.py`
what is different where chance has a part in the moves.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.targets.kernels.outcomes import (
    copy_row,
    scale,
    seat,
    worth,
    write_outcome,
)
from interpreter.targets.kernels.search import history, openloop
from interpreter.targets.kernels.search.bounds import (
    URGENT,
    WIDTH,
    real,
    write_choose,
    write_weight,
)
from interpreter.targets.kernels.search.nodes import Tree
from interpreter.targets.kernels.search.tree import (
    often_visited,
    random_game,
    write_compact,
    write_find,
    write_known,
)
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts
from interpreter.targets.kernels.step import write_apply, write_legal
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer, Slot, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

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
    write_known(t, module)
    history.write(t, module)
    write_choose(module)
    write_weight(module)
    openloop.write(t, module)
    _expand(t, module)
    _prove(t, module)
    _open(t, module)
    _rounds(t, module)
    _open_child(t, module)


def _playout(t: Translator, module: Module) -> None:
    """A random game from a position: how many moves were made then.

    The copy lies in registers as far as it can.
    """
    c = Code(
        module, "k_playout",
        [("ptr noalias", "s0"), ("ptr noalias", "a0"), ("ptr noalias", "h"), ("i64", "random"),
         ("ptr noalias", "out")],
        "i64",
    )  # fmt: skip
    cleared_room(c, t)
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    t.set_scalar(c, schema.RANDOM, "%random")
    t.call(c, "playout")
    write_outcome(c, t, "%out")
    c.give("i64", t.scalar(c, schema.MOVES).name)
    c.close()


# Growing the tree


def _expand(t: Translator, module: Module) -> None:
    """Give a node children, in random order where moves are worth alike.

    It gets none if there is no room for them.
    """
    c = Code(module, "k_expand", [("ptr", "head"), *POINTERS, ("i64", "node")])
    tree = Tree(c, t)
    lists, chooser = tree.array("lists"), seat(c, t)
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", lists.name)))
    header = tree.number("used")
    following = header + 1 + count
    with c.when(following > tree.number("room")):
        c.finish()
    _shuffle(c, tree, count)
    order = history.Order(c, tree, count, chooser)
    first = header + 1
    tree.clear(header)
    tree.set("count", count, header)
    tree.set("front", (count < WIDTH).pick(count, WIDTH), header)
    tree.weigh(header, tree.get("visits", "%node"))
    tree.set("first", first, "%node")
    tree.change("used", following)
    spread = tree.unseen("%node")
    with c.times(count) as (index, _):
        move, value, place = order.next(index)
        child = first + place
        tree.set("mean", value, child)
        if is_foreseen(t.program):
            tree.set("spread", spread, child)
        else:
            tree.set("met", 0, child)
        tree.keep_move(child, move)
    if not is_foreseen(t.program):
        openloop.link(c, t, tree, first, count)
    c.close()


def _shuffle(c: Code, tree: Tree, count: Num) -> None:
    """Bring the moves that were listed into random order."""
    moves = tree.array("lists")
    stream = c.variable("i64", tree.number("stream"))
    with c.times(count) as (index, _):
        following = stream.get() + signed(GOLDEN)
        stream.set(following)
        other = (mixed(c, following) >> 32) * (index + 1) >> 32
        kept = moves.get("i64", other)
        moves.set("i64", moves.get("i64", index), other)
        moves.set("i64", kept, index)
    tree.change("stream", stream.get())


def _prove(t: Translator, module: Module) -> None:
    """Settle a node whose mover has a certain win, or all of whose children are settled."""
    c = Code(module, "k_prove", [("ptr", "head"), ("i64", "node"), ("i64", "seat")], "i1")
    tree = Tree(c, t)
    first = tree.first("%node")
    best, chosen, open_ = c.variable("i64", -99), c.variable("i64", -1), c.variable("i1", "false")
    with c.times(tree.count(first)) as (index, loop):
        child = first + index
        with c.unless(tree.settled(child)):
            open_.set("true")
            loop.again()
        value = worth(t, tree.result(child), c.num("%seat"))
        with c.when(value > best.get()):
            best.set(value)
            chosen.set(child)
            loop.leave_if(value.is_(scale(t)))
    won = best.get().is_(scale(t))
    sure = won | (open_.get().negated() & (chosen.get() >= 0))
    with c.when(sure):
        tree.settle("%node", tree.get("outcome", chosen.get()))
    c.give("i1", sure.name)
    c.close()


def _open(t: Translator, module: Module) -> None:
    """Look at all children of a node, so that wins in one are known."""
    _look(t, module)
    c = Code(module, "k_open", [("ptr", "head"), *POINTERS, ("i64", "node")])
    tree = Tree(c, t)
    first = tree.first("%node")
    with c.times(tree.count(first)) as (index, _):
        child = first + index
        found = c.num(c.call("i64", "k_look", ("ptr", "%s"), ("ptr", "%a"), ("ptr", "%h"),
                             ("ptr", "%head"), ("i64", tree.move(child).name)))  # fmt: skip
        with c.when(found.differs(0)):
            tree.settle(child, found)
    tree.set("opened", 1, first - 1)
    c.call("i1", "k_prove", ("ptr", "%head"), ("i64", "%node"), ("i64", seat(c, t).name))
    c.close()


def _look(t: Translator, module: Module) -> None:
    """The number of the outcome that a move leads to at once; 0 if the game goes on."""
    c = Code(
        module, "k_look",
        [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), ("ptr", "head"), ("i64", "move")], "i64",
    )  # fmt: skip
    cleared_room(c, t)
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    c.call("void", "k_apply", *STATE, ("i64", "%move"))
    with c.when(t.scalar(c, schema.OVER).is_(0)):
        c.give("i64", "0")
    row = c.slot("i8", max(8, t.program.players))
    write_outcome(c, t, row)
    c.give("i64", c.call("i64", "k_known", ("ptr", "%head"), ("ptr", row)))
    c.close()


# Rounds


def _rounds(t: Translator, module: Module) -> None:
    c = Code(module, NAME, [("ptr", "head"), ("i64", "count")], "i64", linkage="")
    tree = Tree(c, t)
    cleared_room(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    root = parts(c, t, tree.array("state").name)
    made, ended = c.variable("i64", 0), c.variable("i64")
    result = c.slot("i8", max(8, t.program.players))
    with c.times(c.num("%count")) as (_, loop):
        loop.leave_if(tree.number("stop").differs(0))
        loop.leave_if(tree.settled(0))
        copy_state(c, t, ("%s", "%a"), root)
        history.watch(tree, history.wanted(tree))
        ended.set(0)
        if is_foreseen(t.program):
            path = tree.array("path")
            depth = descend(tree, path, result, ended, lambda: random_game(c, tree, result))
            _learn(tree, depth, result)
            conclude(tree, path, depth, ended.get())
        else:
            depth = openloop.descend(c, t, tree, result)
            _learn(tree, depth, result)
        made.set(made.get() + 1)
        tree.change("done", tree.number("done") + 1)
    c.give("i64", made.get().name)
    c.close()


def descend(
    tree: Tree,
    path: Pointer,
    result: str,
    ended: Slot,
    game: Callable[[], object],
    visit: Callable[[Num], object] = lambda _: None,
) -> Num:
    """Go down to an outcome; the path is written down, its length is given.

    An entry of the path is the node, and the seat that chose it above 32 bits.

    Args:
        ended: is given the number of the outcome, if it is certain
        game: writes what is done where it is not
        visit: writes what is done with each node that it comes to
    """
    c, t = tree.c, tree.t
    node, depth = c.variable("i64", 0), c.variable("i64", 0)
    path.set("i64", 0, 0)
    explore, unseen = tree.real("explore"), tree.spread(0)
    with c.loop() as loop:
        here = node.get()
        _grow(c, tree, here, depth.get())
        visit(here)
        with c.when(tree.first(here).is_(0)):
            game()
            loop.leave()
        with c.when(tree.settled(here)):
            copy_row(c, t, result, tree.result(here).name)
            ended.set(tree.get("outcome", here).to("i64"))
            loop.leave()
        chooser = seat(c, t)
        child = _best_child(tree, here, explore, unseen)
        tree.prefetch(child)
        deeper = depth.get() + 1
        depth.set(deeper)
        path.set("i64", child | (chooser << 32), deeper)
        c.call("void", "k_apply", *STATE, ("i64", tree.move(child).name))
        node.set(child)
        with c.when(t.scalar(c, schema.OVER).differs(0)):
            visit(child)
            write_outcome(c, t, result)
            ended.set(c.num(c.call("i64", "k_known", ("ptr", "%head"), ("ptr", result))))
            loop.leave()
    return depth.get()


def _grow(c: Code, tree: Tree, node: Num, depth: Num) -> None:
    """Give a node children if it was visited often enough; near the root, look at them all."""
    here = ("ptr", "%head"), *STATE, ("i64", node.name)
    with c.when(tree.first(node).is_(0)), c.when(often_visited(tree, node, depth)):
        c.call("void", "k_expand", *here)
    near, parent = depth < tree.number("looked"), tree.first(node).differs(0)
    with c.when(near), c.when(parent), c.unless(tree.opened(node)):
        c.call("void", "k_open", *here)


def _best_child(tree: Tree, node: Num, explore: Num, unseen: Num) -> Num:
    c, first = tree.c, tree.first(node)
    header = tree.entry("pair", first - 1)
    weight = header.get("float", 1) * explore
    unseen = node.is_(0).pick(real(URGENT), unseen, "float")
    found = c.call(
        "i64", "k_choose", ("ptr", header.at(1, 8).name), ("ptr", header.name),
        ("ptr", tree.entry("record", first - 1).at(1, 4).name), ("float", weight.name),
        ("float", unseen.name),
    )  # fmt: skip
    return first + c.num(found)


def _learn(tree: Tree, depth: Num, result: str) -> None:
    """Carry an outcome up the path."""
    c, path = tree.c, tree.array("path")
    with c.times(depth) as (number, _):
        node, chooser = step_of(path, number + 1)
        count = tree.get("visits", node) + 1
        tree.set("visits", count, node)
        tree.set("mean", added(tree, node, chooser, result, count), node)
        if is_foreseen(tree.t.program):
            tree.set("spread", tree.spread(count), node)
            weigh_children(tree, node, count)
    count = tree.get("visits", 0) + 1
    tree.set("visits", count, 0)
    if is_foreseen(tree.t.program):
        weigh_children(tree, c.num(0), count)
    sum_up(tree, result)


def step_of(path: Pointer, level: Num) -> tuple[Num, Num]:
    """The node on a level of a path, and the seat that chose it."""
    entry = path.get("i64", level)
    return entry & 0xFFFFFFFF, entry >> 32


def added(tree: Tree, node: Num, chooser: Num, result: str, count: Num) -> Num:
    """The mean of a node with one outcome more.

    Args:
        count: visits of the node with this one
    """
    t = tree.t
    total = tree.get("total", node) + worth(t, tree.c.pointer(result), chooser).to("i32")
    tree.set("total", total, node)
    many = count.to("float")
    mean = total.to("float") / (many * real(scale(t)))
    return history.blended(tree, mean, many, node, chooser)


def weigh_children(tree: Tree, node: Num, visits: Num) -> None:
    """Keep ready what the uncertainty of the children of a node counts, if it has any."""
    first = tree.first(node)
    with tree.c.unless(first.is_(0)):
        tree.weigh(first - 1, visits)


def sum_up(tree: Tree, result: str) -> None:
    """Add an outcome to the sums of the whole search."""
    sums, outcome = tree.array("sums"), tree.c.pointer(result)
    for one in range(tree.players):
        sums.set("i64", sums.get("i64", one) + worth(tree.t, outcome, tree.c.num(one)), one)


def conclude(tree: Tree, path: Pointer, depth: Num, ended: Num) -> None:
    """Settle the last node of the path if its outcome is certain, and what follows from it."""
    c = tree.c
    at = c.variable("i64", depth)
    with c.when(ended.differs(0)), c.unless(tree.number("proofs").is_(0)):
        tree.settle(step_of(path, depth)[0], ended)
        with c.loop() as loop:
            level = at.get()
            loop.leave_if(level.is_(0))
            parent, _ = step_of(path, level - 1)
            _, chooser = step_of(path, level)
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
    c.call("void", "k_apply", *STATE, ("i64", tree.move("%node").name))
    here = ("ptr", "%head"), *STATE, ("i64", "%node")
    with c.when(tree.first("%node").is_(0)):
        c.call("void", "k_expand", *here)
    first = tree.first("%node")
    with c.when(first.is_(0)):  # there is no room
        c.finish()
    with c.unless(tree.opened(c.num("%node"))):
        c.call("void", "k_open", *here)
        c.call("i1", "k_prove", ("ptr", "%head"), ("i64", "0"), ("i64", chooser.name))
    c.close()

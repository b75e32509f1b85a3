"""Rounds of a tree search in games with chance, or where something is hidden: open loop.

A node stands for the moves that lead to it, whatever fell on the way. Every round draws anew all
that the rules draw behind the root; what lies on the table there is known. A node has a child for
each move that was ever legal, and each seat that was to choose it; of these the round chooses among
the ones that are legal now. The bound of a child counts how often it was legal, not how often its
parent was visited (Cowling, Powley and Whitehouse 2012, section IV), so that a move that needs a
rare throw is not looked at more than others. Nothing is ever certain: no node is settled.

Where something is hidden from the player to move, rounds begin from several positions, one after
the other, that he cannot tell apart: see `interpreter/play/search/worlds.py`. A node then stands
for all positions that its moves may lead to.

Nodes have besides the next child of the same parent (32 bits) and the seat that chooses it (8
bits); how often a move was legal stands in the place of the spread.

Why not a node for each throw: two dice have 21 throws, and what a move is worth hardly depends on
the throw that allowed it. All throws teach the same node.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.targets.kernels.outcomes import seat, write_outcome
from interpreter.targets.kernels.search.bounds import URGENT, real, root_of
from interpreter.targets.kernels.search.nodes import Tree
from interpreter.targets.kernels.search.tree import drawn, often_visited, random_game
from interpreter.targets.kernels.states import STATE
from interpreter.targets.llvm.assembly import Code, Module, Num
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator


def write(t: Translator, module: Module) -> None:
    """Write what `descend` calls; nothing for a game in which all is foreseen."""
    if not is_foreseen(t.program):
        _find(t, module)
        _add(t, module)
        _meet(t, module)


def link(c: Code, t: Translator, tree: Tree, first: Num, count: Num) -> None:
    """Make children that lie side by side one list."""
    chooser = seat(c, t)
    with c.times(count) as (index, _):
        child = first + index
        last = (index + 1).is_(count)
        tree.set("next", last.pick(0, child + 1), child)
        tree.set("seat", chooser, child)


def _find(t: Translator, module: Module) -> None:
    """The child of a node for a move that a seat chooses; 0 if there is none."""
    c = Code(
        module, "k_child", [("ptr", "head"), ("i64", "node"), ("i64", "move"), ("i64", "seat")],
        "i64",
    )  # fmt: skip
    tree = Tree(c, t)
    child = c.variable("i64", tree.first("%node"))
    with c.loop() as loop:
        here = child.get()
        loop.leave_if(here.is_(0))
        chosen = tree.get("seat", here).to("i64").is_("%seat")
        loop.leave_if(tree.move(here).is_("%move") & chosen)
        child.set(tree.get("next", here).to("i64"))
    c.give("i64", child.get().name)
    c.close()


def _add(t: Translator, module: Module) -> None:
    """Give a node one more child; 0 if there is no room for it.

    The children of the root lie side by side, and there are no more than at first.
    """
    c = Code(
        module, "k_add", [("ptr", "head"), ("i64", "node"), ("i64", "move"), ("i64", "seat")],
        "i64",
    )  # fmt: skip
    tree = Tree(c, t)
    child, node = tree.number("used"), c.num("%node")
    with c.when(node.is_(0) | (child >= tree.number("room"))):
        c.give("i64", "0")
    tree.change("used", child + 1)
    tree.clear(child)
    tree.keep_move(child, "%move")
    tree.set("seat", c.num("%seat"), child)
    tree.set("next", tree.get("first", node), child)
    tree.set("first", child, node)
    c.give("i64", child.name)
    c.close()


def _meet(t: Translator, module: Module) -> None:
    """The child to go to, of the moves that are legal now; 0 if there is none.

    A move that the node has no child for, one at random, before all others; then the one with the
    highest bound.
    """
    c = Code(
        module, "k_meet", [("ptr", "head"), *POINTERS, ("i64", "node"), ("float", "explore")], "i64"
    )
    tree = Tree(c, t)
    lists, chooser = tree.array("lists"), seat(c, t)
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", lists.name)))
    found, fresh, unmet = (c.variable("i64", 0) for _ in range(3))
    best = c.variable("float", real(-URGENT))
    with c.times(count) as (index, loop):
        move = lists.get("i64", index)
        child = c.num(_called(c, "k_child", move, chooser))
        with c.when(child.is_(0)):
            unmet.add(1)
            taken = ((drawn(c, tree) >> 32) * unmet.get() >> 32).is_(0)
            fresh.set(taken.pick(move, fresh.get()))
            loop.again()
        bound = _bound(c, tree, child)
        with c.when(bound > best.get()):
            best.set(bound)
            found.set(child)
    with c.when(unmet.get().differs(0)):
        added = c.num(_called(c, "k_add", fresh.get(), chooser))
        with c.when(added.differs(0)):
            tree.set("met", 1, added)
            c.give("i64", added.name)
    c.give("i64", found.get().name)
    c.close()


def _called(c: Code, name: str, move: Num, chooser: Num) -> str:
    return c.call("i64", name, ("ptr", "%head"), ("i64", "%node"), ("i64", move.name),
                  ("i64", chooser.name))  # fmt: skip


def _bound(c: Code, tree: Tree, child: Num) -> Num:
    """The bound of a child, whose move is legal once more; above all others if it is new."""
    met = tree.get("met", child) + 1
    tree.set("met", met, child)
    visits = tree.get("visits", child)
    weight = c.num(c.call("float", "k_weight", ("i64", met.to("i64").name)), "float")
    many = visits.is_(0).pick(1, visits, "i32").to("float")
    bound = tree.get("mean", child) + weight * "%explore" / root_of(c, many)
    return visits.is_(0).pick(real(URGENT), bound, "float")


def descend(c: Code, t: Translator, tree: Tree, result: str) -> Num:
    """Go down to an outcome, with draws of this round; the path is written down, its length given.

    An entry of the path is the node, and the seat that chose it above 32 bits.
    """
    path = tree.array("path")
    t.set_scalar(c, schema.RANDOM, drawn(c, tree))
    node, depth = c.variable("i64", 0), c.variable("i64", 0)
    path.set("i64", 0, 0)
    explore = tree.real("explore")
    with c.when(tree.first(0).is_(0)):
        c.call("void", "k_expand", ("ptr", "%head"), *STATE, ("i64", "0"))
    with c.loop() as loop:
        child = c.variable("i64", 0)
        with c.when(often_visited(tree, node.get(), depth.get())):
            met = c.call("i64", "k_meet", ("ptr", "%head"), *STATE, ("i64", node.get().name),
                         ("float", explore.name))  # fmt: skip
            child.set(c.num(met))
        with c.when(child.get().is_(0)):
            random_game(c, tree, result)
            loop.leave()
        depth.add(1)
        path.set("i64", child.get() | (seat(c, t) << 32), depth.get())
        c.call("void", "k_apply", *STATE, ("i64", tree.move(child.get()).name))
        node.set(child.get())
        with c.when(t.scalar(c, schema.OVER).differs(0)):
            write_outcome(c, t, result)
            loop.leave()
    return depth.get()

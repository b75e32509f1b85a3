"""The tree of a search in native code: how it lies in memory, and what is found and kept of it.

One array for each property of the nodes, in memory that Python hands in; the children of a node
lie side by side.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.ir.program import MOST_MOVES, Program
from interpreter.targets.kernels.search.bounds import UNSEEN, real, root_of
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer
from interpreter.targets.llvm.translator import GOLDEN, Translator, mixed, signed

HEAD = (
    "stop", "done", "used", "room", "patience", "stream", "seed", "explore", "budget",
    "mean", "spread", "visits", "total", "first", "count", "move", "outcome",
    "state", "scratch", "lists", "path", "sums", "next", "met", "seat",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a tree, in their order in memory:

whether to stop; rounds done; nodes used, and how many there may be; visits before a node gets
children, four times as many where half of the memory is used; the random stream that orders
children; the seed of the random games; the weight of uncertainty (a double); applications left
for `uct_find`; then the arrays of the nodes: mean and spread (float), visits, total, first child,
number of children (32 bits), move (64 bits), outcome (one byte a seat); then the state at the
root, scratch memory of `t.scratch` bytes with its history, room for a list of moves, and for the
path down the tree (64 bits a ply); the sum of what the rounds were worth to each seat; at last the
arrays of `OPEN_LOOP`.
"""
FIELDS = (("mean", 4), ("spread", 4), ("visits", 4), ("total", 4), ("first", 4), ("count", 4),
          ("move", 8))  # fmt: skip
OPEN_LOOP = (("next", 4), ("met", 4), ("seat", 4))
"""What nodes have besides in games with chance, see `openloop.py`: the next child of the same
parent, how often the move was legal there, and the seat that chooses it (32 bits each).
"""
PATH = MOST_MOVES + 64
OPENED = 1 << 30
"""Marks in a number of children that all of them were looked at."""


def fields(program: Program) -> tuple[tuple[str, int], ...]:
    """The arrays of the nodes in a game, with the bytes of an entry."""
    return FIELDS + OPEN_LOOP * (not is_foreseen(program))


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
            sizes = dict(FIELDS + OPEN_LOOP)
            width = sizes.get(name, self.t.program.players if name == "outcome" else 0)
            rest = {
                "lists": 8 * (self.t.moves.most + 1), "path": 8 * PATH,
                "sums": 8 * self.t.program.players,
            }  # fmt: skip
            count = self.number("room") if width else None
            found = self.c.bounded(found, width or rest.get(name, 0), count)
        return self.c.pointer(found)


def fresh(tree: Tree) -> Callable[[Num], None]:
    """What makes a node one that nothing is known of; its arrays are looked up here."""
    program = tree.t.program
    others = ("mean", "spread", "move")
    zeros = [tree.array(name) for name, _ in fields(program) if name not in others]
    means, spreads, outcomes = (tree.array(name) for name in ("mean", "spread", "outcome"))

    def clear(node: Num) -> None:
        means.set("float", UNSEEN, node)
        spreads.set("float", real(0), node)
        for one in zeros:
            one.set("i32", 0, node)
        row = outcomes.at(node * program.players, 1)
        for one in range(program.players):
            row.set("i8", 0, one)

    return clear


def drawn(c: Code, tree: Tree) -> Num:
    """The next number of the stream of a search."""
    following = tree.number("stream") + signed(GOLDEN)
    tree.change("stream", following)
    return mixed(c, following)


def often_visited(tree: Tree, node: Num, depth: Num) -> Num:
    """Whether a node was visited often enough to get children."""
    scarce = (tree.number("used") << 1) > tree.number("room")
    patience = tree.number("patience") << scarce.pick(2, 0)
    needed = depth.is_(0).pick(0, depth.is_(1).pick(1, patience))
    return tree.array("visits").get("i32", node).to("i64") >= needed


def random_game(c: Code, tree: Tree, result: str) -> None:
    """Play a random game from the position that a round has come to."""
    number = tree.number("done") * signed(GOLDEN)
    random = mixed(c, tree.number("seed") + number)
    c.call("void", "k_playout", *STATE[:2], STATE[3], ("i64", random.name), ("ptr", result))


def write_find(t: Translator, module: Module) -> None:
    """Search the nodes so many moves below the root for a state."""
    rest = [("ptr", "head"), ("i64", "node"), ("i64", "plies"), ("ptr", "wanted")]
    c = Code(module, "k_find", [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), *rest], "i64")
    tree = Tree(c, t)
    cleared_room(c, t)
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


def write_compact(t: Translator, module: Module) -> None:
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

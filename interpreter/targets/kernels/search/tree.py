"""What is done with the tree of a search besides searching: what is found and kept of it."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.targets.kernels.search import history
from interpreter.targets.kernels.search.nodes import MOST_OUTCOMES, Tree
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts
from interpreter.targets.llvm.assembly import Code, Module, Num, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.translator import Translator


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
    return tree.get("visits", node).to("i64") >= needed


def chance(tree: Tree) -> Num:
    """The generator of the random game of the round that is made now."""
    return mixed(tree.c, tree.number("seed") + tree.number("done") * signed(GOLDEN))


def random_game(c: Code, tree: Tree, result: str) -> None:
    """Play a random game from the position that a round has come to, and learn of its moves."""
    random = ("i64", chance(tree).name)
    last = c.call("i64", "k_playout", *STATE[:2], STATE[3], random, ("ptr", result))
    with c.when(history.watched(tree)):
        first = tree.t.scalar(c, schema.MOVES, s=tree.array("state").name)
        c.call("void", "k_credit", ("ptr", "%head"), ("i64", first.name), ("i64", last),
               ("ptr", result))  # fmt: skip


def write_known(t: Translator, module: Module) -> None:
    """Write `k_known`: the number of an outcome; 0 if there is no room for it."""
    c = Code(module, "k_known", [("ptr", "head"), ("ptr", "row")], "i64")
    tree, players = Tree(c, t), t.program.players
    outcomes, row = tree.array("outcomes"), c.pointer("%row")
    known = tree.number("known")
    with c.times(known - 1) as (index, _):
        here = outcomes.at((index + 1) * players, 1)
        same = c.num("true", "i1")
        for one in range(players):
            same = same & here.get("i8", one).is_(row.get("i8", one))
        with c.when(same):
            c.give("i64", (index + 1).name)
    with c.when(known >= MOST_OUTCOMES):
        c.give("i64", "0")
    for one in range(players):
        outcomes.set("i8", row.get("i8", one), known * players + one)
    tree.change("known", known + 1)
    c.give("i64", known.name)
    c.close()


def write_find(t: Translator, module: Module) -> None:
    """Search the nodes so many moves below the root for a state."""
    rest = [("ptr", "head"), ("i64", "node"), ("i64", "plies"), ("ptr", "wanted")]
    c = Code(module, "k_find", [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), *rest], "i64")
    tree = Tree(c, t)
    cleared_room(c, t)
    with c.when(c.num("%plies").is_(0)):
        c.give("i64", c.num(_same(c, t), "i1").pick("%node", -1).name)
    first = tree.first("%node")
    with c.when(first.is_(0)):
        c.give("i64", "-1")
    answer = c.variable("i64", -1)
    with c.times(tree.count(first)) as (index, loop):
        left = tree.number("budget")
        loop.leave_if(left <= 0)
        tree.change("budget", left - 1)
        child = first + index
        copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
        c.call("void", "k_apply", *STATE, ("i64", tree.move(child).name))
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

    Families, which are children with their header, lie one behind the other, and later than their
    parents. So one pass is enough: the header of a family that is kept says which node it belongs
    to, where that is now, one higher; 0 stands for families that nobody asks for.
    """
    c = Code(module, "uct_compact", [("ptr", "head"), ("i64", "node")], linkage="")
    tree = Tree(c, t)
    used = tree.number("used")
    _shift(tree, c.num("%node"), c.num(0))
    source, target = c.variable("i64", 1), c.variable("i64", 1)
    with c.loop() as loop:
        header = source.get()
        loop.leave_unless(header < used)
        size = tree.get("count", header).to("i64") + 1
        source.set(header + size)
        owner = tree.get("owner", header).to("i64")
        with c.when(owner.is_(0)):
            loop.again()
        tree.set("owner", 0, header)
        tree.set("first", target.get() + 1, owner - 1)
        with c.times(size) as (index, _):
            _shift(tree, header + index, target.get() + index)
        target.set(target.get() + size)
    tree.change("used", target.get())
    c.close()


def _shift(tree: Tree, old: Num, new: Num) -> None:
    """Move a node, and tell its children where it is."""
    for array in (one for one in ("pair", "record", "high") if one in tree.widths):
        source, target = tree.entry(array, old), tree.entry(array, new)
        kind = "i32" if array == "high" else "i64"
        for word in range(2 if array == "record" else 1):
            target.set(kind, source.get(kind, word), word)
    first = tree.first(new)
    with tree.c.when(first.differs(0)):
        tree.set("owner", new + 1, first - 1)

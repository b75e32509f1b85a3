"""Players of self-play who hardly think: careful ones with one idea each.

What they hold against a search tells how much there is to a game. All are careful first, and go by
lot where their idea has no say:

* the copier does on the other side of the board what was done last, by a symmetry of the board; it
  begins with a move that is its own image;
* the idler passes where it may, and else takes back what it did last;
* the greedy one takes the most score and pieces, counted after one move.

Wishes are written into the sums of the moves at the root, by which `k_pick` orders what it finds.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from interpreter.targets.kernels.search.evaluation import Board, decimal, lead, measured
from interpreter.targets.kernels.search.nodes import Tree
from interpreter.targets.kernels.search.trial import COPIER, GREEDY, IDLER, ROW, Trial
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state
from interpreter.targets.llvm.assembly import Code, Module, Num
from interpreter.targets.llvm.lists.move import part_of, unpacked
from interpreter.targets.llvm.translator import Translator

NONE, LIKED, WANTED = 1, 2, 3
"""Sums of the moves at the root; the least is a little more than a draw that is certain."""
TERMS = ("score", "material")
"""What a greedy player wants more of than the others have."""
PLACE = [("ptr", "head"), ("ptr", "trial"), ("i64", "ply"), ("i64", "seat")]


def write(t: Translator, module: Module, board: Board | None) -> None:
    """Write `k_like`, which weighs the moves at the root by the idea of a player.

    Args:
        board: whose pieces are counted; none if not given
    """
    _copier(t, module)
    _idler(t, module)
    _lead(t, module, board)
    _greedy(t, module)
    c = Code(module, "k_like", [*PLACE, ("i64", "who")])
    tree = Tree(c, t)
    with _children(c, tree) as (child, _):
        tree.set("visits", 1, child)
        tree.set("total", NONE, child)
    for who, name in ((COPIER, "k_copy"), (IDLER, "k_idle"), (GREEDY, "k_greed")):
        with c.when(c.num("%who").is_(who)):
            c.call("void", name, *((kind, f"%{one}") for kind, one in PLACE))
    c.close()


def liked(tree: Tree, child: Num) -> Num:
    """Whether the idea likes a move; none that ends the game."""
    return (tree.get("total", child) > NONE).to("i64", signed=False)


def _copier(t: Translator, module: Module) -> None:
    c = Code(module, "k_copy", PLACE)
    tree, trial = Tree(c, t), Trial(c, t)
    ply = c.num("%ply")
    first = ply.is_(0)
    last = trial.row(first.pick(0, ply - 1)).get("i64", ROW.index("move"))
    origin, target = (_image(c, trial, site) for site in _ends(c, last))
    with _children(c, tree, open_=True) as (child, _):
        ends = _ends(c, tree.move(child))
        onto_itself = (ends[1] >= 0) & _image(c, trial, ends[1]).is_(ends[1])
        same = ends[0].is_(origin) & ends[1].is_(target)
        # What lies on two sites may be written the other way round.
        turned = ends[0].is_(target) & ends[1].is_(origin)
        worth = same.pick(WANTED, turned.pick(LIKED, NONE))
        worth = first.pick(onto_itself.pick(LIKED, NONE), worth)
        tree.set("total", worth.to("i32"), child)
    c.close()


def _idler(t: Translator, module: Module) -> None:
    c = Code(module, "k_idle", PLACE)
    tree, trial = Tree(c, t), Trial(c, t)
    origin, target = c.variable("i64", -1), c.variable("i64", -1)
    ply = c.variable("i64", c.num("%ply"))
    with c.loop() as loop:
        loop.leave_if(ply.get().is_(0))
        ply.set(ply.get() - 1)
        row = trial.row(ply.get())
        with c.when(row.get("i64", ROW.index("seat")).is_(c.num("%seat"))):
            ends = _ends(c, row.get("i64", ROW.index("move")))
            origin.set(ends[0])
            target.set(ends[1])
            loop.leave()
    with _children(c, tree, open_=True) as (child, _):
        ends = _ends(c, tree.move(child))
        back = ends[0].is_(target.get()) & ends[1].is_(origin.get()) & ends[0].differs(ends[1])
        worth = (ends[1] < 0).pick(WANTED, back.pick(LIKED, NONE))
        tree.set("total", worth.to("i32"), child)
    c.close()


def _lead(t: Translator, module: Module, board: Board | None) -> None:
    """What a seat has more than the others after a move."""
    c = Code(
        module, "k_lead",
        [("ptr", "s0"), ("ptr", "a0"), ("ptr", "h"), ("i64", "move"), ("i64", "seat")], "double",
    )  # fmt: skip
    cleared_room(c, t)
    copy_state(c, t, ("%s", "%a"), ("%s0", "%a0"))
    c.call("void", "k_apply", *STATE, ("i64", "%move"))
    total = c.num(decimal(0), "double")
    for name in TERMS:
        if name != "material" or board is not None:
            total = total + lead(c, t, c.num("%seat"), measured(c, t, board, name))
    c.give("double", total.name)
    c.close()


def _greedy(t: Translator, module: Module) -> None:
    """Like the moves after which most is there, if they differ in that."""
    c = Code(module, "k_greed", PLACE)
    tree = Tree(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    state, arrays = tree.array("state").name, c.at(tree.array("state").name, t.layout.scalars)
    # The list of moves is no longer needed: it holds what each leads to.
    leads = tree.array("lists")
    most, least = c.variable("double", decimal(-1e300)), c.variable("double", decimal(1e300))
    with _children(c, tree, open_=True) as (child, index):
        move = tree.move(child)
        found = c.call("double", "k_lead", ("ptr", state), ("ptr", arrays), ("ptr", "%h"),
                       ("i64", move.name), ("i64", "%seat"))  # fmt: skip
        value = c.num(found, "double")
        leads.set("double", value, index)
        most.set((value > most.get()).pick(value, most.get(), "double"))
        least.set((value < least.get()).pick(value, least.get(), "double"))
    with c.when(most.get() <= least.get()):
        c.finish()
    with _children(c, tree, open_=True) as (child, index):
        best = leads.get("double", index) >= most.get()
        tree.set("total", best.pick(LIKED, NONE).to("i32"), child)
    c.close()


@contextmanager
def _children(c: Code, tree: Tree, *, open_: bool = False) -> Generator[tuple[Num, Num]]:
    """The block for each move at the root, or each that is not certain: its node and its number."""
    first = tree.first(0)
    with c.times(tree.count(first)) as (index, loop):
        if open_:
            with c.when(tree.settled(first + index)):
                loop.again()
        yield first + index, index


def _ends(c: Code, move: Num) -> tuple[Num, Num]:
    """The sites that a packed move leads from and to, -1 for none."""
    parts = unpacked(c, move)
    return part_of(c, parts, 1), part_of(c, parts, 2)


def _image(c: Code, trial: Trial, site: Num) -> Num:
    """Where a site comes to lie by the copier's symmetry; -1 stays."""
    somewhere = site >= 0
    image = trial.array("images").get("i64", somewhere.pick(site, 0))
    return somewhere.pick(image, site)

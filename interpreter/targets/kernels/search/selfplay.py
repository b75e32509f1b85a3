"""Whole games of a search against itself, or against another strength, or against chance.

Every ply that is a choice is searched anew, with the search of `uct.py`. What the search
thinks of the position, for every player, and of each of its moves, is written down.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import WRITES, fields_of, is_foreseen
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.targets.kernels.outcomes import scale, seat, worth, write_ranks
from interpreter.targets.kernels.search import history, ideas, uct
from interpreter.targets.kernels.search.evaluation import Board
from interpreter.targets.kernels.search.nodes import Tree
from interpreter.targets.kernels.search.trial import ROW, Trial
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts, stream
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer, Slot, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.translator import Translator

NAME = "selfplay"
ENTRIES = (*uct.ENTRIES, "start")

NOTHING = "0x7FF8000000000000"
"""Not a number: no estimate, or the value of a move that was not visited."""


def write(t: Translator, module: Module, board: Board | None = None) -> None:
    """Write `selfplay(head, trial)`, which plays one game; a head is that of a tree.

    The memory of the tree is used for one search after the other.

    Args:
        board: whose pieces a greedy player counts; none if not given
    """
    uct.write_search(t, module)
    ideas.write(t, module, board)
    _plant(t, module)
    _pick(t, module)
    _note(t, module)
    _think(t, module)
    _game(t, module)


def _plant(t: Translator, module: Module) -> None:
    """Make the tree one of a position; chance goes its own way in it."""
    c = Code(module, "k_plant", [("ptr", "head"), ("ptr", "s"), ("ptr", "a"), ("i64", "seed")])
    tree = Tree(c, t)
    state = parts(c, t, tree.array("state").name)
    copy_state(c, t, state, ("%s", "%a"))
    seeds = [mixed(c, c.num("%seed") + number) for number in range(3)]
    field = t.program.part(schema.RANDOM)
    if field is not None:
        c.store("i64", seeds[2].name, t.place(c, field, s=state[0], a=state[1]))
    tree.clear(0)
    history.forget(tree)
    sums = tree.array("sums")
    for one in range(t.program.players):
        sums.set("i64", 0, one)
    tree.change("used", c.num(1))
    tree.change("done", c.num(0))
    tree.change("seed", seeds[0])
    tree.change("stream", seeds[1])
    c.close()


def _pick(t: Translator, module: Module) -> None:
    """The best move at the root, in the order of `Tree.ranked`: the node behind it.

    All replies to it were looked at, unless it is certain, or chance decides what they are.
    """
    c = Code(module, "k_pick", [("ptr", "head"), ("i64", "seat")], "i64")
    tree = Tree(c, t)
    first = tree.first(0)
    likely, often, sum_ = (c.variable("i64") for _ in range(3))
    sure, best = c.variable("i64"), c.variable("i64")
    with c.loop():
        for slot, start in ((likely, -1), (often, -1), (sum_, 0), (sure, -1), (best, -99)):
            slot.set(start)
        with c.times(tree.count(first)) as (index, inner):
            child = first + index
            with c.when(tree.settled(child)):
                value = worth(t, tree.result(child), c.num("%seat"))
                with c.when(value > best.get()):
                    best.set(value)
                    sure.set(child)
                inner.again()
            seen = tree.get("visits", child).to("i64")
            total = tree.get("total", child).to("i64")
            more = total > sum_.get()
            with c.when((seen > often.get()) | (seen.is_(often.get()) & more)):
                likely.set(child)
                often.set(seen)
                sum_.set(total)
        # Of certain moves the best, if it wins, or there is no other, or it is worth as much as
        # the likely one and more than a loss.
        once = often.get().is_(0).pick(1, often.get())
        worthy = (best.get() > -scale(t)) & (best.get() * once >= sum_.get())
        settle = (likely.get() < 0) | best.get().is_(scale(t)) | ((sure.get() >= 0) & worthy)
        with c.when(settle):
            c.give("i64", sure.get().name)
        here = likely.get()
        if not is_foreseen(t.program):
            c.give("i64", here.name)
        with c.unless(tree.first(here).is_(0)), c.when(tree.opened(here)):
            c.give("i64", here.name)
        c.call("void", "uct_open", ("ptr", "%head"), ("i64", here.name))
        with c.when(tree.first(here).is_(0)):  # there is no room
            c.give("i64", here.name)
    c.close()


def _note(t: Translator, module: Module) -> None:
    """Note what a search thinks of a position and of its moves, of which one was chosen."""
    c = Code(
        module, "k_note",
        [("ptr", "head"), ("ptr", "trial"), ("i64", "ply"), ("i64", "seat"), ("i64", "chosen")],
    )  # fmt: skip
    tree, trial = Tree(c, t), Trial(c, t)
    players, sums, done = t.program.players, tree.array("sums"), tree.number("done")
    settled = tree.settled(0)
    outcome = tree.certain(0)
    row = trial.row(c.num("%ply"))
    row.set("i64", settled.to("i64", signed=False), ROW.index("settled"))
    row.set("i64", done, ROW.index("rounds"))
    estimates = trial.array("estimates")
    for one in range(players):
        certain = worth(t, outcome, c.num(one)).to("double") / float(scale(t))
        mean = sums.get("i64", one).to("double") / (done * scale(t)).to("double")
        place = c.num("%ply") * players + one
        estimates.set("double", settled.pick(certain, mean, "double"), place)
    _note_moves(c, t, tree, trial, row)
    c.close()


def _note_moves(c: Code, t: Translator, tree: Tree, trial: Trial, row: Pointer) -> None:
    first = tree.first(0)
    count = tree.count(first)
    filled = trial.number("filled")
    with c.when((filled + count) > trial.number("room")):
        c.finish()
    row.set("i64", filled, ROW.index("first"))
    row.set("i64", count, ROW.index("noted"))
    row.set("i64", c.num("%chosen") - first, ROW.index("chosen"))
    values, seen = trial.array("values"), trial.array("visits")
    with c.times(count) as (index, _):
        child = first + index
        times = tree.get("visits", child)
        mean = tree.get("total", child).to("float") / (times * scale(t)).to("float")
        mean = times.is_(0).pick(NOTHING, mean, "float")
        certain = worth(t, tree.certain(child), c.num("%seat")).to("float") / float(scale(t))
        value = tree.settled(child).pick(certain, mean, "float")
        values.set("float", value, filled + index)
        seen.set("i32", times, filled + index)
    trial.change("filled", filled + count)


def _think(t: Translator, module: Module) -> None:
    """Search a position: the move that is best; -1 if there was no room to search."""
    c = Code(
        module, "k_think",
        [("ptr", "head"), ("ptr", "trial"), ("ptr", "s"), ("ptr", "a"), ("i64", "ply"),
         ("i64", "seat"), ("i64", "rounds"), ("i64", "seed")], "i64",
    )  # fmt: skip
    tree = Tree(c, t)
    c.call("void", "k_plant", ("ptr", "%head"), ("ptr", "%s"), ("ptr", "%a"), ("i64", "%seed"))
    careful = c.num("%rounds") < 0
    # One round looks at all moves, in random order, and knows which of them end the game.
    c.call("i64", uct.NAME, ("ptr", "%head"), ("i64", careful.pick(1, c.num("%rounds")).name))
    with c.when(tree.first(0).is_(0)):
        c.give("i64", "-1")
    with c.when(careful):
        c.call("void", "k_like", ("ptr", "%head"), ("ptr", "%trial"), ("i64", "%ply"),
               ("i64", "%seat"), ("i64", "%rounds"))  # fmt: skip
        chosen = c.num(c.call("i64", "k_pick", ("ptr", "%head"), ("i64", "%seat")))
        liked = ideas.liked(tree, chosen)
        Trial(c, t).row(c.num("%ply")).set("i64", liked, ROW.index("liked"))
        c.give("i64", tree.move(chosen).name)
    chosen = c.call("i64", "k_pick", ("ptr", "%head"), ("i64", "%seat"))
    c.call("void", "k_note", ("ptr", "%head"), ("ptr", "%trial"), ("i64", "%ply"),
           ("i64", "%seat"), ("i64", chosen))  # fmt: skip
    c.give("i64", tree.move(chosen).name)
    c.close()


def _game(t: Translator, module: Module) -> None:
    c = Code(module, NAME, [("ptr", "head"), ("ptr", "trial")], linkage="")
    tree, trial = Tree(c, t), Trial(c, t)
    cleared_room(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    t.blank(c)
    t.set_scalar(c, schema.RANDOM, stream(c, trial.number("seed"), trial.number("number")))
    t.call(c, "start")
    trial.change("filled", 0)
    ply = c.variable("i64", 0)
    with c.loop() as loop:
        here = ply.get()
        trial.change("plies", here)
        loop.leave_if(t.scalar(c, schema.OVER).differs(0))
        loop.leave_if(here >= trial.number("limit"))
        loop.leave_if(tree.number("stop").differs(0))
        move = _move(c, t, tree, trial, here)
        c.call("void", "k_apply", *STATE, ("i64", move.name))
        ply.set(here + 1)
    trial.change("over", t.scalar(c, schema.OVER))
    trial.change("turns", t.scalar(c, schema.TURN))
    write_ranks(c, t, trial.array("ranks").name, t.program.players)
    c.close()


def _move(c: Code, t: Translator, tree: Tree, trial: Trial, ply: Num) -> Num:
    """Choose a move, and note it with the ply."""
    lists, row, chooser = tree.array("lists"), trial.row(ply), seat(c, t)
    count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", lists.name)))
    for name, value in zip(ROW, (chooser, count, 0, 0, 0, 0, -1, 0, 0), strict=True):
        row.set("i64", value, ROW.index(name))
    for one in range(t.program.players):
        trial.array("estimates").set("double", NOTHING, ply * t.program.players + one)
    seed = mixed(c, trial.number("searches") + ply * signed(GOLDEN))
    by_lot = lists.get("i64", (seed >> 32) * count >> 32)
    move = c.variable("i64", by_lot)
    rounds = _rounds(c, trial, trial.array("iterations").get("i64", chooser), count)
    with c.when(count.differs(1) & rounds.differs(0)):
        found = c.call(
            "i64", "k_think", ("ptr", "%head"), ("ptr", "%trial"), ("ptr", "%s"), ("ptr", "%a"),
            ("i64", ply.name), ("i64", chooser.name), ("i64", rounds.name), ("i64", seed.name),
        )  # fmt: skip
        if fields_of(t.program.function("generate"), WRITES):
            _if_legal(c, tree, found, move)
        else:
            with c.when(c.num(found) >= 0):
                move.set(found)
    row.set("i64", move.get(), ROW.index("move"))
    return move.get()


def _rounds(c: Code, trial: Trial, given: Num, count: Num) -> Num:
    """Rounds of a search: in proportion to the legal moves if that was asked for, one at least."""
    rounds, per = c.variable("i64", given), trial.number("per")
    with c.when((given > 0) & per.differs(0)):
        share = given * count / per
        rounds.set((share < 1).pick(1, share))
    return rounds.get()


def _if_legal(c: Code, tree: Tree, found: str, move: Slot) -> None:
    """Make the move that was found if it is legal: the search saw other moves, drawn by chance."""
    lists = tree.array("lists")
    count = c.call("i64", "k_legal", *STATE, ("ptr", lists.name))
    with c.times(count) as (index, _), c.when(lists.get("i64", index).is_(found)):
        move.set(found)

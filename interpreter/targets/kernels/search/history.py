"""What moves were worth wherever they were made: all moves as first (AMAF).

A table holds for each move of a seat what the rounds were worth in which it was made, in the tree
or in the random game behind it. Before a node was visited often, what is known of its move tells
more than what is known of the node (Gelly and Silver 2007, RAVE; with one table for the whole tree,
as Cazenave 2015, GRAVE, takes that of a node far above).
"""

from __future__ import annotations

from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.targets.kernels.outcomes import scale, worth
from interpreter.targets.kernels.search.bounds import real, root_of
from interpreter.targets.kernels.search.nodes import HISTORY_BITS, Tree
from interpreter.targets.llvm.assembly import Code, Module, Num, Pointer, signed
from interpreter.targets.llvm.memory import TRACE_HEAD, TRACED, TRACED_SWAPPED
from interpreter.targets.llvm.translator import Translator

LEVELS = 32
"""How finely moves are told apart when they are ordered."""
FIRST_GAMES, ONE_IN = 1 << 10, 4
"""So many games of a search are all taken in, and of the others one in so many."""


def entry(tree: Tree, move: Num, chooser: Num) -> Pointer:
    """Where the sum and the number of rounds are for a move of a seat."""
    place = ((move + (chooser << 58)) * signed(GOLDEN)) >> (64 - HISTORY_BITS)
    return tree.array("history").at(place, 8)


def mean(tree: Tree, move: Num, chooser: Num) -> Num:
    """What a move was worth to a seat in the mean; nothing where it was never made."""
    held = entry(tree, move, chooser)
    count = held.get("i32", 1) + 1
    return held.get("i32").to("float") / (count.to("float") * real(scale(tree.t)))


def forget(tree: Tree) -> None:
    """Make the table one in which nothing is known."""
    c = tree.c
    c.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    table = tree.array("history")
    c.line(f"call void @llvm.memset.p0.i64(ptr {table}, i8 0, i64 {8 << HISTORY_BITS}, i1 false)")


def wanted(tree: Tree) -> Num:
    """Whether the moves of the round that begins are to be taken in."""
    done = tree.number("done")
    return ((done < FIRST_GAMES) | (done & (ONE_IN - 1)).is_(0)) & (tree.real("trust") > 0)


def watch(tree: Tree, wanted: Num) -> None:
    """Have the moves of the round that begins noted, or not."""
    _watching(tree).set("i64", wanted.to("i64", signed=False))


def watched(tree: Tree) -> Num:
    """Whether the moves of this round are noted."""
    return _watching(tree).get("i64").differs(0)


def _watching(tree: Tree) -> Pointer:
    assert tree.t.trace_at is not None
    return tree.c.pointer(tree.c.at(tree.array("scratch").name, tree.t.trace_at))


def write(t: Translator, module: Module) -> None:
    """Write `k_credit`: take in the moves of a game from one ply to another, and its outcome.

    Of more moves than are noted, the last ones.
    """
    c = Code(
        module, "k_credit", [("ptr", "head"), ("i64", "first"), ("i64", "last"), ("ptr", "outcome")]
    )
    tree = Tree(c, t)
    assert t.trace_at is not None
    trace = c.pointer(c.at(tree.array("scratch").name, t.trace_at + TRACE_HEAD))
    outcome = c.pointer(c.bounded("%outcome", t.program.players))
    ply = c.variable("i64", since("%last", c.num("%first")))
    with c.loop() as loop:
        here = ply.get()
        loop.leave_unless(here < "%last")
        ply.set(here + 1)
        noted = trace.at(here & (TRACED - 1), 16)
        by = noted.get("i64", 1)
        chooser = (by & ((1 << TRACED_SWAPPED) - 1)) - 1
        if t.program.players == 2:
            chooser = (by >> TRACED_SWAPPED).differs(0).pick(c.num(1) - chooser, chooser)
        take_in(tree, noted.get("i64"), chooser, outcome)
    c.close()


def since(last: Num | str, first: Num) -> Num:
    """The first ply that is taken in, of those from one to another."""
    noted = first.code.num(last) - TRACED
    return (noted > first).pick(noted, first)


def take_in(tree: Tree, move: Num, chooser: Num, outcome: Pointer) -> None:
    """Take in one move of a seat, and the outcome; nobody else is a seat."""
    with tree.c.when(chooser.below(tree.players)):
        held = entry(tree, move, chooser)
        value = worth(tree.t, outcome, chooser).to("i32")
        held.set("i32", held.get("i32") + value)
        held.set("i32", held.get("i32", 1) + 1, 1)


def blended(tree: Tree, value: Num, many: Num, node: Num, chooser: Num) -> Num:
    """The mean of a node and that of its move; the more visits, the less the latter counts.

    Source: Gelly and Silver 2011, section 4.4, the schedule by hand: `sqrt(k / (3 n + k))`.
    """
    c, trust = tree.c, tree.real("trust")
    found = c.variable("float", value)
    with c.when(trust > 0):
        share = root_of(c, trust / (many * real(3.0) + trust))
        found.set(value + (mean(tree, tree.move(node), chooser) - value) * share)
    return found.get()


class Order:
    """The order in which the moves that were listed become children: the most promising first.

    Moves go to as many levels as there are, of which each keeps its moves in their order, so that
    two passes over the list are enough.
    """

    def __init__(self, c: Code, tree: Tree, count: Num, chooser: Num) -> None:
        self.c, self.moves = c, tree.array("lists")
        self.keys = self.moves.at(count, 8)
        self.starts = c.pointer(c.slot("i64", LEVELS + 1))
        for level in range(LEVELS + 1):
            self.starts.set("i64", 0, level)
        with c.times(count) as (index, _):
            value = mean(tree, self.moves.get("i64", index), chooser)
            level = (value * real(-LEVELS / 2 + 1) + real(LEVELS / 2)).to("i64")
            self.keys.at(index, 8).set("float", value)
            self.keys.at(index, 8).set("i32", level.to("i32"), 1)
            self.starts.set("i64", self.starts.get("i64", level + 1) + 1, level + 1)
        for level in range(1, LEVELS):
            before = self.starts.get("i64", level)
            self.starts.set("i64", self.starts.get("i64", level + 1) + before, level + 1)

    def next(self, index: Num) -> tuple[Num, Num, Num]:
        """The move with this number in the list, what it was worth, and its place."""
        key = self.keys.at(index, 8)
        level = key.get("i32", 1).to("i64")
        place = self.starts.get("i64", level)
        self.starts.set("i64", place + 1, level)
        return self.moves.get("i64", index), key.get("float"), place

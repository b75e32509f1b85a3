"""Rounds of a tree search whose random games are played in lanes, several at once.

A lane whose game is over carries its outcome up the tree and begins the next round, so that as
many rounds are on their way as there are lanes. What one of them comes to counts as visited at
once, which makes it less urgent to the others; its mean stays as it is until the outcome is known
(Liu and others 2020, "Watch the unobserved"). So what is found is not, to the last digit, what
`uct.py` finds, of whose rounds each knows the outcomes of all before it; where no more than one
is ever on its way, it is.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir import schema
from interpreter.ir.program import SITE_BITS, TEMPLATE_BITS, Callee, Instruction
from interpreter.targets.kernels import lanes
from interpreter.targets.kernels.search import history, uct
from interpreter.targets.kernels.search.nodes import PATH, Tree
from interpreter.targets.kernels.search.tree import chance
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts
from interpreter.targets.llvm.assembly import Code, Loop, Module, Num, Pointer, Slot
from interpreter.targets.llvm.lanes.moves import LaneMove
from interpreter.targets.llvm.lanes.state import LaneState
from interpreter.targets.llvm.lanes.vectors import ALL, Lanes, Vectors, constant
from interpreter.targets.llvm.lanes.writer import Held, LaneWriter
from interpreter.targets.llvm.lists.move import EXTRA_AT
from interpreter.targets.llvm.memory import POINTERS, TRACED
from interpreter.targets.llvm.translator import Translator

NAME = "uct_in_lanes"
NAMES = (NAME,)
ENTRIES = uct.ENTRIES


def write(t: Translator, module: Module, width: int) -> None:
    """Write `uct_in_lanes`, which takes what `uct` takes and does nearly the same.

    Args:
        width: how many rounds are on their way at once
    """
    uct.write_search(t, module)
    _begin(t, module)
    _end(t, module)
    _credit(t, module, width)
    _rounds(t, module, width)


def _begin(t: Translator, module: Module) -> None:
    """Begin a round: the length of its path where its random game is still to be played, else -1.

    Where its outcome is certain, a round is over at once.
    """
    c = Code(module, "k_begin", [("ptr", "head"), *POINTERS, ("ptr", "path"), ("ptr", "result")],
             "i64")  # fmt: skip
    tree, path = Tree(c, t), c.pointer("%path")
    ended, game = c.variable("i64", 0), c.variable("i1", "false")
    copy_state(c, t, ("%s", "%a"), parts(c, t, tree.array("state").name))
    depth = uct.descend(
        tree, path, "%result", ended, lambda: game.set("true"), lambda node: _visit(tree, node)
    )
    random = chance(tree)
    tree.change("done", tree.number("done") + 1)
    with c.when(game.get()):
        t.set_scalar(c, schema.RANDOM, random)
        c.give("i64", depth.name)
    c.call("void", "k_end", ("ptr", "%head"), ("ptr", "%path"), ("i64", depth.name),
           ("ptr", "%result"))  # fmt: skip
    uct.conclude(tree, path, depth, ended.get())
    c.give("i64", "-1")
    c.close()


def _visit(tree: Tree, node: Num) -> None:
    """Count a visit of a node that a round comes to."""
    c = tree.c
    count = tree.get("visits", node) + 1
    tree.set("visits", count, node)
    with c.unless(node.is_(0) | tree.settled(node)):
        tree.set("spread", tree.spread(count), node)


def _end(t: Translator, module: Module) -> None:
    """Carry an outcome up a path whose visits are counted."""
    c = Code(
        module, "k_end", [("ptr", "head"), ("ptr", "path"), ("i64", "depth"), ("ptr", "result")]
    )
    tree, path = Tree(c, t), c.pointer("%path")
    with c.times(c.num("%depth")) as (number, _):
        node, chooser = uct.step_of(path, number + 1)
        count = tree.get("visits", node)
        mean = uct.added(tree, node, chooser, "%result", count)
        uct.weigh_children(tree, node, count)
        # Meanwhile another round may have found out that its outcome is certain.
        with c.unless(tree.settled(node)):
            tree.set("mean", mean, node)
    uct.weigh_children(tree, c.num(0), tree.get("visits", 0))
    uct.sum_up(tree, "%result")
    c.close()


def _credit(t: Translator, module: Module, width: int) -> None:
    """Take in the moves of a path, and of the game behind it from one ply to another."""
    c = Code(
        module, "k_credit_game",
        [("ptr", "head"), ("ptr", "path"), ("i64", "depth"), ("ptr", "moves"), ("ptr", "seats"),
         ("i64", "first"), ("i64", "last"), ("ptr", "outcome")],
    )  # fmt: skip
    tree, path, outcome = Tree(c, t), c.pointer("%path"), c.pointer("%outcome")
    # The moves of the path are those before the first ply.
    first, last, depth = (c.num(f"%{name}") for name in ("first", "last", "depth"))
    ply = c.variable("i64", history.since(last, first - depth))
    with c.loop() as loop:
        here = ply.get()
        loop.leave_unless(here < last)
        ply.set(here + 1)
        with c.when(here < first):
            node, chooser = uct.step_of(path, here - first + depth + 1)
            history.take_in(tree, tree.move(node), chooser, outcome)
            loop.again()
        place = here & (TRACED - 1)
        move = c.pointer("%moves").at(place, 8 * width).get("i64")
        chooser = c.pointer("%seats").at(place, width).get("i8").to("i64")
        history.take_in(tree, move, chooser, outcome)
    c.close()


class _Notes:
    """The moves of random games, ply for ply: all that lanes have played are side by side."""

    def __init__(self, t: Translator, v: Vectors, state: LaneState) -> None:
        self.t, self.v, self.state = t, v, state
        c = v.code
        self.ply = c.variable("i64", 0)
        self.moves = c.slot(v.kind(64), TRACED, align=64)
        self.seats = c.slot(v.kind(8), TRACED, align=64)

    def note(self, mask: str, move: LaneMove) -> None:
        """Note the moves of the games of a mask, and whose they are."""
        v, c = self.v, self.v.code
        place = str(self.ply.get() & (TRACED - 1))
        v.keep_in(mask, c.at(self.moves, place, 8 * v.width), 64, self._packed(move))
        v.keep_in(mask, c.at(self.seats, place, v.width), 8, self._seat())

    def _packed(self, move: LaneMove) -> Lanes:
        """Moves as single numbers, as `program.pack` makes them."""
        v = self.v
        template, origin, target, extra = (v.as_wide(one, 64) for one in move.parts)
        extra = v.do("and", extra, constant((1 << 32) - 1))
        found = template
        for part, more, at in ((origin, 1, TEMPLATE_BITS), (target, 1, TEMPLATE_BITS + SITE_BITS),
                               (extra, 0, EXTRA_AT)):  # fmt: skip
            moved = v.do("shl", v.do("add", part, constant(more)), constant(at))
            found = v.do("or", found, moved)
        return found

    def _seat(self) -> Lanes:
        """Whose turn it is, from 0; after a swap not that of the colour to move."""
        v, players = self.v, self.t.program.players
        mover, swapped = (self.t.program.part(one) for one in (schema.MOVER, schema.SWAPPED))
        assert mover is not None
        found = v.do("sub", v.as_wide(self.state.number(mover), 8), constant(1))
        if players == 2 and swapped is not None:
            other = v.ask("ne", self.state.number(swapped), constant(0))
            found = v.pick(other, v.do("sub", constant(1), found), found)
        return found


class _NotingWriter(LaneWriter):
    """Writes random games of which the moves are noted."""

    notes: _Notes

    def _print_move_at(self, _: Instruction, index: Lanes) -> LaneMove:
        return self._picked(super()._print_move_at(_, index))

    def _print_take(self, _: Instruction, index: Lanes) -> LaneMove:
        return self._picked(super()._print_take(_, index))

    def _print_call(self, step: Instruction, *operands: Held) -> Held | None:
        callee = cast(Callee, step.attribute)
        if callee.function.name == "perform" and callee.copy is None:
            move = operands[0]
            assert isinstance(move, LaneMove)
            self.notes.note(self.mask, move)
        return super()._print_call(step, *operands)

    def _picked(self, move: LaneMove) -> LaneMove:
        """A move from the list; one that is picked may be made without `perform`."""
        if self.frame.function.name in ("pick", "playout"):
            self.notes.note(self.mask, move)
        return move


def _rounds(t: Translator, module: Module, width: int) -> None:
    found = lanes.rounds(t)
    assert found is not None
    c = Code(module, NAME, [("ptr", "head"), ("i64", "count")], "i64", linkage="",
             attributes=lanes.VECTORS)  # fmt: skip
    tree, games = Tree(c, t), lanes.Playing(t, c, width, _NotingWriter)
    v, rounds = games.v, _Rounds(tree, games)
    games.writer.notes = rounds.notes
    cleared_room(c, t)
    c.line(f"%h = getelementptr i8, ptr {tree.array('scratch').name}, i64 0")
    history.watch(tree, c.num("false", "i1"))  # moves in the tree are known from the path
    # Lanes without a game play on from the root, for nobody.
    copy_state(c, t, ("%s", "%a"), parts(c, t, tree.array("state").name))
    with c.times(width) as (lane, _):
        rounds.lay_down(lane)
    games.restart(ALL)
    games.head(found, ALL)
    over = c.slot(v.truths, align=64)
    c.store(v.truths, ALL, over, 64)
    with c.loop() as whole:
        with c.loop() as filling:
            mask = c.load(v.truths, over, 64)
            filling.leave_unless(v.any(mask))
            fresh = rounds.refill(mask)
            games.restart(fresh)
            c.store(v.truths, v.both(games.head(found, fresh), fresh), over, 64)
        whole.leave_if(rounds.active.get().is_(0))
        c.store(v.truths, v.both(games.rest(found), rounds.going()), over, 64)
        rounds.notes.ply.set(rounds.notes.ply.get() + 1)
    c.give("i64", rounds.made.get().name)
    c.close()


class _Rounds:
    """Writes how lanes are given rounds, and what comes of these is learned.

    Attributes:
        active: the lanes that have a round, a bit each
        made: how many rounds were begun
    """

    def __init__(self, tree: Tree, games: lanes.Playing[_NotingWriter]) -> None:
        self.tree, self.games, self.c = tree, games, tree.c
        c, width = self.c, games.v.width
        self.active, self.made = c.variable("i64", 0), c.variable("i64", 0)
        # Of each lane: the length of the path, the ply at which its game has begun or -1 if its
        # moves are not wanted, and the ranks of the seats.
        self.depths, self.begun, self.ranks = (
            c.pointer(c.slot("i64", width, align=64)) for _ in range(3)
        )
        self.result = c.slot("i64")
        self.notes = _Notes(tree.t, games.v, games.state)

    def going(self) -> str:
        """The lanes that have a round."""
        return self._mask(self.active)

    def _mask(self, bits: Slot) -> str:
        v = self.games.v
        return self.c.value(f"bitcast i{v.width} {bits.get().to(f'i{v.width}')} to {v.truths}")

    def refill(self, mask: str) -> str:
        """Learn of the games of a mask, and begin others in their lanes; those that were begun."""
        c, v = self.c, self.games.v
        v.keep(str(self.ranks), 64, self.games.seats())
        rest, fresh = c.variable("i64", v.bits(mask)), c.variable("i64", 0)
        with c.loop() as loop:
            here = rest.get()
            loop.leave_if(here.is_(0))
            rest.set(here & (here - 1))
            lane = c.num(c.intrinsic("i64", "llvm.cttz.i64", ("i64", here.name), ("i1", "true")))
            bit, path = here ^ rest.get(), self.tree.array("paths").at(lane, 8 * PATH)
            with c.unless((self.active.get() & bit).is_(0)):
                self._learn(lane, path)
                self.active.set(self.active.get() ^ bit)
            with c.loop() as more:
                self._leave_at_the_end(more)
                self.made.set(self.made.get() + 1)
                wanted = history.wanted(self.tree)
                depth = c.num(c.call("i64", "k_begin", ("ptr", "%head"), *STATE,
                                     ("ptr", path.name), ("ptr", self.result)))  # fmt: skip
                with c.when(depth < 0):
                    more.again()
                self.depths.set("i64", depth, lane)
                self.begun.set("i64", wanted.pick(self.notes.ply.get(), -1), lane)
                self.lay_down(lane)
                fresh.set(fresh.get() | bit)
                more.leave()
        self.active.set(self.active.get() | fresh.get())
        return self._mask(fresh)

    def _leave_at_the_end(self, loop: Loop) -> None:
        """No more rounds begin when as many were as are wanted, or somebody wants no more."""
        loop.leave_unless(self.made.get() < "%count")
        loop.leave_if(self.tree.number("stop").differs(0))
        loop.leave_if(self.tree.settled(0))

    def _learn(self, lane: Num, path: Pointer) -> None:
        """Carry the outcome of the game of a lane up the tree."""
        c = self.c
        ones = sum(1 << 8 * player for player in range(self.tree.players))
        c.store("i64", (self.ranks.get("i64", lane) + ones).name, self.result)
        depth, begun = (("i64", one.get("i64", lane).name) for one in (self.depths, self.begun))
        upward = ("ptr", "%head"), ("ptr", path.name), depth
        with c.unless(c.num(begun[1]) < 0):
            moves = c.pointer(self.notes.moves).at(lane, 8)
            seats = c.pointer(self.notes.seats).at(lane, 1)
            c.call("void", "k_credit_game", *upward, ("ptr", moves.name), ("ptr", seats.name),
                   begun, ("i64", self.notes.ply.get().name), ("ptr", self.result))  # fmt: skip
        c.call("void", "k_end", *upward, ("ptr", self.result))

    def lay_down(self, lane: Num) -> None:
        """Make the state that is at hand what the game of a lane begins with."""
        c, t, fresh = self.c, self.tree.t, self.games.fresh
        for field, entry in fresh.entries():
            held = t.load(c, field, t.place(c, field, entry))
            words = t.sets.by_sites(c, held) if field.kind == "sites" else [held]
            for (room, bits), word in zip(fresh.rooms(field, entry), words, strict=True):
                c.pointer(room).set(f"i{bits}", c.num(word).to(f"i{bits}"), lane)

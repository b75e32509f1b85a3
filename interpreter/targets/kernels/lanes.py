"""Random games in lanes: several at once in the vectors of one core.

A lane whose game is over takes the next game at once. Games are the same as those played one by
one: each has its own stream of chance, by its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import READS, reached
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.ir.program import Access, Block, Field, Instruction, walk
from interpreter.ir.schema import Part
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Code, Module, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.lanes.fitting import callees, fits
from interpreter.targets.llvm.lanes.sets import LaneSets
from interpreter.targets.llvm.lanes.state import LaneState
from interpreter.targets.llvm.lanes.vectors import (
    ALL,
    LATE,
    LEAST_GATHERED,
    WORDS,
    Lanes,
    Vectors,
    able,
    bits_for,
    constant,
)
from interpreter.targets.llvm.lanes.writer import (
    LaneWriter,
    all_mixed,
    ends,
    is_gathered,
)
from interpreter.targets.llvm.target import Target
from interpreter.targets.llvm.translator import Translator

NAME = "playouts_in_lanes"
ENTRIES = ("start", "playout")
# Bits of the number of a game.
NUMBER = 32
# Of a function that has vectors of several games.
VECTORS = 'alignstack(64) "min-legal-vector-width"="512" '
# So many bytes hold what every seat has reached.
MOST_SEATS = 8
# So many games that are over are written down at once, since each asks for places of its own.
MOST_NOTED = 256
# So many games at once are tried: the registers of the processor hold the positions of fewer games,
# and of more it waits less often for what it has begun. Those of AVX2 hold a quarter.
WIDTHS, NARROW = (16, 32), (8, 16)
# So many where nothing may depend on the processor.
FIXED = 16


def widths(target: Target) -> tuple[int, ...]:
    """How many games at once are worth trying on a processor: none, or from few to many."""
    if not able(target):
        return ()
    return WIDTHS if able(target, LATE) else NARROW


@dataclass(frozen=True)
class Rounds:
    """The loop of a random game, a round for each ply.

    Args:
        loop: the loop
        head: what a round begins with, up to where it is left when the game is over
        rest: what follows
    """

    loop: Instruction
    head: Block
    rest: Block


def rounds(t: Translator) -> Rounds | None:
    """The loop of a random game; None where it cannot be played in lanes."""
    playout, start = t.program.function("playout"), t.program.function("start")
    if [step.name for step in playout.body] != ["loop", "finish"]:
        return None
    loop = playout.body[0]
    block = loop.blocks[0]
    if t.program.players > MOST_SEATS or ends(block) or loop.operands[0].constant is None:
        return None
    if not (fits(t, playout, block) and fits(t, start, start.body)):
        return None
    cut = next((at + 1 for at, step in enumerate(block) if step.name == "if"), 0)
    head, rest = block[:cut], block[cut:]
    made = {step.result for step in walk(head)} - {None} | {loop.result}
    used: set[Value | None] = {one for step in walk(rest) for one in step.operands}
    return None if made & used else Rounds(loop, head, rest)


def _kept(t: Translator) -> dict[Field, tuple[int, ...]]:
    """The fields that random games read, or whoever asks what has come of them.

    With the bits of each part of their entries.
    """
    functions = [t.program.function(name) for name in ENTRIES]
    functions += [one for each in list(functions) for one in callees(each.body)]
    read: set[Field] = set()
    sites: set[Field] = set()
    gathered: set[Field] = set()
    for function in functions:
        steps = list(walk(function.body))
        gathered |= {cast(Access, step.attribute).field for step in steps
                     if is_gathered(t, function, step)}  # fmt: skip
        read |= {cast(Access, step.attribute).field for step in steps if step.name in READS}
        sites |= _sites(steps)
    parts = (schema.MOVES, schema.RANK, schema.SWAPPED)
    widths = LaneSets.widths_of(t.program.sites)
    least = dict.fromkeys(gathered, LEAST_GATHERED)
    return {
        one: widths
        if one.kind == "sites"
        else widths[:1]
        if one in sites
        else (max(least.get(one, 0), bits_for(*t.ranges.fields[one])),)
        for one in t.program.fields
        if one in read or one.part in parts
    }


def _sites(steps: Sequence[Instruction]) -> set[Field]:
    """Fields with sites that are looked for in sets, which have to be as wide as these."""
    read = {
        step.result: cast(Access, step.attribute).field
        for step in steps
        if step.name in ("read", "read_at")
    }
    asked = [step for step in steps if step.name in ("single", "contains", "run")]
    return {read[one] for step in asked for one in step.operands if one in read}


W = TypeVar("W", bound=LaneWriter)


class Playing(Generic[W]):
    """Writes how games in lanes go on, ply for ply, and what comes of them.

    Args:
        writer: writes the functions of the program
    """

    def __init__(self, t: Translator, c: Code, width: int, writer: type[W]) -> None:
        self.t, self.c, self.v = t, c, Vectors(c, width, t.target)
        kept = _kept(t)
        # The games as they are, and what those that begin take over.
        self.state, self.fresh = (LaneState(self.v, kept) for _ in range(2))
        self.writer = writer(t, self.v, self.state)
        # How many rounds the game of each lane has had.
        self.plies = self.v.room(NUMBER)

    def head(self, found: Rounds, mask: str) -> str:
        """Write the head of a round for the lanes of a mask; those whose game is over."""
        self.writer.mask = mask
        self._enter(found)
        self.writer.block(found.head)
        return self.v.without(mask, self.writer.mask)

    def rest(self, found: Rounds) -> str:
        """Write what follows in a round, and the head of the next; those whose game is over."""
        v = self.v
        self.writer.mask = ALL  # where there are no games left, some are played for nobody
        self._enter(found)
        self.writer.block(found.rest)
        plies = v.do("add", v.held(self.plies, NUMBER), constant(1))
        v.keep(self.plies, NUMBER, plies)
        most = min(cast(int, found.loop.attribute), cast(int, found.loop.operands[0].constant))
        return v.either(self.head(found, ALL), v.ask("sge", plies, constant(most)))

    def _enter(self, found: Rounds) -> None:
        self.writer.frame.function = self.t.program.function("playout")
        assert found.loop.result is not None
        self.writer.frame.values[found.loop.result.number] = self.v.held(self.plies, NUMBER)

    def restart(self, mask: str) -> None:
        """Let the games of a mask begin with what is fresh."""
        self.rewind(mask)
        self.state.take(mask, self.fresh)

    def rewind(self, mask: str) -> None:
        """Forget what is kept from round to round besides the state."""
        self.v.keep_in(mask, self.plies, NUMBER, constant(0))
        self.writer.moves.reset(mask)

    def part(self, part: Part, entry: int = 0) -> Lanes:
        """A number of each game; 0 if the program has no such part."""
        held = self.t.program.part(part)
        return constant(0) if held is None else self.state.number(held, entry)

    def seats(self) -> Lanes:
        """The doubled rank of each seat, a byte each; after a swap the seats have changed."""
        v, players = self.v, self.t.program.players
        ranks = [self.part(schema.RANK, player) for player in range(1, players + 1)]
        if players == 2 and self.t.program.part(schema.SWAPPED) is not None:
            swapped = v.ask("ne", self.part(schema.SWAPPED), constant(0))
            ranks = [v.pick(swapped, *ranks[::-1]), v.pick(swapped, *ranks)]
        found = v.as_wide(ranks[0], 64)
        for seat, rank in enumerate(ranks[1:], 1):
            found = v.do("or", found, v.do("shl", v.as_wide(rank, 64), constant(8 * seat)))
        return found


class Games(Playing[LaneWriter]):
    """Writes how the lanes are filled with games, and what has come of them is noted."""

    def __init__(self, t: Translator, c: Code, width: int) -> None:
        super().__init__(t, c, width, LaneWriter)
        self.start = t.program.function("start")
        # Where chance has a part in it, every game begins on its own.
        self.drawn = any(step.name == "random" for step in reached(self.start.body))
        # The number of the game of each lane, and of the next.
        self.games, self.next = (self.v.room(NUMBER) for _ in range(2))
        # Of games that are over: number and plies, and the ranks of the seats.
        self.notes, self.ranks = (c.slot("i64", MOST_NOTED + 2 * WORDS) for _ in range(2))
        self.noted = c.variable("i64", 0)
        self.active = c.slot(self.v.truths, align=64)
        self.done = c.variable("i64", 0)
        self.count = self.v.everywhere(c.num("%count").to("i32"), NUMBER)
        self.seed = mixed(c, c.num("%seed") + signed(GOLDEN))

    def first(self) -> None:
        """Begin the first game of every lane."""
        v = self.v
        if not self.drawn:
            self.fresh.blank(ALL)
            self.writer.state, self.writer.mask = self.fresh, ALL
            self.writer.call(self.start)
            self.writer.state = self.state
        self._next_game(ALL, v.places(NUMBER))
        self.begin(ALL)

    def begin(self, mask: str) -> None:
        """Begin the next game of each lane of a mask."""
        v = self.v
        game = v.held(self.next, NUMBER)
        v.keep_in(mask, self.games, NUMBER, game)
        if self.drawn:
            self._begin_alone(mask)
        else:
            self.restart(mask)
        inside = v.ask("slt", v.held(self.games, NUMBER), self.count)
        self.c.store(v.truths, inside, self.active, 64)
        self._next_game(mask, v.do("add", game, constant(v.width)))

    def _begin_alone(self, mask: str) -> None:
        """Do what comes before the first move in the game of each lane of a mask."""
        chance = self.t.program.part(schema.RANDOM)
        assert chance is not None, "something is drawn"
        self.rewind(mask)
        self.state.blank(mask)
        self.state.change(mask, chance, 0, self.fresh.number(chance))
        self.writer.mask = mask
        self.writer.call(self.start)

    def _next_game(self, mask: str, game: Lanes) -> None:
        """Make a game the next of each lane of a mask; its chance does not wait for anything."""
        v = self.v
        v.keep_in(mask, self.next, NUMBER, game)
        chance = self.t.program.part(schema.RANDOM)
        if chance is not None:
            number = v.do("add", v.everywhere("%first"), game)
            step = v.do("mul", number, constant(GOLDEN))
            stream = all_mixed(v, v.do("add", v.everywhere(self.seed), step))
            self.fresh.change(mask, chance, 0, stream)

    def going(self) -> str:
        """The lanes that have a game."""
        return self.c.load(self.v.truths, self.active, 64)

    def note(self, mask: str) -> None:
        """Note what has come of the games of a mask."""
        c, v = self.c, self.v
        place = self.noted.get()
        moves = v.do("shl", v.as_wide(self.part(schema.MOVES), 64), constant(NUMBER))
        note = v.do("or", moves, v.held(self.games, NUMBER))
        v.put_together(mask, note, self.notes, place)
        v.put_together(mask, self.seats(), self.ranks, place)
        count = c.intrinsic("i64", "llvm.ctpop.i64", ("i64", v.bits(mask)))
        self.noted.add(c.num(count))
        with c.when(self.noted.get() >= MOST_NOTED - v.width):
            self.tell()

    def tell(self) -> None:
        """Write what is noted to where it is wanted."""
        c, players = self.c, self.t.program.players
        lengths, ranks = c.pointer("%lengths"), c.pointer("%ranks")
        with c.times(self.noted.get()) as (index, _):
            note = c.pointer(self.notes).get("i64", index)
            game = note & (1 << 32) - 1
            lengths.set("i32", (note >> 32).to("i32"), game)
            row, seats = ranks.at(game * players, 1), c.pointer(self.ranks).get("i64", index)
            for seat in range(players):
                row.set("i8", (seats >> 8 * seat).to("i8"), seat)
        self.done.add(self.noted.get())
        self.noted.set(0)


def write(t: Translator, module: Module, width: int) -> None:
    """Write `playouts_in_lanes`, which takes what `playouts` takes and does the same.

    Args:
        width: how many games are played at once
    """
    found = rounds(t)
    assert found is not None
    c = Code(
        module, NAME,
        [("ptr", "control"), ("i64", "first"), ("i64", "count"), ("i64", "seed"),
         ("ptr", "lengths"), ("ptr", "ranks"), ("ptr", "h")],
        linkage="", attributes=VECTORS,
    )  # fmt: skip
    games = Games(t, c, width)
    v, control = games.v, c.pointer("%control")
    over = c.slot(v.truths, align=64)
    games.first()
    c.store(v.truths, games.head(found, ALL), over, 64)
    with c.loop() as whole:
        with c.loop() as filling:
            mask = c.load(v.truths, over, 64)
            filling.leave_unless(v.any(mask))
            games.note(v.both(mask, games.going()))
            games.begin(mask)
            ended = games.head(found, mask)
            c.store(v.truths, v.both(ended, games.going()), over, 64)
        control.set("i64", games.done.get(), 1)
        whole.leave_unless(v.any(games.going()))
        whole.leave_if(control.get("i64").differs(0))
        c.store(v.truths, games.rest(found), over, 64)
    games.tell()
    control.set("i64", games.done.get(), 1)
    c.close()

"""How far the game has come: the last move, the turn, what is pending, earlier positions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import reached
from interpreter.ir.analysis.circles import circle
from interpreter.ir.meaning.told import DIE_DRAWN, KINDS_OF_DRAWS, LEAST_BASE, REPEATED
from interpreter.ir.program import (
    MOST_MOVES,
    MOST_TURNS_PER_PLAYER,
    Access,
    Callee,
    Field,
    Function,
    Variable,
)
from interpreter.ir.schema import Part
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.text.errors import LudError, Span

if TYPE_CHECKING:
    from interpreter.language.parts import End
    from interpreter.rules.builder import Builder

# Why a rule cannot be that asks for moves of which it is a part.
AROUND = "it asks for moves, and to tell which there are it is asked itself"
# So many courses can chance take in one ply.
MOST_CHANCES = (1 << 31) - 1


class Remembered(Enum):
    """Which positions are remembered."""

    GAME = "the positions after turns of the game"
    TURN = "those after moves of the present turn"
    MOVES = "those after all moves"
    TOLD = "the position that a rule remembered last"


@dataclass(slots=True)
class Noted:
    """What effects do: whether they leave something pending."""

    sets: bool = False


class Course:
    """The course of the game, as rules speak of it."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        # What is written deals with sites in a way that a rule may ask about.
        self._tracing = True
        # Where what is dealt with comes from, if not from its own site.
        self._origin: Int | None = None
        # The values that stand for all that is pending, of which numbers that are no sites are a
        # part.
        self._pending_reads: set[Sites] = set()
        self._noted = Noted()
        # What is remembered of earlier positions, if some rule asks for it: and of what.
        self.history: Field | None = None
        self.remembered = Remembered.GAME
        # Some rule asks how many moves or turns were made.
        self.timed = False
        # Functions of the turn, such as `end`, each written when it is first needed.
        self.entries: dict[str, Callable[[], Function]] = {}
        self.declared: dict[str, Function] = {}
        self._built: dict[str, Function | None] = {}
        self._first_asked: dict[str, Span] = {}
        # Those that rules have asked.
        self.asked: set[str] = set()
        # What the mover may choose from is being written.
        self._generating = False
        # What is being written asks for moves that the next player would have.
        self.asked_ahead = False
        # What comes before moves is being written, which is done again when one of them is made.
        self._repeated = False
        self._starting = False

    def _number(self, part: Part) -> Int:
        assert self.b.board.topology, "numbers of the state come with the board"
        return self.b.read_int(self.b.part(part))

    @contextmanager
    def starting(self) -> Generator[None]:
        """The start rules are written."""
        self._starting = True
        yield
        self._starting = False

    def placed(self, site: Int) -> None:
        """Before the first move, the last placing of start rules counts as the last move."""
        b = self.b
        if self._starting:
            afterwards = [(schema.REACHED, "reached"), (schema.LEFT, "left")]
            parts = [part for part, kept in afterwards if b.keeps(kept)]
            for part in (schema.LAST_FROM, schema.LAST_TO, *parts):
                b.write(b.part(part), site)
            if b.keeps("touched"):
                b.write(b.part(schema.TOUCHED), b.single(site))

    def last_from(self) -> Int:
        """The site that the last move came from; -1 for none."""
        return self._number(schema.LAST_FROM)

    def last_to(self) -> Int:
        """The site that the last move went to; -1 for none."""
        return self._number(schema.LAST_TO)

    def last_level(self) -> Int:
        """The level that the last move chose; 0 where it moved a piece."""
        return self._number(schema.LAST_LEVEL)

    def last_passed(self) -> Bool:
        """Whether the last move was a pass."""
        return self.b.equal(self._number(schema.LAST_PASSED), self.b.one)

    def count_no_pass(self) -> None:
        """Let the present move count as none that passes."""
        for part in (schema.LAST_PASSED, schema.PASSES):
            self.b.write(self.b.part(part), self.b.zero)

    def moves(self) -> Int:
        """How many moves were made; in a match, in the present game. A rule asks for it."""
        self.timed = True
        return self.made()

    def made(self) -> Int:
        """The same, where no rule asks for it."""
        if not self.b.keeps("match"):
            return self.all_moves()
        return self.b.subtract(self.all_moves(), self._number(schema.EARLIER_MOVES))

    def all_moves(self) -> Int:
        """How many moves were made, in earlier games of a match too."""
        return self._number(schema.MOVES)

    def count_as_made(self) -> None:
        """Count a move that is of no game of the match: the last one comes from nowhere."""
        b = self.b
        b.write(b.part(schema.MOVES), b.add(self.all_moves(), b.one))
        for part in (schema.LAST_FROM, schema.LAST_TO):
            b.write(b.part(part), b.nothing)

    def games_played(self) -> Int:
        """How many games of the match are over."""
        return self._number(schema.GAMES_PLAYED)

    def playing(self) -> Int:
        """The number of the game of the match that is played, from 0."""
        return self._number(schema.PLAYING)

    def is_finished(self) -> Bool:
        """Whether the present game of the match is over."""
        return self.b.equal(self._number(schema.FINISHED), self.b.one)

    def turn_moves(self) -> Int:
        """How many moves the present turn had before this one."""
        return self._number(schema.TURN_MOVES)

    def counter(self) -> Int:
        """How many moves were made since the counter was set; at first, one less than all."""
        return self._number(schema.COUNTER)

    def set_counter(self, value: Int) -> None:
        """Let the counter go on from a number."""
        self.b.write(self.b.part(schema.COUNTER), value)

    def count_move(self) -> None:
        """Count a move, where some rule speaks of the counter."""
        if schema.COUNTER in self.b.fields:
            self.set_counter(self.b.add(self.counter(), self.b.one))

    def turns(self) -> Int:
        """How many turns were taken before this one."""
        self.timed = True
        return self._number(schema.TURN)

    def most_moves(self) -> Int:
        """How many moves a game has at most."""
        return self.b.int(MOST_MOVES)

    def most_turns(self) -> Int:
        """How many turns each player has at most."""
        return self.b.int(MOST_TURNS_PER_PLAYER)

    def all_made(self) -> Bool:
        """Whether all players, who choose at once, have moved: what belongs last follows."""
        return self.b.equal(self.b.read_int(self.b.part(schema.ALL_MADE)), self.b.one)

    def undecided(self) -> Bool:
        """Whether the game goes on."""
        return self.b.equal(self._number(schema.OVER), self.b.zero)

    def end_rules(self, end: End) -> Sequence[Callable[[], object]]:
        """What is asked in order until the game is over.

        All rules are asked, also once it is, where some rank those anew who have ranks.
        """
        if not self.b.keeps("reranks"):
            return end.rules

        def all_of_them() -> None:
            for rule in end.rules:
                rule()

        return (all_of_them,)

    def visited(self) -> Sites:
        """Where moves of the present turn came from and went."""
        return self.b.read_sites(self.b.part(schema.VISITED))

    # Chance

    def draw(self, bound: Int, *, die: bool = False) -> Int:
        """A number from 0 up to and without the bound, by chance, or as it is told from outside.

        Whatever draws before the moves of a ply are looked for draws the same when one is made.

        Args:
            bound: the number of outcomes
            die: what falls is a die
        """
        b = self.b
        drawn = b.local("drawn", b.zero)
        with b.live():
            told = self.told()
            b.if_(
                b.equal(told, b.zero),
                lambda: b.set(drawn, self._by_lot(bound)),
                lambda: b.set(drawn, self._as_told(told, bound, die=die)),
            )
        if self._generating:
            b.part(schema.TOLD_LEFT)
        return b.get_int(drawn)

    def _by_lot(self, bound: Int) -> Int:
        part = schema.CHANCE if self._repeated else schema.RANDOM
        return self.b.number("random", bound, attribute=Access(self.b.part(part)))

    def _as_told(self, told: Int, bound: Int, *, die: bool) -> Int:
        """The next draw that is told; if there is none, 0, and what was asked for is noted."""
        b = self.b
        several, base = b.greatest(bound, b.one), b.greatest(bound, b.int(LEAST_BASE))
        more = b.less(b.one, told)
        kind = b.int(DIE_DRAWN * die + REPEATED * self._repeated)
        asked = b.subtract(b.subtract(b.zero, b.multiply(several, b.int(KINDS_OF_DRAWS))), kind)
        first = b.pick(b.equal(told, b.one), asked, told)
        b.write(b.part(schema.TOLD), b.pick(more, b.divide(told, base), first))
        return b.pick(more, b.remainder(told, base), b.zero)

    @contextmanager
    def repeated(self) -> Generator[None]:
        """What is written inside is done again when a move that comes after it is made."""
        saved, self._repeated = self._repeated, True
        try:
            yield
        finally:
            self._repeated = saved

    def renew_chance(self) -> None:
        """What rules draw before the moves of the next ply is decided anew, where some do."""
        b = self.b
        if schema.CHANCE in b.fields:
            b.write(b.part(schema.CHANCE), b.draw(b.int(MOST_CHANCES)))

    def told(self) -> Int:
        """What is left of the draws that are told."""
        return self._number(schema.TOLD)

    def left_told(self) -> Variable | None:
        """What is left of them here, to be noted where the state is as it was before."""
        b = self.b
        if schema.TOLD_LEFT not in b.fields:
            return None
        left = Variable("left", "int")
        b.set(left, self.told())
        return left

    def note_told(self, left: Int, *, first: bool = False) -> None:
        """Note that so much was left somewhere while moves are looked for.

        Args:
            first: looking for moves begins
        """
        b = self.b
        if schema.TOLD_LEFT in b.fields:
            before = left if first else self._number(schema.TOLD_LEFT)
            b.write(b.part(schema.TOLD_LEFT), b.least(before, left))

    # Functions made on demand

    def entry(self, name: str) -> Function:
        """A function of the turn, such as `end`, written when it is first needed."""
        if name not in self._built:
            if name not in self.entries:
                message = "the equipment asks about moves and the end, which come later"
                raise self.b.fail(message, code="asked-before-play")
            self._built[name] = None
            self._first_asked[name] = self.b.span
            with self.b.apart():
                self._built[name] = self.entries[name]()
        found = self._built[name]
        if found is None and not self._generating:
            found = self.declared.get(name)
        if found is None or (self._generating and self._looks_ahead(found)):
            raise self.circular(self.b.span, "a rule for moves or the end looks ahead to itself")
        return found

    def refuse_circles(self) -> None:
        """Refuse rules that ask for legal moves where these are made to see if they are legal."""
        if around := circle(self.b.functions):
            asked = (span for one in around if (span := self._first_asked.get(one.name)))
            raise self.circular(next(asked, self.b.span))

    def circular(self, span: Span, hint: str = AROUND) -> LudError:
        """The error to raise for a rule that asks for what it decides itself."""
        message = "this rule needs to know its own outcome"
        return LudError(message, span, hint, code="circular-rule")

    def has(self, name: str) -> bool:
        """Whether a function of the turn was needed so far."""
        return self._built.get(name) is not None

    def _looks_ahead(self, function: Function) -> bool:
        """Whether a function asks what can be chosen."""
        choices = self.declared["choices"]
        called = (step.attribute for step in reached(function.body))
        return any(isinstance(one, Callee) and one.function is choices for one in called)

    @property
    def is_generating(self) -> bool:
        """Whether what is being written decides what can be chosen."""
        return self._generating

    @contextmanager
    def generating(self, on: bool = True) -> Generator[None]:
        """What is written inside decides what can be chosen."""
        saved, self._generating = self._generating, on
        try:
            yield
        finally:
            self._generating = saved

    @contextmanager
    def asking_ahead(self) -> Generator[None]:
        """What is written inside asks for moves of the next player, and looks no further ahead."""
        saved = self.asked_ahead, self._generating
        self.asked_ahead, self._generating = True, False
        try:
            yield
        finally:
            self.asked_ahead, self._generating = saved

    def ask(self, name: str, *operands: Value) -> Bool:
        """Ask a function of the turn that answers yes or no."""
        self.asked.add(name)
        return self.b.call_bool(self.entry(name), *operands)

    def run(self, name: str, *operands: Value) -> None:
        """Run a function of the turn."""
        self.b.call(self.entry(name), *operands)

    # What a move deals with

    def touch(self, site: Int) -> None:
        """Note that a move deals with a site, where some rule asks for it."""
        b = self.b
        if self._tracing and b.keeps("reached"):
            b.write(b.part(schema.REACHING), site)
        if self._tracing and b.keeps("left"):
            b.write(b.part(schema.LEAVING), site if self._origin is None else self._origin)
        if self._tracing and b.keeps("touched"):
            with b.live():
                both = b.union(self.touched(), b.single(site))
                b.write(b.part(schema.TOUCHED), both)

    def touched(self) -> Sites:
        """The sites that the last move and what followed it dealt with."""
        return self.b.read_sites(self.b.part(schema.TOUCHED))

    def forget_touched(self) -> None:
        """A new move begins."""
        if self.b.keeps("between"):
            self.b.write(self.b.part(schema.LAST_BETWEEN), self.b.nowhere)
        if self.b.keeps("touched"):
            self.b.write(self.b.part(schema.TOUCHED), self.b.nowhere)

    def last_between(self) -> Sites:
        """The sites that the last move hopped or slid over."""
        return self.b.read_sites(self.b.part(schema.LAST_BETWEEN))

    def pass_over(self, sites: Sites) -> None:
        """Note what a move hops or slides over, if it is one that a player makes."""
        b = self.b
        if b.keeps("between") and b.asker.deciding:
            b.write(b.part(schema.LAST_BETWEEN), sites)

    def last_reached(self) -> Int:
        """The last site that the last move and what followed it dealt with."""
        return self._number(schema.REACHED)

    def last_left(self) -> Int:
        """Where what the last move and what followed it dealt with last came from."""
        return self._number(schema.LEFT)

    def note_reached(self) -> None:
        """What was dealt with last is told from here on."""
        b = self.b
        if b.keeps("reached"):
            b.write(b.part(schema.REACHED), self._number(schema.REACHING))
        if b.keeps("left"):
            b.write(b.part(schema.LEFT), self._number(schema.LEAVING))

    @contextmanager
    def coming_from(self, origin: Int | None) -> Generator[None]:
        """What is dealt with inside comes from a site; from its own if none is given."""
        saved, self._origin = self._origin, origin
        try:
            yield
        finally:
            self._origin = saved

    @contextmanager
    def untraced(self) -> Generator[None]:
        """Nothing that is done inside is noted."""
        saved, self._tracing = self._tracing, False
        try:
            yield
        finally:
            self._tracing = saved

    # What is pending

    @contextmanager
    def noting_pending(self) -> Generator[Noted]:
        """Note whether what is written inside leaves something pending."""
        saved, self._noted = self._noted, Noted()
        yield self._noted
        saved.sets |= self._noted.sets
        self._noted = saved

    def set_pending(self, what: Int | Sites) -> None:
        """Leave a number or sites for the next move."""
        b = self.b
        self._noted.sets = True
        with b.live():
            here = b.as_sites(what)
            sites = b.read_sites(b.part(schema.PENDING_SITES))
            b.write(b.part(schema.PENDING_SITES), b.union(sites, here))
            b.write(b.part(schema.PENDING), self._one_pending(what))
            if isinstance(what, Int):
                self._note_number(what)

    def _one_pending(self, what: Int | Sites) -> Int:
        """The only number that is pending when this is, too; 0 for several."""
        b, before = self.b, self._number(schema.PENDING)
        one: Int = what if isinstance(what, Int) else b.first(what)
        if isinstance(what, Sites):
            one = b.pick(b.less(b.one, b.count(what)), b.zero, one)
        both = b.pick(b.equal(before, one), one, b.zero)
        either = b.pick(b.equal(one, b.nothing), before, both)
        return b.pick(b.equal(before, b.nothing), one, either)

    def _note_number(self, number: Int) -> None:
        """Keep a pending number that is no site."""
        b = self.b

        def keep() -> None:
            kept = self._number(schema.PENDING_COUNT)
            b.write(b.part(schema.PENDING_NUMBERS), number, kept)
            more = b.least(b.add(kept, b.one), b.int(schema.MOST_NUMBERS - 1))
            b.write(b.part(schema.PENDING_COUNT), more)

        b.if_(b.negate(b.contains(b.board.everywhere, number)), keep)

    def pending(self) -> Sites:
        """The sites that the last move left."""
        sites = self.b.read_sites(self.b.part(schema.PENDING_SITES))
        self._pending_reads.add(sites)
        return sites

    def among(self, sites: Sites, number: Int) -> Bool:
        """Whether a number is a site of a set, or is pending and the set is what is pending."""
        b = self.b
        inside = b.contains(sites, number)
        if sites not in self._pending_reads or b.names.is_iterator(number):
            return inside
        found = b.local("pending", inside)

        def look(place: Int) -> None:
            kept = b.read_int(b.part(schema.PENDING_NUMBERS), place)
            b.set(found, b.either(b.get_bool(found), b.equal(kept, number)))

        b.loop(self._number(schema.PENDING_COUNT), look, most=schema.MOST_NUMBERS)
        return b.get_bool(found)

    def forget_pending(self) -> None:
        """Nothing is pending any more."""
        b = self.b
        b.write(b.part(schema.PENDING), b.nothing)
        b.write(b.part(schema.PENDING_SITES), b.nowhere)
        b.write(b.part(schema.PENDING_COUNT), b.zero)

    def last_level_from(self) -> Int:
        """The level from which the last move took its piece; 0 where it did not say one."""
        return self._number(schema.LAST_LEVEL_FROM)

    def choose_level_from(self, level: Int) -> None:
        """The move that is made takes its piece from a level, if some rule asks which one."""
        if self.b.keeps("last_level_from"):
            self.b.write(self.b.part(schema.LAST_LEVEL_FROM), level)

    def choose_level(self, level: Int) -> None:
        """The move that is made chooses a level of a site, if some rule asks which one."""
        if self.b.keeps("last_level"):
            self.b.write(self.b.part(schema.LAST_LEVEL), level)

    def only_pending(self) -> Int:
        """The number that the last move left; -1 for none, 0 for several."""
        return self._number(schema.PENDING)

    # Positions that were there before

    def history_of(self, span: Remembered) -> Field:
        """The positions that are remembered of the game or of the turn."""
        if self.history is None:
            self.history, self.remembered = self.b.part(schema.HISTORY), span
        if self.remembered is not span:
            raise self.b.fail(
                f"{self.remembered.value} and {span.value} are not both remembered",
                "all rules on repetition must mean the same positions",
                code="not-remembered",
            )
        return self.history

    def repeats(self, span: Remembered | None = None, *, in_turn: bool = False) -> Bool:
        """Whether the position is one of those that are remembered.

        Args:
            span: which these are; those of the turn or of the game, if not given
            in_turn: those of the present turn
        """
        span = span or (Remembered.TURN if in_turn else Remembered.GAME)
        return self.b.truth("seen", attribute=Access(self.history_of(span)))

    def cycles(self) -> Bool:
        """Whether positions have come round: those of so many moves three times over."""
        count = self.b.int(self.b.players.count**2)
        return self.b.truth("cycled", count, attribute=Access(self.history_of(Remembered.MOVES)))

    def remember(self) -> None:
        """A move is over: remember the position, where some rule asks for it."""
        b = self.b
        if self.history is None:
            return
        access = Access(self.history)
        if self.remembered is Remembered.TOLD:
            told = self.b.equal(self._number(schema.REMEMBERING), b.one)
            b.if_(told, self._remember_alone)
            return
        fresh = b.differ(b.players.mover(), b.players.previous())
        if self.remembered is Remembered.TURN:
            b.if_(fresh, lambda: b.emit("forget", attribute=access))
        wanted = fresh if self.remembered is Remembered.GAME else b.true
        b.if_(wanted, lambda: b.emit("remember", attribute=access))

    def remember_this(self) -> None:
        """Remember the position that there will be after the move, in place of the one before.

        Whether the move may be made is asked with the one before.
        """
        self.history_of(Remembered.TOLD)
        self.b.write(self.b.part(schema.REMEMBERING), self.b.one)

    def _remember_alone(self) -> None:
        b, access = self.b, Access(self.history_of(Remembered.TOLD))
        b.write(b.part(schema.REMEMBERING), b.zero)
        for one in ("forget", "remember"):
            b.emit(one, attribute=access)

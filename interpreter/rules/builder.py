"""What a ludeme's body speaks to.

A `Builder` writes instructions, and has parts that know what rules speak of: the board, the ways
along which pieces go, the pieces, the players, names, the course of the game, and moves. It lowers
the arguments of a ludeme, and says where in the rule file a mistake is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import Any, cast

from interpreter.board.graph import SiteType
from interpreter.ir import schema
from interpreter.ir.analysis.ranges import ANY
from interpreter.ir.emit import Emitter
from interpreter.ir.meaning.known import known
from interpreter.ir.program import Access, Copy, Field
from interpreter.ir.relations import Table
from interpreter.ir.schema import By, Part
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.language.catalogue import Ludeme
from interpreter.language.nodes import Delayed, Known, Node, bare, nodes_in
from interpreter.language.parts import Then
from interpreter.language.signatures import Body, Ints, Moves
from interpreter.language.words import Braces, place_of
from interpreter.rules.parts.asker import Asker
from interpreter.rules.parts.board import Board
from interpreter.rules.parts.box import Box
from interpreter.rules.parts.course import Course
from interpreter.rules.parts.dice import Dice
from interpreter.rules.parts.dominoes import Dominoes
from interpreter.rules.parts.effects import Effects
from interpreter.rules.parts.handling import Handling
from interpreter.rules.parts.hands import Hands
from interpreter.rules.parts.hiding import Hiding, hidden_in
from interpreter.rules.parts.kinds import Kinds, kinds_said
from interpreter.rules.parts.large import LargePieces
from interpreter.rules.parts.memory import Memory
from interpreter.rules.parts.moves import MoveMaker
from interpreter.rules.parts.names import Names
from interpreter.rules.parts.network import Network
from interpreter.rules.parts.pieces import Pieces
from interpreter.rules.parts.players import Players
from interpreter.rules.parts.progress import Progress
from interpreter.rules.parts.puzzle import Puzzle
from interpreter.rules.parts.questions import Questions
from interpreter.rules.parts.settings import Settings
from interpreter.rules.parts.sowing import Seeds
from interpreter.rules.parts.stacks import Stacks
from interpreter.rules.parts.threats import Threats
from interpreter.rules.parts.tiles import Tiles
from interpreter.rules.parts.tracks import Tracks
from interpreter.rules.parts.voting import Ballot
from interpreter.rules.parts.walks import Walks
from interpreter.rules.parts.watching import Watches
from interpreter.rules.parts.ways import Paths
from interpreter.text.errors import LudError, Problem, Span

MOST_INT = 2**31 - 1


class OtherKindError(LudError):
    """Sites are of another kind than those of the board."""


def _names_in(node: Node, kept: str) -> list[str]:
    """The names under which forms that need something kept do so."""
    forms = (one for one in nodes_in(node) if kept in one.keeps)
    return list(dict.fromkeys(str(dict(one.args).get("name", "")) for one in forms))


def is_of_kind(value: object, kind: SiteType) -> bool:
    """Whether an argument is a set for which the same kind is said."""
    inner = bare(value)
    return (
        isinstance(inner, Node)
        and inner.ludeme.result is Sites
        and dict(inner.args).get("use") is kind
    )


class Builder(Emitter):
    """The one object that ludemes lower themselves with."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[Part, Field] = {}
        self.warnings: list[Problem] = []
        # What the game keeps because some ludeme asks for it; None: not known yet.
        self.kept: frozenset[str] | None = None
        self.spans: list[Span] = []
        self._tables: dict[tuple[int, ...], Table] = {}
        self._sets: dict[tuple[tuple[int, ...], ...], Table] = {}
        self._numbers: Counter[str] = Counter()
        self.board = Board(self)
        self.kinds = Kinds(self)
        self.network = Network(self)
        self.ways = Paths(self)
        self.walks = Walks(self)
        self.box = Box(self)
        self.hands = Hands(self)
        self.pieces = Pieces(self)
        self.handling = Handling(self)
        self.large = LargePieces(self)
        self.tiles = Tiles(self)
        self.dominoes = Dominoes(self)
        self.stacks = Stacks(self)
        self.progress = Progress(self)
        self.tracks = Tracks(self)
        self.dice = Dice(self)
        self.players = Players(self)
        self.names = Names(self)
        self.turn = Course(self)
        self.memory = Memory(self)
        self.asker = Asker()
        self.moves = MoveMaker(self, self.asker)
        self.effects = Effects(self, self.asker)
        self.questions = Questions(self, self.asker)
        self.threats = Threats(self)
        self.ballot = Ballot(self)
        self.seeds = Seeds(self)
        self.puzzle = Puzzle(self)
        self.hiding = Hiding(self)
        self.watches = Watches(self)
        self.settings = Settings(self)

    def forget(self) -> None:
        """Let go of everything: its parts know it, so that only the collector would find them."""
        vars(self).clear()

    # Lowering

    def lower(self, node: Node) -> Any:
        """What a node gives: its ludeme's function called with lowered arguments."""
        if self.kept is None:  # the first node is that of the whole game
            self.kept = frozenset(what for one in nodes_in(node) for what in one.keeps)
            self.names.remembered = _names_in(node, "memory")
            self.names.put_to_vote = _names_in(node, "votes")
            self.kinds.said = frozenset(kinds_said(node))
            self.hiding.install(hidden_in(node))
        self.spans.append(node.span)
        try:
            return self._lower(node)
        except LudError as error:
            if all(problem.span is not None for problem in error.problems):
                raise
            first = error.problems[0]
            raise LudError([replace(first, span=node.span)]) from None
        except RecursionError:
            if (within := self._within_itself()) is None:
                raise
            raise self.turn.circular(within) from None
        finally:
            self.spans.pop()

    def _within_itself(self) -> Span | None:
        """Where the shortest of the clauses stands that are being lowered while they are."""
        again = [span for span, count in Counter(self.spans).items() if count > 2]
        return min(again, key=lambda span: span.end - span.start, default=None)

    def _lower(self, node: Node) -> Any:
        args: dict[str, Any] = {
            one.name: None for one in node.ludeme.positional if one.default is None
        }
        if self.kinds.others:
            return self._lower_of_kind(node, args)
        args |= {name: self.argument(value) for name, value in node.args}
        if node.ludeme.kind_at is not None:
            self._of_kind(node.ludeme, args)
        return self._called(node.ludeme, args)

    def _called(self, ludeme: Ludeme, args: dict[str, Any]) -> Any:
        """What a form gives for its lowered arguments."""

        def form() -> Any:
            return cast(Any, ludeme.form)(self, **args)

        if ludeme.result is not Moves:
            return self.watches.lowered(ludeme, form)
        then = cast(Then | None, args.pop("then", None))
        with self.moves.then(then):
            return self.watches.lowered(ludeme, form)

    def _lower_of_kind(self, node: Node, args: dict[str, Any]) -> Any:
        """Lower a node of a game with sites of several kinds: its sites are of the kind it says."""
        ludeme, given, kinds = node.ludeme, dict(node.args), self.kinds
        said = None
        if ludeme.kind_at is not None:
            args.pop("use", None)
            said = cast(SiteType | None, given.pop("use", None))
            self.same_sites(said)
        # A set within another is of the kind that the rule around both says.
        within = kinds.listed if ludeme.result is Sites else None
        with kinds.listing(said or within):
            args |= {name: self.argument(value) for name, value in given.items()}
        kind = within if ludeme.joins else said
        if kind is not None:
            for one in ludeme.parameters:
                value = args.get(one.name)
                if value is not None and one.of_sites and not is_of_kind(given[one.name], kind):
                    args[one.name] = kinds.read(value, kind)
        if said is None and ludeme.of_hands and isinstance(args.get("at"), Int):
            args["at"] = self.hands.reached(args["at"], in_hands=False)
        with kinds.speaking(said):
            return self._called(ludeme, args)

    def _of_kind(self, ludeme: Ludeme, args: dict[str, Any]) -> None:
        """Take the kind of site from the arguments of a form, and let its sites be of that kind."""
        use, site = args.pop("use", None), args.get("at")
        sites = cast(Callable[[], Int | Sites] | None, args.get("sites"))
        cells = use is SiteType.CELL
        if not (cells and (isinstance(site, Int) or ludeme.of_hands)):
            self.same_sites(use)
        if isinstance(site, Int) and (cells or ludeme.of_hands):
            args["at"] = self.hands.reached(site, in_hands=cells)
        if cells and ludeme.of_hands and sites is not None:
            args["sites"] = lambda: self.hands.among(sites())

    def argument(self, value: object) -> Any:
        """An argument of a node as its ludeme takes it."""
        if isinstance(value, Delayed):
            return self._delayed(value, self.kinds.listed)
        if isinstance(value, Node):
            return self.lower(value)
        if isinstance(value, Known):
            return self._known(value)
        if isinstance(value, Braces):
            return Braces(map(self.argument, value), value.span)
        return value

    def _delayed(self, value: Delayed, listed: SiteType | None) -> Callable[[], Any]:
        def lower() -> Any:
            with self.kinds.listing(listed):
                return self.argument(value.argument)

        return lower

    def _known(self, known: Known) -> object:
        value = self.lower(known.node)
        if isinstance(value, Value):
            value = value.constant
        if value is None:
            raise LudError(
                "must be known when the game is compiled", known.node.span, code="not-constant"
            )
        return known.type(value)

    def place(self) -> tuple[int, int] | None:
        """Where in the rule file itself that stands which is being lowered."""
        inner: Span | None = self.span
        while inner is not None and inner.source is not self.spans[0].source:
            inner = inner.outer
        return None if inner is None else (inner.start, inner.end)

    @property
    def span(self) -> Span:
        """Where the clause stands that is being lowered."""
        return self.spans[-1]

    @contextmanager
    def at(self, span: Span) -> Generator[None]:
        """What is written inside comes from a place in the rule file."""
        self.spans.append(span)
        try:
            yield
        finally:
            self.spans.pop()

    def fail(
        self, message: str, hint: str | None = None, value: object = None, *, code: str
    ) -> LudError:
        """The error to raise for a mistake in the ludeme that is being lowered.

        Args:
            value: what is wrong of its arguments, where that has a place of its own: a text, or
                what stands between braces
            code: the kind of mistake, by a name that stays
        """
        return LudError(message, self._place(value), hint, code=code)

    def warn(
        self,
        message: str,
        hint: str | None = None,
        where: Span | str | None = None,
        *,
        code: str,
    ) -> None:
        """Tell the designer of something legal that cannot be meant.

        Args:
            where: the place, or what is doubted of the arguments, as in `fail`
            code: the kind of doubt, by a name that stays
        """
        place = where if isinstance(where, Span) else self._place(where)
        problem = Problem(message, place, hint, warning=True, code=code)
        if all((problem.message, problem.span) != (one.message, one.span) for one in self.warnings):
            self.warnings.append(problem)

    def _place(self, value: object) -> Span | None:
        """Where a value stands; where that is not known, the ludeme that is being lowered."""
        return place_of(value) or (self.spans[-1] if self.spans else None)

    def same_sites(self, use: SiteType | None) -> None:
        """Refuse sites of a kind that the game does not have."""
        if use is not None and not self.kinds.is_kept(use):
            message = f"sites of kind {use.value} on a board of another kind are not supported yet"
            raise OtherKindError(message, self.span, code="not-supported")

    # State

    def keeps(self, what: str) -> bool:
        """Whether some ludeme of the game asks for what is not kept otherwise."""
        return self.kept is not None and what in self.kept

    def part(self, part: Part) -> Field:
        """A part of the state of this game, made when a rule first speaks of it."""
        if part not in self.fields:
            made = Field(part.name, part.kind, self.entries(part), part.initial, part.position,
                         part=part)  # fmt: skip
            if part.site:
                made.bounds = (-1, self.site_count - 1)
            elif part.given:
                made.bounds = ANY
            self.fields[part] = made
        return self.fields[part]

    def entries(self, part: Part) -> int | None:
        """How many entries a part of the state has; None where it is a single value."""
        height = self.stacks.most if self.pieces.stacked else 0
        # Entry 0 of what is kept for each site is read for any site off the board.
        return {
            By.ALONE: None,
            By.SITE: self.site_count + 1,
            By.PLAYER: self.players.count + 2,
            By.OWNER: self.players.count + 2,
            By.PIECE: len(self.box.kinds) + 1,
            By.NUMBER: part.entries,
            By.DIE: self.dice.count,
            By.LEVEL: self.site_count * self.stacks.most,
            By.VALUE: 0 if self.puzzle.values is None else self.puzzle.values[-1] + 1,
            By.COURSE: self.progress.size,
            By.VIEWER: schema.viewer(self.players.count + 2, 0, height),
        }[part.by]

    @contextmanager
    def apart(self) -> Generator[None]:
        """What is written inside belongs to no rule around it."""
        with self.names.scope(self.function, alone=True), self.asker.apart():
            yield

    @contextmanager
    def reading(self, copy: Copy) -> Generator[None]:
        """Reads inside see a copy of the state."""
        saved, self.copy = self.copy, copy
        try:
            yield
        finally:
            self.copy = saved

    def draw(self, bound: Int) -> Int:
        """A number from 0 up to and without the bound, by chance."""
        return self.number("random", bound, attribute=Access(self.part(schema.RANDOM)))

    # Tables, lists and sets

    def table(self, *entries: int) -> Table:
        """A constant table of numbers or of bit masks."""
        if entries not in self._tables:
            self._tables[entries] = Table(f"table{len(self._tables)}", entries)
        return self._tables[entries]

    def entry_of(self, several: Sequence[Sequence[int]], index: Int) -> Sites:
        """One of several constant sets by its number; empty for a number out of range."""
        key = tuple(map(tuple, several))
        if key not in self._sets:
            masks = [sum(1 << site for site in sites) for sites in key]
            self._sets[key] = self.table(*masks, 0)
        return self.lookup_sites(self._sets[key], index)

    def numbered(self, name: str) -> int:
        """The next number for a name, so that functions are told apart."""
        self._numbers[name] += 1
        return self._numbers[name] - 1

    def if_any(self, some: Sites, sites: Sites) -> Sites:
        """A set, if another has any site; else none."""
        return self.pick_sites(self.is_empty(some), self.nowhere, sites)

    def fold(
        self, numbers: tuple[Int, ...] | Ints, first: Int, step: Callable[[Int, Int], Int]
    ) -> Int:
        """A list of numbers taken together one by one."""
        if isinstance(numbers, tuple):
            return reduce(step, numbers[1:], numbers[0]) if numbers else first
        total = self.local("total", first)
        numbers.each(lambda value: self.set(total, step(self.get_int(total), value)))
        return self.get_int(total)

    def sum_over(self, sites: Sites, number: Callable[[Int], Int], first: Int | None = None) -> Int:
        """The sum of what a number is on each site of a set, and of the first if there is one."""
        total = self.local("total", self.zero if first is None else first)
        self.each(sites, lambda site: self.set(total, self.add(self.get_int(total), number(site))))
        return self.get_int(total)

    def listed(self, numbers: Ints, wanted: Int) -> Bool:
        """Whether a number is in a list."""
        found = self.local("listed", self.false)
        numbers.each(
            lambda one: self.set(found, self.either(self.get_bool(found), self.equal(one, wanted)))
        )
        return self.get_bool(found)

    def merged(self, lists: Sequence[Ints]) -> Ints:
        """The numbers of a list, then those of others that have not come yet."""

        def each(body: Body) -> None:
            for count, numbers in enumerate(lists):
                if count:
                    self._each_new(lists[:count], numbers, body)
                else:
                    numbers.each(body)

        return Ints(each)

    def _each_new(self, before: Sequence[Ints], numbers: Ints, body: Body) -> None:
        """The numbers of a list that are in none of those before it, each once."""
        place = self.local("place", self.zero)

        def one(number: Int) -> None:
            here = self.get_int(place)
            known = self._listed_before(numbers, here, number)
            for other in before:
                known = self.either(self.listed(other, number), known)
            self.set(place, self.add(here, self.one))
            self.if_(self.negate(known), lambda: body(number))

        numbers.each(one)

    def _listed_before(self, numbers: Ints, most: Int, wanted: Int) -> Bool:
        """Whether a number is among the first of a list."""
        found, place = self.local("earlier", self.false), self.local("at", self.zero)

        def one(number: Int) -> None:
            here = self.get_int(place)
            hit = self.both(self.less(here, most), self.equal(number, wanted))
            self.set(found, self.either(self.get_bool(found), hit))
            self.set(place, self.add(here, self.one))

        numbers.each(one)
        return self.get_bool(found)

    def power(self, number: Int, exponent: Int) -> Int:
        """A number to the power of another, towards zero, and within 32 bits."""
        low, high = self.int(-MOST_INT - 1), self.int(MOST_INT)
        base = self.least(self.greatest(number, low), high)

        def grown(product: Int) -> Int:
            return self.least(self.greatest(self.multiply(product, base), low), high)

        # After so many times only the sign changes.
        times = self.greatest(exponent, self.subtract(self.zero, exponent))
        odd = self.remainder(times, self.int(2))
        many = self.less(self.int(64), times)
        times = self.pick(many, self.add(self.int(64), odd), times)
        if base.constant is not None and times.constant is not None:
            found = reduce(lambda product, _: grown(product), range(times.constant), self.one)
        else:
            total = self.local("power", self.one)
            self.loop(times, lambda _: self.set(total, grown(self.get_int(total))), most=65)
            found = self.get_int(total)
        # A fraction is 0, but for 1 and -1; the inverse of 0 is as large as can be.
        inverse = self.pick(self.equal(base, self.zero), high, self.divide(self.one, found))
        return self.pick(self.less(exponent, self.zero), inverse, found)

    def settled(self, value: Value) -> Value:
        """The constant that a value is, if nothing else decides it."""
        return (
            value
            if value.constant is not None
            else known(self.block, value, self.site_count) or value
        )

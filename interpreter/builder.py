"""What a ludeme's body speaks to: lowering of its arguments, iterators, players, and moves.

Moves go where the present *sink* sends them. As decisions they become bundles of a template; as
effects (in `then` and `apply`) they are applied at once; tried, each is applied to a copy of the
state and looked at. A ludeme that generates moves says only what they are.

All effects of one batch are generated before any of them is applied: reads inside a batch see a
snapshot of the state, actions change the state itself. The pass `snapshots` takes away the copies
that make no difference, which are nearly all.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from interpreter.catalogue import Delayed, Known, Node
from interpreter.emit import FALSE, NONE, TRUE, ZERO
from interpreter.errors import LudError, Problem, Span, suggest
from interpreter.ir import (
    EXTRA_BITS,
    Bool,
    Copy,
    Function,
    Instruction,
    Int,
    Shape,
    Sites,
    Template,
    Value,
)
from interpreter.passes.snapshots import settle
from interpreter.types import MOVES, Direction, Ints, Lazy, Moves, Player, Role, SiteType
from interpreter.verbs import Verbs

MOST_TEMPLATES = 1 << 10
MOST_EXTRAS = 2
# What is added to an iterator's value, which may be -1, when a move carries it.
EXTRA_OFFSET = 1

Action = Callable[[Int, Int], object]


@dataclass(frozen=True, slots=True)
class MoveForm:
    """Moves of one kind: from a site to each of a set, with what each does.

    Args:
        name: the kind, for reading: `Add`
        origin: the from-site; None if it is the to-site
        targets: the to-sites
        act: applies one move, given its from- and to-site
        consequences: the `then` parts, each a batch of effects
        passing: the move is a pass; it has no sites
        shape, note: as in `Template`
    """

    name: str
    origin: Int | None
    targets: Sites
    act: Action
    consequences: tuple[Lazy[Moves], ...] = ()
    shape: Shape = "moving"
    passing: bool = False
    note: str = ""


class Sink(Protocol):
    """Where moves go."""

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Take moves of one kind."""
        ...


@dataclass(frozen=True, slots=True)
class Region:
    """Named sets of sites, of a player (0: neutral, None: of nobody)."""

    name: str | None
    player: int | None
    sites: tuple[Sites, ...]
    span: Span


@dataclass(slots=True)
class Frame:
    """The numbers that a template's functions take from where the moves were generated.

    Args:
        names: the iterators, in the order of the extras of a move
        captured: for each of the functions, its parameter for an iterator
    """

    names: list[str] = field(default_factory=list[str])
    captured: dict[Function, dict[str, Int]] = field(
        default_factory=dict[Function, dict[str, Int]]
    )

    def capture(self, b: Builder, name: str) -> Int:
        """The parameter of the open function for an iterator."""
        here = self.captured[b.function]
        if name not in here:
            here[name] = cast(Int, b.fresh("int"))
            if name not in self.names:
                self.names.append(name)
        return here[name]


class Builder(Verbs):
    """The one object that ludemes lower themselves with."""

    def __init__(self) -> None:
        super().__init__()
        self.templates: list[Template] = []
        self.warnings: list[Problem] = []
        self.spans: list[Span] = []
        self.sink: Sink = Effects()
        self.consequences: tuple[Lazy[Moves], ...] = ()
        self.use = SiteType.CELL
        self.regions: list[Region] = []
        self.used: set[str] = set()
        self.used_pieces: set[int] = set()
        self.start_sites: set[int | None] = set()
        self._bindings: dict[str, tuple[Function, Value]] = {}
        self.frame: Frame | None = None
        self.record: Callable[[Int, Int, bool], None] = lambda origin, target, passing: None
        self.entries: dict[str, Callable[[], Function]] = {}
        self._built: dict[str, Function | None] = {}

    # Lowering

    def lower(self, node: Node) -> Any:
        """What a node gives: its ludeme's function called with lowered arguments."""
        self.spans.append(node.span)
        try:
            args = {one.name: None for one in node.ludeme.positional if one.default is None}
            args |= {name: self.argument(value) for name, value in node.args}
            return cast(Any, node.ludeme.form)(self, **args)
        except LudError as error:
            if all(problem.span is not None for problem in error.problems):
                raise
            first = error.problems[0]
            raise LudError(first.message, node.span, first.hint) from None
        finally:
            self.spans.pop()

    def argument(self, value: object) -> Any:
        """An argument of a node as its ludeme takes it."""
        if isinstance(value, Delayed):
            return lambda: self.argument(value.argument)
        if isinstance(value, Node):
            return self.lower(value)
        if isinstance(value, Known):
            return self._known(value)
        if isinstance(value, tuple):
            return tuple(self.argument(one) for one in cast(tuple[object, ...], value))
        return value

    def _known(self, known: Known) -> object:
        value = self.lower(known.node)
        if isinstance(value, Value):
            value = value.constant
        if value is None:
            raise LudError("must be known when the game is compiled", known.node.span)
        return known.type(value)

    def fail(self, message: str, hint: str | None = None) -> LudError:
        """The error to raise for a mistake in the ludeme that is being lowered."""
        return LudError(message, self.spans[-1] if self.spans else None, hint)

    def warn(self, message: str, hint: str | None = None, span: Span | None = None) -> None:
        """Tell the designer of something legal that cannot be meant."""
        place = span or (self.spans[-1] if self.spans else None)
        problem = Problem(message, place, hint, warning=True)
        if all((problem.message, problem.span) != (one.message, one.span) for one in self.warnings):
            self.warnings.append(problem)

    def same_sites(self, use: SiteType | None) -> None:
        """Refuse sites of another kind than the board's."""
        if use is not None and use is not self.use:
            raise self.fail(f"sites of kind {use.value} on a board of another kind are not "
                            "supported yet")  # fmt: skip

    # Iterators: (to), (from), (site), (between), (player)

    @contextmanager
    def bind(self, **values: Value) -> Iterator[None]:
        """Give iterators a value for the parts that are lowered inside."""
        saved = self._bindings
        self._bindings = saved | {name: (self.function, value) for name, value in values.items()}
        yield
        self._bindings = saved

    def bound(self, name: str) -> Int:
        """The value of an iterator at this place."""
        if name not in self._bindings:
            raise self.fail(f"({name}) has no value here", "it has one inside a rule that sets it")
        function, value = self._bindings[name]
        assert isinstance(value, Int)
        if value.constant is not None or function is self.function:
            return value
        frame = self.frame
        assert frame and self.function in frame.captured, f"({name}) reaches into a helper"
        return frame.capture(self, name)

    def bound_sites(self, name: str) -> Sites:
        """The set that an iterator over sets stands for at this place."""
        function, value = self._bindings.get(name, (self.function, None))
        if not isinstance(value, Sites):
            raise self.fail(f"({name}) has no value here", "it has one inside (forEach Group ...)")
        if function is not self.function and value.constant is None:
            raise self.fail(f"a move cannot carry ({name}) along: a set is no single site")
        return value

    def is_bound(self, name: str) -> bool:
        """Whether an iterator has a value at this place."""
        return name in self._bindings

    def at(self, name: str, condition: Lazy[Bool] | None) -> Callable[[Int], Bool]:
        """A condition as a question about one site, which the iterator names inside it."""

        def ask(site: Int) -> Bool:
            if condition is None:
                return TRUE
            with self.bind(**{name: site}):
                return condition()

        return ask

    def where(self, sites: Sites, name: str, condition: Lazy[Bool] | None) -> Sites:
        """The sites of a set for which a condition holds, asked with the iterator bound."""
        return sites if condition is None else self.filter(sites, self.at(name, condition))

    # Players

    def mover(self) -> Int:
        """The player to move, or who has just moved while consequences and end rules run."""
        return self.scalar("mover")

    def player(self, who: Player) -> Int:
        """The number of a player."""
        if isinstance(who, Int):
            return who
        if who.player is not None:
            if who.player > self.players:
                raise self.fail(f"there is no player {who.value}: the game has {self.players}")
            return self.int(who.player)
        if who is Role.Player:
            return self.bound("player")
        if who is Role.Shared:
            return self.int(self.players + 1)
        fields = {Role.Mover: "mover", Role.Next: "next", Role.Prev: "prev"}
        if who not in fields:
            raise self.fail(f"{who.value} is not one player")
        return self.scalar(fields[who])

    def each_player(self, who: Role, body: Callable[[Int], object]) -> None:
        """Run the body for every player a role means, in order of their numbers."""
        others = (Role.NonMover, Role.Enemy)
        if who in (*others, Role.All, Role.Each, Role.Any, Role.Friend):
            mover = self.mover()
            for number in range(1, self.players + 1):
                player = self.int(number)
                if who in others:
                    self.if_(self.differ(player, mover), lambda: body(player))  # noqa: B023
                elif who is Role.Friend:
                    self.if_(self.equal(player, mover), lambda: body(player))  # noqa: B023
                else:
                    body(player)
        else:
            body(self.player(who))

    def pieces_of(self, who: Player) -> Sites:
        """The sites with pieces of those a role means."""
        if isinstance(who, Int):
            return self.owned_by(who)
        if who in (Role.All, Role.Any, Role.Each):
            return self.occupied()
        if who in (Role.NonMover, Role.Enemy):
            neutral = self.owned_by(ZERO)
            mine = self.owned_by(self.mover())
            return self.minus(self.occupied(), without=self.union(mine, neutral))
        if who is Role.Friend:
            return self.owned_by(self.mover())
        return self.owned_by(self.player(who))

    # Regions and pieces by name

    def region_list(self, player: int, name: str | None = None) -> list[Sites]:
        """The regions that belong to a player, each a constant set."""
        return [
            sites
            for region in self.regions
            for sites in region.sites
            if region.player == player and name in (None, region.name)
        ]

    def regions_of(self, who: Role, name: str | None = None) -> Sites:
        """The sites of all regions of a player, who may be known only in play."""
        several = [self.union(*self.region_list(player, name)) for player in range(self.players + 2)]
        if not any(sites.constant for sites in several):
            message = f"no region belongs to {who.value}"
            raise self.fail(message if name is None else f'{message} and is called "{name}"')
        self.used |= {region.name or "" for region in self.regions if region.player is not None}
        return self._by_player(who, several)

    def regions_one_by_one(self, who: Role) -> list[Sites]:
        """The regions of a player, who may be known only in play, each on its own."""
        lists = [self.region_list(player) for player in range(self.players + 2)]
        most = max(map(len, lists))
        if not most:
            raise self.fail("no region belongs to a player")
        self.used |= {region.name or "" for region in self.regions}
        # A player with fewer regions has the whole board for the rest: it is always reached.
        padded = [one + [self.board] * (most - len(one)) for one in lists]
        return [self._by_player(who, [one[place] for one in padded]) for place in range(most)]

    def _by_player(self, who: Role, several: list[Sites]) -> Sites:
        entries = [sites.constant or 0 for sites in several]
        return self.lookup_sites(self.table(*entries, 0), self.player(who))

    def regions_called(self, name: str) -> Sites:
        """The sites of all regions with a name."""
        found = [region for region in self.regions if region.name == name]
        if not found:
            names = sorted({region.name for region in self.regions if region.name})
            hint = suggest(name, names) or (f"known: {', '.join(names)}" if names else None)
            raise self.fail(f'no region is called "{name}"', hint)
        self.used.add(name)
        return self.union(*(sites for region in found for sites in region.sites))

    def uses_pieces(self, numbers: Iterable[int]) -> None:
        """Note that the rules can put these pieces on the board."""
        self.used_pieces |= set(numbers)

    def _numbers_called(self, name: str) -> list[int]:
        exact = [piece.number for piece in self.pieces if piece.name == name]
        found = exact or [
            piece.number for piece in self.pieces if piece.name.rstrip("0123456789") == name
        ]
        if not found:
            names = [piece.name for piece in self.pieces]
            hint = suggest(name, names) or f"known: {', '.join(names)}"
            raise self.fail(f'no piece is called "{name}"', hint)
        self.uses_pieces(found)
        return found

    def piece_named(self, name: str, who: Player | None = None) -> Int:
        """The number of the piece with a name, with or without the owner's number behind it.

        Args:
            who: the owner; the mover if the name alone does not say
        """
        found = self._numbers_called(name)
        if len(found) == 1 and who is None:
            return self.int(found[0])
        owners = [0] * (self.players + 2)
        for number in found:
            owners[self.pieces[number - 1].owner] = number
        owner = self.player(Role.Mover if who is None else who)
        return self.lookup(self.table(*owners, 0), owner)

    def pieces_called(self, name: str) -> Sites:
        """The sites with pieces of a name, whoever owns them."""
        numbers = self._numbers_called(name)
        return self.union(*(self.placed_by_piece(self.int(number)) for number in numbers))

    def pieces_in(
        self, who: Role | None, of: Int | None, name: str | None, sites: Sites | None
    ) -> Sites:
        """The sites with pieces of a player (None: anybody's), of a kind, in a set."""
        found = self.owned_by(of) if of is not None else self.pieces_of(who or Role.All)
        if name is not None:
            found = self.intersect(found, self.pieces_called(name))
        return found if sites is None else self.intersect(found, sites)

    # Sites by label and number

    def site_called(self, label: str) -> int:
        """The site with a label."""
        found = self.topology.site_of.get(label)
        if found is None:
            labels = self.topology.labels
            hint = suggest(label, labels) or f"the sites are {labels[0]} to {labels[-1]}"
            raise self.fail(f'no site is called "{label}"', hint)
        return found

    def on_board(self, site: Int) -> Int:
        """The site, refused if it is known to lie outside the board."""
        if site.constant is not None and not 0 <= site.constant < self.site_count:
            hint = f"the sites are 0 to {self.site_count - 1}"
            raise self.fail(f"there is no site {site.constant}", hint)
        return site

    def starts_on(self, site: Int) -> None:
        """Note a start site; a second piece on it cannot be meant."""
        if site.constant is not None and site.constant in self.start_sites:
            label = self.topology.labels[site.constant]
            self.warn(f"two start rules put a piece on {label}")
        self.start_sites.add(site.constant)

    def expect_line(self, length: Int, direction: Direction) -> None:
        """Warn of a row that no line of the board can hold."""
        lines = [both for axis in self.axes(direction) for both in axis.rays if both is not None]
        longest = max((1 + len(ahead) + len(behind) for ahead, behind in lines), default=1)
        if length.constant is not None and length.constant > longest:
            message = f"no line of the board holds {length.constant} pieces"
            self.warn(message, f"the longest has {longest} sites")

    def entry_of(self, several: Sequence[Sequence[int]], index: Int) -> Sites:
        """One of several constant sets by its number; empty for a number out of range."""
        masks = [sum(1 << site for site in sites) for sites in several]
        return self.lookup_sites(self.table(*masks, 0), index)

    def fold_ints(
        self, numbers: tuple[Int, ...] | Ints, first: Int, step: Callable[[Int, Int], Int]
    ) -> Int:
        """A list of numbers taken together one by one."""
        if isinstance(numbers, tuple):
            return functools.reduce(step, numbers[1:], numbers[0]) if numbers else first
        total = self.local("total", first)
        numbers.each(lambda value: self.set(total, step(self.get_int(total), value)))
        return self.get_int(total)

    def undecided(self) -> Bool:
        """Whether the game goes on."""
        return self.equal(self.scalar("over"), ZERO)

    # Functions made on demand

    def entry(self, name: str) -> Function:
        """A function of the turn, such as `end`, written when it is first needed."""
        if name not in self._built:
            self._built[name] = None
            self._built[name] = self.entries[name]()
        found = self._built[name]
        if found is None:
            raise self.fail(f"this rule needs to know its own outcome ({name})",
                            "a rule for moves or the end looks ahead to itself")  # fmt: skip
        return found

    # Moves

    @property
    def _decisions(self) -> Decisions | None:
        return self.sink if isinstance(self.sink, Decisions) else None

    @contextmanager
    def eager(self) -> Iterator[None]:
        """Find out at once which moves generated inside are legal."""
        here = self._decisions
        with self.into(self.sink if here is None else replace(here, eager=True)):
            yield

    @contextmanager
    def demanding(self, condition: Lazy[Bool] | None) -> Iterator[None]:
        """A move generated inside is legal only if the condition holds after it."""
        here = self._decisions
        if here is None or condition is None:
            yield
            return
        with self.into(replace(here, after=(*here.after, condition))):
            yield

    def after(self, prior: Lazy[Moves], moves: Lazy[Moves]) -> None:
        """Generate moves on the state after some effects, which become part of each move."""
        here = self._decisions
        if here is None:
            prior()
            moves()
            return

        def generate() -> None:
            self.apply(prior)
            with self.into(replace(here, before=(*here.before, prior))):
                moves()

        self.probe(generate, keep=True)

    def moves_so_far(self) -> Int:
        """How many moves have been offered."""
        return self.number("move_count")

    @contextmanager
    def into(self, sink: Sink) -> Iterator[None]:
        """Moves generated inside go to this sink."""
        saved, self.sink = self.sink, sink
        yield
        self.sink = saved

    @contextmanager
    def also(self, then: Lazy[Moves] | None) -> Iterator[None]:
        """Moves generated inside have this consequence after their own."""
        saved = self.consequences
        if then is not None:
            self.consequences = (then, *saved)
        yield
        self.consequences = saved

    def move(
        self,
        name: str,
        origin: Int | None,
        targets: Sites,
        act: Action,
        then: Lazy[Moves] | None = None,
        *,
        note: str = "",
    ) -> Moves:
        """Generate moves from a site (None: from the target itself) to each target."""
        own = () if then is None else (then,)
        shape = "placing" if origin is None else "moving"
        consequences = own + self.consequences
        form = MoveForm(name, origin, targets, act, consequences, shape, note=note)
        self.sink.take(self, form)
        return MOVES

    def pass_(self, then: Lazy[Moves] | None = None) -> Moves:
        """Generate a pass."""
        own = () if then is None else (then,)
        nothing: Action = lambda origin, target: None  # noqa: E731
        return self._nowhere("Pass", nothing, own, passing=True)

    def effect(self, act: Callable[[], object], then: Lazy[Moves] | None = None) -> Moves:
        """Generate one effect that has no site of its own, such as a change of score."""
        own = () if then is None else (then,)
        no_site: Action = lambda origin, target: act()  # noqa: E731
        return self._nowhere("Effect", no_site, own)

    def _nowhere(
        self, name: str, act: Action, own: tuple[Lazy[Moves], ...], *, passing: bool = False
    ) -> Moves:
        one = Sites(constant=1)
        consequences = own + self.consequences
        self.sink.take(self, MoveForm(name, NONE, one, act, consequences, "nowhere", passing))
        return MOVES

    def apply(self, effects: Lazy[Moves]) -> None:
        """Apply a batch of effects: all are generated, then all are applied."""
        saved = self.consequences, self.copy
        self.consequences = ()
        here = Copy()
        outer = self.copy
        with self.into(Effects()), self.open() as block:
            self.copy = here
            effects()
        self.consequences, self.copy = saved
        self.block.extend(settle(block, here, outer))

    def try_moves(self, moves: Lazy[Moves], look: Callable[[Int, Int], object]) -> None:
        """Apply each move to a copy of the state, where it counts as made, and look."""
        with self.into(Trials(look)):
            saved, self.consequences = self.consequences, ()
            moves()
            self.consequences = saved


class Effects:
    """Applies moves at once."""

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Apply every move, each with its consequences."""

        def one(target: Int) -> None:
            origin = target if moves.origin is None else moves.origin
            with b.bind(**{"from": origin, "to": target}):
                moves.act(origin, target)
                with b.live():
                    for then in moves.consequences:
                        b.apply(then)

        if moves.shape == "nowhere":
            one(NONE)
        else:
            b.each(moves.targets, one)


class Trials:
    """Applies each move to a copy of the state and looks at it."""

    def __init__(self, look: Callable[[Int, Int], object]) -> None:
        self.look = look

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Try every move."""

        def one(target: Int) -> None:
            origin = target if moves.origin is None else moves.origin

            def made() -> None:
                with b.bind(**{"from": origin, "to": target}):
                    make(b, moves, origin, target)
                self.look(origin, target)

            b.probe(made)

        b.each(moves.targets, one)


def make(b: Builder, moves: MoveForm, origin: Int, target: Int) -> None:
    """Make one move: its actions, the record that it was made, its consequences."""

    def act() -> Moves:
        moves.act(origin, target)
        return MOVES

    b.apply(act)
    b.record(origin, target, moves.passing)
    for then in moves.consequences:
        b.apply(then)


@dataclass(frozen=True)
class Decisions:
    """Offers moves for the mover to choose from.

    Args:
        before: effects applied before the moves were generated and before each is made
        after: conditions that must hold when a move has been made
        eager: find out at once which moves satisfy these, instead of when one is picked
    """

    before: tuple[Lazy[Moves], ...] = ()
    after: tuple[Lazy[Bool], ...] = ()
    eager: bool = False

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Write the moves' template and offer a bundle of it."""
        if moves.targets.constant == 0:
            return
        template, names = self._template(b, moves)
        extras = [b.bound(name) for name in names]
        packed = ZERO
        for place, extra in enumerate(extras):
            stored = b.add(extra, b.int(EXTRA_OFFSET))
            packed = b.bits_or(packed, b.shift_left(stored, place * EXTRA_BITS))
        origin = NONE if moves.origin is None else moves.origin
        targets = moves.targets
        guard = template.guard
        if self.eager and guard is not None:
            template.guard = None

            def legal(target: Int) -> Bool:
                start = target if moves.origin is None else origin
                return b.call_bool(guard, start, target, *extras)

            targets = b.filter(targets, legal)
        b.emit("offer", origin, targets, packed, attribute=template)

    def _template(self, b: Builder, moves: MoveForm) -> tuple[Template, list[str]]:
        number = len(b.templates)
        if number >= MOST_TEMPLATES:
            raise b.fail(f"the rules have more than {MOST_TEMPLATES} kinds of moves")
        act = Function(f"act{number}")
        template = Template(
            number, moves.name, act, shape=moves.shape, passing=moves.passing, note=moves.note
        )
        b.templates.append(template)
        saved, b.frame = b.frame, Frame()
        with self._body(b, act, moves) as (origin, target):
            for before in self.before:
                b.apply(before)
            make(b, moves, origin, target)
            b.finish()
        if self.after:
            template.guard = Function(f"guard{number}", result="bool")
            with self._body(b, template.guard, moves) as (origin, target):
                call = self._legal(b, act, origin, target)
        frame, b.frame = b.frame, saved
        self._close(b, template, frame)
        if template.guard is not None:
            call.operands = template.guard.parameters  # pyright: ignore[reportPossiblyUnbound]
        return template, frame.names

    @contextmanager
    def _body(
        self, b: Builder, function: Function, moves: MoveForm
    ) -> Iterator[tuple[Int, Int]]:
        """Open one of a template's functions of from- and to-site."""
        assert b.frame is not None
        b.frame.captured[function] = {}
        with b.inside(function):
            origin, target = cast(Int, b.fresh("int")), cast(Int, b.fresh("int"))
            function.parameters = (origin, target)
            with b.bind(**{"from": target if moves.origin is None else origin, "to": target}):
                yield origin, target

    def _legal(self, b: Builder, act: Function, origin: Int, target: Int) -> Instruction:
        """Whether the conditions hold after the move; gives the call that makes it."""
        answer = b.local("legal", FALSE)
        calls: list[Instruction] = []

        def made() -> None:
            b.call(act, origin, target)
            calls.append(b.block[-1])
            b.set(answer, b.all_of(self.after))

        b.probe(made)
        b.finish(b.get_bool(answer))
        return calls[0]

    def _close(self, b: Builder, template: Template, frame: Frame) -> None:
        """Give the template's functions one parameter for every captured iterator."""
        if len(frame.names) > MOST_EXTRAS:
            raise b.fail(f"a move depends on more than {MOST_EXTRAS} iterators around it")
        template.extras = len(frame.names)
        for function, captured in frame.captured.items():
            with b.inside(function):
                function.parameters += tuple(
                    captured.get(name) or b.fresh("int") for name in frame.names
                )
            b.functions.append(function)

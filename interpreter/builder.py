"""What a ludeme's body speaks to: lowering of its arguments, iterators, players, and moves.

Moves go where the present *sink* sends them. As decisions they become bundles of a template; as
effects (in `then` and `apply`) they are applied at once; tried, each is applied to a copy of the
state and looked at. A ludeme that generates moves says only what they are.

All effects of one batch are generated before any of them is applied: reads inside a batch see a
snapshot of the state, actions change the state itself. The pass `snapshots` takes away the copies
that make no difference, which are nearly all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from interpreter.catalogue import Delayed, Known, Node
from interpreter.emit import FALSE, NONE, TRUE, ZERO
from interpreter.errors import LudError, Problem, Span
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
from interpreter.types import MOVES, Lazy, Moves, Player, Role, SiteType
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
        shape: as in `Template`
    """

    name: str
    origin: Int | None
    targets: Sites
    act: Action
    consequences: tuple[Lazy[Moves], ...] = ()
    shape: Shape = "moving"
    passing: bool = False


class Sink(Protocol):
    """Where moves go."""

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Take moves of one kind."""
        ...


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
        self.regions: list[tuple[str | None, Role | None, tuple[Sites, ...]]] = []
        self._bindings: dict[str, tuple[Function, Int]] = {}
        self.frame: Frame | None = None
        self.record: Callable[[Int, Int, bool], None] = lambda origin, target, passing: None
        self.entries: dict[str, Callable[[], Function]] = {}
        self._built: dict[str, Function | None] = {}

    # Lowering

    def lower(self, node: Node) -> Any:
        """What a node gives: its ludeme's function called with lowered arguments."""
        self.spans.append(node.span)
        try:
            args = {name: self.argument(value) for name, value in node.args}
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
    def bind(self, **values: Int) -> Iterator[None]:
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
        if value.constant is not None or function is self.function:
            return value
        frame = self.frame
        assert frame and self.function in frame.captured, f"({name}) reaches into a helper"
        return frame.capture(self, name)

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

    def piece_numbers(self, name: str, owner: int | None = None) -> list[int]:
        """The numbers of the pieces with this name, with or without the owner's number behind."""
        return [
            piece.number
            for piece in self.pieces
            if (piece.name == name or piece.name.rstrip("0123456789") == name)
            and (owner is None or piece.owner == owner)
        ]

    def regions_of(self, who: Role) -> Sites:
        """The sites of all regions of a player; the mover's may depend on who that is."""
        masks = {number: self.union(*self.region_list(number))
                 for number in range(self.players + 2)}  # fmt: skip
        player = self.player(who)
        entries = [masks[number].constant or 0 for number in range(self.players + 2)]
        return self.lookup_sites(self.table(*entries, 0), player)

    def region_list(self, player: int) -> list[Sites]:
        """The regions that belong to a player, each a constant set."""
        return [
            sites
            for _, role, several in self.regions
            for sites in several
            if role is not None and role.player == player
        ]

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
    ) -> Moves:
        """Generate moves from a site (None: from the target itself) to each target."""
        own = () if then is None else (then,)
        shape = "placing" if origin is None else "moving"
        consequences = own + self.consequences
        self.sink.take(self, MoveForm(name, origin, targets, act, consequences, shape))
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


class Decisions:
    """Offers moves for the mover to choose from.

    Args:
        before: effects applied before the moves were generated and before each is made
        after: conditions that must hold when a move has been made
        eager: find out at once which moves satisfy these, instead of when one is picked
    """

    def __init__(
        self,
        before: Sequence[Lazy[Moves]] = (),
        after: Sequence[Lazy[Bool]] = (),
        *,
        eager: bool = False,
    ) -> None:
        self.before, self.after, self.eager = tuple(before), tuple(after), eager

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
        template = Template(number, moves.name, act, shape=moves.shape, passing=moves.passing)
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

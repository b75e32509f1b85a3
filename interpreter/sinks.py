"""Where generated moves go: into the move list as decisions, or applied, or tried."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, cast

from interpreter.emit import FALSE, NONE, NOWHERE, ZERO
from interpreter.ir import (
    EXTRA_BITS,
    Block,
    Bool,
    Function,
    Int,
    Shape,
    Sites,
    Table,
    Template,
    Value,
    Variable,
)
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.lift import LiftError
from interpreter.lowering import Caught, Frame

if TYPE_CHECKING:
    from interpreter.builder import Builder

MOST_TEMPLATES = 1 << 10
MOST_EXTRAS = 2
# What is added to an iterator's value, which may be -1, when a move carries it.
EXTRA_OFFSET = 1

WAY = "way"

# What iterators stand for on one way, and where it leads.
Way = tuple[Mapping[str, Int], Sites]

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
        ways: the to-sites in several parts instead, each with what iterators stand for there, such
            as the number of the way, or the site between
        origins: the from-site by way and to-site, in place of `origin`
    """

    name: str
    origin: Int | None
    targets: Sites
    act: Action
    consequences: tuple[Lazy[Moves], ...] = ()
    shape: Shape = "moving"
    passing: bool = False
    note: str = ""
    ways: tuple[Way, ...] = ()
    origins: Table | None = None

    def start(self, b: Builder, target: Int) -> Int:
        """The from-site of the move to a site."""
        if self.origins is not None:
            place = b.multiply(b.bound(WAY), b.int(b.site_count))
            return b.lookup(self.origins, b.add(place, target))
        return target if self.origin is None else self.origin

    def parts(self, b: Builder) -> Iterator[Sites]:
        """The to-sites of each way, while its iterators are bound; all if there are no ways."""
        if not self.ways:
            yield self.targets
        for bound, targets in self.ways:
            with b.bind(**bound):
                yield targets

    def everything(self, b: Builder) -> Sites:
        """The to-sites of all ways together."""
        return b.union(*(sites for _, sites in self.ways)) if self.ways else self.targets

    def names(self) -> list[str]:
        """The iterators that differ from way to way."""
        return list(self.ways[0][0]) if self.ways else []


class Sink(Protocol):
    """Where moves go."""

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Take moves of one kind."""
        ...


class Effects:
    """Applies moves at once."""

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Apply every move, each with its consequences."""

        def one(target: Int) -> None:
            origin = moves.start(b, target)
            ends = {"from": origin, "to": target}
            if moves.shape == "nowhere":  # what has no sites leaves those around it as they are
                ends = {name: site for name, site in ends.items() if not b.is_bound(name)}
            with b.crowded(None), b.bind(**ends):
                moves.act(origin, target)
                with b.live():
                    for then in moves.consequences:
                        b.apply(then)

        _for_each(b, moves, one)


class Trials:
    """Applies each move to a copy of the state and looks at it."""

    def __init__(self, look: Callable[[Int, Int], object]) -> None:
        self.look = look

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Try every move."""

        def one(target: Int) -> None:
            origin = moves.start(b, target)

            def made() -> None:
                with b.crowded(None), b.bind(**{"from": origin, "to": target}):
                    make(b, moves, origin, target)
                self.look(origin, target)

            b.probe(made)

        _for_each(b, moves, one)


@dataclass(frozen=True)
class Counted:
    """Collects for each kind of moves whether there are any, in one block of plain set algebra."""

    block: Block
    some: list[Bool]

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Note whether there are moves."""
        if b.block is not self.block:
            raise LiftError("moves in a branch or a loop")
        self.some.append(b.negate(b.is_empty(moves.everything(b))))


@dataclass(frozen=True, slots=True)
class Asked:
    """Only notes in a variable that there are moves."""

    some: Variable

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Note the moves."""
        given = b.negate(b.is_empty(moves.everything(b)))
        b.set(self.some, b.either(b.get_bool(self.some), given))


@dataclass(frozen=True, slots=True)
class Noticed:
    """Passes moves on, and notes in a variable that there were some."""

    inner: Sink
    some: Variable

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Note the moves and pass them on."""
        Asked(self.some).take(b, moves)
        self.inner.take(b, moves)


def _for_each(b: Builder, moves: MoveForm, one: Callable[[Int], object]) -> None:
    """Run the body for every target; once, with none, for moves that have no sites."""
    if moves.shape == "nowhere":
        one(NONE)
    else:
        for targets in moves.parts(b):
            b.each(targets, one)


def make(b: Builder, moves: MoveForm, origin: Int, target: Int, *, begun: bool = False) -> None:
    """Make one move: its actions, the record that it was made, its consequences.

    Args:
        begun: effects that are part of it came before
    """
    if not begun and b.tracing:
        b.write(b.touched, NOWHERE)
    if moves.shape != "nowhere":
        b.touch(target)

    def act() -> Moves:
        # What the move before left is still seen by these actions, and no longer after them.
        b.forget_pending()
        moves.act(origin, target)
        return MOVES

    b.apply(act)
    b.record(origin, target, moves.passing)
    for then in moves.consequences:
        b.apply(then)


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition that must hold when a move has been made, for the move to be legal.

    Args:
        condition: the condition
        later: how many consequences, counted from the last, come only after it was asked
    """

    condition: Lazy[Bool]
    later: int


@dataclass(frozen=True, slots=True)
class Demanding:
    """Passes on the moves after which a condition holds, each tried on a copy of the state."""

    inner: Sink
    demand: Demand

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Try every move, and pass on those that the demand allows."""
        if moves.shape == "nowhere":
            b.if_(self._holds(b, moves, NONE), lambda: self.inner.take(b, moves))
            return
        kept = [b.filter(targets, lambda target: self._holds(b, moves, target))
                for targets in moves.parts(b)]  # fmt: skip
        if moves.ways:
            ways = tuple((bound, sites) for (bound, _), sites in zip(moves.ways, kept, strict=True))
            self.inner.take(b, replace(moves, ways=ways))
        else:
            self.inner.take(b, replace(moves, targets=kept[0]))

    def _holds(self, b: Builder, moves: MoveForm, target: Int) -> Bool:
        answer = b.local("holds", FALSE)
        origin = moves.start(b, target)
        own = moves.consequences[: len(moves.consequences) - self.demand.later]

        def made() -> None:
            with b.crowded(None), b.bind(**{"from": origin, "to": target}):
                make(b, replace(moves, consequences=own), origin, target)
            b.set(answer, self.demand.condition())

        b.probe(made)
        return b.get_bool(answer)


@dataclass(frozen=True)
class Decisions:
    """Offers moves for the mover to choose from.

    Args:
        before: effects applied before the moves were generated and before each is made
        after: what must hold when a move has been made
        eager: find out at once which moves satisfy these, instead of when one is picked
    """

    before: tuple[Lazy[Moves], ...] = ()
    after: tuple[Demand, ...] = ()
    eager: bool = False

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Write the moves' template and offer a bundle of it."""
        if moves.targets.constant == 0 and not moves.ways:
            return
        template, caught = self._template(b, moves)
        for targets in moves.parts(b):
            self._offer(b, moves, targets, template, caught)
        if self.eager:
            template.guard = None

    def _offer(
        self, b: Builder, moves: MoveForm, targets: Sites, template: Template, caught: list[Caught]
    ) -> None:
        extras = [b.bound(name) if value is None else value for name, value in caught]
        packed = ZERO
        for place, extra in enumerate(extras):
            stored = b.add(extra, b.int(EXTRA_OFFSET))
            packed = b.bits_or(packed, b.shift_left(stored, place * EXTRA_BITS))
        origin = NONE if moves.origin is None else moves.origin
        guard = template.guard
        if self.eager and guard is not None:

            def legal(target: Int) -> Bool:
                start = moves.start(b, target)
                return b.call_bool(guard, start, target, *extras)

            targets = b.filter(targets, legal)
        b.emit("offer", origin, targets, packed, attribute=template)

    def _template(self, b: Builder, moves: MoveForm) -> tuple[Template, list[Caught]]:
        number = len(b.templates)
        if number >= MOST_TEMPLATES:
            raise b.fail(f"the rules have more than {MOST_TEMPLATES} kinds of moves")
        act = Function(f"act{number}")
        template = Template(
            number, moves.name, act, shape=moves.shape, passing=moves.passing, note=moves.note,
            origins=moves.origins,
        )  # fmt: skip
        b.templates.append(template)
        kept = [(WAY, None)] if moves.origins is not None else []
        saved, b.frame = b.frame, Frame(list[Caught](kept), tuple(moves.names()))
        with b.bind(**self._unknown(b, moves)), self._body(b, act, moves) as (origin, target):
            self._make(b, moves, origin, target)
            b.finish()
        if self.after:
            template.guard = Function(f"guard{number}", result="bool")
            here = b.bind(**self._unknown(b, moves))
            with here, self._body(b, template.guard, moves) as (origin, target):
                self._legal(b, moves, origin, target)
        frame, b.frame = b.frame, saved
        self._close(b, template, frame)
        return template, frame.caught

    @staticmethod
    def _unknown(b: Builder, moves: MoveForm) -> dict[str, Value]:
        """Values for the iterators that differ from way to way: a move carries them."""
        return {name: b.fresh("int") for name in moves.names()}

    def _make(self, b: Builder, moves: MoveForm, origin: Int, target: Int) -> None:
        if self.before and b.tracing:
            b.write(b.touched, NOWHERE)
        for before in self.before:
            b.apply(before)
        make(b, moves, origin, target, begun=bool(self.before))

    @contextmanager
    def _body(self, b: Builder, function: Function, moves: MoveForm) -> Generator[tuple[Int, Int]]:
        """Open one of a template's functions of from- and to-site."""
        assert b.frame is not None
        b.frame.captured[function] = {}
        with b.inside(function):
            origin, target = cast(Int, b.fresh("int")), cast(Int, b.fresh("int"))
            function.parameters = (origin, target)
            with b.bind(**{"from": target if moves.origin is None else origin, "to": target}):
                yield origin, target

    def _legal(self, b: Builder, moves: MoveForm, origin: Int, target: Int) -> None:
        """Whether every demand is met after the move, but before what follows the demand."""

        def meets(demand: Demand) -> Bool:
            answer = b.local("legal", FALSE)
            own = moves.consequences[: len(moves.consequences) - demand.later]

            def made() -> None:
                self._make(b, replace(moves, consequences=own), origin, target)
                b.set(answer, demand.condition())

            b.probe(made)
            return b.get_bool(answer)

        b.finish(b.all_of([lambda one=one: meets(one) for one in self.after]))

    def _close(self, b: Builder, template: Template, frame: Frame) -> None:
        """Give the template's functions one parameter for every captured iterator."""
        if len(frame.caught) > MOST_EXTRAS:
            raise b.fail(f"a move depends on more than {MOST_EXTRAS} iterators around it")
        template.extras = len(frame.caught)
        template.settled = tuple(
            place for place, (name, _) in enumerate(frame.caught) if name in frame.varying
        )
        for function, captured in frame.captured.items():
            with b.inside(function):
                function.parameters += tuple(
                    captured.get(key) or b.fresh("int") for key in frame.caught
                )
            b.functions.append(function)

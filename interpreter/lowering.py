"""Lowering: from nodes to what their ludemes give, with iterators, players and errors."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from interpreter.emit import ONE, TRUE, ZERO
from interpreter.facing import FacedError
from interpreter.ir import Bool, Function, Int, Sites, Value, Variable, walk
from interpreter.language.nodes import Delayed, Known, Node, forms_in
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves, Player, SiteType
from interpreter.language.words import Directions, Role, Text
from interpreter.sight import Sight
from interpreter.text.errors import LudError, Problem, Span

# The iterators that stand for a piece that moves.
OF_PIECE = ("from", "site")
# An iterator and its value where the moves were generated; None where each way has its own.
Caught = tuple[str, Int | None]


@dataclass(slots=True)
class Frame:
    """The numbers that a template's functions take from where the moves were generated.

    Args:
        caught: the iterators, in the order of the extras of a move
        varying: those that differ from way to way
        captured: for each of the functions, its parameter for an iterator
    """

    caught: list[Caught] = field(default_factory=list[Caught])
    varying: tuple[str, ...] = ()
    captured: dict[Function, dict[Caught, Int]] = field(
        default_factory=dict[Function, dict[Caught, Int]]
    )

    def capture(self, b: Lowering, name: str, value: Int) -> Int:
        """The parameter of the open function for an iterator."""
        here, key = self.captured[b.function], (name, None if name in self.varying else value)
        if key not in here:
            here[key] = cast(Int, b.fresh("int"))
            if key not in self.caught:
                self.caught.append(key)
        return here[key]


@dataclass(frozen=True, slots=True)
class Crowd:
    """The pieces of one kind that a rule for moves is asked for at once.

    A ludeme that can, generates the moves of all of them together; else, or if it asks for
    `(from)`, it is lowered in a loop over them.

    Args:
        sites: where they stand
        piece: their kind, worked out where it is asked for
    """

    sites: Sites
    piece: Lazy[Int]


class CrowdedError(Exception):
    """A rule for many pieces asks about one of them."""


class Lowering(Sight):
    """Verbs that know the node being lowered and the iterators around it."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.warnings: list[Problem] = []
        self.spans: list[Span] = []
        self.use = SiteType.CELL
        self.frame: Frame | None = None
        self._bindings: dict[str, tuple[Function, Value]] = {}
        self.crowd: Crowd | None = None
        # A crowd around this place is hidden: `(from)` would be one of it.
        self.veiled = False
        # Where it is only asked whether there are moves: the variable that says that there are.
        self.enough: Variable | None = None
        # The kind of the piece that stands on `(from)`, where the rules know it.
        self.moving: Lazy[Int] | None = None

    # Lowering

    def lower(self, node: Node) -> Any:
        """What a node gives: its ludeme's function called with lowered arguments."""
        if self.tracing is None:  # the first node is that of the whole game
            self.tracing = any(form.traces for form in forms_in(node))
        if self.crowd is None or node.ludeme.result is not Moves:
            return self._lower(node)
        crowd = self.crowd
        if self.plain or not (node.ludeme.crowd and self._attempt(lambda: self._lower(node))):
            self.scatter(crowd, lambda: self._lower(node))
        return MOVES

    def scatter(self, crowd: Crowd, body: Callable[[], object]) -> None:
        """Run the body for each piece of a crowd, which is then `(from)`."""

        def one(site: Int) -> None:
            with self.bind(**{"from": site, "site": site}):
                body()

        with self.crowded(None, None if self.plain else crowd.piece):
            self.each_rule(crowd.sites, one)

    def each_rule(self, sites: Sites, body: Callable[[Int], object]) -> None:
        """Run a body that generates moves for each site; only until there are some, if it is only
        asked whether there are any.
        """

        def one(site: Int) -> None:
            body(site)
            if self.enough is not None and not self.plain:
                self.leave_if(self.get_bool(self.enough))

        self.each(sites, body if self.at_most_one(sites) else one)

    @contextmanager
    def crowded(self, crowd: Crowd | None, piece: Lazy[Int] | None = None) -> Generator[None]:
        """Rules inside are asked for many pieces at once, or for one of a known kind."""
        saved = self.crowd, self.moving, self.veiled, self._bindings
        self.veiled = crowd is None and (self.veiled or self.crowd is not None)
        self.crowd, self.moving = crowd, piece
        if crowd is not None:
            outer = self._bindings.items()
            self._bindings = {name: bound for name, bound in outer if name not in OF_PIECE}
        try:
            yield
        finally:
            self.crowd, self.moving, self.veiled, self._bindings = saved

    def asks_from(self, part: Lazy[Int | Sites]) -> bool:
        """Whether a part of a rule for many pieces is just `(from)`."""
        if self.crowd is None:
            return False
        site = self.fresh("int")
        with self.crowded(None), self.bind(**{"from": site}), self.open():
            return part() == site

    def asks(self, name: str, condition: Lazy[Bool] | None) -> bool:
        """Whether a condition on `(to)` asks for another iterator."""
        if condition is None:
            return False
        value, site = self.fresh("int"), self.fresh("int")
        with self.bind(**{name: value, "to": site}), self.open() as block:
            answer = condition()  # what is written to find out is dropped
        return any(value in step.operands for step in walk(block)) or answer == value

    @contextmanager
    def inside(self, function: Function) -> Generator[None]:
        """Instructions go into the function's body; what moves there is one piece."""
        saved, self.enough = self.enough, None
        with self.crowded(None), super().inside(function):
            yield
        self.enough = saved

    def _attempt(self, body: Callable[[], object]) -> bool:
        """Run the body; if it asks about one of a crowd, all is as it was before, and False."""
        put_back = self.as_now()
        try:
            body()
        except CrowdedError:
            put_back()
            return False
        return True

    def shared(self, body: Callable[[], object]) -> bool:
        """Write a rule once for the pieces of all players; False if it depends on their facing."""
        if self.plain:
            return False
        put_back = self.as_now()
        self.sharing = True
        try:
            body()
        except FacedError:
            put_back()
            return False
        finally:
            self.sharing = False
        return True

    def _lower(self, node: Node) -> Any:
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

    def fail(self, message: str, hint: str | None = None, text: str | None = None) -> LudError:
        """The error to raise for a mistake in the ludeme that is being lowered.

        Args:
            text: the argument that is wrong, where it is a text of the rule file
        """
        span = self.spans[-1] if self.spans else None
        return LudError(message, text.span if isinstance(text, Text) else span, hint)

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
    def bind(self, **values: Value) -> Generator[None]:
        """Give iterators a value for the parts that are lowered inside."""
        saved = self._bindings
        named = {name: (self.function, value) for name, value in values.items()}
        self._bindings = self._bindings | named
        try:
            yield
        finally:
            self._bindings = saved

    def closed(self, rule: Lazy[Moves]) -> Lazy[Moves]:
        """A rule whose iterators are those of this place, wherever it is lowered."""
        here = self._bindings, self.veiled

        def run() -> Moves:
            saved = self._bindings, self.veiled
            self._bindings, self.veiled = here
            try:
                return rule()
            finally:
                self._bindings, self.veiled = saved

        return run

    def bound(self, name: str) -> Int:
        """The value of an iterator at this place."""
        if name not in self._bindings:
            if name in OF_PIECE and (self.crowd is not None or self.veiled):
                raise CrowdedError
            raise self.fail(f"({name}) has no value here", "it has one inside a rule that sets it")
        function, value = self._bindings[name]
        assert isinstance(value, Int)
        if value.constant is not None or function is self.function:
            return value
        frame = self.frame
        assert frame is not None, f"({name}) reaches out of a function"
        return frame.capture(self, name, value)

    @property
    def has_from(self) -> bool:
        """Whether `(from)` has a value at this place, or will have one for each of a crowd."""
        return self.is_bound("from") or self.crowd is not None or self.veiled

    def bound_or(self, name: str, scalar: str) -> Int:
        """The value of an iterator, or, where it has none, a number of the state."""
        return self.bound(name) if self.is_bound(name) else self.scalar(scalar)

    def is_bound(self, name: str) -> bool:
        """Whether an iterator has a value at this place."""
        return name in self._bindings

    def is_iterator(self, number: Int) -> bool:
        """Whether a number is the value of an iterator at this place: a site, not a sum of some."""
        return any(value == number for _, value in self._bindings.values())

    def bound_sites(self, name: str) -> Sites:
        """The set that an iterator over sets stands for at this place."""
        function, value = self._bindings.get(name, (self.function, None))
        if not isinstance(value, Sites):
            raise self.fail(f"({name}) has no value here", "it has one inside a rule that sets it")
        if function is not self.function and value.constant is None:
            raise self.fail(f"a move cannot carry ({name}) along: a set is no single site")
        return value

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
        return self.where_all(sites, (name,), condition)

    def where_all(self, sites: Sites, names: Sequence[str], condition: Lazy[Bool] | None) -> Sites:
        """The sites of a set for which a condition holds, that several iterators name in it."""
        if condition is None:
            return sites

        def ask(site: Int) -> Bool:
            with self.bind(**dict.fromkeys(names, site)):
                return condition()

        return self.filter(sites, ask)

    def group_at(self, site: Int, directions: Directions, condition: Lazy[Bool] | None) -> Sites:
        """The group at a site: like pieces, or sites for which a condition on `(to)` holds.

        The condition may name the site itself, `(from)`.
        """
        if condition is None:
            alike = self.placed_by_piece(self.what(site))
        else:
            with self.bind(**{"from": site}):
                alike = self.where(self.board, "to", condition)
        return self.group(self.single(site), alike, directions)

    # Players

    def player_of(self, who: LazyPlayer) -> Int:
        """The number of a player who is worked out at this place."""
        return self.player(who if isinstance(who, Role) else who())

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
            for player in self.everybody():
                if who in others:
                    self.if_(self.differ(player, mover), lambda: body(player))  # noqa: B023
                elif who is Role.Friend:
                    self.if_(self.equal(player, mover), lambda: body(player))  # noqa: B023
                else:
                    body(player)
        else:
            body(self.player(who))

    def pieces_of(self, who: Player) -> Sites:
        """The sites with pieces of those a role means, those of hands too."""
        if isinstance(who, Int):
            return self.owned_by(who)
        if who in (Role.All, Role.Any, Role.Each):
            return self.taken()
        if who in (Role.NonMover, Role.Enemy):
            others = [self.owned_by(self.mover()), self.owned_by(self.int(self.players + 1))]
            if who is Role.Enemy:  # nobody's pieces are no enemies
                others.append(self.owned_by(ZERO))
            return self.minus(self.taken(), without=self.union(*others))
        if who is Role.Friend:
            return self.owned_by(self.mover())
        return self.owned_by(self.player(who))

    def following(self, player: Int) -> Int:
        """The next player in turn order who still takes part; the same one if there is none."""
        active = self.arrays["active"]
        if self.players == 1:
            return ONE
        if self.players == 2:
            # When one of two has left, the game is over.
            return self.subtract(self.int(3), player)
        found = self.local("following", player)

        def step(_: Int) -> None:
            here = self.get_int(found)
            last = self.equal(here, self.int(self.players))
            self.set(found, self.pick(last, ONE, self.add(here, ONE)))
            self.leave_if(self.equal(self.read_int(active, self.get_int(found)), ONE))

        self.loop(self.int(self.players), step, most=self.players)
        return self.get_int(found)

    def undecided(self) -> Bool:
        """Whether the game goes on."""
        return self.equal(self.scalar("over"), ZERO)

"""What rules call by name: iterators such as `(to)`, regions, and numbers that are kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Field, Function
from interpreter.ir.values import Bool, Int, Kind, Sites, Value
from interpreter.language.signatures import Lazy
from interpreter.language.words import Role
from interpreter.text.errors import Span, suggest

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

Player = Int | Role
# What iterators stand for at a place, and the function that they belong to there.
Bindings = Mapping[str, "tuple[Scope, Value]"]

# The iterators that are the two sites of a move.
ENDS = ("from", "to")
# Behind the name of an iterator: what it stood for around a rule that gives it another value.
OUTSIDE = " outside"

# The numbers of a map lie so near each other.
MOST_KEYS = 1 << 16
# A rule is repeated for so many numbers at most.
MOST_VALUES = 10_000


@dataclass(frozen=True, slots=True)
class Region:
    """Named sets of sites, of a player (0: neutral, None: of nobody)."""

    name: str | None
    player: int | None
    sites: tuple[Sites, ...]
    span: Span


@dataclass(eq=False)
class Scope:
    """A function that is being written, and the iterators around it that it asks for.

    Args:
        shared: several places call it, at each of which iterators may be others
        taken: for each iterator the parameter that stands for it
    """

    function: Function
    shared: bool = False
    taken: dict[str, Value] = field(default_factory=dict[str, Value])


class Names:
    """The names that mean something at the place that is being written."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.regions: list[Region] = []
        # The maps, by name, in order.
        self.maps: list[tuple[str, dict[int, int]]] = []
        self.used: set[str] = set()
        # The lists of numbers that rules remember.
        self.remembered: list[str] = []
        # What players propose and vote for.
        self.put_to_vote: list[str] = []
        # The greatest number that an iterator stands for, where that is known and small.
        self.limits: dict[str, int] = {}
        # How a set that an iterator stands for comes from its first site.
        self.regrown: dict[Value, Callable[[Int], Sites]] = {}
        self._scope = Scope(b.function)
        self._bound: Bindings = {}

    # Iterators: (to), (from), (site), (between), (player)

    @contextmanager
    def bind(self, **values: Value) -> Generator[None]:
        """Give iterators a value for the parts that are lowered inside."""
        with self.standing({**self._bound, **{one: (self._scope, values[one]) for one in values}}):
            yield

    @property
    def bindings(self) -> Bindings:
        """What all iterators stand for at this place, for `standing`."""
        return self._bound

    @contextmanager
    def standing(self, bindings: Bindings) -> Generator[None]:
        """Let iterators stand inside for what they stood for at another place, and nothing else."""
        saved, self._bound = self._bound, bindings
        try:
            yield
        finally:
            self._bound = saved

    @contextmanager
    def forgetting(self, *names: str) -> Generator[None]:
        """Let iterators stand for nothing inside."""
        with self.standing({one: of for one, of in self._bound.items() if one not in names}):
            yield

    @contextmanager
    def remembering(self, name: str) -> Generator[None]:
        """Let `outside` ask for the value that an iterator has here, if it has one."""
        outer = {f"{name}{OUTSIDE}": self.value(name)} if name in self._bound else {}
        with self.bind(**outer):
            yield

    def outside(self, name: str, what: Lazy[Int]) -> Int:
        """A number, asked for where an iterator still has the value remembered, if it had one."""
        if f"{name}{OUTSIDE}" not in self._bound:
            with self.forgetting(name):
                return what()
        with self.bind(**{name: self.value(f"{name}{OUTSIDE}")}):
            return what()

    def bound(self, name: str) -> Int:
        """The value of an iterator at this place; -1, with a warning, if it has none."""
        if name not in self._bound:
            hint = self._when_set(name)
            self.b.warn(f"({name}) has no value here", hint, code="iterator-without-value")
            return self.b.nothing
        value = self.value(name)
        assert isinstance(value, Int)
        return value

    def here(self, name: str) -> Int | None:
        """The value of an iterator where it has one without being passed on to a function."""
        scope, value = self._bound.get(name, (None, None))
        if isinstance(value, Int) and (scope is self._scope or value.constant is not None):
            return value
        return None

    def is_bound(self, name: str) -> bool:
        """Whether an iterator has a value at this place."""
        return name in self._bound

    def bound_or(self, name: str, otherwise: Int) -> Int:
        """The value of an iterator, or a number that stands for it where it has none."""
        return self.bound(name) if name in self._bound else otherwise

    def bound_sites(self, name: str) -> Sites:
        """The set that an iterator over sets stands for at this place."""
        value = self.value(name) if name in self._bound else None
        if not isinstance(value, Sites):
            hint = self._when_set(name)
            raise self.b.fail(f"({name}) has no value here", hint, code="iterator-without-value")
        return value

    def _when_set(self, name: str) -> str:
        last = f"; what follows a move asks for (last {name.title()})" if name in ENDS else ""
        return f"it has one inside a rule that sets it{last}"

    def value(self, name: str) -> Value:
        """What an iterator stands for; a function takes it from those who call it."""
        scope, value = self._bound[name]
        if scope is self._scope or (value.constant is not None and not self._scope.shared):
            return value
        if name not in self._scope.taken:
            self._scope.taken[name] = self.b.fresh(value.kind)
        return self._scope.taken[name]

    def passed(self, name: str, kind: Kind) -> Value:
        """What a function is given for an iterator that it asks for."""
        if name in self._bound:
            return self.value(name)
        assert kind == "int", "a set is asked for where it is bound"
        return self.b.nothing

    def is_iterator(self, number: Int) -> bool:
        """Whether a number is the value of an iterator at this place: a site, not a sum of some."""
        return any(value == number for _, value in self._bound.values())

    @contextmanager
    def scope(
        self, function: Function, *, shared: bool = False, alone: bool = False
    ) -> Generator[Scope]:
        """Write a function; what it asks of iterators around it becomes its parameters.

        Args:
            shared: as in `Scope`
            alone: no iterator around it has a value inside
        """
        saved = self._scope, self._bound
        self._scope = Scope(function, shared)
        if alone:
            self._bound = {}
        try:
            yield self._scope
        finally:
            self._scope, self._bound = saved

    def at(self, name: str, condition: Lazy[Bool] | None) -> Callable[[Int], Bool]:
        """A condition as a question about one site, which the iterator names inside it."""

        def ask(site: Int) -> Bool:
            if condition is None:
                return self.b.true
            with self.bind(**{name: site}):
                return condition()

        return ask

    def where(self, sites: Sites, condition: Lazy[Bool] | None, *names: str) -> Sites:
        """The sites of a set for which a condition holds, that iterators name in it."""
        if condition is None:
            return sites

        def ask(site: Int) -> Bool:
            with self.bind(**dict.fromkeys(names, site)):
                return condition()

        return self.b.where(sites, ask)

    def each_value(self, first: Int, last: Int, body: Callable[[], object]) -> None:
        """Run the body for every number between two, which is `(value)` in it."""
        b = self.b

        def one(index: Int) -> None:
            with self.bind(value=b.add(first, index)):
                body()

        times = b.greatest(b.add(b.subtract(last, first), b.one), b.zero)
        b.loop(times, one, most=MOST_VALUES)

    # Numbers that are kept

    def variable(self, name: str) -> Field:
        """A number that rules keep under a name."""
        return self.b.part(schema.variable(name))

    # Maps

    def entry(self, name: str | None, key: Int) -> Int:
        """What a number stands for in the maps with a name (None: in all); itself, if in none."""
        b = self.b
        found: dict[int, int] = {}
        for called, numbers in reversed(self.maps):
            if name is None or called == name:
                found |= numbers
        if not self.maps:
            raise b.fail("the game has no map", code="no-map")
        known = [called for called, _ in self.maps]
        if name is not None and name not in known:
            b.warn(
                f'no map is called "{name}", so each number stands for itself',
                suggest(name, known) or f"known: {', '.join(known)}",
                name,
                code="unknown-map",
            )
        if not found:
            return key
        least, most = min(found), max(found)
        if most - least >= MOST_KEYS:
            raise b.fail(
                f"the numbers of a map lie within {MOST_KEYS} of each other", code="map-too-large"
            )
        entries = [found.get(number, number) for number in range(least, most + 1)]
        inside = b.both(b.at_most(b.int(least), key), b.at_most(key, b.int(most)))
        place = b.pick(inside, b.subtract(key, b.int(least)), b.zero)
        return b.pick(inside, b.lookup(b.table(*entries), place), key)

    # Regions

    def of_player(self, player: int, name: str | None = None) -> list[Sites]:
        """The regions of a player that have a text in their name, each a constant set."""
        return [
            sites
            for region in self.regions
            for sites in region.sites
            if region.player == player and (name or "") in (region.name or "")
        ]

    def regions_of(self, who: Player, name: str | None = None) -> Sites:
        """The sites of all regions of a player, who may be known only in play."""
        # Players who do not take part can have regions: where one is to go, as a map says.
        most = max([self.b.players.count + 1, *(one.player or 0 for one in self.regions)])
        several = [self.b.union(*self.of_player(player, name)) for player in range(most + 1)]
        number = who.constant if isinstance(who, Int) else who.player
        asked = several if number is None else several[number : number + 1]
        if not any(sites.constant for sites in asked):
            raise self._no_region(f"P{number}" if isinstance(who, Int) else who.value, name)
        self.used |= {region.name or "" for region in self.regions if region.player is not None}
        return self._by_player(who, several)

    def _no_region(self, called: str, name: str | None) -> Exception:
        message = f"no region belongs to {called}"
        if name is None:
            return self.b.fail(message, code="unknown-region")
        owners = {f"P{one.player}" for one in self.regions
                  if name in (one.name or "") and one.player}  # fmt: skip
        hint = f"{' and '.join(sorted(owners))} has one" if owners else self._known(name)
        return self.b.fail(f'{message} and is called "{name}"', hint, name, code="unknown-region")

    def regions_one_by_one(self, who: Role, otherwise: Sites) -> list[Sites]:
        """The regions of a player, who may be known only in play, each on its own.

        Args:
            otherwise: what a player has for each region that another has more than he; nothing, if
                he has none
        """
        lists = [self.of_player(player) for player in range(self.b.players.count + 2)]
        if who.player is not None:
            number = self.b.players.number(who).constant or 0
            lists = lists[number : number + 1] or [[]]
        most = max(map(len, lists))
        if not most:
            raise self.b.fail("no region belongs to a player", code="unknown-region")
        self.used |= {region.name or "" for region in self.regions}
        if len(lists) == 1:
            return lists[0]
        padded = [(one or [self.b.nowhere]) + [otherwise] * (most - len(one)) for one in lists]
        return [self._by_player(who, [one[place] for one in padded]) for place in range(most)]

    def _by_player(self, who: Player, several: Sequence[Sites]) -> Sites:
        entries = [sites.constant or 0 for sites in several]
        return self.b.lookup_sites(self.b.table(*entries, 0), self.b.players.number(who))

    def regions_called(self, name: str) -> Sites:
        """The sites of all regions with a name; or the site with that label, if none has it.

        That there is neither is warned of.
        """
        found = [region for region in self.regions if region.name == name]
        if found:
            self.used.add(name)
            return self.b.union(*(sites for region in found for sites in region.sites))
        site = self.b.board.topology.site_of.get(name)
        if site is None:
            message = f'no region is called "{name}", so these are no sites'
            self.b.warn(message, self._known(name), name, code="unknown-memory")
            return self.b.nowhere
        return self.b.sites((site,))

    def _known(self, name: str) -> str | None:
        """What to suggest instead of a name that no region has."""
        names = sorted({region.name for region in self.regions if region.name})
        near = suggest(name, [one for one in names if one != name])
        return near or (f"known: {', '.join(names)}" if names else None)

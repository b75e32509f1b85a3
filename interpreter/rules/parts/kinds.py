"""Sites of other kinds than the board's own: cells, vertices and edges in one game.

The sites of the board's own kind are numbered from 0, and hands follow. Sites of another kind exist
only where some rule speaks of that kind. They are numbered behind all these, and are then sites
like any others: what stands on them, moves there and counts there needs no rule of its own.

A rule file numbers the sites of each kind from 0. Where a rule says a kind, its numbers are read as
numbers of that kind: 5 as edge 5, and the edge that a move went to as that edge. A site of a third
kind stands there for the site with the same number, as in the reference implementation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from interpreter.board.graph import MOST_SITES, SiteType, check_size
from interpreter.board.topology import Topology
from interpreter.ir.relations import Relation, Table
from interpreter.ir.values import Int, Sites
from interpreter.language import parts
from interpreter.language.nodes import Node, bare, below
from interpreter.language.parts import OtherSites
from interpreter.text.errors import LudError

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


def kinds_said(game: Node) -> Iterator[SiteType]:
    """The kinds of site that the rules of a bound game speak of, outside the board.

    Of cells some forms speak only because hands have them; a region speaks of a kind if some other
    form has its name.
    """
    return _kinds_said(game, Counter(_texts(game)))


def _texts(node: Node) -> Iterator[str]:
    yield from (value for _, arg in node.args if isinstance(value := bare(arg), str))
    for one in below(node):
        yield from _texts(one)


def _kinds_said(node: Node, named: Mapping[str, int]) -> Iterator[SiteType]:
    if node.ludeme.result is parts.Board:
        return
    name = bare(dict(node.args).get("name"))
    if node.ludeme.result is parts.Regions and not (isinstance(name, str) and named[name] > 1):
        return
    if "edges" in node.keeps:
        yield SiteType.EDGE
    given = {name: bare(value) for name, value in node.args}
    of_hands = node.ludeme.kind_at is not None and (node.ludeme.of_hands or "at" in given)
    for name, value in given.items():
        if isinstance(value, SiteType) and not (
            value is SiteType.CELL and name == "use" and of_hands
        ):
            yield value
    for one in below(node):
        yield from _kinds_said(one, named)


class Kinds:
    """The kinds of site of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.said: frozenset[SiteType] = frozenset()
        self.others: tuple[OtherSites, ...] = ()
        # The kind that the form which is being lowered says, and that of numbers in a list.
        self.spoken: SiteType | None = None
        self.listed: SiteType | None = None
        self._tables: dict[SiteType, Table] = {}
        self._relations: dict[SiteType, Relation] = {}

    def install(self) -> None:
        """Lay the sites of other kinds behind those of the board and the hands."""
        board, made = self.b.board, list[OtherSites]()
        wanted = [one for one in SiteType if one in self.said and not self._is_there(one)]
        if not wanted:
            return
        # A number below the first of them may be that of a site of any kind.
        sizes = [board.graph.size(kind) for kind in wanted]
        first = max(self.b.site_count, *sizes)
        for kind, size in zip(wanted, sizes, strict=True):
            check_size(size, kind)
            made.append(OtherSites(kind, range(first, first + size)))
            first += size
        if first > MOST_SITES:
            raise LudError(
                f"a board with all its kinds of site has at most {MOST_SITES} sites",
                code="board-too-large",
            )
        self.b.site_count = first
        self.others = tuple(made)

    def _is_there(self, kind: SiteType) -> bool:
        """Whether its sites are there anyway: the board's own, or hands where it has no cells."""
        cells = kind is SiteType.CELL and bool(self.b.hands.laid)
        return kind is self.b.board.use or (cells and not self.b.board.graph.size(kind))

    def is_kept(self, kind: SiteType) -> bool:
        """Whether there are sites of a kind."""
        return self._is_there(kind) or any(one.kind is kind for one in self.others)

    def numbers(self, kind: SiteType) -> range:
        """The numbers that sites of a kind have in the program."""
        kept = (one.sites for one in self.others if one.kind is kind)
        return range(self.b.board.size) if kind is self.b.board.use else next(kept, range(0))

    def sites(self, kind: SiteType | None = None) -> Sites:
        """All sites of a kind, or of the one that is spoken of."""
        return self.b.sites(self.numbers(kind or self.now))

    @property
    def beside(self) -> Sites:
        """All sites of kinds that are not the board's own."""
        return self.b.sites(site for one in self.others for site in one.sites)

    @property
    def now(self) -> SiteType:
        """The kind that is spoken of: the board's own if nothing else is said."""
        return self.spoken or self.b.board.use

    @property
    def topology(self) -> Topology:
        """How the sites lie that are spoken of; refused where only hands have such sites."""
        if not self.b.board.graph.size(self.now):
            raise self.b.fail(f"the board has no {self.now.plural}", code="board")
        return self.b.board.topology.on(self.now)

    def each(self) -> list[tuple[int, Topology]]:
        """The sites of each kind: the first number, and how they lie."""
        own = self.b.board.topology
        return [(0, own), *((one.sites.start, own.on(one.kind)) for one in self.others)]

    def shifted(self, sites: Iterable[int]) -> tuple[int, ...]:
        """Sites of the kind that is spoken of, by their numbers in the program."""
        first = self.numbers(self.now).start
        return tuple(first + site for site in sites) if first else tuple(sites)

    def some(self, sites: Iterable[int]) -> Sites:
        """A set of sites of the kind that is spoken of."""
        return self.b.sites(self.shifted(sites))

    def one_of(self, several: Sequence[Sequence[int]], index: Int) -> Sites:
        """One of several sets of sites of that kind, by its number."""
        first = self.numbers(self.now).start
        return self.b.entry_of(list(map(self.shifted, several)) if first else several, index)

    def index(self, site: Int) -> Int:
        """The number of a site among those of the kind that is spoken of."""
        first = self.numbers(self.now).start
        return self.b.subtract(site, self.b.int(first)) if first else site

    def index_as(self, site: Int, kind: SiteType) -> Int:
        """The number of a site among those of a kind, whether or not the game has such sites."""
        if not self.others or not self.is_kept(kind):
            return site
        with self.speaking(kind):
            return self.index(self.read(site, kind))

    @contextmanager
    def speaking(self, kind: SiteType | None) -> Generator[None]:
        """Inside, a kind is spoken of."""
        saved, self.spoken = self.spoken, kind
        try:
            yield
        finally:
            self.spoken = saved

    @contextmanager
    def listing(self, kind: SiteType | None) -> Generator[None]:
        """Inside, lists of numbers are of a kind."""
        saved, self.listed = self.listed, kind
        try:
            yield
        finally:
            self.listed = saved

    # Numbers of a kind

    def read(self, value: object, kind: SiteType) -> Any:
        """A site, a set, a list or what gives one of these, read as of a kind."""
        if isinstance(value, Int):
            return self.b.lookup(self._table(kind), value)
        if isinstance(value, Sites):
            return self.b.image(value, self._relation(kind))
        if isinstance(value, tuple):
            return tuple(self.read(one, kind) for one in cast(tuple[object, ...], value))
        if callable(value):
            lazy = cast(Callable[[], object], value)
            return lambda: self.read(lazy(), kind)
        return value

    def in_list(self, sites: Sites) -> Sites:
        """A list of numbers, read as the rule around it has them."""
        kind = self.listed
        return sites if kind is None or not self.others else self.read(sites, kind)

    def _table(self, kind: SiteType) -> Table:
        if kind not in self._tables:
            found = [self._as(site, kind) for site in range(self.b.site_count)]
            self._tables[kind] = self.b.table(*found, -1)
        return self._tables[kind]

    def _relation(self, kind: SiteType) -> Relation:
        if kind not in self._relations:
            found = self._table(kind).entries[: self.b.site_count]
            targets = tuple(() if site < 0 else (site,) for site in found)
            self._relations[kind] = Relation(f"as_{kind.value}", targets)
        return self._relations[kind]

    def _as(self, site: int, kind: SiteType) -> int:
        """The site of a kind that a number means."""
        homes = (one.sites.start for one in self.others if site in one.sites)
        index = site - next(homes, 0)
        numbers = self.numbers(kind)
        if index < len(numbers):
            return numbers[index]
        in_hand = any(site in hand.sites for hand in self.b.hands.laid)
        return site if kind is SiteType.CELL and in_hand else -1

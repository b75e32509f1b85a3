"""What rules ask of the board: its sites, neighbours, rows, groups and distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from interpreter.board.geometry.neighbours import COMPASS, NAMES
from interpreter.board.geometry.rays import Line, Lines
from interpreter.board.geometry.shifts import Grid, grid_of
from interpreter.board.graph import Graph, SiteType
from interpreter.board.topology import Topology
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Link
from interpreter.ir.relations import Axis, Rays, Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Range
from interpreter.language.words import Direction
from interpreter.text.errors import LudError, suggest

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

Directions = Direction | Sequence[Direction]
Several = tuple[Direction, ...]
Question = Callable[[Int], Bool]
Onwards = Callable[[Sites], Sites]
Ids = tuple[int, ...]
T = TypeVar("T")

# Where no number of steps leads.
FAR = 1_000_000_000
# With more sites than this, distances are counted step by step and not kept in a table.
MOST_IN_TABLE = 400


def several_of(directions: Directions) -> Several:
    """One direction or several, as several."""
    return (directions,) if isinstance(directions, Direction) else tuple(directions)


ADJACENT, HEXAGONAL, MAIN = "adj", 6, "NESW"
"""The class of what lies side by side, how many directions it has on hexes, and those directions
that one may take for some of them."""


class Board:
    """The board of the game, as rules speak of it.

    Hands are numbered after the sites of the board.
    """

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.use = SiteType.CELL
        self.known: Topology | None = None
        self._relations: dict[Several, Relation] = {}
        self._axes: dict[Direction, tuple[Axis, ...]] = {}
        self._whole: dict[Axis, tuple[Axis, tuple[int, ...]]] = {}
        self._rays: dict[Direction, tuple[Rays, ...]] = {}
        self._rings: dict[tuple[Direction, int], Relation] = {}
        self._rayed: dict[tuple[Several, int | None], Relation] = {}
        self._distances: dict[Direction, tuple[tuple[int, ...], ...]] = {}

    def install(self, topology: Topology) -> None:
        """Set the board."""
        self.known = topology
        self.b.site_count = topology.size

    @property
    def topology(self) -> Topology:
        """Its sites, and how they lie."""
        if self.known is None:
            raise LudError("this asks about the game before there is a board", code="no-board-yet")
        return self.known

    @property
    def graph(self) -> Graph:
        """Its vertices, edges and cells."""
        return self.topology.graph

    @property
    def size(self) -> int:
        """How many sites the board itself has."""
        return self.topology.size

    # Sets of sites

    @property
    def sites(self) -> Sites:
        """Every site of the board itself, of the kind that is spoken of."""
        return self.b.kinds.sites()

    @property
    def everywhere(self) -> Sites:
        """Every site, those of hands and of other kinds too."""
        return Sites(constant=(1 << self.b.site_count) - 1)

    def here(self, sites: Sites) -> Sites:
        """The sites of a set that are on the board itself."""
        return self.b.intersect(sites, self.sites) if self.b.site_count > self.size else sites

    @cached_property
    def grid(self) -> Grid | None:
        """The rows and columns of the board; hands make a row of their own above it."""
        grid = grid_of(list(zip(self.topology.xs, self.topology.ys, strict=True)))
        if grid is None or self.b.kinds.others:
            return None
        top = max((row for row, _ in grid), default=0) + 1
        return grid + tuple((top, place) for place in range(self.b.site_count - len(grid)))

    # Labels

    def called(self, label: str) -> int:
        """The site with a label."""
        found = self.b.kinds.topology.site_of.get(label)
        if found is None:
            raise self.b.fail(
                f'no site is called "{label}"', self._near(label), label, code="unknown-site"
            )
        return self.b.kinds.numbers(self.b.kinds.now)[found]

    def _near(self, label: str) -> str:
        labels = self.b.kinds.topology.labels
        return suggest(label, labels) or f"the sites are {labels[0]} to {labels[-1]}"

    def all_called(self, labels: Sequence[str]) -> Sites:
        """The sites with some labels; a label that only some boards have is left out."""
        known = self.b.kinds.topology.site_of
        found = [label for label in labels if label in known]
        for label in labels if found else labels[:1]:
            if not found:
                self.called(label)
            elif label not in known:
                self.b.warn(
                    f'no site is called "{label}"', self._near(label), label, code="unknown-site"
                )
        return self.b.kinds.some(known[label] for label in found)

    def known_site(self, site: Int) -> Int:
        """The site, refused if it is known to lie outside the board."""
        if site.constant is None or 0 <= site.constant < self.b.site_count:
            return site
        kinds = self.b.kinds
        if kinds.others and kinds.spoken is not None:
            # What was written has been read as a site of that kind, of which it is none.
            hint = f"the {kinds.now.plural} are 0 to {len(kinds.numbers(kinds.now)) - 1}"
            message = f"there is no such {kinds.now.value.lower()}"
            raise self.b.fail(message, hint, code="unknown-site")
        hint = f"the sites are 0 to {self.b.site_count - 1}"
        raise self.b.fail(f"there is no site {site.constant}", hint, code="unknown-site")

    def as_known(self, where: Int | Sites) -> Sites:
        """A set, or a site as a set of its own, refused if it is known to lie outside the board."""
        return self.b.as_sites(self.known_site(where) if isinstance(where, Int) else where)

    def known_sites(self, sites: Sites) -> list[Int] | None:
        """The sites of a set in the order of their numbers; None if it is not known beforehand."""
        return None if sites.constant is None else list(map(self.b.int, listed(sites.constant)))

    # Directions, as tables

    def padded(self, per_site: Iterable[T], beside: T = ()) -> tuple[T, ...]:
        """What there is for each site of the board, and for the sites of hands beside it."""
        known = tuple(per_site)
        return known + (beside,) * (self.b.site_count - len(known))

    def by_site(self, of: Callable[[Topology], Sequence[Ids]]) -> tuple[Ids, ...]:
        """The sites that there are for each site of every kind, among those of its kind."""
        found: list[Ids] = [()] * self.b.site_count
        for first, topology in self.b.kinds.each():
            for site, sites in enumerate(of(topology)):
                found[first + site] = tuple(first + one for one in sites) if first else sites
        return tuple(found)

    def relation(self, directions: Directions) -> Relation:
        """Where each site leads in a direction, or in any of several."""
        several = several_of(directions)
        if several not in self._relations:
            name = "+".join(direction.value for direction in several)
            merged = self.by_site(lambda topology: _merged(topology, several))
            self._relations[several] = Relation(name, merged)
        return self._relations[several]

    def axes(self, direction: Direction) -> tuple[Axis, ...]:
        """The straight lines through each site, one axis for each pair of opposite directions."""
        if direction not in self._axes:
            lines = [one.lines(direction.value) for _, one in self.b.kinds.each()]
            self._axes[direction] = tuple(
                Axis(f"{direction.value}{slot}", self._axis(lines, slot))
                for slot in range(max(len(one[0]) for one in lines))
            )
        return self._axes[direction]

    def _axis(self, lines: Sequence[Lines], slot: int) -> tuple[Line | None, ...]:
        """The line of each site of every kind along an axis."""
        found: list[Line | None] = [None] * self.b.site_count
        for (first, _), sites in zip(self.b.kinds.each(), lines, strict=True):
            for site, both in enumerate(sites):
                line = both[slot] if slot < len(both) else None
                if line is not None:
                    ahead, behind = (tuple(first + one for one in side) for side in line)
                    found[first + site] = ahead, behind
        return tuple(found)

    def rays(self, direction: Direction) -> tuple[Rays, ...]:
        """The rays from each site in a direction, or in every direction of a class."""
        if direction not in self._rays:
            self._rays[direction] = tuple(self._split_rays(direction.value))
        return self._rays[direction]

    def _split_rays(self, direction: str) -> Iterator[Rays]:
        """Rays by their first step; where a site has several that start alike, these are several.

        The rays of a class go on by any step of the class.
        """
        slots: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
        for first, topology in self.b.kinds.each():
            for site, rays in enumerate(topology.rays(direction)):
                names = {step.to: step.compass for step in topology.step_lists[site]}
                alike: dict[str, int] = {}
                for ray in rays:
                    name = names[ray[0]]
                    alike[name] = alike.get(name, -1) + 1
                    slot = slots.setdefault((NAMES.index(name), alike[name]), {})
                    slot[first + site] = tuple(first + one for one in ray)
        for (name, place), chosen in sorted(slots.items()):
            sites = tuple(chosen.get(site, ()) for site in range(self.b.site_count))
            yield Rays(f"{NAMES[name]}{place}", sites)

    def rays_of(self, directions: Directions) -> list[Rays]:
        """The rays in some directions, one after the other."""
        return [one for direction in several_of(directions) for one in self.rays(direction)]

    # Neighbours

    def around(self, sites: Sites, directions: Directions) -> Sites:
        """The neighbours of a set; a site of the set is in it if it neighbours another."""
        return self.b.image(sites, self.relation(directions))

    def neighbours(self, site: Int, directions: Directions) -> Sites:
        """The neighbours of one site."""
        return self.b.entry_of(self.relation(directions).targets, site)

    def ring(self, where: Int | Sites, direction: Direction, distance: int) -> Sites:
        """The sites exactly so many steps away along the rays of a direction."""
        if distance == 1:
            single = isinstance(where, Int)
            return self.neighbours(where, direction) if single else self.around(where, direction)
        key = direction, distance
        if key not in self._rings:
            self._rings[key] = self._far(
                f"{direction.value}{distance}",
                (direction,),
                lambda ray: ray[distance - 1 : distance],
            )
        return self.b.image(self.b.as_sites(where), self._rings[key])

    def rayed(self, where: Int | Sites, directions: Directions, distance: int | None) -> Sites:
        """All sites along the rays from a site or a set.

        Args:
            distance: no further than so many steps; to the end if not given
        """
        several = several_of(directions)
        key = several, distance
        if key not in self._rayed:
            name = "+".join(direction.value for direction in several)
            most = None if distance is None else max(0, distance)
            self._rayed[key] = self._far(f"{name}_rays", several, lambda ray: ray[:most])
        relation = self._rayed[key]
        single = isinstance(where, Int)
        return self.b.entry_of(relation.targets, where) if single else self.b.image(where, relation)

    def _far(
        self, name: str, several: Several, part: Callable[[tuple[int, ...]], tuple[int, ...]]
    ) -> Relation:
        """From each site to a part of each of its rays."""
        far: list[list[int]] = [[] for _ in range(self.b.site_count)]
        for rays in self.rays_of(several):
            for site, ray in enumerate(rays.sites):
                far[site] += part(ray)
        return Relation(name, tuple(tuple(dict.fromkeys(sites)) for sites in far))

    # Rows

    def line(
        self, own: Sites, through: Int, length: Int, direction: Direction, exact: Bool
    ) -> Bool:
        """Whether a row of the set of at least (or exactly) this length runs through a site."""
        b = self.b
        found = b.false
        for axis in self.axes(direction):
            whole, missing = self._whole_axis(axis)
            run = b.run(own, through, whole)
            here = b.negate(b.contains(b.sites(missing), through))
            simple = length.constant is not None and length.constant > 0
            if not simple:
                run = b.pick(here, run, b.zero)
            enough = b.at_most(length, run)
            if exact.constant == 1:
                enough = b.equal(run, length)
            elif exact.constant is None:
                enough = b.both(enough, b.either(b.negate(exact), b.equal(run, length)))
            if simple:
                enough = b.both(enough, here)
            found = b.either(found, enough)
        return found

    def _whole_axis(self, axis: Axis) -> tuple[Axis, tuple[int, ...]]:
        """An axis with all the lines of this one, and the sites through which this has none.

        At the rim a direction can have no line where its opposite has one. Both ask for the row
        of the axis that holds them, so that it is found once.
        """
        if axis not in self._whole:
            found = axis, ()
            for one in self.axes(Direction.All):
                if all(
                    rays is None or rays in (held, held and held[::-1])
                    for rays, held in zip(axis.rays, one.rays, strict=True)
                ):
                    gone = [site for site, rays in enumerate(axis.rays) if rays is None]
                    found = one, tuple(site for site in gone if one.rays[site] is not None)
                    break
            self._whole[axis] = found
        return self._whole[axis]

    def loose_line(
        self, own: Sites, through: Int, length: Int, direction: Direction, exact: Bool
    ) -> Bool:
        """Whether a line of the board through a site of a set has so many sites of the set."""
        b = self.b
        found = b.false
        for axis in self.axes(direction):
            whole = [
                (site, *rays[0], *rays[1]) if rays is not None else ()
                for site, rays in enumerate(axis.rays)
            ]
            number = b.count(b.intersect(own, b.entry_of(whole, through)))
            enough = b.at_most(length, number)
            fits = b.either(b.negate(exact), b.equal(number, length))
            found = b.either(found, b.both(enough, fits))
        return b.both(b.contains(own, through), found)

    def expect_way(self, several: Several) -> None:
        """Warn of directions in which nothing lies, or no neighbour where one may be expected."""
        named = [one.value for one in several if one.value in COMPASS]
        if not named or len(named) < len(several):
            return
        lead = f"{' and '.join(named)} {'leads' if len(named) == 1 else 'lead'}"
        known = [name for name in COMPASS if any(self.topology.neighbours(name))]
        beside = self.topology.supported[ADJACENT]
        if not set(named) & set(known):
            self._warn_once(f"{lead} nowhere on this board", known)
        elif len(beside) == HEXAGONAL and set(named) <= set(MAIN) - set(beside):
            self._warn_once(f"{lead} past a corner, not to a neighbour, on these hexes", beside)

    def _warn_once(self, message: str, directions: Sequence[str]) -> None:
        """Tell of directions, at the first place where they are used."""
        if all(message != one.message for one in self.b.warnings):
            hint = f"neighbours lie {', '.join(directions)}" if directions else None
            self.b.warn(message, hint, code="line-too-long")

    def expect_line(self, length: Int, direction: Direction) -> None:
        """Warn of a row that no line of the board can hold, and of one that is always there."""
        if length.constant is not None and length.constant < 1:
            self.b.warn(f"a row of {length.constant} pieces is always there", code="line-too-short")
        self.expect_way((direction,))
        lines = [both for axis in self.axes(direction) for both in axis.rays if both is not None]
        longest = max((1 + len(ahead) + len(behind) for ahead, behind in lines), default=1)
        if length.constant is not None and length.constant > longest:
            message = f"no line of the board holds {length.constant} pieces"
            self.b.warn(message, f"the longest has {longest} sites", code="no-direction")

    # Groups

    def group(self, start: Sites, within: Sites, directions: Directions) -> Sites:
        """All sites of `within` that steps inside `within` reach from `start`."""
        return self.b.flood(start, within, self.relation(directions))

    def linked(self, player: Int, site: Int, targets: Sites, directions: Directions) -> Bool:
        """Whether a player's group through a site meets a set; false where he has no piece."""
        b = self.b
        link = Link(b.box.known.owned, b.copy, self.relation(directions))
        return b.truth("linked", player, site, targets, attribute=link)

    def each_group(
        self, sites: Sites, directions: Directions, body: Callable[[Sites], object]
    ) -> None:
        """Run the body for each connected group of a set, in order of the lowest site."""
        b = self.b
        rest = b.local("rest", sites)

        def one(_: Int) -> None:
            left = b.get_sites(rest)
            b.leave_if(b.is_empty(left))
            group = self.group(b.single(b.first(left)), left, directions)
            b.set(rest, b.minus(left, without=group))
            body(group)

        b.loop(b.int(b.site_count), one, most=b.site_count)

    def count_groups(self, sites: Sites, directions: Directions, least: Int) -> Int:
        """How many connected groups a set has, of at least so many sites."""
        b = self.b
        total = b.local("groups", b.zero)

        def one(group: Sites) -> None:
            enough = b.as_int(b.at_most(least, b.count(group)))
            b.set(total, b.add(b.get_int(total), enough))

        self.each_group(sites, directions, one)
        return b.get_int(total)

    def meet(self, left: Sites, right: Sites) -> Bool:
        """Whether two sets have a site in common."""
        return self.b.negate(self.b.is_empty(self.b.intersect(left, right)))

    # Distances

    def grown(self, start: Sites, direction: Direction, steps: Int) -> Sites:
        """A set with everything within some steps of it."""
        b = self.b
        if steps.constant is not None and steps.constant <= self.size:
            found = start
            for _ in range(steps.constant):
                found = b.union(found, self.around(found, direction))
            return found
        whole = b.local("grown", start)

        def one(_: Int) -> None:
            here = b.get_sites(whole)
            b.set(whole, b.union(here, self.around(here, direction)))

        b.loop(b.least(steps, b.int(self.size)), one, most=self.size)
        return b.get_sites(whole)

    def distances(self, direction: Direction) -> tuple[tuple[int, ...], ...]:
        """How many steps lead from each site to each other."""
        if direction not in self._distances:
            near = self.topology.neighbours(direction.value)
            self._distances[direction] = tuple(
                _distances_from(site, near) for site in range(self.size)
            )
        return self._distances[direction]

    def step_count(self, origin: Int, target: Int | Sites, direction: Direction) -> Int:
        """The least number of steps from a site to another, or to one of a set.

        It is 0 where there is no such site, and where no steps lead to one of them.
        """
        b = self.b
        if isinstance(target, Int) and self.size <= MOST_IN_TABLE:
            rows = self.distances(direction)
            table = b.table(*(one if one < FAR else 0 for row in rows for one in row), 0)
            both = b.both(b.contains(self.sites, origin), b.contains(self.sites, target))
            index = b.add(b.multiply(origin, b.int(self.size)), target)
            return b.lookup(table, b.pick(both, index, b.nothing))
        targets = b.intersect(b.as_sites(target), self.sites)
        found = self.rounds(origin, targets, lambda sites: self.around(sites, direction))
        reached = self._reached(direction)
        if all(len(sites) == self.size for sites in reached):
            return found
        apart = b.minus(targets, without=b.entry_of(reached, origin))
        return b.pick(b.is_empty(apart), found, b.zero)

    def _reached(self, direction: Direction) -> list[list[int]]:
        """The sites to which steps lead from each site, and the site itself."""
        near = self.topology.neighbours(direction.value)
        found: dict[int, list[int]] = {}
        for site in range(self.size):
            if site not in found:
                row = _distances_from(site, near)
                there = [to for to, far in enumerate(row) if far < FAR]
                found |= dict.fromkeys(there, there)
        return [found[site] for site in range(self.size)]

    def rounds(self, origin: Int, targets: Sites, onwards: Onwards) -> Int:
        """How many times all sites must step on from one until they come to one of a set."""
        b = self.b
        answer = b.local("rounds", b.zero)
        seen = b.local("seen", b.single(origin))
        edge = b.local("edge", b.single(origin))

        def one(index: Int) -> None:
            ahead = b.minus(onwards(b.get_sites(edge)), without=b.get_sites(seen))
            b.leave_if(b.is_empty(ahead))
            b.set(seen, b.union(b.get_sites(seen), ahead))
            b.set(edge, ahead)

            def arrive() -> None:
                b.set(answer, b.add(index, b.one))
                b.leave()

            b.if_(self.meet(ahead, targets), arrive)

        def search() -> None:
            b.set(answer, b.int(FAR))
            b.loop(b.int(self.size), one, most=self.size)

        start = b.both(b.contains(self.sites, origin), b.negate(b.is_empty(targets)))
        away = b.negate(b.contains(targets, origin))
        b.if_(b.both(start, away), search)
        return b.get_int(answer)

    def within_steps(self, origin: Int, numbers: Range, direction: Direction) -> Sites:
        """The sites to which a number of steps leads that is in a range."""
        b = self.b
        least, most = numbers.least.constant, numbers.most.constant
        rows = self.distances(direction)
        if least is not None and most is not None:
            near = [[to for to, far in enumerate(row) if 0 <= least <= far <= most] for row in rows]
            return b.entry_of(near, origin)
        found = b.local("near", b.nowhere)
        for distance in range(max(far for row in rows for far in row if far < FAR) + 1):
            near = [[to for to, far in enumerate(row) if far == distance] for row in rows]
            here = b.int(distance)
            fits = b.both(b.at_most(numbers.least, here), b.at_most(here, numbers.most))
            both = b.union(b.get_sites(found), b.entry_of(near, origin))
            b.if_(fits, lambda: b.set(found, both))  # noqa: B023
        return b.pick_sites(b.at_most(b.zero, numbers.least), b.get_sites(found), b.nowhere)

    def within_rounds(self, origin: Int, numbers: Range, onwards: Onwards) -> Sites:
        """The sites that steps of a kind lead to, in a number of rounds that is in a range.

        The start is none of them. From the third round on the sites of the round before count
        again where they lead to each other, as the reference implementation has it.
        """
        b = self.b
        start = b.single(origin)
        first = b.minus(onwards(start), without=start)
        found = b.local("near", b.pick_sites(b.at_most(numbers.least, b.one), first, b.nowhere))
        seen = b.local("seen", b.union(start, first))
        edge = b.local("edge", first)
        rounds = b.least(b.subtract(numbers.most, b.one), b.int(self.size))

        def one(index: Int) -> None:
            here = b.get_sites(edge)
            b.leave_if(b.is_empty(here))
            ahead = b.minus(onwards(here), without=b.get_sites(seen))
            b.set(seen, b.union(b.get_sites(seen), here))
            b.set(edge, ahead)
            fits = b.at_most(numbers.least, b.add(index, b.int(2)))
            both = b.union(b.get_sites(found), ahead)
            b.if_(fits, lambda: b.set(found, both))

        b.loop(rounds, one, most=self.size)
        return b.pick_sites(b.at_most(b.zero, numbers.least), b.get_sites(found), b.nowhere)


def _merged(topology: Topology, several: Several) -> list[Ids]:
    """Where each site leads in any of some directions."""
    targets = [topology.neighbours(direction.value) for direction in several]
    return [
        tuple(dict.fromkeys(target for one in targets for target in one[site]))
        for site in range(topology.size)
    ]


def _distances_from(start: int, near: Sequence[Sequence[int]]) -> tuple[int, ...]:
    found = [FAR] * len(near)
    found[start] = 0
    edge = [start]
    while edge:
        ahead: list[int] = []
        for site in edge:
            for to in near[site]:
                if found[to] == FAR:
                    found[to] = found[site] + 1
                    ahead.append(to)
        edge = ahead
    return tuple(found)

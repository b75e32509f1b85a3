"""Directions, and what lies along them.

A piece looks where its own declaration says, else where its player looks, else north. Relative
directions are counted from there, clockwise, around the compass; those that the board has count.
Directions that depend on something are held as the sites from which each absolute one counts: for
relative directions these are sets of pieces, so that nothing is decided piece by piece.

All that moves, hops, slides or is caught in a line goes along the *ways* of a compass: numbered
rays from each site.

Source: Ludii 1.3.10 Core/src/game/functions/directions/Directions.java and
Core/src/game/util/directions/RelativeDirection.java.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.ir.program import Function
from interpreter.ir.relations import Compass, Relation, Table
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Headings, Range, Ways, Where
from interpreter.language.words import Direction, RelationType, Relative
from interpreter.rules.parts.board import Question, Several

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

HALF, QUARTER = len(COMPASS) // 2, len(COMPASS) // 4
LAST = (Relative.SameDirection, Relative.OppositeDirection)
# Moves on more ways are listed by the pieces that make them.
MOST_WAYS = 16
# On larger boards there is no table of the ways on which pairs of sites see each other.
MOST_SEEN = 128
# The classes of directions, as the board names them.
CLASS_KEYS = {
    Direction.Adjacent: "adj",
    Direction.Orthogonal: "orth",
    Direction.Diagonal: "diag",
    Direction.OffDiagonal: "off",
    Direction.All: "all",
}
Path = tuple[int, ...]
Looks = Callable[[tuple[str, ...]], Iterable[tuple[int, Direction]]]


@lru_cache(maxsize=1 << 12)
def turned(relative: Relative, facing: Direction, supported: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the directions that a relative one means to a piece.

    Args:
        facing: where the piece looks
        supported: the names that there are
    """
    start = COMPASS.index(facing.value)
    if relative.value[0] == "B":
        start += HALF
    names = [COMPASS[(start + turn) % len(COMPASS)] for turn in _turns(relative)]
    found = [name for name in names if name in supported]
    # `FL` is the nearest on that side, and a further letter says nothing more.
    return tuple(found[:1] if relative.value.isupper() else found)


def _turns(relative: Relative) -> Iterable[int]:
    """Sixteenths of a turn, clockwise, to what a relative direction may mean."""
    wide = range(1 - QUARTER, QUARTER)
    known: dict[Relative, Iterable[int]] = {
        Relative.Forward: (0,),
        Relative.Backward: (0,),
        Relative.Rightward: (QUARTER,),
        Relative.Leftward: (-QUARTER,),
        Relative.Forwards: wide,
        Relative.Backwards: wide,
        Relative.Rightwards: range(1, HALF),
        Relative.Leftwards: range(-1, -HALF, -1),
    }
    right = range(1, len(COMPASS))
    return known.get(relative, right if relative.value[1] == "R" else [-turn for turn in right])


@dataclass(frozen=True, slots=True)
class Headed:
    """The ways that a rule speaks of.

    Args:
        compass: the ways, numbered
        sets: the sites from which each counts; None if all count everywhere
    """

    compass: Compass
    sets: tuple[Sites, ...] | None


@dataclass(frozen=True, slots=True)
class Gone:
    """A step that a rule went.

    Args:
        function: where the rule is written
        ends: the sites
        place: the place on the compass
    """

    function: Function
    ends: tuple[Int, Int]
    place: Int


class Paths:
    """Directions as rules name them, and looking and walking along them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._compasses: dict[Several, Compass] = {}
        self._shared: dict[Several, dict[tuple[int, int], int]] = {}
        self._first_ways: dict[tuple[str, ...], Table] = {}
        self._origins: dict[tuple[Relation, ...], tuple[Table | None, bool]] = {}
        # The place on the compass that relative directions are counted from, if a rule says it, and
        # where it is known.
        self._said: tuple[Int, Function] | None = None
        # Whether they are counted from the north where no piece stands.
        self._bare_counts = False
        # The last step that a rule went, if it is known how it went.
        self._gone: Gone | None = None
        self._places: dict[tuple[Compass, int], int] = {}

    # Directions

    def headed(self, headings: Headings) -> Headed:
        """The ways in some directions, and from which sites each counts."""
        if isinstance(headings, Direction):
            self.b.board.expect_way((headings,))
        groups = self.by_sites(headings)
        several = tuple(one for directions, _ in groups for one in directions)
        compass = self.compass(several)
        if all(sites == self.b.board.sites for _, sites in groups):
            return Headed(compass, None)
        counts = [(len(self.b.board.rays(one)), sites) for directions, sites in groups
                  for one in directions]  # fmt: skip
        sets = [sites for count, sites in counts for _ in range(count)]
        if several not in self._shared:
            self._shared[several] = self._common(several)
        for (first, later), here in self._shared[several].items():
            if sets[first] != sets[later]:
                also = self.b.intersect(sets[later], Sites(constant=here))
                sets[first] = self.b.union(sets[first], also)
        return Headed(compass, tuple(sets))

    def _common(self, several: Several) -> dict[tuple[int, int], int]:
        """What two ways have in common: the first one, a later one, and from which sites."""
        rays = [one.sites for one in self.b.board.rays_of(several)]
        found: dict[tuple[int, int], int] = {}
        for site in range(self.b.site_count):
            owners: dict[Path, int] = {}
            for way, sites in enumerate(rays):
                first = owners.setdefault(sites[site], way)
                if first != way and sites[site]:
                    found[first, way] = found.get((first, way), 0) | 1 << site
        return found

    def compass(self, several: Several) -> Compass:
        """All ways in some directions; what two of them have in common belongs to the first."""
        if several not in self._compasses:
            rays = [one.sites for one in self.b.board.rays_of(several)]
            seen: list[set[Path]] = [set() for _ in range(self.b.site_count)]
            kept: list[Path] = []
            for sites in rays:
                for site, ray in enumerate(sites):
                    kept.append(() if ray in seen[site] else ray)
                    seen[site].add(ray)
            name = f"compass{len(self._compasses)}"
            self._compasses[several] = Compass(name, tuple(kept), len(rays), self.b.site_count)
        return self._compasses[several]

    def both_sides(self, several: Several) -> Compass:
        """Both sides of each straight line in some directions: ways 2n and 2n + 1 are of one."""
        axes = [axis for direction in several for axis in self.b.board.axes(direction)]
        rays = tuple(
            both[side] if both else () for axis in axes for side in (0, 1) for both in axis.rays
        )
        return Compass("axes", rays, 2 * len(axes), self.b.site_count)

    def each(self, headed: Headed, site: Int, body: Callable[[Int], object]) -> None:
        """Run the body for each way that counts at a site, given its number."""
        b, sets = self.b, headed.sets

        def one(way: Int) -> None:
            if sets is None:
                body(way)
            else:
                b.if_(b.contains(self._chosen(sets, way), site), lambda: body(way))

        if headed.compass.count == 1:
            one(b.zero)
        elif headed.compass.count:
            b.loop(b.int(headed.compass.count), one, most=headed.compass.count)

    def across(self, headed: Headed, body: Callable[[Int], Sites]) -> Sites:
        """All that the body gives for the ways, by their numbers."""
        return self.b.across(headed.compass.count, body)

    def starts(self, headed: Headed, sites: Int | Sites, way: Int) -> Sites:
        """Those of some sites from which a way counts."""
        here = self.b.as_sites(sites)
        sets = headed.sets
        return here if sets is None else self.b.intersect(here, self._chosen(sets, way))

    def _chosen(self, sets: Sequence[Sites], way: Int) -> Sites:
        """One of several sets by its number."""
        b = self.b
        if way.constant is not None:
            return sets[way.constant]
        found = sets[-1]
        for number in reversed(range(len(sets) - 1)):
            if sets[number] != found:
                found = b.pick_sites(b.at_most(way, b.int(number)), sets[number], found)
        return found

    def by_sites(self, headings: Headings) -> list[tuple[Several, Sites]]:
        """Absolute directions, and the sites from which they count."""
        ways = self.ways(headings)
        if ways.fixed is not None:
            return [(ways.fixed, self.b.board.sites)]
        groups: dict[Sites, list[Direction]] = {}
        for direction, sites in ways.where().items():
            if sites.constant != 0:
                groups.setdefault(sites, []).append(direction)
        return [(tuple(directions), sites) for sites, directions in groups.items()]

    def ways(self, headings: Headings) -> Ways:
        """Directions of any kind in one form."""
        if isinstance(headings, Ways):
            return headings
        if isinstance(headings, Relative):
            return self.relative((headings,))
        return self.absolute((headings,))

    # Making directions

    def absolute(self, several: Several) -> Ways:
        """The same directions everywhere."""
        self.b.board.expect_way(several)
        return self._everywhere(several)

    def _everywhere(self, several: Several) -> Ways:
        first = self._everywhere(several[:1]) if len(several) > 1 else None
        return Ways(lambda: dict.fromkeys(several, self.b.board.sites), several, first)

    def first(self, headings: Headings) -> Ways:
        """The first of several directions."""
        ways = self.ways(headings)
        return ways.first or ways

    def relative(
        self,
        several: tuple[Relative, ...],
        of: RelationType = RelationType.Adjacent,
        *,
        by_site: bool = False,
        alone: bool = False,
    ) -> Ways:
        """Directions as the piece on a site sees them; none where no piece stands, but `anywhere`.

        Args:
            of: among which directions of the board
            by_site: among those of the site alone
            alone: only the first for each piece
        """

        def where() -> Where:
            b = self.b
            turning = [one for one in several if one not in LAST]
            seen = self._seen_by_pieces(turning, of, by_site=by_site, alone=alone)
            found = {Direction(name): [sites] for name, sites in seen.items()}
            for one in several:
                if one in LAST:
                    for direction, made in self._as_last(of, back=one is LAST[1]):
                        there = b.pick_sites(made, b.pieces.occupied(), b.nowhere)
                        found.setdefault(direction, []).append(there)
            return {direction: b.union(*sets) for direction, sets in found.items()}

        if not alone:
            self._expect_facing(several)
        first = None if alone else self.relative(several, of, by_site=by_site, alone=True)
        return Ways(where, first=first)

    def _expect_facing(self, several: Sequence[Relative]) -> None:
        """Warn of directions that differ by players where nobody looks anywhere."""
        b = self.b
        if b.box.facing_said or b.players.count < 2 or self._facing is not None:
            return
        ahead, behind = (
            {name for one in several if one not in LAST for name in turned(one, way, COMPASS)}
            for way in (Direction.N, Direction.S)
        )
        if ahead != behind:
            words = " and ".join(one.value for one in several if one not in LAST)
            hint = (
                '(players {(player N) (player S)}) says where each looks, (piece "Man" P1 N) '
                "where one kind does"
            )
            b.warn(f"{words}: nobody looks anywhere, so all look north", hint, code="no-facing")

    def leading(self, origin: Int, target: Int) -> Ways:
        """The directions in which one site sees another."""

        def where() -> Where:
            b = self.b
            names = self._supported(RelationType.All)
            seen = zip(names, self._seen(names, origin, target), strict=True)
            return {
                Direction(name): b.pick_sites(made, b.board.sites, b.nowhere) for name, made in seen
            }

        several = tuple(map(Direction, self._supported(RelationType.All)))

        def one() -> tuple[tuple[Direction, ...], Int]:
            names = [direction.value for direction in several]
            return several, self._first_seen(names, origin, target)

        alone = self.compass(several).count == len(several)
        return Ways(where, first=Ways(where, one=one) if alone else None)

    def joined(
        self, left: Headings, right: Headings, join: Callable[[Sites, Sites], Sites]
    ) -> Ways:
        """Two kinds of directions made one by what is done with the sites of each."""

        def where() -> Where:
            nowhere = self.b.nowhere
            first, second = self.ways(left).where(), self.ways(right).where()
            return {
                one: join(first.get(one, nowhere), second.get(one, nowhere))
                for one in dict.fromkeys((*first, *second))
            }

        return Ways(where)

    def apart(self, headings: Headings) -> Ways:
        """Directions with classes taken apart into those that sites have of them."""

        def where() -> Where:
            b = self.b
            found: Where = {}
            for one, sites in self.ways(headings).where().items():
                for direction, some in self._members(one):
                    also = b.intersect(sites, some)
                    found[direction] = b.union(found.get(direction, b.nowhere), also)
            return found

        return Ways(where)

    # What a board has, and what a piece makes of it

    def _supported(self, of: RelationType) -> Sequence[str]:
        return self.b.board.topology.supported[CLASS_KEYS[Direction(of.value)]]

    def _supported_at(self, of: RelationType, site: int) -> Sequence[str]:
        steps = self.b.board.topology.step_lists[site]
        names = {step.compass for step in steps if of.value in step.relations}
        return [name for name in COMPASS if name in names]

    def _seen_by_pieces(
        self, several: Sequence[Relative], of: RelationType, *, by_site: bool, alone: bool
    ) -> dict[str, Sites]:
        """For each direction, from which sites it counts."""
        b, facing, kinds = self.b, self._facing, self.b.box.kinds

        def seen(looks: Looks) -> dict[str, dict[int, int]]:
            return self._seen_as(several, of, looks, by_site=by_site, alone=alone)

        def table(masks: dict[int, int], size: int) -> Table:
            return b.table(*(masks.get(row, 0) for row in range(size)), 0)

        if facing is not None:
            found = seen(lambda _: enumerate(map(Direction, COMPASS)))
            return {name: b.lookup_sites(table(masks, len(COMPASS)), facing)
                    for name, masks in found.items()}  # fmt: skip
        if b.tiles.turned:
            turns = b.tiles.states
            found = seen(lambda here: (
                (kind.number * turns + turn, way)
                for kind in kinds for turn, way in enumerate(self._turning(kind.facing, here))
            ))  # fmt: skip
            rows = (len(kinds) + 1) * turns
            sets = {name: self._standing_turned(table(masks, rows))
                    for name, masks in found.items()}  # fmt: skip
        else:
            found = seen(lambda _: ((kind.number, kind.facing) for kind in kinds))
            sets = {name: self._standing(masks) for name, masks in found.items()}
        if self._bare_counts:
            for name, masks in seen(lambda _: [(0, Direction.N)]).items():
                bare = b.intersect(b.pieces.vacant(), Sites(constant=masks[0]))
                sets[name] = b.union(sets.get(name, b.nowhere), bare)
        return sets

    def _seen_as(
        self, several: Sequence[Relative], of: RelationType, looks: Looks, *,
        by_site: bool, alone: bool,
    ) -> dict[str, dict[int, int]]:  # fmt: skip
        """For each direction, from which sites it counts, by what is told apart.

        Args:
            looks: what is told apart, and where each looks among the directions that there are
        """
        found: dict[str, dict[int, int]] = {}
        board = self.b.board
        for site in range(board.size) if by_site else (0,):
            here = tuple(self._supported_at(of, site) if by_site else self._supported(of))
            mask = 1 << site if by_site else board.sites.constant or 0
            for number, facing in looks(here):
                names = [name for one in several for name in turned(one, facing, here)]
                for name in names[:1] if alone else names:
                    masks = found.setdefault(name, {})
                    masks[number] = masks.get(number, 0) | mask
        return found

    def _turning(self, facing: Direction, supported: tuple[str, ...]) -> Iterator[Direction]:
        """Where a piece looks as it is turned clockwise, from one direction to the next."""
        for _ in range(self.b.tiles.states):
            yield facing
            facing = next(map(Direction, turned(Relative.FR, facing, supported)), facing)

    def _standing_turned(self, table: Table) -> Sites:
        """The sites with pieces that count by the kind of piece there and how it is turned."""
        b = self.b

        def counts(site: Int) -> Bool:
            return b.contains(b.lookup_sites(table, self._kind_turned(site)), site)

        return b.where(b.pieces.occupied(), counts)

    def _kind_turned(self, site: Int) -> Int:
        """The kind of the piece on a site and how it is turned, in one number."""
        b = self.b
        kind = b.multiply(b.pieces.what(site), b.int(b.tiles.states))
        return b.add(kind, b.tiles.rotation(site))

    @contextmanager
    def looking(self, facing: Int) -> Generator[None]:
        """Relative directions inside are counted from a place on the compass, wherever one is."""
        saved, self._said = self._said, (facing, self.b.function)
        try:
            yield
        finally:
            self._said = saved

    def anywhere(self, headings: Headings) -> Headings:
        """The same directions, but relative ones count from the north where no piece stands."""
        return headings if isinstance(headings, Direction) else self._anywhere(self.ways(headings))

    def _anywhere(self, ways: Ways) -> Ways:
        def where() -> Where:
            saved, self._bare_counts = self._bare_counts, True
            try:
                return ways.where()
            finally:
                self._bare_counts = saved

        first = None if ways.first is None else self._anywhere(ways.first)
        return Ways(where, ways.fixed, first, ways.one)

    @property
    def _facing(self) -> Int | None:
        """The place on the compass that directions are counted from here, if a rule says it.

        What follows moves is written for itself and does not know of it.
        """
        facing, function = self._said or (None, None)
        if facing is None or (facing.constant is None and function is not self.b.function):
            return None
        return facing

    def looks(self, site: Int) -> Int:
        """The place on the compass to which the piece on a site looks; -1 for no piece."""
        b = self.b
        if b.tiles.turned:
            around = tuple(self._supported(RelationType.Adjacent))
            ways = [[way.value for way in self._turning(kind.facing, around)]
                    for kind in b.box.kinds]  # fmt: skip
            looks = [COMPASS.index(way) for row in ways for way in row]
            return b.lookup(b.table(*[-1] * b.tiles.states, *looks, -1), self._kind_turned(site))
        looks = [COMPASS.index(kind.facing.value) for kind in b.box.kinds]
        return b.lookup(b.table(-1, *looks, -1), b.pieces.what(site))

    def stepping(self, origin: Int, target: Int) -> Int:
        """The place on the compass of the step from one site to another.

        Where there is no such step, that of where the piece on the first site looks; -1 for none.
        """
        b, gone = self.b, self._gone
        if gone is not None and gone.function is b.function and gone.ends == (origin, target):
            return gone.place
        step = b.local("step", self.looks(origin))
        compass, places = self._all_ways

        def look(way: Int) -> None:
            there = b.along(compass, origin, way)
            place = b.lookup(b.table(*places, -1), way)
            b.set(step, b.pick(b.equal(there, target), place, b.get_int(step)))

        b.loop(b.int(compass.count), look, most=compass.count)
        return b.get_int(step)

    @cached_property
    def _all_ways(self) -> tuple[Compass, list[int]]:
        """The ways in all directions, and the place of each on the compass."""
        names = self._supported(RelationType.All)
        places = [COMPASS.index(name) for name in names for _ in self.b.board.rays(Direction(name))]
        return self.compass(tuple(map(Direction, names))), places

    @contextmanager
    def went(
        self, compass: Compass, ends: tuple[Int, Int], way: Int, reach: Range
    ) -> Generator[None]:
        """Inside it is known which way led from one site to another.

        Args:
            reach: how many steps it may have taken; it must be one for directions to follow from it
        """
        saved, self._gone = self._gone, None
        if reach.least.constant == reach.most.constant == 1:
            places = [self._place_of(compass, number) for number in range(compass.count)]
            if -1 not in places:
                place = self.b.lookup(self.b.table(*places, -1), way)
                self._gone = Gone(self.b.function, ends, place)
        try:
            yield
        finally:
            self._gone = saved

    def _place_of(self, compass: Compass, way: int) -> int:
        """The place on the compass of the first step of a way; -1 if that differs by site."""
        key = compass, way
        if key not in self._places:
            near = ((site, compass.ray(site, way)[:1]) for site in range(compass.sites))
            found = {self._last_place(site, step) for site, step in near if step}
            self._places[key] = found.pop() if len(found) == 1 else -1
        return self._places[key]

    def _last_place(self, site: int, step: Path) -> int:
        """The place on the compass of the last way from a site that begins with a step."""
        compass, places = self._all_ways
        several = zip(range(compass.count), places, strict=True)
        return max(
            ((way, place) for way, place in several if compass.ray(site, way)[:1] == step),
            default=(0, -1),
        )[1]

    def _standing(self, masks: dict[int, int]) -> Sites:
        """The sites where pieces stand for each of which some sites count."""
        b, found = self.b, self.b.nowhere
        for mask in dict.fromkeys(masks.values()):
            numbers = {number for number, one in masks.items() if one == mask}
            found = b.union(found, b.intersect(self.of_kinds(numbers), Sites(constant=mask)))
        return found

    def of_kinds(self, numbers: set[int]) -> Sites:
        """The sites with pieces of some kinds: of whole players, as far as they are."""
        b = self.b
        kinds = b.box.kinds
        if len(numbers) == len(kinds):
            return b.pieces.occupied()
        found = b.nowhere
        for owner in sorted({kind.owner for kind in kinds}):
            own = {kind.number for kind in kinds if kind.owner == owner}
            if own <= numbers:
                found = b.union(found, b.pieces.owned_by(b.int(owner)))
                numbers = numbers - own
        return b.union(found, *(b.pieces.placed(b.int(number)) for number in sorted(numbers)))

    def _as_last(self, of: RelationType, *, back: bool) -> list[tuple[Direction, Bool]]:
        """The direction of the last move, or that of the way back: the first that fits."""
        b = self.b
        origin, target = b.turn.last_from(), b.turn.last_to()
        if back:
            origin, target = target, origin
        names = self._supported(of)
        way = self._first_seen(names, origin, target)
        return [(Direction(name), b.equal(way, b.int(one))) for one, name in enumerate(names)]

    def _first_seen(self, names: Sequence[str], origin: Int, target: Int) -> Int:
        """The number of the first direction in which one site sees another; -1 for none."""
        b, count = self.b, self.b.site_count
        if count > MOST_SEEN:
            found = b.nothing
            for number, seen in reversed([*enumerate(self._seen(names, origin, target))]):
                found = b.pick(seen, b.int(number), found)
            return found
        key = tuple(names)
        if key not in self._first_ways:
            table = [-1] * (count * count + 1)
            for number, name in reversed([*enumerate(names)]):
                for rays in b.board.rays(Direction(name)):
                    for site, ray in enumerate(rays.sites):
                        for other in ray:
                            table[site * count + other] = number
            self._first_ways[key] = b.table(*table)
        inside = b.both(b.at_most(b.zero, origin), b.at_most(b.zero, target))
        spot = b.add(b.multiply(origin, b.int(count)), target)
        return b.lookup(self._first_ways[key], b.pick(inside, spot, b.int(count * count)))

    def _seen(self, names: Sequence[str], origin: Int, target: Int) -> list[Bool]:
        """For each direction whether one site sees another in it."""
        rayed = self.b.board.rayed
        return [self.b.contains(rayed(origin, Direction(name), None), target) for name in names]

    def _members(self, direction: Direction) -> list[tuple[Direction, Sites]]:
        """The single directions of a class, and the sites from which each is of that class."""
        if direction not in CLASS_KEYS:
            return [(direction, self.b.board.sites)]
        names = self.b.board.topology.supported[CLASS_KEYS[direction]]
        return [
            (Direction(name), Sites(constant=self._in_class(name, direction.value)))
            for name in names
        ]

    def _in_class(self, name: str, relation: str) -> int:
        """The sites from which no step of a name is outside a class of directions."""
        return sum(
            1 << site
            for site, steps in enumerate(self.b.board.topology.step_lists)
            if all(relation in step.relations for step in steps if step.compass == name)
        )

    # What moves are listed by

    def origins(self, along: tuple[Relation, ...], *, whole: bool = False) -> Table | None:
        """The from-site by the way that leads to a site; none for more ways than can be listed.

        What two ways have in common belongs to the first; a way that leads from several sites to
        one is cut into several.

        Args:
            whole: none either where that is so, since moves carry the numbers of their ways
        """
        if along not in self._origins:
            self._origins[along] = self._one_to_one(along)
        found, is_whole = self._origins[along]
        return found if is_whole or not whole else None

    def _one_to_one(self, along: tuple[Relation, ...]) -> tuple[Table | None, bool]:
        """The table, and whether each way is one there, with all that it leads to."""
        seen: set[tuple[int, int]] = set()
        ways: list[dict[int, int]] = []
        for relation in along:
            own: list[dict[int, int]] = [{}]
            pairs = ((site, to) for site, several in enumerate(relation.targets) for to in several)
            for origin, target in pairs:
                if (origin, target) in seen:
                    continue
                seen.add((origin, target))
                if all(target in one for one in own):
                    own.append({})
                next(one for one in own if target not in one)[target] = origin
            ways += own
        if not 0 < len(ways) <= MOST_WAYS:
            return None, False
        sites = range(self.b.site_count)
        listed = sum(len(several) for relation in along for several in relation.targets)
        whole = len(ways) == len(along) and len(seen) == listed
        return self.b.table(*(way.get(site, -1) for way in ways for site in sites), -1), whole

    # Looking along ways

    def until(
        self,
        headings: Headings,
        starts: Sites,
        stop: Question,
        last: Question | None = None,
        most: Int | None = None,
    ) -> Sites:
        """The sites along the ways from each of a set, as far as nothing stops them.

        Args:
            stop: a way ends before the first site for which this holds
            last: that first site belongs to it too where this holds
            most: no way goes further
        """
        b, headed = self.b, self.headed(headings)

        def along(start: Int, way: Int) -> Sites:
            here = self.starts(headed, start, way)
            found = b.walk(
                headed.compass, here, way, lambda site, _: b.negate(stop(site)), most=most
            )
            if last is None:
                return found
            end = b.beyond(headed.compass, here, found, way)
            if most is not None:
                end = b.pick_sites(b.less(b.count(found), most), end, b.nowhere)
            return b.union(found, b.where(end, last))

        return b.gather(starts, lambda site: self.across(headed, lambda way: along(site, way)))

    def farthest(self, headings: Headings, start: Int, stop: Question) -> Sites:
        """The last site of each way from a site, before the first for which `stop` holds."""
        b, headed = self.b, self.headed(headings)

        def along(way: Int) -> Sites:
            here = self.starts(headed, start, way)
            seen = b.walk(headed.compass, here, way, lambda site, _: b.negate(stop(site)))
            return b.single(b.along(headed.compass, start, way, b.count(seen)))

        return self.across(headed, along)

    def ahead(self, site: Int, headings: Headings, steps: Int) -> Int:
        """The site some steps ahead, in the first direction; the site itself past the end."""
        b, first = self.b, self.first(self.anywhere(headings))
        if first.one is not None:
            several, way = first.one()
            there = b.along(self.compass(several), site, b.greatest(way, b.zero), steps)
            there = b.pick(b.at_most(b.zero, way), there, b.nothing)
            return b.pick(b.at_most(b.zero, there), there, b.greatest(site, b.nothing))
        headed = self.headed(first)
        answer = b.local("ahead", b.greatest(site, b.nothing))

        def look(way: Int) -> None:
            there = b.along(headed.compass, site, way, steps)

            def found() -> None:
                b.set(answer, there)
                b.leave()

            b.if_(b.at_most(b.zero, there), found)

        self._each_way(headed, site, look)
        return b.get_int(answer)

    def _each_way(self, headed: Headed, site: Int, body: Callable[[Int], object]) -> None:
        """Do something for each way that is meant at a site."""
        b, count, sets = self.b, headed.compass.count, headed.sets

        def inside(way: Int) -> None:
            if sets is None:
                body(way)
            else:
                b.if_(b.contains(self._chosen(sets, way), site), lambda: body(way))

        if count:
            b.loop(b.int(count), inside, most=count)

    def between(self, origin: Int, target: Int, headings: Headings) -> Sites:
        """The sites between two on the first way that leads from one to the other."""
        b, headed = self.b, self.headed(headings)
        found = b.local("between", b.nowhere)

        def look(way: Int) -> None:
            start = b.single(origin)
            passed = b.walk(headed.compass, start, way, lambda site, _: b.differ(site, target))

            def arrive() -> None:
                b.set(found, passed)
                b.leave()

            end = b.beyond(headed.compass, start, passed, way)
            b.if_(b.contains(end, target), arrive)

        self._each_way(headed, origin, look)
        return b.get_sites(found)

"""What rules say about boards and pieces, as instructions: rows, groups, owners, placing.

`Verbs` knows the board and the fields of the state; `builder.py` adds moves and the lowering of
ludemes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeVar, cast

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.geometry.shifts import Grid, grid_of
from interpreter.emit import FALSE, NONE, NOWHERE, ONE, TRUE, ZERO
from interpreter.ir import Axis, Bool, Function, Int, Link, Rays, Relation, Sites, Table
from interpreter.language.words import Direction
from interpreter.lift import Lifter, LiftError
from interpreter.pieces import Pieces
from interpreter.strides import Fan, Strides, Way, fan, places_of, strides

Directions = Direction | Sequence[Direction]
Several = tuple[Direction, ...]
T = TypeVar("T")

# What is put back where writing something is given up half way.
UNDONE = ("block", "function", "copy", "lifting", "sink", "consequences", "frame", "_bindings",
          "crowd", "veiled", "moving", "enough", "assumed")  # fmt: skip

MADE = ("_built", "declared")

# The classes of directions, as the board names them.
CLASS_KEYS = {
    Direction.Adjacent: "adj",
    Direction.Orthogonal: "orth",
    Direction.Diagonal: "diag",
    Direction.OffDiagonal: "off",
    Direction.All: "all",
}


class Verbs(Pieces):
    """An emitter that knows the board, the players and the pieces."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self._relations: dict[tuple[Direction, ...], Relation] = {}
        self._axes: dict[Direction, tuple[Axis, ...]] = {}
        self._whole: dict[Axis, tuple[Axis, tuple[int, ...]]] = {}
        self._rays: dict[Direction, tuple[Rays, ...]] = {}
        self._ways: dict[tuple[str, Several], Strides | None] = {}
        self._fans: dict[Several, Fan] = {}
        # Of numbers that count groups, the set and what connects it.
        self._counted: dict[tuple[Function, Int], tuple[Sites, Relation]] = {}
        self._glides: dict[Direction, tuple[Relation, ...] | None] = {}
        self._paths: dict[Fan, Table] = {}
        self._rings: dict[tuple[Direction, int], Relation] = {}
        self._rayed: dict[tuple[tuple[Direction, ...], int | None], Relation] = {}

    # Directions

    def padded(self, per_site: Iterable[T], beside: T = ()) -> tuple[T, ...]:
        """What there is for each site of the board, and for the sites of hands beside it."""
        known = tuple(per_site)
        return known + (beside,) * (self.site_count - len(known))

    def relation(self, directions: Directions) -> Relation:
        """Where each site leads in a direction, or in any of several."""
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        if several not in self._relations:
            targets = [self.topology.neighbours(direction.value) for direction in several]
            merged = self.padded(
                tuple(dict.fromkeys(target for one in targets for target in one[site]))
                for site in range(self.topology.size)
            )
            name = "+".join(direction.value for direction in several)
            self._relations[several] = Relation(name, merged)
        return self._relations[several]

    def axes(self, direction: Direction) -> tuple[Axis, ...]:
        """The straight lines through each site, one axis for each pair of opposite directions."""
        if direction not in self._axes:
            lines = self.topology.lines(direction.value)
            self._axes[direction] = tuple(
                Axis(f"{direction.value}{slot}", self.padded((site[slot] for site in lines), None))
                for slot in range(len(lines[0]))
            )
        return self._axes[direction]

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
        for site, rays in enumerate(self.topology.rays(direction)):
            names = {step.to: step.compass for step in self.topology.step_lists[site]}
            alike: dict[str, int] = {}
            for ray in rays:
                name = names[ray[0]]
                alike[name] = alike.get(name, -1) + 1
                slots.setdefault((COMPASS.index(name), alike[name]), {})[site] = ray
        for (name, place), chosen in sorted(slots.items()):
            sites = (chosen.get(site, ()) for site in range(self.topology.size))
            yield Rays(f"{COMPASS[name]}{place}", self.padded(sites))

    def around(self, sites: Sites, directions: Directions) -> Sites:
        """The neighbours of a set; a site of the set is in it if it neighbours another."""
        return self.image(sites, self.relation(directions))

    def neighbours(self, site: Int, directions: Directions) -> Sites:
        """The neighbours of one site, from a table."""
        return self.entry_of(self.relation(directions).targets, site)

    def ring(self, where: Int | Sites, direction: Direction, distance: int) -> Sites:
        """The sites exactly so many steps away along the rays of a direction."""
        if distance == 1:
            single = isinstance(where, Int)
            return self.neighbours(where, direction) if single else self.around(where, direction)
        key = (direction, distance)
        if key not in self._rings:
            far: list[list[int]] = [[] for _ in range(self.site_count)]
            for rays in self.rays(direction):
                for site, ray in enumerate(rays.sites):
                    far[site] += ray[distance - 1 : distance]
            targets = tuple(tuple(dict.fromkeys(sites)) for sites in far)
            self._rings[key] = Relation(f"{direction.value}{distance}", targets)
        return self.image(self.as_sites(where), self._rings[key])

    def rayed(self, where: Int | Sites, directions: Directions, distance: int | None) -> Sites:
        """All sites along the rays from a site or a set.

        Args:
            distance: no further than so many steps; to the end if not given
        """
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        key = (several, distance)
        if key not in self._rayed:
            far: list[list[int]] = [[] for _ in range(self.site_count)]
            for rays in (one for direction in several for one in self.rays(direction)):
                for site, ray in enumerate(rays.sites):
                    far[site] += ray[: len(ray) if distance is None else max(0, distance)]
            targets = tuple(tuple(dict.fromkeys(sites)) for sites in far)
            name = "+".join(direction.value for direction in several)
            self._rayed[key] = Relation(f"{name}_rays", targets)
        relation = self._rayed[key]
        single = isinstance(where, Int)
        return self.entry_of(relation.targets, where) if single else self.image(where, relation)

    # Ways of many pieces at once

    @cached_property
    def grid(self) -> Grid | None:
        """The rows and columns of the board; hands make a row of their own above it."""
        grid = grid_of(list(zip(self.topology.xs, self.topology.ys, strict=True)))
        if grid is None:
            return None
        top = max((row for row, _ in grid), default=0) + 1
        return grid + tuple((top, place) for place in range(self.site_count - len(grid)))

    def steps(self, several: Several) -> Strides | None:
        """The steps in some directions, in groups that each go one way."""
        ways = [
            [(site, to) for site, near in enumerate(self.relation(one).targets) for to in near]
            for one in several
        ]
        return self._strides(("step", several), ways)

    def hops(self, several: Several) -> Strides | None:
        """The hops over one site in some directions, in groups that each go one way."""
        ways = [
            [(site, *ray[:2]) for rays in self.rays(one) for site, ray in enumerate(rays.sites)
             if len(ray) > 1]
            for one in several
        ]  # fmt: skip
        return self._strides(("hop", several), ways)

    def _strides(self, key: tuple[str, Several], ways: Sequence[Sequence[Way]]) -> Strides | None:
        if self.plain:
            return None
        if key not in self._ways:
            places = places_of(self.site_count, self.grid)
            name = f"{key[0]}{len(self._ways)}"
            self._ways[key] = strides(ways, places, name)
        return self._ways[key]

    def fan(self, directions: Directions) -> Fan:
        """All rays from each site in some directions."""
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        if several not in self._fans:
            rays = [one for direction in several for one in self.rays(direction)]
            self._fans[several] = fan(rays, f"fan{len(self._fans)}")
        return self._fans[several]

    def each_ray(self, directions: Directions, body: Callable[[Fan, Int], object]) -> None:
        """Run the body for every ray, given its number; `along_ray` walks along it."""
        made = self.fan(directions)
        if made.count == 1:
            body(made, ZERO)
        elif made.count:
            self.loop(self.int(made.count), lambda way: body(made, way), most=made.count)

    def on_ray(self, made: Fan, way: Int, start: Int, steps: Int) -> Int:
        """The site so many steps (from 1) along a ray of a fan; -1 past its end."""
        spot = self.add(self.multiply(way, self.int(self.site_count)), start)
        return self.along(made.rays, spot, steps)

    def along_ray(
        self,
        made: Fan,
        way: Int,
        start: Int,
        step: Callable[[Int, Int], object],
        distance: Int | None = None,
    ) -> None:
        """Walk along a ray of a fan; `step` gets each site and its distance, and may `leave`."""

        def walk(index: Int) -> None:
            far = self.add(index, ONE)
            site = self.on_ray(made, way, start, far)
            self.leave_if(self.less(site, ZERO))
            step(site, far)

        longest = self.int(made.longest)
        steps = longest if distance is None else self.least(distance, longest)
        self.loop(steps, walk, most=max(made.longest, 1))

    def glides(self, direction: Direction) -> tuple[Relation, ...] | None:
        """The rays of a direction as steps, if every ray is the same step again and again."""
        if self.plain:
            return None
        if direction not in self._glides:
            found = [self._glide(rays) for rays in self.rays(direction)]
            several = [one for one in found if one is not None]
            self._glides[direction] = tuple(several) if len(several) == len(found) else None
        return self._glides[direction]

    def _glide(self, rays: Rays) -> Relation | None:
        """The first step of some rays, if the rays are made of it."""
        first = self.padded(ray[:1] for ray in rays.sites)
        for site, ray in enumerate(rays.sites):
            ways = pairwise((site, *ray))
            if any(first[a] != (b,) for a, b in ways) or (ray and first[ray[-1]]):
                return None
        return Relation(f"glide_{rays.name}", first)

    def paths(self, made: Fan) -> Table:
        """The first sites of each ray: entry (way * sites + from) * (longest + 1) + how many."""
        if made not in self._paths:
            masks: list[int] = []
            for ray in made.rays.sites:
                mask = 0
                masks.append(0)
                for place in range(made.longest):
                    mask |= 1 << ray[place] if place < len(ray) else 0
                    masks.append(mask)
            self._paths[made] = self.table(*masks, 0)
        return self._paths[made]

    def along_rays(
        self,
        start: Int,
        directions: Directions,
        step: Callable[[Int], object],
        distance: Int | None = None,
    ) -> None:
        """Walk every ray of some directions from a site; `step` may `leave` the present ray."""
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        for rays in (one for direction in several for one in self.rays(direction)):
            self.walk_ray(rays, start, step, distance)

    def walk_ray(
        self, rays: Rays, start: Int, step: Callable[[Int], object], distance: Int | None = None
    ) -> None:
        """Walk one ray from a site; `step` may `leave` it."""
        length = max(map(len, rays.sites), default=0)

        def walk(index: Int) -> None:
            site = self.along(rays, start, self.add(index, self.int(1)))
            self.leave_if(self.less(site, ZERO))
            step(site)

        steps = self.int(length) if distance is None else distance
        self.loop(self.least(steps, self.int(length)), walk, most=max(length, 1))

    # Rows and groups

    def line(
        self, own: Sites, through: Int, length: Int, direction: Direction, exact: Bool
    ) -> Bool:
        """Whether a row of the set of at least (or exactly) this length runs through a site."""
        found = FALSE
        for axis in self.axes(direction):
            whole, missing = self._whole_axis(axis)
            run = self.run(own, through, whole)
            here = self.negate(self.contains(self.sites(missing), through))
            simple = length.constant is not None and length.constant > 0
            if not simple:
                run = self.pick(here, run, ZERO)
            enough = self.at_most(length, run)
            if exact.constant == 1:
                enough = self.equal(run, length)
            elif exact.constant is None:
                enough = self.both(enough, self.either(self.negate(exact), self.equal(run, length)))
            if simple:
                enough = self.both(enough, here)
            found = self.either(found, enough)
        return found

    def group(self, start: Sites, within: Sites, directions: Directions) -> Sites:
        """All sites of `within` that steps inside `within` reach from `start`."""
        return self.flood(start, within, self.relation(directions))

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

    def linked(self, player: Int, site: Int, targets: Sites, directions: Directions) -> Bool:
        """Whether a player's group through a site meets a set; false where he has no piece."""
        link = Link(self.owned, self.copy, self.relation(directions))
        return self.truth("linked", player, site, targets, attribute=link)

    def each_group(
        self, sites: Sites, directions: Directions, body: Callable[[Sites], object]
    ) -> None:
        """Run the body for each connected group of a set, in order of the lowest site."""
        rest = self.local("rest", sites)

        def one(_: Int) -> None:
            left = self.get_sites(rest)
            self.leave_if(self.is_empty(left))
            group = self.group(self.single(self.first(left)), left, directions)
            self.set(rest, self.minus(left, without=group))
            body(group)

        self.loop(self.int(self.site_count), one, most=self.site_count)

    def count_groups(self, sites: Sites, directions: Directions, least: Int) -> Int:
        """How many connected groups a set has, of at least so many sites."""
        total = self.local("groups", ZERO)

        def one(group: Sites) -> None:
            enough = self.as_int(self.at_most(least, self.count(group)))
            self.set(total, self.add(self.get_int(total), enough))

        self.each_group(sites, directions, one)
        found = self.get_int(total)
        if least.constant is not None and least.constant <= 1:
            self._counted[self.function, found] = sites, self.relation(directions)
        return found

    def equal(self, left: Int, right: Int) -> Bool:
        """Whether two numbers are equal; one group is told without counting all of them."""
        for count, other in ((left, right), (right, left)):
            if self.plain:
                break
            counted = self._counted.get((self.function, count))
            if counted is not None and other.constant == 1:
                sites, relation = counted
                first = self.single(self.first(sites))
                rest = self.minus(sites, without=self.flood(first, sites, relation))
                return self.both(self.negate(self.is_empty(sites)), self.is_empty(rest))
        return super().equal(left, right)

    def filter(self, sites: Sites, condition: Callable[[Int], Bool]) -> Sites:
        """The sites of a set for which a condition holds."""
        known = self._filter_known(sites, condition)
        if known is not None:
            return known
        if (site := self.only(sites)) is not None:
            return self.pick_sites(condition(site), sites, NOWHERE)
        if (lifted := self.lifted(condition)) is not None:
            return self.intersect(sites, lifted)
        kept = self.local("kept", NOWHERE)

        def test(site: Int) -> None:
            keep = lambda: self.set(kept, self.union(self.get_sites(kept), self.single(site)))  # noqa: E731
            self.if_(condition(site), keep)

        self.each(sites, test)
        return self.get_sites(kept)

    def each(self, sites: Sites, body: Callable[[Int], object]) -> None:
        """Run the body once for each site; a set of at most one site needs no loop."""
        site = self._at_most(sites)
        if site is None:
            super().each(sites, body)
        else:
            self.if_(self.negate(self.is_empty(sites)), lambda: body(site))

    def at_most_one(self, sites: Sites) -> bool:
        """Whether a set was plainly made with at most one site."""
        return sites.constant == 0 or self._at_most(sites) is not None

    def _at_most(self, sites: Sites) -> Int | None:
        """The site that a set holds if it holds any: made of a site, or a part of such a set."""
        if self.plain:
            return None
        for step in reversed(self.block):
            if step.result == sites:
                part = step.operands[0] if step.operands else None
                if step.name == "single" and isinstance(part, Int):
                    return part
                narrows = step.name in ("minus", "intersect") and isinstance(part, Sites)
                return self._at_most(part) if narrows and isinstance(part, Sites) else None
        return None

    def surely_bare(self, sites: Sites) -> bool:
        """Whether a set was plainly made of sites without a piece."""
        if self.plain:
            return False
        for step in reversed(self.block):
            if step.result == sites:
                if step.name == "intersect":
                    return any(self.surely_bare(one) for one in step.operands
                               if isinstance(one, Sites))  # fmt: skip
                return self.within_vacant(sites, step)
        return False

    def only(self, sites: Sites) -> Int | None:
        """The site of a set that was made of it just now."""
        if self.plain:
            return None
        for step in reversed(self.block):
            if step.result == sites:
                only = step.operands[0] if step.name == "single" else None
                return only if isinstance(only, Int) else None
        return None

    def lifted(self, condition: Callable[[Int], Bool]) -> Sites | None:
        """The sites of the board for which a condition holds, by set algebra; None for a loop."""
        if self.plain:
            return None
        site = self.fresh("int")
        assert isinstance(site, Int)
        saved, self.lifting = self.lifting, True
        put_back = self.as_now()
        try:
            with self.open() as block:
                answer = condition(site)
            self.lifting = saved
            return Lifter(self, site, self.everywhere).lift(block, answer)
        except LiftError:
            put_back()
            self.lifting = saved
            return None

    def as_now(self) -> Callable[[], None]:
        """What puts everything back as it is now, where writing something was given up."""
        saved = {name: value for name, value in vars(self).items() if name in UNDONE}
        lists = [cast(list[object], one) for one in vars(self).values() if isinstance(one, list)]
        lengths = [(held, len(held)) for held in (*lists, self.block)]
        # What was made on demand meanwhile is dropped with its function, and is to be made again.
        made = [(held, set(held)) for name, held in vars(self).items() if name in MADE]

        def put_back() -> None:
            for name, value in saved.items():
                setattr(self, name, value)
            for held, before in made:
                for key in held.keys() - before:
                    del held[key]
            for held, length in lengths:
                del held[length:]

        return put_back

    def _filter_known(self, sites: Sites, condition: Callable[[Int], Bool]) -> Sites | None:
        """The sites of a constant set for which a condition holds, if the board alone decides."""
        kept = 0
        if sites.constant is None:
            return None
        for site in range(self.site_count):
            if sites.constant >> site & 1:
                with self.open():  # what is written here is dropped
                    answer = condition(self.int(site)).constant
                if answer is None:
                    return None
                kept |= answer << site
        return Sites(constant=kept)

    def any_site(self, sites: Sites, condition: Callable[[Int], Bool]) -> Bool:
        """Whether a condition holds for some site of a set."""
        if (lifted := self.lifted(condition)) is not None:
            return self.negate(self.is_empty(self.intersect(sites, lifted)))
        found = self.local("found", FALSE)

        def test(site: Int) -> None:
            def hit() -> None:
                self.set(found, TRUE)
                self.leave()

            self.if_(condition(site), hit)

        self.each(sites, test)
        return self.get_bool(found)

    # Short-circuit logic over parts that are lowered only where they are needed

    def all_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether every condition holds; later ones run only while the earlier ones hold."""
        return self._chain(conditions, stop=False)

    def any_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether some condition holds; later ones run only while the earlier ones fail."""
        return self._chain(conditions, stop=True)

    def _chain(self, conditions: Sequence[Callable[[], Bool]], *, stop: bool) -> Bool:
        if not conditions:
            return self.bool(not stop)
        first = conditions[0]()
        rest = conditions[1:]
        if not rest or first.constant == int(stop):
            return first
        if self.lifting:
            join = self.either if stop else self.both
            return join(first, self._chain(rest, stop=stop))
        if first.constant is not None:
            return self._chain(rest, stop=stop)
        answer = self.local("answer", first)

        def more() -> None:
            self.set(answer, self._chain(rest, stop=stop))

        if stop:
            self.if_(first, lambda: None, more)
        else:
            self.if_(first, more)
        return self.get_bool(answer)

    def choose(self, condition: Bool, yes: Callable[[], Int], no: Callable[[], Int]) -> Int:
        """One of two numbers, of which only the chosen one is computed."""
        if condition.constant is not None:
            return yes() if condition.constant else no()
        if self.lifting:
            return self.pick(condition, yes(), no())
        answer = self.local("number", NONE)
        self.if_(condition, lambda: self.set(answer, yes()), lambda: self.set(answer, no()))
        return self.get_int(answer)

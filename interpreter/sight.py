"""Looking and walking over the board: along rays, between sites, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.emit import NONE, NOWHERE, ONE, ZERO
from interpreter.facing import Facing
from interpreter.ir import Bool, Int, Relation, Sites
from interpreter.language.signatures import Headings, Range
from interpreter.language.words import Direction, Several, WalkStep

# Where no number of steps leads.
FAR = 1_000_000_000
NEAR = 1e-6
# With more sites than this, distances are counted step by step and not kept in a table.
MOST_IN_TABLE = 400

Question = Callable[[Int], Bool]
Onwards = Callable[[Sites], Sites]
Path = tuple[int, ...]


class Sight(Facing):
    """Verbs that look along rays and count steps."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self._leaps: dict[object, Relation] = {}
        self._distances: dict[Direction, tuple[tuple[int, ...], ...]] = {}

    # Rays

    def rays_until(
        self,
        starts: Sites,
        directions: Several,
        stop: Question | None,
        last: Question | None,
        distance: Int | None = None,
    ) -> Sites:
        """The sites along the rays from each site of a set, as far as nothing stops them.

        Args:
            stop: a ray ends before the first site for which this holds
            last: that first site belongs to it too where this holds
            distance: no ray goes further
        """
        found = self.local("reached", NOWHERE)

        def reach(site: Int) -> None:
            self.set(found, self.union(self.get_sites(found), self.single(site)))

        def walk(site: Int) -> None:
            if stop is not None:
                self.if_(stop(site), lambda: end(site))
            reach(site)

        def end(site: Int) -> None:
            if last is not None:
                self.if_(last(site), lambda: reach(site))
            self.leave()

        self.each(starts, lambda start: self.along_rays(start, directions, walk, distance))
        return self.get_sites(found)

    def ray_ends(self, starts: Sites, directions: Several, stop: Question) -> Sites:
        """The last site of each ray from some sites, before the first for which `stop` holds."""
        found = self.local("ends", NOWHERE)
        last = self.local("last", NONE)

        def walk(site: Int) -> None:
            self.leave_if(stop(site))
            self.set(last, site)

        def look(start: Int) -> None:
            for rays in (one for direction in directions for one in self.rays(direction)):
                self.set(last, NONE)
                self.walk_ray(rays, start, walk)
                end = self.single(self.get_int(last))
                self.set(found, self.union(self.get_sites(found), end))

        self.each(starts, look)
        return self.get_sites(found)

    def ahead(self, site: Int, headings: Headings, steps: Int) -> Int:
        """The site some steps ahead, in the first direction; the site itself past the end."""
        chosen = self.first_way(headings).chosen
        if chosen is not None:
            names, way = chosen()
            made = self.fan(tuple(map(Direction, names)))
            if made.count == len(names):
                there = self.on_ray(made, self.greatest(way, ZERO), site, steps)
                known = self.both(self.at_most(ZERO, way), self.at_most(ZERO, site))
                known = self.both(
                    known, self.both(self.less(ZERO, steps), self.at_most(ZERO, there))
                )
                return self.pick(known, there, self.greatest(site, NONE))
        answer = self.local("ahead", self.greatest(site, NONE))

        def look(directions: Several) -> None:
            for rays in reversed([one for way in directions for one in self.rays(way)]):
                there = self.along(rays, site, steps)
                inside = self.both(self.less(ZERO, steps), self.at_most(ZERO, there))
                self.if_(inside, lambda: self.set(answer, there))  # noqa: B023

        first = self.first_way(headings)
        self.each(self.single(site), lambda _: self.toward(first, site, look))
        return self.get_int(answer)

    def between_sites(self, origin: Int, target: Int, directions: Several) -> Sites:
        """The sites between two on the first ray that leads from one to the other."""
        found = self.local("between", NOWHERE)
        way = self.local("way", NOWHERE)
        reached = self.local("reached", self.bool(False))
        for rays in (one for direction in directions for one in self.rays(direction)):

            def walk(site: Int) -> None:
                def arrive() -> None:
                    self.set(found, self.get_sites(way))
                    self.set(reached, self.bool(True))
                    self.leave()

                self.if_(self.equal(site, target), arrive)
                self.set(way, self.union(self.get_sites(way), self.single(site)))

            def look() -> None:
                self.set(way, NOWHERE)
                self.walk_ray(rays, origin, walk)  # noqa: B023

            self.if_(self.negate(self.get_bool(reached)), look)
        return self.get_sites(found)

    def loose_line(
        self, own: Sites, through: Int, length: Int, direction: Direction, exact: Bool
    ) -> Bool:
        """Whether a line of the board through a site of a set has so many sites of the set."""
        found = self.bool(False)
        for axis in self.axes(direction):
            whole = [
                (site, *rays[0], *rays[1]) if rays is not None else ()
                for site, rays in enumerate(axis.rays)
            ]
            number = self.count(self.intersect(own, self.entry_of(whole, through)))
            enough = self.at_most(length, number)
            fits = self.either(self.negate(exact), self.equal(number, length))
            found = self.either(found, self.both(enough, fits))
        return self.both(self.contains(own, through), found)

    # Steps

    def grown(self, start: Sites, direction: Direction, steps: Int) -> Sites:
        """A set with everything within some steps of it."""
        if steps.constant is not None and steps.constant <= self.topology.size:
            found = start
            for _ in range(steps.constant):
                found = self.union(found, self.around(found, direction))
            return found
        whole = self.local("grown", start)

        def one(_: Int) -> None:
            here = self.get_sites(whole)
            self.set(whole, self.union(here, self.around(here, direction)))

        most = self.topology.size
        self.loop(self.least(steps, self.int(most)), one, most=most)
        return self.get_sites(whole)

    def distances(self, direction: Direction) -> tuple[tuple[int, ...], ...]:
        """How many steps lead from each site to each other."""
        if direction not in self._distances:
            near = self.topology.neighbours(direction.value)
            self._distances[direction] = tuple(
                _distances_from(site, near) for site in range(self.topology.size)
            )
        return self._distances[direction]

    def step_count(self, origin: Int, target: Int | Sites, direction: Direction) -> Int:
        """The least number of steps from a site to another, or to one of a set.

        It is 0 where there is no such site, `FAR` where no steps lead there.
        """
        size = self.topology.size
        if isinstance(target, Int) and size <= MOST_IN_TABLE:
            table = self.table(*(one for row in self.distances(direction) for one in row), 0)
            both = self.both(self.contains(self.board, origin), self.contains(self.board, target))
            index = self.add(self.multiply(origin, self.int(size)), target)
            return self.lookup(table, self.pick(both, index, NONE))
        targets = self.intersect(self.as_sites(target), self.board)
        return self.rounds(origin, targets, lambda sites: self.around(sites, direction))

    def rounds(self, origin: Int, targets: Sites, onwards: Onwards) -> Int:
        """How many times all sites must step on from one until they come to one of a set."""
        answer = self.local("rounds", ZERO)
        seen = self.local("seen", self.single(origin))
        edge = self.local("edge", self.single(origin))

        def one(index: Int) -> None:
            ahead = self.minus(onwards(self.get_sites(edge)), without=self.get_sites(seen))
            self.leave_if(self.is_empty(ahead))
            self.set(seen, self.union(self.get_sites(seen), ahead))
            self.set(edge, ahead)

            def arrive() -> None:
                self.set(answer, self.add(index, ONE))
                self.leave()

            self.if_(self.meet(ahead, targets), arrive)

        def search() -> None:
            self.set(answer, self.int(FAR))
            self.loop(self.int(self.topology.size), one, most=self.topology.size)

        start = self.both(self.contains(self.board, origin), self.negate(self.is_empty(targets)))
        away = self.negate(self.contains(targets, origin))
        self.if_(self.both(start, away), search)
        return self.get_int(answer)

    def meet(self, left: Sites, right: Sites) -> Bool:
        """Whether two sets have a site in common."""
        return self.negate(self.is_empty(self.intersect(left, right)))

    def within_steps(self, origin: Int, numbers: Range, direction: Direction) -> Sites:
        """The sites to which a number of steps leads that is in a range."""
        least, most = numbers.least.constant, numbers.most.constant
        if least is not None and most is not None:
            rows = self.distances(direction) if least >= 0 else ()
            near = [[to for to, far in enumerate(row) if least <= far <= most] for row in rows]
            return self.entry_of(near, origin)
        found = self.local("near", NOWHERE)
        for distance in range(self._farthest(direction) + 1):
            rows = self.distances(direction)
            near = [[to for to, far in enumerate(row) if far == distance] for row in rows]
            here = self.int(distance)
            fits = self.both(self.at_most(numbers.least, here), self.at_most(here, numbers.most))
            both = self.union(self.get_sites(found), self.entry_of(near, origin))
            self.if_(fits, lambda: self.set(found, both))  # noqa: B023
        return self.pick_sites(self.at_most(ZERO, numbers.least), self.get_sites(found), NOWHERE)

    def _farthest(self, direction: Direction) -> int:
        return max(far for row in self.distances(direction) for far in row if far < FAR)

    def within_rounds(self, origin: Int, numbers: Range, onwards: Onwards) -> Sites:
        """The sites that steps of a kind lead to, in a number of rounds that is in a range.

        The start is none of them. From the third round on the sites of the round before count
        again where they lead to each other, as the reference implementation has it.
        """
        first = self.minus(onwards(self.single(origin)), without=self.single(origin))
        found = self.local(
            "near", self.pick_sites(self.at_most(numbers.least, ONE), first, NOWHERE)
        )
        seen = self.local("seen", self.union(self.single(origin), first))
        edge = self.local("edge", first)
        rounds = self.least(self.subtract(numbers.most, ONE), self.int(self.topology.size))

        def one(index: Int) -> None:
            here = self.get_sites(edge)
            self.leave_if(self.is_empty(here))
            ahead = self.minus(onwards(here), without=self.get_sites(seen))
            self.set(seen, self.union(self.get_sites(seen), here))
            self.set(edge, ahead)
            fits = self.at_most(numbers.least, self.add(index, self.int(2)))
            both = self.union(self.get_sites(found), ahead)
            self.if_(fits, lambda: self.set(found, both))

        self.loop(rounds, one, most=self.topology.size)
        return self.pick_sites(self.at_most(ZERO, numbers.least), self.get_sites(found), NOWHERE)

    def nth(self, sites: Sites, place: Int) -> Int:
        """The site at some place in a set, counted from 0; -1 if there are not so many."""
        return self.number("nth", sites, place)

    # Walks

    def walks(self, walk: Sequence[WalkStep], *, turned: bool = True) -> list[list[Path]]:
        """For each way to start and each site, the sites that a walk passes, the first included.

        A walk that leaves the board is an empty path.

        Args:
            turned: it may start in every orthogonal direction, not only in the first
        """
        names = self.topology.supported["orth"]
        starts = names if turned else names[:1]
        return [
            [self._walked(site, walk, start) for site in range(self.topology.size)]
            for start in starts
        ]

    def leaps(
        self,
        starts: Sites,
        walks: Sequence[Sequence[WalkStep]],
        piece: Int | None,
        *,
        forward: bool,
        rotations: bool,
    ) -> Sites:
        """Where walks from some sites end.

        Args:
            piece: the kind of the pieces there, by which `forward` and `rotations` are understood
            forward: only ends ahead of where the piece looks
            rotations: walks start in every orthogonal direction, not only where the piece looks
        """
        names = self.topology.supported["orth"]
        if not forward and rotations:
            return self.image(starts, self._leap(walks, names, None))
        facings = list(dict.fromkeys(one.facing for one in self.pieces))
        found = NOWHERE
        for facing in facings:
            numbers = [one.number for one in self.pieces if one.facing is facing]
            looking = [self.placed_by_piece(self.int(number)) for number in numbers]
            here = self.intersect(starts, self.union(*looking))
            if piece is not None and piece.constant is not None:
                here = starts if piece.constant in numbers else NOWHERE
            headings = names if rotations else [facing.value]
            ends = self._leap(walks, headings, facing if forward else None)
            found = self.union(found, self.image(here, ends))
        return found

    def _leap(
        self,
        walks: Sequence[Sequence[WalkStep]],
        headings: Sequence[str],
        ahead: Direction | None,
    ) -> Relation:
        """From each site to where walks end; only to ends ahead of a direction, if one is given."""
        key = ("leap", tuple(map(tuple, walks)), tuple(headings), ahead)
        if key not in self._leaps:
            targets = tuple(
                tuple(dict.fromkeys(
                    path[-1]
                    for heading in headings
                    for walk in walks
                    if (path := self._walked(site, walk, heading))
                    and (ahead is None or self._is_ahead(site, path[-1], ahead))
                ))
                for site in range(self.topology.size)
            )  # fmt: skip
            self._leaps[key] = Relation(f"leap{len(self._leaps)}", self.padded(targets))
        return self._leaps[key]

    def _is_ahead(self, site: int, other: int, facing: Direction) -> bool:
        angle = 2 * math.pi * COMPASS.index(facing.value) / len(COMPASS)
        across = self.topology.xs[other] - self.topology.xs[site]
        up = self.topology.ys[other] - self.topology.ys[site]
        return across * math.sin(angle) + up * math.cos(angle) > NEAR

    def _walked(self, site: int, walk: Sequence[WalkStep], start: str) -> Path:
        names = self.topology.supported["orth"]
        way, facing = [site], COMPASS.index(start)
        for turn in walk:
            if turn is WalkStep.F:
                near = self.topology.neighbours(COMPASS[facing])[way[-1]]
                if not near:
                    return ()
                way.append(near[-1])
                continue
            facing = (facing + (1 if turn is WalkStep.R else -1)) % len(COMPASS)
            while COMPASS[facing] not in names:
                facing = (facing + (1 if turn is WalkStep.R else -1)) % len(COMPASS)
        return tuple(way)


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

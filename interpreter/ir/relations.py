"""What leads from site to site, and other constants that a program names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise


@dataclass(frozen=True, eq=False)
class Table:
    """A constant table of integers or of sets (bit masks)."""

    name: str
    entries: tuple[int, ...]

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The least entry and the greatest."""
        return min(self.entries), max(self.entries)


@dataclass(frozen=True, eq=False)
class Stretches(Table):
    """The first sites of rays: from a site so many of them, by site * steps + how many.

    Args:
        rays: from each site
        steps: so many numbers there are, from 0
    """

    rays: tuple[tuple[int, ...], ...]
    steps: int

    @classmethod
    def of(cls, name: str, rays: tuple[tuple[int, ...], ...], steps: int) -> Stretches:
        """Those of some rays; behind them an entry for what is no site."""
        masks = [sum(1 << one for one in ray[:many]) for ray in rays for many in range(steps)]
        return cls(name, (*masks, 0), rays, steps)


@dataclass(frozen=True, slots=True, eq=False)
class Relation:
    """Which sites each site leads to: a direction, or a class of neighbours.

    Args:
        name: for reading; `N`, `Adjacent`
        targets: one tuple of sites for each site
    """

    name: str
    targets: tuple[tuple[int, ...], ...]


NO_RELATION = Relation("nothing", ())


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """For each site, the two rays of one straight line through it, nearest site first.

    `None` stands where no such line passes through a site.
    """

    name: str
    rays: tuple[tuple[tuple[int, ...], tuple[int, ...]] | None, ...]

    @property
    def lines(self) -> list[tuple[int, ...] | None]:
        """For each site, the sites of its line from one end to the other."""
        return [
            None if both is None else (*reversed(both[0]), site, *both[1])
            for site, both in enumerate(self.rays)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """For each site, one ray: the sites in a direction, nearest first."""

    name: str
    sites: tuple[tuple[int, ...], ...]


@dataclass(eq=False)
class Compass:
    """Several ways to go from each site: rays, nearest site first.

    Args:
        rays: ray number `way` from a site is entry `way * sites + site`
        count: how many ways there are
        sites: how many sites
    """

    name: str
    rays: tuple[tuple[int, ...], ...]
    count: int
    sites: int

    def ray(self, site: int, way: int) -> tuple[int, ...]:
        """The sites along a way from a site."""
        inside = 0 <= site < self.sites and 0 <= way < self.count
        return self.rays[way * self.sites + site] if inside else ()

    @cached_property
    def as_rays(self) -> Rays:
        """All rays, one after the other."""
        return Rays(self.name, self.rays)

    @cached_property
    def each_way(self) -> tuple[Rays, ...]:
        """The rays of each way by themselves."""
        return tuple(Rays(f"{self.name}{way}", self.of(way)) for way in range(self.count))

    @cached_property
    def longest(self) -> int:
        """Sites of the longest ray."""
        return max(map(len, self.rays), default=0)

    @cached_property
    def never_returns(self) -> bool:
        """Whether no way leads back to where it began."""
        return all(spot % self.sites not in ray for spot, ray in enumerate(self.rays))

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """For each way the first step of its rays."""
        return tuple(
            Relation(f"{self.name}{way}", tuple(ray[:1] for ray in self.of(way)))
            for way in range(self.count)
        )

    def farther(self, passed: int) -> tuple[Relation, ...]:
        """For each way where its rays lead behind so many sites."""
        return tuple(
            Relation(f"{self.name}{way}+{passed}",
                     tuple(ray[passed : passed + 1] for ray in self.of(way)))
            for way in range(self.count)
        )  # fmt: skip

    @cached_property
    def together(self) -> Relation:
        """One step on any way."""
        several = zip(*(one.targets for one in self.relations), strict=True)
        merged = tuple(tuple(dict.fromkeys(to for one in ways for to in one)) for ways in several)
        return Relation(self.name, merged)

    @cached_property
    def glides(self) -> tuple[bool, ...]:
        """For each way whether its rays are the same step again and again."""
        return tuple(map(self._glides, range(self.count)))

    @cached_property
    def one_way(self) -> bool:
        """Whether no site is on two ways from another."""
        for site in range(self.sites):
            seen = [to for way in range(self.count) for to in set(self.ray(site, way))]
            if len(seen) > len(set(seen)):
                return False
        return True

    def of(self, way: int) -> tuple[tuple[int, ...], ...]:
        """The rays of one way."""
        return self.rays[way * self.sites : (way + 1) * self.sites]

    def _glides(self, way: int) -> bool:
        first = self.relations[way].targets
        for site, ray in enumerate(self.of(way)):
            steps = pairwise((site, *ray))
            if any(first[one] != (other,) for one, other in steps) or (ray and first[ray[-1]]):
                return False
        return True

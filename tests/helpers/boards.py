"""Boards of sites in rows, on which native code is tried."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from interpreter.ir.program import pack
from interpreter.ir.relations import Axis, Rays, Relation, Table

WAYS = {"E": (0, 1), "S": (1, 0), "SE": (1, 1), "SW": (1, -1)}


@dataclass(frozen=True)
class Board:
    """Sites in rows, and what leads from one to another."""

    rows: int
    columns: int
    regular: bool

    @property
    def sites(self) -> int:
        return self.rows * self.columns

    @property
    def grid(self) -> tuple[tuple[int, int], ...] | None:
        places = tuple(divmod(site, self.columns) for site in range(self.sites))
        return places if self.regular else None

    def set_of(self, number: int) -> int:
        """The site alone; nothing for a number that is no site."""
        return 1 << number if 0 <= number < self.sites else 0

    def ray(self, site: int, way: tuple[int, int]) -> tuple[int, ...]:
        """The sites in a direction, nearest first."""
        found: list[int] = []
        row, column = divmod(site, self.columns)
        while True:
            row, column = row + way[0], column + way[1]
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return tuple(found)
            found.append(row * self.columns + column)

    def rays(self, name: str) -> tuple[tuple[int, ...], ...]:
        return tuple(self.ray(site, WAYS[name]) for site in range(self.sites))

    def backwards(self, name: str) -> tuple[tuple[int, ...], ...]:
        way = WAYS[name]
        return tuple(self.ray(site, (-way[0], -way[1])) for site in range(self.sites))

    def attributes(self, operation: str) -> list[object]:
        """What an operation may be given besides its operands."""
        random = Random(1)
        match operation:
            case "image" | "flood":
                steps = [Relation(name, tuple(ray[:1] for ray in self.rays(name))) for name in WAYS]
                for name in ("E", "SW"):
                    back = tuple(ray[:1] for ray in self.backwards(name))
                    steps.append(Relation(f"back {name}", back))
                around = [
                    tuple(way[site][0] for way in map(self.rays, WAYS) if way[site])
                    + tuple(way[site][0] for way in map(self.backwards, WAYS) if way[site])
                    for site in range(self.sites)
                ]
                odd = [
                    tuple(random.sample(range(self.sites), random.randint(0, 3))) for _ in around
                ]
                holes = [one if random.random() < 0.7 else () for one in around]
                lists = {"around": around, "odd": odd, "holes": holes}
                nothing = Relation("nothing", ((),) * self.sites)
                return [*steps, *(Relation(k, tuple(v)) for k, v in lists.items()), nothing]
            case "run":
                axes = [
                    Axis(name, tuple(zip(self.rays(name), self.backwards(name), strict=True)))
                    for name in WAYS
                ]
                cut = [both if random.random() < 0.8 else None for both in axes[0].rays]
                path = random.sample(range(self.sites), min(9, self.sites))
                bent: list[tuple[tuple[int, ...], tuple[int, ...]] | None] = [None] * self.sites
                for place, site in enumerate(path):
                    bent[site] = (tuple(path[place + 1 :]), tuple(reversed(path[:place])))
                return [*axes, Axis("cut", tuple(cut)), Axis("bent", tuple(bent))]
            case "ray":
                return [Rays(name, self.rays(name)) for name in WAYS]
            case "met":
                bent = [
                    Rays(f"up to {most}", tuple(
                        tuple(random.choices(range(self.sites), k=random.randint(0, most)))
                        for _ in range(self.sites + 3)
                    ))
                    for most in (20, 32, 60, 90)
                ]  # fmt: skip
                return [Rays("E", self.rays("E")), *bent]
            case "lookup":
                return [Table("small", (4, 5, -1)), Table("large", (2**62, -(2**63), 0, 7))]
            case "lookup_sites":
                sets = [random.getrandbits(self.sites) for _ in range(5)]
                return [Table("sets", tuple(sets))]
            case "extra_of":
                return [0, 1]
            case _:
                return [None]


def operand(random: Random, kind: str, sites: int) -> int:
    """A random value of a kind, often a special one."""
    if kind == "bool":
        return random.randint(0, 1)
    if kind == "move":
        return pack(random.randrange(1024), random.randint(-1, 4095), random.randint(-1, 4095),
                    random.getrandbits(28))  # fmt: skip
    if kind == "int":
        ends = (-(2**63), 2**63 - 1, sites, sites - 1, -1, 63, 64)
        return random.choice((
            random.randint(-3, 9), random.randrange(sites), random.choice(ends),
            random.getrandbits(64) - 2**63,
        ))  # fmt: skip
    full = (1 << sites) - 1
    some = random.getrandbits(sites)
    return random.choice((
        some, some & random.getrandbits(sites), some | random.getrandbits(sites), full, 0,
        1 << random.randrange(sites), full & ~(1 << random.randrange(sites)), 1 << sites - 1,
    ))  # fmt: skip

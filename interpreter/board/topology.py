"""The board as rules see it: sites, neighbours, directions, rays, and named sets of sites.

Numbers, names and orders are those of the reference implementation (Ludii 1.3.10,
Core/src/other/topology/Topology.java).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from interpreter.board.geometry import coordinates
from interpreter.board.geometry.border import Outline, Plane
from interpreter.board.geometry.neighbours import (
    ABOVE,
    AXES,
    BELOW,
    CIRCULAR,
    COMPASS,
    COMPASS_FIRST,
    DOWNWARD,
    NAMES,
    SAME_LAYER,
    SLANTED,
    UPWARD,
    Step,
    check_meeting,
    circular_steps,
    steps_from,
)
from interpreter.board.geometry.rays import Lines, Ray, find_lines, longest, trace_rays, trace_ways
from interpreter.board.graph import Graph, Point, SiteType, check_size, mean

KEYS = {
    "all": "All", "orth": "Orthogonal", "diag": "Diagonal", "adj": "Adjacent", "off": "OffDiagonal",
}  # fmt: skip
# where ways around a pivot stand among the compass names
# All directions around a board's middle, and towards and away from it.
ROTATIONAL = "Rotational"
# Of the compass, those along the axes and those between them.
ON_COMPASS = {
    "Axial": (*AXES, ABOVE, BELOW),
    "Angled": tuple(name for name in COMPASS if name not in AXES),
}
PLACES = {"Out": "N", "CW": "NNE", "In": "NE", "CCW": "ENE"}
RELATIONS = ("All", "Adjacent", "Orthogonal", "Diagonal", "OffDiagonal")

Sites = tuple[int, ...]
PerSite = tuple[Sites, ...]


def topology_of(graph: Graph, use: SiteType, *, bounded: bool = True) -> Topology:
    """The board of a graph; of games on the same board, one after the other, it is one."""
    return _topology(use, bounded, *(getattr(graph, one.name) for one in fields(graph)))


@lru_cache(maxsize=64)
def _topology(use: SiteType, bounded: bool, *parts: Any) -> Topology:
    return Topology(Graph(*parts), use, bounded)


@dataclass(frozen=True, eq=False)
class Topology:
    """The sites of a board and everything derived from where they are.

    Args:
        graph: the board
        use: which parts of the graph are sites
        bounded: it has a border; else it stands for a plane
    """

    graph: Graph
    use: SiteType
    bounded: bool = True

    def __post_init__(self) -> None:
        check_size(self.graph.size(self.use), self.use)
        check_meeting(self.graph, self.use)

    def on(self, use: SiteType) -> Topology:
        """The same board with pieces on other parts of it."""
        if use is self.use:
            return self
        other = Topology(self.graph, use, self.bounded)
        other.__dict__["outline"] = self.outline
        return other

    @cached_property
    def outline(self) -> Outline:
        """The border of the board."""
        return Outline(self.graph) if self.bounded else Plane(self.graph)

    # Places

    @property
    def size(self) -> int:
        """The number of sites."""
        return self.graph.size(self.use)

    @property
    def points(self) -> tuple[Point, ...]:
        """The middle of each site."""
        return self.graph.points(self.use)

    @cached_property
    def heights(self) -> tuple[float, ...]:
        """How high each site lies; empty where all lie in one plane."""
        return self.graph.heights_of(self.use)

    @cached_property
    def layers(self) -> Sites:
        """The layer of each site, the lowest 0."""
        levels = sorted({round(height, 4) for height in self.heights})
        return tuple(levels.index(round(one, 4)) for one in self.heights) or (0,) * self.size

    @cached_property
    def layer_sites(self) -> PerSite:
        """The sites of each layer."""
        return _grouped(self.layers, max(self.layers) + 1)

    @cached_property
    def places(self) -> tuple[tuple[float, ...], ...]:
        """The middle of each site, with its height where there are several layers."""
        if not self.heights:
            return self.points
        return tuple((x, y, z) for (x, y), z in zip(self.points, self.heights, strict=True))

    @cached_property
    def xs(self) -> tuple[float, ...]:
        """The x coordinate of each site."""
        return tuple(x for x, _ in self.points)

    @cached_property
    def ys(self) -> tuple[float, ...]:
        """The y coordinate of each site."""
        return tuple(y for _, y in self.points)

    @cached_property
    def nearness(self) -> tuple[float, ...]:
        """How near each site is to the middle of all: 1 there, 0 where it is farthest away."""
        middle = mean(self.points)
        away = [math.dist(point, middle) for point in self.points]
        farthest = max(away) or 1.0
        return tuple(1 - one / farthest for one in away)

    def polygon(self, site: int) -> tuple[Point, ...]:
        """The outline of a site, for drawing: a polygon, a line or a point."""
        if self.use is SiteType.VERTEX:
            return (self.graph.vertices[site],)
        parts = self.graph.faces if self.use is SiteType.CELL else self.graph.edges
        return tuple(self.graph.vertices[vertex] for vertex in parts[site])

    @cached_property
    def _grid(self) -> coordinates.Grid:
        if self.use is SiteType.EDGE:
            angles = coordinates.grid(self.graph.vertices).angles
            return coordinates.grid(self.points, angles)
        return coordinates.grid(self.points)

    @cached_property
    def rows(self) -> Sites:
        """The row of each site, from 0.

        Where there are several layers, those in line with a row of the lowest one are in it; others
        keep the number that their label has, as in the reference.
        """
        return self._by_lowest(self._grid.rows, self.ys)

    @cached_property
    def columns(self) -> Sites:
        """The column of each site, from 0."""
        return self._by_lowest(self._grid.columns, self.xs)

    def _by_lowest(self, numbers: Sites, values: tuple[float, ...]) -> Sites:
        if not self.heights:
            return numbers
        levels = self._of_lowest(values)
        return tuple(
            levels.index(round(value, 3)) if round(value, 3) in levels else number
            for number, value in zip(numbers, values, strict=True)
        )

    def _of_lowest(self, values: tuple[float, ...]) -> list[float]:
        """The coordinates, in their order, that the sites of the lowest layer have."""
        pairs = zip(values, self.layers, strict=True)
        return sorted({round(value, 3) for value, layer in pairs if not layer})

    def _rows_of_lowest(self, numbers: Sites, values: tuple[float, ...]) -> PerSite:
        """The sites by row or column, where there are layers those in line with the lowest."""
        if not self.heights:
            return _grouped(numbers, max(numbers) + 1)
        lowest = self._of_lowest(values)
        groups: list[list[int]] = [[] for _ in lowest]
        for site, (number, value) in enumerate(zip(numbers, values, strict=True)):
            if round(value, 3) in lowest:
                groups[number].append(site)
        return tuple(map(tuple, groups))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The name of each site, such as `A1`; edges are known by their number alone."""
        if self.use is SiteType.EDGE:
            return tuple(str(edge) for edge in range(self.size))
        if self.heights:
            pairs = zip(self._grid.labels, self.layers, strict=True)
            return tuple(f"{label}/{layer}" for label, layer in pairs)
        return self._grid.labels

    @cached_property
    def site_of(self) -> dict[str, int]:
        """The site of each name."""
        return {label: site for site, label in reversed(list(enumerate(self.labels)))}

    @cached_property
    def phases(self) -> Sites:
        """The colour of each site; neighbours differ."""
        return coordinates.phases(self._touching)

    @cached_property
    def row_sites(self) -> PerSite:
        """The sites of each row."""
        return self._rows_of_lowest(self.rows, self.ys)

    @cached_property
    def column_sites(self) -> PerSite:
        """The sites of each column."""
        return self._rows_of_lowest(self.columns, self.xs)

    @cached_property
    def phase_sites(self) -> PerSite:
        """The sites of each phase."""
        return _grouped(self.phases, coordinates.PHASES)

    # Neighbours

    @cached_property
    def step_lists(self) -> tuple[tuple[Step, ...], ...]:
        """The steps from each site, clockwise from the north."""
        return steps_from(self.graph, self.use)

    @cached_property
    def _touching(self) -> PerSite:
        """The neighbours that decide phases, in the order of the edges that lead to them."""
        graph = self.graph
        if self.use is SiteType.CELL:
            sides = enumerate(graph.face_edges)
            across = ([graph.across(edge, face) for edge in edges] for face, edges in sides)
            return tuple(tuple(other for other in others if other >= 0) for others in across)
        if self.use is SiteType.VERTEX:
            return tuple(
                tuple(sum(graph.edges[edge]) - vertex for edge in at)
                for vertex, at in enumerate(graph.edges_at)
            )
        return tuple(
            tuple(other for end in ends for other in graph.edges_at[end] if other != edge)
            for edge, ends in enumerate(graph.edges)
        )

    def neighbours(self, relation: str) -> PerSite:
        """The sites one step away in a class of directions or a single one."""
        if relation in (UPWARD, DOWNWARD) or (relation == SAME_LAYER and self.heights):
            return tuple(
                tuple(step.to for step in steps if relation in step.relations)
                for steps in self.step_lists
            )
        if relation == SAME_LAYER:
            return self.neighbours("All")
        if relation in RELATIONS:
            return tuple(
                tuple(step.to for step in steps if relation in step.relations)
                for steps in self.step_lists
            )
        if relation == ROTATIONAL or relation in ON_COMPASS:
            several = [self.neighbours(one) for one in ON_COMPASS.get(relation, CIRCULAR)]
            return tuple(
                tuple(dict.fromkeys(to for one in several for to in one[site]))
                for site in range(self.size)
            )
        found = self.steps.get(relation)
        return ((),) * self.size if found is None else found

    @cached_property
    def adjacent(self) -> PerSite:
        """Neighbours that share an edge or a corner; on vertices, an edge."""
        return self.neighbours("Adjacent")

    @cached_property
    def orthogonal(self) -> PerSite:
        """Neighbours that share an edge."""
        return self.neighbours("Orthogonal")

    @cached_property
    def diagonal(self) -> PerSite:
        """Neighbours across a corner; on hexagons, beyond an edge; on vertices, across a face."""
        return self.neighbours("Diagonal")

    @cached_property
    def off_diagonal(self) -> PerSite:
        """Neighbours that share a corner but lie beside the diagonal."""
        return self.neighbours("OffDiagonal")

    @cached_property
    def all(self) -> PerSite:
        """Neighbours of any kind."""
        return self.neighbours("All")

    @cached_property
    def steps(self) -> dict[str, PerSite]:
        """The sites one step away, by compass name; only the names that occur."""
        found: dict[str, list[list[int]]] = {}
        for site, steps in enumerate(self.step_lists):
            for step in steps:
                if step.compass not in found:
                    found[step.compass] = [[] for _ in range(self.size)]
                found[step.compass][site].append(step.to)
        compass = {name: tuple(map(tuple, found[name])) for name in NAMES if name in found}
        return compass | self._circular

    @cached_property
    def _circular(self) -> dict[str, PerSite]:
        return circular_steps(self.graph, self.use, self.step_lists)

    @cached_property
    def supported(self) -> dict[str, tuple[str, ...]]:
        """The compass names that occur in each class of directions."""
        found: dict[str, set[str]] = {relation: set() for relation in RELATIONS}
        for steps in self.step_lists:
            for step in steps:
                for relation in step.relations & found.keys():
                    found[relation].add(step.compass)
        return {
            key: tuple(name for name in NAMES if name in found[relation])
            for key, relation in KEYS.items()
        }

    @cached_property
    def supported_ways(self) -> dict[str, tuple[str, ...]]:
        """The same with the ways around pivots, among the compass names as the reference has them.

        A way around has a place of its own among the names; of two at one place, that which
        occurs first stands first.
        """
        if not self._circular:
            return self.supported
        found: dict[str, dict[str, None]] = {relation: {} for relation in RELATIONS}
        for site, steps in enumerate(self.step_lists):
            for step in steps:
                turns = [name for name, near in self._circular.items() if step.to in near[site]]
                for relation in step.relations:
                    found[relation].update(dict.fromkeys((step.compass, *turns)))
        return {
            key: tuple(sorted(found[relation], key=_place_of)) for key, relation in KEYS.items()
        }

    # Rays and lines

    @cached_property
    def radials(self) -> dict[str, tuple[tuple[Ray, ...], ...]]:
        """The rays from each site by compass name; a ray leaves out its start."""
        return {name: self.rays(name) for name in self.steps}

    def rays(self, direction: str) -> tuple[tuple[Ray, ...], ...]:
        """The rays from each site in a class of directions or a single one, from the north.

        A ray goes on by the straightest step of the same direction, as long as it hardly bends.
        """
        cache = self._ray_cache
        if direction not in cache:
            cache[direction] = self._traced(direction)
        return cache[direction]

    def _traced(self, direction: str) -> tuple[tuple[Ray, ...], ...]:
        if direction in ON_COMPASS:
            named = [self.rays(one) for one in ON_COMPASS[direction]]
            return tuple(tuple(chain(*here)) for here in zip(*named, strict=True))
        near = self.neighbours(direction)
        if direction == ROTATIONAL:
            # Straight on from step to step, and each way around or along the spokes, as far as it
            # goes: what only begins like another ray is none of its own.
            ways = [trace_rays(self.points, near), *map(self.rays, CIRCULAR)]
            return tuple(longest(list(chain(*here))) for here in zip(*ways, strict=True))
        return trace_ways(near) if direction in CIRCULAR else trace_rays(self.places, near)

    @cached_property
    def _ray_cache(self) -> dict[str, tuple[tuple[Ray, ...], ...]]:
        return {}

    def lines(self, direction: str) -> Lines:
        """The lines through each site, one for each axis of the board, in the same order.

        A line is a ray and the ray opposite to it, which may be empty; None where a site has no
        line along an axis.
        """
        cache = self._line_cache
        if direction not in cache:
            rays = self.rays(direction)
            opposite = rays if direction in (*RELATIONS, SAME_LAYER) else self._compass_rays
            cache[direction] = find_lines(self.places, rays, opposite)
        return cache[direction]

    @cached_property
    def _line_cache(self) -> dict[str, Lines]:
        return {}

    @cached_property
    def _compass_rays(self) -> tuple[tuple[Ray, ...], ...]:
        """The rays from each site in single directions, in the order they are matched."""
        radials = [self.rays(name) for name in (*COMPASS_FIRST, *SLANTED) if name in self.steps]
        return tuple(
            tuple(ray for rays in here for ray in rays) for here in zip(*radials, strict=True)
        )

    # Named sets

    def _sorted(self, sites: set[int]) -> Sites:
        return tuple(sorted(sites))

    @cached_property
    def corners(self) -> Sites:
        """The sites at the corners of the board."""
        return self._sorted(self.outline.corners[self.use])

    @cached_property
    def convex_corners(self) -> Sites:
        """The sites at corners that point outwards."""
        return self._sorted(self.outline.convex_corners[self.use])

    @cached_property
    def concave_corners(self) -> Sites:
        """The sites at corners that point inwards."""
        return self._sorted(self.outline.concave_corners[self.use])

    @cached_property
    def _extremes(self) -> dict[str, Sites]:
        return self.outline.extremes(self.use)

    @property
    def top(self) -> Sites:
        """The uppermost sites."""
        return self._extremes["top"]

    @property
    def bottom(self) -> Sites:
        """The lowest sites."""
        return self._extremes["bottom"]

    @property
    def left(self) -> Sites:
        """The leftmost sites."""
        return self._extremes["left"]

    @property
    def right(self) -> Sites:
        """The rightmost sites."""
        return self._extremes["right"]

    @cached_property
    def centre(self) -> Sites:
        """The sites in the middle of the board."""
        return self.outline.centre(self.use)

    @cached_property
    def perimeter(self) -> Sites:
        """The sites on the border of the board."""
        return self._sorted(self.outline.perimeter[self.use])

    @property
    def outer(self) -> Sites:
        """The sites on the border of the board."""
        return self.perimeter

    @cached_property
    def inner(self) -> Sites:
        """The sites that are not on the border."""
        border = self.outline.perimeter[self.use]
        return tuple(site for site in range(self.size) if site not in border)

    @cached_property
    def major(self) -> Sites:
        """The cells with the most sides."""
        return self._cells_by_sides(largest=True)

    @cached_property
    def minor(self) -> Sites:
        """The cells with fewer sides than others."""
        return self._cells_by_sides(largest=False)

    def _cells_by_sides(self, *, largest: bool) -> Sites:
        if self.use is not SiteType.CELL:
            return ()
        most = max(len(face) for face in self.graph.faces)
        return tuple(
            cell for cell, face in enumerate(self.graph.faces) if (len(face) == most) is largest
        )

    @cached_property
    def sides(self) -> dict[str, Sites]:
        """The sites along each side of the board, by compass name."""
        found = self.outline.sides
        return {
            name: self._sorted(found[name][self.use]) if name in found else () for name in COMPASS
        }


def _place_of(name: str) -> int:
    return COMPASS.index(PLACES.get(name, name))


def _grouped(numbers: Sequence[int], count: int) -> PerSite:
    """The sites that hold each number."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for site, number in enumerate(numbers):
        groups[number].append(site)
    return tuple(tuple(group) for group in groups)

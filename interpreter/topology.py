"""The board as rules see it: sites, neighbours, directions, rays, and named sets of sites.

Numbers, names and orders are those of the reference implementation (Ludii 1.3.10,
Core/src/game/util/graph/{Face,Vertex,Edge,Steps,Trajectories,Radials}.java).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from interpreter import coordinates
from interpreter.graph import Graph, Point, SiteType, distance_to_line
from interpreter.outline import Outline
from interpreter.tilings import check_size

# clockwise from the north
COMPASS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
# the order in which the reference looks for the opposite of a ray
COMPASS_FIRST = (
    "N", "E", "S", "W", "NE", "SE", "NW", "SW",
    "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE",
)  # fmt: skip
RELATIONS = ("All", "Adjacent", "Orthogonal", "Diagonal", "OffDiagonal")

# counter-clockwise from the east, with the upper bounds of their angles
_EIGHT = ("E", "NE", "N", "NW", "W", "SW", "S", "SE", "E")
_SIXTEEN = (
    "E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW",
    "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE", "E",
)  # fmt: skip
_EIGHTHS = tuple(2 * math.pi / 16 + k * math.pi / 4 for k in range(8))
_SIXTEENTHS = tuple(2 * math.pi / 32 + k * math.pi / 8 for k in range(16))

_ORTHOGONAL = frozenset({"All", "Adjacent", "Orthogonal"})
_DIAGONAL = frozenset({"All", "Adjacent", "Diagonal"})
_OFF_DIAGONAL = frozenset({"All", "Adjacent", "OffDiagonal"})
_FAR_DIAGONAL = frozenset({"All", "Diagonal"})

BEND = math.tan(0.25)
OPPOSITE = math.tan(0.1)

Sites = tuple[int, ...]
PerSite = tuple[Sites, ...]
Ray = tuple[int, ...]
Line = tuple[Ray, Ray]
Lines = tuple[tuple[Line | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step from one site to another.

    Args:
        to: the other site
        relations: the classes of direction it belongs to
        compass: its direction
        turn: its angle clockwise from the north, by which steps are sorted
    """

    to: int
    relations: frozenset[str]
    compass: str
    turn: float


@dataclass(frozen=True, eq=False)
class Topology:
    """The sites of a board and everything derived from where they are.

    Args:
        graph: the board
        use: which parts of the graph are sites
    """

    graph: Graph
    use: SiteType

    def __post_init__(self) -> None:
        check_size(self.graph.size(self.use), self.use)

    def on(self, use: SiteType) -> Topology:
        """The same board with pieces on other parts of it."""
        if use is self.use:
            return self
        other = Topology(self.graph, use)
        other.__dict__["outline"] = self.outline
        return other

    @cached_property
    def outline(self) -> Outline:
        """The border of the board."""
        return Outline(self.graph)

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
    def xs(self) -> tuple[float, ...]:
        """The x coordinate of each site."""
        return tuple(x for x, _ in self.points)

    @cached_property
    def ys(self) -> tuple[float, ...]:
        """The y coordinate of each site."""
        return tuple(y for _, y in self.points)

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

    @property
    def rows(self) -> Sites:
        """The row of each site, from 0."""
        return self._grid.rows

    @property
    def columns(self) -> Sites:
        """The column of each site, from 0."""
        return self._grid.columns

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The name of each site, such as `A1`; edges are known by their number alone."""
        if self.use is SiteType.EDGE:
            return tuple(str(edge) for edge in range(self.size))
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
        return _grouped(self.rows, max(self.rows) + 1)

    @cached_property
    def column_sites(self) -> PerSite:
        """The sites of each column."""
        return _grouped(self.columns, max(self.columns) + 1)

    @cached_property
    def phase_sites(self) -> PerSite:
        """The sites of each phase."""
        return _grouped(self.phases, coordinates.PHASES)

    # Neighbours

    @cached_property
    def step_lists(self) -> tuple[tuple[Step, ...], ...]:
        """The steps from each site, clockwise from the north."""
        near = {
            SiteType.CELL: _cell_steps,
            SiteType.VERTEX: _vertex_steps,
            SiteType.EDGE: _edge_steps,
        }[self.use]
        return tuple(self._directed(site, near(self.graph, site)) for site in range(self.size))

    def _directed(self, site: int, near: dict[int, frozenset[str]]) -> tuple[Step, ...]:
        """Steps with their directions."""
        x, y = self.points[site]
        fine = _needs_sixteen(self.graph, self.use, site, near)
        bounds, names = (_SIXTEENTHS, _SIXTEEN) if fine else (_EIGHTHS, _EIGHT)
        steps: list[Step] = []
        for to, relations in near.items():
            tx, ty = self.points[to]
            angle = math.atan2(ty - y, tx - x)
            turn = math.pi / 2 - angle + 0.0001
            compass = names[bisect_right(bounds, angle if angle >= 0 else angle + 2 * math.pi)]
            steps.append(Step(to, relations, compass, turn if turn >= 0 else turn + 2 * math.pi))
        return tuple(sorted(steps, key=lambda step: step.turn))

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
        if relation in RELATIONS:
            return tuple(
                tuple(step.to for step in steps if relation in step.relations)
                for steps in self.step_lists
            )
        return self.steps.get(relation, ((),) * self.size)

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
        return {name: tuple(tuple(to) for to in found[name]) for name in COMPASS if name in found}

    @cached_property
    def supported(self) -> dict[str, tuple[str, ...]]:
        """The compass names that occur in each class of directions."""
        short = {"all": "All", "orth": "Orthogonal", "diag": "Diagonal", "adj": "Adjacent"}
        found: dict[str, set[str]] = {relation: set() for relation in RELATIONS}
        for steps in self.step_lists:
            for step in steps:
                for relation in step.relations:
                    found[relation].add(step.compass)
        return {
            key: tuple(name for name in COMPASS if name in found[relation])
            for key, relation in (short | {"off": "OffDiagonal"}).items()
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
            cache[direction] = _trace_rays(self.points, self.neighbours(direction))
        return cache[direction]

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
            cache[direction] = self._lines(direction)
        return cache[direction]

    @cached_property
    def _line_cache(self) -> dict[str, Lines]:
        return {}

    def _lines(self, direction: str) -> Lines:
        class_rays = self.rays(direction)
        if direction in RELATIONS:
            others = class_rays
        else:
            others = tuple(
                tuple(ray for name in COMPASS_FIRST for ray in self.rays(name)[site])
                for site in range(self.size)
            )
        found = [self._distinct(site, class_rays[site], others[site]) for site in range(self.size)]
        return _slotted(self.points, found)

    def _distinct(self, site: int, rays: Sequence[Ray], others: Sequence[Ray]) -> list[Line]:
        """The rays of a site with their opposites, one of each such pair."""
        points = self.points
        kept: list[Line] = []
        for ray in rays:
            if all(ray != opposite for _, opposite in kept):
                opposite = next(
                    (
                        other
                        for other in others
                        if _bend(points[ray[0]], points[site], points[other[0]]) < OPPOSITE
                    ),
                    (),
                )
                kept.append((ray, opposite))
        return kept

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


def _grouped(numbers: Sequence[int], count: int) -> PerSite:
    """The sites that hold each number."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for site, number in enumerate(numbers):
        groups[number].append(site)
    return tuple(tuple(group) for group in groups)


# Steps


def _cell_steps(graph: Graph, cell: int) -> dict[int, frozenset[str]]:
    """The cells a step away from a cell, with the classes of direction."""
    near: dict[int, frozenset[str]] = {}
    for edge in graph.face_edges[cell]:
        other = graph.across(edge, cell)
        if other >= 0:
            near[other] = _ORTHOGONAL
    points, corners = graph.face_points, graph.faces[cell]
    here = points[cell]
    for vertex in corners:
        rest = [face for face in graph.faces_at[vertex] if face != cell and face not in near]
        if rest:
            corner = graph.vertices[vertex]
            # a plain square has one cell beyond a corner: nothing to measure
            straight = (
                rest[0]
                if len(rest) == 1
                else min(
                    rest,
                    key=lambda face: distance_to_line(corner, here, points[face]),
                )
            )
            near[straight] = _DIAGONAL
    for vertex in corners:
        for face in graph.faces_at[vertex]:
            if face != cell and face not in near:
                near[face] = _OFF_DIAGONAL
    for vertex in corners:
        if len(graph.edges_at[vertex]) == 3:
            _beyond_edge(graph, cell, vertex, near)
    return near


def _beyond_edge(graph: Graph, cell: int, vertex: int, near: dict[int, frozenset[str]]) -> None:
    """Add the cells at the far end of the edge that leaves a cell at a vertex of three edges."""
    edges = graph.face_edges[cell]
    away = next((edge for edge in graph.edges_at[vertex] if edge not in edges), None)
    if away is None:
        return
    end = sum(graph.edges[away]) - vertex
    points = graph.face_points
    here = points[cell]
    for face in graph.faces_at[end]:
        if face == cell or face in near:
            continue
        there = points[face]
        off = distance_to_line(graph.vertices[vertex], here, there)
        off += distance_to_line(graph.vertices[end], here, there)
        if off / math.dist(here, there) <= 0.1:
            near[face] = _FAR_DIAGONAL


def _vertex_steps(graph: Graph, vertex: int) -> dict[int, frozenset[str]]:
    """The vertices a step away from a vertex: along edges, or straight across a face."""
    near = {sum(graph.edges[edge]) - vertex: _ORTHOGONAL for edge in graph.edges_at[vertex]}
    here = graph.vertices[vertex]
    for face in graph.faces_at[vertex]:
        corners = graph.faces[face]
        if len(corners) >= 4:
            through = graph.face_points[face]
            opposite = min(
                (corner for corner in corners if corner != vertex),
                key=lambda corner: distance_to_line(through, here, graph.vertices[corner]),
            )
            near.setdefault(opposite, _FAR_DIAGONAL)
    return near


def _edge_steps(graph: Graph, edge: int) -> dict[int, frozenset[str]]:
    """The edges that meet an edge at one of its ends."""
    return {
        other: _ORTHOGONAL
        for end in graph.edges[edge]
        for other in graph.edges_at[end]
        if other != edge
    }


def _needs_sixteen(graph: Graph, use: SiteType, site: int, near: dict[int, frozenset[str]]) -> bool:
    """Whether two steps from a site, to parts of any kind, fall into the same eighth."""
    here = graph.points(use)[site]
    targets = [graph.points(use)[to] for to in near]
    if use is SiteType.CELL:
        targets += [graph.vertices[vertex] for vertex in graph.faces[site]]
        targets += [graph.edge_points[edge] for edge in graph.face_edges[site]]
    elif use is SiteType.VERTEX:
        targets += [graph.edge_points[edge] for edge in graph.edges_at[site]]
        targets += [graph.face_points[face] for face in graph.faces_at[site]]
    else:
        ends = graph.edges[site]
        faces = {face for end in ends for face in graph.faces_at[end]}
        targets += [graph.vertices[end] for end in ends]
        targets += [graph.face_points[face] for face in faces]
    seen: set[str] = set()
    for x, y in targets:
        angle = math.atan2(y - here[1], x - here[0])
        seen.add(_EIGHT[bisect_right(_EIGHTHS, angle if angle >= 0 else angle + 2 * math.pi)])
    return len(seen) < len(targets)


# Rays


def _bend(a: Point, b: Point, c: Point) -> float:
    """The tangent of the bend at `b` on the way from `a` to `c`; infinite from a right angle."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - b[0], c[1] - b[1]
    along = ux * vx + uy * vy
    return math.inf if along <= 0 else abs((uy * vx - ux * vy) / along)


def _trace_rays(points: Sequence[Point], near: PerSite) -> tuple[tuple[Ray, ...], ...]:
    """The rays along each step."""
    follow: dict[tuple[int, int], int] = {}

    def ray(start: int, first: int) -> Ray:
        before, site = start, first
        path = [first]
        while True:
            after = follow.get((before, site))
            if after is None:
                after = follow[before, site] = _onwards(points, near, before, site)
            if after < 0 or after == start or after in path:
                return tuple(path)
            path.append(after)
            before, site = site, after

    return tuple(tuple(ray(site, to) for to in near[site]) for site in range(len(near)))


def _onwards(points: Sequence[Point], near: PerSite, before: int, site: int) -> int:
    """The straightest step from a site reached from another; -1 if all bend too much."""
    best, least = -1, BEND
    for to in near[site]:
        bend = _bend(points[before], points[site], points[to])
        if bend < least:
            best, least = to, bend
    return best


def _slotted(
    points: Sequence[Point], lines: Sequence[Sequence[Line]]
) -> Lines:
    """Lines in slots, one for each axis of the board."""
    angles = [
        [_axis(points[site], points[ray[0]]) for ray, _ in here] for site, here in enumerate(lines)
    ]
    axes = _clusters([angle for here in angles for angle in here])
    placed: list[list[Line | None]] = []
    for here, turned in zip(lines, angles, strict=True):
        slots: list[Line | None] = [None] * len(axes)
        for line, angle in zip(here, turned, strict=True):
            slot = bisect_right(axes, angle) - 1
            if slots[slot] is None:
                slots[slot] = line
            else:
                # two lines along one axis, as on some irregular boards: a slot of its own
                slots.append(line)
        placed.append(slots)
    most = max(len(slots) for slots in placed)
    return tuple(tuple(slots + [None] * (most - len(slots))) for slots in placed)


def _axis(a: Point, b: Point) -> float:
    """The angle of a line clockwise from the north, less than half a turn."""
    return (math.pi / 2 - math.atan2(b[1] - a[1], b[0] - a[0]) + 0.05) % math.pi


def _clusters(angles: Sequence[float]) -> list[float]:
    """The least angle of each cluster of angles."""
    starts: list[float] = []
    last = -1.0
    for angle in sorted(angles):
        if angle - last > 0.1:
            starts.append(angle)
        last = angle
    return starts

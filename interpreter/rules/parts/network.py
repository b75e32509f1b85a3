"""The board as a graph: what touches what, and the edges of a colour as a graph of their own.

Edges are of the colour of a player if the piece on them has his number; of nobody's colour if they
hold what the last move put or left on its edge, or else the first piece. So the reference
implementation has it (Ludii 1.3.10, Core/src/game/functions/booleans/is/tree/IsTree.java).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.board.geometry.crossings import crossings
from interpreter.board.graph import Graph, SiteType
from interpreter.ir.relations import Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.words import Role
from interpreter.rules.parts.names import Player
from interpreter.rules.parts.players import EVERYBODY

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

Ids = tuple[int, ...]
EDGE, VERTEX, CELL = SiteType.EDGE, SiteType.VERTEX, SiteType.CELL


def touching(graph: Graph, result: SiteType, of: SiteType) -> list[Ids]:
    """The parts of one kind that touch each part of another, or of the same.

    Parts of the same kind touch where an edge joins two vertices, a vertex two edges, or an edge
    parts two cells.
    """
    corners = {VERTEX: [(one,) for one in range(len(graph.vertices))],
               EDGE: graph.edges, CELL: graph.faces}[of]  # fmt: skip
    if result is of:
        return _alike(graph, of)
    if result is VERTEX:
        return [tuple(one) for one in corners]
    if of is VERTEX:
        return list(graph.edges_at if result is EDGE else graph.faces_at)
    if result is EDGE:
        return list(graph.face_edges)
    return [tuple(face for face in faces if face >= 0) for faces in graph.beside]


def _alike(graph: Graph, kind: SiteType) -> list[Ids]:
    """The parts of a kind that touch each of the same kind."""
    if kind is VERTEX:
        return [
            tuple(sum(graph.edges[edge]) - vertex for edge in edges)
            for vertex, edges in enumerate(graph.edges_at)
        ]
    if kind is EDGE:
        return [
            tuple(other for end in ends for other in graph.edges_at[end] if other != edge)
            for edge, ends in enumerate(graph.edges)
        ]
    return [
        tuple(other for edge in edges if (other := graph.across(edge, face)) >= 0)
        for face, edges in enumerate(graph.face_edges)
    ]


class Network:
    """The board as a graph, as rules speak of it."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    # What touches what

    def touching(self, result: SiteType, of: SiteType, site: Int) -> Sites:
        """The sites of one kind that touch a site of another, or of the same."""
        b = self.b
        several = touching(b.board.graph, result, of)
        with b.kinds.speaking(result):
            return b.kinds.one_of(several, b.kinds.index_as(site, of))

    def edge(self, one: Int, other: Int) -> Int:
        """The edge between two vertices; -1 if there is none."""
        b = self.b
        at = [self.touching(EDGE, VERTEX, vertex) for vertex in (one, other)]
        found = b.first(b.intersect(*at))
        return b.pick(b.equal(one, other), b.nothing, found)

    def crossing(self, edge: Int) -> Sites:
        """The edges that cross an edge between its ends and theirs."""
        b = self.b
        with b.kinds.speaking(EDGE):
            return b.kinds.one_of(crossings(b.board.graph), b.kinds.index(edge))

    def held_by(self, sites: Sites, who: Player) -> Sites:
        """Those of some sites with pieces of a player, or of any owner where all are meant."""
        b = self.b
        if not isinstance(who, Int) and who in (*EVERYBODY, Role.Shared):
            return b.minus(b.intersect(sites, b.pieces.taken()),
                           without=b.pieces.owned_by(b.zero))  # fmt: skip
        return b.intersect(sites, b.pieces.of(who))

    # Edges of a colour

    @property
    def edges(self) -> Sites:
        """All edges of the board."""
        return self.b.kinds.sites(EDGE)

    def coloured(self, who: Player) -> Sites:
        """The edges of a player's colour, or of nobody's."""
        b = self.b
        if who is Role.Neutral:
            last = b.pieces.what(b.kinds.read(b.turn.last_to(), EDGE))
            kind = b.pick(b.less(b.zero, last), last, b.one)
        else:
            kind = b.players.number(who)
        found = b.intersect(self.edges, b.pieces.placed(kind))
        known = b.both(b.less(b.zero, kind), b.at_most(kind, b.int(len(b.box.kinds))))
        return b.pick_sites(known, found, b.nowhere)

    @cached_property
    def joined(self) -> Relation:
        """From each edge to those that share an end with it."""
        b = self.b
        found: list[Ids] = [()] * b.site_count
        with b.kinds.speaking(EDGE):
            numbers = b.kinds.numbers(EDGE)
            if not numbers:
                message = "this is about the edges of the board, which the rules do not use"
                raise b.fail(message, "(board ... use:Edge)", code="kind-of-site")
            for edge, others in enumerate(_alike(b.board.graph, EDGE)):
                found[numbers[edge]] = b.kinds.shifted(dict.fromkeys(others))
        return Relation("joined", tuple(found))

    def group(self, edge: Int, edges: Sites) -> Sites:
        """The edges of a set that hang together with one of them."""
        return self.b.flood(self.b.single(edge), edges, self.joined)

    def group_count(self, edges: Sites) -> Int:
        """How many parts a set of edges has that do not touch each other."""
        b = self.b
        rest, total = b.local("rest", edges), b.local("parts", b.zero)

        def one(_: Int) -> None:
            left = b.get_sites(rest)
            b.leave_if(b.is_empty(left))
            b.set(rest, b.minus(left, without=self.group(b.first(left), left)))
            b.set(total, b.add(b.get_int(total), b.one))

        most = len(b.board.graph.vertices)
        b.loop(b.int(most), one, most=most)
        return b.get_int(total)

    def each_vertex(self, edges: Sites, body: Callable[[Sites], object]) -> None:
        """Run the body for each vertex of the board, given the edges of a set that end there."""
        b, most = self.b, len(self.b.board.graph.vertices)
        with b.kinds.speaking(EDGE):
            at = [b.kinds.shifted(one) for one in b.board.graph.edges_at]

        def one(vertex: Int) -> None:
            body(b.intersect(edges, b.entry_of(at, vertex)))

        b.loop(b.int(most), one, most=most)

    def each_degree(self, edges: Sites, body: Callable[[Int], object]) -> None:
        """Run the body for each vertex of the board, given how many edges of a set end there."""
        self.each_vertex(edges, lambda there: body(self.b.count(there)))

    def count_degrees(self, edges: Sites, fits: Callable[[Int], Bool]) -> Int:
        """How many vertices have a number of edges of a set that fits."""
        b = self.b
        total = b.local("vertices", b.zero)
        self.each_degree(
            edges, lambda degree: b.set(total, b.add(b.get_int(total), b.as_int(fits(degree))))
        )
        return b.get_int(total)

    def is_forest(self, edges: Sites) -> Bool:
        """Whether a set of edges holds no ring."""
        b = self.b
        vertices = self.count_degrees(edges, lambda degree: b.less(b.zero, degree))
        return b.equal(vertices, b.add(b.count(edges), self.group_count(edges)))

    def is_way(self, edges: Sites) -> Bool:
        """Whether edges that hang together are one line without forks that does not close."""
        b = self.b
        ends = self.count_degrees(edges, lambda degree: b.equal(degree, b.one))
        forks = self.count_degrees(edges, lambda degree: b.less(b.int(2), degree))
        return b.both(b.equal(ends, b.int(2)), b.equal(forks, b.zero))

    def is_spanning(self, edges: Sites) -> Bool:
        """Whether a set of edges joins all vertices of the board without a ring."""
        b = self.b
        enough = b.int(len(b.board.graph.vertices) - 1)
        return b.both(b.equal(b.count(edges), enough), self.is_forest(edges))

    def inner(self, edges: Sites) -> Sites:
        """The edges of a set at both of whose ends further ones of it end."""
        b = self.b
        rest = b.local("inner", edges)

        def prune(there: Sites) -> None:
            alone = b.equal(b.count(there), b.one)
            gone = b.pick_sites(alone, there, b.nowhere)
            b.set(rest, b.minus(b.get_sites(rest), without=gone))

        self.each_vertex(edges, prune)
        return b.get_sites(rest)

    def simple(self, edges: Sites) -> Sites:
        """A set of edges with one of those that join the same two vertices."""
        b, ends = self.b, [frozenset(one) for one in self.b.board.graph.edges]
        numbers = b.kinds.numbers(EDGE)
        further: dict[int, Ids] = {}
        for one, other in combinations(range(len(ends)), 2):
            if ends[one] == ends[other]:
                further[numbers[one]] = (*further.get(numbers[one], ()), numbers[other])
        if not further:
            return edges
        again = Relation("again", tuple(further.get(site, ()) for site in range(b.site_count)))
        return b.minus(edges, without=b.image(edges, again))

    # Trees

    def owned(self, who: Player) -> Sites:
        """The edges with pieces of those a role means; with any piece for `Shared`."""
        b = self.b
        return b.intersect(self.edges, b.pieces.taken() if who is Role.Shared else b.pieces.of(who))

    def is_centre(self, vertex: Int, edges: Sites) -> Bool:
        """Whether a vertex is in the middle of its tree; never where edges close a ring anywhere.

        A vertex beside the middle is taken as another one, if a walk from each of them that goes
        on to the lowest vertex not yet visited comes to its end after equally many steps.
        """
        b = self.b
        here = self._at(vertex, edges)
        tree = b.flood(here, edges, self.joined)
        middle = self._middle(tree)
        beside = b.board.meet(here, self._at(middle, tree))

        def walks() -> Bool:
            return b.equal(self._walk(vertex, tree), self._walk(middle, tree))

        def fits() -> Bool:
            return b.any_of(
                [lambda: b.equal(vertex, middle), lambda: b.all_of([lambda: beside, walks])]
            )

        some = b.negate(b.is_empty(here))
        return b.all_of([lambda: some, lambda: self.is_forest(edges), fits])

    def _at(self, vertex: Int, edges: Sites) -> Sites:
        """The edges of a set that end at a vertex."""
        b = self.b
        with b.kinds.speaking(EDGE):
            return b.intersect(edges, b.kinds.one_of(b.board.graph.edges_at, vertex))

    def _of_edge(self, numbers: Iterable[int], edge: Int) -> Int:
        """One of the numbers that there are for each edge."""
        b = self.b
        with b.kinds.speaking(EDGE):
            return b.lookup(b.table(*numbers, -1), b.kinds.index(edge))

    def _lowest(self, edges: Sites, vertex_of: Callable[[Int], Int]) -> Int:
        """The lowest of the vertices that edges stand for."""
        b = self.b
        found = b.local("lowest", b.int(len(b.board.graph.vertices)))
        b.each(edges, lambda edge: b.set(found, b.least(b.get_int(found), vertex_of(edge))))
        return b.get_int(found)

    def _middle(self, tree: Sites) -> Int:
        """The middle of a tree: from its lowest vertex on into each branch with more than half."""
        b, ends = self.b, self.b.board.graph.edges
        here = b.local(
            "middle", self._lowest(tree, lambda edge: self._of_edge(map(min, ends), edge))
        )
        rest = b.local("rest", tree)
        half = b.divide(b.add(b.count(tree), b.one), b.int(2))

        def go(_: Int) -> None:
            at = self._at(b.get_int(here), b.get_sites(rest))
            ahead = b.minus(b.get_sites(rest), without=at)

            def heavy(edge: Int) -> Bool:
                # As many vertices as edges, that which leads there with them.
                branch = self.group(edge, b.union(ahead, b.single(edge)))
                return b.less(half, b.count(branch))

            into = b.first(b.where(at, heavy))
            b.leave_if(b.equal(into, b.nothing))
            b.set(here, self._other_end(into, b.get_int(here)))
            b.set(rest, ahead)

        most = len(b.board.graph.vertices)
        b.loop(b.int(most), go, most=most)
        return b.get_int(here)

    def _walk(self, vertex: Int, tree: Sites) -> Int:
        """How far a walk through a tree leads that goes on to the lowest vertex not yet visited."""
        b = self.b
        here, rest = b.local("here", vertex), b.local("rest", tree)
        length = b.local("length", b.zero)

        def go(_: Int) -> None:
            at = self._at(b.get_int(here), b.get_sites(rest))
            b.leave_if(b.is_empty(at))
            b.set(rest, b.minus(b.get_sites(rest), without=at))
            b.set(here, self._lowest(at, lambda edge: self._other_end(edge, b.get_int(here))))
            b.set(length, b.add(b.get_int(length), b.one))

        most = len(b.board.graph.vertices)
        b.loop(b.int(most), go, most=most)
        return b.get_int(length)

    def _other_end(self, edge: Int, vertex: Int) -> Int:
        return self.b.subtract(self._of_edge(map(sum, self.b.board.graph.edges), edge), vertex)

    # Rings

    def _at_ends(self, edge: Int, edges: Sites) -> tuple[Sites, Sites]:
        """The edges of a set that end where an edge starts, and where it ends."""
        b, graph = self.b, self.b.board.graph
        with b.kinds.speaking(EDGE):
            index = b.kinds.index(edge)
            start, end = (
                b.kinds.one_of([graph.edges_at[ends[side]] for ends in graph.edges], index)
                for side in (0, 1)
            )
        return b.intersect(start, edges), b.intersect(end, edges)

    def ring_length(self, edge: Int, edges: Sites) -> Int:
        """The length of the shortest ring through an edge; 0 if there is none."""
        b = self.b
        others = b.minus(edges, without=b.single(edge))
        start, end = self._at_ends(edge, others)
        found, front = b.local("ring", b.zero), b.local("front", start)
        seen = b.local("seen", start)

        def step(length: Int) -> None:
            here = b.get_sites(front)
            b.leave_if(b.is_empty(here))

            def close() -> None:
                b.set(found, b.add(length, b.int(2)))
                b.leave()

            b.if_(b.board.meet(here, end), close)
            ahead = b.intersect(b.image(here, self.joined), others)
            ahead = b.minus(ahead, without=b.get_sites(seen))
            b.set(front, ahead)
            b.set(seen, b.union(b.get_sites(seen), ahead))

        most = len(b.board.graph.edges)
        b.loop(b.int(most), step, most=most)
        return b.get_int(found)

    def is_only_ring(self, edge: Int, edges: Sites, length: Int) -> Bool:
        """Whether the shortest ring through an edge is the only one through it.

        Then each of its other edges lies on every way from one end of the edge to the other.
        """
        b = self.b
        others = b.minus(edges, without=b.single(edge))

        def needed(one: Int) -> Bool:
            rest = b.minus(others, without=b.single(one))
            start, end = self._at_ends(edge, rest)
            return b.negate(b.board.meet(b.flood(start, rest, self.joined), end))

        return b.equal(b.count(b.where(others, needed)), b.subtract(length, b.one))

"""Conditions on edges of a colour, seen as a graph of their own."""

from __future__ import annotations

from typing import Annotated

from interpreter.board.graph import SiteType
from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Between, Player, Range, Site
from interpreter.rules.builder import Builder

IS = "functions/booleans/is"


def _moved(b: Builder, holds: Bool) -> Bool:
    """What holds of a graph once a move went to a site; nothing does after a pass."""
    return b.both(b.at_most(b.zero, b.turn.last_to()), holds)


@ludeme(
    "is LastTo",
    source=f"{IS}/graph/IsLastTo.java",
    examples=("(is LastTo Cell)",),
    words="the last move went to a(n) {kind}",
)
def is_last_to(b: Builder, kind: SiteType) -> Bool:
    """Whether the last move went to a site of a kind.

    Args:
        kind: the kind
    """
    b.same_sites(kind)
    return b.contains(b.kinds.sites(kind), b.turn.last_to())


@ludeme(
    "is LastFrom",
    source=f"{IS}/graph/IsLastFrom.java",
    examples=("(is LastFrom Cell)",),
    words="the last move came from a(n) {kind}",
)
def is_last_from(b: Builder, kind: SiteType) -> Bool:
    """Whether the last move came from a site of a kind.

    Args:
        kind: the kind
    """
    b.same_sites(kind)
    return b.contains(b.kinds.sites(kind), b.turn.last_from())


@ludeme(
    "is Crossing",
    source=f"{IS}/edge/IsCrossing.java",
    examples=("(is Crossing 0 5)",),
    keeps=("edges",),
    grown=False,
    words="the edges {first} and {second} cross each other",
)
def is_crossing(b: Builder, first: Int, second: Int) -> Bool:
    """Whether two edges cross each other between their ends.

    Args:
        first: an edge
        second: another
    """
    one, other = (
        b.kinds.read(edge, SiteType.EDGE) if b.kinds.others else edge for edge in (first, second)
    )
    return b.contains(b.network.crossing(one), other)


@ludeme(
    "is Tree",
    source=f"{IS}/tree/IsTree.java",
    examples=("(is Tree Mover)",),
    keeps=("edges",),
    grown=False,
    words="the graph of {who:own} edges ~is free of rings",
)
def is_tree(b: Builder, who: Player) -> Bool:
    """Whether the edges of a player's colour hold no ring; they need not hang together.

    Args:
        who: the player
    """
    return _moved(b, b.network.is_forest(b.network.coloured(who)))


@ludeme(
    "is SpanningTree",
    source=f"{IS}/tree/IsSpanningTree.java",
    examples=("(is SpanningTree Mover)",),
    keeps=("edges",),
    grown=False,
    words="the graph of {who:own} edges ~joins all vertices without a ring",
)
def is_spanning_tree(b: Builder, who: Player) -> Bool:
    """Whether the edges of a player's colour join all vertices without a ring.

    Args:
        who: the player
    """
    return _moved(b, b.network.is_spanning(b.network.coloured(who)))


@ludeme(
    "is CaterpillarTree",
    source=f"{IS}/tree/IsCaterpillarTree.java",
    examples=("(is CaterpillarTree Mover)",),
    keeps=("edges",),
    grown=False,
    words="the graph of {who:own} edges ~joins all vertices as one line with legs",
)
def is_caterpillar_tree(b: Builder, who: Player) -> Bool:
    """Whether the edges of a player's colour join all vertices as one line with legs.

    There is no ring, and without the edges that end at a vertex alone the rest does not fork. A
    star, of which nothing is left so, is such a tree too; Ludii breaks off there.

    Args:
        who: the player
    """
    edges = b.network.coloured(who)
    forks = b.network.count_degrees(b.network.inner(edges), lambda degree: b.less(b.int(2), degree))
    return _moved(b, b.both(b.network.is_spanning(edges), b.equal(forks, b.zero)))


@ludeme(
    "is TreeCentre",
    source=f"{IS}/tree/IsTreeCentre.java",
    examples=("(is TreeCentre Mover)",),
    keeps=("edges",),
    grown=False,
    words="the last move went to the middle of a tree of {who:own} edges",
)
def is_tree_centre(b: Builder, who: Player) -> Bool:
    """Whether the last move went to the vertex in the middle of a tree of a player's edges.

    None of the branches there holds more than half of the vertices of the tree. Where that is so
    of two vertices, the one on the side of the lowest vertex of the tree is the middle; a vertex
    beside it is a middle too if a walk from each comes equally far that always goes on to the
    lowest vertex not yet visited. Nothing is a middle as long as edges of the player close a ring.

    Args:
        who: the player; `Shared` or `All` for pieces of anybody
    """
    kind = SiteType.VERTEX if b.kinds.is_kept(SiteType.VERTEX) else SiteType.EDGE
    vertex = b.kinds.index_as(b.turn.last_to(), kind)
    return b.network.is_centre(vertex, b.network.owned(who))


@ludeme(
    "is RegularGraph",
    source=f"{IS}/regularGraph/IsRegularGraph.java",
    examples=("(is RegularGraph Mover)", "(is RegularGraph Mover k:3)"),
    exclusive=(("k", "odd", "even"),),
    keeps=("edges",),
    grown=False,
    words="the graph of {who:own} edges ~has equally many edges at every vertex"
    "[, namely {k:digits}]",
)
def is_regular_graph(
    b: Builder,
    who: Player,
    *,
    k: Annotated[Int | None, Between(1, 4)] = None,
    odd: Bool | None = None,
    even: Bool | None = None,
) -> Bool:
    """Whether equally many edges of a player's colour end at every vertex of the board.

    Args:
        who: the player
        k: how many; whatever it is if not given
        odd: the number is odd
        even: the number is even
    """
    edges = b.network.simple(b.network.coloured(who))
    wanted = b.local("wanted", b.zero if k is None else k)
    regular = b.local("regular", b.true)

    def first(degree: Int) -> None:
        none = b.equal(b.get_int(wanted), b.zero)
        b.set(wanted, b.pick(none, degree, b.get_int(wanted)))

    def look(degree: Int) -> None:
        alike = b.equal(degree, b.get_int(wanted))
        b.set(regular, b.both(b.get_bool(regular), alike))

    b.network.each_degree(edges, first)
    b.network.each_degree(edges, look)
    rest = b.remainder(b.get_int(wanted), b.int(2))
    fits = b.get_bool(regular)
    for asked, wished in ((odd, b.one), (even, b.zero)):
        if asked is not None:
            fits = b.both(fits, b.either(b.negate(asked), b.equal(rest, wished)))
    return _moved(b, fits)


@ludeme(
    "is Path",
    source=f"{IS}/path/IsPath.java",
    examples=("(is Path Edge Mover length:(exact 3) closed:True)",),
    keeps=("edges",),
    grown=False,
    words="the graph of {who:own} edges ~has a path of {length} edges"
    " through {from;the edge just played}",
)
def is_path(
    b: Builder,
    use: SiteType,
    from_: Site | None,
    who: Player,
    *,
    length: Range,
    closed: Bool | None = None,
) -> Bool:
    """Whether edges of a player's colour make a path through an edge.

    An open path is all that hangs together with the edge, and has no forks. A closed one is the
    shortest ring through the edge; where there are several, one of them is taken to have any
    length from that on, three or more.

    Args:
        use: `Edge`
        from_: the edge; the last move's destination if not given
        who: the player
        length: how many edges
        closed: the path is a ring
    """
    if use is not SiteType.EDGE:
        raise b.fail(
            f"a path is one of edges, not of kind {use.value}",
            "(is Path Edge ...)",
            code="kind-of-site",
        )
    edge = b.turn.last_to() if from_ is None else from_
    edge = b.kinds.read(edge, SiteType.EDGE) if b.kinds.others else edge
    edges = b.network.coloured(who)
    there = b.contains(edges, edge)

    def fits(number: Int) -> Bool:
        return b.both(b.at_most(length.least, number), b.at_most(number, length.most))

    def line() -> Bool:
        group = b.network.group(edge, edges)
        return b.both(fits(b.count(group)), b.network.is_way(group))

    def ring() -> Bool:
        number = b.network.ring_length(edge, edges)
        several = lambda: b.negate(b.network.is_only_ring(edge, edges, number))  # noqa: E731
        longer = b.both(b.less(number, length.least), b.less(b.int(2), length.most))
        other = lambda: b.all_of([lambda: longer, several])  # noqa: E731
        return b.all_of(
            [lambda: b.less(b.zero, number), lambda: b.any_of([lambda: fits(number), other])]
        )

    asked = b.false if closed is None else closed
    return b.all_of([lambda: there, lambda: b.choose(asked, ring, line)])

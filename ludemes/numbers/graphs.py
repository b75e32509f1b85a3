"""Numbers of edges, and what sites cost."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Site, Sites
from interpreter.rules.builder import Builder


@ludeme(
    "edge",
    source="functions/ints/iterator/Edge.java",
    examples=("(edge (last From) (last To))",),
    keeps=("edges",),
    grown=False,
    words="the edge between {one} and {other}",
)
def edge_between(b: Builder, one: Site, other: Site) -> Int:
    """The edge between two vertices; -1 if there is none.

    Args:
        one: a vertex
        other: the other vertex
    """
    return b.network.edge(one, other)


@ludeme(
    "cost",
    source="functions/ints/board/Cost.java",
    examples=("(cost at:(last To))", "(cost in:(sites Board))"),
    exclusive=(("at", "in"),),
    grown=False,
    words="the cost of {at}",
    kind_at=0,
)
def cost(b: Builder, *, at: Site | None = None, in_: Sites | None = None) -> Int:
    """What a site costs, or all sites of a set together; 0 if no start rule says more.

    Args:
        at: the site
        in_: the set
    """
    if in_ is not None:
        return b.sum_over(in_, b.pieces.cost)
    return b.pieces.cost(b.nothing if at is None else at)

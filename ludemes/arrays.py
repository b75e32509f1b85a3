"""Ludemes that give lists of numbers, and numbers that are made of sets or lists."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Binds, Body, Ints, Lazy, PieceName, Player, Site, Sites
from interpreter.rules.builder import Builder

ARRAY = "functions/intArray/array/Array.java"


@ludeme(
    "array",
    source=ARRAY,
    examples=("(size Array (array {1 2 (mover)}))",),
    words="the numbers {numbers}",
)
def array_of(b: Builder, numbers: tuple[Lazy[Int], ...]) -> Ints:
    """Numbers as a list.

    Args:
        numbers: the numbers
    """

    def each(body: Body) -> None:
        for number in numbers:
            body(number())

    return Ints(each)


@ludeme(
    "array",
    source=ARRAY,
    examples=("(size Array (array (sites Empty)))",),
    words="{sites}",
)
def array_of_sites(b: Builder, sites: Lazy[Sites]) -> Ints:
    """The sites of a set as a list, the lowest number first.

    Args:
        sites: the set
    """
    return Ints(lambda body: b.each(sites(), body))


@ludeme(
    "results",
    source="functions/intArray/math/Results.java",
    examples=("(max (results from:(last To) to:(sites Top) (count Steps (from) (to))))",),
    words="the values of “{number}” from {from} to {to}",
)
def results(
    b: Builder,
    number: Annotated[Lazy[Int], Binds(("from", "to"))],
    *,
    from_: Site | Sites,
    to: Annotated[Lazy[Int] | Lazy[Sites], Binds(("from",))],
) -> Ints:
    """A number worked out for each of some sites together with each of others.

    Args:
        number: the number, for a site `(from)` and a site `(to)`
        from_: the first site, or the first ones
        to: the second site, or the second ones, which may depend on `(from)`
    """

    def each(body: Body) -> None:
        def second(origin: Int) -> None:
            with b.names.bind(**{"from": origin}):
                b.each(b.as_sites(to()), lambda target: both(origin, target))

        def both(origin: Int, target: Int) -> None:
            with b.names.bind(**{"from": origin, "to": target}):
                body(number())

        b.each(b.as_sites(from_), second)

    return Ints(each)


@ludeme(
    "if",
    source="functions/intArray/math/If.java",
    examples=("(size Array (if (is Mover P1) (array {1 2}) (array {3})))",),
    words="{yes} (if {condition})[ or {no} (if not)]",
)
def choose(b: Builder, condition: Lazy[Bool], yes: Ints, no: Ints | None = None) -> Ints:
    """One of two lists.

    Args:
        condition: what decides
        yes: the list if it holds
        no: the list if it does not; an empty one if not given
    """

    def each(body: Body) -> None:
        other = no or Ints(lambda _: None)
        b.if_(condition(), lambda: yes.each(body), lambda: other.each(body))

    return Ints(each)


@ludeme(
    "union",
    source="functions/intArray/math/Union.java",
    examples=("(size Array (union (array {1 2}) (array {2 3})))",),
    words="{left} together with {right}",
)
def union(b: Builder, left: Ints, right: Ints) -> Ints:
    """The numbers of two lists; of the second each once, and only those not in the first.

    Args:
        left: the first list
        right: the second list
    """
    return b.merged(left, right)


@ludeme(
    "intersection",
    source="functions/intArray/math/Intersection.java",
    examples=("(size Array (intersection (array {1 2}) (array {2 3})))",),
    words="what {left} and {right} have in common",
)
def intersection(b: Builder, left: Ints, right: Ints) -> Ints:
    """The numbers of a list that are in another too.

    Args:
        left: the other
        right: the list
    """

    def each(body: Body) -> None:
        right.each(lambda one: b.if_(b.listed(left, one), lambda: body(one)))

    return Ints(each)


# Numbers


@ludeme(
    "regionSite",
    source="functions/ints/board/RegionSite.java",
    examples=("(regionSite (sites Empty) index:0)",),
    words="site number {index} of {sites}",
)
def region_site(b: Builder, sites: Sites, *, index: Int) -> Int:
    """The site at some place in a set, the lowest number first; -1 where there are not so many.

    Args:
        sites: the set
        index: the place, from 0
    """
    return b.nth(sites, index)


@ludeme(
    "where",
    source="functions/ints/board/where/WhereSite.java",
    examples=('(where "Disc" Mover)', '(where "Disc" (next))'),
    words="the site of {who:own} {name}[ in state {state:digits}]",
    kind_at=2,
)
def where_named(b: Builder, name: PieceName, who: Player, *, state: Int | None = None) -> Int:
    """The site of a player's piece; -1 if it is not on the board.

    Args:
        name: any part of the piece's name
        who: whose
        state: only a piece with this state
    """
    return b.pieces.first(b.pieces.containing(name, who), state)


@ludeme(
    "where",
    source="functions/ints/board/where/WhereSite.java",
    examples=("(where (what at:(last To)))",),
    words="the site of {piece:a}",
    kind_at=1,
)
def where_numbered(b: Builder, piece: Int) -> Int:
    """The site of a kind of piece; -1 if none is on the board.

    Args:
        piece: the number of the kind
    """
    return b.pieces.first(piece, None)


@ludeme(
    "coord",
    source="functions/ints/board/Coord.java",
    examples=("(coord row:0 column:1)",),
    words="the site in row {row:digits} and column {column:digits}",
    kind_at=0,
)
def coordinate_at(b: Builder, *, row: Int, column: Int) -> Int:
    """The site in a row and a column; -1 if there is none.

    Args:
        row: the row, from 0
        column: the column, from 0
    """
    topology = b.board.topology
    places = list(zip(topology.rows, topology.columns, strict=True))
    wide, high = max(topology.columns) + 1, max(topology.rows) + 1
    sites = {place: site for site, place in reversed(list(enumerate(places)))}
    entries = [sites.get((down, across), -1) for down in range(high) for across in range(wide)]
    inside = b.both(b.at_most(b.zero, column), b.less(column, b.int(wide)))
    inside = b.both(inside, b.at_most(b.zero, row))
    index = b.add(b.multiply(row, b.int(wide)), column)
    return b.lookup(b.table(*entries, -1), b.pick(inside, index, b.nothing))

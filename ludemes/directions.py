"""Ludemes that give directions."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.board.graph import SiteType
from interpreter.ir.values import Bool, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Headings, Lazy, Site, Ways, Where
from interpreter.language.words import Direction, RelationType, Relative
from interpreter.rules.builder import Builder

DIRECTIONS = "functions/directions/Directions.java"


@ludeme(
    "directions",
    source=DIRECTIONS,
    examples=("(sites Direction from:0 (directions {N E}))",),
    words="{several}",
)
def directions(b: Builder, several: Direction | tuple[Direction, ...]) -> Ways:
    """Directions on the board.

    Args:
        several: one direction or class of directions, or several
    """
    return b.ways.absolute(several if isinstance(several, tuple) else (several,))


@ludeme(
    "directions",
    source=DIRECTIONS,
    examples=(
        "(sites Direction from:0 (directions {Forward FL FR}))",
        "(sites Direction from:0 (directions Forwards of:All))",
    ),
    words="{several}[{of|All= even without lines|Orthogonal=, orthogonally|Diagonal=, diagonally}]",
)
def relative_directions(
    b: Builder,
    several: Relative | tuple[Relative, ...] = Relative.Forward,
    *,
    of: RelationType = RelationType.Adjacent,
    by_site: bool = False,
) -> Ways:
    """Directions as the piece on a site sees them.

    Where no piece stands there are none to move in; `ahead`, and what lies in a direction or in
    sight of such a site, count from the north.

    Args:
        several: one direction, or several
        of: they are among the directions of this class that the board has
        by_site: they are among those that the site has
    """
    return b.ways.relative(
        several if isinstance(several, tuple) else (several,), of, by_site=by_site
    )


@ludeme(
    "directions",
    source=DIRECTIONS,
    examples=("(sites Direction from:(last To) (directions Cell from:(last From) to:(last To)))",),
    words="in the direction from {from} to {to}",
)
def directions_between(b: Builder, use: SiteType, *, from_: Site, to: Site) -> Ways:
    """The directions in which one site lies from another; none if it does not lie straight.

    Args:
        use: the kind of site
        from_: from where
        to: where to
    """
    b.same_sites(use)
    return b.ways.leading(from_, to)


@ludeme(
    "if",
    source="functions/directions/If.java",
    examples=("(sites Direction from:0 (if (is Mover P1) Orthogonal Diagonal))",),
    words="{yes} (if {condition}) or {no} (if not)",
)
def choose(b: Builder, condition: Lazy[Bool], yes: Headings, no: Headings) -> Ways:
    """One of two kinds of directions.

    Args:
        condition: what decides; it is asked where the directions are used
        yes: the directions if it holds
        no: the directions if it does not
    """

    def either(left: Ways, right: Ways) -> Callable[[], Where]:
        def where() -> Where:
            holds = condition()
            pick: Callable[[Sites, Sites], Sites] = lambda a, c: b.pick_sites(holds, a, c)  # noqa: E731
            return b.ways.joined(left, right, pick).where()

        return where

    first = Ways(either(b.ways.first(yes), b.ways.first(no)))
    return Ways(either(b.ways.ways(yes), b.ways.ways(no)), first=first)


@ludeme(
    "difference",
    source="functions/directions/Difference.java",
    examples=("(sites Direction from:0 (difference Orthogonal N))",),
    words="{directions} but not {without}",
)
def difference(b: Builder, directions: Headings, without: Headings) -> Ways:
    """Directions without some of them.

    Args:
        directions: all of them
        without: which to leave out
    """
    return b.ways.joined(
        b.ways.apart(directions), b.ways.apart(without), lambda a, c: b.minus(a, without=c)
    )


@ludeme(
    "union",
    source="functions/directions/Union.java",
    examples=("(sites Direction from:0 (union Orthogonal NE))",),
    words="{directions} or {others}",
)
def union(b: Builder, directions: Headings, others: Headings) -> Ways:
    """Two kinds of directions together.

    Args:
        directions: one kind
        others: the other
    """
    return b.ways.joined(directions, others, b.union)

"""Conditions on sites: what stands there, what they belong to, what lies around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import AtSite, Ints, Otherwise, Player, Site, Sites
from interpreter.language.words import Direction, HiddenData, RelationType, WalkStep
from interpreter.rules.builder import Builder
from ludemes.sites.occupied import patterns

IS = "functions/booleans/is"


@ludeme(
    "is Empty",
    source="functions/booleans/is/site/IsEmpty.java",
    examples=("(is Empty 0)",),
    words="{site} ~is empty",
    kind_at=0,
)
def is_empty(b: Builder, site: Annotated[Int | None, Otherwise("to")] = None) -> Bool:
    """Whether a site has no piece.

    Args:
        site: the site; `(to)` if not given
    """
    return b.contains(b.pieces.empty(), b.names.bound("to") if site is None else site)


@ludeme(
    "is Occupied",
    source="functions/booleans/is/site/IsOccupied.java",
    examples=("(is Occupied 0)",),
    words="{site} ~is occupied",
    kind_at=0,
)
def is_occupied(b: Builder, site: Annotated[Int | None, Otherwise("to")] = None) -> Bool:
    """Whether a site has a piece.

    Args:
        site: the site; `(to)` if not given
    """
    return b.contains(b.pieces.taken(), b.names.bound("to") if site is None else site)


@ludeme(
    "is Flat",
    source=f"{IS}/integer/IsFlat.java",
    examples=("(is Flat 0)",),
    words="a piece on {site} ~would lie level",
)
def is_flat(b: Builder, site: Annotated[Int | None, Otherwise("to")] = None) -> Bool:
    """Whether a piece on a site would lie level: all sites that it would rest on are occupied.

    On the lowest layer, and so everywhere on a flat board, it does.

    Args:
        site: the site; `(to)` if not given
    """
    asked = b.names.bound("to") if site is None else site
    below = b.board.neighbours(asked, Direction.Downward)
    return b.is_empty(b.intersect(below, b.pieces.empty()))


@ludeme(
    "is In",
    source="functions/booleans/is/in/IsIn.java",
    examples=("(is In 0 (sites Top))", "(is In (sites Top))"),
    words="{site} ~is {sites:in}",
)
def is_in(
    b: Builder, site: Annotated[Int | tuple[Int, ...] | None, Otherwise("to")], sites: Sites | Ints
) -> Bool:
    """Whether a site, or each of several, is in a set.

    Args:
        site: the site; `(to)` if not given
        sites: the set
    """
    asked = site if isinstance(site, tuple) else (b.names.bound("to") if site is None else site,)
    return b.all_of([lambda one=one: _inside(b, one, sites) for one in asked])


def _inside(b: Builder, number: Int, sites: Sites | Ints) -> Bool:
    if isinstance(sites, Sites):
        return b.turn.among(sites, number)
    return b.listed(sites, number)


@ludeme(
    "is Full",
    source="functions/booleans/is/simple/IsFull.java",
    examples=("(is Full)",),
    words="the board ~is full",
)
def is_full(b: Builder) -> Bool:
    """Whether every site has a piece."""
    return b.is_empty(b.pieces.vacant())


@ludeme(
    "all Sites",
    source="functions/booleans/all/sites/AllSites.java",
    examples=("(all Sites (sites Board) if:(is Occupied (site)))",),
    words="for {sites:all}, {if}",
)
def all_sites(b: Builder, sites: Sites, *, if_: AtSite) -> Bool:
    """Whether every `(site)` of a set satisfies a condition.

    Args:
        sites: the set
        if_: the condition
    """
    ask = b.names.at("site", if_)
    return b.negate(b.any_site(sites, lambda site: b.negate(ask(site))))


@ludeme(
    "is Within",
    source=f"{IS}/component/IsWithin.java",
    examples=('(is Within (id "Disc" Mover) in:(sites Top))', '(is Within (id "Disc1") at:0)'),
    exclusive=(("in", "at"),),
    words="{piece:a} ~stands on {at}",
    kind_at=1,
)
def is_within(b: Builder, piece: Int, *, in_: Sites | None = None, at: Site | None = None) -> Bool:
    """Whether a piece of a kind stands on a site, or on one of several.

    Args:
        piece: the number of the kind
        in_: the sites
        at: the site; the last move's destination if neither is given
    """
    where = in_ if in_ is not None else b.single(b.turn.last_to() if at is None else at)
    return b.board.meet(b.pieces.placed(piece), where)


@ludeme(
    "is Related",
    source=f"{IS}/related/IsRelated.java",
    examples=("(is Related Orthogonal 0 1)", "(is Related Diagonal (last To) (sites Top))"),
    words="{site} ~is adjacent to {other:one}",
    kind_at=1,
)
def is_related(b: Builder, relation: RelationType, site: Site, other: Site | Sites) -> Bool:
    """Whether a site lies next to another, or to one of a set.

    Args:
        relation: how they lie
        site: the site
        other: the other site, or the set
    """
    return b.board.meet(b.board.neighbours(site, Direction(relation.value)), b.as_sites(other))


@ludeme(
    "is Pattern",
    source=f"{IS}/pattern/IsPattern.java",
    examples=("(is Pattern {F R F})", "(is Pattern {F} whats:{(mover) (next)})"),
    exclusive=(("what", "whats"),),
    words="pieces like the one on {from} ~lie along the walk “{walk}” from it, turned in any way",
    kind_at=1,
)
def is_pattern(
    b: Builder,
    walk: tuple[WalkStep, ...],
    *,
    from_: Site | None = None,
    what: Int | None = None,
    whats: tuple[Int, ...] = (),
) -> Bool:
    """Whether a walk, started in some orthogonal direction, passes only certain pieces.

    Args:
        walk: `F` goes forward, `L` and `R` turn to the next orthogonal direction
        from_: where it starts; the last move's destination if not given
        what: the piece on every site; the one where the walk starts if not given
        whats: the pieces on the sites one after the other, then from the first again
    """
    ways = patterns(b, walk, from_, (what,) if what is not None else whats)
    return b.any_of([fits for fits, _ in ways])


@ludeme(
    "is Pending",
    source="functions/booleans/is/simple/IsPending.java",
    examples=("(if (is Pending) (move Pass) (move Add (to (sites Empty))))",),
    words="something ~is left to be done",
)
def is_pending(b: Builder) -> Bool:
    """Whether the last move left something to be done."""
    return b.differ(b.turn.only_pending(), b.nothing)


@ludeme(
    "is Target",
    source="functions/booleans/is/target/IsTarget.java",
    examples=("(is Target {1 0 0 0 0 0 0 0 2})", "(is Target {1 2} {0 8})"),
    grown=False,
    words="{sites} ~holds {pieces}",
)
def is_target(
    b: Builder, pieces: tuple[int, ...], sites: int | tuple[int, ...] | None = None
) -> Bool:
    """Whether certain pieces lie on certain sites.

    Where pieces stand on each other, whether one of the sites has just these, from the lowest up.

    Args:
        pieces: their numbers in the equipment, 0 for none: of each site, or of each level
        sites: the sites, each with its piece; those of the board in order, if not given
    """
    several = (sites,) if isinstance(sites, int) else sites
    spots = several or tuple(range(b.board.size))
    if b.pieces.stacked:
        return reduce(b.either, (_is_column(b, b.int(spot), pieces) for spot in spots))
    if len(pieces) != len(spots):
        raise b.fail(
            f"{len(pieces)} pieces are asked for on {len(spots)} sites", code="unequal-lists"
        )

    def holds(spot: int, piece: int) -> Bool:
        return b.equal(b.pieces.what(b.int(spot)), b.int(piece))

    return b.all_of([partial(holds, *pair) for pair in zip(spots, pieces, strict=True)])


def _is_column(b: Builder, site: Int, pieces: Sequence[int]) -> Bool:
    """Whether the pieces of a site are these, from the lowest up."""
    height = b.equal(b.stacks.height(site), b.int(len(pieces)))
    levels = [lambda level=level, one=one: b.equal(b.stacks.at(site, b.int(level)), b.int(one))
              for level, one in enumerate(pieces)]  # fmt: skip
    return b.all_of([lambda: height, *levels])


@ludeme(
    "is Hidden",
    source=f"{IS}/Hidden",
    examples=("(is Hidden at:0 to:Mover)", "(is Hidden What at:0 to:P2)"),
    grown=False,
    words="{at} ~is hidden from {to}",
    kind_at=1,
    of_hands=True,
)
def is_hidden(
    b: Builder,
    data: HiddenData | None = None,
    *,
    at: Int,
    level: Int | None = None,
    to: Player,
) -> Bool:
    """Whether a site, or something of it, is hidden from a player.

    Args:
        data: what of it; all of the site if not given, which is hidden for itself
        at: the site
        level: where pieces stand on each other, the level that is meant, from 0; the lowest if not
            given
        to: from whom
    """
    return b.hiding.is_hidden(data, at, level, to)

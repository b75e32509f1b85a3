"""Conditions on places: which pieces are there, what they are next to, where the turn has been."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import AtSite, AtTo, Binds, Lazy, Site, Sites
from interpreter.language.words import Direction, RelationType, WalkStep
from interpreter.rules.builder import Builder

IS = "functions/booleans/is"


class Was(Enum):
    """What a move may have been."""

    Pass = "Pass"


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
    "is Visited",
    source=f"{IS}/integer/IsVisited.java",
    examples=("(is Visited (last From))",),
    words="{site} ~was visited in this turn",
)
def is_visited(b: Builder, site: Site) -> Bool:
    """Whether a move of the present turn came from a site or went there.

    Where it is asked what can move, the last move is one of them, though its turn may have ended.

    Args:
        site: the site
    """
    visited = b.contains(b.turn.visited(), site)
    if not b.moves.counting_last:
        return visited
    origin, target = b.turn.last_from(), b.turn.last_to()
    return b.either(visited, b.either(b.equal(site, origin), b.equal(site, target)))


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
    site = b.turn.last_to() if from_ is None else from_
    kinds = whats or (b.pieces.what(site) if what is None else what,)
    taken = b.true if whats or what is not None else b.contains(b.pieces.occupied(), site)
    length = 1 + walk.count(WalkStep.F)
    placed = [b.pieces.placed(kinds[place % len(kinds)]) for place in range(length)]

    def fits(place: int, sites: list[int]) -> Bool:
        there = b.lookup(b.table(*sites, -1), site)
        return b.contains(placed[place], there)

    def passes(ways: list[tuple[int, ...]]) -> Bool:
        columns = [[way[place] if way else -1 for way in ways] for place in range(length)]
        return b.all_of([lambda p=p, s=s: fits(p, s) for p, s in enumerate(columns)])

    found = b.any_of([lambda ways=ways: passes(ways) for ways in b.ways.walks(walk)])
    return b.both(taken, found)


class Repetition(Enum):
    """What makes two positions the same."""

    Positional = "Positional"
    PositionalInTurn = "PositionalInTurn"


@ludeme(
    "is Repeat",
    source=f"{IS}/repeat/IsRepeat.java",
    examples=("(if (is Repeat) (result Mover Loss))", "(is Repeat PositionalInTurn)"),
    grown=False,
    words="the position ~has occurred before",
)
def is_repeat(b: Builder, kind: Repetition = Repetition.Positional) -> Bool:
    """Whether the position was there before.

    Args:
        kind: in the game (`Positional`), or after a move of the present turn, or of the turn before
            for the first move of one (`PositionalInTurn`)
    """
    return b.turn.repeats(in_turn=kind is Repetition.PositionalInTurn)


@ludeme(
    "was",
    source="functions/booleans/was/Was.java",
    examples=("(was Pass)",),
    words="the last move ~was a pass",
)
def was_pass(b: Builder, what: Was) -> Bool:
    """Whether the last move was a pass.

    Args:
        what: `Pass`
    """
    return b.turn.last_passed()


@ludeme(
    "all Groups",
    source="functions/booleans/all/groups/AllGroups.java",
    examples=("(all Groups if:(= 3 (count Sites in:(sites))))",),
    words="every connected group[ of sites {of:that}] is one where {if}",
    kind_at=0,
)
def all_groups(
    b: Builder,
    direction: Direction = Direction.Adjacent,
    *,
    of: AtTo | None = None,
    if_: Annotated[Lazy[Bool], Binds(("sites",))],
) -> Bool:
    """Whether every group of pieces satisfies a condition.

    Args:
        direction: what connects sites
        of: which sites belong to groups; the mover's pieces if not given
        if_: the condition on a group, `(sites)`
    """
    members = (
        b.board.here(b.pieces.owned_by(b.players.mover()))
        if of is None
        else b.names.where(b.board.sites, of, "to")
    )
    # A group has at least one piece.
    groups = b.board.group(b.intersect(members, b.pieces.occupied()), members, direction)
    answer = b.local("all", b.true)

    def one(group: Sites) -> None:
        with b.names.bind(sites=group):
            b.set(answer, b.both(b.get_bool(answer), if_()))

    b.board.each_group(groups, direction, one)
    return b.get_bool(answer)


@ludeme(
    "all Different",
    source="functions/booleans/all/sites/AllDifferent.java",
    examples=("(all Different (sites Row 0) if:(is Occupied (site)))",),
    words="{if} for {sites:all}, and no two of them hold the same",
)
def all_different(b: Builder, sites: Sites, *, if_: AtSite) -> Bool:
    """Whether every `(site)` of a set satisfies a condition and no two hold pieces of one kind.

    Args:
        sites: the set; of its sites at most one may be empty
        if_: the condition
    """
    ask = b.names.at("site", if_)
    different = b.local("different", b.negate(b.any_site(sites, lambda one: b.negate(ask(one)))))

    def look(kind: Int) -> None:
        alike = b.count(b.intersect(sites, b.pieces.placed(kind)))
        b.set(different, b.both(b.get_bool(different), b.at_most(alike, b.one)))

    kinds = len(b.pieces.kinds) + 1
    b.loop(b.int(kinds), look, most=kinds)
    return b.get_bool(different)

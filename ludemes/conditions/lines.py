"""Conditions on lines and groups of pieces."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import NO, AtSite, AtTo, Between, Binds, Lazy, Site, Sites
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder

ISLINE = "functions/booleans/is/line/IsLine.java"


class Sides(Enum):
    """Regions of the board to connect."""

    Sides = "Sides"
    SidesNoCorners = "SidesNoCorners"
    Corners = "Corners"


@ludeme(
    "is Line",
    source=ISLINE,
    examples=("(is Line 3)", "(is Line 4 Orthogonal exact:True)", "(is Line 3 through:0)"),
    exclusive=(("through", "throughAny"), ("who", "what", "whats")),
    keeps=("stacks:by_level",),
    words="there ~is a(n)[ {direction:adj}] row of {length} or more[ of {who:own} pieces]",
    kind_at=0,
    ahead={"through": "who", "throughAny": "who"},
)
def is_line(
    b: Builder,
    length: Annotated[Int, Between(2, 6)],
    direction: Direction = Direction.Adjacent,
    who: Role | None = None,
    *,
    through: Site | None = None,
    through_any: Sites | None = None,
    what: Int | None = None,
    whats: tuple[Int, ...] = (),
    exact: Bool = NO,
    contiguous: bool = True,
    if_: AtTo | None = None,
    by_level: bool = False,
    top: bool = False,
) -> Bool:
    """Whether like pieces form a row through a site.

    The pieces are of the kind that stands on the site the row runs through; where that is empty,
    such as where the piece that moved was taken off again, empty sites form rows.

    Args:
        length: the least number of pieces in the row
        direction: the directions a row may run in
        who: pieces of this player, of any kind, instead
        through: the row passes through this site; the last move's destination if not given
        through_any: the row passes through any of these sites
        what: pieces of this kind instead
        whats: pieces of these kinds instead
        exact: the row is not longer either
        contiguous: the pieces lie side by side, and are not only on one line of the board
        if_: every site of the row satisfies this
        by_level: where pieces stand on each other, those of a row are on one level, or one level
            higher or lower with each step, or stand on each other themselves
        top: only the top pieces count, where those on any level do otherwise
    """
    kinds = whats if what is None else (what,)

    def pivot() -> Int:
        return b.turn.last_to() if through is None else through

    def counts(kind: Int) -> Bool:
        if who is not None:
            return b.players.is_one_of(b.lookup(b.box.known.owners, kind), who)
        alike = kinds or (b.pieces.what(pivot()),)
        return b.any_of([lambda one=one: b.equal(kind, one) for one in alike])

    if by_level:
        return line_of_levels(b, counts, pivot(), length, direction, exact)
    b.board.expect_line(length, direction)

    def asked(site: Int) -> Bool:
        own = b.nowhere
        if who is not None:
            own = b.pieces.of(who)
        elif kinds:
            own = b.union(*(b.pieces.placed(kind) for kind in kinds))
        else:
            own = b.pieces.placed(b.pieces.what(site))
        if b.pieces.stacked and not top:
            own = b.stacks.with_kind(counts)
        own = b.names.where(own, if_, "to")
        row = b.board.line if contiguous else b.board.loose_line
        return row(own, site, length, direction, exact)

    if through_any is not None:
        return b.any_site(through_any, asked)
    return asked(pivot())


def line_of_levels(
    b: Builder,
    counts: Callable[[Int], Bool],
    site: Int,
    length: Int,
    direction: Direction,
    exact: Bool,
) -> Bool:
    """Whether pieces of some kinds form a row through the top piece of a site.

    Args:
        counts: whether a kind is one of these
    """
    axes, level = b.ways.both_sides((direction,)), b.stacks.top(site)

    def row(way: Int, rise: Int) -> Int:
        def goes_on(there: Int, steps: Int) -> Bool:
            height = b.add(level, b.multiply(rise, steps))
            inside = lambda: b.at_most(b.zero, height)  # noqa: E731
            return b.all_of((inside, lambda: counts(b.stacks.at(there, height))))

        return b.count(b.walk(axes, b.single(site), way, goes_on))

    def fits(number: Int) -> Bool:
        enough = b.at_most(length, number)
        return b.both(enough, b.either(b.negate(exact), b.equal(number, length)))

    found = b.local("line", fits(below(b, counts, site)))
    for way in range(0, axes.count, 2):
        for rise in (-1, 0, 1):
            sides = row(b.int(way), b.int(rise)), row(b.int(way + 1), b.int(-rise))
            line = fits(b.add(b.one, b.add(*sides)))
            b.set(found, b.either(b.get_bool(found), line))
    vacant = b.contains(b.pieces.vacant(), site)
    stands = b.both(b.negate(vacant), counts(b.pieces.what(site)))
    return b.both(stands, b.get_bool(found))


def below(b: Builder, counts: Callable[[Int], Bool], site: Int) -> Int:
    """How many pieces of some kinds stand right below each other, from the top of a site."""
    found = b.local("below", b.zero)

    def one(level: Int) -> None:
        b.leave_if(b.negate(counts(b.stacks.at(site, level))))
        b.set(found, b.add(b.get_int(found), b.one))

    b.stacks.each_level(site, one)
    return b.get_int(found)


@ludeme(
    "is Connected",
    source="functions/booleans/is/connect/IsConnected.java",
    examples=("(is Connected Mover)", "(is Connected 3 Sides)",
              "(is Connected {(sites Top) (sites Bottom)})"),
    words="the group of {at:piece;the piece just moved} ~connects {number} of these: {regions}",
    kind_at=1,
    ahead={"at": "direction"},
)  # fmt: skip
def is_connected(
    b: Builder,
    number: Int | None = None,
    direction: Directions = Direction.Adjacent,
    regions: tuple[Sites, ...] | Role | Sides = Role.Mover,
    *,
    at: Site | None = None,
) -> Bool:
    """Whether the group at a site touches enough of several regions.

    Args:
        number: how many; all of them if not given
        direction: what connects sites
        regions: the regions: a list, those of a player, or the sides or corners of the board
        at: a site of the group; the last move's destination if not given
    """
    site = b.turn.last_to() if at is None else at
    targets = _targets(b, regions, number)
    owner = b.pieces.who(site)
    player = b.players.number(regions) if isinstance(regions, Role) else owner
    touched = b.zero
    for target in targets:
        meets = b.board.linked(player, site, target, direction)
        if isinstance(regions, Role):
            # Another player's group connects nothing beyond its own site.
            beside = b.both(b.differ(owner, player), b.contains(target, site))
            meets = b.either(meets, beside)
        touched = b.add(touched, b.as_int(meets))
    enough = b.at_most(b.int(len(targets)) if number is None else number, touched)
    return b.both(b.less(b.zero, owner), enough)


def _touches(b: Builder, group: Sites, targets: list[Sites], number: Int | None) -> Bool:
    """Whether a group reaches so many of several regions; all of them if no number is given."""
    touched = b.zero
    for target in targets:
        touched = b.add(touched, b.as_int(b.negate(b.is_empty(b.intersect(group, target)))))
    return b.at_most(b.int(len(targets)) if number is None else number, touched)


def _targets(
    b: Builder, regions: tuple[Sites, ...] | Role | Sides, number: Int | None
) -> list[Sites]:
    if isinstance(regions, tuple):
        return list(regions)
    if isinstance(regions, Role):
        # Where all count, what a player has too few of must not stand in the way.
        return b.names.regions_one_by_one(regions, b.board.sites if number is None else b.nowhere)
    corners = b.board.topology.corners
    if regions is Sides.Corners:
        return [b.sites((corner,)) for corner in corners]
    sides = dict.fromkeys(tuple(sorted(side)) for side in b.board.topology.sides.values())
    if regions is Sides.Sides:
        return [b.sites(side) for side in sides]
    return [b.sites(set(side) - set(corners)) for side in sides]


@ludeme(
    "is Blocked",
    source="functions/booleans/is/connect/IsBlocked.java",
    examples=("(is Blocked Next)", "(is Blocked {(sites Top) (sites Bottom)})"),
    words="no group can connect {number;all} of these any more: {regions}[ (going {direction})]",
    kind_at=1,
)
def is_blocked(
    b: Builder,
    number: Int | None = None,
    direction: Directions = Direction.Adjacent,
    regions: tuple[Sites, ...] | Role | Sides = Role.Mover,
) -> Bool:
    """Whether a player can no longer connect his regions.

    Args:
        number: how many regions; all of them if not given
        direction: what connects sites
        regions: the regions: a list (of the mover), those of a player, or sides or corners
    """
    who = regions if isinstance(regions, Role) else Role.Mover
    open_sites = b.union(b.pieces.owned_by(b.players.number(who)), b.pieces.vacant())
    targets = _targets(b, regions, number)
    blocked = b.local("blocked", b.true)

    def look(group: Sites) -> None:
        b.if_(_touches(b, group, targets, number), lambda: b.set(blocked, b.false))

    b.board.each_group(open_sites, direction, look)
    return b.get_bool(blocked)


@ludeme(
    "is Loop",
    source="functions/booleans/is/loop/IsLoop.java",
    examples=("(is Loop)",),
    keeps=("touched:path",),
    words="there ~is a closed ring[ of {colour:own} pieces][ around {surround:own} pieces]",
    kind_at=0,
    ahead={"surround": "direction"},
)
def is_loop(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    colour: Int | None = None,
    start: Site | None = None,
    *,
    surround: Role | None = None,
    path: bool = False,
) -> Bool:
    """Whether like pieces form a closed chain around at least one site next to the last piece.

    What the chain encloses may be empty or occupied, by pieces of the chain's player too.

    Args:
        direction: what connects the sites of the chain
        colour: whose chain; the mover's if not given
        start: a site of the chain; the last move's destination if not given
        surround: the chain encloses pieces of this player only; `Neutral` stands for empty sites
        path: whether a path of the colour on a tile that the last move has put down, with all that
            followed, comes back to its beginning instead
    """
    if path:
        return b.tiles.closes(b.players.mover() if colour is None else colour)
    site = b.turn.last_to() if start is None else start
    chain = b.minus(b.pieces.placed(b.pieces.what(site)), without=b.pieces.vacant())
    owned = b.pieces.owned_by(b.players.mover() if colour is None else colour)
    outer = b.sites(b.board.topology.outer)
    free = b.minus(b.board.sites, without=chain)
    seeds = b.minus(b.board.neighbours(site, Direction.Adjacent), without=outer)
    if surround is None:
        # Most of the time all around is open to the rim, which one walk finds out.
        outside = b.board.group(b.intersect(outer, free), free, Direction.Orthogonal)
        rim = b.union(outside, b.board.around(outside, Direction.Orthogonal))
        seeds = b.minus(seeds, without=rim)
    else:
        wanted = b.pieces.of(surround)
        wanted = b.union(wanted, b.pieces.vacant()) if surround is Role.Neutral else wanted
        free = b.intersect(free, wanted)
        seeds = b.intersect(seeds, wanted)

    def closed(seed: Int) -> Bool:
        inside = b.board.group(b.single(seed), b.union(free, b.single(seed)), Direction.Orthogonal)
        border = b.minus(b.board.around(inside, Direction.Orthogonal), without=inside)
        ring = b.intersect(border, chain)
        linked = b.negate(b.is_empty(b.intersect(ring, b.board.around(ring, direction))))
        within = b.is_empty(b.intersect(inside, outer))
        return b.both(b.both(within, linked), b.is_empty(b.minus(border, without=owned)))

    return b.any_site(seeds, closed)


@ludeme(
    "is PipsMatch",
    source="functions/booleans/is/integer/IsPipsMatch.java",
    examples=("(is PipsMatch)",),
    grown=False,
    words="the domino[ at {site}] has the pips of the one domino that it touches",
)
def is_pips_match(b: Builder, site: Site | None = None) -> Bool:
    """Whether a domino touches one other with an end of either, and with the same number of pips.

    It holds of the first domino too, which touches none.

    Args:
        site: where the domino lies; the last move's destination if not given
    """
    return b.dominoes.matches(b.turn.last_to() if site is None else site)


@ludeme(
    "is SidesMatch",
    source="functions/booleans/is/integer/IsSidesMatch.java",
    examples=("(is SidesMatch)",),
    grown=False,
    words="the paths of the tile[ at {site}] go on in their colours on all tiles beside it",
)
def is_sides_match(b: Builder, site: Site | None = None) -> Bool:
    """Whether a tile has the colours of the tiles beside it, on all sides that it shares with them.

    Args:
        site: where the tile lies; the last move's destination if not given
    """
    return b.tiles.matches(b.turn.last_to() if site is None else site)


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

    kinds = len(b.box.kinds) + 1
    b.loop(b.int(kinds), look, most=kinds)
    return b.get_bool(different)

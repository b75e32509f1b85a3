"""Ludemes that say yes or no."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    NO,
    AtSite,
    AtTo,
    Between,
    Ints,
    Lazy,
    Otherwise,
    PieceName,
    Player,
    Site,
    Sites,
)
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder

ISLINE = "functions/booleans/is/line/IsLine.java"
MATHS = "functions/booleans/math"


class Sides(Enum):
    """Regions of the board to connect."""

    Sides = "Sides"
    SidesNoCorners = "SidesNoCorners"
    Corners = "Corners"


# Logic


@ludeme(
    "not",
    source=f"{MATHS}/Not.java",
    examples=("(not (is Full))",),
    words="{~condition}",
)
def not_(b: Builder, condition: Bool) -> Bool:
    """Whether a condition does not hold.

    Args:
        condition: the condition
    """
    return b.negate(condition)


@ludeme(
    "and",
    source=f"{MATHS}/And.java",
    examples=("(and (is Full) (is Even (count Moves)))",),
    words="{left, right:and}",
)
def and_(b: Builder, left: Lazy[Bool], right: Lazy[Bool]) -> Bool:
    """Whether two conditions hold.

    Args:
        left: the first
        right: the second, asked only if the first holds
    """
    return b.all_of((left, right))


@ludeme(
    "and",
    source=f"{MATHS}/And.java",
    examples=("(and {(is Full) (is Line 3)})",),
    words="{conditions:and}",
)
def and_all(b: Builder, conditions: tuple[Lazy[Bool], ...]) -> Bool:
    """Whether all of several conditions hold.

    Args:
        conditions: the conditions, asked in order until one fails
    """
    return b.all_of(conditions)


@ludeme(
    "or",
    source=f"{MATHS}/Or.java",
    examples=("(or (is Full) (is Line 3))",),
    words="{left, right:or}",
)
def or_(b: Builder, left: Lazy[Bool], right: Lazy[Bool]) -> Bool:
    """Whether at least one of two conditions holds.

    Args:
        left: the first
        right: the second, asked only if the first fails
    """
    return b.any_of((left, right))


@ludeme(
    "or",
    source=f"{MATHS}/Or.java",
    examples=("(or {(is Full) (is Line 3)})",),
    words="{conditions:or}",
)
def or_all(b: Builder, conditions: tuple[Lazy[Bool], ...]) -> Bool:
    """Whether at least one of several conditions holds.

    Args:
        conditions: the conditions, asked in order until one holds
    """
    return b.any_of(conditions)


@ludeme(
    "xor",
    source=f"{MATHS}/Xor.java",
    examples=("(xor (is Full) (is Line 3))",),
    words="either {left} or {right}, but not both",
)
def xor(b: Builder, left: Bool, right: Bool) -> Bool:
    """Whether exactly one of two conditions holds.

    Args:
        left: the first
        right: the second
    """
    return b.differ(b.as_int(left), b.as_int(right))


@ludeme(
    "if",
    source=f"{MATHS}/If.java",
    examples=("(if (is Mover P1) (is Line 3) (is Line 4))",),
    words="{yes} (if {condition})[ or {no} (if not)]",
)
def choose(b: Builder, condition: Bool, yes: Lazy[Bool], no: Lazy[Bool] | None = None) -> Bool:
    """One of two conditions.

    Args:
        condition: what decides
        yes: the condition if it holds
        no: the condition if it does not; false if not given
    """
    return b.choose(condition, yes, (lambda: b.false) if no is None else no)


# Comparison


@ludeme(
    "=",
    source=f"{MATHS}/Equals.java",
    examples=("(= (count Moves) 3)", "(= (who at:0) P1)"),
    aliases=("equals",),
    words="{left} ~is {right}",
)
def equals(b: Builder, left: Player, right: Player) -> Bool:
    """Whether two numbers are equal.

    Args:
        left: the first; a role stands for its player
        right: the second
    """
    return b.equal(b.players.number(left), b.players.number(right))


@ludeme(
    "=",
    source=f"{MATHS}/Equals.java",
    examples=("(= (sites Top) (sites Left))",),
    words="{left} ~is exactly {right}",
)
def equal_sites(b: Builder, left: Sites, right: Sites) -> Bool:
    """Whether two sets have the same sites.

    Args:
        left: the first
        right: the second
    """
    return b.same(left, right)


@ludeme(
    "!=",
    source=f"{MATHS}/NotEqual.java",
    examples=("(!= (count Moves) 3)",),
    aliases=("notEqual",),
    words="{left} ~is not {right}",
)
def not_equal(b: Builder, left: Player, right: Player) -> Bool:
    """Whether two numbers differ.

    Args:
        left: the first; a role stands for its player
        right: the second
    """
    return b.differ(b.players.number(left), b.players.number(right))


@ludeme(
    "!=",
    source=f"{MATHS}/NotEqual.java",
    examples=("(!= (sites Top) (sites Left))",),
    words="{left} ~is not exactly {right}",
)
def unequal_sites(b: Builder, left: Sites, right: Sites) -> Bool:
    """Whether two sets have different sites.

    Args:
        left: the first
        right: the second
    """
    return b.negate(b.same(left, right))


@ludeme(
    "<",
    source=f"{MATHS}/Lt.java",
    examples=("(< (count Moves) 3)",),
    aliases=("lt",),
    words="{left} ~is less than {right}",
)
def less(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is less than the second.

    Args:
        left: the first
        right: the second
    """
    return b.less(left, right)


@ludeme(
    "<=",
    source=f"{MATHS}/Le.java",
    examples=("(<= (count Moves) 3)",),
    aliases=("le",),
    words="{left} ~is at most {right}",
)
def at_most(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is at most the second.

    Args:
        left: the first
        right: the second
    """
    return b.at_most(left, right)


@ludeme(
    ">",
    source=f"{MATHS}/Gt.java",
    examples=("(> (count Moves) 3)",),
    aliases=("gt",),
    words="{left} ~is more than {right}",
)
def greater(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is greater than the second.

    Args:
        left: the first
        right: the second
    """
    return b.less(right, left)


@ludeme(
    ">=",
    source=f"{MATHS}/Ge.java",
    examples=("(>= (count Moves) 3)",),
    aliases=("ge",),
    words="{left} ~is at least {right}",
)
def at_least(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is at least the second.

    Args:
        left: the first
        right: the second
    """
    return b.at_most(right, left)


@ludeme(
    "is Even",
    source="functions/booleans/is/integer/IsEven.java",
    examples=("(is Even (count Moves))",),
    words="{number} ~is even",
)
def is_even(b: Builder, number: Int) -> Bool:
    """Whether a number is even.

    Args:
        number: the number
    """
    return b.equal(b.remainder(number, b.int(2)), b.zero)


@ludeme(
    "is Odd",
    source="functions/booleans/is/integer/IsOdd.java",
    examples=("(is Odd (count Moves))",),
    words="{number} ~is odd",
)
def is_odd(b: Builder, number: Int) -> Bool:
    """Whether a number is odd.

    Args:
        number: the number
    """
    return b.differ(b.remainder(number, b.int(2)), b.zero)


# Players


@ludeme(
    "is Mover",
    source="functions/booleans/is/player/IsMover.java",
    examples=("(is Mover P1)", "(is Mover (who at:0))"),
    words="you ~are {who}",
)
def is_mover(b: Builder, who: Player) -> Bool:
    """Whether a player is the mover.

    Args:
        who: the player
    """
    return b.equal(b.players.number(who), b.players.mover())


@ludeme(
    "is Next",
    source="functions/booleans/is/player/IsNext.java",
    examples=("(is Next P1)",),
    words="{who} ~moves next",
)
def is_next(b: Builder, who: Player) -> Bool:
    """Whether a player moves next.

    Args:
        who: the player
    """
    return b.equal(b.players.number(who), b.players.next())


@ludeme(
    "is Prev",
    source="functions/booleans/is/player/IsPrev.java",
    examples=("(is Prev Mover)",),
    words="{who} ~made the last move",
)
def is_previous(b: Builder, who: Player) -> Bool:
    """Whether a player made the move before this one.

    Args:
        who: the player; with `Mover`, whether this is the same turn
    """
    return b.equal(b.players.number(who), b.players.previous())


@ludeme(
    "is Enemy",
    source="functions/booleans/is/player/IsEnemy.java",
    examples=("(is Enemy (who at:0))",),
    words="{who} ~is an enemy",
)
def is_enemy(b: Builder, who: Player) -> Bool:
    """Whether a player is another than the mover; nobody is no enemy.

    Args:
        who: the player
    """
    player = b.players.number(who)
    return b.both(b.less(b.zero, player), b.differ(player, b.players.mover()))


@ludeme(
    "is Friend",
    source="functions/booleans/is/player/IsFriend.java",
    examples=("(is Friend (who at:0))",),
    words="you ~are {who}",
)
def is_friend(b: Builder, who: Player) -> Bool:
    """Whether a player is the mover.

    Args:
        who: the player
    """
    return b.equal(b.players.number(who), b.players.mover())


@ludeme(
    "is Active",
    source="functions/booleans/is/player/IsActive.java",
    examples=("(is Active P1)",),
    words="{who} ~is still in the game",
)
def is_active(b: Builder, who: Player) -> Bool:
    """Whether a player still takes part.

    Args:
        who: the player
    """
    return b.players.is_active(b.players.number(who))


# Sites


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
    "is Line",
    source=ISLINE,
    examples=("(is Line 3)", "(is Line 4 Orthogonal exact:True)", "(is Line 3 through:0)"),
    exclusive=(("through", "throughAny"), ("who", "what", "whats")),
    later=("byLevel", "top"),
    words="there ~is a(n)[ {direction:adj}] row of {length} or more[ of {who:own} pieces]",
    kind_at=0,
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
) -> Bool:
    """Whether like pieces form a row through a site.

    The pieces are of the kind that stands on the site the row runs through.

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
    """
    b.board.expect_line(length, direction)

    def asked(site: Int) -> Bool:
        own = b.nowhere
        if who is not None:
            own = b.pieces.of(who)
        elif what is not None or whats:
            kinds = whats if what is None else (what,)
            own = b.union(*(b.pieces.placed(kind) for kind in kinds))
        else:
            # An empty site is no part of a row.
            own = b.minus(b.pieces.placed(b.pieces.what(site)), without=b.pieces.vacant())
        own = b.names.where(own, if_, "to")
        row = b.board.line if contiguous else b.board.loose_line
        return row(own, site, length, direction, exact)

    if through_any is not None:
        return b.any_site(through_any, asked)
    return asked(b.turn.last_to() if through is None else through)


@ludeme(
    "is Connected",
    source="functions/booleans/is/connect/IsConnected.java",
    examples=("(is Connected Mover)", "(is Connected 3 Sides)",
              "(is Connected {(sites Top) (sites Bottom)})"),
    words="the group of {at:piece;the piece just moved} ~connects {number} of these: {regions}",
    kind_at=1,
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
    later=("path",),
    words="there ~is a closed ring[ of {colour:own} pieces][ around {surround:own} pieces]",
    kind_at=0,
)
def is_loop(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    colour: Int | None = None,
    start: Site | None = None,
    *,
    surround: Role | None = None,
) -> Bool:
    """Whether like pieces form a closed chain around at least one site next to the last piece.

    What the chain encloses may be empty or occupied, by pieces of the chain's player too.

    Args:
        direction: what connects the sites of the chain
        colour: whose chain; the mover's if not given
        start: a site of the chain; the last move's destination if not given
        surround: the chain encloses pieces of this player only; `Neutral` stands for empty sites
    """
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


# Moves and passes


@ludeme(
    "no Moves",
    source="functions/booleans/no/moves/NoMoves.java",
    examples=("(no Moves Next)", "(no Moves Mover)"),
    grown=False,
    words="{who} ~has no move",
)
def no_moves(b: Builder, who: Role) -> Bool:
    """Whether a player cannot move.

    For the next player his moves are generated. For another it is whether he had none the last
    time they were generated, when he was to move or a rule asked so for the next player.

    Args:
        who: the player
    """
    if who is not Role.Next:
        return b.players.is_stuck(b.players.number(who))
    none = b.negate(b.turn.ask("next_can_move"))
    b.players.set_stuck(b.players.next(), none)
    return none


@ludeme(
    "no Pieces",
    source="functions/booleans/no/pieces/NoPieces.java",
    examples=("(no Pieces Mover)", "(no Pieces Next in:(sites Top))"),
    exclusive=(("who", "of"),),
    words="{who} ~has no pieces[ on {in}]",
    kind_at=0,
)
def no_pieces(
    b: Builder,
    who: Role | None = None,
    name: PieceName | None = None,
    *,
    of: Int | None = None,
    in_: Sites | None = None,
) -> Bool:
    """Whether a player has no pieces.

    Args:
        who: whose; anybody's if not given
        name: of which kind
        of: whose, as a number
        in_: where; on the whole board if not given
    """
    return b.is_empty(b.pieces.among(who, of, name, in_))


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


class Passed(Enum):
    """What all players have done."""

    Passed = "Passed"


@ludeme(
    "all",
    source="functions/booleans/all/simple/AllPassed.java",
    examples=("(all Passed)",),
    words="all players have passed in turn",
)
def all_passed(b: Builder, what: Passed) -> Bool:
    """Whether the last turn of every player was a pass.

    Args:
        what: `Passed`
    """
    return b.turn.ask("all_passed")

"""Start rules."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import STARTED, StartRule
from interpreter.language.signatures import (
    NO,
    ONE,
    YES,
    Binds,
    Lazy,
    PieceName,
    Player,
    Sites,
)
from interpreter.language.words import HiddenData, Role
from interpreter.rules.builder import Builder


@ludeme(
    "place",
    source="rules/start/place/item/PlaceItem.java",
    examples=(
        '(place "Disc1" (sites Bottom))',
        '(place "Disc1" coord:"A1")',
        '(place "Disc" "Hand" count:9)',
    ),
    exclusive=(("sites", "coord"),),
    keeps=("rotations:rotation", "several:count", "several:counts"),
    words="put {count} {name:s} {sites:on}[ in state {state:digits}][ with value {value:digits}]",
    kind_at=2,
)
def place(
    b: Builder,
    name: PieceName,
    container: str | None = None,
    sites: Int | Sites | tuple[Int, ...] | tuple[str, ...] | None = None,
    *,
    coord: str | None = None,
    count: Int = ONE,
    counts: tuple[Int, ...] | None = None,
    state: Int | None = None,
    rotation: Int | None = None,
    value: Int | None = None,
) -> StartRule:
    """Put pieces on the board or into hands before the first move.

    Args:
        name: the piece, with its owner's number; without it, into the hands of all who have one
        container: a hand: `Hand1`, or `Hand` for everybody's
        sites: where: a site, a set, a list of sites or of labels
        coord: where: a label
        count: how many on each site, where there can be several: in hands, and in games with dice;
            not where pieces stand on each other, where it takes a `(place Stack …)`
        counts: how many on each of a list of sites, or on all of a set
        state: their state; 0 if not given
        rotation: how far each is turned clockwise, in steps of the compass; 0 if not given
        value: their value; 0 if not given
    """
    if container is not None and sites is coord is None:
        # A label alone looks like the name of a hand.
        coord = container if container in b.kinds.topology.site_of else None
    if container is not None and coord is None:
        return _into_hands(b, name, container, count, state, rotation, value)
    number = b.box.placed_as(name)

    def lay(site: Int, many: Int) -> None:
        b.handling.lay(site, number, b.handling.at_once(many), state, value)
        if rotation is not None:
            b.tiles.turn_to(site, rotation)

    if isinstance(sites, Sites):
        many = _count_for_all(b, counts, count)
        b.pieces.start_on(sites, many)
        b.each(sites, lambda site: lay(site, many))
        return STARTED

    def put(spot: Int, many: Int) -> None:
        b.pieces.starts_on(b.board.known_site(spot), many)
        lay(spot, many)

    spots = [b.int(b.board.called(coord))] if coord is not None else _spots(b, sites)
    if counts is not None and len(counts) != len(spots):
        raise b.fail(f"{len(spots)} sites get {len(counts)} counts", code="unequal-lists")
    for spot, many in zip(spots, counts or [count] * len(spots), strict=True):
        if spot.constant is None:  # nowhere, if it turns out to be no site
            b.each(b.single(spot), lambda one, many=many: put(one, many))
        else:
            put(spot, many)
    return STARTED


def _count_for_all(b: Builder, counts: tuple[Int, ...] | None, count: Int) -> Int:
    """How many pieces come to each site of a set."""
    if counts is not None and len(counts) > 1:
        raise b.fail(
            f"one set of sites gets {len(counts)} counts", "give one for all", code="unequal-lists"
        )
    return counts[0] if counts else count


def _into_hands(
    b: Builder, name: str, container: str, count: Int, state: Int | None,
    rotation: Int | None, value: Int | None,
) -> StartRule:  # fmt: skip
    if rotation is not None:
        raise b.fail("pieces in hands are not turned", code="tile-turns")
    b.hands.fill(name, container, count, state, value)
    return STARTED


def _spots(b: Builder, sites: Int | tuple[Int, ...] | tuple[str, ...] | None) -> list[Int]:
    """The sites of a list, or the one there is."""
    if isinstance(sites, tuple):
        return [b.int(b.board.called(one)) if isinstance(one, str) else one for one in sites]
    return [] if sites is None else [sites]


@ludeme(
    "place Stack",
    source="rules/start/place/stack",
    examples=(
        '(place Stack "Disc1" (sites Bottom) count:3)',
        '(place Stack items:{"Disc1" "Disc2"} 4)',
    ),
    exclusive=(("sites", "coord"), ("name", "items")),
    either=(("sites", "coord"), ("name", "items")),
    keeps=("stacks",),
    grown=False,
    words=(
        "put {count} {name:s} on each other on {sites}",
        "put {items} on {sites}, the lowest first",
    ),
    kind_at=1,
    ahead={"items": "use"},
)
def place_stack(
    b: Builder,
    name: PieceName | None = None,
    sites: Int | Sites | None = None,
    *,
    items: tuple[PieceName, ...] = (),
    coord: str | None = None,
    count: Int = ONE,
    counts: tuple[Int, ...] = (),
    state: Int | None = None,
    value: Int | None = None,
) -> StartRule:
    """Put pieces on each other before the first move.

    Args:
        name: the piece, with its owner's number
        sites: where: a site or a set
        items: the pieces, the lowest first, instead of one kind
        coord: where: a label
        count: how many of the one kind on each site
        counts: how many on each site of a set in the order of their numbers, or one for all
        state: their state; 0 if not given
        value: their value; 0 if not given
    """
    spots = b.int(b.board.called(coord)) if coord is not None else sites
    assert spots is not None, "there are sites, or a coord"
    pieces = items if name is None else (name,)

    def put(site: Int, many: Int = count) -> None:
        for number in map(b.box.placed_as, pieces):
            b.handling.lay(site, number, None if items else many, state, value)

    there = b.board.as_known(spots)
    if len(counts) > 1:
        for site, many in zip(_as_many(b, there, len(counts)), counts, strict=True):
            put(site, many)
    else:
        (many,) = counts or (count,)
        b.each(there, lambda site: put(site, many))
    return STARTED


def _there(b: Builder, at: Int | None, sites: Sites | None) -> Sites:
    """The sites that a rule speaks of, or the one; none where it names neither."""
    where = at if sites is None else sites
    return b.nowhere if where is None else b.board.as_known(where)


def _as_many(b: Builder, sites: Sites, count: int) -> list[Int]:
    """The sites of a set that is known, as many as there are counts for them."""
    known = b.board.known_sites(sites)
    if known is None or len(known) != count:
        what = "sites that are not known" if known is None else f"{len(known)} sites"
        raise b.fail(f"{what} get {count} counts", "give one for all", code="unequal-lists")
    return known


@ludeme(
    "set Score",
    source="rules/start/set/player/SetScore.java",
    examples=("(set Score P2 5)",),
    words="{who} ~begins with {points} point(s)",
)
def set_score(b: Builder, who: Role, points: Int) -> StartRule:
    """Give a player points before the first move.

    Args:
        who: the player, or `Each` for all
        points: how many
    """
    several = b.players.all() if who in (Role.Each, Role.All) else [b.players.number(who)]
    for player in several:
        b.players.set_score(player, points)
    return STARTED


@ludeme(
    "set Count",
    source="rules/start/set/sites/SetCount.java",
    examples=("(set Count 4 to:(sites Bottom))",),
    exclusive=(("at", "to"),),
    keeps=("counts",),
    grown=False,
    words="put {count} of the last kind of piece on {to}",
    kind_at=1,
)
def set_count(
    b: Builder, count: Int, *, at: Int | None = None, to: Sites | None = None
) -> StartRule:
    """Put as many pieces of the last kind on sites before the first move.

    None are put where pieces stand on each other, as these are not counted.

    Args:
        count: how many on each, whatever was there
        at: the site
        to: the sites
    """
    if not b.box.kinds:
        raise b.fail("there is no piece to put: the equipment has none", code="no-piece")
    if b.pieces.stacked:
        hint = "(place Stack ...) puts pieces on each other"
        b.warn("this puts nothing: pieces stand on each other here", hint, code="puts-nothing")
        return STARTED
    kind = b.box.kinds[-1].number
    b.box.uses((kind,))
    sites = _there(b, at, to)
    b.pieces.start_on(sites, count)

    def one(site: Int) -> None:
        b.handling.put(site, b.int(kind))
        b.handling.set_count(site, count)
        b.turn.placed(site)

    b.each(b.pick_sites(b.less(b.zero, count), sites, b.nowhere), one)
    return STARTED


@ludeme(
    "set RememberValue",
    source="rules/start/set/remember/SetRememberValue.java",
    examples=('(set RememberValue "Seen" 3)', "(set RememberValue (sites Top) unique:True)"),
    keeps=("memory",),
    words="remember {value}[ as “{name}”]",
)
def set_remember_value(
    b: Builder, name: str | None, value: Int | Sites, *, unique: Bool = NO
) -> StartRule:
    """Put numbers into a list that is remembered before the first move.

    Args:
        name: the list; that without a name if not given
        value: the number, or sites, each of which is remembered
        unique: not those that are there already
    """
    b.memory.remember(name or "", value, unique)
    return STARTED


@ludeme(
    "set NextPlayer",
    source="an addition to the language: who begins, if not the first player",
    examples=("(set NextPlayer (player (value Random (range 1 2))))",),
    words="{who} ~begins",
)
def set_first_player(b: Builder, who: Player) -> StartRule:
    """Say who begins.

    Args:
        who: the player; the first, if it is the number of no player
    """
    player = b.players.number(who)

    def begin() -> None:
        b.players.set_mover(player)
        b.players.set_next(b.players.following(player))

    b.if_(b.players.takes_part(player), begin)
    return STARTED


@ludeme(
    "set Team",
    source="rules/start/set/players/SetTeam.java",
    examples=("(set Team 1 {P1 P3})",),
    keeps=("teams",),
    grown=False,
    words="{members} ~are team {team:digits}",
)
def set_team(b: Builder, team: int, members: tuple[Role, ...]) -> StartRule:
    """Players who play together; all others stay alone.

    Args:
        team: the number of the team
        members: its players
    """
    for member in members:
        b.players.join_team(b.players.number(member), b.int(team))
    return STARTED


@ludeme(
    "set",
    source="rules/start/set/sites/SetSite.java",
    examples=("(set P1 (sites Bottom))", "(set Neutral {0 1})"),
    keeps=("balls",),
    exclusive=(("sites", "coord"),),
    grown=False,
    words="put a piece of {who} on {sites}",
    kind_at=1,
)
def set_site(
    b: Builder,
    who: Role,
    sites: Int | Sites | tuple[Int, ...] | tuple[str, ...] | None = None,
    *,
    coord: str | None = None,
) -> StartRule:
    """Put pieces of a player on sites before the first move.

    Args:
        who: whose: the piece whose number is the player's; for `Neutral` and `Shared` the first
            that nobody or everybody owns
        sites: where: a site, a set, a list of sites or of labels
        coord: where: a label
    """
    number = b.box.first_of(who)
    if isinstance(sites, Sites):
        there = sites
    else:
        spots = [b.int(b.board.called(coord))] if coord is not None else _spots(b, sites)
        there = b.union(*(b.board.as_known(spot) for spot in spots))
    b.pieces.start_on(there, ONE)
    b.each(there, lambda site: b.handling.lay(site, b.int(number)))
    return STARTED


@ludeme(
    "set Cost",
    source="rules/start/set/sites/SetCost.java",
    examples=("(set Cost 3 at:0)", "(set Cost 2 (sites Top))"),
    exclusive=(("at", "sites"),),
    grown=False,
    words="{sites} ~costs {cost:digits}",
    kind_at=1,
)
def set_cost(
    b: Builder, cost: Int, sites: Sites | None = None, *, at: Int | None = None
) -> StartRule:
    """Say what sites cost.

    Args:
        cost: how much
        sites: the sites
        at: the site
    """
    b.each(_there(b, at, sites), lambda site: b.pieces.set_cost(site, cost))
    return STARTED


@ludeme(
    "set Hidden",
    source="rules/start/set/hidden/SetHidden.java",
    examples=("(set Hidden (sites Top) to:P1)", "(set Hidden What at:0 to:All)"),
    exclusive=(("sites", "at"),),
    either=(("sites", "at"),),
    keeps=("hidden",),
    grown=False,
    words="{sites} ~are hidden from {to}",
    kind_at=1,
    of_hands=True,
    ahead={"at": "value", "level": "value"},
)
def set_hidden(
    b: Builder,
    data: HiddenData | tuple[HiddenData, ...] | None = None,
    sites: Sites | None = None,
    value: Bool = YES,
    *,
    at: Int | None = None,
    level: Int | None = None,
    to: Role,
) -> StartRule:
    """Hide what stands on sites from a player from the start.

    Args:
        data: what of it is hidden; all of the site if not given
        sites: the sites
        value: whether it is hidden
        at: the site
        level: where pieces stand on each other, the level that is meant, from 0; the lowest if not
            given
        to: from whom, or `All`
    """
    b.hiding.hide(data, _there(b, at, sites), level, value, to)
    return STARTED


@ludeme(
    "forEach Value",
    source="rules/start/forEach/value/ForEachValue.java",
    examples=('(forEach Value min:0 max:2 (place "Disc1" (value)))',),
    grown=False,
    words="for each number from {min} to {max}, {rule:block}",
    ahead={"min": "rule", "max": "rule"},
)
def for_each_value(
    b: Builder, rule: Annotated[Lazy[StartRule], Binds(("value",))], *, min_: Int, max_: Int
) -> StartRule:
    """A start rule for every number between two, which is `(value)`.

    Args:
        rule: the rule
        min_: the first number
        max_: the last number
    """
    b.names.each_value(min_, max_, rule)
    return STARTED


@ludeme(
    "forEach Site",
    source="rules/start/forEach/site/ForEachSite.java",
    examples=('(forEach Site (sites Board) if:(is Even (site)) (place "Disc1" (site)))',),
    grown=False,
    words="for each site of {sites}[ for which {if}], {rule:block}",
    ahead={"if": "rule"},
)
def for_each_site(
    b: Builder,
    sites: Sites,
    rule: Annotated[Lazy[StartRule], Binds(("site",))],
    *,
    if_: Annotated[Lazy[Bool] | None, Binds(("site",))] = None,
) -> StartRule:
    """A start rule for every `(site)` of a set.

    Args:
        sites: the set
        rule: the rule
        if_: which of them it is for
    """

    def one(site: Int) -> None:
        with b.names.bind(site=site):
            b.if_(b.true if if_ is None else if_(), rule)

    b.each(sites, one)
    return STARTED


@ludeme(
    "forEach Player",
    source="rules/start/forEach/player/ForEachPlayer.java",
    examples=('(forEach Player (place "Disc1" (player)))',),
    grown=False,
    words="for each player, {rule:block}",
)
def for_each_player(b: Builder, rule: Annotated[Lazy[StartRule], Binds(("player",))]) -> StartRule:
    """A start rule for every player, who is `(player)`.

    Args:
        rule: the rule
    """

    def one(player: Int) -> None:
        with b.names.bind(player=player):
            rule()

    b.players.each(Role.All, one)
    return STARTED

"""Lists of numbers."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import ZERO, AtTo, Binds, Body, Ints, Lazy, Site, Sites
from interpreter.language.words import Direction, Directions, Role
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
    "team",
    source="functions/intArray/iteraror/Team.java",
    examples=("(move Pass (then (forEach Team (forEach (team) (addScore (player (player)) 1)))))",),
    needs="team",
    words="its players",
)
def team(b: Builder) -> Ints:
    """The players of the team that `forEach Team` is looking at, in order of their numbers."""
    number = b.names.bound("team")
    return Ints(lambda body: body(number))


@ludeme(
    "players",
    source="functions/intArray/players",
    examples=(
        "(size Array (players Ally of:(next)))",
        "(size Array (players Team1 if:(is Active (player))))",
    ),
    grown=False,
    words="the players of {who}[ for whom {if}][ (as {of} has them)]",
)
def players_who(
    b: Builder,
    who: Role,
    *,
    of: Int | None = None,
    if_: Annotated[Lazy[Bool] | None, Binds(("player",))] = None,
) -> Ints:
    """The players whom a role means, in order of their numbers.

    Args:
        who: `All`, a team, `Enemy`, `NonMover`…
        of: whose friends, allies and enemies; the mover's if not given. There are none of one who
            is no player.
        if_: only those for whom this holds, where each is `(player)`
    """

    def each(body: Body) -> None:
        def one(player: Int) -> None:
            with b.names.bind(player=player):
                holds = b.true if if_ is None else if_()
            b.if_(holds, lambda: body(player))

        if of is None:
            b.players.each(who, one)
            return
        for player in b.players.all():
            b.if_(b.players.is_meant_by(of, player, who), lambda player=player: one(player))

    return Ints(each)


@ludeme(
    "results",
    source="functions/intArray/math/Results.java",
    examples=("(max (results from:(last To) to:(sites Top) (count Steps (from) (to))))",),
    words="the values of “{number}” from {from} to {to}",
    ahead={"from": "number", "to": "number"},
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

        if isinstance(from_, Int):  # a site that is none has numbers too
            second(from_)
        else:
            b.each(from_, second)

    return Ints(each)


@ludeme(
    "values Remembered",
    source="functions/intArray/values/ValuesRemembered.java",
    examples=('(size Array (values Remembered "Seen"))',),
    words="what is remembered[ as “{name}”]",
)
def values_remembered(b: Builder, name: str = "") -> Ints:
    """The numbers of a list that is remembered, in the order in which they came.

    Args:
        name: the list; that without a name if not given
    """
    return b.memory.values(name)


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
    return b.merged((left, right))


@ludeme(
    "union",
    source="functions/intArray/math/Union.java",
    examples=("(size Array (union {(array {1 2}) (array {2 3}) (array {4})}))",),
    words="{lists}, together",
)
def union_of_all(b: Builder, lists: tuple[Ints, ...]) -> Ints:
    """The numbers of several lists; of each but the first those that have not come before.

    Args:
        lists: the lists
    """
    return b.merged(lists)


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


@ludeme(
    "arrayValue",
    source="functions/ints/board/ArrayValue.java",
    examples=('(arrayValue (values Remembered "Seen") index:0)',),
    words="number {index:digits} (counted from 0) of {numbers}",
)
def array_value(b: Builder, numbers: Ints, *, index: Int) -> Int:
    """A number of a list by its place; -1 where the list is not so long.

    Args:
        numbers: the list
        index: the place, from 0
    """
    found, place = b.local("found", b.nothing), b.local("place", b.zero)

    def look(number: Int) -> None:
        here = b.get_int(place)
        b.if_(b.equal(here, index), lambda: b.set(found, number))
        b.set(place, b.add(here, b.one))

    numbers.each(look)
    return b.get_int(found)


@ludeme(
    "sizes Group",
    source="functions/intArray/sizes/group/SizesGroup.java",
    examples=("(max (sizes Group Mover))",),
    exclusive=(("who", "of", "if"),),
    words="the sizes of the groups[ of sites {if:those}][ of at least {min}]",
    kind_at=0,
)
def sizes_group(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    who: Role | None = None,
    *,
    of: Int | None = None,
    if_: AtTo | None = None,
    min_: Int = ZERO,
) -> Ints:
    """The sizes of connected groups.

    Args:
        direction: what connects sites
        who: whose pieces; everybody's, not told apart, if not given
        of: whose, as a number
        if_: which sites instead
        min_: the least size of a group that counts
    """

    def each(body: Body) -> None:
        sites = b.board.here(b.pieces.among(who, of, None, None))
        if if_ is not None:
            sites = b.names.where(b.board.sites, if_, "to")

        def one(group: Sites) -> None:
            size = b.count(group)
            b.if_(b.at_most(min_, size), lambda: body(size))

        b.board.each_group(sites, direction, one)

    return Ints(each)


@ludeme(
    "difference",
    source="functions/intArray/math/Difference.java",
    examples=("(max (difference (sizes Group Mover) 1))",),
    words="{source} without {without}",
)
def difference_ints(b: Builder, source: Ints, without: Int | Ints) -> Ints:
    """A list without the numbers of another, or without one number.

    Args:
        source: the list
        without: a number, or a list of numbers, each of which is left out once: the first time
            that it occurs
    """

    def times(numbers: Ints, value: Int, most: Int | None = None) -> Int:
        """How often a value is among some numbers, or among the first of them."""
        found, seen = b.local("found", b.zero), b.local("seen", b.zero)

        def one(other: Int) -> None:
            alike = b.equal(value, other)
            if most is not None:
                alike = b.both(alike, b.less(b.get_int(seen), most))
            b.set(found, b.add(b.get_int(found), b.as_int(alike)))
            b.set(seen, b.add(b.get_int(seen), b.one))

        numbers.each(one)
        return b.get_int(found)

    def each(body: Body) -> None:
        place, gone = b.local("place", b.zero), b.local("gone", b.false)

        def one(value: Int) -> None:
            if isinstance(without, Int):
                left_out = b.both(b.equal(value, without), b.negate(b.get_bool(gone)))
                b.set(gone, b.either(b.get_bool(gone), left_out))
            else:
                before = times(source, value, b.get_int(place))
                left_out = b.less(before, times(without, value))
                b.set(place, b.add(b.get_int(place), b.one))
            b.if_(b.negate(left_out), lambda: body(value))

        source.each(one)

    return Ints(each)

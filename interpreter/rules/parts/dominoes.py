"""Dominoes: large pieces with a number of pips on each half, drawn from a bag.

A domino covers two sites by four: the first half of its walk has the first number of pips, the rest
the second. All of them have one shape. In the bag are those that lie nowhere, neither on the board
nor in a hand.

Source: Ludii 1.3.10 Core/src/game/equipment/other/Dominoes.java, other/action/BaseAction.java,
functions/booleans/is/integer/IsPipsMatch.java.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.ir.relations import Table
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import DominoSet, Piece, PieceKind
from interpreter.language.words import Direction, Role, WalkStep

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

WALK = tuple(WalkStep(one) for one in "FRFRFLFLFRFRF")
"""Two sites by four: up and down across the piece, and on to the next column."""
HALF = 4
"""So many sites each half covers, and so far on from a domino another one can lie."""
WIDE = 2
"""So many sites an end of a domino has."""
AXES = Direction.N, Direction.E, Direction.S, Direction.W


def set_of(item: DominoSet) -> list[Piece]:
    """The dominoes of a set, one for each pair of numbers of pips."""
    numbers = range(item.most + 1)
    pairs = [(first, second) for first in numbers for second in numbers[first:]]
    return [
        Piece(f"Domino{first}{second}", Role.Shared, None, None, item.span,
              walks=(WALK,), pips=(first, second))
        for first, second in pairs
    ]  # fmt: skip


class Dominoes:
    """The dominoes of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._known: tuple[PieceKind, ...] | None = None
        self._halves: Table | None = None

    @property
    def kinds(self) -> tuple[PieceKind, ...]:
        """Those that the game has; they are numbered one after the other."""
        if self._known is None:
            self._known = tuple(kind for kind in self.b.box.kinds if kind.pips)
        return self._known

    def _expect(self) -> None:
        """Refuse a rule for dominoes in a game that has none."""
        if not self.kinds:
            raise self.b.fail(
                "the game has no dominoes",
                "(dominoes) in the equipment makes them",
                code="no-dominoes",
            )

    # The bag

    def _in_bag(self, place: Int) -> Bool:
        """Whether a domino lies nowhere, by its place among them."""
        b = self.b
        kind = b.add(place, b.int(self.kinds[0].number))
        return b.is_empty(b.pieces.placed(kind))

    def _each(self, body: Callable[[Int], object]) -> None:
        most = len(self.kinds)
        self.b.loop(self.b.int(most), body, most=most)

    def left(self) -> Int:
        """How many dominoes are in the bag."""
        self._expect()
        b = self.b
        count = b.local("bag", b.zero)

        def look(place: Int) -> None:
            b.set(count, b.add(b.get_int(count), b.as_int(self._in_bag(place))))

        self._each(look)
        return b.get_int(count)

    def draw(self, site: Int) -> None:
        """Draw a domino from the bag and put it on a site; nothing comes of an empty bag.

        Each is as likely as the others. The one that is drawn is counted from the least number on.
        """
        b = self.b
        b.box.uses(kind.number for kind in self.kinds)
        with b.live():
            there = self.left()

        def take() -> None:
            wanted = b.local("wanted", b.turn.draw(there))

            def look(place: Int) -> None:
                def this() -> None:
                    b.set(wanted, b.subtract(b.get_int(wanted), b.one))
                    found = b.less(b.get_int(wanted), b.zero)

                    def put() -> None:
                        b.handling.lay(site, b.add(place, b.int(self.kinds[0].number)))

                    b.if_(found, put)
                    b.leave_if(found)

                b.if_(self._in_bag(place), this)
                b.leave_if(b.less(b.get_int(wanted), b.zero))

            self._each(look)

        b.if_(b.less(b.zero, there), take)

    def deal(self, count: int) -> None:
        """Deal to each player in turn, one domino after the other, onto the places of his hand."""
        self._expect()
        b = self.b
        if count * b.players.count > len(self.kinds):
            hint = f"there are {len(self.kinds)}, for {b.players.count} players"
            raise b.fail(
                f"there are not {count} dominoes for each player", hint, code="too-few-dominoes"
            )
        for place in range(count):
            for player in b.players.all():
                site = b.hands.site(player, b.int(place))
                b.if_(b.at_most(b.zero, site), lambda site=site: self.draw(site))

    def take(self, player: Int) -> None:
        """Draw a domino onto the first free place of a player's hand, if there is one."""
        self._expect()
        b = self.b
        with b.live():
            free = b.intersect(b.hands.of(player), b.pieces.bare())
            site = b.first(free)
        b.if_(b.at_most(b.zero, site), lambda: self.draw(site))

    # On the board

    def lying(self) -> Sites:
        """The sites of the board on which dominoes stand."""
        b = self.b
        kinds = [b.pieces.placed(b.int(kind.number)) for kind in self.kinds]
        return b.board.here(b.union(*kinds))

    def is_domino(self, kind: Int) -> Bool:
        """Whether a piece of this kind is one."""
        b = self.b
        if not self.kinds:
            return b.false
        first, last = self.kinds[0].number, self.kinds[-1].number
        return b.both(b.at_most(b.int(first), kind), b.at_most(kind, b.int(last)))

    def halves(self, site: Int) -> tuple[Sites, Sites]:
        """The sites that each half of the domino on a site covers."""
        b = self.b
        if self._halves is None:
            rows = (row[:HALF] for state in self.kinds[0].bodies for row in state)
            self._halves = b.table(*(sum(1 << one for one in row) for row in rows), 0)
        inside = b.contains(b.board.sites, site)
        place = b.add(b.multiply(b.pieces.state(site), b.int(b.board.size)), site)
        first = b.lookup_sites(self._halves, b.pick(inside, place, b.nothing))
        return first, b.minus(b.large.standing(site), without=first)

    def pips(self, site: Int) -> tuple[Int, Int]:
        """The number of pips on each half of the domino on a site; -1 if there is none."""
        b = self.b
        numbers = {kind.number: kind.pips for kind in self.kinds}
        what = b.pieces.what(site)
        kinds = range(len(b.box.kinds) + 1)
        first, second = (
            b.table(*(numbers.get(kind, (-1, -1))[half] for kind in kinds), -1) for half in (0, 1)
        )
        return b.lookup(first, what), b.lookup(second, what)

    def line_of_play(self) -> Sites:
        """The sites on which the next domino can lie; the centre while there is none.

        They lie straight on from both ends of each domino, as far as another is long, and from the
        middle of both long sides of a double, up to where something lies.
        """
        self._expect()
        b = self.b
        lying, vacant = self.lying(), b.pieces.vacant()
        found = b.local("line", b.nowhere)

        def on(site: Int) -> None:
            whole = b.large.standing(site)
            first, second = self.halves(site)
            pips = self.pips(site)
            joint = b.union(
                b.intersect(first, b.board.around(second, Direction.Orthogonal)),
                b.intersect(second, b.board.around(first, Direction.Orthogonal)),
            )
            middle = b.pick_sites(b.equal(*pips), joint, b.nowhere)
            for way in AXES:
                along = b.union(
                    b.intersect(b.board.around(first, way), second),
                    b.intersect(b.board.around(second, way), first),
                )
                start = b.pick_sites(b.is_empty(along), middle, whole)
                self._go_on(way, whole, start, vacant, lambda some: b.set(
                    found, b.union(b.get_sites(found), some)))  # fmt: skip

        b.each(lying, on)
        centre = b.kinds.some(b.kinds.topology.centre)
        return b.pick_sites(b.is_empty(lying), centre, b.get_sites(found))

    def _go_on(
        self, way: Direction, whole: Sites, start: Sites, vacant: Sites,
        reach: Callable[[Sites], object],
    ) -> None:  # fmt: skip
        """Go on in a direction from a domino, as broad as its end, while all is free."""
        b = self.b
        front = b.local("front", b.minus(b.board.around(start, way), without=whole))

        def step(_: Int) -> None:
            here = b.get_sites(front)
            free = b.is_empty(b.minus(here, without=vacant))
            b.leave_if(b.negate(b.both(free, b.equal(b.count(here), b.int(WIDE)))))
            reach(here)
            b.set(front, b.board.around(here, way))

        b.loop(b.int(HALF), step, most=HALF)

    def matches(self, site: Int) -> Bool:
        """Whether a domino has the pips of the one domino that it touches, with an end of either.

        The first one has nothing to touch.
        """
        self._expect()
        b = self.b
        mine = tuple(zip(self.halves(site), self.pips(site), strict=True))
        others = b.minus(self.lying(), without=b.single(site))
        fits = b.local("fits", b.true)
        touched, ends = b.local("touched", b.zero), b.local("ends", b.zero)

        def look(other: Int) -> None:
            theirs = zip(self.halves(other), self.pips(other), strict=True)
            near = b.zero
            for half, pips in theirs:
                for own, number in mine:
                    met = b.intersect(b.board.around(own, Direction.Orthogonal), half)
                    wrong = b.both(b.negate(b.is_empty(met)), b.differ(number, pips))
                    b.set(fits, b.both(b.get_bool(fits), b.negate(wrong)))
                    near = b.add(near, b.count(met))
            b.set(touched, b.add(b.get_int(touched), near))
            b.set(ends, b.add(b.get_int(ends), b.as_int(b.less(b.zero, near))))

        def compare() -> None:
            b.each(others, look)
            one = b.both(b.equal(b.get_int(ends), b.one),
                         b.equal(b.get_int(touched), b.int(WIDE)))  # fmt: skip
            b.set(fits, b.both(b.get_bool(fits), one))

        is_one = self.is_domino(b.pieces.what(site))
        b.if_(b.both(is_one, b.negate(b.is_empty(others))), compare)
        return b.get_bool(fits)

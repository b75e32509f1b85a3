"""Large pieces: tiles that cover several sites.

A large piece stands on one site, its anchor; how it lies is its state. The other sites that it
covers are its body. On each of these stands a part of it, a kind of piece of nobody that rules do
not see: such a site is neither empty nor occupied.

Source: Ludii 1.3.10 Core/src/game/equipment/component/Component.java.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from interpreter.ir.relations import Table
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Bodies, PieceKind
from interpreter.language.words import WalkStep

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# What a part of a large piece is called.
PART = "Part"
# So many numbers of sites the bodies of all pieces have, in all states and on all sites.
MOST_BODIES = 1 << 18


class LargePieces:
    """The large pieces of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.kinds: tuple[PieceKind, ...] = ()
        # The number of the kind that stands on the bodies of all of them; 0 if there are none.
        self.part = 0
        # The most ways in which one of them can lie.
        self.most_states = 0
        # The shape of each kind: kinds that cover the same sites share what is known of them.
        self._shapes: dict[int, int] = {}
        self._made: dict[tuple[tuple[WalkStep, ...], ...], Bodies] = {}
        self._whole: Table | None = None
        self._anchors: Table | None = None

    def bodies(self, walks: Sequence[Sequence[WalkStep]]) -> Bodies:
        """The sites that a piece covers, in each state and from each anchor; none if it cannot."""
        key = tuple(map(tuple, walks))
        if key not in self._made:
            ways = [self.b.walks.passed(walk) for walk in walks]
            self._made[key] = tuple(
                tuple(tuple(dict.fromkeys(path)) for path in start)
                for walk in ways
                for start in walk
            )
        return self._made[key]

    def install(self, kinds: Sequence[PieceKind]) -> tuple[PieceKind, ...]:
        """Note the large ones among some kinds of pieces; those kinds, with their parts."""
        self.kinds = tuple(one for one in kinds if one.bodies)
        if not self.kinds:
            return tuple(kinds)
        if self.b.pieces.stacked:
            raise self.b.fail("large pieces cannot stand on each other", code="large-pieces")
        self.most_states = max(len(one.bodies) for one in self.kinds)
        shapes = list({id(one.bodies): one.bodies for one in self.kinds}.values())
        if self.most_states * len(shapes) * self.b.site_count > MOST_BODIES:
            raise self.b.fail(
                "the large pieces can lie in too many ways on this board", code="large-pieces"
            )
        whole: list[int] = []
        anchors: list[int] = []
        for shape, bodies in enumerate(shapes):
            alike = [one for one in self.kinds if one.bodies is bodies]
            self._shapes |= dict.fromkeys((one.number for one in alike), shape)
            for state in range(self.most_states):
                rows = bodies[state] if state < len(bodies) else ()
                masks = [sum(1 << site for site in body) for body in rows]
                whole += masks + [0] * (self.b.site_count - len(masks))
                anchors.append(sum(1 << site for site, mask in enumerate(masks) if mask))
        self._whole, self._anchors = self.b.table(*whole, 0), self.b.table(*anchors, 0)
        self.part = len(kinds) + 1
        return (*kinds, PieceKind(self.part, PART, 0, part=True))

    # Sets of sites

    def covered(self) -> Sites:
        """The sites on which a part of a large piece lies that stands elsewhere."""
        return self.b.pieces.placed(self.b.int(self.part)) if self.part else self.b.nowhere

    def _row(self, kind: Int) -> Int:
        """The number of the shape of a large piece, from 0; -1 for another piece."""
        shapes = (self._shapes.get(number, -1) for number in range(self.part + 1))
        return self.b.lookup(self.b.table(*shapes, -1), kind)

    def is_large(self, kind: Int) -> Bool:
        """Whether a piece of this kind covers several sites."""
        return self.b.at_most(self.b.zero, self._row(kind)) if self.kinds else self.b.false

    def _index(self, kind: Int, state: Int) -> Int:
        """Where what is known of a piece in a state begins; negative for what is not large."""
        b, most = self.b, self.b.int(self.most_states)
        known = b.both(b.at_most(b.zero, state), b.less(state, most))
        index = b.add(b.multiply(self._row(kind), most), state)
        return b.pick(b.both(self.is_large(kind), known), index, b.nothing)

    def whole(self, kind: Int, state: Int, anchor: Int) -> Sites:
        """The sites that a piece covers, its anchor included; none if it is not large."""
        assert self._whole is not None
        b, index = self.b, self._index(kind, state)
        inside = b.both(b.at_most(b.zero, index), b.contains(b.board.everywhere, anchor))
        place = b.add(b.multiply(index, b.int(b.site_count)), anchor)
        return b.lookup_sites(self._whole, b.pick(inside, place, b.nothing))

    def standing(self, anchor: Int) -> Sites:
        """The sites that the piece on a site covers, or that site alone."""
        b = self.b
        if not self.kinds:
            return b.single(anchor)
        kind, state = b.pieces.what(anchor), b.pieces.state(anchor)
        return b.union(self.whole(kind, state, anchor), b.single(anchor))

    def fitting(self, kind: Int, state: Int, sites: Sites, free: Sites) -> Sites:
        """The sites of a set on which a large piece can stand in a state, with all it covers free.

        Args:
            free: what it may cover
        """
        assert self._anchors is not None
        b, index = self.b, self._index(kind, state)
        possible = b.intersect(sites, b.lookup_sites(self._anchors, index))

        def fits(anchor: Int) -> Bool:
            return b.is_empty(b.minus(self.whole(kind, state, anchor), without=free))

        return b.where(possible, fits)

    # Putting and taking

    def cover(self, kind: Int, state: Int, anchor: Int) -> None:
        """Lay the body of a large piece around its anchor."""
        b = self.b
        if self.part:
            body = b.minus(self.whole(kind, state, anchor), without=b.single(anchor))
            b.each(body, lambda site: b.handling.fill(site, b.int(self.part)))

    def uncover(self, anchor: Int) -> None:
        """Take away the body of the piece on a site; the piece itself stays."""
        b = self.b
        if self.part:
            body = b.intersect(self.standing(anchor), self.covered())
            b.each(body, lambda site: b.handling.fill(site, b.zero))

    def _carry(self, origin: Int, target: Int, state: Int) -> None:
        """Move a large piece, which lies in a state from now on."""
        b = self.b
        with b.live():
            kind = b.pieces.what(origin)
            value = b.pieces.value(origin)
            self.uncover(origin)
        with b.turn.untraced():
            b.handling.take(origin)
        b.handling.put(target, kind, state=state, value=value)
        b.hiding.travel(origin, target)

    # Moves

    def if_large(
        self, kind: Callable[[], Int], large: Callable[[], object], small: Callable[[], object]
    ) -> None:
        """Run one of two blocks: the first where a piece of this kind covers several sites."""
        if self.kinds:
            self.b.if_(self.is_large(kind()), large, small)
        else:
            small()

    def add(
        self, kind: Callable[[], Int], sites: Sites, given: Callable[[], Int] | None = None
    ) -> None:
        """Moves that put down a large piece, in every state or in the one that is given.

        Args:
            kind, given: asked where moves are looked for, and where one is made
            sites: where its anchor may stand
        """
        b = self.b

        def lay(state: Callable[[], Int]) -> None:
            def act(_: Int, target: Int) -> None:
                b.handling.put(target, kind(), state=state())

            here = state()
            fitting = self.fitting(kind(), here, sites, b.pieces.vacant())
            b.moves.move("Add", None, fitting, act, note=_note(here))

        every = [partial(b.int, state) for state in range(self.most_states)]
        for state in every if given is None else [given]:
            lay(state)

    def move(self, site: Int, sites: Sites) -> None:
        """Moves of the large piece on a site, to any state in which it lies on some sites.

        What it has covered counts as one of them. The first domino may cover others too.
        """
        b = self.b
        kind, now = b.pieces.what(site), b.pieces.state(site)
        free = b.union(sites, b.board.here(self.standing(site)))
        whole = free
        if b.dominoes.kinds:
            first = b.both(b.dominoes.is_domino(kind), b.is_empty(b.dominoes.lying()))
            whole = b.pick_sites(first, b.pieces.vacant(), free)

        def lie(state: Int) -> None:
            def act(origin: Int, target: Int) -> None:
                self._carry(origin, target, state)

            same = b.pick_sites(b.equal(now, state), b.single(site), b.nowhere)
            spots = b.minus(self.fitting(kind, state, free, whole), without=same)
            b.moves.move("Move", site, spots, act, note=_note(state))

        for state in range(self.most_states):
            lie(b.int(state))


def _note(state: Int) -> str:
    """What tells a move of a large piece from that of another state to the same site."""
    return "" if state.constant is None else f"state{state.constant}"

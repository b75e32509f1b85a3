"""Tiles with paths: how they are turned, and where their paths lead.

A tile lies on a cell, and its sides are those of the cell. Side 0 looks to the north, or is the
first one clockwise from there, while the tile is not turned. On each side there are places, its
slots, where paths end; they count clockwise too, so that the first slot of a side meets the last
one of the side that it touches. An end is the number of a side and of a slot on it, in one.

Source: Ludii 1.3.10 Core/src/game/equipment/component/tile, functions/ints/tile/PathExtent.java.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.board.graph import SiteType
from interpreter.board.topology import KEYS
from interpreter.ir import schema
from interpreter.ir.relations import Table
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Piece, PieceKind, Rotations
from interpreter.text.errors import LudError

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

CLASSES = {relation: key for key, relation in KEYS.items()}
# Shapes whose cells have a side opposite to each side.
SIDES = 4, 6
MOST_SLOTS = 8


@dataclass(frozen=True, slots=True)
class Turned:
    """A way in which a tile lies.

    Args:
        name: the direction to which its north points; nothing where rules do not turn tiles
        number: the place of that direction on the compass of the board
    """

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is known of the tiles of a game beforehand, by kind, rotation and end.

    Args:
        sides: how many sides a cell has
        slots: how many slots a side has
        colours: the colour at each end, 0 for none
        ends: the other end of the path that ends there; -1 if none does
        beside: by site and side, the cell beside it; -1 if there is none
        met: by end, the one that it touches on the cell beside
    """

    sides: int
    slots: int
    colours: Table
    ends: Table
    beside: Table
    met: Table

    @property
    def count(self) -> int:
        """How many ends a tile has."""
        return self.sides * self.slots


class Tiles:
    """The tiles of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._known: Meeting | None = None

    # What is known beforehand

    def install(self, pieces: list[Piece]) -> None:
        """Check the tiles among the pieces: their paths must fit the cells of the board."""
        b = self.b
        for piece in pieces:
            if not piece.paths:
                continue
            sides = len(self._sides())
            if b.board.use is not SiteType.CELL or sides not in SIDES:
                message = "tiles with paths lie on boards of squares or of hexagons, on their cells"
                raise LudError(message, piece.span, code="tile-slots")
            if piece.sides not in (None, sides):
                message = f"a cell of this board has {sides} sides, not {piece.sides}"
                raise LudError(message, piece.span, f"numSides:{sides}", code="tile-slots")
            if not 1 <= piece.slots <= MOST_SLOTS:
                message = f"a side has 1 to {MOST_SLOTS} slots, not {piece.slots}"
                raise LudError(message, piece.span, code="tile-slots")
            self._check_paths(piece, sides)

    def _check_paths(self, piece: Piece, sides: int) -> None:
        """Refuse paths that end beside the tile, or two of them that end at one place."""
        taken = set[tuple[int, int]]()
        for path in piece.paths:
            for side, slot in ((path.start, path.start_slot), (path.end, path.end_slot)):
                if not (0 <= side < sides and 0 <= slot < piece.slots):
                    message = f"the tile has no slot {slot} on a side {side}"
                    hint = f"sides are 0 to {sides - 1}, slots 0 to {piece.slots - 1}"
                    raise LudError(message, piece.span, hint, code="tile-slots")
                if (side, slot) in taken:
                    message = f"two paths end at slot {slot} of side {side}"
                    raise LudError(message, piece.span, code="tile-slots")
                taken.add((side, slot))

    def _compass(self) -> tuple[str, ...]:
        """The directions to which a tile can be turned, clockwise from the north."""
        return self.b.board.topology.supported[CLASSES["Adjacent"]]

    def _sides(self) -> tuple[str, ...]:
        """The directions in which the sides of cells look, clockwise from the north."""
        return self.b.board.topology.supported[CLASSES["Orthogonal"]]

    def _meeting(self) -> Meeting:
        if self._known is None:
            self._known = self._make()
        return self._known

    def _make(self) -> Meeting:
        b = self.b
        tiled = [kind for kind in b.box.kinds if kind.paths]
        if not tiled:
            raise b.fail(
                "the game has no tiles with paths",
                "(path from:0 to:2 colour:1) is one",
                code="no-tiles",
            )
        sides, slots = self._sides(), max(kind.slots for kind in tiled)
        if any(kind.slots != slots for kind in tiled):
            raise b.fail(
                "all tiles with paths have the same number of slots on a side", code="tile-slots"
            )
        rows = [row for kind in (None, *b.box.kinds) for row in self._turns_of(kind, slots)]
        steps = [b.board.topology.steps[name] for name in sides]
        beside = [next(iter(step[site]), -1) for site in range(b.board.size) for step in steps]
        half = len(sides) // 2
        met = [
            (side + half) % len(sides) * slots + slots - 1 - slot
            for side in range(len(sides))
            for slot in range(slots)
        ]
        return Meeting(
            len(sides), slots,
            b.table(*(colour for row in rows for colour, _ in row), 0),
            b.table(*(end for row in rows for _, end in row), -1),
            b.table(*beside, -1), b.table(*met, -1),
        )  # fmt: skip

    def _turns_of(self, kind: PieceKind | None, slots: int) -> Iterator[list[tuple[int, int]]]:
        """For each rotation the colour at each end of a tile, and the other end of its path.

        A tile can be turned further than once round.
        """
        sides, turns = len(self._sides()), len(self._compass())
        for turn in range(self.states):
            row = [(0, -1)] * (sides * slots)
            by = turn * sides // turns
            for path in kind.paths if kind is not None else ():
                one = (path.start + by) % sides * slots + path.start_slot
                other = (path.end + by) % sides * slots + path.end_slot
                row[one], row[other] = (path.colour, other), (path.colour, one)
            yield row

    # Rotations

    def turns(self, rotations: Rotations | None) -> list[Turned]:
        """The ways in which a rule lets a tile lie; straight if it says nothing."""
        b = self.b
        if rotations is None:
            return [Turned("", 0)]
        if b.pieces.stacked:
            raise b.fail("tiles that are turned cannot stand on each other", code="tile-turns")
        if b.large.kinds:
            raise b.fail(
                "a large piece is turned by its state, not by (rotations ...)", code="tile-turns"
            )
        compass, found = self._compass(), dict[str, Turned]()
        supported = b.board.topology.supported
        for direction in rotations.directions:
            for name in supported.get(CLASSES.get(direction.value, ""), (direction.value,)):
                if name not in compass:
                    hint = f"known: {', '.join(compass)}"
                    raise b.fail(
                        f"no tile can be turned to {name} on this board", hint, code="tile-turns"
                    )
                found[name] = Turned(name, compass.index(name))
        return list(found.values())

    @cached_property
    def states(self) -> int:
        """In how many ways a piece can be turned: the directions of cells, or of vertices if more.

        Source: Ludii 1.3.10 Core/src/game/Game.java, maximalRotationStates.
        """
        topology, graph = self.b.board.topology, self.b.board.graph
        kinds = [kind for kind in (SiteType.CELL, SiteType.VERTEX) if graph.size(kind)]
        return max(len(topology.on(kind).supported[CLASSES["All"]]) for kind in kinds)

    @property
    def turned(self) -> bool:
        """Whether rules turn tiles, or other pieces."""
        return self.b.keeps("rotations")

    def rotation(self, site: Int) -> Int:
        """How far the piece on a site is turned, in steps of the compass; 0 where there is none."""
        return self.b.pieces.of_site(schema.ROTATION, site) if self.turned else self.b.zero

    def rotate(self, site: Int, number: Int) -> None:
        """Turn the piece on a site."""
        if self.turned:
            self.b.pieces.set_of_site(schema.ROTATION, site, number)

    def turn_to(self, site: Int, number: Int) -> None:
        """Turn the piece on a site, as far as pieces can be turned; there need be none."""
        b = self.b
        if b.pieces.stacked:
            raise b.fail("pieces that are turned cannot stand on each other", code="tile-turns")
        if number.constant is not None and number.constant >= self.states:
            raise b.fail(
                f"a piece can be turned in {self.states} ways on this board, not {number.constant}",
                f"0 to {self.states - 1}",
                code="tile-turns",
            )
        known = b.both(b.at_most(b.zero, number), b.less(number, b.int(self.states)))

        def turn() -> None:
            self.rotate(site, number)
            b.turn.touch(site)

        b.if_(b.both(b.at_most(b.zero, site), known), turn)

    def lie_straight(self, site: Int) -> None:
        """What comes to a site from now on is not turned."""
        if self.turned and not self.b.pieces.stacked:
            with self.b.live():
                self.rotate(site, self.b.zero)

    def turn(self, site: Int, to: Turned) -> None:
        """Turn the tile that was put on a site."""
        if to.name:
            with self.b.live():
                self.rotate(site, self.b.int(to.number))

    def turning(
        self, to: Turned, act: Callable[[Int, Int], object]
    ) -> Callable[[Int, Int], object]:
        """The action of a move that turns the tile besides."""

        def both(origin: Int, target: Int) -> None:
            act(origin, target)
            self.turn(target, to)

        return both

    # Paths

    def _row(self, site: Int) -> Int:
        """Where what is known of the tile on a site begins."""
        b, known = self.b, self._meeting()
        turns = b.int(self.states)
        kind = b.add(b.multiply(b.pieces.what(site), turns), self.rotation(site))
        return b.multiply(kind, b.int(known.count))

    def _colour(self, site: Int, end: Int) -> Int:
        return self.b.lookup(self._meeting().colours, self.b.add(self._row(site), end))

    def _beside(self, site: Int, end: Int) -> Int:
        """The cell on which the end of a path would go on; -1 if there is none."""
        b, known = self.b, self._meeting()
        side = b.divide(end, b.int(known.slots))
        return b.lookup(known.beside, b.add(b.multiply(site, b.int(known.sides)), side))

    def matches(self, site: Int) -> Bool:
        """Whether the tile on a site has the colours of its neighbours where it touches them."""
        b, known = self.b, self._meeting()
        taken = b.pieces.occupied()
        found = b.local("matches", b.contains(taken, site))

        def look(end: Int) -> None:
            other = self._beside(site, end)
            there = self._colour(other, b.lookup(known.met, end))
            differs = b.differ(self._colour(site, end), there)
            b.if_(b.both(b.contains(taken, other), differs), lambda: b.set(found, b.false))

        b.if_(b.get_bool(found), lambda: b.loop(b.int(known.count), look, most=known.count))
        return b.get_bool(found)

    def _follow(
        self, site: Int, end: Int, colour: Int, reach: Callable[[Int], object] | None = None
    ) -> Bool:
        """Follow the path that leaves a tile at an end; whether it comes back there.

        Args:
            reach: is told each site to which the path leads, that of the next tile too where there
                is none yet
        """
        b, known = self.b, self._meeting()
        here, at = b.local("here", site), b.local("end", end)
        closed = b.local("closed", b.false)

        def step(_: Int) -> None:
            other = self._beside(b.get_int(here), b.get_int(at))
            b.leave_if(b.less(other, b.zero))
            if reach is not None:
                reach(other)
            entry = b.add(self._row(other), b.lookup(known.met, b.get_int(at)))
            b.leave_if(b.differ(b.lookup(known.colours, entry), colour))
            b.set(here, other)
            b.set(at, b.lookup(known.ends, entry))
            back = b.both(b.equal(b.get_int(here), site), b.equal(b.get_int(at), end))
            b.set(closed, back)
            b.leave_if(back)

        # No end of a tile is passed twice before the path comes back.
        most = b.board.size * known.count
        b.loop(b.int(most), step, most=most)
        return b.get_bool(closed)

    def _each_end(self, sites: Sites, colour: Int, body: Callable[[Int, Int], object]) -> None:
        """Run the body for each end of a path of a colour on the tiles on some sites."""
        b, known = self.b, self._meeting()

        def one(site: Int) -> None:
            def at(end: Int) -> None:
                same = b.equal(self._colour(site, end), colour)
                b.if_(same, lambda: body(site, end))

            b.loop(b.int(known.count), at, most=known.count)

        b.each(b.intersect(sites, b.pieces.occupied()), one)

    def _last(self) -> Sites:
        """The tiles that the last move put down, with all that followed."""
        return self.b.board.here(self.b.turn.touched())

    def closes(self, colour: Int) -> Bool:
        """Whether a path of a colour on a tile of the last move comes back to its beginning."""
        b = self.b
        found = b.local("loop", b.false)

        def look(site: Int, end: Int) -> None:
            closed = self._follow(site, end, colour)
            b.set(found, b.either(b.get_bool(found), closed))

        self._each_end(self._last(), colour, look)
        return b.get_bool(found)

    def extent(self, colour: Int, sites: Sites | None) -> Int:
        """How many rows or columns paths of a colour lead away from the tiles on some sites.

        Args:
            sites: those of the last move if not given
        """
        b, topology = self.b, self.b.board.topology
        rows, columns = b.table(*topology.rows, -1), b.table(*topology.columns, -1)
        most = b.local("extent", b.zero)

        def away(table: Table, one: Int, other: Int) -> Int:
            first, second = b.lookup(table, one), b.lookup(table, other)
            return b.greatest(b.subtract(first, second), b.subtract(second, first))

        def look(site: Int, end: Int) -> None:
            def reach(other: Int) -> None:
                far = b.greatest(away(rows, site, other), away(columns, site, other))
                b.set(most, b.greatest(b.get_int(most), far))

            self._follow(site, end, colour, reach)

        self._each_end(self._last() if sites is None else sites, colour, look)
        return b.get_int(most)

"""What rules say about boards and pieces, as instructions: rows, groups, owners, placing.

`Verbs` knows the board and the fields of the state; `builder.py` adds moves and the lowering of
ludemes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.emit import FALSE, NONE, NOWHERE, TRUE, ZERO, Emitter
from interpreter.errors import LudError
from interpreter.ir import (
    MOST_PIECES,
    Access,
    Axis,
    Bool,
    Field,
    Int,
    Kind,
    Link,
    Rays,
    Relation,
    Sites,
    Table,
)
from interpreter.lift import Lifter, LiftError
from interpreter.topology import Topology
from interpreter.types import Direction

Directions = Direction | Sequence[Direction]

# The classes of directions, as the board names them.
CLASS_KEYS = {
    Direction.Adjacent: "adj",
    Direction.Orthogonal: "orth",
    Direction.Diagonal: "diag",
    Direction.OffDiagonal: "off",
    Direction.All: "all",
}

# Up to so many pieces, clearing a site clears it in every set, which needs no branch; with more,
# the piece on every site is kept beside the sets.
FEW_PIECES = 4


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: its number (from 1), its name with the owner's number, its owner."""

    number: int
    name: str
    owner: int


class Verbs(Emitter):
    """An emitter that knows the board, the players and the pieces."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[Field] = []
        self._topology: Topology | None = None
        self.scalars: dict[str, Field] = {}
        self.arrays: dict[str, Field] = {}
        self.players = 0
        self.pieces: tuple[PieceKind, ...] = ()
        self._relations: dict[tuple[Direction, ...], Relation] = {}
        self._axes: dict[Direction, tuple[Axis, ...]] = {}
        self._whole: dict[Axis, tuple[Axis, tuple[int, ...]]] = {}
        self._tables: dict[tuple[int, ...], Table] = {}
        self._rays: dict[Direction, tuple[Rays, ...]] = {}
        # A condition is being lowered to be asked of all sites at once: without branches.
        self.lifting = False
        self._rings: dict[tuple[Direction, int], Relation] = {}
        self._rayed: dict[tuple[tuple[Direction, ...], int | None], Relation] = {}

    @property
    def topology(self) -> Topology:
        """The board."""
        if self._topology is None:
            raise LudError("this asks about the game before there is a board")
        return self._topology

    # Fields

    def add_field(
        self,
        name: str,
        kind: Kind,
        length: int | None = None,
        *,
        initial: int = 0,
        position: bool = False,
    ) -> Field:
        """A new part of the state."""
        made = Field(name, kind, length, initial, position)
        self.fields.append(made)
        return made

    def install(self, topology: Topology, players: int) -> None:
        """Set the board and the number of players, and make the scalar fields."""
        self._topology = topology
        self.site_count = topology.size
        self.players = players
        scalars = ("mover", "next", "prev", "turn", "moves", "turn_moves", "over", "winners",
                   "losers", "swapped")  # fmt: skip
        self.scalars = {name: self.add_field(name, "int") for name in scalars}
        for name in ("last_from", "last_to"):
            self.scalars[name] = self.add_field(name, "int", initial=-1)
            self.scalars[name].bounds = (-1, self.site_count - 1)
        self.scalars["random"] = self.add_field("random", "int")
        each = ("phase", "active", "score", "rank", "passed", "stuck")
        self.arrays = {name: self.add_field(name, "int", players + 2) for name in each}
        for name in ("phase", "swapped"):
            (self.arrays.get(name) or self.scalars[name]).position = True

    def install_pieces(self, pieces: Sequence[PieceKind]) -> None:
        """Set the kinds of pieces, and make the fields that hold what lies where."""
        self.pieces = tuple(pieces)
        self.owner_table = self.table(0, *(piece.owner for piece in pieces))
        count = len(pieces) + 1
        assert count <= MOST_PIECES + 1
        self.placed = self.add_field("placed", "sites", count, position=True)
        # With one piece for each player, in order, the sets by piece are the sets by owner.
        if [piece.owner for piece in pieces] == list(range(1, self.players + 1)):
            self.owned = self.placed
        else:
            self.owned = self.add_field("owned", "sites", self.players + 2)
        self.what_at: Field | None = None
        if len(pieces) > FEW_PIECES:
            # Entry 0, which is read for any site off the board, stays 0.
            self.what_at = self.add_field("what", "int", self.site_count + 1)

    def table(self, *entries: int) -> Table:
        """A constant table of numbers or of bit masks."""
        if entries not in self._tables:
            self._tables[entries] = Table(f"table{len(self._tables)}", entries)
        return self._tables[entries]

    def entry_of(self, several: Sequence[Sequence[int]], index: Int) -> Sites:
        """One of several constant sets by its number; empty for a number out of range."""
        masks = [sum(1 << site for site in sites) for sites in several]
        return self.lookup_sites(self.table(*masks, 0), index)

    def everybody(self) -> list[Int]:
        """All players, in order of their numbers."""
        return [self.int(player) for player in range(1, self.players + 1)]

    def scalar(self, name: str) -> Int:
        """A number of the state: `mover`, `next`, `last_to` and the like."""
        assert self.topology, "numbers of the state come with the board"
        return self.read_int(self.scalars[name])

    def draw(self, bound: Int) -> Int:
        """A number from 0 up to and without the bound, by chance."""
        return self.number("random", bound, attribute=Access(self.scalars["random"]))

    # Pieces

    @property
    def board(self) -> Sites:
        """Every site."""
        return Sites(constant=(1 << self.site_count) - 1)

    def vacant(self) -> Sites:
        """The sites with no piece."""
        return self.read_sites(self.placed, ZERO)

    def within_vacant(self, sites: Sites) -> bool:
        """Whether a set is plainly the empty sites."""
        last = self.block[-1] if self.block else None
        return (
            last is not None
            and last.result == sites
            and last.name == "read_at"
            and isinstance(last.attribute, Access)
            and last.attribute.field is self.placed
            and last.operands[0] == ZERO
        )

    def occupied(self) -> Sites:
        """The sites with a piece."""
        return self.minus(self.board, without=self.vacant())

    def owned_by(self, player: Int) -> Sites:
        """The sites with a piece of a player; 0 asks for pieces that belong to nobody."""
        if self.owned is self.placed and player.constant == 0:
            return NOWHERE
        if self.owned is self.placed and player.constant is None:
            positive = self.less(ZERO, player)
            return self.pick_sites(positive, self.read_sites(self.owned, player), NOWHERE)
        return self.read_sites(self.owned, player)

    def placed_by_piece(self, piece: Int) -> Sites:
        """The sites with a piece of this kind; 0 asks for the empty sites."""
        return self.read_sites(self.placed, piece)

    def what(self, site: Int) -> Int:
        """The kind of piece on a site; 0 for none."""
        if self.what_at is not None and not self.lifting:
            return self.read_int(self.what_at, self.add(site, self.int(1)))
        found = ZERO
        for piece in self.pieces:
            here = self.contains(self.placed_by_piece(self.int(piece.number)), site)
            found = self.pick(here, self.int(piece.number), found)
        return found

    def who(self, site: Int) -> Int:
        """The owner of the piece on a site; 0 for none or nobody's."""
        return self.lookup(self.owner_table, self.what(site))

    def set_site(self, site: Int, piece: Int, *, vacant: bool = False) -> None:
        """Put a piece of a kind on a site in place of what was there; 0 empties it.

        Args:
            site: a site of the board
            vacant: it is known to be empty
        """
        with self.live():
            spot = self.single(site)
            for field, count in ((self.placed, len(self.pieces) + 1), *self._owner_sets()):
                if vacant and field is self.owned and field is not self.placed:
                    continue
                self._take_out(field, range(1) if vacant else range(count), spot, site)
            self._put_in(self.placed, piece, spot)
            if self.owned is not self.placed:
                # No piece has no owner: a number outside the range, which nothing is written to.
                nobody = self.table(self.players + 2, *self.owner_table.entries[1:])
                self._put_in(self.owned, self.lookup(nobody, piece), spot)
            if self.what_at is not None:
                self.write(self.what_at, piece, self.add(site, self.int(1)))

    def _owner_sets(self) -> tuple[tuple[Field, int], ...]:
        return () if self.owned is self.placed else ((self.owned, self.players + 2),)

    def _take_out(self, field: Field, indices: range, spot: Sites, site: Int) -> None:
        if self.what_at is not None and len(indices) > 1:
            was = self.what(site)
            if field is self.owned:
                was = self.lookup(self.owner_table, was)
            self.write(field, self.minus(self.read_sites(field, was), without=spot), was)
            return
        for index in map(self.int, indices):
            self.write(field, self.minus(self.read_sites(field, index), without=spot), index)

    def _put_in(self, field: Field, index: Int, spot: Sites) -> None:
        self.write(field, self.union(self.read_sites(field, index), spot), index)

    # Directions

    def relation(self, directions: Directions) -> Relation:
        """Where each site leads in a direction, or in any of several."""
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        if several not in self._relations:
            targets = [self.topology.neighbours(direction.value) for direction in several]
            merged = tuple(
                tuple(dict.fromkeys(target for one in targets for target in one[site]))
                for site in range(self.site_count)
            )
            name = "+".join(direction.value for direction in several)
            self._relations[several] = Relation(name, merged)
        return self._relations[several]

    def axes(self, direction: Direction) -> tuple[Axis, ...]:
        """The straight lines through each site, one axis for each pair of opposite directions."""
        if direction not in self._axes:
            lines = self.topology.lines(direction.value)
            self._axes[direction] = tuple(
                Axis(f"{direction.value}{slot}", tuple(site[slot] for site in lines))
                for slot in range(len(lines[0]))
            )
        return self._axes[direction]

    def rays(self, direction: Direction) -> tuple[Rays, ...]:
        """The rays from each site in a direction, or in every direction of a class."""
        if direction not in self._rays:
            key = CLASS_KEYS.get(direction)
            names = (direction.value,) if key is None else self.topology.supported[key]
            self._rays[direction] = tuple(self._split_rays(names))
        return self._rays[direction]

    def _split_rays(self, names: Sequence[str]) -> Iterator[Rays]:
        """A direction in which some site has several rays makes several."""
        for name in names:
            per_site = self.topology.radials.get(name, ())
            for place in range(max(map(len, per_site), default=0)):
                chosen = tuple(rays[place] if place < len(rays) else () for rays in per_site)
                yield Rays(f"{name}{place}", chosen)

    def around(self, sites: Sites, directions: Directions) -> Sites:
        """The neighbours of a set; a site of the set is in it if it neighbours another."""
        return self.image(sites, self.relation(directions))

    def neighbours(self, site: Int, directions: Directions) -> Sites:
        """The neighbours of one site, from a table."""
        return self.entry_of(self.relation(directions).targets, site)

    def ring(self, where: Int | Sites, direction: Direction, distance: int) -> Sites:
        """The sites exactly so many steps away along the rays of a direction."""
        if distance == 1:
            single = isinstance(where, Int)
            return self.neighbours(where, direction) if single else self.around(where, direction)
        key = (direction, distance)
        if key not in self._rings:
            far: list[list[int]] = [[] for _ in range(self.site_count)]
            for rays in self.rays(direction):
                for site, ray in enumerate(rays.sites):
                    far[site] += ray[distance - 1 : distance]
            targets = tuple(tuple(dict.fromkeys(sites)) for sites in far)
            self._rings[key] = Relation(f"{direction.value}{distance}", targets)
        return self.image(self.as_sites(where), self._rings[key])

    def rayed(self, where: Int | Sites, directions: Directions, distance: int | None) -> Sites:
        """All sites along the rays from a site or a set.

        Args:
            distance: no further than so many steps; to the end if not given
        """
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        key = (several, distance)
        if key not in self._rayed:
            far: list[list[int]] = [[] for _ in range(self.site_count)]
            for rays in (one for direction in several for one in self.rays(direction)):
                for site, ray in enumerate(rays.sites):
                    far[site] += ray[: len(ray) if distance is None else max(0, distance)]
            targets = tuple(tuple(dict.fromkeys(sites)) for sites in far)
            name = "+".join(direction.value for direction in several)
            self._rayed[key] = Relation(f"{name}_rays", targets)
        relation = self._rayed[key]
        single = isinstance(where, Int)
        return self.entry_of(relation.targets, where) if single else self.image(where, relation)

    def along_rays(
        self,
        start: Int,
        directions: Directions,
        step: Callable[[Int], object],
        distance: Int | None = None,
    ) -> None:
        """Walk every ray of some directions from a site; `step` may `leave` the present ray."""
        several = (directions,) if isinstance(directions, Direction) else tuple(directions)
        for rays in (one for direction in several for one in self.rays(direction)):
            length = max(map(len, rays.sites), default=0)

            def walk(index: Int, rays: Rays = rays) -> None:
                site = self.along(rays, start, self.add(index, self.int(1)))
                self.leave_if(self.less(site, ZERO))
                step(site)

            steps = self.int(length) if distance is None else distance
            self.loop(self.least(steps, self.int(length)), walk, most=max(length, 1))

    # Rows and groups

    def line(
        self, own: Sites, through: Int, length: Int, direction: Direction, exact: Bool
    ) -> Bool:
        """Whether a row of the set of at least (or exactly) this length runs through a site."""
        found = FALSE
        for axis in self.axes(direction):
            whole, missing = self._whole_axis(axis)
            run = self.run(own, through, whole)
            here = self.negate(self.contains(self.sites(missing), through))
            simple = length.constant is not None and length.constant > 0
            if not simple:
                run = self.pick(here, run, ZERO)
            enough = self.at_most(length, run)
            if exact.constant == 1:
                enough = self.equal(run, length)
            elif exact.constant is None:
                enough = self.both(enough, self.either(self.negate(exact), self.equal(run, length)))
            if simple:
                enough = self.both(enough, here)
            found = self.either(found, enough)
        return found

    def group(self, start: Sites, within: Sites, directions: Directions) -> Sites:
        """All sites of `within` that steps inside `within` reach from `start`."""
        return self.flood(start, within, self.relation(directions))

    def _whole_axis(self, axis: Axis) -> tuple[Axis, tuple[int, ...]]:
        """An axis with all the lines of this one, and the sites through which this has none.

        At the rim a direction can have no line where its opposite has one. Both ask for the row
        of the axis that holds them, so that it is found once.
        """
        if axis not in self._whole:
            found = axis, ()
            for one in self.axes(Direction.All):
                if all(
                    rays is None or rays in (held, held and held[::-1])
                    for rays, held in zip(axis.rays, one.rays, strict=True)
                ):
                    gone = [site for site, rays in enumerate(axis.rays) if rays is None]
                    found = one, tuple(site for site in gone if one.rays[site] is not None)
                    break
            self._whole[axis] = found
        return self._whole[axis]

    def linked(self, player: Int, site: Int, targets: Sites, directions: Directions) -> Bool:
        """Whether a player's group through a site meets a set; false where he has no piece."""
        link = Link(self.owned, self.copy, self.relation(directions))
        return self.truth("linked", player, site, targets, attribute=link)

    def each_group(
        self, sites: Sites, directions: Directions, body: Callable[[Sites], object]
    ) -> None:
        """Run the body for each connected group of a set, in order of the lowest site."""
        rest = self.local("rest", sites)

        def one(_: Int) -> None:
            left = self.get_sites(rest)
            self.leave_if(self.is_empty(left))
            group = self.group(self.single(self.first(left)), left, directions)
            self.set(rest, self.minus(left, without=group))
            body(group)

        self.loop(self.int(self.site_count), one, most=self.site_count)

    def filter(self, sites: Sites, condition: Callable[[Int], Bool]) -> Sites:
        """The sites of a set for which a condition holds."""
        known = self._filter_known(sites, condition)
        if known is not None:
            return known
        if (site := self._only(sites)) is not None:
            return self.pick_sites(condition(site), sites, NOWHERE)
        if (lifted := self._lift(condition)) is not None:
            return self.intersect(sites, lifted)
        kept = self.local("kept", NOWHERE)

        def test(site: Int) -> None:
            keep = lambda: self.set(kept, self.union(self.get_sites(kept), self.single(site)))  # noqa: E731
            self.if_(condition(site), keep)

        self.each(sites, test)
        return self.get_sites(kept)

    def _only(self, sites: Sites) -> Int | None:
        """The site of a set that was made of it just now."""
        for step in reversed(self.block):
            if step.result == sites:
                only = step.operands[0] if step.name == "single" else None
                return only if isinstance(only, Int) else None
        return None

    def _lift(self, condition: Callable[[Int], Bool]) -> Sites | None:
        """The sites of the board for which a condition holds, by set algebra; None for a loop."""
        site = self.fresh("int")
        assert isinstance(site, Int)
        saved, self.lifting = self.lifting, True
        with self.open() as block:
            answer = condition(site)
        self.lifting = saved
        try:
            return Lifter(self, site, self.board).lift(block, answer)
        except LiftError:
            return None

    def _filter_known(self, sites: Sites, condition: Callable[[Int], Bool]) -> Sites | None:
        """The sites of a constant set for which a condition holds, if the board alone decides."""
        kept = 0
        if sites.constant is None:
            return None
        for site in range(self.site_count):
            if sites.constant >> site & 1:
                with self.open():  # what is written here is dropped
                    answer = condition(self.int(site)).constant
                if answer is None:
                    return None
                kept |= answer << site
        return Sites(constant=kept)

    def any_site(self, sites: Sites, condition: Callable[[Int], Bool]) -> Bool:
        """Whether a condition holds for some site of a set."""
        if (lifted := self._lift(condition)) is not None:
            return self.negate(self.is_empty(self.intersect(sites, lifted)))
        found = self.local("found", FALSE)

        def test(site: Int) -> None:
            def hit() -> None:
                self.set(found, TRUE)
                self.leave()

            self.if_(condition(site), hit)

        self.each(sites, test)
        return self.get_bool(found)

    # Short-circuit logic over parts that are lowered only where they are needed

    def all_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether every condition holds; later ones run only while the earlier ones hold."""
        return self._chain(conditions, stop=False)

    def any_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether some condition holds; later ones run only while the earlier ones fail."""
        return self._chain(conditions, stop=True)

    def _chain(self, conditions: Sequence[Callable[[], Bool]], *, stop: bool) -> Bool:
        if not conditions:
            return self.bool(not stop)
        first = conditions[0]()
        rest = conditions[1:]
        if not rest or first.constant == int(stop):
            return first
        if self.lifting:
            join = self.either if stop else self.both
            return join(first, self._chain(rest, stop=stop))
        if first.constant is not None:
            return self._chain(rest, stop=stop)
        answer = self.local("answer", first)

        def more() -> None:
            self.set(answer, self._chain(rest, stop=stop))

        if stop:
            self.if_(first, lambda: None, more)
        else:
            self.if_(first, more)
        return self.get_bool(answer)

    def choose(self, condition: Bool, yes: Callable[[], Int], no: Callable[[], Int]) -> Int:
        """One of two numbers, of which only the chosen one is computed."""
        if condition.constant is not None:
            return yes() if condition.constant else no()
        if self.lifting:
            return self.pick(condition, yes(), no())
        answer = self.local("number", NONE)
        self.if_(condition, lambda: self.set(answer, yes()), lambda: self.set(answer, no()))
        return self.get_int(answer)

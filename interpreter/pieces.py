"""What lies where: the fields of the state, the pieces, and putting and moving them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.board.topology import Topology
from interpreter.emit import FALSE, NOWHERE, ONE, ZERO, Emitter
from interpreter.ir import (
    MOST_PIECES,
    MOST_SITES,
    Access,
    Bool,
    Field,
    Instruction,
    Int,
    Kind,
    Sites,
    Table,
)
from interpreter.language.signatures import Lazy, Moves
from interpreter.language.words import Direction
from interpreter.text.errors import LudError

# Up to so many pieces, clearing a site clears it in every set, which needs no branch; with more,
# the piece on every site is kept beside the sets.
FEW_PIECES = 4

# So many numbers that are no sites can be pending at once.
MOST_PENDING = 32


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece.

    Args:
        number: counts from 1
        name: its name, with the owner's number behind it
        owner: whose it is; 0 is nobody, one more than there are players is everybody
        facing: where it looks
        moves: how pieces of this kind move
    """

    number: int
    name: str
    owner: int
    facing: Direction = Direction.N
    moves: Lazy[Moves] | None = field(default=None, compare=False)

    def __reduce__(self) -> tuple[type[PieceKind], tuple[int, str, int, Direction]]:
        """A copy elsewhere has no rules."""
        return type(self), (self.number, self.name, self.owner, self.facing)


@dataclass(frozen=True, slots=True)
class Hand:
    """Places beside the board where a player keeps pieces; numbered after the sites before it."""

    owner: int
    sites: range


class Pieces(Emitter):
    """An emitter that knows the players, the pieces, and the fields of the state."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.fields: list[Field] = []
        self._topology: Topology | None = None
        self.scalars: dict[str, Field] = {}
        self.arrays: dict[str, Field] = {}
        self.players = 0
        self.pieces: tuple[PieceKind, ...] = ()
        self._tables: dict[tuple[int, ...], Table] = {}
        # The mover, where the rules hold only for him.
        self.assumed: Int | None = None
        # The sites of each hand, which are numbered after the board's.
        self.hands: tuple[Hand, ...] = ()
        # Some rule asks which sites a move dealt with, so that they are noted; None: not known yet.
        self.tracing: bool | None = None
        # A condition is being lowered to be asked of all sites at once: without branches.
        self.lifting = False

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

    def install(
        self, topology: Topology, players: int, hands: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Set the board, the hands and the number of players, and make the fields of the state.

        Args:
            hands: owner and size of each
        """
        self._topology = topology
        self.site_count = topology.size
        made: list[Hand] = []
        if hands:
            # As many numbers as there are cells go to the board, though its sites may be fewer.
            self.site_count = max(topology.size, len(topology.graph.faces))
        for owner, size in hands:
            made.append(Hand(owner, range(self.site_count, self.site_count + size)))
            self.site_count += size
        if self.site_count > MOST_SITES:
            raise LudError(f"a board with its hands has at most {MOST_SITES} sites")
        self.hands = tuple(made)
        self.players = players
        scalars = ("mover", "next", "prev", "turn", "moves", "turn_moves", "over", "winners",
                   "losers", "swapped")  # fmt: skip
        self.scalars = {name: self.add_field(name, "int") for name in scalars}
        for name in ("last_from", "last_to"):
            self.scalars[name] = self.add_field(name, "int", initial=-1)
            self.scalars[name].bounds = (-1, self.site_count - 1)
        self.scalars["pending"] = self.add_field("pending", "int", initial=-1)
        self.scalars["last_passed"] = self.add_field("last_passed", "int")
        self.scalars["passes"] = self.add_field("passes", "int")
        self.scalars["trying"] = self.add_field("trying", "int")
        self.scalars["random"] = self.add_field("random", "int")
        each = ("phase", "active", "score", "rank", "stuck")
        self.arrays = {name: self.add_field(name, "int", players + 2) for name in each}
        for name in ("phase", "swapped"):
            (self.arrays.get(name) or self.scalars[name]).position = True
        # Entry 0 of what is kept for each site is read for any site off the board: it stays 0.
        self.states = self.add_field("state", "int", self.site_count + 1, position=True)
        self.pending_sites = self.add_field("pending_sites", "sites")
        # The sites that the last move and what followed it dealt with.
        self.touched = self.add_field("touched", "sites")
        # Pending numbers that are no sites, and how many.
        self.pending_numbers = self.add_field("pending_numbers", "int", MOST_PENDING)
        self.pending_count = self.add_field("pending_count", "int")
        # Where moves of the present turn came from and went, if it goes on.
        self.visited = self.add_field("visited", "sites")
        self.to_clear = self.add_field("to_clear", "sites", position=True)
        if made:
            held = self.site_count - topology.size
            self.held = self.add_field("held", "int", held + 1, position=True)
        self._variables: dict[str, Field] = {}

    def variable(self, name: str) -> Field:
        """A number that rules keep under a name."""
        # A field that was made while something was tried that came to nothing is gone again.
        if not any(one is self._variables.get(name) for one in self.fields):
            label = f"var_{name}" if name else "var"
            # A number without a name is part of the position; see semantics of repetition.
            made = self.add_field(label, "int", initial=-1, position=not name)
            self._variables[name] = made
        return self._variables[name]

    def install_pieces(self, pieces: Sequence[PieceKind]) -> None:
        """Set the kinds of pieces, and make the fields that hold what lies where."""
        self.pieces = tuple(pieces)
        self.owner_table = self.table(0, *(piece.owner for piece in pieces))
        count = len(pieces) + 1
        assert count <= MOST_PIECES + 1
        self.placed = self.add_field("placed", "sites", count, position=True)
        # Where pieces of each kind stood when the game started.
        self.starting = self.add_field("starting", "sites", count)
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
        if name == "mover" and self.assumed is not None:
            return self.assumed
        return self.read_int(self.scalars[name])

    @contextmanager
    def assuming(self, mover: Int | None) -> Generator[None]:
        """The rules written inside hold only while this player is the mover."""
        saved, self.assumed = self.assumed, mover
        try:
            yield
        finally:
            self.assumed = saved

    def draw(self, bound: Int) -> Int:
        """A number from 0 up to and without the bound, by chance."""
        return self.number("random", bound, attribute=Access(self.scalars["random"]))

    # Pieces

    @property
    def board(self) -> Sites:
        """Every site of the board itself."""
        return Sites(constant=(1 << self.topology.size) - 1)

    @property
    def everywhere(self) -> Sites:
        """Every site, those of hands too."""
        return Sites(constant=(1 << self.site_count) - 1)

    def here(self, sites: Sites) -> Sites:
        """The sites of a set that are on the board itself."""
        return self.intersect(sites, self.board) if self.hands else sites

    def vacant(self) -> Sites:
        """The sites of the board with no piece."""
        return self.here(self.read_sites(self.placed, ZERO))

    def within_vacant(self, sites: Sites, last: Instruction | None = None) -> bool:
        """Whether a set is plainly the empty sites, as the last instruction or another made it."""
        last = last or (self.block[-1] if self.block else None)
        return (
            not self.plain
            and last is not None
            and last.result == sites
            and last.name == "read_at"
            and isinstance(last.attribute, Access)
            and last.attribute.field is self.placed
            and last.operands[0] == ZERO
        )

    def bare(self) -> Sites:
        """The sites with no piece, those of hands too."""
        return self.read_sites(self.placed, ZERO)

    def taken(self) -> Sites:
        """The sites with a piece, those of hands too."""
        return self.minus(self.everywhere, without=self.bare())

    def within_container(self, sites: Sites, container: Int) -> Sites:
        """The sites of a set that are on the board (container 0) or in a hand (1, 2, …)."""
        masks = [(1 << self.topology.size) - 1]
        masks += [sum(1 << site for site in hand.sites) for hand in self.hands]
        return self.intersect(sites, self.lookup_sites(self.table(*masks, 0), container))

    def occupied(self) -> Sites:
        """The sites of the board with a piece."""
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

    def started_with(self, piece: Int) -> Sites:
        """The sites where a piece of this kind stood when the game started."""
        return self.read_sites(self.starting, piece)

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
        if self.what_at is None and self.owned is not self.placed:
            found = ZERO
            for owner in range(1, self.players + 2):
                here = self.contains(self.owned_by(self.int(owner)), site)
                found = self.pick(here, self.int(owner), found)
            return found
        return self.lookup(self.owner_table, self.what(site))

    def set_site(
        self,
        site: Int,
        piece: Int,
        *,
        vacant: bool = False,
        state: Int = ZERO,
        was: Int | None = None,
    ) -> None:
        """Put a piece of a kind on a site in place of what was there; 0 empties it.

        Args:
            site: a site of the board, or of a hand
            vacant: it is known to be empty
            state: the state of the piece
            was: the kind of piece that is known to be there
        """
        before = ZERO if vacant else was
        self.touch(site)
        with self.live():
            spot = self.single(site)
            self._take_out(self.placed, before, len(self.pieces) + 1, spot, site)
            self._put_in(self.placed, piece, spot)
            if self.owned is not self.placed:
                owner = None if before is None else self._owner(before)
                self._take_out(self.owned, owner, self.players + 2, spot, site)
                self._put_in(self.owned, self._owner(piece), spot)
            if self.what_at is not None:
                self.write(self.what_at, piece, self.add(site, self.int(1)))
            self.write(self.states, state, self.add(site, self.int(1)))

    def touch(self, site: Int) -> None:
        """Note that a move deals with a site, where some rule asks for it."""
        if self.tracing:
            with self.live():
                both = self.union(self.read_sites(self.touched), self.single(site))
                self.write(self.touched, both)

    def _owner(self, piece: Int) -> Int:
        """Whose a piece is; no piece has no owner, a number outside the range of players."""
        nobody = self.table(self.players + 2, *self.owner_table.entries[1:])
        return self.lookup(nobody, piece)

    # Hands, and how many pieces are on one site

    def in_hand(self, site: Int) -> Bool:
        """Whether a site is one of a hand."""
        return self.at_most(self.int(self.topology.size), site) if self.hands else FALSE

    def _held_at(self, site: Int) -> Int:
        return self.subtract(site, self.int(self.topology.size - 1))

    def count_at(self, site: Int) -> Int:
        """How many pieces are on a site: several in a hand, at most one on the board."""
        on_board = self.as_int(self.contains(self.occupied(), site))
        if not self.hands:
            return on_board
        held = self.read_int(self.held, self._held_at(site))
        return self.pick(self.in_hand(site), held, on_board)

    def hand_sites(self, player: int) -> list[int]:
        """The sites of a player's hand, in order."""
        return [site for hand in self.hands if hand.owner == player for site in hand.sites]

    def put(
        self,
        site: Int,
        piece: Int,
        count: Int = ONE,
        state: Int = ZERO,
        *,
        vacant: bool = False,
    ) -> None:
        """Put a piece on a site; in a hand with pieces of its kind it joins them."""

        def join() -> None:
            with self.live():
                here = self._held_at(site)
                alike = self.equal(self.what(site), piece)
                before = self.pick(alike, self.read_int(self.held, here), ZERO)
                self.set_site(site, piece, state=state)
                self.write(self.held, self.add(before, count), here)

        place = lambda: self.set_site(site, piece, vacant=vacant, state=state)  # noqa: E731
        self.if_(self.in_hand(site), join, place)

    def lay(
        self,
        site: Int,
        piece: Int,
        count: Int = ONE,
        state: Int = ZERO,
        *,
        vacant: bool = False,
    ) -> None:
        """Put a piece on a site, unless another stands there, which stays."""
        if vacant:
            self.put(site, piece, count, state, vacant=True)
            return
        with self.live():
            free = self.either(self.in_hand(site), self.contains(self.bare(), site))
        self.if_(free, lambda: self.put(site, piece, count, state))

    def families(self, kinds: Sequence[PieceKind]) -> list[list[PieceKind]]:
        """Kinds of pieces in groups that differ in nothing but whose they are, by owner."""
        found: dict[tuple[object, ...], list[PieceKind]] = {}
        for kind in kinds:
            stem = kind.name.removesuffix(str(kind.owner))
            found.setdefault((stem, id(kind.moves)), []).append(kind)
        return [sorted(family, key=lambda one: one.owner) for family in found.values()]

    def fill(self, sites: Sites, piece: Int, count: Int, state: Int) -> None:
        """Put a piece of a kind on every site of a set where none stands yet."""
        if self.hands:
            self.each(sites, lambda site: self.lay(site, piece, count, state))
            return
        sites = self.intersect(sites, self.bare())
        kinds = [(self.placed, piece)]
        if self.owned is not self.placed:
            kinds.append((self.owned, self._owner(piece)))
        for kept, index in kinds:
            for one in map(self.int, range(kept.length or 1)):
                self.write(kept, self.minus(self.read_sites(kept, one), without=sites), one)
            if index.constant is None or index.constant < (kept.length or 1):
                self.write(kept, self.union(self.read_sites(kept, index), sites), index)

        def note(site: Int) -> None:
            if self.what_at is not None:
                self.write(self.what_at, piece, self.add(site, ONE))
            self.write(self.states, state, self.add(site, ONE))

        self.each(sites, note)

    def take_off(self, site: Int, was: Int | None = None) -> None:
        """Take one piece off a site.

        Args:
            was: its kind, where it is known
        """

        def from_hand() -> None:
            with self.live():
                here = self._held_at(site)
                left = self.subtract(self.read_int(self.held, here), ONE)
                self.write(self.held, self.greatest(left, ZERO), here)
                self.if_(self.at_most(left, ZERO), lambda: self.set_site(site, ZERO))

        self.if_(self.in_hand(site), from_hand, lambda: self.set_site(site, ZERO, was=was))

    def empty_site(self, site: Int) -> None:
        """Take away all that is on a site."""
        if self.hands:
            none = lambda: self.write(self.held, ZERO, self._held_at(site))  # noqa: E731
            self.if_(self.in_hand(site), none)
        self.set_site(site, ZERO)

    def state_at(self, site: Int) -> Int:
        """The state of the piece on a site."""
        return self.read_int(self.states, self.add(site, ONE))

    def carry(
        self, origin: Int, target: Int, piece: Int | None = None, *, vacant: bool = False
    ) -> None:
        """Move one piece from a site to another, where it takes the place of what was there.

        Args:
            piece: its kind, where the rules know it
            vacant: the other site is known to be empty
        """
        kind = self.what(origin) if piece is None else piece
        state = self.state_at(origin)
        tracing, self.tracing = (
            self.tracing,
            False,
        )  # a piece that leaves a site only goes elsewhere
        self.take_off(origin, kind)
        self.tracing = tracing
        self.put(target, kind, state=state, vacant=vacant)

    def _take_out(
        self, field: Field, known: Int | None, count: int, spot: Sites, site: Int
    ) -> None:
        """Take a site out of the set that it is in: a known one, else any of them."""
        if known is None and self.what_at is not None:
            known = self.what(site)
            if field is self.owned:
                known = self._owner(known)
        indices = [self.int(index) for index in range(count)] if known is None else [known]
        for index in indices:
            if index.constant is None or index.constant < count:
                self.write(field, self.minus(self.read_sites(field, index), without=spot), index)

    def _put_in(self, field: Field, index: Int, spot: Sites) -> None:
        if index.constant is not None and index.constant >= (field.length or 1):
            return
        self.write(field, self.union(self.read_sites(field, index), spot), index)

"""What a learner sees of a position: planes over the board, from the view of who is to move."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol

from interpreter.ir import schema
from interpreter.ir.analysis.carried import future
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.schema import By, Part, Seen

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.ir.program import Field, Program

Source = Literal["set", "veiled", "bits", "mark", "numbers", "number", "kind", "mover", "board"]
Entries = tuple[tuple[Part, int], ...]
"""Entries of parts of a state."""
MOST_WAYS = 8
UNBOUNDED = (1 << 16) - 1
"""How far numbers are told apart of which nobody knows how great they can be."""
BITS = 8
"""Of each place of a plane."""


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane.

    Args:
        name: what it shows
        source: `set`, 1 on the sites of a set; `veiled`, the same for all kinds of `codes`
            together, and only within sites that `within` tells; `bits`, as `set` at some places;
            `mark`, 1 at the place of one site; `numbers`, a number at each of some places;
            `number`, one all over; `kind`, the kind of piece on one site all over; `mover`, 1 all
            over if the player of this colour is to move; `board`, 1 wherever there is a site
        part: the part of the state that it shows
        entries: by colour of the mover from 1, the entry of the part, which is 0 for no kind of
            piece; of `kind` the site
        places: of `bits` and `mark`, places and the site shown there; of `numbers`, places and the
            entry shown there
        low: smaller numbers are shown as if they were this
        most: the same for greater ones
        shift: how many bits are left out; the lowest eight of the others are shown: -1 is 255
        codes: by colour of the mover from 1, what is shown for a kind of piece
        player: of `mover`
        veils: by colour of the mover from 1, the sets of sites of which he does not see what is
            shown here: nothing is shown there
        sites: the site of each of `places` of `numbers`; by colour of the mover, that of `number`
        within: of `veiled`, by colour of the mover
    """

    name: str
    source: Source
    part: Part = schema.PLACED
    entries: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    low: int = 0
    most: int = 255
    shift: int = 0
    codes: tuple[tuple[int, ...], ...] = ()
    player: int = 0
    veils: tuple[Entries, ...] = ()
    sites: tuple[int, ...] = ()
    within: tuple[Entries, ...] = ()


class Kind(Protocol):
    """A kind of pieces."""

    @property
    def number(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def name(self) -> str:
        """Its name, with the number of its owner."""
        ...

    @property
    def owner(self) -> int:
        """The player whose it is; 0 for nobody's."""
        ...


class Places(Protocol):
    """Places beside the board."""

    @property
    def owner(self) -> int:
        """The player whose they are; 0 for nobody's."""
        ...

    @property
    def sites(self) -> range:
        """Their numbers."""
        ...


class Planes:
    """The planes of a game.

    First the mover's pieces, one plane for each kind in the order of the rules; then those of the
    player after him, and so on; then the kinds that belong to nobody or to all. Then what lies in
    hands; then each part of the state that the schema lets learners see, in its order, where it
    decides what can still happen; and one plane for each colour that can be to move. Where sites do
    not fill the rows and columns, the last plane shows where there are some.

    What is kept for players is seen from the mover on, a plane for each. Kinds of pieces, as in
    stacks and hands, are shown as the number of the plane that has such pieces, from 1. What is
    kept for places of hands and what stands in lists is shown in planes whose places stand for no
    sites: row by row, from the first. Numbers of more than eight bits take several planes, the
    lowest bits first; negative ones count down from the number behind the greatest.

    Args:
        program: the program of the game
        board: its sites
        pieces: the kinds of its pieces, dice apart
        players: how many play
        hands: places beside the board
        flat: there are sites of several kinds, which all lie in one row by their numbers

    Attributes:
        planes: what each shows
        shape: (planes, rows, columns), row and column as the names of sites count them, from 0; or
            (planes, sites) on a board on which these do not tell sites apart, or neighbours lie
            in more than eight ways to each other, and where there are sites of several kinds
        places: where each site lies in a plane, counted row by row
        board_size: how many sites the board itself has
    """

    def __init__(
        self,
        program: Program,
        board: Topology,
        pieces: Sequence[Kind],
        players: int,
        hands: Sequence[Places] = (),
        *,
        flat: bool = False,
    ) -> None:
        self.board_size = board.size
        size = program.sites if flat else board.size
        area: tuple[int, ...] = (size,)
        self.places: tuple[int, ...] = tuple(range(size))
        if _regular(board) and not flat:
            columns = 1 + max(board.columns)
            area = (1 + max(board.rows), columns)
            self.places = tuple(
                row * columns + column
                for row, column in zip(board.rows, board.columns, strict=True)
            )
        self.area = math.prod(area)
        writer = _Writer(program, self, pieces, players, hands)
        self.planes: tuple[Plane, ...] = tuple(writer.all())
        self.shape = (len(self.planes), *area)

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane shows."""
        return tuple(plane.name for plane in self.planes)


def _regular(board: Topology) -> bool:
    """Whether rows and columns tell sites apart, and neighbours lie alike everywhere."""
    places = list(zip(board.rows, board.columns, strict=True))
    ways = {
        (places[one][0] - row, places[one][1] - column)
        for (row, column), sites in zip(places, board.adjacent, strict=True)
        for one in sites
    }
    return len(set(places)) == board.size and len(ways) <= MOST_WAYS


class _Writer:
    """Says what the planes of a game are."""

    def __init__(
        self,
        program: Program,
        planes: Planes,
        pieces: Sequence[Kind],
        players: int,
        hands: Sequence[Places],
    ) -> None:
        self.program, self.pieces = program, pieces
        # Dice lie on the last places of hands.
        dice = max((one.sites[-1] + 1 for one in hands), default=0) - len(program.dice)
        self.hands = [(one.owner, [site for site in one.sites if site < dice]) for one in hands]
        self.area, self.places, self.board_size = planes.area, planes.places, planes.board_size
        self.count, self.players = players, range(1, players + 1)
        self.height = program.height
        self.hides = schema.hides(one.part for one in program.fields if one.part)
        # Who moves does not tell the rest where there are several games, or all choose at once.
        telling = (schema.FINISHED, schema.LEADER)
        self.several = any(program.part(one) is not None for one in telling)
        self.beside = [site for _, sites in self.hands for site in sites]
        self.bounds = Ranges(program).fields
        self.kinds = list(self._kinds())
        # By colour of the mover, the number of the plane for every kind of piece.
        most = max((one.number for one in pieces), default=0)
        self.codes = tuple(
            tuple(self._code(kind, player) for kind in range(most + 1)) for player in self.players
        )

    def all(self) -> Iterator[Plane]:
        """Every plane, in order, each without what its viewer does not see."""
        for plane in self._whole():
            open_to_all = plane.source == "number" and not plane.sites
            own = plane.part.by is By.VIEWER or plane.source in ("mover", "board") or open_to_all
            yield plane if own else replace(plane, veils=self._veils(plane))

    def _veils(self, plane: Plane) -> tuple[Entries, ...]:
        """By colour of the mover, the sets of sites of which he does not see what a plane shows."""
        parts = [schema.HIDDEN]
        if plane.source != "veiled":
            parts += schema.VEILS_OF.get(plane.part, ())
        elif plane.within[0][0][0] == schema.HIDDEN_WHAT:
            parts.append(schema.HIDDEN_WHO)  # these are in another plane
        levels = range(self.height or 1)
        level = plane.places[0][1] % (self.height or 1) if plane.places else 0
        entries = {entry % (self.height or 1) for _, entry in plane.places}
        if plane.part.by is By.LEVEL and entries == {level}:
            levels = range(level, level + 1)
        return self._viewed(parts, levels)

    def _viewed(self, parts: Sequence[Part], levels: Iterable[int] = (0,)) -> tuple[Entries, ...]:
        """By colour of the mover, his entries of those of some parts that the game has."""
        kept = [one for one in parts if self.program.part(one) is not None]
        found = tuple(
            tuple(
                (one, schema.viewer(player, level, self.height)) for one in kept for level in levels
            )
            for player in self.players
        )
        return found if kept else ()

    def _hidden_pieces(self) -> Iterator[Plane]:
        """The pieces of which the kind is not seen, by owner where he is, and all others."""
        numbers = {owner: tuple(one.number for one in self.pieces if one.owner == owner)
                   for owner in range(self.count + 2)}  # fmt: skip
        levels = range(self.height or 1)
        if within := self._viewed((schema.HIDDEN_WHAT,), levels):
            for away in self.players:
                kinds = tuple(numbers[other] for other in self._from(away))
                name = f"{self._whose(away)} hidden piece"
                yield Plane(name, "veiled", codes=kinds, within=within)
            rest = (numbers[0] + numbers[self.count + 1],) * self.count
            if rest[0]:
                yield Plane("hidden piece of no player", "veiled", codes=rest, within=within)
        if within := self._viewed((schema.HIDDEN_WHO,), levels):
            everything = (tuple(one.number for one in self.pieces),) * self.count
            yield Plane("hidden piece of somebody", "veiled", codes=everything, within=within)

    def _whole(self) -> Iterator[Plane]:
        """Every plane, as if all were seen."""
        for name, shown in self.kinds:
            yield Plane(name, "set", schema.PLACED, shown)
        yield from self._hidden_pieces()
        yield from self._held()
        for field in self._seen():
            yield from self._part(field)
        if self.count > 1:
            for one in self.players:
                yield Plane(f"player {one} to move", "mover", player=one)
        if self.area > len(self.places):
            yield Plane("board", "board")

    # Kinds of pieces

    def _kinds(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The name of each plane of pieces, and by colour of the mover the kind it shows."""
        kinds = {
            player: [one.number for one in self.pieces if one.owner == player]
            for player in self.players
        }
        names = {one.number: one.name for one in self.pieces}
        for away in self.players:
            # By colour of the mover, the colour that moves so many players after him.
            others = self._from(away)
            for place in range(max(len(kinds[player]) for player in self.players)):
                shown = tuple(
                    kinds[other][place] if place < len(kinds[other]) else 0 for other in others
                )
                called = {_bare(names[number]) for number in shown if number}
                yield f"{self._whose(away)} {'/'.join(sorted(called))}", shown
        for one in self.pieces:
            if one.owner not in self.players:
                yield _bare(one.name), (one.number,) * self.count

    def _from(self, away: int) -> tuple[int, ...]:
        """By colour of the mover, the colour that is so many players on; he is the first."""
        return tuple((player + away - 2) % self.count + 1 for player in self.players)

    def _whose(self, away: int) -> str:
        if away == 1:
            return "own"
        return "other" if self.count == 2 else f"after {away - 1}"

    def _code(self, kind: int, player: int) -> int:
        """The number of the plane that shows a kind to a player, from 1; 0 for none."""
        shown = (
            place for place, (_, kinds) in enumerate(self.kinds, 1) if kinds[player - 1] == kind
        )
        return next(shown, 0) if kind else 0

    # Hands

    def _held(self) -> Iterator[Plane]:
        """What lies on each place of hands, and how much: the mover's first."""
        sizes: dict[int, list[int]] = {owner: [] for owner in range(self.count + 2)}
        for owner, sites in self.hands:
            sizes[owner] += sites
        if len({len(sizes[player]) for player in self.players}) == 1:
            for away in self.players:
                others = self._from(away)
                for place in range(len(sizes[1])):
                    sites = tuple(sizes[other][place] for other in others)
                    yield from self._on_place(f"{self._whose(away)} hand {place + 1}", sites)
            beside = (0, self.count + 1)
        else:
            beside = tuple(sizes)
        for owner in beside:
            for place, site in enumerate(sizes[owner], 1):
                whose = f"hand {place} of player {owner}" if owner in self.players else "the table"
                yield from self._on_place(f"{whose} {place}", (site,) * self.count)

    def _on_place(self, name: str, sites: tuple[int, ...]) -> Iterator[Plane]:
        """The kind of piece on a place of a hand, and how many there are."""
        yield Plane(f"{name}: piece", "kind", schema.PLACED, sites, codes=self.codes, sites=sites)
        part = schema.HELD if self.program.part(schema.HELD) is not None else schema.COUNT
        if (field := self.program.part(part)) is not None:
            first = self.board_size - 1 if part == schema.HELD else -1
            entries = tuple(site - first for site in sites)
            whole = Plane(f"{name}: count", "number", part, entries, sites=sites)
            yield from self._bytes(whole, field)

    # Parts of the state

    def _seen(self) -> Iterator[Field]:
        """The parts that are seen, in the order of the schema; those that rules name come last."""
        order = {part: number for number, part in enumerate(schema.PARTS)}
        decides = set(future(self.program))
        found = [(one.part, one) for one in self.program.fields if one.part is not None]
        for part, field in sorted(
            found, key=lambda one: (order.get(one[0], len(order)), one[0].name)
        ):
            several = part.seen is Seen.SEVERAL and (self.count > 2 or self.several)
            wanted = part.seen is Seen.FUTURE or several
            telling = self.hides and part in schema.TELLING
            if part.seen is Seen.ALWAYS or (wanted and field in decides and not telling):
                yield field

    def _part(self, field: Field) -> Iterator[Plane]:
        part = field.part
        assert part is not None
        name = part.plane or part.name.replace("_", " ")
        entries = range(field.length or 1)
        if part.site:
            yield from self._mark(name, part)
        elif field.kind == "sites":
            yield from self._sets(name, field)
        elif part.by is By.SITE:
            yield from self._sites(name, field)
        elif part.by is By.LEVEL:
            yield from self._levels(name, field)
        elif part.by is By.PLAYER:
            for away in self.players:
                shown = Plane(f"{self._whose(away)} {name}", "number", part, self._from(away))
                yield from self._bytes(shown, field)
        elif part.by is By.DIE:
            for one in entries:
                shown = Plane(f"{name} {one + 1}", "number", part, (one,) * self.count)
                yield from self._bytes(shown, field)
        elif field.length is None:
            yield from self._bytes(Plane(name, "number", part, (0,) * self.count), field)
        else:
            yield from self._list(name, field, entries)

    def _mark(self, name: str, part: Part) -> Iterator[Plane]:
        """The site that a part names."""
        yield Plane(name, "mark", part, places=_pairs(self.places, range(len(self.places))))
        for number, sites in self._rooms(f"{name} in hands", self.beside):
            yield Plane(number, "mark", part, places=_pairs(range(len(sites)), sites))

    def _sets(self, name: str, field: Field) -> Iterator[Plane]:
        """The sites of a set, or of the set of each kind of piece or value."""
        part = field.part
        assert part is not None
        shown = [(name, (0,) * self.count)]
        if part.by is By.PIECE:
            shown = [(f"{name} {kind}", entries) for kind, entries in self.kinds]
        elif part.by is By.VALUE:
            values = range(field.length or 1)
            shown = [(f"{name} {value}", (value,) * self.count) for value in values]
        elif part.by is By.VIEWER:
            levels = range(self.height or 1)
            shown = [
                (
                    f"{name} {level + 1}" if self.height else name,
                    tuple(schema.viewer(one, level, self.height) for one in self.players),
                )
                for level in levels
            ]
        for called, entries in shown:
            yield Plane(called, "set", part, entries)
            for number, sites in self._rooms(f"{called} in hands", self.beside):
                places = _pairs(range(len(sites)), sites)
                yield Plane(number, "bits", part, entries, places)

    def _sites(self, name: str, field: Field) -> Iterator[Plane]:
        """A number at each site."""
        part = field.part
        assert part is not None
        sites = range(len(self.places))
        places = _pairs(self.places, map(part.entry, sites))
        yield from self._bytes(Plane(name, "numbers", part, places=places), field)
        if part != schema.COUNT:  # of hands it is shown with what lies there
            yield from self._list(f"{name} in hands", field, list(map(part.entry, self.beside)))

    def _levels(self, name: str, field: Field) -> Iterator[Plane]:
        """What is kept for each level of stacks, a plane for each level, the lowest first."""
        part = field.part
        assert part is not None
        height = self.height
        for level in range(height):
            entries = (site * height + level for site in range(len(self.places)))
            whole = Plane(
                f"{name} {level + 1}", "numbers", part, places=_pairs(self.places, entries)
            )
            yield from self._bytes(whole, field)
        beside = [site * height + level for site in self.beside for level in range(height)]
        yield from self._list(f"{name} in hands", field, beside)

    def _list(self, name: str, field: Field, entries: Sequence[int]) -> Iterator[Plane]:
        """Entries that belong to no site of the board, row by row."""
        assert field.part is not None
        for called, part in self._rooms(name, entries):
            whole = Plane(called, "numbers", field.part, places=_pairs(range(len(part)), part))
            yield from self._bytes(whole, field)

    def _rooms(self, name: str, entries: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
        """As many planes as it takes to show so much: their names, and what each shows."""
        starts = range(0, len(entries), self.area)
        for number, start in enumerate(starts, 1):
            called = f"{name} {number}" if len(starts) > 1 else name
            yield called, entries[start : start + self.area]

    def _bytes(self, whole: Plane, field: Field) -> Iterator[Plane]:
        """The planes for numbers, which show eight bits each."""
        if whole.part.by in (By.SITE, By.LEVEL) and whole.places:
            whole = replace(whole, sites=tuple(self._site(whole.part, one) for _, one in
                                               whole.places))  # fmt: skip
        if field.part == schema.LEVEL:
            yield replace(whole, codes=self.codes)
            return
        low, high = self.bounds[field]
        if whole.part.most:
            low, high = 0, min(high, whole.part.most)
        elif high - low > UNBOUNDED:
            low, high = max(low, -(UNBOUNDED // 2) - 1), min(high, UNBOUNDED // 2)
        width = max(1, (max(high, 0) - min(low, 0)).bit_length())
        for shift in range(0, width, BITS):
            called = f"{whole.name}, times {1 << shift}" if shift else whole.name
            yield replace(whole, name=called, low=low, most=high, shift=shift)

    def _site(self, part: Part, entry: int) -> int:
        """The site that an entry of a part belongs to."""
        return entry // self.height if part.by is By.LEVEL else entry - part.entry(0)


def _pairs(
    places: Sequence[int], shown: Sequence[int] | Iterator[int]
) -> tuple[tuple[int, int], ...]:
    return tuple(zip(places, shown, strict=True))


def _bare(name: str) -> str:
    """The name of a kind of piece without the number of its owner."""
    return name.rstrip("0123456789").lower()

"""Directions that depend on where a piece looks, on the site, or on the state.

A piece looks where its own declaration says, else where its player looks, else north. Relative
directions are counted from there, clockwise, around the compass; those that the board has count.
Directions that depend on something are held as the sites from which each absolute one counts: for
relative directions these are sets of pieces, so that nothing is decided piece by piece.

Source: Ludii 1.3.10 Core/src/game/functions/directions/Directions.java and
Core/src/game/util/directions/RelativeDirection.java.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.emit import NOWHERE, ONE, ZERO
from interpreter.ir import Bool, Int, Sites
from interpreter.language.signatures import Headings, Ways, Where
from interpreter.language.words import Direction, RelationType, Relative, Several
from interpreter.verbs import CLASS_KEYS, Verbs

HALF, QUARTER = len(COMPASS) // 2, len(COMPASS) // 4
CLASSES = {one.value: Direction(one.value) for one in RelationType}
LAST = (Relative.SameDirection, Relative.OppositeDirection)


def turned(relative: Relative, facing: Direction, supported: Sequence[str]) -> list[str]:
    """The names of the directions that a relative one means to a piece.

    Args:
        facing: where the piece looks
        supported: the names that there are
    """
    start = COMPASS.index(facing.value)
    if relative.value[0] == "B":
        start += HALF
    turns = _turns(relative)
    names = [COMPASS[(start + turn) % len(COMPASS)] for turn in turns]
    found = [name for name in names if name in supported]
    # `FL` is the nearest on that side, and a further letter says nothing more.
    return found[:1] if relative.value.isupper() else found


def _turns(relative: Relative) -> Iterable[int]:
    """Sixteenths of a turn, clockwise, to what a relative direction may mean."""
    wide = range(1 - QUARTER, QUARTER)
    known: dict[Relative, Iterable[int]] = {
        Relative.Forward: (0,),
        Relative.Backward: (0,),
        Relative.Rightward: (QUARTER,),
        Relative.Leftward: (-QUARTER,),
        Relative.Forwards: wide,
        Relative.Backwards: wide,
        Relative.Rightwards: range(1, HALF),
        Relative.Leftwards: range(-1, -HALF, -1),
    }
    right = range(1, len(COMPASS))
    return known.get(relative, right if relative.value[1] == "R" else [-turn for turn in right])


# On boards of up to so many sites a table says in which direction a site sees another.
MOST_SEEN = 128


class FacedError(Exception):
    """A rule for the pieces of all players depends on where they look."""


class Facing(Verbs):
    """Verbs that know where pieces look."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        # A rule is being written once for the pieces of all players.
        self.sharing = False
        self._seeing: dict[tuple[str, ...], list[list[int]]] = {}

    # Asking

    def toward(
        self,
        headings: Headings,
        site: Int,
        body: Callable[[Several], object],
        *,
        piece: Int | None = None,
    ) -> None:
        """Run the body with the absolute directions that count at a site, some at a time.

        Args:
            headings: directions as ludemes take them
            site: from where they are seen
            body: runs at most once for each direction
            piece: the piece there, where the rules know it better than from the site
        """
        for directions, sites in self.headed(headings, piece=piece):
            if sites == self.board:
                body(directions)
            else:
                self.if_(self.contains(sites, site), lambda: body(directions))  # noqa: B023

    def headed(
        self, headings: Headings, *, piece: Int | None = None
    ) -> list[tuple[Several, Sites]]:
        """Absolute directions, and the sites from which they count."""
        ways = self.ways(headings)
        if ways.fixed is not None:
            return [(ways.fixed, self.board)]
        groups: dict[Sites, list[Direction]] = {}
        for direction, sites in ways.where(piece).items():
            if sites.constant != 0:
                groups.setdefault(sites, []).append(direction)
        return [(tuple(directions), sites) for sites, directions in groups.items()]

    def ways(self, headings: Headings) -> Ways:
        """Directions of any kind in one form."""
        if isinstance(headings, Ways):
            return headings
        if isinstance(headings, Relative):
            return self.relative((headings,))
        return self.absolute((headings,))

    # Making

    def absolute(self, several: Several) -> Ways:
        """The same directions everywhere."""
        first = self.absolute(several[:1]) if len(several) > 1 else None
        return Ways(lambda _: dict.fromkeys(several, self.board), several, first)

    def first_way(self, headings: Headings) -> Ways:
        """The first of several directions."""
        ways = self.ways(headings)
        return ways.first or ways

    def relative(
        self,
        several: tuple[Relative, ...],
        of: RelationType = RelationType.Adjacent,
        *,
        by_site: bool = False,
        alone: bool = False,
    ) -> Ways:
        """Directions as the piece on a site sees them; none where no piece stands.

        Args:
            of: among which directions of the board
            by_site: among those of the site alone
            alone: only the first for each piece
        """

        def where(piece: Int | None) -> Where:
            found: dict[Direction, list[Sites]] = {}
            turning = [one for one in several if one not in LAST]
            named = self._by_piece(turning, of, by_site=by_site, alone=alone)
            for name, masks in named.items():
                differs = len({masks.get(one.number, 0) for one in self.pieces}) > 1
                if self.sharing and piece is not None and differs:
                    raise FacedError
                found[Direction(name)] = [self._standing(masks, piece)]
            present = self.board if piece is not None else self.occupied()
            for one in several:
                if one in LAST:
                    for direction, made in self._as_last(of, back=one is LAST[1]):
                        there = self.pick_sites(made, present, NOWHERE)
                        found.setdefault(direction, []).append(there)
            return {direction: self.union(*sets) for direction, sets in found.items()}

        first = None if alone else self.relative(several, of, by_site=by_site, alone=True)
        return Ways(where, first=first)

    def leading(self, origin: Int, target: Int) -> Ways:
        """The directions in which one site sees another."""

        def where(_: Int | None) -> Where:
            names = self._supported(RelationType.All)
            seen = zip(names, self._seen(names, origin, target), strict=True)
            return {
                Direction(name): self.pick_sites(made, self.board, NOWHERE) for name, made in seen
            }

        def chosen() -> tuple[Sequence[str], Int]:
            names = self._supported(RelationType.All)
            return names, self._first_seen(names, origin, target)

        small = self.site_count <= MOST_SEEN
        return Ways(where, chosen=chosen if small else None)

    def joined(
        self, left: Headings, right: Headings, join: Callable[[Sites, Sites], Sites]
    ) -> Ways:
        """Two kinds of directions made one by what is done with the sites of each."""

        def where(piece: Int | None) -> Where:
            first, second = self.ways(left).where(piece), self.ways(right).where(piece)
            return {
                one: join(first.get(one, NOWHERE), second.get(one, NOWHERE))
                for one in dict.fromkeys((*first, *second))
            }

        return Ways(where)

    def apart(self, headings: Headings) -> Ways:
        """Directions with classes taken apart into those that sites have of them."""

        def where(piece: Int | None) -> Where:
            found: Where = {}
            for one, sites in self.ways(headings).where(piece).items():
                for direction, some in self._members(one):
                    also = self.intersect(sites, some)
                    found[direction] = self.union(found.get(direction, NOWHERE), also)
            return found

        return Ways(where)

    # What a board has, and what a piece makes of it

    def _supported(self, of: RelationType) -> Sequence[str]:
        return self.topology.supported[CLASS_KEYS[CLASSES[of.value]]]

    def _supported_at(self, of: RelationType, site: int) -> Sequence[str]:
        steps = self.topology.step_lists[site]
        names = {step.compass for step in steps if of.value in step.relations}
        return [name for name in COMPASS if name in names]

    def _by_piece(
        self, several: Sequence[Relative], of: RelationType, *, by_site: bool, alone: bool
    ) -> dict[str, dict[int, int]]:
        """For each direction, from which sites it counts for each kind of piece."""
        found: dict[str, dict[int, int]] = {}
        sites = range(self.topology.size) if by_site else (0,)
        for site in sites:
            here = self._supported_at(of, site) if by_site else self._supported(of)
            mask = 1 << site if by_site else self.board.constant or 0
            for piece in self.pieces:
                names = [name for one in several for name in turned(one, piece.facing, here)]
                for name in names[:1] if alone else names:
                    masks = found.setdefault(name, {})
                    masks[piece.number] = masks.get(piece.number, 0) | mask
        return found

    def _standing(self, masks: dict[int, int], piece: Int | None) -> Sites:
        """The sites where pieces stand for each of which some sites count."""
        if piece is not None:
            entries = [masks.get(number, 0) for number in range(len(self.pieces) + 1)]
            return self.lookup_sites(self.table(*entries, 0), piece)
        found = NOWHERE
        for mask in dict.fromkeys(masks.values()):
            numbers = {number for number, one in masks.items() if one == mask}
            found = self.union(found, self.intersect(self._pieces(numbers), Sites(constant=mask)))
        return found

    def _pieces(self, numbers: set[int]) -> Sites:
        """The sites with pieces of some kinds: of whole players, as far as they are."""
        if len(numbers) == len(self.pieces):
            return self.occupied()
        found = NOWHERE
        for owner in sorted({piece.owner for piece in self.pieces}):
            own = {piece.number for piece in self.pieces if piece.owner == owner}
            if own <= numbers:
                found = self.union(found, self.owned_by(self.int(owner)))
                numbers = numbers - own
        kinds = (self.placed_by_piece(self.int(number)) for number in sorted(numbers))
        return self.union(found, *kinds)

    def _as_last(self, of: RelationType, *, back: bool) -> list[tuple[Direction, Bool]]:
        """The direction of the last move, or that of the way back: the first that fits."""
        origin, target = self.scalar("last_from"), self.scalar("last_to")
        if back:
            origin, target = target, origin
        names = self._supported(of)
        if self.site_count <= MOST_SEEN:
            way = self._first_seen(names, origin, target)
            return [(Direction(name), self.equal(way, self.int(number)))
                    for number, name in enumerate(names)]  # fmt: skip
        found: list[tuple[Direction, Bool]] = []
        before = self.bool(False)
        for name, seen in zip(names, self._seen(names, origin, target), strict=True):
            found.append((Direction(name), self.both(seen, self.negate(before))))
            before = self.either(before, seen)
        return found

    def _seen(self, names: Sequence[str], origin: Int, target: Int) -> list[Bool]:
        """For each direction whether one site sees another in it."""
        if self.site_count > MOST_SEEN:
            return [
                self.contains(self.rayed(origin, Direction(name), None), target) for name in names
            ]
        masks = [sum(1 << number for number in seen) for seen in self._sights(names)]
        mask = self._of_pair(masks, 0, origin, target)
        return [self.equal(self.bits(mask, shift=number, width=1), ONE)
                for number in range(len(names))]  # fmt: skip

    def _first_seen(self, names: Sequence[str], origin: Int, target: Int) -> Int:
        """The number of the first direction in which one site sees another; -1 for none."""
        first = [min(seen, default=-1) for seen in self._sights(names)]
        return self._of_pair(first, -1, origin, target)

    def _of_pair(self, entries: Sequence[int], otherwise: int, origin: Int, target: Int) -> Int:
        """The entry for two sites; another number where one of them is off the board."""
        inside = self.both(self.at_most(ZERO, origin), self.at_most(ZERO, target))
        spot = self.add(self.multiply(origin, self.int(self.site_count)), target)
        found = self.lookup(self.table(*entries, otherwise), spot)
        return self.pick(inside, found, self.int(otherwise))

    def _sights(self, names: Sequence[str]) -> list[list[int]]:
        """For each pair of sites, first * sites + second, the ways in which one sees the other."""
        key = tuple(names)
        if key not in self._seeing:
            count = self.site_count
            found: list[list[int]] = [[] for _ in range(count * count)]
            for number, name in enumerate(names):
                for rays in self.rays(Direction(name)):
                    for site, target in ((a, b) for a, ray in enumerate(rays.sites) for b in ray):
                        seen = found[site * count + target]
                        if number not in seen:
                            seen.append(number)
            self._seeing[key] = found
        return self._seeing[key]

    def _members(self, direction: Direction) -> list[tuple[Direction, Sites]]:
        """The single directions of a class, and the sites from which each is of that class."""
        if direction not in CLASS_KEYS:
            return [(direction, self.board)]
        names = self.topology.supported[CLASS_KEYS[direction]]
        return [
            (Direction(name), Sites(constant=self._in_class(name, direction.value)))
            for name in names
        ]

    def _in_class(self, name: str, relation: str) -> int:
        """The sites from which no step of a name is outside a class of directions."""
        return sum(
            1 << site
            for site, steps in enumerate(self.topology.step_lists)
            if all(relation in step.relations for step in steps if step.compass == name)
        )

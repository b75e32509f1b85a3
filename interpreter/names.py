"""What rules call by name: regions, pieces, and sites by label."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from interpreter.emit import FALSE, ONE, ZERO
from interpreter.ir import Bool, Int, Sites
from interpreter.language.signatures import Body, Ints, Lazy, Player
from interpreter.language.words import Direction, Role, Text
from interpreter.lowering import Lowering
from interpreter.pieces import PieceKind
from interpreter.text.errors import Span, suggest

MOST_INT = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Region:
    """Named sets of sites, of a player (0: neutral, None: of nobody)."""

    name: str | None
    player: int | None
    sites: tuple[Sites, ...]
    span: Span


class Names(Lowering):
    """Lowering that knows the regions, and which names the rules use."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.regions: list[Region] = []
        self.used: set[str] = set()
        self.used_pieces: set[int] = set()
        self.start_sites: set[int | None] = set()

    # Regions and pieces by name

    def region_list(self, player: int, name: str | None = None) -> list[Sites]:
        """The regions that belong to a player, each a constant set."""
        return [
            sites
            for region in self.regions
            for sites in region.sites
            if region.player == player and name in (None, region.name)
        ]

    def regions_of(self, who: Player, name: str | None = None) -> Sites:
        """The sites of all regions of a player, who may be known only in play."""
        several = [
            self.union(*self.region_list(player, name)) for player in range(self.players + 2)
        ]
        number = who.constant if isinstance(who, Int) else who.player
        asked = several if number is None else several[number : number + 1]
        if not any(sites.constant for sites in asked):
            called = f"P{number}" if isinstance(who, Int) else who.value
            message = f"no region belongs to {called}"
            if name is None:
                raise self.fail(message)
            owners = {f"P{one.player}" for one in self.regions if one.name == name and one.player}
            hint = (
                f"{' and '.join(sorted(owners))} has one" if owners else self._known_regions(name)
            )
            raise self.fail(f'{message} and is called "{name}"', hint, name)
        self.used |= {region.name or "" for region in self.regions if region.player is not None}
        return self._by_player(who, several)

    def regions_one_by_one(self, who: Role, otherwise: Sites) -> list[Sites]:
        """The regions of a player, who may be known only in play, each on its own.

        Args:
            otherwise: what a player has for each region that another has more than he
        """
        lists = [self.region_list(player) for player in range(self.players + 2)]
        if who.player is not None:
            lists = [lists[self.player(who).constant or 0]]
        most = max(map(len, lists))
        if not most:
            raise self.fail("no region belongs to a player")
        self.used |= {region.name or "" for region in self.regions}
        if len(lists) == 1:
            return lists[0]
        padded = [one + [otherwise] * (most - len(one)) for one in lists]
        return [self._by_player(who, [one[place] for one in padded]) for place in range(most)]

    def _by_player(self, who: Player, several: list[Sites]) -> Sites:
        entries = [sites.constant or 0 for sites in several]
        return self.lookup_sites(self.table(*entries, 0), self.player(who))

    def regions_called(self, name: str) -> Sites:
        """The sites of all regions with a name."""
        found = [region for region in self.regions if region.name == name]
        if not found:
            raise self.fail(f'no region is called "{name}"', self._known_regions(name), name)
        self.used.add(name)
        return self.union(*(sites for region in found for sites in region.sites))

    def _known_regions(self, name: str) -> str | None:
        """What to suggest instead of a name that no region has."""
        names = sorted({region.name for region in self.regions if region.name})
        near = suggest(name, [one for one in names if one != name])
        return near or (f"known: {', '.join(names)}" if names else None)

    def uses_pieces(self, numbers: Iterable[int]) -> None:
        """Note that the rules can put these pieces on the board."""
        self.used_pieces |= set(numbers)

    def uses_piece(self, number: Int) -> None:
        """Note that the rules can put this piece on the board; any, if it is known only in play."""
        known = number.constant
        self.uses_pieces((piece.number for piece in self.pieces) if known is None else (known,))

    def numbers_called(self, name: str, *, exact: bool = True) -> list[int]:
        """The numbers of the pieces with a name, with or without their owner's number behind it.

        Args:
            exact: those that have no such number are meant alone, if there are any
        """
        alone = [piece.number for piece in self.pieces if piece.name == name and exact]
        found = alone or [
            piece.number
            for piece in self.pieces
            if name in (piece.name, piece.name.rstrip("0123456789"))
        ]
        if not found:
            names = [piece.name for piece in self.pieces]
            hint = suggest(name, names) or f"known: {', '.join(names)}"
            raise self.fail(f'no piece is called "{name}"', hint, name)
        self.uses_pieces(found)
        return found

    def kinds_called(self, names: str | Sequence[str] | None) -> list[PieceKind]:
        """The kinds of pieces with some names; all of them if none is given."""
        if names is None:
            return list(self.pieces)
        wanted = (names,) if isinstance(names, str) else names
        numbers = {number for name in wanted for number in self.numbers_called(name)}
        return [kind for kind in self.pieces if kind.number in numbers]

    def piece_named(self, name: str, who: Player | None = None) -> Int:
        """The number of the piece with a name, with or without the owner's number behind it.

        Args:
            who: the owner; the mover if the name alone does not say
        """
        found = self.numbers_called(name, exact=who is None)
        if len(found) == 1 and who is None:
            return self.int(found[0])
        owners = [0] * (self.players + 2)
        for number in found:
            owners[self.pieces[number - 1].owner] = number
        owner = self.player(Role.Mover if who is None else who)
        return self.lookup(self.table(*owners, 0), owner)

    def piece_of(self, which: str | Lazy[Int]) -> Int:
        """The number of a piece by its name, as the mover's, or worked out at this place."""
        number = self.piece_named(which) if isinstance(which, str) else which()
        self.uses_piece(number)
        return number

    def piece_placed(self, name: str) -> Int:
        """The number of the one piece with a name, which must tell it from all others."""
        found = self.numbers_called(name)
        if len(found) > 1:
            names = [self.pieces[number - 1].name for number in found]
            raise self.fail(
                f'"{name}" may be any of several pieces', f"say {' or '.join(names)}", name
            )
        return self.int(found[0])

    def name_of_piece(self, number: Lazy[Int]) -> str:
        """The name of a piece that is known when the game is compiled, else nothing."""
        with self.open():  # what is written to find out is dropped
            known = number().constant
        named = [piece.name for piece in self.pieces if piece.number == known]
        return named[0] if named else ""

    def pieces_called(self, name: str) -> Sites:
        """The sites with pieces of a name, whoever owns them."""
        numbers = self.numbers_called(name, exact=False)
        return self.union(*(self.placed_by_piece(self.int(number)) for number in numbers))

    def pieces_in(
        self, who: Role | None, of: Int | None, name: str | None, sites: Sites | None
    ) -> Sites:
        """The sites with pieces of a player (None: anybody's), of a kind, in a set.

        Args:
            name: any part of a piece's name names its kind here
        """
        found = self.owned_by(of) if of is not None else self.pieces_of(who or Role.All)
        if name is not None:
            numbers = [piece.number for piece in self.pieces if name in piece.name]
            self.uses_pieces(numbers)
            kinds = [self.placed_by_piece(self.int(number)) for number in numbers]
            kind = self.union(*kinds) if kinds else self.pieces_called(name)
            found = self.intersect(found, kind)
        return found if sites is None else self.intersect(found, sites)

    def pieces_on(self, sites: Sites) -> Int:
        """How many pieces there are on a set of sites: on a place of a hand several."""
        total = self.count(self.here(sites))
        if not self.hands:
            return total
        held = self.local("held", total)

        def one(site: Int) -> None:
            self.set(held, self.add(self.get_int(held), self.count_at(site)))

        self.each(self.minus(sites, without=self.board), one)
        return self.get_int(held)

    def in_container(self, container: Int | str, who: Player) -> Sites:
        """The sites of the board or of a hand, by name or by number.

        Args:
            who: whose hand, if it is one
        """
        if isinstance(container, str):
            if "Hand" not in container:
                return self.contained(container)
            hands = [self.hand_sites(player) for player in range(self.players + 2)]
            return self.entry_of(hands, self.player(who))
        several = [range(self.topology.size), *(hand.sites for hand in self.hands)]
        return self.entry_of(several, container)

    def contained(self, name: str) -> Sites:
        """The sites of a container by its name: `Board`, or `Hand1`."""
        named = {"Board": self.board}
        for hand in self.hands:
            named[f"Hand{hand.owner}"] = self.sites(hand.sites)
        if name not in named:
            raise self.fail(f'nothing is called "{name}"', f"known: {', '.join(named)}", name)
        return named[name]

    # Sites by label and number

    def site_called(self, label: str) -> int:
        """The site with a label."""
        found = self.topology.site_of.get(label)
        if found is None:
            raise self.fail(f'no site is called "{label}"', self._near(label), label)
        return found

    def _near(self, label: str) -> str:
        labels = self.topology.labels
        return suggest(label, labels) or f"the sites are {labels[0]} to {labels[-1]}"

    def sites_called(self, labels: Sequence[str]) -> Sites:
        """The sites with some labels; a label that only some boards have is left out."""
        known = self.topology.site_of
        found = [label for label in labels if label in known]
        for label in labels if found else labels[:1]:
            if not found:
                self.site_called(label)
            elif label not in known:
                span = label.span if isinstance(label, Text) else None
                self.warn(f'no site is called "{label}"', self._near(label), span)
        return self.sites(known[label] for label in found)

    def on_board(self, site: Int) -> Int:
        """The site, refused if it is known to lie outside the board."""
        if site.constant is not None and not 0 <= site.constant < self.site_count:
            hint = f"the sites are 0 to {self.site_count - 1}"
            raise self.fail(f"there is no site {site.constant}", hint)
        return site

    def starts_on(self, site: Int) -> None:
        """Note a start site; a second piece on it cannot be meant."""
        number = site.constant
        on_board = number is not None and number < self.topology.size
        if number is not None and on_board and number in self.start_sites:
            label = self.topology.labels[number]
            self.warn(f"two start rules put a piece on {label}")
        self.start_sites.add(number)

    def start_on(self, sites: Sites) -> None:
        """Note a set of start sites, if it is known."""
        for site in range(self.site_count):
            if (sites.constant or 0) >> site & 1:
                self.starts_on(self.int(site))

    def expect_line(self, length: Int, direction: Direction) -> None:
        """Warn of a row that no line of the board can hold."""
        lines = [both for axis in self.axes(direction) for both in axis.rays if both is not None]
        longest = max((1 + len(ahead) + len(behind) for ahead, behind in lines), default=1)
        if length.constant is not None and length.constant > longest:
            message = f"no line of the board holds {length.constant} pieces"
            self.warn(message, f"the longest has {longest} sites")

    def fold_ints(
        self, numbers: tuple[Int, ...] | Ints, first: Int, step: Callable[[Int, Int], Int]
    ) -> Int:
        """A list of numbers taken together one by one."""
        if isinstance(numbers, tuple):
            return functools.reduce(step, numbers[1:], numbers[0]) if numbers else first
        total = self.local("total", first)
        numbers.each(lambda value: self.set(total, step(self.get_int(total), value)))
        return self.get_int(total)

    def power(self, number: Int, exponent: Int) -> Int:
        """A number to the power of another, towards zero, and within 32 bits."""
        if number.constant is not None and exponent.constant is not None:
            return self.int(_powered(number.constant, exponent.constant))
        low, high = self.int(-MOST_INT - 1), self.int(MOST_INT)
        base = self.least(self.greatest(number, low), high)
        total = self.local("power", ONE)

        def once(_: Int) -> None:
            product = self.multiply(self.get_int(total), base)
            self.set(total, self.least(self.greatest(product, low), high))

        # After so many times only the sign changes.
        times = self.greatest(exponent, self.subtract(ZERO, exponent))
        odd = self.remainder(times, self.int(2))
        times = self.pick(self.less(self.int(64), times), self.add(self.int(64), odd), times)
        self.loop(times, once, most=65)
        found = self.get_int(total)
        # A fraction is 0, but for 1 and -1; the inverse of 0 is as large as can be.
        inverse = self.pick(self.equal(base, ZERO), high, self.divide(ONE, found))
        return self.pick(self.less(exponent, ZERO), inverse, found)

    def listed(self, numbers: Ints, wanted: Int) -> Bool:
        """Whether a number is in a list."""
        found = self.local("listed", FALSE)
        numbers.each(
            lambda one: self.set(found, self.either(self.get_bool(found), self.equal(one, wanted)))
        )
        return self.get_bool(found)

    def merged(self, left: Ints, right: Ints) -> Ints:
        """The numbers of a list, then those of another that have not come yet."""

        def each(body: Body) -> None:
            left.each(body)
            place = self.local("place", ZERO)

            def one(number: Int) -> None:
                here = self.get_int(place)
                earlier = self._listed_before(right, here, number)
                known = self.either(self.listed(left, number), earlier)
                self.set(place, self.add(here, ONE))
                self.if_(self.negate(known), lambda: body(number))

            right.each(one)

        return Ints(each)

    def _listed_before(self, numbers: Ints, most: Int, wanted: Int) -> Bool:
        """Whether a number is among the first of a list."""
        found, place = self.local("earlier", FALSE), self.local("at", ZERO)

        def one(number: Int) -> None:
            here = self.get_int(place)
            hit = self.both(self.less(here, most), self.equal(number, wanted))
            self.set(found, self.either(self.get_bool(found), hit))
            self.set(place, self.add(here, ONE))

        numbers.each(one)
        return self.get_bool(found)

    # Pieces, and where they are

    def piece_containing(self, name: str, who: Player) -> Int:
        """The number of a player's first piece that has a text in its name; 0 if he has none."""
        owners = [0] * (self.players + 2)
        for piece in self.pieces:
            if name in piece.name and not owners[piece.owner]:
                owners[piece.owner] = piece.number
        if not any(owners):
            self.pieces_called(name)  # tells what there is instead
        self.uses_pieces(number for number in owners if number)
        return self.lookup(self.table(*owners, 0), self.player(who))

    def first_with(self, piece: Int, state: Int | None) -> Int:
        """The first site of the board with a kind of piece, and in a state; -1 if there is none."""
        # A number that is no kind of piece stands for the empty sites.
        sites = self.intersect(self.placed_by_piece(piece), self.occupied())
        if state is not None:
            sites = self.filter(sites, lambda site: self.equal(self.state_at(site), state))
        return self.first(sites)


def _powered(base: int, exponent: int) -> int:
    """A number to the power of another, as `Names.power` counts."""

    def within(number: int) -> int:
        return max(-MOST_INT - 1, min(MOST_INT, number))

    base, times, total = within(base), abs(exponent), 1
    for _ in range(64 + times % 2 if times > 64 else times):
        total = within(total * base)
    if exponent >= 0:
        return total
    return MOST_INT if base == 0 else total if abs(total) == 1 else 0

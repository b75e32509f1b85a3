"""What stands where: on which sites, of which kind, whose, in what state, and how many."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Access
from interpreter.ir.schema import Part
from interpreter.ir.values import Int, Sites
from interpreter.language.words import Role
from interpreter.rules.parts.names import Player
from interpreter.rules.parts.players import EVERYBODY, TEAMS

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


@dataclass(slots=True)
class Asked:
    """What a rule has asked for."""

    empty: bool = False


class Pieces:
    """The pieces of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        # Where start rules have put pieces.
        self.start_sites: set[int | None] = set()
        # Whether they put several on a site of the board.
        self._heaped = False
        self._asked = Asked()

    # Sets of sites

    @contextmanager
    def noting_empty(self) -> Generator[Asked]:
        """Note whether a rule that is written inside asks which sites are empty."""
        saved, self._asked = self._asked, Asked()
        yield self._asked
        saved.empty |= self._asked.empty
        self._asked = saved

    def empty(self) -> Sites:
        """The sites with no piece, as a rule asks for them by that name."""
        self._asked.empty = True
        return self.b.union(self.bare(), self.b.questions.still_empty())

    def vacant(self) -> Sites:
        """The sites of the board with no piece."""
        return self.b.board.here(self.bare())

    def occupied(self) -> Sites:
        """The sites of the board with a piece."""
        return self.b.minus(self.b.board.sites, without=self.b.board.here(self.without_piece()))

    def bare(self) -> Sites:
        """The sites with no piece, those of hands too."""
        return self.placed(self.b.zero)

    def taken(self) -> Sites:
        """The sites with a piece, those of hands too."""
        return self.b.minus(self.b.board.everywhere, without=self.without_piece())

    def without_piece(self) -> Sites:
        """The sites on which no piece stands, though one that stands elsewhere may cover them."""
        return self.b.union(self.bare(), self.b.large.covered())

    def placed(self, kind: Int) -> Sites:
        """The sites with a piece of this kind; 0 asks for the empty sites."""
        return self.b.read_sites(self.b.part(schema.PLACED), kind)

    def owned_by(self, player: Int) -> Sites:
        """The sites with a piece of a player; 0 asks for pieces that belong to nobody."""
        b = self.b
        beyond = 0 if player.constant is None else player.constant - b.players.count
        # Where there is one kind of piece for each player, none is everybody's.
        if beyond > 1 or (beyond == 1 and b.box.known.alike):
            return b.nowhere
        if not b.box.known.alike:
            found = b.read_sites(b.box.known.owned, player)
            return found if player.constant else b.minus(found, without=b.large.covered())
        if player.constant is not None:
            return b.read_sites(b.box.known.owned, player) if player.constant else b.nowhere
        found = b.read_sites(b.box.known.owned, player)
        return b.pick_sites(b.less(b.zero, player), found, b.nowhere)

    def of(self, who: Player) -> Sites:
        """The sites with pieces of those a role means, those of hands too."""
        b = self.b
        if isinstance(who, Int):
            return self.owned_by(who)
        if who is Role.Each:
            message = "these are the pieces that all players share"
            b.warn(message, "All means those of every player", code="shared-pieces")
            return self.owned_by(b.players.number(Role.Shared))
        if who in EVERYBODY:
            return self.taken()
        if b.players.teamed and who in (*TEAMS, Role.Enemy):
            return self._of_team(who)
        if who in (Role.NonMover, Role.Enemy):
            shared = b.int(b.players.count + 1)
            others = [self.owned_by(b.players.mover()), self.owned_by(shared)]
            if who is Role.Enemy:  # nobody's pieces are no enemies
                others.append(self.owned_by(b.zero))
            return b.minus(self.taken(), without=b.union(*others))
        if who in (Role.Friend, Role.TeamMover):
            return self.owned_by(b.players.mover())
        return b.nowhere if who is Role.Ally else self.owned_by(b.players.number(who))

    def _of_team(self, who: Role) -> Sites:
        """The sites with pieces of the players whom a role means, as the teams have it."""
        b = self.b
        whose = [(self.owned_by(player), b.players.is_meant(player, who))
                 for player in b.players.all()]  # fmt: skip
        return b.union(*(b.pick_sites(meant, sites, b.nowhere) for sites, meant in whose))

    def started_with(self, kind: Int) -> Sites:
        """The sites where a piece of this kind stood when the game started."""
        return self.b.read_sites(self.b.part(schema.STARTING), kind)

    def among(
        self, who: Role | None, of: Int | None, name: str | None, sites: Sites | None
    ) -> Sites:
        """The sites with pieces of a player (None: anybody's), of a kind, in a set.

        Args:
            name: any part of a piece's name names its kind here
        """
        b = self.b
        if self.stacked:
            return self._among_stacks(who, of, name, sites)
        found = self.owned_by(of) if of is not None else self.of(who or Role.All)
        if name is not None:
            numbers = [kind.number for kind in b.box.kinds if name in kind.name]
            b.box.uses(numbers)
            kinds = [self.placed(b.int(number)) for number in numbers]
            found = b.intersect(found, b.union(*kinds) if kinds else self.called(name))
        return found if sites is None else b.intersect(found, sites)

    def _among_stacks(
        self, who: Role | None, of: Int | None, name: str | None, sites: Sites | None
    ) -> Sites:
        whose = of if of is not None else who
        found = self.taken()
        if name is not None or not self._anybodys(whose):
            found = self.b.stacks.with_piece_of(Role.All if whose is None else whose, name)
        return found if sites is None else self.b.intersect(found, sites)

    def _anybodys(self, whose: Player | None) -> bool:
        return whose is None or (whose in EVERYBODY and whose is not Role.Each)

    def called(self, name: str) -> Sites:
        """The sites with pieces of a name, whoever owns them."""
        numbers = self.b.box.numbers_called(name, exact=False)
        return self.b.union(*(self.placed(self.b.int(number)) for number in numbers))

    # One site

    def what(self, site: Int, level: Int | None = None) -> Int:
        """The kind of piece on a site, or on a level of it where they stand on each other."""
        if level is not None and self.stacked:
            return self.b.stacks.at(site, level)
        access = Access(self.b.part(schema.PLACED), self.b.copy)
        found = self.b.number("what", site, attribute=access)
        return self.b.lookup(self.b.box.known.kinds, found) if self.b.large.part else found

    def who(self, site: Int, level: Int | None = None) -> Int:
        """The owner of the piece on a site; 0 for none or nobody's."""
        return self.b.lookup(self.b.box.known.owners, self.what(site, level))

    def state(self, site: Int, level: Int | None = None) -> Int:
        """The state of the piece on a site, or on a level of it."""
        if self.stacked:
            return self.b.stacks.read(schema.LEVEL_STATE, site, level)
        return self.of_site(schema.STATE, site)

    def value(self, site: Int, level: Int | None = None) -> Int:
        """The value of the piece on a site, or on a level of it."""
        if self.stacked:
            return self.b.stacks.read(schema.LEVEL_VALUE, site, level)
        return self.of_site(schema.VALUE, site)

    def cost(self, site: Int) -> Int:
        """What a site costs; 0 if nothing was said."""
        return self.of_site(schema.COST, site)

    def set_cost(self, site: Int, cost: Int) -> None:
        """Say what a site costs."""
        self.set_of_site(schema.COST, site, cost)

    def of_site(self, part: Part, site: Int) -> Int:
        """What a part that is kept for each site says of one."""
        return self.b.read_int(self.b.part(part), self._place(site))

    def set_of_site(self, part: Part, site: Int, value: Int) -> None:
        """Set what a part that is kept for each site says of one."""
        self.b.write(self.b.part(part), value, self._place(site))

    def _place(self, site: Int) -> Int:
        # Entry 0 is read for any site off the board: it keeps its first value.
        return self.b.add(site, self.b.one)

    def counterpart(self, site: Int, player: Int) -> Int:
        """The number of a player's piece that is called as the one on a site; 0 for none."""
        b, owners = self.b, self.b.players.count + 2
        names = {(kind.bare, kind.owner): kind.number for kind in reversed(b.box.kinds)}
        entries = [
            names.get((kind.bare, owner), 0) for kind in b.box.kinds for owner in range(owners)
        ]
        place = b.add(b.multiply(self.what(site), b.int(owners)), player)
        inside = b.both(b.at_most(b.zero, player), b.less(player, b.int(owners)))
        return b.pick(inside, b.lookup(b.table(*[0] * owners, *entries, 0), place), b.zero)

    # Several pieces on a site

    @property
    def counted(self) -> bool:
        """Whether there can be several pieces on a site."""
        return self.b.keeps("counts") or self.b.keeps("several") or self.stacked

    @property
    def piled(self) -> bool:
        """Whether rules have it that several pieces are on a site of the board."""
        return self.b.keeps("counts") or self._heaped or self.stacked

    @property
    def stacked(self) -> bool:
        """Whether pieces stand on each other."""
        return self.b.keeps("stacks")

    def set_number(self, site: Int, count: Int) -> None:
        """Set how many pieces are on a site where there can be several."""
        self.set_of_site(schema.COUNT, site, self.b.least(count, self.b.int(schema.MOST_COUNT)))

    def count(self, site: Int) -> Int:
        """How many pieces are on a site."""
        b = self.b
        if self.counted:
            return self.of_site(schema.COUNT, site)
        return b.as_int(b.contains(b.union(self.taken(), b.large.covered()), site))

    def count_on(self, sites: Sites, whose: Player | None = None, name: str | None = None) -> Int:
        """How many pieces there are on a set of sites.

        Args:
            whose: the owner of at least one on each, who alone counts where others are below
            name: any part of the name of at least one on each; only those count
        """
        b = self.b
        if self.stacked and (name is not None or not self._anybodys(whose)):
            return b.stacks.count_of(Role.All if whose is None else whose, sites, name)
        if self.counted:
            return b.sum_over(sites, self.count)
        total = b.count(b.board.here(sites))
        beside = b.count(b.intersect(sites, b.kinds.beside)) if b.kinds.others else b.zero
        return b.add(total, beside)

    def first(self, kind: Int, state: Int | None) -> Int:
        """The first site of the board with a kind of piece, and in a state; -1 if there is none."""
        b = self.b
        if self.stacked:
            return b.first(
                b.where(
                    b.board.here(self.taken()),
                    lambda site: b.at_most(b.zero, b.stacks.level_with(site, kind, state)),
                )
            )
        # A number that is no kind of piece stands for the empty sites.
        sites = b.intersect(self.placed(kind), self.occupied())
        if state is not None:
            sites = b.where(sites, lambda site: b.equal(self.state(site), state))
        return b.first(sites)

    # Start rules

    def starts_on(self, site: Int, count: Int) -> None:
        """Note a start site, and how many come to it; a second piece on it cannot be meant."""
        number, board = site.constant, self.b.board
        self._heaped |= count.constant != 1 and (number is None or number < board.size)
        if number is not None and number < board.size and number in self.start_sites:
            self.b.warn(
                f"two start rules put a piece on {board.topology.labels[number]}",
                code="site-taken-twice",
            )
        self.start_sites.add(number)

    def start_on(self, sites: Sites, count: Int) -> None:
        """Note a set of start sites, if it is known."""
        self._heaped |= count.constant != 1 and sites.constant is None
        for site in range(self.b.site_count):
            if (sites.constant or 0) >> site & 1:
                self.starts_on(self.b.int(site), count)

"""What stands where: kinds of pieces, their owners and states, and putting and moving them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.graph import MOST_SITES
from interpreter.ir import schema
from interpreter.ir.program import Access, Field, Table
from interpreter.ir.schema import Part
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.nodes import Node, nodes_in
from interpreter.language.parts import Hand, PieceKind, To
from interpreter.language.signatures import Lazy, SiteType
from interpreter.language.words import Role
from interpreter.rules.parts.names import Player
from interpreter.rules.parts.players import EVERYBODY, TEAMS
from interpreter.text.errors import LudError, suggest

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


@dataclass(slots=True)
class Asked:
    """What a rule has asked for."""

    empty: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the kinds of pieces.

    Args:
        owners: whose each kind is
        kinds: each kind by its number, but 0 for a part of a large piece
        owned: the sites of each player's pieces
        alike: whether each player has one kind, of his number
    """

    owners: Table
    kinds: Table
    owned: Field
    alike: bool


def go_anywhere(node: Node) -> bool:
    """Whether some rule lets pieces go to a site, and says neither where nor on what condition."""
    return any(
        one.ludeme.result is To and {"sites", "if_"}.isdisjoint(dict(one.args))
        for one in nodes_in(node)
    )


class Pieces:
    """The pieces of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.kinds: tuple[PieceKind, ...] = ()
        self.hands: tuple[Hand, ...] = ()
        # The number behind the last site of the board and the hands.
        self.places_end = 0
        # Whose hands rules ask for, and whether they say where pieces look.
        self.hands_asked: set[int] = set()
        self.facing_said = False
        self.used: set[int] = set()
        # Where start rules have put pieces.
        self.start_sites: set[int | None] = set()
        # Some rule marks pieces to be taken off at the end of the turn.
        self.clears = False
        self._asked = Asked()
        self._known: _Known | None = None

    def install_hands(self, hands: Sequence[tuple[int, int]]) -> None:
        """Lay hands beside the board.

        Args:
            hands: owner and size of each
        """
        b, made = self.b, list[Hand]()
        if hands:
            # As many numbers as there are cells go to the board, though its sites may be fewer.
            b.site_count = max(b.board.size, len(b.board.topology.graph.faces))
        for owner, size in hands:
            made.append(Hand(owner, range(b.site_count, b.site_count + size)))
            b.site_count += size
        if b.site_count > MOST_SITES:
            raise LudError(
                f"a board with its hands has at most {MOST_SITES} sites", code="board-too-large"
            )
        self.hands, self.places_end = tuple(made), b.site_count

    def install(self, kinds: Sequence[PieceKind]) -> None:
        """Set the kinds of pieces."""
        b = self.b
        self.kinds = tuple(kinds)
        named = (kind.number for kind in kinds if kind.number != b.large.part)
        # With one kind for each player, in order, the sets by kind are the sets by owner.
        alike = [kind.owner for kind in kinds] == list(range(1, b.players.count + 1))
        owners = b.table(0, *(kind.owner for kind in kinds))
        owned = b.part(schema.PLACED) if alike else b.part(schema.OWNED)
        self._known = _Known(owners, b.table(0, *named, 0), owned, alike)

    @property
    def known(self) -> _Known:
        """What is known of the kinds.

        Raises:
            LudError: they are asked for before there are any
        """
        if self._known is None:
            raise LudError("this asks about the game before it has pieces", code="no-board-yet")
        return self._known

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
        return self.b.union(self.bare(), self.b.moves.still_empty())

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
        if beyond > 1 or (beyond == 1 and self.known.alike):
            return b.nowhere
        if not self.known.alike:
            found = b.read_sites(self.known.owned, player)
            return found if player.constant else b.minus(found, without=b.large.covered())
        if player.constant is not None:
            return b.read_sites(self.known.owned, player) if player.constant else b.nowhere
        found = b.read_sites(self.known.owned, player)
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
        if who is Role.Friend:
            return self.owned_by(b.players.mover())
        return self.owned_by(b.players.number(who))

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
            numbers = [kind.number for kind in self.kinds if name in kind.name]
            self.uses(numbers)
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
        numbers = self.numbers_called(name, exact=False)
        return self.b.union(*(self.placed(self.b.int(number)) for number in numbers))

    # One site

    def what(self, site: Int, level: Int | None = None) -> Int:
        """The kind of piece on a site, or on a level of it where they stand on each other."""
        if level is not None and self.stacked:
            return self.b.stacks.at(site, level)
        access = Access(self.b.part(schema.PLACED), self.b.copy)
        found = self.b.number("what", site, attribute=access)
        return self.b.lookup(self.known.kinds, found) if self.b.large.part else found

    def who(self, site: Int, level: Int | None = None) -> Int:
        """The owner of the piece on a site; 0 for none or nobody's."""
        return self.b.lookup(self.known.owners, self.what(site, level))

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

    def set_state(self, site: Int, state: Int, level: Int | None = None) -> None:
        """Give the piece on a site a state, or the site itself; none where a number is negative.

        Args:
            level: of pieces on each other, the level of the one that is meant; the top if not given
        """
        self._mark((schema.STATE, schema.LEVEL_STATE), site, state, level)

    def can_flip(self, site: Int) -> Bool:
        """Whether there is anything to turn over on a site."""
        b = self.b
        turned = b.table(0, *(int(kind.flips is not None) for kind in self.kinds), 0)
        one = b.equal(b.lookup(turned, self.what(site)), b.one)
        return b.either(b.less(b.one, b.stacks.height(site)), one) if self.stacked else one

    def flip(self, site: Int) -> None:
        """Turn over what stands on a site; pieces on each other come to lie in opposite order."""
        b = self.b
        if self.stacked:
            b.stacks.turn_over(site, self._flipped)
            return
        with b.live():
            kind, state = self.what(site), self.state(site)
        self.set_state(site, self._flipped(kind, state))

    def _flipped(self, kind: Int, state: Int) -> Int:
        """The state of a piece of a kind that is turned over; the same for one without sides."""
        b = self.b
        sides = [None, *(kind.flips for kind in self.kinds)]
        one, other = (
            b.lookup(b.table(*(getattr(two, name) if two else -1 for two in sides), -1), kind)
            for name in ("first", "second")
        )
        return b.pick(b.equal(state, one), other, b.pick(b.equal(state, other), one, state))

    def set_value(self, site: Int, value: Int, level: Int | None = None) -> None:
        """Give the piece on a site a value, as `set_state` does with states."""
        self._mark((schema.VALUE, schema.LEVEL_VALUE), site, value, level)

    def _mark(self, parts: tuple[Part, Part], site: Int, number: Int, level: Int | None) -> None:
        b = self.b

        def mark() -> None:
            if self.stacked:
                b.stacks.write(parts[1], site, level, number)
            else:
                self.set_of_site(parts[0], site, number)
            b.turn.touch(site)

        b.if_(b.both(b.at_most(b.zero, site), b.at_most(b.zero, number)), mark)

    # Several pieces on a site: on any where some rule counts them, else in hands alone

    @property
    def counted(self) -> bool:
        """Whether there can be several pieces on any site.

        Dice, and whatever speaks of several pieces, such as hands, let like pieces that meet
        anywhere be on one site. To count them costs speed; without dice that is done only where
        some rule lets pieces go to any site, so that they can meet.
        """
        keeps = self.b.keeps
        meet = keeps("dice") or (keeps("several") and keeps("anywhere"))
        return keeps("counts") or meet or self.stacked

    @property
    def stacked(self) -> bool:
        """Whether pieces stand on each other."""
        return self.b.keeps("stacks")

    def _unstacked(self, what: str) -> None:
        if self.stacked:
            raise self.b.fail(
                f"{what} where pieces stand on each other: not supported yet", code="not-supported"
            )

    def in_hand(self, site: Int) -> Bool:
        """Whether a site is one of a hand."""
        b = self.b
        if not self.hands:
            return b.false
        beyond = b.at_most(b.int(b.board.size), site)
        return b.both(beyond, b.less(site, b.int(self.places_end))) if b.kinds.others else beyond

    def _piles_up(self, site: Int) -> Bool:
        """Whether there can be several pieces on a site."""
        return self.b.true if self.counted else self.in_hand(site)

    def _number(self, site: Int) -> Int:
        """How many pieces are on a site where there can be several."""
        if self.counted:
            return self.of_site(schema.COUNT, site)
        return self.b.read_int(self.b.part(schema.HELD), self._of_hands(site))

    def _set_number(self, site: Int, count: Int) -> None:
        b = self.b
        number = b.least(count, b.int(schema.MOST_COUNT))
        if self.counted:
            self.set_of_site(schema.COUNT, site, number)
        else:
            b.write(b.part(schema.HELD), number, self._of_hands(site))

    def set_count(self, site: Int, count: Int) -> None:
        """Say how many pieces of what is on a site there are; none empties it."""
        b = self.b
        self._unstacked("a number of pieces that is set")
        b.turn.touch(site)
        some = b.both(b.less(b.zero, count), b.contains(self.taken(), site))
        b.if_(some, lambda: self._set_number(site, count), lambda: self.clear(site))

    def _of_hands(self, site: Int) -> Int:
        # Entry 0 is that of the board.
        return self.b.subtract(site, self.b.int(self.b.board.size - 1))

    def count(self, site: Int) -> Int:
        """How many pieces are on a site."""
        b = self.b
        if self.counted:
            return self._number(site)
        some = self.taken() if b.kinds.others else self.occupied()
        one = b.as_int(b.contains(b.union(some, b.large.covered()), site))
        return b.pick(self.in_hand(site), self._number(site), one) if self.hands else one

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
            return b.sum_over(sites, self._number)
        total = b.count(b.board.here(sites))
        if b.kinds.others:
            total = b.add(total, b.count(b.intersect(sites, b.kinds.beside)))
        if not self.hands:
            return total
        held = b.minus(sites, without=b.board.sites)
        if b.kinds.others:
            held = b.minus(held, without=b.kinds.beside)
        return b.sum_over(held, self._number, first=total)

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

    # Kinds by name

    def uses(self, numbers: Iterable[int]) -> None:
        """Note that the rules can put these pieces on the board."""
        self.used |= set(numbers)

    def kind(self, number: Int) -> Int:
        """The kind of piece that a rule puts on the board by its number; 0 where there is none."""
        found = self.b.lookup(self.known.kinds, number)
        known = found.constant
        self.uses((kind.number for kind in self.kinds) if known is None else (known,))
        return found

    def numbers_called(self, name: str, *, exact: bool = True) -> list[int]:
        """The numbers of the pieces with a name, with or without their owner's number behind it.

        Args:
            exact: those that have no such number are meant alone, if there are any
        """
        alone = [kind.number for kind in self.kinds if kind.name == name and exact]
        found = alone or [kind.number for kind in self.kinds if name in (kind.name, kind.bare)]
        if not found:
            raise self.b.fail(*self._unknown(name), name, code="unknown-piece")
        self.uses(found)
        return found

    def _unknown(self, name: str) -> tuple[str, str]:
        """That no piece has a name, and what to suggest instead."""
        names = [kind.name for kind in self.kinds]
        hint = suggest(name, names) or f"known: {', '.join(names)}"
        return f'no piece is called "{name}"', hint

    def kinds_called(self, names: str | Sequence[str] | None) -> list[PieceKind]:
        """The kinds of pieces with some names; all of them if none is given.

        They are told by their names without the owner's number: with it a name means none.
        """
        if names is None:
            return list(self.kinds)
        wanted = (names,) if isinstance(names, str) else names
        for name in wanted:
            meant = self.kinds[self.numbers_called(name)[0] - 1].bare
            if all(kind.bare != name for kind in self.kinds):
                hint = f'did you mean "{meant}"?'
                message = "this means no pieces: their names stand here without the owner's number"
                self.b.warn(message, hint, name, code="numbered-name")
        return [kind for kind in self.kinds if kind.bare in wanted]

    def named(self, name: str, who: Player | None = None) -> Int:
        """The number of the piece with a name, with or without the owner's number behind it.

        Args:
            who: the owner, whose first piece with the text in its name is meant; if not given, the
                mover, where the name alone does not say
        """
        b = self.b
        if who is not None:
            return self.containing(name, who)
        found = self.numbers_called(name)
        if len(found) == 1:
            return b.int(found[0])
        owners = [0] * (b.players.count + 2)
        for number in found:
            owners[self.kinds[number - 1].owner] = number
        return b.lookup(b.table(*owners, 0), b.players.mover())

    def number_of(self, which: str | Lazy[Int], who: Player | None = None) -> Int:
        """The number of a piece by its name, as the mover's, or worked out at this place."""
        number = self.named(which, who) if isinstance(which, str) else which()
        return self.kind(number)

    def placed_as(self, name: str) -> Int:
        """The number of the one piece with a name, which must tell it from all others."""
        found = self.numbers_called(name)
        if len(found) > 1:
            names = [self.kinds[number - 1].name for number in found]
            raise self.b.fail(
                f'"{name}" may be any of several pieces',
                f"say {' or '.join(names)}",
                name,
                code="ambiguous-piece",
            )
        return self.b.int(found[0])

    def first_of(self, who: Role) -> int:
        """The number of the piece that stands for a player, or for nobody or everybody."""
        owner = {Role.Neutral: 0, Role.Shared: self.b.players.count + 1}
        owner[Role.All] = owner[Role.Shared]
        if who in owner:
            found = [kind.number for kind in self.kinds if kind.owner == owner[who]]
        else:
            found = [kind.number for kind in self.kinds if kind.number == who.player]
        if not found:
            raise self.b.fail(f"no piece stands for {who.value}", code="unknown-piece")
        self.uses(found[:1])
        return found[0]

    def containing(self, name: str, who: Player) -> Int:
        """The number of a player's first piece that has a text in its name; 0 if he has none.

        That nobody has one is warned of.
        """
        b = self.b
        owners = [0] * (b.players.count + 2)
        for kind in self.kinds:
            if name in kind.name and not owners[kind.owner]:
                owners[kind.owner] = kind.number
        if not any(owners):
            b.warn(*self._unknown(name), name, code="unknown-piece")
        self.uses(number for number in owners if number)
        return b.lookup(b.table(*owners, 0), b.players.number(who))

    def name_of(self, number: Int) -> str:
        """The name of a piece that is known when the game is compiled, else nothing."""
        return next((kind.name for kind in self.kinds if kind.number == number.constant), "")

    # Putting and taking

    def set(self, site: Int, kind: Int, state: Int | None = None, value: Int | None = None) -> None:
        """Put one piece of a kind on a site in place of what was there; 0 empties it."""
        zero = self.b.zero
        if self.stacked:
            self.b.stacks.replace(site, kind, state, value)
            return
        self._stand(site, kind, zero if state is None else state, zero if value is None else value)
        self.b.tiles.lie_straight(site)

    def _stand(self, site: Int, kind: Int, state: Int | None, value: Int | None) -> None:
        """Put a piece on a site, which keeps its state and its value if none is given."""
        b = self.b
        b.turn.touch(site)
        with b.live():
            b.emit("put", site, kind, b.nothing)
            for part, number in ((schema.STATE, state), (schema.VALUE, value)):
                if number is not None:
                    self.set_of_site(part, site, number)
            if self.counted:
                self._set_number(site, b.as_int(b.less(b.zero, kind)))

    def put(
        self, site: Int, kind: Int, count: Int | None = None, state: Int | None = None,
        value: Int | None = None,
    ) -> None:  # fmt: skip
        """Put pieces on a site; where there can be several they join others of their kind.

        Args:
            state, value: those of the site from now on; as they are if not given
        """
        b = self.b
        if self.stacked:
            self._stack(site, kind, count, state, value)
            return

        def join() -> None:
            with b.live():
                alike = b.equal(self.what(site), kind)
                before = b.pick(alike, self._number(site), b.zero)
                self._stand(site, kind, state, value)
                self._set_number(site, b.add(before, b.one if count is None else count))

        b.if_(self._piles_up(site), join, lambda: self._stand(site, kind, state, value))
        b.large.cover(kind, b.zero if state is None else state, site)

    def _stack(
        self, site: Int, kind: Int, count: Int | None, state: Int | None, value: Int | None
    ) -> None:
        """Put pieces on top of others, with 0 for a number that is not given."""
        kept = (self.b.zero if number is None else number for number in (state, value))
        self.b.stacks.push(site, kind, count, *kept)

    def at_once(self, count: Int) -> Int:
        """How many pieces are put on a site by a start rule that puts no stack.

        Where pieces stand on each other that is one, which is warned of.
        """
        if not self.stacked:
            return count
        if count.constant != 1:
            message = "this puts one piece: pieces stand on each other here"
            self.b.warn(message, "several are put as a stack", code="puts-one")
        return self.b.one

    def lay(
        self, site: Int, kind: Int, count: Int | None = None, state: Int | None = None,
        value: Int | None = None,
    ) -> None:  # fmt: skip
        """Put pieces on a site; where others stand already, these stay, and may become more."""
        b = self.b
        b.progress.added(site, kind, count)
        b.turn.placed(site)
        if self.stacked:
            self._stack(site, kind, count, state, value)
            return

        def join() -> None:
            self.put(site, self.what(site), count, state, value)

        def stay() -> None:
            for number, give in ((state, self.set_state), (value, self.set_value)):
                if number is not None:
                    give(site, number)

        with b.live():
            free = b.contains(self.without_piece(), site)
            b.if_(
                free,
                lambda: self.put(site, kind, count, state, value),
                lambda: b.if_(self._piles_up(site), join, stay),
            )

    def take(self, site: Int, count: Int | None = None) -> None:
        """Take pieces off a site, one if not said; no more than there are."""
        b = self.b
        if self.stacked:
            b.stacks.pop(site, count)
            return

        def fewer() -> None:
            with b.live():
                left = b.subtract(self._number(site), b.one if count is None else count)
                self._set_number(site, b.greatest(left, b.zero))
                b.turn.touch(site)
                b.if_(b.at_most(left, b.zero), lambda: self.set(site, b.zero))

        b.if_(self._piles_up(site), fewer, lambda: self.set(site, b.zero))

    def clear(self, site: Int) -> None:
        """Take away all that is on a site."""
        b = self.b
        if self.hands and not self.counted:
            b.if_(self.in_hand(site), lambda: self._set_number(site, b.zero))
        self.set(site, b.zero)

    def counterpart(self, site: Int, player: Int) -> Int:
        """The number of a player's piece that is called as the one on a site; 0 for none."""
        b, owners = self.b, self.b.players.count + 2
        names = {(kind.bare, kind.owner): kind.number for kind in reversed(self.kinds)}
        entries = [
            names.get((kind.bare, owner), 0) for kind in self.kinds for owner in range(owners)
        ]
        place = b.add(b.multiply(self.what(site), b.int(owners)), player)
        inside = b.both(b.at_most(b.zero, player), b.less(player, b.int(owners)))
        return b.pick(inside, b.lookup(b.table(*[0] * owners, *entries, 0), place), b.zero)

    def hand_over(self, site: Int, player: Int) -> None:
        """Let the piece on a site become a player's, with all that is known of it."""
        b = self.b
        with b.live():
            kind, count = self.counterpart(site, player), self.count(site)
            state, value = self.state(site), self.value(site)
            rotation = b.tiles.rotation(site)
        if self.stacked:
            self.take(site)
        else:
            self.clear(site)
        self.put(site, kind, None if self.stacked else count, state, value)
        b.tiles.rotate(site, rotation)

    def reached(self, site: Int, *, in_hands: bool) -> Int:
        """A site, if it is of the kind that is asked about; -1 if not.

        The places of hands are cells: where pieces stand on vertices or edges, one who asks about
        these does not reach a hand, and one who asks about cells does not reach the board.
        """
        b = self.b
        if b.board.use is SiteType.CELL or not (self.hands or in_hands):
            return site
        more = b.kinds.others
        inside = b.negate(self.in_hand(site)) if more else b.contains(b.board.sites, site)
        kept = b.negate(inside) if in_hands else inside
        return b.pick(kept, site, b.nothing)

    def in_hands(self, sites: Int | Sites) -> Int | Sites:
        """Those of some sites that are cells: of hands, where the board has others."""
        if isinstance(sites, Int):
            return self.reached(sites, in_hands=True)
        b = self.b
        return sites if b.board.use is SiteType.CELL else b.minus(sites, without=b.board.sites)

    def carry(
        self, origin: Int, target: Int, level: Int | None = None, onto: Int | None = None
    ) -> None:
        """Move one piece from a site to another, where it takes the place of what was there.

        Args:
            level: of pieces on each other, the level of the one that moves; the top if not given
            onto: the level to which it comes there; the top if not given
        """
        if self.b.progress.kept:
            with self.b.live():
                what = self.what(origin, level)
            # One that stays where it is has come to the next place there, unless it is on others.
            moved = self.b.differ(origin, target) if self.stacked else self.b.true
            self.b.if_(moved, lambda: self.b.progress.carried(origin, target, what))
        if self.stacked:
            self.b.stacks.carry(origin, target, level, onto)
            return
        with self.b.live():  # an effect before it may have made another piece of it
            kind, state, value = self.what(origin), self.state(origin), self.value(origin)
            rotation = self.b.tiles.rotation(origin)

        def go() -> None:
            with self.b.turn.untraced():  # a piece that leaves a site only goes elsewhere
                self.take(origin)
            with self.b.turn.coming_from(origin):
                self.put(target, kind, state=state, value=value)
            self.b.tiles.rotate(target, rotation)
            self.b.hiding.travel(origin, target)

        # Nothing comes of moving nothing.
        self.b.if_(self.b.less(self.b.zero, kind), go)

    def copy(self, origin: Int, target: Int) -> None:
        """Put a piece on a site that is like the one on another, in its state and all."""
        rotation = self.b.tiles.rotation(origin)
        state, value = self.state(origin), self.value(origin)
        self.put(target, self.what(origin), state=state, value=value)
        self.b.tiles.rotate(target, rotation)

    def carry_several(self, origin: Int, target: Int, count: Int) -> None:
        """Move so many pieces to a site; where others stand than these, they are lost."""
        b = self.b
        if self.stacked:
            b.stacks.carry_top(origin, target, count)
            return
        with b.live():
            kind = self.what(origin)
            free = b.either(
                b.contains(self.without_piece(), target), b.equal(self.what(target), kind)
            )
            moved = b.less(b.zero, kind)
            some = b.both(moved, free)
        if b.progress.kept:
            b.if_(moved, lambda: b.progress.carried(origin, target, kind, count))
        with b.turn.untraced():
            self.take(origin, count)
        with b.turn.coming_from(origin):
            b.if_(some, lambda: self.put(target, kind, count))

    def take_away(
        self, site: Int, *, later: bool = False, level: Int | None = None, count: Int | None = None
    ) -> None:
        """Take a piece off a site, at once or at the end of the turn.

        Args:
            level, count: of pieces on each other, the level of the one that is taken, and how often
                one is taken from there
        """
        b = self.b
        if b.keeps("removals"):
            with b.live():
                removed = b.part(schema.REMOVED)
                b.write(removed, b.add(b.read_int(removed), b.one))
        if b.keeps("worths"):
            with b.live():
                worth = b.part(schema.WORTH)
                lowest = b.zero if level is None and self.stacked else level
                taken = b.multiply(self.value(site, lowest), b.one if count is None else count)
                b.write(worth, b.add(b.read_int(worth), taken))
        if not later and b.progress.kept:
            b.progress.removed(site, self.what(site, level))
        if not later and self.stacked:
            b.stacks.take(site, b.nothing if level is None else level, count)
            return
        if not later:
            self.clear(site)
            return
        self.clears = True
        with b.live():
            marked = b.read_sites(b.part(schema.TO_CLEAR))
            b.write(b.part(schema.TO_CLEAR), b.union(marked, b.single(site)))
            if self.stacked:
                more = b.add(self.of_site(schema.HOW_MANY, site), b.one if count is None else count)
                self.set_of_site(schema.HOW_MANY, site, b.least(more, b.int(schema.MOST_COUNT)))

    def marked(self) -> Sites:
        """The sites whose pieces are taken off at the end of the turn."""
        return self.b.read_sites(self.b.part(schema.TO_CLEAR))

    def clear_marked(self) -> None:
        """Take off what was marked, unless the move has said who moves next."""
        b, marked = self.b, self.marked()

        def clear_one(site: Int) -> None:
            if not self.stacked:
                self.set(site, b.zero)
                return
            with b.live():  # from the lowest on
                b.stacks.take(site, b.zero, self.of_site(schema.HOW_MANY, site))
                self.set_of_site(schema.HOW_MANY, site, b.zero)

        def clear() -> None:
            b.each(marked, clear_one)
            b.write(b.part(schema.TO_CLEAR), b.nowhere)

        said = b.part(schema.NEXT_SAID)
        over = b.equal(b.read_int(said), b.zero)
        b.write(said, b.zero)
        b.if_(b.both(over, b.negate(b.is_empty(marked))), clear)

    # Start rules

    def starts_on(self, site: Int) -> None:
        """Note a start site; a second piece on it cannot be meant."""
        number, board = site.constant, self.b.board
        if number is not None and number < board.size and number in self.start_sites:
            self.b.warn(
                f"two start rules put a piece on {board.topology.labels[number]}",
                code="site-taken-twice",
            )
        self.start_sites.add(number)

    def start_on(self, sites: Sites) -> None:
        """Note a set of start sites, if it is known."""
        for site in range(self.b.site_count):
            if (sites.constant or 0) >> site & 1:
                self.starts_on(self.b.int(site))

    # Hands

    def hand_sites(self, player: int) -> list[int]:
        """The sites of a player's hand, in order."""
        return [site for hand in self.hands if hand.owner == player for site in hand.sites]

    def _each_hand(self, who: Player | None = None) -> list[list[int]]:
        """The sites of each player's hand, by his number.

        Args:
            who: whose is asked for; that of any if not given
        """
        if not self.hands:
            message = "the game has no hands"
            raise self.b.fail(
                message, "(hand Each) in the equipment makes them", code="too-few-places"
            )
        self._ask_hand(None if who is None else self.b.players.number(who).constant)
        return [self.hand_sites(player) for player in range(self.b.players.count + 2)]

    def _ask_hand(self, owner: int | None) -> None:
        """Note that a rule speaks of a player's hand, or of any."""
        self.hands_asked |= {hand.owner for hand in self.hands} if owner is None else {owner}

    def hand_site(self, who: Player, place: Int) -> Int:
        """A place of a player's hand; -1 if there is none."""
        b, hands = self.b, self._each_hand(who)
        most = max(map(len, hands))
        entries = [site for hand in hands for site in (*hand, *[-1] * (most - len(hand)))]
        inside = b.both(b.at_most(b.zero, place), b.less(place, b.int(most)))
        spot = b.add(b.multiply(b.players.number(who), b.int(most)), place)
        return b.pick(inside, b.lookup(b.table(*entries, -1), spot), b.nothing)

    def hand_of(self, who: Player) -> Sites:
        """The places of a player's hand."""
        return self.b.entry_of(self._each_hand(who), self.b.players.number(who))

    def fill_hands(
        self, name: str, container: str, count: Int, state: Int | None, value: Int | None
    ) -> None:
        """Put pieces into the hand with a name, or into those of all whose pieces have the name."""
        hands, b, count = self._each_hand(), self.b, self.at_once(count)
        owner = container.removeprefix("Hand")
        if not container.startswith("Hand") or not (owner.isdigit() or not owner):
            raise b.fail(
                f'no hand is called "{container}"',
                'a hand is called "Hand1"',
                container,
                code="unknown-hand",
            )
        for number in self.numbers_called(name):
            player = int(owner) if owner else self.kinds[number - 1].owner
            mine = hands[player] if player < len(hands) else []
            free = [site for site in mine if site not in self.start_sites]
            for site in free[:1] or mine[-1:]:
                self.start_sites.add(site)
                b.progress.added(b.int(site), b.int(number), count)
                b.turn.placed(b.int(site))
                self.put(b.int(site), b.int(number), count, state, value)

    # Containers: the board, and hands

    def within(self, sites: Sites, container: Int) -> Sites:
        """The sites of a set that are on the board (container 0) or in a hand (1, 2, …)."""
        return self.b.intersect(sites, self._containers(container))

    def _containers(self, number: Int) -> Sites:
        self._ask_hand(None)
        several = [range(self.b.board.size), *(hand.sites for hand in self.hands)]
        return self.b.entry_of(several, number)

    def in_container(self, container: Int | str, who: Player) -> Sites:
        """The sites of the board or of a hand, by name or by number.

        Args:
            who: whose hand, if it is one
        """
        if not isinstance(container, str):
            return self._containers(container)
        if "Hand" not in container:
            return self.container(container)
        self._ask_hand(self.b.players.number(who).constant)
        hands = [self.hand_sites(player) for player in range(self.b.players.count + 2)]
        return self.b.entry_of(hands, self.b.players.number(who))

    def container(self, name: str) -> Sites:
        """The sites of a container by its name: `Board`, or `Hand1`."""
        named = {"Board": self.b.board.sites}
        for hand in self.hands:
            named[f"Hand{hand.owner}"] = self.b.sites(hand.sites)
        if name.startswith("Hand"):
            self._ask_hand(None)
        if name not in named:
            raise self.b.fail(
                f'nothing is called "{name}"',
                f"known: {', '.join(named)}",
                name,
                code="unknown-name",
            )
        return named[name]

"""Hands: places beside the board, and the board and they as containers of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.board.graph import MOST_SITES
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Hand
from interpreter.language.signatures import SiteType
from interpreter.rules.parts.names import Player
from interpreter.text.errors import LudError

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Hands:
    """The hands of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.laid: tuple[Hand, ...] = ()
        # The number behind the last site of the board and the hands.
        self.end = 0
        # Whose hands rules ask for.
        self.asked: set[int] = set()

    def install(self, hands: Sequence[tuple[int, int]]) -> None:
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
        self.laid, self.end = tuple(made), b.site_count

    @property
    def beside(self) -> range | None:
        """The sites behind those of the board, of which hands are; None if there are no hands."""
        return range(self.b.board.size, self.end) if self.laid else None

    def sites(self, player: int) -> list[int]:
        """The sites of a player's hand, in order."""
        return [site for hand in self.laid if hand.owner == player for site in hand.sites]

    def _each(self, who: Player | None = None) -> list[list[int]]:
        """The sites of each player's hand, by his number.

        Args:
            who: whose is asked for; that of any if not given
        """
        if not self.laid:
            message = "the game has no hands"
            raise self.b.fail(
                message, "(hand Each) in the equipment makes them", code="too-few-places"
            )
        self._ask(None if who is None else self.b.players.number(who).constant)
        return [self.sites(player) for player in range(self.b.players.count + 2)]

    def _ask(self, owner: int | None) -> None:
        """Note that a rule speaks of a player's hand, or of any."""
        self.asked |= {hand.owner for hand in self.laid} if owner is None else {owner}

    def site(self, who: Player, place: Int) -> Int:
        """A place of a player's hand; -1 if there is none."""
        b, hands = self.b, self._each(who)
        most = max(map(len, hands))
        entries = [site for hand in hands for site in (*hand, *[-1] * (most - len(hand)))]
        inside = b.both(b.at_most(b.zero, place), b.less(place, b.int(most)))
        spot = b.add(b.multiply(b.players.number(who), b.int(most)), place)
        return b.pick(inside, b.lookup(b.table(*entries, -1), spot), b.nothing)

    def of(self, who: Player) -> Sites:
        """The places of a player's hand."""
        return self.b.entry_of(self._each(who), self.b.players.number(who))

    def fill(
        self, name: str, container: str, count: Int, state: Int | None, value: Int | None
    ) -> None:
        """Put pieces into the hand with a name, or into those of all whose pieces have the name."""
        hands, b, count = self._each(), self.b, self.b.handling.at_once(count)
        owner = container.removeprefix("Hand")
        if not container.startswith("Hand") or not (owner.isdigit() or not owner):
            raise b.fail(
                f'no hand is called "{container}"',
                'a hand is called "Hand1"',
                container,
                code="unknown-hand",
            )
        for number in b.box.numbers_called(name):
            player = int(owner) if owner else b.box.kinds[number - 1].owner
            mine = hands[player] if player < len(hands) else []
            free = [site for site in mine if site not in b.pieces.start_sites]
            for site in free[:1] or mine[-1:]:
                b.pieces.start_sites.add(site)
                b.progress.added(b.int(site), b.int(number), count)
                b.turn.placed(b.int(site))
                b.handling.put(b.int(site), b.int(number), count, state, value)

    # Which sites are those of hands

    def holds(self, site: Int) -> Bool:
        """Whether a site is one of a hand."""
        b = self.b
        if not self.laid:
            return b.false
        beyond = b.at_most(b.int(b.board.size), site)
        return b.both(beyond, b.less(site, b.int(self.end))) if b.kinds.others else beyond

    def reached(self, site: Int, *, in_hands: bool) -> Int:
        """A site, if it is of the kind that is asked about; -1 if not.

        The places of hands are cells: where pieces stand on vertices or edges, one who asks about
        these does not reach a hand, and one who asks about cells does not reach the board.
        """
        b = self.b
        if b.board.use is SiteType.CELL or not (self.laid or in_hands):
            return site
        more = b.kinds.others
        inside = b.negate(self.holds(site)) if more else b.contains(b.board.sites, site)
        kept = b.negate(inside) if in_hands else inside
        return b.pick(kept, site, b.nothing)

    def among(self, sites: Int | Sites) -> Int | Sites:
        """Those of some sites that are cells: of hands, where the board has others."""
        if isinstance(sites, Int):
            return self.reached(sites, in_hands=True)
        b = self.b
        return sites if b.board.use is SiteType.CELL else b.minus(sites, without=b.board.sites)

    # Containers: the board, and hands

    def within(self, sites: Sites, container: Int) -> Sites:
        """The sites of a set that are on the board (container 0) or in a hand (1, 2, …)."""
        return self.b.intersect(sites, self._containers(container))

    def _containers(self, number: Int) -> Sites:
        self._ask(None)
        several = [range(self.b.board.size), *(hand.sites for hand in self.laid)]
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
        self._ask(self.b.players.number(who).constant)
        hands = [self.sites(player) for player in range(self.b.players.count + 2)]
        return self.b.entry_of(hands, self.b.players.number(who))

    def container(self, name: str) -> Sites:
        """The sites of a container by its name: `Board`, or `Hand1`."""
        named = {"Board": self.b.board.sites}
        for hand in self.laid:
            named[f"Hand{hand.owner}"] = self.b.sites(hand.sites)
        if name.startswith("Hand"):
            self._ask(None)
        if name not in named:
            raise self.b.fail(
                f'nothing is called "{name}"',
                f"known: {', '.join(named)}",
                name,
                code="unknown-name",
            )
        return named[name]

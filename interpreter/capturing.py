"""What captures look at, and moving pieces that are in the way."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.emit import NONE, NOWHERE, ONE, ZERO
from interpreter.facing import Several
from interpreter.ir import Access, Axis, Bool, Field, Int, Rays, Sites, Value, Variable, walk
from interpreter.language.signatures import Player
from interpreter.names import Names
from interpreter.pieces import MOST_PENDING
from interpreter.strides import Fan

Question = Callable[[Int], Bool]


class Capturing(Names):
    """Verbs on rows of pieces, on hands, and on what is pending."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        # Some rule marks pieces to be taken off at the end of the turn.
        self.clears = False
        # The values that stand for all that is pending, of which numbers that are no sites are a
        # part.
        self.pending_reads: set[Sites] = set()
        # What is remembered of earlier positions, if some rule asks for it: of the turn alone?
        self.history: Field | None = None
        self.in_turn = False
        self._both_rays: dict[Axis, tuple[Rays, Rays]] = {}

    # Hands

    def hand_site(self, who: Player, place: Int) -> Int:
        """A place of a player's hand; -1 if there is none."""
        self._some_hand()
        hands = [self.hand_sites(player) for player in range(self.players + 2)]
        most = max(map(len, hands))
        entries = [site for hand in hands for site in (*hand, *[-1] * (most - len(hand)))]
        inside = self.both(self.at_most(ZERO, place), self.less(place, self.int(most)))
        spot = self.add(self.multiply(self.player(who), self.int(most)), place)
        return self.pick(inside, self.lookup(self.table(*entries, -1), spot), NONE)

    def hand_of(self, who: Player) -> Sites:
        """The places of a player's hand."""
        self._some_hand()
        hands = [self.hand_sites(player) for player in range(self.players + 2)]
        return self.entry_of(hands, self.player(who))

    def fill_hands(self, name: str, container: str, count: Int, state: Int) -> None:
        """Put pieces into the hand with a name, or into those of all whose pieces have the name."""
        self._some_hand()
        owner = container.removeprefix("Hand")
        if not container.startswith("Hand") or not (owner.isdigit() or not owner):
            raise self.fail(
                f'no hand is called "{container}"', 'a hand is called "Hand1"', container
            )
        for number in self.numbers_called(name):
            player = int(owner) if owner else self.pieces[number - 1].owner
            free = [site for site in self.hand_sites(player) if site not in self.start_sites]
            for site in free[:1] or self.hand_sites(player)[-1:]:
                self.start_sites.add(site)
                self.put(self.int(site), self.int(number), count, state)

    def _some_hand(self) -> None:
        if not self.hands:
            raise self.fail("the game has no hands", "(hand Each) in the equipment makes them")

    # What is pending, what is to be cleared

    def set_pending(self, what: Value) -> None:
        """Leave a number or sites for the next move."""
        with self.live():
            sites = self.read_sites(self.pending_sites)
            here = self.single(what) if isinstance(what, Int) else what
            assert isinstance(here, Sites)
            self.write(self.pending_sites, self.union(sites, here))
            first = what if isinstance(what, Int) else self.first(here)
            self.write(self.scalars["pending"], first)
            if isinstance(what, Int):
                self._note_number(what)

    def _note_number(self, number: Int) -> None:
        """Keep a pending number that is no site."""
        if number.constant is not None and 0 <= number.constant < self.site_count:
            return

        def keep() -> None:
            kept = self.read_int(self.pending_count)
            self.write(self.pending_numbers, number, kept)
            more = self.least(self.add(kept, ONE), self.int(MOST_PENDING - 1))
            self.write(self.pending_count, more)

        inside = self.contains(self.everywhere, number)
        self.if_(self.negate(inside), keep)

    def pending(self) -> Sites:
        """The sites that the last move left."""
        sites = self.read_sites(self.pending_sites)
        self.pending_reads.add(sites)
        return sites

    def among(self, sites: Sites, number: Int) -> Bool:
        """Whether a number is a site of a set, or is pending and the set is what is pending."""
        inside = self.contains(sites, number)
        if sites not in self.pending_reads or self.is_iterator(number):
            return inside
        found = self.local("pending", inside)

        def look(place: Int) -> None:
            alike = self.equal(self.read_int(self.pending_numbers, place), number)
            self.set(found, self.either(self.get_bool(found), alike))

        self.loop(self.read_int(self.pending_count), look, most=MOST_PENDING)
        return self.get_bool(found)

    def forget_pending(self) -> None:
        """Nothing is pending any more."""
        self.write(self.scalars["pending"], NONE)
        self.write(self.pending_sites, NOWHERE)
        self.write(self.pending_count, ZERO)

    def is_pending(self) -> Bool:
        """Whether the last move left something."""
        return self.negate(self.equal(self.scalar("pending"), NONE))

    def take_away(self, site: Int, *, later: bool = False) -> None:
        """Take a piece off a site, at once or at the end of the turn."""
        if not later:
            self.empty_site(site)
            return
        self.clears = True
        with self.live():
            marked = self.read_sites(self.to_clear)
            self.write(self.to_clear, self.union(marked, self.single(site)))

    def clear_marked(self) -> None:
        """Take off what was marked, if the turn is over."""
        marked = self.read_sites(self.to_clear)

        def clear() -> None:
            self.each(marked, lambda site: self.set_site(site, ZERO))
            self.write(self.to_clear, NOWHERE)

        over = self.differ(self.scalar("mover"), self.scalar("next"))
        self.if_(self.both(over, self.negate(self.is_empty(marked))), clear)

    # Positions that were there before

    def history_of(self, *, in_turn: bool) -> Field:
        """The positions of the game, or those that moves of the present turn have led to."""
        if self.history is None:
            self.history, self.in_turn = self.add_field("history", "history"), in_turn
        if self.in_turn is not in_turn:
            raise self.fail("positions of the whole game and of the turn are not both remembered",
                            "all rules on repetition must mean the same positions")  # fmt: skip
        return self.history

    def repeats(self, *, in_turn: bool) -> Bool:
        """Whether the position is one of those."""
        return self.truth("seen", attribute=Access(self.history_of(in_turn=in_turn)))

    # Groups

    def asks_for_empty(self, question: Question) -> bool:
        """Whether a question about a site asks which sites are empty."""
        site = self.fresh("int")
        assert isinstance(site, Int)
        with self.open() as block:  # what is written here is dropped
            question(site)
        return any(
            step.name == "read_at"
            and isinstance(step.attribute, Access)
            and step.attribute.field is self.placed
            and step.operands[0] == ZERO
            for step in walk(block)
        )

    # Rows

    def sandwich(
        self,
        fan: Fan,
        way: Int,
        start: Int,
        target: Question,
        friend: Question,
        caught: Variable,
        most: Int | None,
    ) -> None:
        """Add to a set the row of targets next to a site on a ray, if a friend is at its end."""
        row = self.local("row", NOWHERE)

        def step(site: Int, far: Int) -> None:
            within = target(site)
            if most is not None:
                within = self.both(within, self.at_most(far, most))
            self.if_(within, lambda: add(site), lambda: end(site))

        def add(site: Int) -> None:
            self.set(row, self.union(self.get_sites(row), self.single(site)))

        def end(site: Int) -> None:
            more = self.union(self.get_sites(caught), self.get_sites(row))
            self.set(caught, self.pick_sites(friend(site), more, self.get_sites(caught)))
            self.leave()

        self.along_ray(fan, way, start, step)

    def row_of(self, rays: Rays, start: Int, target: Question, most: Int | None) -> Sites:
        """The unbroken row of targets that starts next to a site on a ray."""
        row = self.local("row", NOWHERE)

        def step(site: Int) -> None:
            self.leave_if(self.negate(target(site)))
            self.set(row, self.union(self.get_sites(row), self.single(site)))

        self.walk_ray(rays, start, step, most)
        return self.get_sites(row)

    def both_rays(self, axis: Axis) -> tuple[Rays, Rays]:
        """The two rays of an axis from each site."""
        if axis not in self._both_rays:
            first, second = (
                Rays(f"{axis.name}_{side}", tuple(both[side] if both else () for both in axis.rays))
                for side in (0, 1)
            )
            self._both_rays[axis] = first, second
        return self._both_rays[axis]

    # Moving others

    def push_along(self, start: Int, directions: Several) -> None:
        """Move the piece on a site and those in its way one step; at the edge they fall off."""
        for rays in (one for direction in directions for one in self.rays(direction)):
            held = self.local("held", self.what(start))
            kept = self.local("kept", self.state_at(start))
            with self.live():
                self.set_site(start, ZERO)

            def step(site: Int, held: Variable = held, kept: Variable = kept) -> None:
                with self.live():
                    piece, state = self.what(site), self.state_at(site)
                    self.set_site(site, self.get_int(held), state=self.get_int(kept))
                    self.set(held, piece)
                    self.set(kept, state)
                self.leave_if(self.equal(piece, ZERO))

            self.walk_ray(rays, start, step)

    def attract(self, start: Int, directions: Several) -> None:
        """Draw the pieces on the rays from a site as near as they can come."""
        for rays in (one for direction in directions for one in self.rays(direction)):
            filled = self.local("filled", ZERO)

            def step(site: Int, rays: Rays = rays, filled: Variable = filled) -> None:
                with self.live():
                    piece, state = self.what(site), self.state_at(site)

                    def draw() -> None:
                        self.set(filled, self.add(self.get_int(filled), ONE))
                        target = self.along(rays, start, self.get_int(filled))
                        self.set_site(site, ZERO)
                        self.set_site(target, piece, state=state)

                    self.if_(self.differ(piece, ZERO), draw)

            self.walk_ray(rays, start, step)

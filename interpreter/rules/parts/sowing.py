"""Sowing, step by step: seeds, and captures where the last one falls.

Source: Ludii 1.3.10 Core/src/game/rules/play/moves/nonDecision/effect/Sow.java.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Variable
from interpreter.ir.values import Bool, Int
from interpreter.language.signatures import Lazy, Moves

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# So many sites in a row are skipped at most.
MOST_SKIPPED = 10_000


@dataclass(frozen=True, slots=True)
class Sowing:
    """What is sown and how; see the ludeme."""

    start: Int
    track: Int
    count: Int
    each: Lazy[Int] | None
    effect: Lazy[Moves] | None
    itself: bool
    origin: Lazy[Bool] | None
    skip: Lazy[Bool] | None


@dataclass(frozen=True, slots=True)
class Capture:
    """What is captured where the last seed falls, and how captures go on from there."""

    effect: Lazy[Moves]
    condition: Lazy[Bool] | None
    back: Lazy[Bool] | None
    forward: Lazy[Bool] | None


@dataclass(frozen=True, slots=True)
class Handful:
    """A sowing that is under way: what is known of it at each step.

    Args:
        place: of the track, where the last seed fell
        hole: the site that rules call `(to)` there
        sown: how many seeds were used up
        moved: how many have left the start
    """

    place: Variable
    hole: Variable
    sown: Variable
    moved: Variable


class Seeds:
    """Sowing, as rules speak of it."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    def sow(self, sowing: Sowing, capture: Capture | None) -> None:
        """Sow, and capture."""
        b = self.b
        first = b.tracks.place(sowing.track, sowing.start)

        def begin() -> None:
            hand = Handful(
                b.local("place", first),
                b.local("hole", b.names.bound_or("to", b.nothing)),
                b.local("sown", b.zero),
                b.local("moved", b.zero),
            )
            with b.live():
                kind, there = b.pieces.what(sowing.start), b.pieces.count(sowing.start)
            if sowing.origin is not None:
                with b.names.bind(**{"from": sowing.start}):
                    b.if_(sowing.origin(), lambda: self._origin(sowing, hand))
            self._round(sowing, hand, kind, there)
            with b.turn.untraced():
                b.handling.take(sowing.start, b.get_int(hand.moved))
            if capture is not None:
                b.effects.apply(partial(self._captures, sowing, capture, hand))

        b.if_(b.at_most(b.zero, first), begin)

    def _origin(self, sowing: Sowing, hand: Handful) -> None:
        """The start gets its part: seeds that are spent without going anywhere."""
        b = self.b
        if sowing.effect is not None:
            sowing.effect()
        b.set(hand.sown, b.one if sowing.each is None else sowing.each())
        b.set(hand.hole, sowing.start)
        b.turn.touch(sowing.start)

    def _round(self, sowing: Sowing, hand: Handful, kind: Int, there: Int) -> None:
        """Seeds are put on the sites along the track until none is left."""
        b = self.b
        holes = b.local("holes", b.zero)

        def one(_: Int) -> None:
            done = b.get_int(holes)
            b.leave_if(b.at_most(sowing.count, b.greatest(b.get_int(hand.sown), done)))
            place = b.tracks.following(b.get_int(hand.place))
            hole = b.tracks.site(place)
            b.set(hand.place, place)
            b.set(hand.hole, hole)
            with b.names.bind(to=hole, value=b.subtract(sowing.count, done)):
                skipped = b.false if sowing.skip is None else sowing.skip()
                b.if_(b.negate(skipped), lambda: self._hole(sowing, hand, kind, there))
                b.set(holes, b.add(done, b.as_int(b.negate(skipped))))

        most = schema.MOST_COUNT + MOST_SKIPPED
        b.loop(b.int(most), one, most=most)

    def _hole(self, sowing: Sowing, hand: Handful, kind: Int, there: Int) -> None:
        """A site gets its seeds."""
        b = self.b
        if not sowing.itself:  # the start is passed over, and stays the site that is spoken of
            here = b.get_int(hand.place)
            itself = b.equal(b.tracks.site(here), sowing.start)
            b.set(hand.place, b.pick(itself, b.tracks.following(here), here))
        if sowing.effect is not None:
            sowing.effect()
        site = b.tracks.site(b.get_int(hand.place))
        many = b.one if sowing.each is None else sowing.each()
        left = b.subtract(sowing.count, b.get_int(hand.sown))
        seeds = b.least(many, left)
        b.set(hand.sown, b.add(b.get_int(hand.sown), many))
        away = b.differ(site, sowing.start)
        at_start = b.subtract(there, b.get_int(hand.moved))
        going = b.pick(away, b.least(seeds, at_start), b.zero)

        def drop() -> None:
            with b.live():
                state = b.pieces.state(site)
            b.handling.put(site, kind, going, state)
            b.set(hand.moved, b.add(b.get_int(hand.moved), going))

        with b.turn.coming_from(sowing.start):
            # Seeds are spent, whether they went or not.
            b.if_(b.less(b.zero, seeds), lambda: b.turn.touch(site))
            b.if_(b.less(b.zero, going), drop)

    # Captures

    def _captures(self, sowing: Sowing, capture: Capture, hand: Handful) -> None:
        """Captures at the last site, and on from it; none is made before all are decided."""
        b = self.b
        place = b.local("captured", b.get_int(hand.place))
        going_on = capture.back is not None or capture.forward is not None
        first = b.get_int(hand.hole)
        if not going_on:
            with b.names.bind(to=first):
                b.if_(self._met(capture.condition), lambda: self._capture(sowing, capture))
            return
        site = b.local("site", first)
        after_first = b.local("from", b.names.bound_or("from", b.nothing))

        def step(_: Int) -> None:
            with b.names.bind(**{"to": b.get_int(site), "from": b.get_int(after_first)}):
                b.leave_if(b.negate(self._met(capture.condition)))
                self._capture(sowing, capture)
                b.set(after_first, sowing.start)
            self._go_on(sowing, capture, place, site)

        b.loop(b.tracks.length(sowing.track), step, most=b.tracks.longest)

    def _go_on(self, sowing: Sowing, capture: Capture, place: Variable, site: Variable) -> None:
        """From one captured site to the next, where the rule says so of both."""
        b = self.b
        condition = capture.forward if capture.back is None else capture.back

        def ask() -> None:
            with b.names.bind(**{"to": b.get_int(site), "from": sowing.start}):
                b.leave_if(b.negate(self._met(condition)))

        ask()
        here = b.get_int(place)
        other = b.tracks.following(here) if capture.back is None else b.tracks.before(here)
        b.leave_if(b.less(other, b.zero))
        b.set(place, other)
        b.set(site, b.tracks.site(other))
        ask()
        if capture.back is not None:
            b.leave_if(b.equal(b.get_int(site), sowing.start))

    def _capture(self, sowing: Sowing, capture: Capture) -> None:
        b = self.b
        with b.names.bind(**{"from": sowing.start}), b.asker.making_at(b.names.bindings):
            capture.effect()

    def _met(self, condition: Lazy[Bool] | None) -> Bool:
        return self.b.true if condition is None else condition()

"""What a ludeme's body speaks to: lowering of its arguments, iterators, players, and moves.

Moves go where the present *sink* sends them. As decisions they become bundles of a template; as
effects (in `then` and `apply`) they are applied at once; tried, each is applied to a copy of the
state and looked at. A ludeme that generates moves says only what they are.

All effects of one batch are generated before any of them is applied: reads inside a batch see a
snapshot of the state, actions change the state itself. The pass `snapshots` takes away the copies
that make no difference, which are nearly all.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from interpreter.capturing import Capturing
from interpreter.emit import FALSE, NONE, NOWHERE, ONE, ZERO
from interpreter.gather import Ends, gathered
from interpreter.ir import Bool, Copy, Function, Int, Relation, Sites, Template
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.language.words import Several
from interpreter.lowering import Crowd
from interpreter.passes.snapshots import settle
from interpreter.pieces import PieceKind
from interpreter.sinks import (
    WAY,
    Action,
    Asked,
    Counted,
    Decisions,
    Demand,
    Demanding,
    Effects,
    MoveForm,
    Noticed,
    Sink,
    Trials,
)
from interpreter.strides import Fan, Strides

__all__ = ["Builder", "Crowd", "Fan", "PieceKind", "Strides"]

# How many moves are tried to find the longest sequence, and how deep.
# How often `while` repeats an effect at most.
MOST_ROUNDS = 10_000
MOST_TRIED, TRIED_BITS, MOST_DEPTH = 1 << 16, 20, 48


class Builder(Capturing):
    """The one object that ludemes lower themselves with."""

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.templates: list[Template] = []
        self.sink: Sink = Effects()
        self.consequences: tuple[Lazy[Moves], ...] = ()
        self.record: Callable[[Int, Int, bool], None] = lambda origin, target, passing: None
        self.entries: dict[str, Callable[[], Function]] = {}
        self._built: dict[str, Function | None] = {}
        # Functions that a recursive one may call before they are written.
        self.declared: dict[str, Function] = {}
        self.recursing = False

    # Functions made on demand

    def entry(self, name: str) -> Function:
        """A function of the turn, such as `end`, written when it is first needed."""
        if name not in self._built:
            self._built[name] = None
            with self.assuming(None):
                self._built[name] = self.entries[name]()
        found = self._built[name]
        if found is None and self.recursing:
            return self.declared[name]
        if found is None:
            raise self.fail(f"this rule needs to know its own outcome ({name})",
                            "a rule for moves or the end looks ahead to itself")  # fmt: skip
        return found

    # Moves

    @property
    def _decisions(self) -> Decisions | None:
        return self.sink if isinstance(self.sink, Decisions) else None

    @contextmanager
    def eager(self) -> Generator[None]:
        """Find out at once which moves generated inside are legal."""
        here = self._decisions
        with self.into(self.sink if here is None else replace(here, eager=True)):
            yield

    @contextmanager
    def demanding(self, condition: Lazy[Bool] | None) -> Generator[None]:
        """A move generated inside is legal only if the condition holds after it."""
        if condition is None:
            yield
            return
        here = self._decisions
        demand = Demand(condition, len(self.consequences))
        asking = Demanding(self.sink, demand)
        with self.into(replace(here, after=(*here.after, demand)) if here else asking):
            yield

    def after(self, prior: Lazy[Moves], moves: Lazy[Moves]) -> None:
        """Generate moves on the state after some effects, which become part of each move."""
        here = self._decisions
        if isinstance(self.sink, Effects):
            with self.live():
                self.apply(prior)
                moves()
            return

        def generate() -> None:
            self.apply(prior)
            after = self.sink
            if here is not None:
                after = replace(here, before=(*here.before, self.closed(prior)))
            with self.into(after):
                moves()

        self.probe(generate, keep=here is not None)

    def while_(self, condition: Lazy[Bool], effect: Lazy[Moves]) -> None:
        """Apply an effect as long as a condition holds."""
        if not isinstance(self.sink, Effects):
            hint = "it stands in (then ...) or (do ... next:...)"
            raise self.fail("(while ...) repeats effects", hint)

        def once(_: Int) -> None:
            holds = condition()
            if holds.constant == 0:
                self.leave()
                return
            self.leave_if(self.negate(holds))
            self.apply(effect)

        with self.live():
            self.loop(self.int(MOST_ROUNDS), once, most=MOST_ROUNDS)

    def ends_of(self, moves: Lazy[Moves]) -> Ends:
        """From where moves come and where they go; none of them is made."""
        return gathered(self, moves)

    def any_of_moves(self, rule: Callable[[], object]) -> Bool:
        """Generate the moves of a rule, and say whether there were any."""
        if self._decisions is not None:
            before = self.number("move_count")
            rule()
            return self.differ(self.number("move_count"), before)
        some = self.local("some", FALSE)
        with self.into(Noticed(self.sink, some)):
            rule()
        return self.get_bool(some)

    def only_longest(self, rule: Lazy[Moves]) -> None:
        """Generate the moves of a rule from which the most moves of one turn can follow."""
        if self._decisions is None:
            rule()
            return
        before = self.number("move_count")
        rule()
        after = self.number("move_count")
        best = self.local("best", ZERO)
        length = self.entry("length")
        span = self.subtract(after, before)

        def long(index: Int) -> Int:
            move = self.emit("move_at", index)
            found = self.call(length, move, self.int(MOST_TRIED), self.int(MOST_DEPTH))
            assert isinstance(found, Int)
            return self.number("shift_right", found, self.int(TRIED_BITS))

        def look(place: Int) -> None:
            here = long(self.add(before, place))
            self.set(best, self.greatest(self.get_int(best), here))

        def drop(place: Int) -> None:
            index = self.subtract(self.subtract(after, ONE), place)
            short = self.less(long(index), self.get_int(best))
            self.if_(short, lambda: self.emit("take", index))

        def compare() -> None:
            self.loop(span, look, most=1 << 20)
            self.loop(span, drop, most=1 << 20)

        first = self.equal(self.scalar("trying"), ZERO)
        self.if_(self.both(first, self.less(ONE, span)), compare)

    def one_after_another(self, rules: Sequence[Callable[[], object]]) -> None:
        """Generate the moves of several rules; no more where one is enough."""
        if not rules:
            return
        rules[0]()
        if self.enough is not None and len(rules) > 1 and not self.plain:
            more = self.negate(self.get_bool(self.enough))
            self.if_(more, lambda: self.one_after_another(rules[1:]))
        else:
            self.one_after_another(rules[1:])

    def outflanked(
        self,
        start: Sites,
        headed: Sequence[tuple[Several, Sites]],
        target: Callable[[Int], Bool],
        friend: Callable[[Int], Bool],
        most: Int | None,
    ) -> Sites | None:
        """The unbroken rows of targets between a site and a friend in line, by set algebra.

        Where it is only asked whether there are any, the friends behind them instead. None where
        lines are not straight, or only so many targets may be between, or the questions take loops.
        """
        ways = self._straight(start, headed)
        if ways is None or (most is not None and most.constant != 1):
            return None
        targets = self.lifted(target)
        friends = self.lifted(friend) if targets is not None else None
        if targets is None or friends is None:
            return None
        if most is None:
            # A target does not end a row, though it may be a friend as well.
            friends = self.minus(friends, without=targets)
        found = NOWHERE
        for relation, where in ways:
            first = self.image(self.intersect(start, where), relation)
            row = self.intersect(first, targets)
            if most is None:
                row = self.flood(first, targets, relation)
            behind = self.intersect(self.image(row, relation), friends)
            if not self.only_asks:
                behind = self.pick_sites(self.is_empty(behind), NOWHERE, row)
            found = self.union(found, behind)
        return found

    @property
    def only_asks(self) -> bool:
        """Whether it only matters whether there are moves, and not which."""
        return isinstance(self.sink, Asked | Counted) and not self.plain

    def has_moves(self, rule: Lazy[Moves]) -> Bool:
        """Whether a rule gives any moves, none of which is offered or made."""
        if self.lifting:
            return self._has_moves_anywhere(rule)
        some = self.local("some", FALSE)
        saved = self.consequences, self.enough
        self.consequences, self.enough = (), some
        with self.crowded(None), self.into(Asked(some)):
            rule()
        self.consequences, self.enough = saved
        return self.get_bool(some)

    @property
    def asking(self) -> bool:
        """Whether moves generated here are only asked for."""
        return isinstance(self.sink, Asked | Counted)

    def _has_moves_anywhere(self, rule: Callable[[], object]) -> Bool:
        """Whether a rule gives any moves, asked of all sites at once."""
        counted = Counted(self.block, [])
        before = self.sink, self.consequences
        self.sink, self.consequences = counted, ()
        try:
            with self.crowded(None):
                rule()
        finally:
            self.sink, self.consequences = before
        found = FALSE
        for one in counted.some:
            found = self.either(found, one)
        return found

    @contextmanager
    def into(self, sink: Sink) -> Generator[None]:
        """Moves generated inside go to this sink."""
        saved, self.sink = self.sink, sink
        yield
        self.sink = saved

    @contextmanager
    def also(self, then: Lazy[Moves] | None) -> Generator[None]:
        """Moves generated inside have this consequence after their own."""
        saved = self.consequences
        if then is not None:
            self.consequences = (then, *saved)
        yield
        self.consequences = saved

    def move(
        self,
        name: str,
        origin: Int | None,
        targets: Sites,
        act: Action,
        then: Lazy[Moves] | None = None,
        *,
        note: str = "",
    ) -> Moves:
        """Generate moves from a site (None: from the target itself) to each target."""
        shape = "placing" if origin is None else "moving"
        with self.also(then):
            form = MoveForm(name, origin, targets, act, self.consequences, shape, note=note)
        self.sink.take(self, form)
        return MOVES

    def move_along(
        self,
        name: str,
        made: Strides,
        targets: Sequence[Sites],
        act: Action,
        then: Lazy[Moves] | None = None,
    ) -> Moves:
        """Generate the moves of many pieces, each group of strides to targets of its own."""
        with self.also(then):
            ways = tuple(({WAY: self.int(way)}, sites) for way, sites in enumerate(targets))
            form = MoveForm(name, NONE, NOWHERE, act, self.consequences, ways=ways,
                            origins=made.origins)  # fmt: skip
        self.sink.take(self, form)
        return MOVES

    def move_over(
        self,
        name: str,
        origin: Int,
        ways: Sequence[tuple[Int, Sites]],
        act: Action,
        then: Lazy[Moves] | None = None,
    ) -> Moves:
        """Generate moves from a site, each over the site between to any of some behind it."""
        with self.also(then):
            over = tuple(({"between": between}, sites) for between, sites in ways)
            form = MoveForm(name, origin, NOWHERE, act, self.consequences, ways=over)
        self.sink.take(self, form)
        return MOVES

    def rows_from(
        self,
        start: Sites,
        headed: Sequence[tuple[Several, Sites]],
        target: Callable[[Int], Bool],
    ) -> Sites | None:
        """The unbroken rows of targets next to a site, by set algebra; None if it takes loops."""
        ways = self._straight(start, headed)
        targets = self.lifted(target) if ways is not None else None
        if ways is None or targets is None:
            return None
        rows = [self.flood(self.image(self.intersect(start, where), one), targets, one)
                for one, where in ways]  # fmt: skip
        return self.union(*rows)

    def _straight(
        self, start: Sites, headed: Sequence[tuple[Several, Sites]]
    ) -> list[tuple[Relation, Sites]] | None:
        """The straight lines from one site, each as a step, and from where it counts.

        None where lines bend, or there may be several sites to start from.
        """
        ways = [(self.glides(one), where) for several, where in headed for one in several]
        if any(relations is None for relations, _ in ways) or not self.at_most_one(start):
            return None
        return [(one, where) for relations, where in ways for one in relations or ()]

    def between_strides(self, made: Strides, target: Int) -> Int:
        """The site between, within the actions of a move along strides."""
        place = self.multiply(self.bound(WAY), self.int(self.site_count))
        return self.lookup(made.between[0], self.add(place, target))

    def pass_(self, then: Lazy[Moves] | None = None) -> Moves:
        """Generate a pass."""
        nothing: Action = lambda origin, target: None  # noqa: E731
        return self._nowhere("Pass", nothing, then, passing=True)

    def effect(self, act: Callable[[], object], then: Lazy[Moves] | None = None) -> Moves:
        """Generate one effect that has no site of its own, such as a change of score."""
        no_site: Action = lambda origin, target: act()  # noqa: E731
        return self._nowhere("Effect", no_site, then)

    def _nowhere(
        self, name: str, act: Action, then: Lazy[Moves] | None, *, passing: bool = False
    ) -> Moves:
        one = Sites(constant=1)
        with self.also(then):
            form = MoveForm(name, NONE, one, act, self.consequences, "nowhere", passing)
        self.sink.take(self, form)
        return MOVES

    def apply(self, effects: Lazy[Moves]) -> None:
        """Apply a batch of effects: all are generated, then all are applied."""
        saved = self.consequences, self.copy
        self.consequences = ()
        here = Copy()
        outer = self.copy
        with self.into(Effects()), self.open() as block:
            self.copy = here
            effects()
        self.consequences, self.copy = saved
        if self.plain:
            self.emit("snapshot", attribute=here, blocks=(block,))
        else:
            self.block.extend(settle(block, here, outer))

    def try_moves(self, moves: Lazy[Moves], look: Callable[[Int, Int], object]) -> None:
        """Apply each move to a copy of the state, where it counts as made, and look."""
        with self.into(Trials(look)):
            saved, self.consequences = self.consequences, ()
            moves()
            self.consequences = saved

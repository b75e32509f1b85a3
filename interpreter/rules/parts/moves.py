"""Moves: what a rule may do, whoever asks for it.

A ludeme says what moves there are: from where, to which sites, and what each does. Around it
stands somebody who wants to know something about them: which there are to choose from, whether
there are any, where they lead, what follows if all of them are made. So the same rule can be a
decision of the mover, an effect that follows a move, or the subject of a question.

All effects of one batch are worked out before any of them is made: reads inside a batch see a copy
of the state, actions change the state itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, cast

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import before_reads, writes
from interpreter.ir.program import (
    EXTRA_BITS,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Probe,
    Shape,
    Template,
    Variable,
    walk,
)
from interpreter.ir.relations import Compass, Relation
from interpreter.ir.values import Bool, Int, Kind, Sites, Value
from interpreter.language.parts import Then
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves
from interpreter.rules.parts.names import ENDS, Bindings

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

Action = Callable[[Int, Int], object]
MOST_TEMPLATES = 1 << 10
MOST_EXTRAS = 2
# How often `while` repeats an effect at most.
MOST_ROUNDS = 10_000


class Wanted(Enum):
    """What is to become of the moves of a rule."""

    CHOICE = "they are chosen from"
    ANSWER = "it is asked about them"
    EFFECT = "all of them are made"
    TRIAL = "each is made on a copy of the state and looked at"


@dataclass(eq=False)
class Written:
    """A function of the sites of a move, and what else it asks for.

    Args:
        taken: the iterators that stand behind the two sites among its parameters
    """

    function: Function
    taken: tuple[tuple[str, Kind], ...] = ()

    def own(self, name: str) -> str:
        """What an iterator is called that keeps what it stood for where this was first asked."""
        return f"{self.function.name} {name}"


@dataclass(eq=False)
class Shared:
    """A part of a rule that belongs to all moves inside it, written once for them.

    Args:
        leaving: it leaves something pending, in place of what was pending before
    """

    name: str
    body: Callable[[], Value | None]
    written: Written | None = None
    leaving: bool = False

    @property
    def speaks_of_around(self) -> bool:
        """Whether it asks for an iterator of the place where it is made."""
        return self.written is not None and bool(self.written.taken)


@dataclass(frozen=True, slots=True)
class Around:
    """What belongs to every move at this place besides its own action.

    Args:
        before: effects that come first
        closing: what each does besides, from the inside out; it belongs to the move itself
        after: what follows, from the inside out
        of_another: they are looked for as if another player were the mover, in a part of the rule
            that lies inside so many of those that follow
        taken: who that player is: what a move itself does is worked out for him
    """

    before: tuple[Shared, ...] = ()
    closing: tuple[Shared, ...] = ()
    after: tuple[Shared, ...] = ()
    of_another: int | None = None
    taken: Lazy[Int] | None = None

    @property
    def demanding(self) -> bool:
        """Whether something is demanded of the position after each move."""
        return any(one.name == DEMAND for one in self.after)


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of move."""

    name: str
    act: Action
    shape: Shape
    around: Around
    passing: bool = False
    note: str = ""
    on: Compass | None = None
    along: tuple[Relation, ...] = ()


# The iterator that is the number of the way that a piece goes.
WAY = "way"
# The site of which it is asked whether moves lead there.
HIT = "hit"
THEN, DEMAND, PRIOR, CLOSING = "then", "demand", "prior", "closing"
# What follows when all players have moved, where they choose at once.
FINALLY = "finally"
Ask = Callable[[], object]


class MoveMaker:
    """The moves of the rule that is being written."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.templates: list[Template] = []
        self.record: Callable[[Int, Int, bool], None] = lambda origin, target, passing: None
        # The last move is one of those that `is Visited` speaks of.
        self.counting_last = False
        # It is asked whether moves lead to a site, whatever effects stand before them.
        self.hitting: bool = False
        # Moves start from `(from)`, wherever their rule says that they do.
        self.going_on: bool = False
        # A piece was put where it is asked about, and rules go on calling that site empty.
        self.put_to_try: bool = False
        # All that asks about threats is told no.
        self.unthreatened = False
        # What is being written is the own action of a move that is chosen.
        self.deciding = False
        self._wanted = Wanted.EFFECT
        self._around: Around = Around()
        # The consequence of the rule itself that is being written.
        self._own: Shared | None = None
        self._look: Action = lambda origin, target: None
        self._noting: tuple[Variable, ...] = ()
        # Only some of the moves are made of a rule that was written to be asked about.
        self._measured = False
        # Moves are listed to be looked at, not for the mover.
        self._listing = False
        # Moves to this site alone are made.
        self._only: Int | None = None
        # Whose moves are being written; the mover's if None.
        self._owner: LazyPlayer | None = None
        # What iterators stand for where the moves that are being written are made: there what
        # follows them is worked out, not where they were.
        self._made_at: Bindings = {}

    @property
    def making(self) -> bool:
        """Whether all moves of the rule that is being written are made, as effects are."""
        return self._wanted is Wanted.EFFECT

    # What ludemes say

    def move(
        self, name: str, origin: Int | None, targets: Sites, act: Action, *,
        note: str = "", on: Compass | None = None, along: Sequence[Relation] = (),
    ) -> Moves:  # fmt: skip
        """Moves from a site (None: from the target itself) to each of a set.

        Args:
            note: what tells them from moves of other kinds between the same sites
            on: they carry the way that they go, which is one of these
            along: the ways that lead from the sites of several pieces to others, by which their
                moves are listed
        """
        shape: Shape = "placing" if origin is None else "moving"
        form = Form(name, act, shape, self._around, False, note, on, tuple(along))
        self._take(form, origin, targets)
        return MOVES

    @contextmanager
    def of(self, who: LazyPlayer | None) -> Generator[None]:
        """Moves made inside are this player's; where players choose at once, only he has them."""
        saved = self._owner
        self._owner = saved if who is None else who
        try:
            yield
        finally:
            self._owner = saved

    def pass_(self) -> Moves:
        """A pass."""
        return self._nowhere("Pass", lambda: None, passing=True)

    def effect(self, act: Callable[[], object], name: str = "Effect", *, note: str = "") -> Moves:
        """One effect that has no site of its own, such as a change of score.

        Args:
            note: what tells it from others of its name, where it is chosen
        """
        return self._nowhere(name, act, note=note)

    def _nowhere(self, name: str, act: Ask, *, passing: bool = False, note: str = "") -> Moves:
        form = Form(name, lambda _, __: act(), "nowhere", self._around, passing, note)
        self._take(form, self.b.nothing, Sites(constant=1))
        return MOVES

    @contextmanager
    def then(self, what: Then | None) -> Generator[None]:
        """Moves made inside have this consequence after their own."""
        part = None if what is None else self._consequence(what)
        saved, self._own = self._own, part
        with self._followed(part):
            yield
        self._own = saved

    def _consequence(self, what: Then) -> Shared:
        """What follows; where all players choose at once, it may come when all have moved."""
        last = what.last and self.b.players.at_once and self._wanted is not Wanted.EFFECT
        return Shared(FINALLY if last else THEN, lambda: self.apply(what.moves))

    def without_then(self, rule: Ask) -> Ask:
        """A part of the present rule whose moves do not have the rule's own consequence."""
        own = self._own

        def alone() -> None:
            saved = self._around
            self._around = replace(saved, after=tuple(one for one in saved.after if one is not own))
            rule()
            self._around = saved

        return alone

    def unfollowed(self, rule: Ask) -> None:
        """Make the moves of a part without the rule's own consequence; who gave one is warned."""
        if self._own is not None:
            message, hint = "what follows here never does", "it can follow the moves inside"
            self.b.warn(message, hint, code="never-follows")
        self.without_then(rule)()

    @contextmanager
    def demanding(self, condition: Lazy[Bool] | None) -> Generator[None]:
        """A move made inside is legal only if the condition holds after it."""
        part = None
        if condition is not None and not self._always(condition):
            again = self.unthreatened or self.b.keeps("replays")
            ask = partial(self._asked_of_another, condition) if again else condition
            part = Shared(DEMAND, ask)
        with self._followed(part):
            yield

    def _asked_of_another(self, condition: Lazy[Bool]) -> Bool:
        """What is asked as if nobody moved twice: where the mover is next, the one before is."""
        b, following = self.b, self.b.players.next()
        again = b.equal(following, b.players.mover())
        b.players.set_next(b.pick(again, b.players.previous(), following))
        found = condition()
        b.players.set_next(following)
        return found

    def _always(self, condition: Lazy[Bool]) -> bool:
        """Whether a condition holds because nothing is a threat."""
        if not self.unthreatened:
            return False
        with self.b.open():
            return condition().constant == 1

    @contextmanager
    def closing(self, effect: Ask) -> Generator[None]:
        """Moves made inside do this besides, before what follows them."""
        part, saved = Shared(CLOSING, lambda: self.apply(effect)), self._around
        self._around = replace(saved, closing=(part, *saved.closing))
        try:
            yield
        finally:
            self._around = saved

    @contextmanager
    def _followed(self, part: Shared | None) -> Generator[None]:
        saved = self._around
        if part is not None:
            self._around = replace(saved, after=(part, *saved.after))
        try:
            yield
        finally:
            self._around = saved

    def after(self, prior: Lazy[Moves], moves: Lazy[Moves]) -> None:
        """The moves that there are after some effects, which become part of each."""
        b = self.b
        if self.hitting:
            moves()
            return
        if self._wanted is Wanted.EFFECT:
            # Effects that would be part of no move are not made.
            b.if_(self.any(lambda: self.after(prior, moves)), lambda: self._in_turn(prior, moves))
            return
        first = Shared(PRIOR, lambda: self._apply_before(prior))

        def follow() -> None:
            saved = self._around
            with b.turn.noting_pending() as noted:
                self._call(first, b.nothing, b.nothing)
            again = self._made_anew(prior) if noted.sets else first
            if self._wanted is Wanted.CHOICE:
                self._around = replace(saved, before=(*saved.before, again))
            # What iterators stand for here, they stand for where the effects are made again.
            written = cast(Written, again.written)
            here = {written.own(name): b.names.passed(name, kind) for name, kind in written.taken}
            with b.names.bind(**here):
                moves()
            self._around = saved

        if self._wanted is Wanted.TRIAL:
            b.probe(follow)
            return
        with b.open() as block, b.live():
            follow()
            left = b.turn.left_told() if self._wanted is Wanted.CHOICE else None
        if left is not None:
            b.emit("local", b.zero, attribute=left)
        b.emit("after", attribute=Probe(copy=b.copy), blocks=(block,))
        if left is not None:
            b.turn.note_told(b.get_int(left))

    def _in_turn(self, first: Ask, second: Ask) -> None:
        """Make effects, and others after them."""
        with self.b.live():
            self.apply(first)
            self._batch(second)

    def _apply_before(self, prior: Ask) -> None:
        """Make the effects that come before moves."""
        with self.b.turn.repeated():
            self.apply(prior)

    def of_another(self, player: Lazy[Int], moves: Ask) -> None:
        """The moves that there were if another player were the mover, for the mover to make."""
        b = self.b
        if self._wanted not in (Wanted.CHOICE, Wanted.ANSWER):
            moves()
            return
        saved = self._around
        self._around = replace(saved, of_another=len(saved.after), taken=player)
        with b.open() as block, b.live():
            b.players.take_for_mover(player())
            moves()
        self._around = saved
        b.emit("after", attribute=Probe(copy=b.copy), blocks=(block,))

    def _made_anew(self, prior: Lazy[Moves]) -> Shared:
        """Effects that leave something pending, as they come before a move that is made.

        What was pending before is gone then, while among the moves to choose from it is still seen.
        """
        turn = self.b.turn

        def effects() -> None:
            turn.forget_pending()
            prior()

        again = Shared(PRIOR, lambda: self._apply_before(effects), leaving=True)
        with self.b.open():  # it is written here, and called where the move is made
            self._call(again, self.b.nothing, self.b.nothing)
        return again

    def first_of(self, rules: Sequence[Ask]) -> None:
        """The moves of the first of several rules that makes any."""
        b = self.b
        if len(rules) < 2:
            for rule in rules:
                rule()
            return
        if self.hitting or self._around.demanding:
            # The rule that makes any move is the one that threatens, wherever its moves go; and the
            # one whose moves there are, though what is demanded around may allow none of them.
            b.if_(self.any(rules[0]), rules[0], lambda: self.first_of(rules[1:]))
            return
        if self._wanted in (Wanted.CHOICE, Wanted.ANSWER):
            with b.open() as first:
                rules[0]()
            with b.open() as second:
                self.first_of(rules[1:])
            b.emit("first_of", blocks=(first, second))
            return
        some = b.local("some", b.false)
        saved, self._noting = self._noting, (*self._noting, some)
        rules[0]()
        self._noting = saved
        b.if_(b.negate(b.get_bool(some)), lambda: self.first_of(rules[1:]))

    def longest(self, rule: Ask, by: str = "length") -> None:
        """The moves of a rule from which the most moves of one turn can follow.

        Args:
            by: the function that says how much a move is worth
        """
        if self._wanted is not Wanted.CHOICE:
            self._measured = True
            rule()
            return

        def most() -> None:
            with self.b.open() as block:
                rule()
            self.b.emit("longest", attribute=by, blocks=(block,))

        self.b.watches.unless_told(most, rule)

    def repeat(self, condition: Lazy[Bool], effect: Lazy[Moves]) -> None:
        """Make an effect as long as a condition holds."""
        b = self.b
        if self._wanted is not Wanted.EFFECT:
            hint = "it stands in (then ...) or (do ... next:...)"
            raise b.fail("(while ...) repeats effects", hint, code="not-an-effect")

        def once(_: Int) -> None:
            b.leave_if(b.negate(condition()))
            self.apply(effect)

        with b.live():
            b.loop(b.int(MOST_ROUNDS), once, most=MOST_ROUNDS)

    # Who wants to know

    @contextmanager
    def _want(self, wanted: Wanted) -> Generator[None]:
        saved = self._wanted, self._around, self._noting, self._owner
        asked = self.hitting, self.going_on
        self._wanted, self._around, self._noting, self._owner = wanted, Around(), (), None
        self.hitting, self.going_on = False, False
        try:
            yield
        finally:
            self._wanted, self._around, self._noting, self._owner = saved
            self.hitting, self.going_on = asked

    @contextmanager
    def apart(self) -> Generator[None]:
        """What is written inside belongs to no rule around it."""
        saved = self.counting_last, self.unthreatened, self.put_to_try
        self.counting_last, self.unthreatened, self.put_to_try = False, False, False
        with self._want(Wanted.EFFECT):
            yield
        self.counting_last, self.unthreatened, self.put_to_try = saved

    def still_empty(self) -> Sites:
        """The sites that rules call empty though a piece was put there to ask about threats."""
        b = self.b
        return b.single(b.names.bound(HIT)) if self.put_to_try else b.nowhere

    def hits(self, rule: Ask, site: Int, *, put: bool = False) -> Bool:
        """Whether a move of a rule leads to a site; nothing is a threat meanwhile.

        Args:
            put: a piece was put on the site, which was empty
        """

        def hitting() -> None:
            self.hitting = True
            rule()

        saved = self.unthreatened, self.put_to_try
        self.unthreatened, self.put_to_try = True, put
        with self.b.names.bind(**{HIT: site}):
            found = self.any(hitting)
        self.unthreatened, self.put_to_try = saved
        return found

    def choices(self, rule: Ask) -> None:
        """The moves of a rule, to be chosen from."""
        with self._want(Wanted.CHOICE):
            rule()

    def _asked(self, rule: Ask) -> Block:
        with self._want(Wanted.ANSWER), self.b.open() as block:
            rule()
        return block

    def any(self, rule: Ask, *, counting_last: bool = False) -> Bool:
        """Whether a rule makes any legal move.

        Args:
            counting_last: the last move counts among those of the turn, though it may be over
        """
        saved, self.counting_last = self.counting_last, counting_last or self.counting_last
        block = self._asked(rule)
        self.counting_last = saved
        if not block:
            return self.b.false
        return cast(Bool, self.b.emit("any", attribute=self.b.copy, blocks=(block,)))

    def starts(self, rule: Ask) -> Sites:
        """From where the moves of a rule come; none of them is made."""
        return self._ends("starts", rule)

    def targets(self, rule: Ask) -> Sites:
        """Where the moves of a rule go; none of them is made."""
        return self._ends("targets", rule)

    def targets_from(self, site: Int, rule: Ask) -> Sites:
        """Where the moves of a rule go from a site, whichever it says that they start from."""

        def going_on() -> None:
            self.going_on = True
            rule()

        with self.b.names.bind(**{"from": site}):
            return self.targets(going_on)

    def _ends(self, which: str, rule: Ask) -> Sites:
        saved, self._measured = self._measured, False
        block = self._asked(rule)
        measured, self._measured = self._measured, saved
        if not block:
            return self.b.nowhere
        if measured:
            return self._listed_ends(which, rule)
        return cast(Sites, self.b.emit(which, attribute=self.b.copy, blocks=(block,)))

    def _listed_ends(self, which: str, rule: Ask) -> Sites:
        """The same of moves of which only some are made: listed as if to be chosen from."""
        b = self.b
        found = b.local(which, b.nowhere)
        end = {"starts": "origin_of", "targets": "target_of"}[which]

        def note(index: Int) -> None:
            site = b.number(end, b.emit("move_at", index))
            b.set(found, b.union(b.get_sites(found), b.single(site)))

        def gather() -> None:
            with b.open() as listed:
                self.choices(rule)
            b.emit("list", attribute=True, blocks=(listed,))
            b.loop(b.number("move_count"), note, most=1 << 20)

        saved, self._listing = self._listing, True
        b.probe(gather)
        self._listing = saved
        return b.get_sites(found)

    def apply(self, effects: Ask) -> None:
        """Make a batch of effects: all are worked out, then all are made."""
        with self._want(Wanted.EFFECT), self.making_at(self.b.names.bindings):
            self._batch(effects)

    def together(self, rules: Sequence[Ask]) -> None:
        """Several rules; of effects, a part that asks for what another writes is warned of."""
        written = set[Field]()
        for rule in rules:
            first = len(self.b.block)
            rule()
            if self._wanted is Wanted.EFFECT:
                steps = self.b.block[first:]
                if _kept(before_reads(steps)) & written:
                    self.b.warn(
                        "this asks for a number that an earlier part sets, and gets it as it was"
                        " before: all parts of an (and ...) are worked out first",
                        "to let one see what another did, write (do ... next:...)",
                        code="asked-too-early",
                    )
                written |= _kept(writes(steps))

    def one_by_one(self, effects: Sequence[Ask]) -> None:
        """Make effects in order, each with what those before it have done."""
        if self._wanted is not Wanted.EFFECT:
            raise self.b.fail(
                "(seq ...) is a list of effects", "it stands in (then ...)", code="not-an-effect"
            )
        with self.b.live():
            for one in effects:
                self.apply(one)

    @contextmanager
    def making_at(self, bindings: Bindings) -> Generator[None]:
        """Moves written inside are made where iterators stand for this."""
        saved, self._made_at = self._made_at, bindings
        try:
            yield
        finally:
            self._made_at = saved

    def _batch(self, effects: Ask) -> None:
        """Effects that all read the position as it is now."""
        b, here = self.b, Copy()
        with b.open() as block, b.reading(here):
            effects()
        if block:
            b.emit("snapshot", attribute=here, blocks=(block,))

    def try_each(self, moves: Ask, look: Action) -> None:
        """Make each move on a copy of the state, where it counts as made, and look."""
        saved, self._look = self._look, look
        with self._want(Wanted.TRIAL):
            moves()
        self._look = saved

    def make_forced(self, rule: Ask, most: int) -> None:
        """Make the move of a rule to a site, for each site to which there is only one.

        That is done again and again, as long as there is such a site.

        Args:
            most: how many rounds there are at most
        """
        b = self.b

        def once(_: Int) -> None:
            forced = self._alone(rule)
            b.leave_if(b.is_empty(forced))
            b.each(forced, lambda site: self._make_only(rule, site))

        with b.live():
            b.loop(b.int(most), once, most=most)

    def _alone(self, rule: Ask) -> Sites:
        """The sites to which a rule makes just one move."""
        b = self.b
        once, again = b.local("once", b.nowhere), b.local("again", b.nowhere)

        def look(origin: Int, target: Int) -> None:
            here = b.single(target)
            b.set(again, b.union(b.get_sites(again), b.intersect(b.get_sites(once), here)))
            b.set(once, b.union(b.get_sites(once), here))

        self.try_each(rule, look)
        return b.minus(b.get_sites(once), without=b.get_sites(again))

    def _make_only(self, rule: Ask, site: Int) -> None:
        """Make the moves of a rule that lead to a site."""
        saved, self._only = self._only, site
        self.apply(rule)
        self._only = saved

    # What becomes of them

    def _take(self, form: Form, origin: Int | None, targets: Sites) -> None:
        targets = self.b.watches.targets(origin, targets)
        match self._wanted:
            case Wanted.CHOICE:
                self._offer(form, origin, targets, self._new_template(form))
            case Wanted.ANSWER:
                act = Function(f"asked{self.b.numbered('asked')}")
                asked = Template(-1, form.name, act, shape=form.shape)
                self._offer(form, origin, targets, asked)
            case Wanted.EFFECT:
                self._each(form, origin, targets, self._effect)
            case Wanted.TRIAL:
                self._each(form, origin, targets, self._trial)

    def _new_template(self, form: Form) -> Template:
        b, number = self.b, len(self.templates)
        if number >= MOST_TEMPLATES:
            raise b.fail(
                f"the rules have more than {MOST_TEMPLATES} kinds of moves", code="too-many-moves"
            )
        origins = b.ways.origins(form.along, whole=form.on is not None)
        template = Template(
            number, form.name, Function(f"act{number}"), shape=form.shape, passing=form.passing,
            note=form.note, origins=origins, place=None if self._listing else b.place(),
        )  # fmt: skip
        self.templates.append(template)
        return template

    def _offer(self, form: Form, origin: Int | None, targets: Sites, template: Template) -> None:
        b = self.b
        if self.hitting:
            hit = b.single(b.names.bound(HIT))
            targets = b.nowhere if form.shape == "nowhere" else b.intersect(targets, hit)
        demanded = form.around.demanding
        extras = self._write(form, template) if template.number >= 0 or demanded else []
        start = b.nothing if origin is None else origin

        def offer() -> None:
            b.emit("move", start, targets, b.nothing, *extras, attribute=template)

        if b.players.at_once:
            who = self._owner
            owner = b.players.mover() if who is None else b.players.worked_out(who)
            b.if_(b.equal(b.players.chooser(), owner), offer)
        else:
            offer()

    def _each(self, form: Form, origin: Int | None, targets: Sites,
              make: Callable[[Form, Int, Int], object]) -> None:  # fmt: skip
        """Make each of some moves that is legal; one that has no sites once."""
        b = self.b

        def legal(to: Int) -> Bool:
            return self._legal(form, to if origin is None else origin, to)

        demanded = form.around.demanding
        if self._only is not None:
            if form.shape == "nowhere":
                return
            targets = b.intersect(targets, b.single(self._only))
        if form.shape == "nowhere":
            holds = legal(b.nothing) if demanded else b.true
            b.if_(holds, lambda: make(form, b.nothing, b.nothing))
            return
        kept = b.where(targets, legal) if demanded else targets
        b.each(kept, lambda to: make(form, to if origin is None else origin, to))

    def _effect(self, form: Form, origin: Int, target: Int) -> None:
        b = self.b
        for some in self._noting:
            b.set(some, b.true)
        saved, self.deciding = self.deciding, False
        # What has no sites leaves those around it as they are.
        ends = {} if form.shape == "nowhere" else {"from": origin, "to": target}
        with b.names.bind(**ends):
            with self._want(Wanted.EFFECT):  # what follows the move follows no part of it
                form.act(origin, target)
            with b.live():
                self._close(form, origin, target)
                self._follow(form.around.after)
        self.deciding = saved

    def _trial(self, form: Form, origin: Int, target: Int) -> None:
        def made() -> None:
            with self.b.names.bind(**{"from": origin, "to": target}):
                self._begin(form, origin, target)
                self._follow(form.around.after)
            self._look(origin, target)

        with self.making_at(self.b.names.bindings):
            self.b.probe(made)

    def _legal(
        self, form: Form, origin: Int, target: Int, *, first: int = 0, last: int | None = None
    ) -> Bool:
        """Whether every demand is met after a move, but before what follows the demand.

        Args:
            first, last: only the demands among these parts of what follows
        """
        b, after = self.b, form.around.after

        def meets(place: int) -> Bool:
            answer = b.local("legal", b.false)

            def made() -> None:
                with b.names.bind(**{"from": origin, "to": target}):
                    self._begin(form, origin, target)
                    self._follow(after[:place])
                    b.set(answer, cast(Bool, self._call(after[place], origin, target)))

            b.probe(made)
            return b.get_bool(answer)

        parts = range(len(after))[first:last]
        demands = [place for place in parts if after[place].name == DEMAND]
        with self.making_at(b.names.bindings):
            return b.all_of([lambda place=place: meets(place) for place in demands])

    # What a move does

    def _begin(self, form: Form, origin: Int, target: Int) -> None:
        """A move's own action, after the effects before it; then it counts as made."""
        turn = self.b.turn
        turn.forget_touched()
        for prior in form.around.before:
            self._call(prior, self.b.nothing, self.b.nothing)
        if form.shape != "nowhere":
            with turn.coming_from(origin):
                turn.touch(target)

        def act() -> None:
            # What the move before left is still seen by these actions, and no longer after them.
            if not any(prior.leaving for prior in form.around.before):
                turn.forget_pending()
            turn.choose_level(self.b.zero)
            turn.choose_level_from(self.b.zero)
            saved, self.deciding = self.deciding, True
            form.act(origin, target)
            self.deciding = saved

        if form.around.taken is not None:
            self.b.players.take_for_mover(form.around.taken())
        with self._want(Wanted.EFFECT):
            self._batch(act)
        if form.around.taken is not None:
            self.b.players.take_back()
        self._close(form, origin, target)
        self.record(origin, target, form.passing)

    def _close(self, form: Form, origin: Int, target: Int) -> None:
        for part in form.around.closing:
            self._call(part, origin, target)

    def _follow(self, parts: Sequence[Shared], name: str = THEN) -> None:
        """What follows a move: it speaks of the sites that are spoken of where it is made."""
        nothing = self.b.nothing
        with self.b.names.standing(self._made_at):
            for part in parts:
                if part.name == name:
                    self._call(part, nothing, nothing)

    def _write(self, form: Form, template: Template) -> list[Value]:
        """Write the functions of a template; the numbers that its moves carry."""
        after = form.around.after
        demands = [place for place, one in enumerate(after) if one.name == DEMAND]
        made, done, stages = None, 0, list[Written]()
        for number, place in enumerate(demands):
            function = Function(f"{template.act.name}_{number}")
            with self.making_at(self.b.names.bindings):
                made = self._stage(function, form, made, after[done:place])
            stages.append(made)
            done = place + 1
        if any(one.speaks_of_around for one in after[:done]):
            made, done = None, 0
        with self.making_at({}):  # long after it was worked out: no iterator stands any more
            whole = self._stage(template.act, form, made, after[done:], whole=True)
        written = [whole]
        if stages:
            asked = [(one, after[place]) for one, place in zip(stages, demands, strict=True)]
            template.guard = guard = Function(f"{template.act.name}_legal", result="bool")
            written.append(self._outlined(guard, lambda one, to: self._guarded(asked, one, to)))
            if form.around.before or form.around.of_another is not None:
                template.inside = Function(f"{guard.name}_inside", result="bool")
                written.append(
                    self._outlined(template.inside, lambda one, to: self._inside(form, one, to))
                )
        return self._carried(form, template, written)

    def _inside(self, form: Form, origin: Int, target: Int) -> Bool:
        """Whether every demand is met after a move where what comes before it has been done.

        What is demanded where another player is taken for the mover is asked of him; what is
        demanded of all that, of those who really move.
        """
        b, outer = self.b, form.around.of_another
        alone = replace(form, around=replace(form.around, before=(), of_another=None, taken=None))
        if outer is None:
            return self._legal(alone, origin, target)
        inner = len(form.around.after) - outer

        def really() -> Bool:
            answer = b.local("legal", b.false)

            def look() -> None:
                b.players.take_back()
                b.set(answer, self._legal(alone, origin, target, first=inner))

            b.probe(look)
            return b.get_bool(answer)

        return b.all_of([lambda: self._legal(alone, origin, target, last=inner), really])

    def _stage(
        self, function: Function, form: Form, made: Written | None, after: Sequence[Shared], *,
        whole: bool = False,
    ) -> Written:  # fmt: skip
        """A function that makes the move, or goes on where another has, with what follows.

        Args:
            whole: where all players choose at once, it is called once more when all have moved
        """
        b = self.b

        def make(origin: Int, target: Int) -> None:
            if made is None:
                self._begin(form, origin, target)
            else:
                self._enter(made, origin, target)
            self._follow(after)

        def body(origin: Int, target: Int) -> None:
            if not (whole and b.players.at_once):
                make(origin, target)
                return
            b.if_(
                b.turn.all_made(),
                lambda: self._follow(form.around.after, FINALLY),
                lambda: make(origin, target),
            )

        return self._outlined(function, body, carrying=(WAY,) if form.on else ())

    def _guarded(self, asked: Sequence[tuple[Written, Shared]], origin: Int, target: Int) -> Bool:
        b = self.b

        def meets(made: Written, demand: Shared) -> Bool:
            answer = b.local("legal", b.false)

            def try_() -> None:
                self._enter(made, origin, target)
                b.turn.note_reached()
                b.set(answer, cast(Bool, self._call(demand, origin, target)))

            b.probe(try_)
            return b.get_bool(answer)

        return b.all_of([lambda one=one: meets(*one) for one in asked])

    def _outlined(
        self, function: Function, body: Callable[[Int, Int], Value | None], *,
        shared: bool = False, carrying: tuple[str, ...] = (), ends: tuple[str, ...] = ENDS,
    ) -> Written:  # fmt: skip
        """Write a function of the two sites of a move, and of the iterators it asks for.

        Args:
            carrying: iterators that it asks for in any case
            ends: which of `from` and `to` are the sites of the move
        """
        b = self.b
        with b.names.scope(function, shared=shared) as scope, b.inside(function):
            for name in carrying:
                b.names.bound(name)
            origin, target = cast(Int, b.fresh("int")), cast(Int, b.fresh("int"))
            saved, self.counting_last = self.counting_last, False
            sites = zip(ENDS, (origin, target), strict=True)
            with b.names.bind(**{name: site for name, site in sites if name in ends}):
                answer = body(origin, target)
                b.finish(answer)
            self.counting_last = saved
        used = {one for step in walk(function.body) for one in step.operands}
        taken = {name: one for name, one in scope.taken.items() if name in carrying or one in used}
        function.parameters = (origin, target, *taken.values())
        b.functions.append(function)
        return Written(function, tuple((name, one.kind) for name, one in taken.items()))

    def _call(self, part: Shared, origin: Int, target: Int) -> Value:
        """Run a part that several moves share, written when it is first needed."""
        b = self.b
        if part.written is None:
            name = f"{part.name}{b.numbered(part.name)}"
            function = Function(name, result="bool" if part.name == DEMAND else "none")
            # What follows a move does not decide what can be chosen; a demand does.
            decides = b.turn.generating(b.turn.is_generating and part.name not in (THEN, FINALLY))
            ends = ENDS
            if part.name in (THEN, FINALLY):
                ends = ()
            elif part.name == PRIOR:
                # What comes before a move speaks of the sites that are spoken of around it.
                ends = tuple(name for name in ENDS if not b.names.is_bound(name))
            with self._want(Wanted.EFFECT), decides:
                part.written = self._outlined(
                    function, lambda _, __: part.body(), shared=True, ends=ends
                )
        return self._enter(part.written, origin, target)

    def _enter(self, written: Written, origin: Int, target: Int) -> Value:
        b = self.b
        own = {name: written.own(name) for name, _ in written.taken}
        others = [
            b.names.passed(own[name] if b.names.is_bound(own[name]) else name, kind)
            for name, kind in written.taken
        ]
        callee = Callee(written.function, b.copy)
        kind = written.function.result
        return b.emit("call", origin, target, *others, kind=kind, attribute=callee)

    def _carried(self, form: Form, template: Template, written: Sequence[Written]) -> list[Value]:
        """Give the functions of a template the same parameters; what its moves carry."""
        b = self.b
        taken = dict(pair for one in written for pair in one.taken)
        for name, kind in taken.items():
            if kind != "int" and b.names.passed(name, kind) not in b.names.regrown:
                raise b.fail(
                    f"a move cannot carry ({name}) along: a set is no single site",
                    code="set-carried-along",
                )
        groups = self._together(list(taken))
        if len(groups) > MOST_EXTRAS:
            raise b.fail(
                f"a move depends on more than {MOST_EXTRAS} iterators around it",
                code="too-many-iterators",
            )
        for one in written:
            own = dict(zip(dict(one.taken), one.function.parameters[2:], strict=True))
            others = tuple(self._unpacked(one.function, group, own) for group in groups)
            one.function.parameters = (*one.function.parameters[:2], *others)
            one.taken = tuple((" ".join(group), "int") for group in groups)
        template.extras = len(groups)
        template.carried_way = list(taken).index(WAY) if WAY in taken else None
        if template.carried_way is not None and form.on is not None and form.on.one_way:
            template.settled = (template.carried_way,)
        return [self._packed(group) for group in groups]

    def _together(self, names: Sequence[str]) -> list[tuple[str, ...]]:
        """The numbers that a move carries: where there are too many, small ones as one number."""
        groups: list[tuple[str, ...]] = [(name,) for name in names]
        room, limits = (1 << EXTRA_BITS) - 1, self._limits
        small = [one for one in groups if one[0] in limits]
        small.sort(key=lambda one: limits[one[0]])
        while len(groups) > MOST_EXTRAS and len(small) > 1:
            together: tuple[str, ...] = (*small[0], *small[1])
            if math.prod(limits[name] + 2 for name in together) > room:
                break
            groups = [one for one in groups if one not in small[:2]]
            groups.append(together)
            small[:2] = [together]
        return groups

    @property
    def _limits(self) -> Mapping[str, int]:
        """The greatest numbers that some iterators stand for."""
        levels = {"level": self.b.stacks.most - 1} if self.b.pieces.stacked else {}
        return levels | self.b.names.limits

    def _packed(self, group: Sequence[str]) -> Value:
        """Iterators as one number that a move carries; -1 is one of their values."""
        b = self.b
        values = [b.names.passed(name, "int") for name in group]
        if isinstance(values[0], Sites):
            return b.first(values[0])
        first, *rest = (cast(Int, value) for value in values)
        if not rest:
            return first
        found = b.add(first, b.one)
        for name, value in zip(group[1:], rest, strict=True):
            shifted = b.multiply(found, b.int(self._limits[name] + 2))
            found = b.add(shifted, b.add(value, b.one))
        return found

    def _unpacked(
        self, function: Function, group: Sequence[str], own: Mapping[str, Value]
    ) -> Value:
        """The parameter that a function has for iterators, each of which it may ask for."""
        b = self.b
        alone = own.get(group[0])
        if isinstance(alone, Sites):
            return self._regrown(function, alone, b.names.passed(group[0], "sites"))
        with b.inside(function):
            if len(group) == 1:
                return alone or b.fresh("int")
            packed = cast(Int, b.fresh("int"))
            before, function.body[:] = list(function.body), []
            left: Int = packed
            for name in reversed(group):
                base = b.int(self._limits[name] + 2)
                if name in own:
                    digit = left if name == group[0] else b.remainder(left, base)
                    step = Instruction("sub", (digit, b.one), own[name])
                    function.body.append(step)
                left = b.divide(left, base)
            function.body += before
        return packed

    def _regrown(self, function: Function, own: Sites, around: Value) -> Int:
        """The parameter for the first site of a set, which the function begins with finding.

        Effects that come before the set, and may make it what it is, are made first.
        """
        b = self.b
        make, body = b.names.regrown[around], list(function.body)
        place = next((place for place, step in enumerate(body) if own in step.operands), 0)
        with b.names.scope(function, alone=True), b.inside(function):
            first = cast(Int, b.fresh("int"))
            function.body[:] = body[:place] if _is_prior(body[place]) else []
            rest = body[len(function.body) :]
            found = make(first)
            function.body += [Instruction("union", (found, found), own), *rest]
        return first


def _is_prior(step: Instruction) -> bool:
    """Whether effects are made that come before a move."""
    return isinstance(step.attribute, Callee) and step.attribute.function.name.startswith(PRIOR)


def _kept(fields: set[Field]) -> set[Field]:
    """Those of some fields that rules keep for themselves."""
    return {one for one in fields if one.part is not None and schema.kept_number(one.part)}

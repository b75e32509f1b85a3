"""Moves: what a rule may do, whoever asks for it.

A ludeme says what moves there are: from where, to which sites, and what each does. Around it
stands somebody who wants to know something about them: which there are to choose from, whether
there are any, where they lead, what follows if all of them are made. So the same rule can be a
decision of the mover, an effect that follows a move, or the subject of a question.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from interpreter.ir.program import Function, Probe, Shape, Template
from interpreter.ir.relations import Compass, Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Then
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves
from interpreter.rules.parts.asker import Asker, Wanted
from interpreter.rules.parts.forms import (
    CLOSING,
    DEMAND,
    FINALLY,
    PRIOR,
    THEN,
    Action,
    Ask,
    Form,
    Shared,
    Written,
)
from interpreter.rules.parts.move_functions import MoveFunctions
from interpreter.rules.parts.questions import HIT

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

MOST_TEMPLATES = 1 << 10


class MoveMaker:
    """The moves of the rule that is being written."""

    def __init__(self, b: Builder, asker: Asker) -> None:
        self.b, self.asker, self.functions = b, asker, MoveFunctions(b, asker)
        self.templates: list[Template] = []
        self.record: Callable[[Int, Int, bool], None] = lambda origin, target, passing: None
        # The consequence of the rule itself that is being written.
        self._own: Shared | None = None

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
        form = Form(name, act, shape, self.asker.around, False, note, on, tuple(along))
        self._take(form, origin, targets)
        return MOVES

    @contextmanager
    def of(self, who: LazyPlayer | None) -> Generator[None]:
        """Moves made inside are this player's; where players choose at once, only he has them."""
        saved = self.asker.owner
        self.asker.owner = saved if who is None else who
        try:
            yield
        finally:
            self.asker.owner = saved

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
        form = Form(name, lambda _, __: act(), "nowhere", self.asker.around, passing, note)
        self._take(form, self.b.nothing, Sites(constant=1))
        return MOVES

    # What belongs to the moves of a rule besides

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
        last = what.last and self.b.players.at_once and self.asker.wanted is not Wanted.EFFECT
        return Shared(FINALLY if last else THEN, lambda: self.b.effects.apply(what.moves))

    def without_then(self, rule: Ask) -> Ask:
        """A part of the present rule whose moves do not have the rule's own consequence."""
        own = self._own

        def alone() -> None:
            saved = self.asker.around
            after = tuple(one for one in saved.after if one is not own)
            self.asker.around = replace(saved, after=after)
            rule()
            self.asker.around = saved

        return alone

    def lone_effect(self, act: Callable[[], object]) -> Moves:
        """One effect without a site of its own, which no consequence follows."""
        self.unfollowed(lambda: self.effect(act))
        return MOVES

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
            again = self.asker.unthreatened or self.b.keeps("replays")
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
        if not self.asker.unthreatened:
            return False
        with self.b.open():
            return condition().constant == 1

    @contextmanager
    def closing(self, effect: Ask) -> Generator[None]:
        """Moves made inside do this besides, before what follows them."""
        part, saved = Shared(CLOSING, lambda: self.b.effects.apply(effect)), self.asker.around
        self.asker.around = replace(saved, closing=(part, *saved.closing))
        try:
            yield
        finally:
            self.asker.around = saved

    @contextmanager
    def _followed(self, part: Shared | None) -> Generator[None]:
        saved = self.asker.around
        if part is not None:
            self.asker.around = replace(saved, after=(part, *saved.after))
        try:
            yield
        finally:
            self.asker.around = saved

    # Rules put together

    def after(self, prior: Lazy[Moves], moves: Lazy[Moves]) -> None:
        """The moves that there are after some effects, which become part of each."""
        b = self.b
        if self.asker.hitting:
            moves()
            return
        if self.asker.wanted is Wanted.EFFECT:
            # Effects that would be part of no move are not made.
            b.if_(
                b.questions.any(lambda: self.after(prior, moves)),
                lambda: b.effects.in_turn(prior, moves),
            )
            return
        first = Shared(PRIOR, lambda: self._apply_before(prior))

        def follow() -> None:
            saved = self.asker.around
            with b.turn.noting_pending() as noted:
                self.functions.call(first, b.nothing, b.nothing)
            again = self._made_anew(prior) if noted.sets else first
            if self.asker.wanted is Wanted.CHOICE:
                self.asker.around = replace(saved, before=(*saved.before, again))
            # What iterators stand for here, they stand for where the effects are made again.
            written = cast(Written, again.written)
            here = {written.own(name): b.names.passed(name, kind) for name, kind in written.taken}
            with b.names.bind(**here):
                moves()
            self.asker.around = saved

        if self.asker.wanted is Wanted.TRIAL:
            b.probe(follow)
            return
        with b.open() as block, b.live():
            follow()
            left = b.turn.left_told() if self.asker.wanted is Wanted.CHOICE else None
        if left is not None:
            b.emit("local", b.zero, attribute=left)
        b.emit("after", attribute=Probe(copy=b.copy), blocks=(block,))
        if left is not None:
            b.turn.note_told(b.get_int(left))

    def _apply_before(self, prior: Ask) -> None:
        """Make the effects that come before moves."""
        with self.b.turn.repeated():
            self.b.effects.apply(prior)

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
            self.functions.call(again, self.b.nothing, self.b.nothing)
        return again

    def of_another(self, player: Lazy[Int], moves: Ask) -> None:
        """The moves that there were if another player were the mover, for the mover to make."""
        b = self.b
        if self.asker.wanted not in (Wanted.CHOICE, Wanted.ANSWER):
            moves()
            return
        saved = self.asker.around
        self.asker.around = replace(saved, of_another=len(saved.after), taken=player)
        with b.open() as block, b.live():
            b.players.take_for_mover(player())
            moves()
        self.asker.around = saved
        b.emit("after", attribute=Probe(copy=b.copy), blocks=(block,))

    def first_of(self, rules: Sequence[Ask]) -> None:
        """The moves of the first of several rules that makes any."""
        b = self.b
        if len(rules) < 2:
            for rule in rules:
                rule()
            return
        if self.asker.hitting or self.asker.around.demanding:
            # The rule that makes any move is the one that threatens, wherever its moves go; and the
            # one whose moves there are, though what is demanded around may allow none of them.
            b.if_(b.questions.any(rules[0]), rules[0], lambda: self.first_of(rules[1:]))
            return
        if self.asker.wanted in (Wanted.CHOICE, Wanted.ANSWER):
            with b.open() as first:
                rules[0]()
            with b.open() as second:
                self.first_of(rules[1:])
            b.emit("first_of", blocks=(first, second))
            return
        some = b.local("some", b.false)
        saved, self.asker.noting = self.asker.noting, (*self.asker.noting, some)
        rules[0]()
        self.asker.noting = saved
        b.if_(b.negate(b.get_bool(some)), lambda: self.first_of(rules[1:]))

    def longest(self, rule: Ask, by: str = "length") -> None:
        """The moves of a rule from which the most moves of one turn can follow.

        Args:
            by: the function that says how much a move is worth
        """
        if self.asker.wanted is not Wanted.CHOICE:
            self.asker.measured = True
            rule()
            return

        def most() -> None:
            with self.b.open() as block:
                rule()
            self.b.emit("longest", attribute=by, blocks=(block,))

        self.b.watches.unless_told(most, rule)

    # What becomes of them

    def _take(self, form: Form, origin: Int | None, targets: Sites) -> None:
        targets = self.b.watches.targets(origin, targets)
        match self.asker.wanted:
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
            note=form.note, origins=origins, place=None if self.asker.listing else b.place(),
        )  # fmt: skip
        self.templates.append(template)
        return template

    def _offer(self, form: Form, origin: Int | None, targets: Sites, template: Template) -> None:
        b = self.b
        if self.asker.hitting:
            hit = b.single(b.names.bound(HIT))
            targets = b.nowhere if form.shape == "nowhere" else b.intersect(targets, hit)
        demanded = form.around.demanding
        extras = self.functions.write(form, template) if template.number >= 0 or demanded else []
        start = b.nothing if origin is None else origin

        def offer() -> None:
            b.emit("move", start, targets, b.nothing, *extras, attribute=template)

        if b.players.at_once:
            who = self.asker.owner
            owner = b.players.mover() if who is None else b.players.worked_out(who)
            b.if_(b.equal(b.players.chooser(), owner), offer)
        else:
            offer()

    def _each(self, form: Form, origin: Int | None, targets: Sites,
              make: Callable[[Form, Int, Int], object]) -> None:  # fmt: skip
        """Make each of some moves that is legal; one that has no sites once."""
        b = self.b

        def legal(to: Int) -> Bool:
            return self.functions.legal(form, to if origin is None else origin, to)

        demanded = form.around.demanding
        if self.asker.only is not None:
            if form.shape == "nowhere":
                return
            targets = b.intersect(targets, b.single(self.asker.only))
        if form.shape == "nowhere":
            holds = legal(b.nothing) if demanded else b.true
            b.if_(holds, lambda: make(form, b.nothing, b.nothing))
            return
        kept = b.where(targets, legal) if demanded else targets
        b.each(kept, lambda to: make(form, to if origin is None else origin, to))

    def _effect(self, form: Form, origin: Int, target: Int) -> None:
        b = self.b
        for some in self.asker.noting:
            b.set(some, b.true)
        saved, self.asker.deciding = self.asker.deciding, False
        # What has no sites leaves those around it as they are.
        ends = {} if form.shape == "nowhere" else {"from": origin, "to": target}
        with b.names.bind(**ends):
            with self.asker.want(Wanted.EFFECT):  # what follows the move follows no part of it
                form.act(origin, target)
            with b.live():
                self.functions.close(form, origin, target)
                self.functions.follow(form.around.after)
        self.asker.deciding = saved

    def _trial(self, form: Form, origin: Int, target: Int) -> None:
        def made() -> None:
            with self.b.names.bind(**{"from": origin, "to": target}):
                self.functions.begin(form, origin, target)
                self.functions.follow(form.around.after)
            self.asker.look(origin, target)

        with self.asker.making_at(self.b.names.bindings):
            self.b.probe(made)

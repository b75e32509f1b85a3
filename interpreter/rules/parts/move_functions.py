"""What a move does: the functions of its template, with all that follows and what is demanded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from interpreter.ir.program import Callee, Function, Template, walk
from interpreter.ir.values import Bool, Int, Value
from interpreter.rules.parts.asker import Asker, Wanted
from interpreter.rules.parts.carried import WAY, Carried
from interpreter.rules.parts.forms import DEMAND, FINALLY, PRIOR, THEN, Form, Shared, Written
from interpreter.rules.parts.names import ENDS

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class MoveFunctions:
    """Writes what moves do, and the parts that several of them share."""

    def __init__(self, b: Builder, asker: Asker) -> None:
        self.b, self.asker, self.carried = b, asker, Carried(b)

    # A move that is made at this place

    def begin(self, form: Form, origin: Int, target: Int) -> None:
        """A move's own action, after the effects before it; then it counts as made."""
        turn = self.b.turn
        turn.forget_touched()
        for prior in form.around.before:
            self.call(prior, self.b.nothing, self.b.nothing)
        if form.shape != "nowhere":
            with turn.coming_from(origin):
                turn.touch(target)

        def act() -> None:
            # What the move before left is still seen by these actions, and no longer after them.
            if not any(prior.leaving for prior in form.around.before):
                turn.forget_pending()
            turn.choose_level(self.b.zero)
            turn.choose_level_from(self.b.zero)
            saved, self.asker.deciding = self.asker.deciding, True
            form.act(origin, target)
            self.asker.deciding = saved

        if form.around.taken is not None:
            self.b.players.take_for_mover(form.around.taken())
        with self.asker.want(Wanted.EFFECT):
            self.b.effects.batch(act)
        if form.around.taken is not None:
            self.b.players.take_back()
        self.close(form, origin, target)
        self.b.moves.record(origin, target, form.passing)

    def close(self, form: Form, origin: Int, target: Int) -> None:
        """What a move does besides its own action."""
        for part in form.around.closing:
            self.call(part, origin, target)

    def follow(self, parts: Sequence[Shared], name: str = THEN) -> None:
        """What follows a move: it speaks of the sites that are spoken of where it is made."""
        nothing = self.b.nothing
        with self.b.names.standing(self.asker.made_at):
            for part in parts:
                if part.name == name:
                    self.call(part, nothing, nothing)

    def legal(
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
                    self.begin(form, origin, target)
                    self.follow(after[:place])
                    b.set(answer, cast(Bool, self.call(after[place], origin, target)))

            b.probe(made)
            return b.get_bool(answer)

        parts = range(len(after))[first:last]
        demands = [place for place in parts if after[place].name == DEMAND]
        with self.asker.making_at(b.names.bindings):
            return b.all_of([lambda place=place: meets(place) for place in demands])

    # The functions of a template

    def write(self, form: Form, template: Template) -> list[Value]:
        """Write the functions of a template; the numbers that its moves carry."""
        after = form.around.after
        demands = [place for place, one in enumerate(after) if one.name == DEMAND]
        made, done, stages = None, 0, list[Written]()
        for number, place in enumerate(demands):
            function = Function(f"{template.act.name}_{number}")
            with self.asker.making_at(self.b.names.bindings):
                made = self._stage(function, form, made, after[done:place])
            stages.append(made)
            done = place + 1
        if any(one.speaks_of_around for one in after[:done]):
            made, done = None, 0
        with self.asker.making_at({}):  # long after it was worked out: no iterator stands any more
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
        return self.carried.of(form, template, written)

    def _inside(self, form: Form, origin: Int, target: Int) -> Bool:
        """Whether every demand is met after a move where what comes before it has been done.

        What is demanded where another player is taken for the mover is asked of him; what is
        demanded of all that, of those who really move.
        """
        b, outer = self.b, form.around.of_another
        alone = replace(form, around=replace(form.around, before=(), of_another=None, taken=None))
        if outer is None:
            return self.legal(alone, origin, target)
        inner = len(form.around.after) - outer

        def really() -> Bool:
            answer = b.local("legal", b.false)

            def look() -> None:
                b.players.take_back()
                b.set(answer, self.legal(alone, origin, target, first=inner))

            b.probe(look)
            return b.get_bool(answer)

        return b.all_of([lambda: self.legal(alone, origin, target, last=inner), really])

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
                self.begin(form, origin, target)
            else:
                self._enter(made, origin, target)
            self.follow(after)

        def body(origin: Int, target: Int) -> None:
            if not (whole and b.players.at_once):
                make(origin, target)
                return
            b.if_(
                b.turn.all_made(),
                lambda: self.follow(form.around.after, FINALLY),
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
                b.set(answer, cast(Bool, self.call(demand, origin, target)))

            b.probe(try_)
            return b.get_bool(answer)

        return b.all_of([lambda one=one: meets(*one) for one in asked])

    # Parts that several moves share

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
            saved, self.asker.counting_last = self.asker.counting_last, False
            sites = zip(ENDS, (origin, target), strict=True)
            with b.names.bind(**{name: site for name, site in sites if name in ends}):
                answer = body(origin, target)
                b.finish(answer)
            self.asker.counting_last = saved
        used = {one for step in walk(function.body) for one in step.operands}
        taken = {name: one for name, one in scope.taken.items() if name in carrying or one in used}
        function.parameters = (origin, target, *taken.values())
        b.functions.append(function)
        return Written(function, tuple((name, one.kind) for name, one in taken.items()))

    def call(self, part: Shared, origin: Int, target: Int) -> Value:
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
            with self.asker.want(Wanted.EFFECT), decides:
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

"""What rules ask of moves that are not made yet: where they lead, how far, if there are any."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.ir import schema
from interpreter.ir.program import TRIED_BITS, Function
from interpreter.ir.values import Bool, Int, Move, Value
from interpreter.rules.builder import Builder
from interpreter.rules.played import Choosing


class Ahead:
    """Writes the functions that look ahead, each when a rule first needs it.

    Args:
        play: the moves of the mover's phase
        offered: all that the mover may choose from
    """

    def __init__(
        self,
        b: Builder,
        choosing: Choosing,
        play: Callable[[], object],
        offered: Callable[[], object],
    ) -> None:
        self.b, self.choosing, self.play, self.offered = b, choosing, play, offered
        b.turn.entries |= {
            "next_can_move": self._next_can_move,
            "next_could_move": self._next_could_move,
            "length": partial(self._length, "length"),
            "worth": partial(self._length, "worth"),
            "removals": self._removals,
            "hit": partial(self._hit, "hit", put=False),
            "hit_when_put": partial(self._hit, "hit_when_put", put=True),
        }

    def _hit(self, name: str, *, put: bool) -> Function:
        """Whether a move that the mover has in his phase leads to a site, legal or not."""
        b = self.b

        def body(site: Int) -> Bool:
            return b.questions.hits(self.play, site, put=put)

        return b.define(name, ("int",), "bool", body)

    def _length(self, name: str) -> Function:
        """How many moves of one turn there are at most from a move on, itself included.

        Called `worth`, it says how much they take away at most, and one more, so that 0 is left for
        what is not legal.

        Moves beyond a bound are not tried, and none where nothing can be longer than what is found:
        a turn that may go on for ever is followed down once. The result holds the number above so
        many bits, and below them how many more may be tried.
        """
        b = self.b
        made = b.turn.declared[name] = Function(name, result="int", recursive=True)
        guarded, generate = b.turn.entry("guarded"), b.turn.entry("generate")

        def body(move: Move, tries: Int, depth: Int) -> Value:
            best, left = b.local("best", b.zero), b.local("left", tries)
            own = b.local("own", b.one)

            def made_() -> None:
                b.write(b.part(schema.TRYING), b.one)
                if name == "worth":
                    b.write(b.part(schema.WORTH), b.zero)
                b.call(b.turn.declared["apply"], move)
                if name == "worth":
                    b.set(own, b.read_int(b.part(schema.WORTH)))
                same = b.less(b.zero, b.turn.turn_moves())
                b.if_(b.both(b.turn.undecided(), same), follow)

            def follow() -> None:
                b.call(generate)
                b.loop(b.number("move_count"), try_, most=1 << 20)

            def try_(index: Int) -> None:
                done = b.at_most(b.get_int(left), b.zero)
                if name == "length":
                    done = b.either(done, b.at_most(depth, b.get_int(best)))
                b.leave_if(done)
                b.set(left, b.subtract(b.get_int(left), b.one))
                following = b.emit("move_at", index)
                found = b.call(made, following, b.get_int(left), b.subtract(depth, b.one))
                assert isinstance(found, Int)
                b.set(left, b.bits(found, shift=0, width=TRIED_BITS))
                long = b.number("shift_right", found, b.int(TRIED_BITS))
                b.set(best, b.greatest(b.get_int(best), long))

            legal = b.call_bool(guarded, move)
            deep = b.less(b.zero, depth)
            b.if_(b.both(legal, deep), lambda: b.probe(made_))
            whole = b.add(b.get_int(best), b.get_int(own))
            if name == "worth":  # what follows has its one already
                whole = b.greatest(whole, b.add(b.get_int(own), b.one))
            count = b.pick(legal, whole, b.zero)
            return b.bits_or(b.shift_left(count, TRIED_BITS), b.get_int(left))

        b.define(name, ("move", "int", "int"), "int", body, made)
        return made

    def _removals(self) -> Function:
        """How much a move takes away with all that follows from it; told as by `length`."""
        b = self.b
        guarded = b.turn.entry("guarded")

        def body(move: Move, tries: Int, depth: Int) -> Value:
            del depth
            most = b.local("most", b.zero)

            def made() -> None:
                b.write(b.part(schema.TRYING), b.one)
                b.write(b.part(schema.REMOVED), b.zero)
                self.choosing.on_template(
                    move, lambda template, numbers: b.call(template.act, *numbers)
                )
                b.set(most, b.add(b.read_int(b.part(schema.REMOVED)), b.one))

            b.if_(b.call_bool(guarded, move), lambda: b.probe(made))
            return b.bits_or(b.shift_left(b.get_int(most), TRIED_BITS), tries)

        return b.define("removals", ("move", "int", "int"), "int", body)

    def _next_can_move(self) -> Function:
        """Whether the next player would have a legal move.

        In what follows a move, repetition aside: whether moves repeat a position is asked by making
        them, with all that follows.
        """
        b = self.b
        choices = b.turn.declared["choices"]
        allowed = next((one for one in b.functions if one.name == "allowed"), None)
        if allowed is not None and any(one.repetition for one in self.choosing.games):
            return self._next_has("next_can_move", lambda: self._any_allowed(allowed))
        return self._next_has("next_can_move", lambda: b.questions.any(lambda: b.call(choices)))

    def _any_allowed(self, allowed: Function) -> Bool:
        """Whether any of the moves that are offered is legal, whatever forbids it."""
        b = self.b
        b.call(b.turn.entry("generate"))
        found = b.local("found", b.false)

        def one(index: Int) -> None:
            b.set(found, b.call_bool(allowed, b.emit("move_at", index)))
            b.leave_if(b.get_bool(found))

        b.loop(b.number("move_count"), one, most=1 << 20)
        return b.get_bool(found)

    def _next_could_move(self) -> Function:
        """The same for a rule for moves: the next player's own rules do not ask it in turn."""
        with self.b.turn.asking_ahead():
            return self._next_has("next_could_move", lambda: self.b.questions.any(self.offered))

    def _next_has(self, name: str, moves: Callable[[], Bool]) -> Function:
        b = self.b

        def body() -> Bool:
            answer = b.local("can", b.false)

            def look() -> None:
                mover, after = b.players.mover(), b.players.next()
                b.players.set_previous(mover)
                b.players.set_mover(after)
                if b.players.at_once:
                    b.players.let_choose(after)
                b.players.set_next(b.players.following(after))
                b.set(answer, moves())

            b.probe(look)
            return b.get_bool(answer)

        return b.define(name, (), "bool", body)

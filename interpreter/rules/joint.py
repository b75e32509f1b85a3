"""Games in which all players choose at once.

Within the program they choose one after another, each without knowing what the others chose: a
choice is kept and does nothing. The last one's choice makes all moves, in the order of the players,
each with what follows it; what belongs behind all of them comes last. So whatever walks through
games move by move walks through these too.

Two players are told apart here: `MOVER` is the one who chooses, or whose move is being made; the
mover whom rules speak of is kept besides, and alternates from one such round to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Function, Template
from interpreter.ir.values import Int, Move

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# Run the body of the template with a number.
Switch = Callable[[Int, Callable[[Template], object]], object]


class Joint:
    """Writes how the choices of all players become one move of the game."""

    def __init__(self, b: Builder, switch: Switch) -> None:
        self.b, self._switch = b, switch

    def keep(self, move: Move) -> None:
        """Keep what the present chooser has chosen."""
        b, chooser = self.b, self.b.players.chooser()
        kind, start, end, *extras = self._parts()
        b.write(b.part(kind), b.number("template_of", move), chooser)
        b.write(b.part(start), b.number("origin_of", move), chooser)
        b.write(b.part(end), b.number("target_of", move), chooser)
        for place, part in enumerate(extras):
            b.write(b.part(part), b.number("extra_of", move, attribute=place), chooser)

    def _parts(self) -> Sequence[schema.Part]:
        """Where a choice is kept: the kind of move, its sites, and the numbers that it carries."""
        extras = max(one.extras for one in self.b.moves.templates)
        return schema.CHOICES[: 3 + extras]

    def make_one(self) -> Function:
        """The function that makes what the present chooser has chosen."""
        b = self.b

        def body() -> None:
            chooser = b.players.chooser()
            kept, *numbers = [b.read_int(b.part(part), chooser) for part in self._parts()]

            def act(template: Template) -> None:
                b.call(template.act, *numbers[: 2 + template.extras])

            self._switch(kept, act)
            if b.handling.clears:
                b.handling.clear_marked()
            b.turn.note_reached()

        return b.define("make_chosen", (), "none", body)

    def make_all(self, make: Function) -> None:
        """Make what all have chosen, which is one move; then what belongs behind all moves."""
        b = self.b
        b.ballot.forget_decision()
        moves, passes = b.part(schema.MOVES), b.part(schema.PASSES)
        made, passed = b.local("made", b.read_int(moves)), b.local("passed", b.read_int(passes))
        idle = b.local("idle", b.true)

        def one(_: Int) -> None:
            b.write(moves, b.get_int(made))
            b.write(passes, b.get_int(passed))
            b.call(make)
            passing = b.equal(b.read_int(b.part(schema.LAST_PASSED)), b.one)
            b.set(idle, b.both(b.get_bool(idle), passing))

        self._each(one)
        b.write(b.part(schema.LAST_PASSED), b.as_int(b.get_bool(idle)))
        b.write(passes, b.pick(b.get_bool(idle), b.read_int(passes), b.zero))
        b.write(b.part(schema.ALL_MADE), b.one)
        self._each(lambda _: b.call(make))
        b.write(b.part(schema.ALL_MADE), b.zero)
        self._forget()

    def _each(self, body: Callable[[Int], object]) -> None:
        """Run the body for each player who takes part, as the one whose move is made."""
        b = self.b

        def one(index: Int) -> None:
            player = b.add(index, b.one)

            def make() -> None:
                b.players.let_choose(player)
                body(player)

            b.if_(b.players.is_active(player), make)

        b.loop(b.int(b.players.count), one, most=b.players.count)

    def _forget(self) -> None:
        """What was chosen is made, and kept no longer."""
        b = self.b
        for part in self._parts():
            for player in b.players.all():
                b.write(b.part(part), b.int(part.initial), player)

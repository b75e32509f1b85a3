"""The games that are played, one or those of a match, and choices among them and their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.ir import schema
from interpreter.ir.program import Template
from interpreter.ir.values import Bool, Int, Move
from interpreter.language.parts import (
    Automove,
    NextPhase,
    NoRepeat,
    NoSuicide,
    PassNoEnd,
    Phase,
    Rules,
    Swap,
)
from interpreter.language.words import place_of
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError, suggest

FORCED = "forced_pass"
"""The name of what the pass of a player does who has no legal move."""


class Played:
    """The rules of a game: of the only one, or of one of a match.

    Args:
        rules: what they say
        first: the number of its first phase among those of all games
    """

    def __init__(self, rules: Rules, first: int) -> None:
        self.rules, self.phases = rules, rules.phases
        self.numbers = range(first, first + len(rules.phases))
        meta = rules.meta.rules if rules.meta else ()
        self.swap = any(isinstance(rule, Swap) for rule in meta)
        self.repetition = [rule for rule in meta if isinstance(rule, NoRepeat)]
        self.automove = any(isinstance(rule, Automove) for rule in meta)
        self.no_suicide = any(isinstance(rule, NoSuicide) for rule in meta)
        self.passes_end = not any(isinstance(rule, PassNoEnd) for rule in meta)

    def start(self) -> None:
        """The start rules."""
        for rule in self.rules.start.rules if self.rules.start else ():
            rule()

    def first_phase(self, player: int) -> int:
        """The phase in which a player begins."""
        for number, phase in zip(self.numbers, self.phases, strict=True):
            if phase.role is None or player in (phase.role.player, phase.role.team):
                return number
        return self.numbers[0]

    def phase(self, number: int) -> Phase:
        """A phase by its number."""
        return self.phases[number - self.numbers[0]]

    def target(self, way: NextPhase, number: int) -> int:
        """The phase to which a way out of another leads."""
        names = [phase.name for phase in self.phases]
        if way.name is None:
            return self.numbers[(number - self.numbers[0] + 1) % len(names)]
        if way.name not in names:
            span = place_of(way.name) or way.span
            hint = suggest(way.name, names) or f"known: {', '.join(filter(None, names))}"
            raise LudError(f'no phase is called "{way.name}"', span, hint, code="unknown-phase")
        return self.numbers[names.index(way.name)]


class Choosing:
    """Writes choices among the games of a match, their phases, and kinds of moves.

    Args:
        games: those of the match, or the only one
    """

    def __init__(self, b: Builder, games: Sequence[Played]) -> None:
        self.b, self.games = b, games

    def by_game(self, body: Callable[[int], object]) -> None:
        """Run the part of the game of a match that is played, by its number."""
        b, games = self.b, range(len(self.games))
        if len(games) == 1:
            body(0)
            return

        def of(number: int) -> None:
            with b.settings.of(number):
                body(number)

        self.switch(b.turn.playing(), games, of)

    def where(self, holds: Callable[[Played], object]) -> Bool:
        """Whether something holds for the game of a match that is played."""
        b, found = self.b, [int(bool(holds(one))) for one in self.games]
        if len(set(found)) == 1:
            return b.bool(bool(found[0]))
        return b.equal(b.lookup(b.table(*found, 0), b.turn.playing()), b.one)

    def by_phase(
        self, numbers: range, body: Callable[[int], object], player: Int | None = None
    ) -> None:
        """Run the part of a player's present phase, of the mover's if none is given.

        Args:
            numbers: those of the phases
        """
        b = self.b
        if len(numbers) == 1:
            body(numbers[0])
            return
        phase = b.read_int(b.part(schema.PHASE), player or b.players.mover())
        self.switch(phase, numbers, body)

    def switch(self, value: Int, cases: Sequence[int], body: Callable[[int], object]) -> None:
        """Run the body of the case that the value equals, found by halving."""
        b = self.b
        if len(cases) < 2:
            for one in cases:
                body(one)
            return
        middle = len(cases) // 2
        b.if_(
            b.less(value, b.int(cases[middle])),
            lambda: self.switch(value, cases[:middle], body),
            lambda: self.switch(value, cases[middle:], body),
        )

    def on_template(self, move: Move, body: Callable[[Template, list[Int]], object]) -> None:
        """Run the part of a move's template, given the numbers that the move carries."""
        b = self.b
        number = b.number("template_of", move)
        sites = [b.number("origin_of", move), b.number("target_of", move)]

        def case(index: int) -> None:
            template = b.moves.templates[index]
            places = range(template.extras)
            body(template, [*sites, *(b.number("extra_of", move, attribute=one) for one in places)])

        self.switch(number, range(len(b.moves.templates)), case)

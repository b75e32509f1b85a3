"""The phases of a game: who leaves one for another, and when."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir import schema
from interpreter.ir.program import Function
from interpreter.ir.values import Bool, Int
from interpreter.language.parts import NextPhase
from interpreter.language.words import Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import UNNUMBERED
from interpreter.rules.played import Played
from interpreter.text.errors import Problem

# Who never leaves a phase: these roles stand for no player there.
NOBODY = (Role.Neutral, Role.Player, *UNNUMBERED)


class Phases:
    """Writes the function by which players leave their phases."""

    def __init__(self, b: Builder, games: Sequence[Played]) -> None:
        self.b, self.games = b, games

    def write(self) -> Function:
        """Every player leaves his phase by the first way out that applies."""
        b = self.b
        leaving: list[tuple[int, Function]] = []
        for place, game in enumerate(self.games):
            with b.settings.of(place):
                leaving += [(number, self._leaving(game, number))
                            for number in game.numbers
                            if game.phase(number).following]  # fmt: skip

        def body() -> None:
            for player in b.players.all():
                phase = b.read_int(b.part(schema.PHASE), player)
                for number, leave in leaving:
                    here = b.equal(phase, b.int(number))
                    b.if_(here, lambda: b.call(leave, player))  # noqa: B023

        return b.define("phases", (), "none", body)

    def _leaving(self, game: Played, number: int) -> Function:
        """A player leaves a phase by the first way out that applies."""
        ways = [(one, game.target(one, number)) for one in game.phase(number).following]

        def body(player: Int) -> None:
            self._ways_out(game, player, ways)

        return self.b.define(f"leave_phase{number}", ("int",), "none", body)

    def _ways_out(self, game: Played, player: Int, ways: Sequence[tuple[NextPhase, int]]) -> None:
        b = self.b
        if not ways:
            return
        way, own = ways[0]

        def applies() -> Bool:
            return b.true if way.condition is None else way.condition()

        def leave() -> None:
            movers = way.name is None and way.who is None
            after = self._behind_movers(game, way) if movers else b.int(own)
            b.write(b.part(schema.PHASE), after, player)

        condition = b.all_of((lambda: self._concerns(way, player), applies))
        b.if_(condition, leave, lambda: self._ways_out(game, player, ways[1:]))

    def _behind_movers(self, game: Played, way: NextPhase) -> Int:
        """The phase behind the mover's, which may be new already: so far all go by him."""
        b = self.b
        following = b.table(*(game.target(way, number) for number in game.numbers))
        movers = b.read_int(b.part(schema.PHASE), b.players.mover())
        return b.lookup(following, b.subtract(movers, b.int(game.numbers[0])))

    def _concerns(self, way: NextPhase, player: Int) -> Bool:
        b = self.b
        if way.who is None:
            return b.true
        if way.who in NOBODY or (way.who is Role.TeamMover and not b.players.teamed):
            hint = "who leaves it is one player, or everybody if nobody is named"
            b.warn(f"{way.who.value} never leaves a phase", hint, way.span, code="no-such-player")
            return b.false
        who = way.who if isinstance(way.who, Role) else way.who()
        return b.equal(player, b.players.number(who))

    def warn(self) -> None:
        """Warn of phases that nothing leads to."""
        reached = set[int]()
        for game in self.games:
            reached |= {game.first_phase(player) for player in range(1, self.b.players.count + 1)}
            for number in game.numbers:
                reached |= {game.target(way, number) for way in game.phase(number).following}
        phases = [phase for game in self.games for phase in game.phases]
        for number, phase in enumerate(phases):
            if number not in reached:
                message = f'no rule leads to the phase "{phase.name}"'
                self.b.warnings.append(
                    Problem(message, phase.span, None, warning=True, code="unreachable-phase")
                )

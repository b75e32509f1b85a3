"""When a game is over: the end rules of phases and of the game, rounds of passes, the limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.ir import schema
from interpreter.ir.program import MOST_MOVES, MOST_TURNS_PER_PLAYER, Function
from interpreter.ir.values import Bool
from interpreter.rules.builder import Builder
from interpreter.rules.outcome import Outcome
from interpreter.rules.played import FORCED, Choosing, Played


class Ending:
    """Writes the function that asks whether the game is over, and what it needs."""

    def __init__(self, b: Builder, choosing: Choosing, outcome: Outcome) -> None:
        self.b, self.choosing, self.outcome = b, choosing, outcome
        b.turn.entries |= {
            "end": self.end,
            "all_passed": self.all_passed,
            "round_of_passes": self.round_of_passes,
        }

    def all_passed(self) -> Function:
        """Whether all passed in turn, once there were as many moves as players at the start."""
        b = self.b

        def body() -> Bool:
            enough = b.at_most(b.int(b.players.count), b.turn.made())
            return b.both(enough, b.call_bool(b.turn.entry("round_of_passes")))

        return b.define("all_passed", (), "bool", body)

    def round_of_passes(self) -> Function:
        """Whether as many turns as there were players at the start were passed, in a row.

        Where nothing comes before the first move, not even what is placed, it is enough that all
        turns were passed: the first pass is a round. A turn that is not over is passed if it is one
        pass so far. For one player alone: whether the last move was a pass.
        """
        b = self.b
        bare = all(game.rules.start is None for game in self.choosing.games)

        def body() -> Bool:
            if b.players.count == 1:
                return b.equal(b.read_int(b.part(schema.LAST_PASSED)), b.one)
            passes = b.read_int(b.part(schema.PASSES))
            passed = b.at_most(b.int(b.players.count), passes)
            if b.players.at_once:
                return passed
            one = b.equal(b.turn.turn_moves(), b.zero) if b.keeps("replays") else b.true
            if bare:
                turns = b.read_int(b.part(schema.TURN))
                passed = b.either(passed, b.equal(passes, b.add(turns, b.one)))
                one = b.either(one, b.equal(turns, b.zero))
            return b.both(passed, one)

        return b.define("round_of_passes", (), "bool", body)

    def end(self) -> Function:
        """The end rules: those of the mover's phase, then those of the game, then the limits."""
        b = self.b
        wins = {name: b.turn.entry(name) for name in ("win", "lose", "draw")}

        def of(number: int) -> None:
            self._ask(self._end_rules(self.choosing.games[number], wins["draw"]))

        def body() -> None:
            self.outcome.begin()
            self.choosing.by_game(of)

        return b.define("end", (), "none", body)

    def _end_rules(self, game: Played, draw: Function) -> list[Callable[[], object]]:
        """What is asked after every move of a game."""
        b = self.b
        # Passes are looked at only where there are end rules: of the mover's phase, or of the game.
        passes: Callable[[], object] = lambda: self._round_of_passes(game, draw)  # noqa: E731

        def of_phase(number: int) -> None:
            end = game.phase(number).end
            self._ask([*b.turn.end_rules(end), passes] if end is not None else [])

        rules: list[Callable[[], object]] = []
        if any(phase.end for phase in game.phases):
            rules.append(lambda: self.choosing.by_phase(game.numbers, of_phase))
        if game.rules.end is not None:
            rules += [*b.turn.end_rules(game.rules.end), passes]
        rules.append(lambda: self._limits(draw))
        return rules

    def _ask(self, rules: Sequence[Callable[[], object]]) -> None:
        """Ask end rules in order until the game is over; it is not over before the first."""
        if rules:
            rules[0]()
        if len(rules) > 1:
            # Each inside the one before, so that what was computed for it is known.
            self.b.if_(self.b.turn.undecided(), lambda: self._ask(rules[1:]))

    def _round_of_passes(self, game: Played, draw: Function) -> None:
        """Without a rule of its own for it, a round of nothing but passes is a draw.

        Whoever plays alone may pass, if the rules offer it, and the game goes on.
        """
        b = self.b
        offered = (one for one in b.moves.templates if one.act.name != FORCED)
        alone = b.players.count == 1 and any(one.passing for one in offered)
        ends = game.passes_end and not b.dice.count and "all_passed" not in b.turn.asked
        if not ends or alone:
            return
        b.if_(b.call_bool(b.turn.entry("round_of_passes")), lambda: b.call(draw))

    def _limits(self, draw: Function) -> None:
        b = self.b
        most = MOST_TURNS_PER_PLAYER * b.players.count
        # Where all choose at once, each choice counts for this.
        most_moves = MOST_MOVES // b.players.count if b.players.at_once else MOST_MOVES
        made = b.turn.made()

        def exactly() -> None:
            turns = b.at_most(b.int(most), b.add(b.read_int(b.part(schema.TURN)), b.one))
            moves = b.at_most(b.int(most_moves), made)
            b.if_(b.either(turns, moves), lambda: b.call(draw))

        # There are no more turns than moves.
        b.if_(b.at_most(b.int(min(most, most_moves)), made), exactly)

"""The turn of a match: what comes when a game of it is over.

Several games are told apart by their number in the list of the match.

The position of the game that is over stays, and there is one move, after which its scores are
told, the end rules of the match are asked, and the next game begins.

Source: Ludii 1.3.10 Core/src/other/context/Context.java, game/match.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import schema
from interpreter.ir.program import MOST_MOVES, Access, Field, Function
from interpreter.ir.values import CLASSES, Bool, Int
from interpreter.language.parts import Match, Subgame
from interpreter.rules.builder import Builder
from interpreter.rules.outcome import TWO, Outcome
from interpreter.text.errors import LudError

NEXT_GAME = "Next"
# What runs a part of the game that is played, given its number.
ByGame = Callable[[Callable[[int], object]], None]
# What is not simply cleared before the next game.
LASTING = (*schema.OF_MATCHES, schema.PLACED, schema.OWNED)


class MatchTurn:
    """Writes what a match adds to the turn of its game."""

    def __init__(self, b: Builder, match: Match, outcome: Outcome, by_game: ByGame) -> None:
        self.b, self.match, self.outcome, self.by_game = b, match, outcome, by_game
        self._reset = Function("reset")

    def following(self) -> Function:
        """After a game: its scores, the end of the match, or the next game."""
        b = self.b
        scores, over = self._scores(), self._end()
        start = next(one for one in b.functions if one.name == "start")
        b.functions.append(self._reset)

        def begin() -> None:
            b.write(b.part(schema.EARLIER_MOVES), b.turn.all_moves())
            if self.match.games[1:]:
                self.by_game(self._go_on)
            b.call(self._reset)
            b.call(start)

        def body() -> None:
            b.call(scores)
            b.turn.count_as_made()
            b.write(b.part(schema.GAMES_PLAYED), b.add(b.turn.games_played(), b.one))
            self.outcome.forget()
            b.call(over)
            b.if_(b.turn.undecided(), begin)

        return b.define("next_game", (), "none", body)

    def _go_on(self, number: int) -> None:
        """After one of the games another is played."""
        b, count = self.b, len(self.match.games)
        game = self.match.games[number]
        after = b.int((number + 1) % count) if game.following is None else game.following()
        if after.constant is not None and not 0 <= after.constant < count:
            hint = f"the games are 0 to {count - 1}"
            message = f"the match has no game {after.constant}"
            raise LudError(message, game.span, hint, code="no-such-game")
        # A number that is worked out may lie anywhere.
        within = b.remainder(b.add(b.remainder(after, b.int(count)), b.int(count)), b.int(count))
        b.write(b.part(schema.PLAYING), within)

    def _scores(self) -> Function:
        """What a game that is over adds to the scores of the match."""
        b = self.b

        def of(number: int) -> None:
            for player in b.players.all():
                rank = b.read_int(b.part(schema.RANK), player)
                points = self._points(self.match.games[number], rank)
                b.players.add_match_score(player, points)

        return b.define("scores", (), "none", lambda: self.by_game(of))

    def _points(self, game: Subgame, rank: Int) -> Int:
        """What a player with a doubled rank gets."""
        b = self.b
        won = b.equal(rank, TWO)
        if game.result is not None:
            return b.pick(won, game.result(), b.zero)
        if b.players.count == 2:
            # Twice the first place, or the place that both share in a draw.
            won = b.less(rank, b.int(4))
        return b.as_int(won)

    def _end(self) -> Function:
        """The end rules of the match."""

        def body() -> None:
            self.outcome.begin()
            for rule in self.b.turn.end_rules(self.match.end):
                self.b.if_(self.b.turn.undecided(), rule)

        return self.b.define("match_end", (), "none", body)

    def finish(self, done: Bool) -> None:
        """A game that is over is not the end of the match, unless this is too long.

        Args:
            done: the game was over before
        """
        b = self.b
        over = b.negate(b.turn.undecided())

        def pause() -> None:
            b.write(b.part(schema.FINISHED), b.one)
            b.write(b.part(schema.OVER), b.zero)

        def stop() -> None:
            self.outcome.forget()
            b.call(b.turn.entry("draw"))

        b.if_(b.both(b.negate(done), over), pause)
        long = b.at_most(b.int(MOST_MOVES), b.turn.all_moves())
        b.if_(b.both(b.turn.undecided(), long), stop)

    def write_reset(self) -> None:
        """Let all be as at the beginning but what goes on from game to game."""
        b = self.b
        with b.inside(self._reset):
            # Pieces are taken off one by one, so that whatever is known of them stays right.
            b.each(b.pieces.taken(), lambda site: b.emit("put", site, b.zero, b.nothing))
            for part, field in [*b.fields.items()]:
                if part not in LASTING:
                    self._clear(field)
            b.finish()

    def _clear(self, field: Field) -> None:
        b = self.b
        if field.kind == "history":
            b.emit("forget", attribute=Access(field))
            return
        first = CLASSES[field.kind](constant=field.initial)
        if field.length is None:
            b.write(field, first)
        else:
            b.loop(b.int(field.length), lambda index: b.write(field, first, index),
                   most=field.length)  # fmt: skip

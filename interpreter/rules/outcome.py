"""Who has won: ranks, given as players win, lose and draw.

Ranks are kept doubled, because players who draw share the mean of the ranks they might have had:
2 is first place, 3 the mean of first and second. A player with a rank takes no further part.

Source: Ludii 1.3.10 Core/src/game/rules/end/{Result,ByScore,End}.java.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import schema
from interpreter.ir.program import Function
from interpreter.ir.schema import Part
from interpreter.ir.values import Int
from interpreter.rules.builder import Builder

TWO = Int(constant=2)


class Outcome:
    """The functions that give ranks, each written when a rule first needs it."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        b.turn.entries |= {"win": self._win, "lose": self._lose, "draw": self._draw,
                      "by_score": self._by_score, "by_low_score": self._by_low_score,
                      "all_win": self._all_win, "all_lose": self._all_lose,
                      "team_wins": self._team_wins,
                      "ranked": self._ranked, "over": self._over}  # fmt: skip

    def begin(self) -> None:
        """Before the end rules: losses from here on count as simultaneous."""
        b = self.b
        if b.players.count > 2:
            b.write(b.part(schema.LOST_BEFORE), b.read_int(b.part(schema.LOSERS)))
            for player in self.b.players.all():
                b.write(b.part(schema.LOST_NOW), self.b.zero, player)

    def forget(self) -> None:
        """All take part again, and nobody has a rank."""
        b = self.b
        for part in (schema.WINNERS, schema.LOSERS, schema.OVER):
            b.write(b.part(part), b.zero)
        for player in b.players.all():
            b.write(b.part(schema.ACTIVE), b.one, player)
            b.write(b.part(schema.RANK), b.zero, player)

    def remaining(self) -> Int:
        """How many players still take part."""
        b = self.b
        found = self.b.zero
        for player in self.b.players.all():
            found = b.add(found, b.read_int(b.part(schema.ACTIVE), player))
        return found

    def _rank(self, player: Int, doubled: Int) -> None:
        b = self.b
        b.write(b.part(schema.RANK), doubled, player)
        b.write(b.part(schema.ACTIVE), self.b.zero, player)

    def _bump(self, part: Part) -> Int:
        b = self.b
        count = b.add(b.read_int(b.part(part)), b.one)
        b.write(b.part(part), count)
        return count

    def _of_player(self, name: str, body: Callable[[Int], None]) -> Function:
        """A function of a player, which does nothing for one who has a rank already."""
        b = self.b

        def write(player: Int) -> None:
            b.if_(self.b.players.is_active(player), lambda: body(player))

        return b.define(name, ("int",), "none", write)

    def _win(self) -> Function:
        def body(player: Int) -> None:
            place = self._bump(schema.WINNERS)
            if self.b.players.count == 1:
                place = self.b.one
            self._rank(player, self.b.multiply(place, TWO))
            self._last_one()

        return self._of_player("win", body)

    def _lose(self) -> Function:
        b = self.b

        def body(player: Int) -> None:
            if b.players.count == 1:
                self._rank(player, self.b.zero)
                b.write(b.part(schema.OVER), self.b.one)
                return
            lost = self._bump(schema.LOSERS)
            self._rank(player, b.int(2 * b.players.count))
            if b.players.count > 2:
                self._share_losses(player, lost)
                self._pass_over(player)
            self._last_one()

        return self._of_player("lose", body)

    def _pass_over(self, player: Int) -> None:
        """If one who has lost was to move next, the next player after him moves."""
        b = self.b
        due = b.equal(b.players.next(), player)
        b.if_(due, lambda: b.write(b.part(schema.NEXT), b.players.following(player)))

    def _share_losses(self, player: Int, lost: Int) -> None:
        """Players who lose in the same evaluation share the mean of their ranks."""
        b = self.b
        b.write(b.part(schema.LOST_NOW), self.b.one, player)
        worst = b.subtract(b.int(b.players.count), b.read_int(b.part(schema.LOST_BEFORE)))
        best = b.subtract(b.int(b.players.count + 1), lost)
        shared = b.add(worst, best)
        for other in self.b.players.all():
            now = b.equal(b.read_int(b.part(schema.LOST_NOW), other), self.b.one)
            b.if_(now, lambda: b.write(b.part(schema.RANK), shared, other))  # noqa: B023

    def _last_one(self) -> None:
        """The game is over when one player is left, who takes the next winning rank, or none."""
        b = self.b
        left = self.remaining()

        def settle() -> None:
            place = b.multiply(b.add(b.read_int(b.part(schema.WINNERS)), self.b.one), TWO)
            for player in self.b.players.all():
                b.if_(self.b.players.is_active(player), lambda: self._rank(player, place))  # noqa: B023
            b.write(b.part(schema.OVER), self.b.one)

        b.if_(b.at_most(left, self.b.one if b.players.count > 1 else self.b.zero), settle)

    def _draw(self) -> Function:
        b = self.b

        def body() -> None:
            doubled = b.add(
                b.add(self.remaining(), self.b.one),
                b.multiply(b.read_int(b.part(schema.WINNERS)), TWO),
            )
            if b.players.count == 1:
                doubled = self.b.zero
            for player in self.b.players.all():
                b.if_(self.b.players.is_active(player), lambda: self._rank(player, doubled))  # noqa: B023
            b.write(b.part(schema.OVER), self.b.one)

        return b.define("draw", (), "none", body)

    def _team_wins(self) -> Function:
        """All members of a team share the next winning rank, if the player of its number has none.

        A last other team comes behind them.
        """
        b = self.b

        def body(team: Int) -> None:
            place = b.add(b.read_int(b.part(schema.WINNERS)), b.one)
            for player in b.players.all():
                member = b.both(b.equal(b.players.team(player), team), b.players.is_active(player))
                b.if_(member, lambda: self._member_wins(player, place))  # noqa: B023
            self._last_team()

        return self._of_player("team_wins", body)

    def _member_wins(self, player: Int, place: Int) -> None:
        self._bump(schema.WINNERS)
        self._rank(player, self.b.multiply(place, TWO))

    def _last_team(self) -> None:
        """The game is over when one team is left, whose members take the next winning rank."""
        b = self.b
        teams = b.zero
        for team in b.players.all():
            some = b.local("some", b.zero)
            for player in b.players.all():
                here = b.both(b.equal(b.players.team(player), team), b.players.is_active(player))
                b.if_(here, lambda: b.set(some, b.one))  # noqa: B023
            teams = b.add(teams, b.get_int(some))

        def settle() -> None:
            place = b.multiply(b.add(b.read_int(b.part(schema.WINNERS)), b.one), TWO)
            for player in b.players.all():
                b.if_(b.players.is_active(player), lambda: self._rank(player, place))  # noqa: B023
            b.write(b.part(schema.OVER), b.one)

        b.if_(b.at_most(teams, b.one), settle)

    def _all_win(self) -> Function:
        return self._everybody("all_win", TWO)

    def _all_lose(self) -> Function:
        worst = 0 if self.b.players.count == 1 else 2 * self.b.players.count
        return self._everybody("all_lose", self.b.int(worst))

    def _everybody(self, name: str, doubled: Int) -> Function:
        b = self.b

        def body() -> None:
            for player in self.b.players.all():
                b.if_(self.b.players.is_active(player), lambda: self._rank(player, doubled))  # noqa: B023
            b.write(b.part(schema.OVER), self.b.one)

        return b.define(name, (), "none", body)

    def _ranked(self) -> Function:
        """A player gets a rank, doubled, whatever others have."""
        return self.b.define("ranked", ("int", "int"), "none", self._rank)

    def _over(self) -> Function:
        """The game ends with the ranks that there are."""
        b = self.b
        return b.define("over", (), "none", lambda: b.write(b.part(schema.OVER), b.one))

    def _by_score(self) -> Function:
        return self._scored("by_score", low_wins=False)

    def _by_low_score(self) -> Function:
        return self._scored("by_low_score", low_wins=True)

    def _scored(self, name: str, *, low_wins: bool) -> Function:
        b = self.b

        def body() -> None:
            scores = [b.read_int(b.part(schema.SCORE), player) for player in self.b.players.all()]
            for player, score in zip(self.b.players.all(), scores, strict=True):
                # Each better player pushes the doubled rank by two, each equal one by one.
                doubled = self.b.one
                for other in scores:
                    better = b.less(other, score) if low_wins else b.less(score, other)
                    doubled = b.add(doubled, b.multiply(b.as_int(better), TWO))
                    doubled = b.add(doubled, b.as_int(b.equal(other, score)))
                self._rank(player, doubled)
            b.write(b.part(schema.OVER), self.b.one)

        return b.define(name, (), "none", body)

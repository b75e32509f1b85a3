"""Who plays: roles, turn order, scores, and who still takes part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import MOST_PLAYERS
from interpreter.ir.values import Bool, Int
from interpreter.language.signatures import LazyPlayer
from interpreter.language.words import Role
from interpreter.rules.parts.names import Player

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

OTHERS = (Role.NonMover, Role.Enemy)
# Whose members are told by the teams, where there are some.
TEAMS = (Role.Friend, Role.Ally, Role.TeamMover, *(one for one in Role if one.team is not None))
# Roles that stand for several without being a team, or everybody.
UNNUMBERED = (*OTHERS, Role.Friend, Role.Ally)
# Numbers above that of the last player: what all share has the next, and after it comes nobody's.
NOBODY = 2
EVERYBODY = (Role.All, Role.Each)


class Players:
    """The players of the game, as rules speak of them. They are numbered from 1."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.count = 0
        # All players choose at once.
        self.at_once = False
        # Nobody plays: the rules go on by themselves, step by step.
        self.simulated = False

    def so_many(self, count: int) -> int:
        """A number of players that a game can have; where nobody plays, one who looks on."""
        if count == 0:
            self.simulated = True
            return 1
        if not 1 <= count <= MOST_PLAYERS:
            raise self.b.fail(
                f"a game has 0 to {MOST_PLAYERS} players, not {count}", code="number-of-players"
            )
        return count

    def all(self) -> list[Int]:
        """All players, in order of their numbers."""
        return [self.b.int(player) for player in range(1, self.count + 1)]

    def mover(self) -> Int:
        """The player to move, or who has just moved while consequences and end rules run."""
        return self.b.read_int(self.b.part(self._moving))

    @property
    def _moving(self) -> schema.Part:
        """Where the mover is kept whom rules speak of."""
        return schema.LEADER if self.at_once else schema.MOVER

    def chooser(self) -> Int:
        """The player who chooses, or whose move is made: where all choose at once, each in turn."""
        return self.b.read_int(self.b.part(schema.MOVER))

    def let_choose(self, player: Int) -> None:
        """Say who chooses, or whose move is made, where all choose at once."""
        self.b.write(self.b.part(schema.MOVER), player)

    def next(self) -> Int:
        """The player who moves next."""
        return self.b.read_int(self.b.part(schema.NEXT))

    def previous(self) -> Int:
        """The player who made the move before this one."""
        return self.b.read_int(self.b.part(schema.PREVIOUS))

    def last_other(self) -> Int:
        """The last player who moved and is not the mover; 0 before anybody has."""
        b, before = self.b, self.previous()
        earlier = b.read_int(b.part(schema.BEFORE_PREVIOUS))
        return b.pick(b.equal(before, self.mover()), earlier, before)

    def set_previous(self, player: Int) -> None:
        """Say who has moved."""
        b = self.b
        if schema.BEFORE_PREVIOUS in b.fields:
            before = self.previous()
            earlier = b.read_int(b.part(schema.BEFORE_PREVIOUS))
            kept = b.pick(b.equal(before, player), earlier, before)
            b.write(b.part(schema.BEFORE_PREVIOUS), kept)
        b.write(b.part(schema.PREVIOUS), player)

    def set_mover(self, player: Int) -> None:
        """Make somebody the mover."""
        self.b.write(self.b.part(self._moving), player)

    def set_next(self, player: Int) -> None:
        """Say who moves next."""
        self.b.write(self.b.part(schema.NEXT), player)

    def match_score(self, player: Int) -> Int:
        """The score of a player in the match."""
        return self.b.read_int(self.b.part(schema.MATCH_SCORE), player)

    def add_match_score(self, player: Int, points: Int) -> None:
        """Add to the score of a player in the match."""
        b = self.b
        b.write(b.part(schema.MATCH_SCORE), b.add(self.match_score(player), points), player)

    def say_next(self, player: Int) -> None:
        """Let a rule say who moves next."""
        self.set_next(player)
        self.b.write(self.b.part(schema.NEXT_SAID), self.b.one)

    def change_sides(self) -> None:
        """The two players exchange colours: the same colour moves again, played by the other."""
        b = self.b
        b.write(b.part(schema.SWAPPED), b.subtract(b.one, b.read_int(b.part(schema.SWAPPED))))
        self.set_next(self.mover())

    def take_for_mover(self, player: Int) -> None:
        """Take another player for the mover, who moves before and after him."""
        b, mover, following = self.b, self.mover(), self.next()
        b.write(b.part(schema.TRUE_PREVIOUS), self.previous())
        b.write(b.part(schema.TRUE_MOVER), mover)
        b.write(b.part(schema.TRUE_NEXT), following)
        b.write(b.part(schema.PREVIOUS), mover)
        self.set_next(mover)
        self.set_mover(player)

    def take_back(self) -> None:
        """Let those move again who really do."""
        b = self.b
        b.write(b.part(schema.PREVIOUS), b.read_int(b.part(schema.TRUE_PREVIOUS)))
        self.set_mover(b.read_int(b.part(schema.TRUE_MOVER)))
        self.set_next(b.read_int(b.part(schema.TRUE_NEXT)))

    def takes_part(self, player: Int) -> Bool:
        """Whether a number is that of a player who took part at first."""
        b = self.b
        return b.both(b.at_most(b.one, player), b.at_most(player, b.int(self.count)))

    def takes_no_part(self, who: Role) -> bool:
        """Whether a role is that of a player whom the game does not have."""
        return who.player is not None and who.player > self.count

    def number(self, who: Player) -> Int:
        """The number of a player; there is a warning of one whom the game does not have."""
        b = self.b
        if isinstance(who, Int):
            return who
        if who.player is not None:
            if not self.takes_no_part(who):
                return b.int(who.player)
            # Rules for several numbers of players name some who do not take part.
            b.warn(
                f"there is no player {who.value}: the game has {self.count}", code="no-such-player"
            )
            return b.int(max(who.player, self.count + NOBODY))
        if who is Role.Player:
            return b.names.bound("player")
        if who is Role.Shared:
            return b.int(self.count + 1)
        if self.is_team(who):
            # As a number the mover's team is none where nobody has one; as a list, himself.
            known = who.team is not None or self.teamed
            return self.team_meant(who) if known else b.nothing
        several = {Role.Mover: self.mover, Role.Next: self.next, Role.Prev: self.previous}
        if who not in several:
            raise b.fail(f"{who.value} is not one player", code="not-one-player")
        return several[who]()

    def told(self, who: Player) -> Int:
        """The number of a player, with a warning where a number is that of none."""
        number = self.number(who)
        if number.constant is not None and number.constant > self.count:
            hint = "a player is meant by his number; (who at:...) is whose the piece on a site is"
            self.b.warn(
                f"there is no player {number.constant}: the game has {self.count}",
                hint,
                code="no-such-player",
            )
        return number

    def worked_out(self, who: LazyPlayer) -> Int:
        """The number of a player who is worked out at this place."""
        return self.number(who if isinstance(who, Role) else who())

    def each(self, who: Role, body: Callable[[Int], object]) -> None:
        """Run the body for every player a role means, in order of their numbers."""
        b = self.b
        if who not in (*OTHERS, *EVERYBODY, *TEAMS):
            body(self.number(who))
            return

        def one(index: Int) -> None:
            player = b.add(index, b.one)
            if who in EVERYBODY:
                body(player)
            else:
                b.if_(self.is_meant(player, who), lambda: body(player))

        b.loop(b.int(self.count), one, most=self.count)

    # Teams

    @property
    def teamed(self) -> bool:
        """Whether players belong to teams."""
        return self.b.keeps("teams")

    def team(self, player: Int) -> Int:
        """The number of a player's team; his own where there are no teams."""
        return self.b.read_int(self.b.part(schema.TEAM), player) if self.teamed else player

    def join_team(self, player: Int, team: Int) -> None:
        """Make a player a member of a team."""
        self.b.write(self.b.part(schema.TEAM), team, player)

    def is_team(self, who: Role) -> bool:
        """Whether a role means a whole team."""
        return who is Role.TeamMover or who.team is not None

    def team_meant(self, who: Role) -> Int:
        """The number of the team that a role means."""
        return self.team(self.mover()) if who.team is None else self.b.int(who.team)

    def is_friend(self, player: Int) -> Bool:
        """Whether a player is the mover, or of his team."""
        return self.b.equal(self.team(player), self.team(self.mover()))

    def is_enemy(self, player: Int) -> Bool:
        """Whether a player is of another team than the mover; nobody is no enemy."""
        b = self.b
        return b.both(b.less(b.zero, player), b.negate(self.is_friend(player)))

    def is_meant(self, player: Int, who: Role) -> Bool:
        """Whether a player is one of those whom a role means besides all."""
        b = self.b
        if who is Role.NonMover:
            return b.differ(player, self.mover())
        if who is Role.Enemy:
            return b.negate(self.is_friend(player))
        if who is Role.Ally:
            return b.both(self.is_friend(player), b.differ(player, self.mover()))
        if who is Role.Friend:
            return self.is_friend(player)
        return b.equal(self.team(player), self.team_meant(who))

    def is_one_of(self, owner: Int, who: Player) -> Bool:
        """Whether an owner of pieces is one of those whom a role means."""
        if isinstance(who, Int) or who not in (*OTHERS, *TEAMS):
            return self.b.equal(owner, self.number(who))
        return self.b.both(self.takes_part(owner), self.is_meant(owner, who))

    def is_meant_by(self, of: Int, player: Int, who: Role) -> Bool:
        """Whether a role means a player, if it speaks of friends and enemies of another one."""
        b = self.b
        real = b.both(b.less(b.zero, of), b.at_most(of, b.int(self.count)))
        together = b.equal(self.team(player), self.team(of))
        own = b.equal(player, of)
        found = {
            Role.Friend: together,
            Role.Ally: b.both(together, b.negate(own)),
            Role.Enemy: b.negate(together),
            **dict.fromkeys(EVERYBODY, b.true),
        }
        return b.both(real, found[who] if who in found else self.is_meant(player, who))

    def warn_of_nobody(self, who: Role, hint: str) -> None:
        """Tell the designer that a role is no player where it stands."""
        self.b.warn(f"{who.value} is nobody here", hint, code="no-such-player")

    def about(self, who: LazyPlayer, body: Callable[[Int], object]) -> None:
        """Run the body for those whom an effect is about; `Each` is nobody there."""
        if who is Role.Each:
            self.warn_of_nobody(who, "All means every player")
        elif isinstance(who, Role):
            self.each(who, body)
        else:
            body(who())

    def following(self, player: Int) -> Int:
        """The next player in turn order who still takes part; the same one if there is none."""
        b = self.b
        if self.count == 1:
            return b.one
        if self.count == 2:
            # When one of two has left, the game is over.
            return b.subtract(b.int(3), player)
        found = b.local("following", player)

        def step(_: Int) -> None:
            here = b.get_int(found)
            last = b.equal(here, b.int(self.count))
            b.set(found, b.pick(last, b.one, b.add(here, b.one)))
            b.leave_if(self.is_active(b.get_int(found)))

        b.loop(b.int(self.count), step, most=self.count)
        return b.get_int(found)

    def is_active(self, player: Int) -> Bool:
        """Whether a player still takes part."""
        return self.b.equal(self.b.read_int(self.b.part(schema.ACTIVE), player), self.b.one)

    def score(self, player: Int) -> Int:
        """A player's score."""
        return self.b.read_int(self.b.part(schema.SCORE), player)

    def set_score(self, player: Int, points: Int) -> None:
        """Set a player's score."""
        self.b.write(self.b.part(schema.SCORE), points, player)

    def value(self, player: Int) -> Int:
        """The number kept for a player; -1 before it is set."""
        return self.b.read_int(self.b.part(schema.VALUE_OF_PLAYER), player)

    def set_value(self, player: Int, value: Int) -> None:
        """Keep a number for a player, or for nobody (0)."""
        b = self.b
        known = b.both(b.at_most(b.zero, player), b.at_most(player, b.int(self.count)))
        b.if_(known, lambda: b.write(b.part(schema.VALUE_OF_PLAYER), value, player))

    def amount(self, player: Int) -> Int:
        """What a player has, or has bet."""
        return self.b.read_int(self.b.part(schema.AMOUNT), player)

    def set_amount(self, player: Int, amount: Int) -> None:
        """Say what a player has, or has bet."""
        self.b.write(self.b.part(schema.AMOUNT), amount, player)

    def pot(self) -> Int:
        """What is in the pot."""
        return self.b.read_int(self.b.part(schema.POT))

    def set_pot(self, amount: Int) -> None:
        """Say what is in the pot."""
        self.b.write(self.b.part(schema.POT), amount)

    def trigger(self, player: Int) -> None:
        """Note that an event has come about for a player."""
        self.b.write(self.b.part(schema.TRIGGERED), self.b.one, player)

    def is_triggered(self, player: Int) -> Bool:
        """Whether an event has come about for a player who still takes part."""
        b = self.b
        happened = b.equal(b.read_int(b.part(schema.TRIGGERED), player), b.one)
        return b.both(self.is_active(player), happened)

    def rank(self, player: Int) -> Int:
        """Twice the rank of a player; 0 for none yet."""
        return self.b.read_int(self.b.part(schema.RANK), player)

    def is_stuck(self, player: Int) -> Bool:
        """Whether a player could not move the last time that it was asked."""
        return self.b.equal(self.b.read_int(self.b.part(schema.STUCK), player), self.b.one)

    def set_stuck(self, player: Int, stuck: Bool) -> None:
        """Note whether a player can move."""
        self.b.write(self.b.part(schema.STUCK), self.b.as_int(stuck), player)

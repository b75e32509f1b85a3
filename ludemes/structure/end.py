"""End rules and results."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import CONCLUDED, EndRule, Result
from interpreter.language.signatures import Binds, Lazy, Player
from interpreter.language.words import Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import UNNUMBERED


class Verdict(Enum):
    """What a player has come to."""

    Win = "Win"
    Loss = "Loss"
    Draw = "Draw"


class FinalScore:
    """What `(score …)` gives at the end of the game."""


SCORED = FinalScore()


@ludeme(
    "if",
    source="rules/end/If.java",
    examples=("(end (if (is Line 3) (result Mover Win)))",),
    words="{result} if {condition}",
)
def end_if(
    b: Builder,
    condition: Bool,
    rules: Lazy[EndRule] | tuple[Lazy[EndRule], ...] = (),
    result: Lazy[Result] | None = None,
) -> EndRule:
    """What happens if a condition holds.

    Args:
        condition: the condition
        rules: asked first, in order, until the condition of one holds
        result: the result if none of them does
    """
    if condition.constant == 0:
        b.warn("this rule can never apply: its condition never holds", code="never-applies")

    inner = rules if isinstance(rules, tuple) else (rules,)
    b.if_(condition, lambda: _decide(b, inner, result))
    return EndRule(condition)


def _decide(b: Builder, rules: tuple[Lazy[EndRule], ...], result: Lazy[Result] | None) -> None:
    """What the first rule whose condition holds says, or else the result."""
    if rules:
        b.if_(b.negate(rules[0]().holds), lambda: _decide(b, rules[1:], result))
    elif result is not None:
        result()


# Whom no result is about: the game goes on.
NOBODY = (Role.Neutral, *UNNUMBERED)


def _is_nobody(b: Builder, who: Role, *, drawn: bool) -> bool:
    """Whether a role means none of those who take part."""
    if who in (Role.Each, Role.Shared):
        return not drawn
    unbound = who is Role.Player and not b.names.is_bound("player")
    return unbound or who in NOBODY or (b.players.is_team(who) and not b.players.teamed)


@ludeme(
    "result",
    source="rules/end/Result.java",
    examples=("(result Mover Win)",),
    words="{who} ~wins",
)
def result(b: Builder, who: Role, verdict: Verdict) -> Result:
    """The result for a player, or for several.

    Args:
        who: whom it is about, if he still takes part; a team wins with all its members, and its
            loss changes nothing; other roles that stand for several, but `All`, are nobody here
        verdict: win, loss or draw; a draw ends the game for all who still take part
    """
    drawn, everybody = verdict is Verdict.Draw, b.players.count + 1
    if _is_nobody(b, who, drawn=drawn):
        hint = f"(result All {verdict.value}) is for everybody"
        b.warn(f"{who.value} is nobody in a result", hint, code="no-such-player")
    elif b.players.is_team(who):
        if verdict is Verdict.Win:
            b.turn.run("team_wins", b.players.number(who))
    elif who in (Role.All, Role.Each, Role.Shared) or (drawn and who.player == everybody):
        b.turn.run({Verdict.Win: "all_win", Verdict.Loss: "all_lose"}.get(verdict, "draw"))
    elif b.players.takes_no_part(who):
        b.players.number(who)  # who is warned of
    elif not drawn:
        b.turn.run("win" if verdict is Verdict.Win else "lose", b.players.number(who))
    elif b.players.count > 2:
        b.if_(b.players.is_active(b.players.number(who)), lambda: b.turn.run("draw"))
    else:
        # The game is over as soon as one of them takes no part.
        b.turn.run("draw")
    return CONCLUDED


@ludeme(
    "forEach",
    source="rules/end/ForEach.java",
    examples=("(forEach NonMover if:(no Pieces Player) (result Player Loss))",),
    words="for each player for whom {if}: {result}",
    ahead={"if": "result"},
)
def for_each_player(
    b: Builder,
    who: Role | None,
    result: Annotated[Lazy[Result], Binds(("player",))],
    *,
    if_: Annotated[Lazy[Bool], Binds(("player",))],
) -> EndRule:
    """A result for every player who satisfies a condition.

    Args:
        who: `NonMover` leaves out who has just moved; every other role stands for all players, as
            in the reference
        result: the result
        if_: the condition on `(player)`
    """

    def one(player: Int) -> None:
        with b.names.bind(player=player):
            b.if_(b.all_of((lambda: b.players.is_active(player), if_)), result)

    b.players.each(Role.NonMover if who is Role.NonMover else Role.All, one)
    return EndRule(b.false)


@ludeme(
    "byScore",
    source="rules/end/ByScore.java",
    examples=("(byScore)", "(byScore {(score P1 (size Territory P1))})"),
    keeps=("reranks",),
    words="the highest score wins[; these are the scores: {scores:lines}]",
)
def by_score(
    b: Builder, scores: tuple[Lazy[FinalScore], ...] = (), *, misere: bool = False
) -> Result:
    """The players are ranked by score, those too who have a rank already.

    Args:
        scores: what the scores become first
        misere: the lowest score wins
    """
    for score in scores:
        score()
    b.turn.run("by_low_score" if misere else "by_score")
    return CONCLUDED


@dataclass(frozen=True)
class Payoff:
    """What a player is paid at the end."""

    who: Role
    amount: float


@ludeme(
    "payoffs",
    source="rules/end/Payoffs.java",
    examples=("(payoffs {(payoff P1 5.5) (payoff P2 1.2)})",),
    grown=False,
    keeps=("reranks",),
    words="who is paid most wins: {payoffs:lines}",
)
def payoffs(b: Builder, payoffs: tuple[Payoff, ...]) -> Result:
    """The players are ranked by what they are paid; nothing for whom nothing is said.

    Those who have a rank already are ranked anew. A player alone wins if he is paid more than
    nothing.

    Args:
        payoffs: what each is paid
    """
    order = sorted({0.0, *(one.amount for one in payoffs)})
    nothing = b.int(order.index(0))

    def paid(player: Int) -> Int:
        """The place of what a player is paid among all amounts."""
        found = nothing
        for one in payoffs:
            meant = b.equal(b.players.number(one.who), player)
            found = b.pick(meant, b.int(order.index(one.amount)), found)
        return found

    amounts = [paid(player) for player in b.players.all()]
    for player, own in zip(b.players.all(), amounts, strict=True):
        doubled = b.one if b.players.count > 1 else b.pick(b.less(nothing, own), b.int(2), b.zero)
        for other in amounts if b.players.count > 1 else ():
            doubled = b.add(doubled, b.multiply(b.as_int(b.less(own, other)), b.int(2)))
            doubled = b.add(doubled, b.as_int(b.equal(own, other)))
        b.turn.run("ranked", player, doubled)
    b.turn.run("over")
    return CONCLUDED


@ludeme(
    "payoff",
    source="util/end/Payoff.java",
    examples=("(payoffs {(payoff P1 5.5) (payoff P2 1.2)})",),
    grown=False,
    words="{who}: {amount}",
)
def payoff(b: Builder, who: Role, amount: float) -> Payoff:
    """What a player is paid at the end.

    Args:
        who: the player
        amount: how much, known before the game begins
    """
    return Payoff(who, amount)


@ludeme(
    "score",
    source="util/end/Score.java",
    examples=("(byScore {(score P1 3)})",),
    words="{who}: {points}",
)
def final_score(b: Builder, who: Player, points: Int) -> FinalScore:
    """The score of a player at the end.

    Args:
        who: the player
        points: the score
    """
    b.players.set_score(b.players.number(who), points)
    return SCORED

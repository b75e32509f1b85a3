"""Bets: what players have, what they bet, and the pot."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import STARTED, StartRule
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves, Player, Range
from interpreter.language.words import Role
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT

# So many amounts there are to choose from at most.
MOST_AMOUNTS = 256


@ludeme(
    "bet",
    source=f"{EFFECT}/Bet.java",
    examples=("(move Bet P1 (range 0 5))", "(move Bet Mover (range 1 3))"),
    aliases=("move Bet",),
    grown=False,
    words=("{who} may bet {amounts}",),
)
def bet(b: Builder, who: LazyPlayer, amounts: Range) -> Moves:
    """Choose an amount, which becomes the player's; one move for each.

    Nothing is paid by itself: what follows the move says where the amount goes.

    Args:
        who: whose amount it is
        amounts: the amounts to choose from, known when the game is compiled
    """
    least, most = b.settled(amounts.least).constant, b.settled(amounts.most).constant
    if least is None or most is None:
        raise b.fail(
            "the amounts of a bet must be known when the game is compiled", code="not-constant"
        )
    if most - least >= MOST_AMOUNTS:
        hint = "name the first and the last, such as (range 0 10)"
        raise b.fail(
            f"a bet has at most {MOST_AMOUNTS} amounts to choose from", hint, code="bet-too-wide"
        )

    def one(amount: int) -> None:
        def act() -> None:
            b.players.set_amount(b.players.worked_out(who), b.int(amount))

        b.moves.effect(act, "Bet", note=str(amount))

    with b.moves.of(who):
        for amount in range(least, most + 1):
            one(amount)
    return MOVES


@ludeme(
    "amount",
    source="functions/ints/state/Amount.java",
    examples=("(amount Mover)",),
    grown=False,
    words="{who:own} amount",
)
def amount(b: Builder, who: Player) -> Int:
    """What a player has, or has bet.

    Args:
        who: which player
    """
    return b.players.amount(b.players.number(who))


@ludeme(
    "set Pot",
    source=f"{EFFECT}/set/value/SetPot.java",
    examples=("(move Pass (then (set Pot (+ (pot) (amount Mover)))))",),
    aliases=("move Set Pot",),
    grown=False,
    words="the pot becomes {value|=-1}",
)
def set_pot(b: Builder, value: Lazy[Int] | None = None) -> Moves:
    """Say what is in the pot.

    Args:
        value: how much; -1 if not given
    """
    return b.moves.lone_effect(lambda: b.players.set_pot(b.nothing if value is None else value()))


@ludeme(
    "pot",
    source="functions/ints/state/Pot.java",
    examples=("(pot)",),
    grown=False,
    words="the pot",
)
def pot(b: Builder) -> Int:
    """What is in the pot."""
    return b.players.pot()


@ludeme(
    "set Amount",
    source="rules/start/set/player/SetAmount.java",
    examples=("(set Amount 10)", "(set Amount P2 10)"),
    grown=False,
    words=("{who} ~begins with {amount}", "everybody begins with {amount}"),
)
def set_amount(b: Builder, who: Role | None, amount: Int) -> StartRule:
    """Say what a player has before the first move.

    Args:
        who: the player; all if not given
        amount: how much
    """
    everybody = who in (None, Role.Each, Role.All)
    for player in b.players.all() if everybody else [b.players.number(who)]:
        b.players.set_amount(player, amount)
    return STARTED

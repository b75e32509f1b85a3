"""Start rules, end rules and results."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import CONCLUDED, ENDED, STARTED, EndRule, Result, StartRule
from interpreter.language.signatures import ONE, Binds, Lazy, PieceName, Player, Sites
from interpreter.language.words import Role
from interpreter.rules.builder import Builder


class Verdict(Enum):
    """What a player has come to."""

    Win = "Win"
    Loss = "Loss"
    Draw = "Draw"


# Start


@ludeme(
    "place",
    source="rules/start/place/item/PlaceItem.java",
    examples=(
        '(place "Disc1" (sites Bottom))',
        '(place "Disc1" coord:"A1")',
        '(place "Disc" "Hand" count:9)',
    ),
    exclusive=(("sites", "coord"),),
    later=("rotation",),
    words="put {count} {name:s} {sites:on}[ in state {state:digits}][ with value {value:digits}]",
    kind_at=2,
)
def place(
    b: Builder,
    name: PieceName,
    container: str | None = None,
    sites: Int | Sites | tuple[Int, ...] | tuple[str, ...] | None = None,
    *,
    coord: str | None = None,
    count: Int = ONE,
    counts: tuple[Int, ...] | None = None,
    state: Int | None = None,
    value: Int | None = None,
) -> StartRule:
    """Put pieces on the board or into hands before the first move.

    Args:
        name: the piece, with its owner's number; without it, into the hands of all who have one
        container: a hand: `Hand1`, or `Hand` for everybody's
        sites: where: a site, a set, a list of sites or of labels
        coord: where: a label
        count: how many on each site of a hand
        counts: how many on each of a list of sites
        state: their state; 0 if not given
        value: their value; 0 if not given
    """
    if container is not None:
        b.pieces.fill_hands(name, container, count, state, value)
        return STARTED
    number = b.pieces.placed_as(name)

    def put(spot: Int, many: Int = count) -> None:
        b.pieces.starts_on(b.board.known_site(spot))
        b.pieces.lay(spot, number, many, state, value)

    if isinstance(sites, Sites):
        b.pieces.start_on(sites)
        b.each(sites, lambda site: b.pieces.lay(site, number, count, state, value))
        return STARTED
    spots = [b.int(b.board.called(coord))] if coord is not None else _spots(b, sites)
    if counts is not None and len(counts) != len(spots):
        raise b.fail(f"{len(spots)} sites get {len(counts)} counts")
    for spot, many in zip(spots, counts or [count] * len(spots), strict=True):
        if spot.constant is None:  # nowhere, if it turns out to be no site
            b.each(b.single(spot), lambda one, many=many: put(one, many))
        else:
            put(spot, many)
    return STARTED


def _spots(b: Builder, sites: Int | tuple[Int, ...] | tuple[str, ...] | None) -> list[Int]:
    """The sites of a list, or the one there is."""
    if isinstance(sites, tuple):
        return [b.int(b.board.called(one)) if isinstance(one, str) else one for one in sites]
    return [] if sites is None else [sites]


@ludeme(
    "set Score",
    source="rules/start/set/player/SetScore.java",
    examples=("(set Score P2 5)",),
    words="{who} ~begins with {points} point(s)",
)
def set_score(b: Builder, who: Role, points: Int) -> StartRule:
    """Give a player points before the first move.

    Args:
        who: the player, or `Each` for all
        points: how many
    """
    several = b.players.all() if who in (Role.Each, Role.All) else [b.players.number(who)]
    for player in several:
        b.players.set_score(player, points)
    return STARTED


@ludeme(
    "set NextPlayer",
    source="an addition to the language: who begins, if not the first player",
    examples=("(set NextPlayer (player (value Random (range 1 2))))",),
    words="{who} ~begins",
)
def set_first_player(b: Builder, who: Player) -> StartRule:
    """Say who begins.

    Args:
        who: the player; the first, if it is the number of no player
    """
    player = b.players.number(who)

    def begin() -> None:
        b.players.set_mover(player)
        b.players.set_next(b.players.following(player))

    b.if_(b.players.takes_part(player), begin)
    return STARTED


class FinalScore:
    """What `(score …)` gives at the end of the game."""


SCORED = FinalScore()


# End


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
        rules: asked first, in order, until one decides something
        result: the result if none of these does
    """
    if condition.constant == 0:
        b.warn("this rule can never apply: its condition never holds")
    several = rules if isinstance(rules, tuple) else (rules,)

    def decide() -> None:
        for rule in several:
            b.if_(b.turn.undecided(), rule)
        if result is not None:
            b.if_(b.turn.undecided(), result)

    b.if_(condition, decide)
    return ENDED


@ludeme(
    "result",
    source="rules/end/Result.java",
    examples=("(result Mover Win)",),
    words="{who} ~wins",
)
def result(b: Builder, who: Role, verdict: Verdict) -> Result:
    """The result for a player, or for several.

    Args:
        who: whom it is about
        verdict: win, loss or draw; a draw ends the game for all who still take part
    """
    if verdict is Verdict.Draw:
        b.turn.run("draw")
    elif who in (Role.All, Role.Each, Role.Any):
        b.turn.run("all_win" if verdict is Verdict.Win else "all_lose")
    else:
        outcome = "win" if verdict is Verdict.Win else "lose"
        b.players.each(who, lambda player: b.turn.run(outcome, player))
    return CONCLUDED


@ludeme(
    "forEach",
    source="rules/end/ForEach.java",
    examples=("(forEach NonMover if:(no Pieces Player) (result Player Loss))",),
    words="for each player for whom {if}: {result}",
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
        who: which players are asked; all if not given
        result: the result
        if_: the condition on `(player)`
    """

    def one(player: Int) -> None:
        with b.names.bind(player=player):
            b.if_(b.all_of((lambda: b.players.is_active(player), if_)), result)

    b.players.each(Role.All if who in (None, Role.Shared, Role.Player) else who, one)
    return ENDED


@ludeme(
    "byScore",
    source="rules/end/ByScore.java",
    examples=("(byScore)", "(byScore {(score P1 (size Territory P1))})"),
    words="the highest score wins[; these are the scores: {scores:lines}]",
)
def by_score(
    b: Builder, scores: tuple[Lazy[FinalScore], ...] = (), *, misere: bool = False
) -> Result:
    """The players are ranked by score.

    Args:
        scores: what the scores become first
        misere: the lowest score wins
    """
    for score in scores:
        score()
    b.turn.run("by_low_score" if misere else "by_score")
    return CONCLUDED


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

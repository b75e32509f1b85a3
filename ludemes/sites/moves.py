"""Sets of sites that moves start from or lead to, and what is said of the last one."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Effects, Player, Sites
from interpreter.language.words import Role
from interpreter.rules.builder import Builder


@ludeme(
    "sites Winning",
    source="functions/region/sites/player/SitesWinning.java",
    examples=("(sites Winning Next (add (to (sites Empty))))",),
    grown=False,
    words="+the sites where {who} would win with this move: {moves}",
)
def sites_winning(b: Builder, who: Player | None, moves: Effects) -> Sites:
    """The sites that a player would win the game by moving to.

    Args:
        who: the player, who is taken to be the mover; the mover if not given
        moves: the moves he might make
    """
    found = b.local("winning", b.nowhere)
    end = b.turn.entry("end")

    def look(player: Int) -> None:
        def won(_: Int, target: Int) -> None:
            b.call(end)
            rank = b.players.rank(player)
            first = b.both(b.less(b.zero, rank), b.at_most(rank, b.int(2)))
            ahead = b.union(b.get_sites(found), b.single(target))
            b.if_(first, lambda: b.set(found, ahead))

        b.players.set_mover(player)
        b.questions.try_each(moves, won)

    player = b.players.number(Role.Mover if who is None else who)
    b.probe(lambda: look(player))
    return b.get_sites(found)


@ludeme(
    "last Between",
    source="functions/region/last/LastBetween.java",
    examples=("(is In (between) (last Between))",),
    keeps=("between",),
    grown=False,
    words="the sites that were just passed",
)
def last_between(b: Builder) -> Sites:
    """The sites that the last move hopped over, or slid over on its way."""
    return b.turn.last_between()


@ludeme(
    "sites To",
    source="functions/region/sites/moves/SitesTo.java",
    examples=("(sites To (add (to (sites Empty))))",),
    grown=False,
    words="+the sites to which you could {moves}",
)
def sites_to(b: Builder, moves: Effects) -> Sites:
    """The sites that moves go to; none of them is made.

    Args:
        moves: the moves
    """
    return b.questions.targets(moves)


@ludeme(
    "sites From",
    source="functions/region/sites/moves/SitesFrom.java",
    examples=("(sites From (remove (sites Occupied by:Mover)))",),
    grown=False,
    words="+the sites from which you could {moves}",
)
def sites_from(b: Builder, moves: Effects) -> Sites:
    """The sites that moves come from; none of them is made.

    Args:
        moves: the moves
    """
    return b.questions.starts(moves)


@ludeme(
    "sites Pending",
    source="functions/region/sites/simple/SitesPending.java",
    examples=("(sites Pending)",),
    words="+the sites that the last move left to be dealt with",
)
def sites_pending(b: Builder) -> Sites:
    """The sites that the last move left to be dealt with."""
    return b.turn.pending()


@ludeme(
    "sites LastTo",
    source="functions/region/sites/simple/SitesLastTo.java",
    examples=("(is Line 3 throughAny:(sites LastTo))",),
    keeps=("touched",),
    words="+the sites that the last move changed",
)
def sites_last_to(b: Builder) -> Sites:
    """The sites that the last move went to, with all that followed from it.

    Those are its destination, and the sites of the board where pieces were put, moved to, taken off
    or given a state.
    """
    return b.board.here(b.turn.touched())


@ludeme(
    "sites LineOfPlay",
    source="functions/region/sites/simple/SitesLineOfPlay.java",
    examples=("(move (from (sites Hand Mover)) (to (sites LineOfPlay)))",),
    grown=False,
    words="+the sites along the line of play",
)
def sites_line_of_play(b: Builder) -> Sites:
    """The sites on which the next domino can lie.

    They lie straight on from the ends of the others and from the sides of doubles; it is the centre
    where there are none.
    """
    return b.dominoes.line_of_play()


@ludeme(
    "sites ToClear",
    source="functions/region/sites/simple/SitesToClear.java",
    examples=("(sites ToClear)",),
    words="+the sites marked for removal at the end of the turn",
)
def sites_to_clear(b: Builder) -> Sites:
    """The sites whose pieces are taken off at the end of the turn."""
    return b.handling.marked()

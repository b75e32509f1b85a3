"""Moves along tracks."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Binds, Lazy, Moves, Player
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT
from ludemes.moves.sowing import track_called


@ludeme(
    "firstMoveOnTrack",
    source=f"{EFFECT}/requirement/FirstMoveOnTrack.java",
    examples=(
        '(firstMoveOnTrack "Track" Mover (move Remove (intersection (sites {(site)}) '
        "(sites Occupied by:Mover))))",
    ),
    grown=False,
    words="on the first site of the track where that gives a move, {moves:block}",
)
def first_move_on_track(
    b: Builder,
    name: str | None,
    owner: Player | None,
    moves: Annotated[Lazy[Moves], Binds(("site",))],
) -> Moves:
    """The moves of a rule for the first `(site)` of a track for which it gives any.

    Args:
        name: the name of the track, or part of it if an owner is given; the first one if not given
        owner: whose track
        moves: the rule
    """
    player = None if owner is None else lambda: b.players.number(owner)
    track = track_called(b, name, player)
    found = b.local("found", b.nothing)

    def at(site: Int) -> None:
        with b.names.bind(site=site):
            moves()

    def look(number: Int) -> None:
        site = b.tracks.site(b.add(b.tracks.first_place(track), number))
        some = b.questions.any(lambda: at(site))
        b.if_(some, lambda: b.set(found, site))
        b.leave_if(some)

    b.loop(b.tracks.length(track), look, most=b.tracks.longest)
    first = b.get_int(found)
    b.moves.without_then(lambda: b.if_(b.differ(first, b.nothing), lambda: at(first)))()
    return MOVES


@ludeme(
    "max Distance",
    source=f"{EFFECT}/requirement/max/distance/MaxDistance.java",
    examples=('(max Distance "Track" Mover (forEach Piece))',),
    grown=False,
    words="{moves:block}",
)
def max_distance(b: Builder, name: str | None, owner: Player | None, moves: Lazy[Moves]) -> Moves:
    """The moves of a rule, all of them: the reference implementation leaves none out.

    Args:
        name: the name of the track, or part of it if an owner is given; the first one if not given
        owner: whose track
        moves: the rule
    """
    del name, owner
    b.moves.unfollowed(moves)
    return MOVES

"""Sites found by going along a track."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import AtTo, Otherwise, Player
from interpreter.language.words import Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.tracks import Track

SOURCE = "functions/ints/trackSite"


@ludeme(
    "trackSite Move",
    source=f"{SOURCE}/move/TrackSiteMove.java",
    examples=("(trackSite Move from:(last To) steps:2)", '(trackSite Move "Track" steps:1)'),
    keeps=("progress",),
    grown=False,
    words="the site {steps} step(s) on from {from} along {who:own} track[ “{name}”]",
    ahead={"from": "name"},
)
def track_site_move(
    b: Builder,
    name: str | None = None,
    who: Player = Role.Mover,
    *,
    steps: Int,
    from_: Annotated[Int | None, Otherwise("from")] = None,
) -> Int:
    """The site so many steps on along a track; -1 past its end, -2 at the end off the board.

    Args:
        name: part of the name of the track; the player's first one if not given, or if no track
            is called so
        who: whose track, before others; one of nobody where he has none
        steps: how many steps; fewer than none are none
        from_: from where; on a circle, a site that is not on it counts as its first; on tracks
            that come to a site more than once, the piece there goes on from where it has come to
    """
    start = b.names.bound("from") if from_ is None else from_
    player = b.players.number(who)
    named = [] if name is None else b.tracks.called(name)

    def fits(one: Track, number: int) -> bool:
        own = [other for other in b.tracks.all if other.owner == number]
        return one in ([other for other in own if other in named] or named or own)

    track = b.tracks.by_player(fits, player, otherwise=lambda one: not one.owner)
    return b.tracks.moved(track, start, steps)


@ludeme(
    "trackSite FirstSite",
    source=f"{SOURCE}/first/TrackSiteFirstTrack.java",
    examples=('(trackSite FirstSite "Track" from:(last To) if:(is Empty (to)))',),
    grown=False,
    words="the first site of the track[ “{name}”][ from {from} on][ {if:that}]",
)
def track_site_first(
    b: Builder,
    who: Player | None = None,
    name: str | None = None,
    *,
    from_: Int | None = None,
    if_: AtTo | None = None,
) -> Int:
    """The first site of a track for which a condition holds; -1 if it holds for none.

    Args:
        who: whose track; anybody's if not given
        name: part of its name
        from_: where to begin; once round from there, whether the track is a circle or not
        if_: the condition on the site, which is `(to)`
    """
    track = _owned(b, who, name)
    start = b.tracks.first_place(track) if from_ is None else b.tracks.place(track, from_)
    found = b.local("found", b.nothing)
    size = b.tracks.length(track)

    def look(number: Int) -> None:
        site = b.tracks.site(b.tracks.round(track, start, number))
        met: Bool = b.names.at("to", if_)(site)
        b.if_(met, lambda: b.set(found, site))
        b.leave_if(met)

    b.if_(b.at_most(b.zero, start), lambda: b.loop(size, look, most=b.tracks.longest))
    return b.get_int(found)


@ludeme(
    "trackSite EndSite",
    source=f"{SOURCE}/position/TrackSiteEndTrack.java",
    examples=('(trackSite EndSite Mover "Track")',),
    grown=False,
    words="the last site of the track[ “{name}”]",
)
def track_site_end(b: Builder, who: Player | None = None, name: str | None = None) -> Int:
    """The last site of a track; -2 where pieces leave the board there.

    Args:
        who: whose track; anybody's if not given
        name: part of its name
    """
    return b.tracks.last_site(_owned(b, who, name))


@ludeme(
    "count StepsOnTrack",
    source="functions/ints/count/stepsOnTrack/CountStepsOnTrack.java",
    examples=("(count StepsOnTrack (last From) (last To))", "(count StepsOnTrack P1 0 5)"),
    keeps=("progress",),
    grown=False,
    words="the number of steps from {start} to {target} along the track[ “{name}”][ of {who}]",
)
def count_steps_on_track(
    b: Builder,
    who: Player | None,
    name: str | None,
    start: Int,
    target: Int,
) -> Int:
    """The steps along a track from a site to another; -1 if it does not come there.

    Args:
        who: whose track, before those of nobody; the mover's if not given
        name: part of its name; if the player has none with it, it is the player's first one
        start: from where; on from the end it goes to the beginning, and a site that is not on the
            track counts as its first. On tracks that come to a site more than once and are no
            circle, the piece there begins where it has come to, and the way ends with the track
        target: where to
    """
    if name is not None:
        b.tracks.chosen(lambda one: _called(one, name), name)

    def fits(one: Track, number: int) -> bool:
        own = [other for other in b.tracks.all if other.owner == number]
        named = [other for other in own if _called(other, name)]
        return one in (named or own)

    player = b.players.number(Role.Mover if who is None else who)
    track = b.tracks.by_player(fits, player, otherwise=lambda one: not one.owner)
    return b.tracks.steps(track, start, target)


def _called(track: Track, name: str | None) -> bool:
    return name is None or name in track.name


def _owned(b: Builder, who: Player | None, name: str | None) -> Int:
    """The number of the first track with a name in its name, and of a player; else the first."""
    if who is None:
        found = [one for one in b.tracks.all if _called(one, name)]
        return b.tracks.number(found[0] if found else b.tracks.chosen(lambda _: True))

    def fits(one: Track, number: int) -> bool:
        if name is None:
            return one.owner in (number, 0)
        return _called(one, name) and one.owner == number

    return b.greatest(b.tracks.by_player(fits, b.players.number(who)), b.zero)

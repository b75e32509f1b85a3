"""The sites of tracks."""

from __future__ import annotations

from interpreter.ir.values import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Player
from interpreter.rules.builder import Builder


@ludeme(
    "sites Track",
    source="functions/region/sites/track/SitesTrack.java",
    examples=('(sites Track "Track")', '(sites Track "Track" from:(last To) to:3)'),
    grown=False,
    words="+the sites of the track[ “{name}”][ from {from}][ to {to}]",
)
def sites_track(
    b: Builder,
    who: Player | None = None,
    name: str | None = None,
    *,
    from_: Int | None = None,
    to: Int | None = None,
) -> Sites:
    """The sites of a track, or those from one of them on to another.

    Args:
        who: whose track, where its name is not given in full
        name: its name, or a part of it
        from_: the first site that counts; none do if the track does not come there
        to: the last one, if need be round the corner of the track
    """
    number = b.int(0) if who is None else b.players.number(who)
    return b.tracks.sites_for(number, name, from_, to)

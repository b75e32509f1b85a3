"""Sowing: pieces are taken from a site and put one by one on the sites behind it along a track."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Binds, Effects, Lazy, Moves, Unit
from interpreter.rules.builder import Builder
from interpreter.rules.parts.sowing import Capture, Sowing
from interpreter.rules.parts.tracks import Track
from ludemes.moves.parts import EFFECT

# How the site is called that a seed is put on, and how many are left with it.
AtHole = Annotated[Lazy[Bool], Binds(("to", "value"))]
AtLast = Annotated[Lazy[Bool], Binds(("to",))]
AtHoles = Annotated[Lazy[Moves], Unit("effect"), Binds(("to", "value"))]


@ludeme(
    "sow",
    source=f"{EFFECT}/Sow.java",
    examples=("(move Select (from (sites Bottom)) (then (sow apply:(remove (to)))))",),
    exclusive=(("backtracking", "forward"),),
    keeps=("counts",),
    grown=False,
    words="sow the pieces one by one",
    kind_at=0,
    ahead={"count": "name", "numPerHole": "name"},
)
def sow(
    b: Builder,
    start: Lazy[Int] | None = None,
    name: str | None = None,
    *,
    count: Lazy[Int] | None = None,
    num_per_hole: Lazy[Int] | None = None,
    owner: Lazy[Int] | None = None,
    if_: AtLast | None = None,
    sow_effect: AtHoles | None = None,
    apply: Annotated[Effects, Binds(("to",))] | None = None,
    include_self: bool = True,
    origin: Lazy[Bool] | None = None,
    skip_if: AtHole | None = None,
    backtracking: AtLast | None = None,
    forward: AtLast | None = None,
) -> Moves:
    """Put the pieces of a site one by one on the sites behind it along a track.

    What the conditions see of the sowing is the position before it, but for those on a capture,
    which is looked at when all pieces are sown.

    Args:
        start: where the pieces are taken from; where the last move went if not given
        name: the track; with an owner, a part of its name is enough; the first one if not given
        count: how many are sown; all that are there if not given
        num_per_hole: how many each site gets; 1 if not given
        owner: whose track
        origin: whether the site gets its part at first
        if_: whether there is a capture at the last site, which is `(to)`
        sow_effect: what happens at each site
        apply: the capture
        include_self: whether the site is sown on again when the pieces come round to it
        skip_if: the sites that get nothing; `(value)` is how many are left
        backtracking: captures go on at the sites before it as long as this holds
        forward: captures go on at the sites behind it as long as this holds
    """

    def site() -> Int:
        return b.turn.last_to() if start is None else start()

    def act() -> None:
        sowing = Sowing(
            start=site(),
            track=track_called(b, name, owner),
            count=b.pieces.count(site()) if count is None else count(),
            each=num_per_hole,
            effect=sow_effect,
            itself=include_self,
            origin=origin,
            skip=skip_if,
        )
        capture = None if apply is None else Capture(apply, if_, backtracking, forward)
        b.seeds.sow(sowing, capture)

    # Off the track there is nothing to sow on, and nothing follows.
    there = b.at_most(b.zero, b.tracks.place(track_called(b, name, owner), site()))
    b.if_(there, lambda: b.moves.effect(act, "Sow"))
    return MOVES


def track_called(b: Builder, name: str | None, owner: Lazy[Int] | None) -> Int:
    """The number of the track along which is sown; -1 for none."""
    if name is None:
        return b.tracks.number(b.tracks.chosen(lambda _: True))
    if owner is None:
        return b.tracks.number(b.tracks.chosen(lambda one: one.name == name, name))

    def fits(one: Track, number: int) -> bool:
        return name in one.name and one.owner == number

    return b.tracks.by_player(fits, owner())

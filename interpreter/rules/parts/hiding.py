"""What is hidden from whom.

For each player there are the sites of which he does not see anything, and those of which he does
not see one thing: the kind of piece, its owner, how many there are, its state, its value. Each of
these is kept for itself, and only where the rules of a game can set it. Rules see all; what is
hidden binds those who look at a position.

What is hidden goes with a piece that moves, unless pieces stand on each other: there it belongs to
the level of a site.

Source: Ludii 1.3.10 Core/src/other/action/hidden and other/action/move/move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from interpreter.ir import schema
from interpreter.ir.schema import Part
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.nodes import Node, bare, nodes_in
from interpreter.language.signatures import LazyPlayer, Player
from interpreter.language.words import HiddenData
from interpreter.rules.parts.players import EVERYBODY

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

SETTING = "hidden"
"""What a form keeps that hides something."""
Data = HiddenData | tuple[HiddenData, ...] | None
PARTS: dict[HiddenData | None, Part] = {
    None: schema.HIDDEN,
    HiddenData.What: schema.HIDDEN_WHAT,
    HiddenData.Who: schema.HIDDEN_WHO,
    HiddenData.Count: schema.HIDDEN_COUNT,
    HiddenData.State: schema.HIDDEN_STATE,
    HiddenData.Rotation: schema.HIDDEN_ROTATION,
    HiddenData.Value: schema.HIDDEN_VALUE,
}
"""By what is hidden; all, if nothing is said."""


def _said(data: object) -> tuple[HiddenData | None, ...]:
    """What a form speaks of, for its argument."""
    said = cast(Data, data)
    return (said or (None,)) if isinstance(said, tuple) else (said,)


def hidden_in(node: Node) -> Iterator[HiddenData | None]:
    """What the rules of a bound game can hide."""
    for one in nodes_in(node):
        if SETTING in one.keeps:
            yield from _said(bare(dict(one.args).get("data")))


class Hiding:
    """What is hidden, as rules speak of it."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._parts: tuple[Part, ...] = ()

    def install(self, hidden: Iterable[HiddenData | None]) -> None:
        """Keep what the rules can hide."""
        found = set(hidden)
        self._parts = tuple(part for data, part in PARTS.items() if data in found)

    def sites(self, data: HiddenData | None, player: Player) -> Sites:
        """The sites, of lowest levels, of which something is hidden from a player."""
        return self._hidden(PARTS[data], self._viewer(self._number(player), None))

    def is_hidden(
        self, data: HiddenData | None, site: Int, level: Int | None, player: Player
    ) -> Bool:
        """Whether something of a site is hidden from a player."""
        entry = self._viewer(self._number(player), level)
        return self.b.contains(self._hidden(PARTS[data], entry), site)

    def _number(self, player: Player) -> Int:
        if player in EVERYBODY:
            raise self.b.fail(
                "what is hidden is asked for one player",
                "such as to:Mover",
                code="hidden-from-whom",
            )
        return self.b.players.number(player)

    def _hidden(self, part: Part, entry: Int) -> Sites:
        """Nothing is hidden of what no rule hides, nor from numbers of no player."""
        b = self.b
        return b.read_sites(b.part(part), entry) if part in self._parts else b.nowhere

    def _viewer(self, player: Int, level: Int | None) -> Int:
        """The entry of a player, and of a level where there are some: the lowest if not given."""
        b = self.b
        if not b.pieces.stacked:
            return player
        height, place = b.int(b.stacks.most), b.zero if level is None else level
        inside = b.both(b.at_most(b.zero, place), b.less(place, height))
        return b.pick(inside, b.add(b.multiply(player, height), place), b.nothing)

    def hide(
        self, data: Data, sites: Sites, level: Int | None, hidden: Bool, player: LazyPlayer
    ) -> None:
        """Hide something of sites from a player, or from all, or show it again."""
        b = self.b
        if b.keeps("touched") or b.keeps("reached"):
            b.each(sites, b.turn.touch)
        several = b.players.all() if player in EVERYBODY else [b.players.worked_out(player)]

        def one(who: Int) -> None:
            entry = self._viewer(who, level)
            for what in _said(data):
                held = self._hidden(PARTS[what], entry)
                rest = b.minus(held, without=sites)
                found = b.pick_sites(hidden, b.union(rest, sites), rest)
                b.write(b.part(PARTS[what]), found, entry)

        with b.live():
            for who in several:
                b.if_(b.players.takes_part(who), lambda who=who: one(who))

    def travel(self, origin: Int, target: Int) -> None:
        """A piece has moved: what was hidden where it came from is hidden where it is now.

        Nothing is hidden any more on the site that it has left, unless another piece is there.
        """
        b = self.b
        if b.pieces.stacked or not self._parts:
            return
        with b.live():
            here, there = b.single(origin), b.single(target)
            left = b.intersect(here, b.pieces.bare())
            for part in self._parts:
                for who in b.players.all():
                    held = self._hidden(part, who)
                    rest = b.minus(held, without=b.union(left, there))
                    goes = b.pick_sites(b.contains(held, origin), there, b.nowhere)
                    b.write(b.part(part), b.union(rest, goes), who)

"""Moves as bundles `[template, from, targets, extra]`, and the list of those that were offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from interpreter.ir.meaning.sites import nth
from interpreter.ir.program import EXTRA_BITS, pack, unpack

Bundles = list[list[Any]]


class MoveList(Bundles):
    """The bundles that were offered, and the order of moves that is kept from ply to ply.

    Attributes:
        listed: the bundle whose sites the order lists
        order: its sites
        members: the same as a set
        counted: how many bundles have been counted, from the first on
        total: how many moves these hold
    """

    def __init__(self) -> None:
        super().__init__()
        self.counted = self.total = 0
        self.listed: list[int] | None = None
        self.order: list[int] = []
        self.members = 0

    def clear(self) -> None:
        """Empty the list; the order is kept."""
        super().clear()
        self.listed = None
        self.counted = self.total = 0


def move_count(bundles: MoveList) -> int:
    """How many moves the bundles hold.

    A rule may ask after every few bundles, so that only those that are new are counted.
    """
    for bundle in bundles[bundles.counted :]:
        bundles.total += bundle[2].bit_count()
    bundles.counted = len(bundles)
    return bundles.total


def move_at(bundles: Bundles, index: int) -> int:
    """The packed move with this number, which is one of the list's."""
    for template, origin, targets, extra in bundles:
        size = targets.bit_count()
        if index < size:
            if origin == NOWHERE:
                return pack(template, -1, -1, extra)
            target = nth(targets, index)
            if isinstance(origin, tuple):
                table, base = cast(tuple[Sequence[int], int], origin)
                return pack(template, table[base + target], target, extra)
            return pack(template, target if origin == PLACING else origin, target, extra)
        index -= size
    raise IndexError("there are not so many moves")


def sort_moves(
    bundles: Bundles, kinds: Sequence[tuple[str, int | None, Mapping[tuple[int, int], int]]]
) -> None:
    """Put the moves into their order; placements that differ in their site alone are one bundle.

    The order is that of the templates; then of the ways on which pieces go, where a template has
    such; of the from-sites, if way and to-site leave them open; of what a move carries; and of the
    to-sites.

    Args:
        kinds: by template its shape, which of the numbers it carries is the way, and the way from
            one site to another
    """

    def place(move: int) -> tuple[int, ...]:
        template, origin, target, extra = unpack(move)
        shape, carried, ways = kinds[template]
        if ways:
            return template, ways[origin, target], target, extra
        way = 0 if carried is None else extra >> EXTRA_BITS * carried
        first = -1 if shape == "placing" else origin
        return template, way & (1 << EXTRA_BITS) - 1, first, extra, target

    moves = sorted(moves_of(bundles), key=place)
    bundles.clear()
    for template, origin, target, extra in map(unpack, moves):
        if target < 0:
            bundles.append([template, NOWHERE, 1, extra])
        else:
            here = PLACING if kinds[template][0] == "placing" else origin
            last = bundles[-1] if bundles and here == PLACING else [-1] * 4
            if [last[0], last[3]] == [template, extra] and last[2] >> target == 0:
                last[2] |= 1 << target
            else:
                bundles.append([template, here, 1 << target, extra])


def arrange(bundles: MoveList) -> None:
    """Bring the kept order in line with the first bundle of placements that has moves.

    New sites join at the end, by number; if some have gone, the order is made anew.
    """
    bundles.listed = next((one for one in bundles if one[1] == PLACING and one[2]), None)
    wanted = bundles.listed[2] if bundles.listed else 0
    if wanted == bundles.members:
        return
    if bundles.members & ~wanted:
        bundles.members, bundles.order = 0, []
    fresh = wanted & ~bundles.members
    bundles.order += [site for site in range(fresh.bit_length()) if fresh >> site & 1]
    bundles.members = wanted


def take(bundles: MoveList, index: int) -> int:
    """The packed move with this number, which is one of the list's, taken out of it.

    In the bundle that the kept order lists, the last entry takes the place of the one taken.
    """
    listed, order = bundles.listed, bundles.order
    bundles.counted = bundles.total = 0
    if listed is not None:
        if index < len(order):
            site, order[index] = order[index], order[-1]
            order.pop()
            bundles.members &= ~(1 << site)
            listed[2] = bundles.members
            return pack(listed[0], site, site, listed[3])
        index -= len(order)
    for bundle in bundles:
        size = 0 if bundle is listed else bundle[2].bit_count()
        if index < size:
            move = move_at([bundle], index)
            bundle[2] &= ~(1 << nth(bundle[2], index))
            return move
        index -= size
    raise IndexError("there are not so many moves")


# From-sites of bundles whose moves start where they end, and of moves from nowhere to nowhere,
# for which any one site stands in the set.
PLACING, NOWHERE = -2, -3


def moves_of(bundles: Bundles) -> list[int]:
    """The packed moves of a list of bundles, in order."""
    return [
        move_at([bundle], index) for bundle in bundles for index in range(bundle[2].bit_count())
    ]

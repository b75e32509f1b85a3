"""Moves of many pieces at once: where pieces all go the same way, one shifted set holds them all.

The from-site is known by the to-site then, so that all moves of a kind on one way are one bundle,
and no loop over pieces is needed.
"""

from __future__ import annotations

from typing import cast

from interpreter.emit import NONE
from interpreter.ir import Instruction, Int, Sites, Table, Template, Value, walk
from interpreter.passes.rewriting import DONE, Rewriter
from interpreter.passes.together import (
    Chains,
    Made,
    Map,
    Place,
    StuckError,
    Term,
    Together,
    Truth,
    backward,
    compose,
)

Bundle = tuple[int, tuple[Value, ...]]
"""The way that moves go, and what they carry."""


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over pieces in which moves are made."""
    if not any(one.name == "move" for one in walk(step.blocks[0])):
        return None
    assert step.result is not None
    together = Together(r, step.result)
    pieces = Truth((Term(together.here, cast(Sites, step.operands[0])),))
    try:
        together.block(step.blocks[0])
        bundles = _Bundles(together, pieces)
        for made in together.moves:
            bundles.add(made)
    except StuckError:
        return None
    for template, several in bundles.in_order():
        for (way, extras), targets in several:
            operands = (NONE, targets, Int(constant=way), *extras)
            r.emit("move", *operands, attribute=template)
    return DONE


class _Bundles:
    """Moves of several pieces, by the ways that they go.

    Args:
        pieces: where a piece stands that moves
    """

    def __init__(self, t: Together, pieces: Truth) -> None:
        self.t, self.pieces = t, pieces
        self.found: dict[Template, dict[Bundle, Sites]] = {}

    def add(self, made: Made) -> None:
        """Add the moves of all pieces at once."""
        template, origin = made.template, made.origin
        if not isinstance(made.targets, Chains) or not isinstance(origin, Place):
            raise StuckError("moves")
        for several in made.targets.chains:
            for chain in self.t.cut(several):
                place, when = self.t.at(chain)
                back = backward(place)
                if back is None:
                    raise StuckError("two pieces come to one site")
                holds = self.t.both(self.t.both(self.pieces, made.when), when)
                targets = self.t.at_place(holds, place)
                if targets.constant != 0:
                    self._add_lane(template, compose(back, origin.map), targets, made.extras)

    def _add_lane(
        self, template: Template, origin: Map, targets: Sites, extras: tuple[Value, ...]
    ) -> None:
        found = self.found.setdefault(template, {})
        if template.number < 0:
            # Moves that are only asked for have no order: each lane is a way of its own.
            entries = () if template.origins is None else template.origins.entries[:-1]
            found[len(found), extras] = targets
            template.origins = Table("origins", (*entries, *origin, -1))
            return
        for way, mask in _ways(template, origin).items():
            here = targets if mask is None else self.t.r.intersect(targets, mask)
            key = way, extras
            found[key] = self.t.r.union(found[key], here) if key in found else here

    def in_order(self) -> list[tuple[Template, list[tuple[Bundle, Sites]]]]:
        """The bundles of each template by their ways."""
        several = sorted(self.found.items(), key=lambda one: one[0].number)
        return [
            (template, sorted(found.items(), key=lambda one: one[0][0]))
            for template, found in several
        ]


def _ways(template: Template, origin: Map) -> dict[int, Sites | None]:
    """The ways on which moves between these sites go, each with the to-sites, if not all."""
    if template.origins is None:
        raise StuckError("moves are listed by pieces")
    sites = len(origin)
    entries = template.origins.entries
    count = len(entries) // sites
    found: dict[int, int] = {}
    for target, start in enumerate(origin):
        if start < 0:
            continue
        way = next((way for way in range(count) if entries[way * sites + target] == start), None)
        if way is None:
            raise StuckError("way")
        found[way] = found.get(way, 0) | 1 << target
    if len(found) == 1:
        return dict.fromkeys(found)
    return {way: Sites(constant=mask) for way, mask in found.items()}

"""Walks that turn: steps forward, and turns to the left and to the right, such as a knight's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.board.geometry.neighbours import ABOVE, BELOW, COMPASS, SLANTED
from interpreter.ir.relations import Relation
from interpreter.ir.values import Sites
from interpreter.language.words import Direction, WalkStep

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

Path = tuple[int, ...]


class Walks:
    """Where walks lead, from every site."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._relations: dict[object, Relation] = {}

    def passed(self, walk: Sequence[WalkStep], *, turned: bool = True) -> list[list[Path]]:
        """For each way to start and each site, the sites that a walk passes, the first included.

        A walk that leaves the board is an empty path.

        Args:
            turned: it may start in every orthogonal direction, not only in the first
        """
        names = self.b.board.topology.supported["orth"]
        starts = names if turned else names[:1]
        return [self._walked(walk, start) for start in starts]

    def ends(
        self, starts: Sites, walks: Sequence[Sequence[WalkStep]], *, forward: bool, rotations: bool
    ) -> Sites:
        """Where walks from some sites end.

        Args:
            forward: only ends ahead of where the piece looks; all of them where none is said to
                look anywhere
            rotations: walks start in every orthogonal direction, not only in the first
        """
        b = self.b
        names = b.board.topology.supported["orth"]
        headings = names if rotations else names[:1]
        if not forward or not b.box.facing_said:
            return b.image(starts, self._relation(walks, headings, None))
        found = b.nowhere
        for facing in dict.fromkeys(one.facing for one in b.box.kinds):
            numbers = {one.number for one in b.box.kinds if one.facing is facing}
            here = b.intersect(starts, b.ways.of_kinds(numbers))
            found = b.union(found, b.image(here, self._relation(walks, headings, facing)))
        return found

    def relations(self, walks: Sequence[Sequence[WalkStep]]) -> tuple[Relation, ...]:
        """Where walks lead, one after the other."""
        names = self.b.board.topology.supported["orth"]
        return tuple(self._relation((walk,), (name,), None) for walk in walks for name in names)

    def _relation(
        self,
        walks: Sequence[Sequence[WalkStep]],
        headings: Sequence[str],
        ahead: Direction | None,
    ) -> Relation:
        """From each site to where walks end; only to ends ahead of a direction, if one is given."""
        key = (tuple(map(tuple, walks)), tuple(headings), ahead)
        if key not in self._relations:
            ways = [self._walked(walk, heading) for heading in headings for walk in walks]
            targets = tuple(
                tuple(dict.fromkeys(
                    path[-1]
                    for paths in ways
                    if (path := paths[site])
                    and (ahead is None or self._is_ahead(site, path[-1], ahead))
                ))
                for site in range(self.b.board.size)
            )  # fmt: skip
            self._relations[key] = Relation(
                f"leap{len(self._relations)}", self.b.board.padded(targets)
            )
        return self._relations[key]

    def _is_ahead(self, site: int, other: int, facing: Direction) -> bool:
        """Whether a site lies ahead by rows and columns; nothing does of oblique directions."""
        topology, name = self.b.board.topology, facing.value
        up = topology.rows[other] - topology.rows[site]
        across = topology.columns[other] - topology.columns[site]
        apart = {"N": up, "S": -up, "E": across, "W": -across}
        return len(name) <= len("NE") and all(apart[one] > 0 for one in name)

    def _walked(self, walk: Sequence[WalkStep], start: str) -> list[Path]:
        """From each site the sites that a walk passes; none if it leaves the board."""
        topology = self.b.board.topology
        names = topology.supported["orth"]
        around = [one for one in _circle(start) if one in names]
        facing = around.index(start)
        ways: list[Path] = [(site,) for site in range(topology.size)]
        for turn in walk:
            if turn is WalkStep.F:
                near = topology.neighbours(around[facing])
                ways = [(*way, near[way[-1]][-1]) if way and near[way[-1]] else () for way in ways]
            else:
                facing = (facing + (1 if turn is WalkStep.R else -1)) % len(around)
        return ways


def _circle(start: str) -> Sequence[str]:
    """The directions among which a walk turns: between layers, those that lead up, or down."""
    if start in COMPASS:
        return COMPASS
    straight = start in (ABOVE, BELOW)
    return [one for one in SLANTED if one[0] == start[0] and (one == start[0]) is straight]

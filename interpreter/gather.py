"""Moves that are generated for where they lead, and not made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.emit import NOWHERE
from interpreter.ir import Sites, Variable
from interpreter.sinks import MoveForm
from interpreter.types import Lazy, Moves

if TYPE_CHECKING:
    from interpreter.builder import Builder


@dataclass(frozen=True, slots=True)
class Ends:
    """From where moves come, and where they go."""

    origins: Sites
    targets: Sites


@dataclass(frozen=True, slots=True)
class Gathering:
    """Takes moves only to note their sites."""

    origins: Variable
    targets: Variable

    def take(self, b: Builder, moves: MoveForm) -> None:
        """Note the sites of moves that have some."""
        if moves.shape == "nowhere":
            return
        b.set(self.targets, b.union(b.get_sites(self.targets), moves.targets))
        some = b.negate(b.is_empty(moves.targets))
        starts = moves.targets
        if moves.origin is not None:
            starts = b.pick_sites(some, b.single(moves.origin), NOWHERE)
        b.set(self.origins, b.union(b.get_sites(self.origins), starts))


def gathered(b: Builder, moves: Lazy[Moves]) -> Ends:
    """The sites of moves, none of which is made."""
    sink = Gathering(b.local("origins", NOWHERE), b.local("targets", NOWHERE))
    saved, b.consequences = b.consequences, ()
    with b.into(sink):
        moves()
    b.consequences = saved
    return Ends(b.get_sites(sink.origins), b.get_sites(sink.targets))

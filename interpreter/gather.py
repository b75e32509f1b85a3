"""Moves that are generated for where they lead, and not made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.emit import NOWHERE
from interpreter.ir import Sites, Variable
from interpreter.language.signatures import Lazy, Moves
from interpreter.sinks import MoveForm

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
        for targets in moves.parts(b):
            self._note(b, self.targets, targets)
            if moves.origin is None:
                self._note(b, self.origins, targets)
            elif moves.origins is None:
                some = b.negate(b.is_empty(targets))
                self._note(b, self.origins, b.pick_sites(some, b.single(moves.origin), NOWHERE))
            else:
                b.each(
                    targets, lambda to: self._note(b, self.origins, b.single(moves.start(b, to)))
                )

    @staticmethod
    def _note(b: Builder, variable: Variable, sites: Sites) -> None:
        b.set(variable, b.union(b.get_sites(variable), sites))


def gathered(b: Builder, moves: Lazy[Moves]) -> Ends:
    """The sites of moves, none of which is made."""
    sink = Gathering(b.local("origins", NOWHERE), b.local("targets", NOWHERE))
    saved, b.consequences = b.consequences, ()
    with b.into(sink):
        moves()
    b.consequences = saved
    return Ends(b.get_sites(sink.origins), b.get_sites(sink.targets))

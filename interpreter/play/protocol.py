"""What is searched and played side by side: as much of a game and its positions as that takes.

It can be shown as well; the rest is what plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.play.move import Move
from interpreter.show.protocol import ShownGame, ShownState

if TYPE_CHECKING:
    from interpreter.ir.program import Field, Program
    from interpreter.ir.schema import Part
    from interpreter.targets.protocol import Running
    from interpreter.targets.spaces.actions import Actions
    from interpreter.targets.spaces.observation import Planes


class CompiledGame(ShownGame, Protocol):
    """A game without its positions, as `interpreter.play.compiled.Compiled` says more about it."""

    @property
    def program(self) -> Program:
        """The program."""
        ...

    @property
    def places(self) -> int:
        """The number behind the last place of the board and the hands."""
        ...

    @property
    def height(self) -> int:
        """How many pieces may stand on each other; 0 where none do."""
        ...

    @property
    def parts(self) -> Mapping[Part, Field]:
        """The parts of the state, and the fields that hold them."""
        ...

    @property
    def sites(self) -> int:
        """How many sites there are, those of hands included."""
        ...

    @property
    def machine(self) -> Running:
        """What runs the program."""
        ...

    @property
    def actions(self) -> Actions:
        """The game's actions by number."""
        ...

    @property
    def planes(self) -> Planes:
        """What the player to move sees, as planes over the board."""
        ...

    def ranking(self, raw: Any) -> tuple[float, ...]:
        """The rank of each player, 1.0 best; 0.0 for those who still play."""
        ...

    def after(self, raw: Any, move: int) -> Any:
        """The state after a packed move."""
        ...

    def legal(self, raw: Any) -> list[int]:
        """The packed legal moves of a state."""
        ...


class PlayedGame(CompiledGame, Protocol):
    """A game, as `interpreter.play.game.Game` says more about it."""

    def start(self, seed: int = 0) -> PlayedState:
        """The first position."""
        ...

    def at(self, raw: Any) -> PlayedState:
        """A state as the machine holds it."""
        ...


class StillState(ShownState, Protocol):
    """A position without its moves, as `interpreter.play.position.Position` says more about it."""

    @property
    def game(self) -> CompiledGame:
        """The game."""
        ...

    def stack(self, site: int) -> tuple[int, ...]:
        """The numbers of the pieces on a site, the lowest first."""
        ...


class PlayedState(StillState, Protocol):
    """A position, as `interpreter.play.game.State` says more about it."""

    @property
    def game(self) -> PlayedGame:
        """The game."""
        ...

    def moves(self) -> list[Move]:
        """The legal moves in the canonical order."""
        ...

    def line(self, name: str) -> tuple[Move, ...]:
        """The moves that a name stands for."""
        ...

    def after(self, move: Move | str) -> PlayedState:
        """The position after a move."""
        ...

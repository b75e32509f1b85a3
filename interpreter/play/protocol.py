"""What is searched and played side by side: as much of a game and its positions as that takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.play.move import Move

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.ir.program import Program
    from interpreter.ir.schema import Part
    from interpreter.language.parts import PieceKind
    from interpreter.targets.protocol import Running
    from interpreter.targets.spaces.actions import Actions
    from interpreter.targets.spaces.observation import Planes


class PlayedGame(Protocol):
    """A game, as `interpreter.play.game.Game` says more about it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def players(self) -> int:
        """How many play."""
        ...

    @property
    def board(self) -> Topology:
        """Its sites, how they touch, and where they lie."""
        ...

    @property
    def pieces(self) -> Sequence[PieceKind]:
        """The kinds of pieces."""
        ...

    @property
    def program(self) -> Program:
        """The program."""
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

    def field(self, raw: Any, part: Part, index: int = 0) -> int:
        """A part of a state, or one of its entries; 0 if the game has no such part."""
        ...

    def ranking(self, raw: Any) -> tuple[float, ...]:
        """The rank of each player, 1.0 best; 0.0 for those who still play."""
        ...

    def start(self, seed: int = 0) -> PlayedState:
        """The first position."""
        ...

    def after(self, raw: Any, move: int) -> Any:
        """The state after a packed move."""
        ...


class PlayedState(Protocol):
    """A position, as `interpreter.play.game.State` says more about it."""

    @property
    def game(self) -> PlayedGame:
        """The game."""
        ...

    @property
    def raw(self) -> Any:
        """The position as a machine has it."""
        ...

    @property
    def mover(self) -> int:
        """The colour to move, from 1."""
        ...

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged colours."""
        ...

    @property
    def plies(self) -> int:
        """How many moves were made."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        ...

    def moves(self) -> list[Move]:
        """The legal moves in the canonical order."""
        ...

    def after(self, move: Move | str) -> PlayedState:
        """The position after a move."""
        ...

"""What is shown: as much of a game and of its positions as text and pictures need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.ir.schema import Part
    from interpreter.language.parts import Graphics, Hand, OtherSites, PieceKind


class ShownGame(Protocol):
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
    def veiled(self) -> Sequence[PieceKind]:
        """What stands for pieces and sites that are hidden; none where all is seen."""
        ...

    @property
    def hands(self) -> Sequence[Hand]:
        """Places beside the board."""
        ...

    @property
    def others(self) -> Sequence[OtherSites]:
        """The sites of other kinds than the board's own."""
        ...

    @property
    def labels(self) -> Sequence[str]:
        """The name of each site."""
        ...

    @property
    def graphics(self) -> Graphics:
        """What is known of how it is drawn: its regions, and the hints of its metadata."""
        ...

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        ...

    @property
    def height(self) -> int:
        """How many pieces may stand on each other; 0 where none do."""
        ...

    @property
    def parts(self) -> Mapping[Part, object]:
        """The parts of its states."""
        ...

    @property
    def numbered(self) -> Part | None:
        """What numbers its pieces on the board; None if nothing does."""
        ...

    @property
    def dice(self) -> Sequence[object]:
        """Its dice, which are the first kinds of pieces."""
        ...

    def field(self, raw: Any, part: Part, index: int = 0) -> int:
        """A part of a state, or one of its entries; 0 if the game has no such part."""
        ...


class ShownState(Protocol):
    """A position, as `interpreter.play.game.State` says more about it."""

    @property
    def game(self) -> ShownGame:
        """The game."""
        ...

    @property
    def raw(self) -> Any:
        """The position as a machine has it."""
        ...

    @property
    def contents(self) -> Sequence[int]:
        """The number of the piece on each site; 0 for none."""
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
    def last_from(self) -> int:
        """The site that the last move came from; -1 if there is none."""
        ...

    @property
    def last_to(self) -> int:
        """The site that the last move went to; -1 if there is none."""
        ...

    @property
    def checked(self) -> Sequence[int]:
        """The sites of the kings in check, where the rules speak of threats."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        ...

    @property
    def ranking(self) -> Sequence[float]:
        """The rank of each player, 1.0 best; 0.0 for those who still play."""
        ...

    @property
    def utilities(self) -> Sequence[float]:
        """What the outcome is worth to each player, from -1 to 1."""
        ...

    @property
    def scores(self) -> Sequence[int]:
        """The score of each player."""
        ...

    def what(self, site: int) -> int:
        """The number of the piece on a site; 0 for none."""
        ...

    def count(self, site: int) -> int:
        """How many pieces are on a site."""
        ...

    def stack(self, site: int) -> Sequence[int]:
        """The numbers of the pieces on a site, the lowest first."""
        ...

    @property
    def dice(self) -> Sequence[int]:
        """What each die is worth, 0 when it is used."""
        ...

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        ...

    def number(self, part: Part, site: int) -> int:
        """What a part of the state holds for a site; 0 if the game has no such part."""
        ...

"""What a learner sees of a position: planes over the board, from the view of who is to move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from interpreter.ir import schema
from interpreter.ir.schema import Part

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.ir.program import Program

Source = Literal["piece", "part", "mover", "board"]
MOST_WAYS = 8


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane.

    Args:
        name: what it shows
        source: `piece`, where pieces of a kind are; `part`, what a part of the state holds, from 0
            to 255; `mover`, 1 all over if the player of this colour is to move; `board`, 1 wherever
            there is a site
        pieces: by colour of the mover from 1, the piece it shows; 0 for none
        player: of `mover`
        part: of `part`: marked where it is a site; at each site what it holds for it; or all over
            what it holds, for the mover if it is kept by player
    """

    name: str
    source: Source
    pieces: tuple[int, ...] = ()
    player: int = 0
    part: Part | None = None


class Kind(Protocol):
    """A kind of pieces."""

    @property
    def number(self) -> int:
        """Its number, from 1."""
        ...

    @property
    def name(self) -> str:
        """Its name, with the number of its owner."""
        ...

    @property
    def owner(self) -> int:
        """The player whose it is; 0 for nobody's."""
        ...


class Planes:
    """The planes of a game.

    First the mover's pieces, one plane for each kind in the order of the rules; then those of the
    player after him, and so on; then the kinds that belong to nobody or to all. Then the parts of
    the state that have a plane, in the order of the schema, such as the sites of the last move and
    the state of the piece on each site; and planes that are the same all over the board, one for
    each colour that can be to move. Where sites do not fill the rows and columns, the last plane
    shows where there are some.

    Args:
        program: the program of the game
        board: its sites
        pieces: the kinds of its pieces
        players: how many play

    Attributes:
        planes: what each shows
        shape: (planes, rows, columns), row and column as the names of sites count them, from 0; or
            (planes, sites) on a board on which these do not tell sites apart, or neighbours lie
            in more than eight ways to each other
        places: where each site lies in a plane, counted row by row
    """

    def __init__(
        self, program: Program, board: Topology, pieces: Sequence[Kind], players: int
    ) -> None:
        area: tuple[int, ...] = (board.size,)
        self.places: tuple[int, ...] = tuple(range(board.size))
        if _regular(board):
            columns = 1 + max(board.columns)
            area = (1 + max(board.rows), columns)
            self.places = tuple(
                row * columns + column
                for row, column in zip(board.rows, board.columns, strict=True)
            )
        self.area = math.prod(area)
        self.planes: tuple[Plane, ...] = (*_pieces(pieces, players), *_others(program, players))
        if self.area > len(self.places):
            self.planes += (Plane("board", "board"),)
        self.shape = (len(self.planes), *area)

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane shows."""
        return tuple(plane.name for plane in self.planes)


def _regular(board: Topology) -> bool:
    """Whether rows and columns tell sites apart, and neighbours lie alike everywhere."""
    places = list(zip(board.rows, board.columns, strict=True))
    ways = {
        (places[one][0] - row, places[one][1] - column)
        for (row, column), sites in zip(places, board.adjacent, strict=True)
        for one in sites
    }
    return len(set(places)) == board.size and len(ways) <= MOST_WAYS


def _pieces(pieces: Sequence[Kind], count: int) -> list[Plane]:
    players = range(1, count + 1)
    kinds = {player: [one.number for one in pieces if one.owner == player] for player in players}
    names = {one.number: one.name for one in pieces}
    found: list[Plane] = []
    for away in players:
        # By colour of the mover, the colour that moves so many players after him.
        others = [(player + away - 2) % count + 1 for player in players]
        for place in range(max(len(kinds[player]) for player in players)):
            shown = tuple(
                kinds[other][place] if place < len(kinds[other]) else 0 for other in others
            )
            whose = "own" if away == 1 else "other" if len(players) == 2 else f"after {away - 1}"
            called = {_bare(names[number]) for number in shown if number}
            found.append(Plane(f"{whose} {'/'.join(sorted(called))}", "piece", shown))
    for one in pieces:
        if one.owner not in players:
            found.append(Plane(_bare(one.name), "piece", (one.number,) * count))
    return found


def _bare(name: str) -> str:
    """The name of a kind of piece without the number of its owner."""
    return name.rstrip("0123456789").lower()


def _others(program: Program, count: int) -> list[Plane]:
    shown = (part for part in schema.PARTS if part.plane and program.part(part) is not None)
    found = [Plane(part.plane, "part", part=part) for part in shown]
    if count > 1:
        players = range(1, count + 1)
        found += [Plane(f"player {one} to move", "mover", player=one) for one in players]
    return found

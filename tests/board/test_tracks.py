"""Tracks written as sites and directions."""

import pytest

from interpreter.board.geometry.tracks import END, walked
from interpreter.board.graph import BoardError, SiteType
from interpreter.board.shapes.mancala import mancala
from interpreter.board.shapes.squares import square
from interpreter.board.topology import Topology

SQUARE = Topology(square(3, SiteType.CELL), SiteType.CELL)
HOLES = Topology(mancala(2, 3, stores=True), SiteType.VERTEX)

WALKS = [
    ("0", (0,)),
    ("0,E", (0, 1, 2)),
    ("0,E1", (0, 1)),
    ("0,E,N,W,S1", (0, 1, 2, 5, 8, 7, 6, 3)),
    ("0,E,", (0, 1, 2)),
    ("0, E , 7 , End", (0, 1, 2, 7, END)),
    ("0,NE,End", (0, 4, 8, END)),
    # Past the edge there is nothing more, and a hand may be the last site.
    ("0,E9", (0, 1, 2)),
    ("2,E", (2,)),
    ("9,0,N,10", (9, 0, 3, 6, 10)),
]


@pytest.mark.parametrize(("text", "sites"), WALKS)
def test_walked(text: str, sites: tuple[int, ...]) -> None:
    assert walked(SQUARE, text) == sites


def test_walked_over_holes() -> None:
    assert walked(HOLES, "1,E,N1,W") == (1, 2, 3, 6, 5, 4)
    assert walked(HOLES, "0,1,E,7,6,W") == (0, 1, 2, 3, 7, 6, 5, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E,0", 'a track starts on the number of a site, not on "E"'),
        ("", 'a track starts on the number of a site, not on ""'),
        ("9,E", 'a track cannot go on to "E" from 9, off the board'),
        ("0,Up", '"Up" is no direction of a track'),
    ],
)
def test_what_is_no_track(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        walked(SQUARE, text)


def test_holes_and_stores() -> None:
    assert HOLES.size == 8
    assert (HOLES.left, HOLES.right) == ((0,), (7,))
    assert (HOLES.bottom, HOLES.top) == ((1, 2, 3), (4, 5, 6))
    bare = Topology(mancala(4, 3, stores=False), SiteType.VERTEX)
    assert (bare.size, bare.left, bare.top) == (12, (0, 3, 6, 9), (9, 10, 11))


@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (7, 6), (2, 0)])
def test_boards_for_sowing_that_cannot_be_made(rows: int, columns: int) -> None:
    with pytest.raises(BoardError):
        mancala(rows, columns, stores=True)

"""Boards on the square tiling."""

from __future__ import annotations

from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import Graph, SiteType
from interpreter.board.shapes import squares
from interpreter.board.shapes.squares import Diagonals
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError
from ludemes.boards.making import GENERATORS, Side, built


@ludeme(
    "square",
    aliases=("square Square",),
    source=f"{GENERATORS}/basis/square/RectangleOnSquare.java",
    examples=("(square 8)", "(square 5 diagonals:Alternating)", "(square 4 pyramidal:True)"),
    words="a square of {side:digits} by {side:digits} sites",
)
def square(
    b: Builder,
    side: Side,
    *,
    diagonals: Diagonals = Diagonals.Implied,
    pyramidal: bool = False,
) -> Graph:
    """A square board.

    Args:
        side: cells along each side, or vertices where pieces stand on vertices
        diagonals: the diagonals drawn into its cells
        pyramidal: more squares lie on it, each layer a vertex smaller; pieces stand on vertices
    """
    if not pyramidal:
        return built(b, squares.square, side, b.board.use, diagonals)
    if b.board.use is not SiteType.VERTEX or diagonals is not Diagonals.Implied:
        raise LudError(
            "on a board of several layers pieces stand on vertices, and no diagonals are drawn",
            None, "add use:Vertex to the board", code="board",
        )  # fmt: skip
    return built(b, squares.pyramid, side)


@ludeme(
    "square Limping",
    source=f"{GENERATORS}/basis/square/Square.java",
    examples=("(square Limping 5)",),
    words="a rectangle of {rows:digits} rows of sites, with one column more than rows",
)
def square_limping(b: Builder, rows: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A rectangle with one column more than rows.

    Args:
        rows: its rows
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_limping, rows, b.board.use, diagonals)


@ludeme(
    "square Diamond",
    source=f"{GENERATORS}/basis/square/DiamondOnSquare.java",
    examples=("(square Diamond 4)",),
    words="a diamond of squares, {side:digits} sites along each slanted side",
)
def square_diamond(b: Builder, side: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A diamond on the square tiling.

    Args:
        side: vertices along each slanted side
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_diamond, side, diagonals)


@ludeme(
    "square",
    source=f"{GENERATORS}/basis/square/CustomOnSquare.java",
    examples=("(square (poly {{1 2} {1 6} {3 6} {3 4} {4 4} {4 2}}))",),
    words="the part of a square grid inside an outline",
)
def square_polygon(
    b: Builder, outline: Polygon, *, diagonals: Diagonals = Diagonals.Implied
) -> Graph:
    """The part of the square tiling that lies in an outline.

    Args:
        outline: where its vertices lie
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_polygon, outline.points, diagonals)


@ludeme(
    "square",
    source=f"{GENERATORS}/basis/square/CustomOnSquare.java",
    examples=("(square {4 3 -1 2 3})",),
    words="a shape cut from a square grid, with sides of {sides} sites",
)
def square_sides(
    b: Builder, sides: tuple[int, ...], *, diagonals: Diagonals = Diagonals.Implied
) -> Graph:
    """A board on the square tiling with sides of given lengths.

    Args:
        sides: edges along its sides in turn; negative where the border turns the other way
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_sides, sides, diagonals)


@ludeme(
    "rectangle",
    source=f"{GENERATORS}/shape/Rectangle.java",
    examples=("(rectangle 4 6)", "(rectangle 5 5 diagonals:Alternating)"),
    words="a square of {rows:digits} by {rows:digits} sites",
)
def rectangle(
    b: Builder,
    rows: Side,
    columns: Side | None = None,
    *,
    diagonals: Diagonals = Diagonals.Implied,
) -> Graph:
    """A rectangular board.

    Args:
        rows: rows of cells, or of vertices where pieces stand on vertices
        columns: columns; as many as rows if not given
        diagonals: the diagonals drawn into its cells
    """
    return built(
        b, squares.rectangle, rows, rows if columns is None else columns, b.board.use, diagonals
    )

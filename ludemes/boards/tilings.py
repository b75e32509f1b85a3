"""Boards on tilings of several kinds of polygons."""

from __future__ import annotations

from interpreter.board.graph import Graph
from interpreter.board.shapes import mixed
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import GENERATORS, Side, built

TILINGS = f"{GENERATORS}/basis/tiling"


@ludeme(
    "tiling T3464",
    source=f"{TILINGS}/tiling3464/HexagonOn3464.java",
    examples=("(tiling T3464 2)", "(tiling T3464 2 3)"),
    words=(
        "a tiling of hexagons, squares and triangles, {side:digits} by {other:digits}",
        "a tiling of hexagons, squares and triangles, {side:digits} to a side",
    ),
)
def tiling_3464(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Hexagons among squares and triangles.

    Args:
        side: hexagons along each side of a hexagon, or rows of a parallelogram
        other: columns of a parallelogram; the board is a hexagon if not given
    """
    return built(b, mixed.t3464, side, other)


@ludeme(
    "tiling T3636",
    source=f"{TILINGS}/tiling3636/Tiling3636.java",
    examples=("(tiling T3636 2)", "(tiling T3636 2 3)"),
    words=(
        "a tiling of hexagons and triangles, {side:digits} by {other:digits}",
        "a tiling of hexagons and triangles, {side:digits} to a side",
    ),
)
def tiling_3636(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Hexagons among triangles.

    Args:
        side: hexagons along the sides
        other: hexagons along the other side of a rhombus; the board is a hexagon if not given
    """
    return built(b, mixed.t3636, side, other)


@ludeme(
    "tiling T33336",
    source=f"{TILINGS}/tiling33336/Tiling33336.java",
    examples=("(tiling T33336 3)",),
    words="a tiling of hexagons with triangles around each, {side:digits} to a side",
)
def tiling_33336(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Hexagons with triangles around each, in the shape of a hexagon.

    Args:
        side: hexagons along the sides
        other: without effect
    """
    return built(b, mixed.t33336, side)


@ludeme(
    "tiling T33344",
    source=f"{TILINGS}/tiling33344/Tiling33344.java",
    examples=("(tiling T33344 3 4)",),
    words="{rows:digits} rows of squares with triangles between them[, {columns:digits} to a row]",
)
def tiling_33344(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of squares with rows of triangles between them.

    Args:
        rows: rows of squares
        columns: squares in each row; as many as rows if not given
    """
    return built(b, mixed.t33344, rows, rows if columns is None else columns)


@ludeme(
    "tiling T33434",
    source=f"{TILINGS}/tiling33434/Tiling33434.java",
    examples=("(tiling T33434 4)",),
    words="a tiling of squares and pairs of triangles, {side:digits} to a side",
)
def tiling_33434(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Squares and pairs of triangles, in the shape of a diamond.

    Args:
        side: groups of four squares along the sides
        other: without effect, but some rule files write it
    """
    return built(b, mixed.t33434, side)


@ludeme(
    "tiling T488",
    source=f"{TILINGS}/tiling488/SquareOrRectangleOn488.java",
    examples=("(tiling T488 4)", "(tiling T488 3 5)"),
    words="{rows:digits} rows of octagons with squares between them[, {columns:digits} to a row]",
)
def tiling_488(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Octagons with squares between them.

    Args:
        rows: rows of octagons
        columns: octagons in each row; as many as rows if not given
    """
    return built(b, mixed.t488, rows, rows if columns is None else columns)


@ludeme(
    "tiling T31212",
    source=f"{TILINGS}/tiling31212/Tiling31212.java",
    examples=("(tiling T31212 2)",),
    words="a tiling of dodecagons and triangles, {side:digits} to a side",
)
def tiling_31212(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Dodecagons with triangles between them, in the shape of a hexagon.

    Args:
        side: dodecagons along the sides
        other: without effect
    """
    return built(b, mixed.t31212, side)


@ludeme(
    "tiling T4612",
    source=f"{TILINGS}/tiling4612/Tiling4612.java",
    examples=("(tiling T4612 2)",),
    words="a tiling of dodecagons, squares and hexagons, {side:digits} to a side",
)
def tiling_4612(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Dodecagons with squares and hexagons between them, in the shape of a hexagon.

    Args:
        side: dodecagons along the sides
        other: without effect
    """
    return built(b, mixed.t4612, side)


@ludeme(
    "tiling T333333_33434",
    source=f"{TILINGS}/tiling333333_33434/Tiling333333_33434.java",
    examples=("(tiling T333333_33434 2)",),
    words="a tiling of hexagons in rings of squares and triangles, {side:digits} to a side",
)
def tiling_333333_33434(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """Hexagons in rings of squares and triangles, in the shape of a hexagon.

    Args:
        side: hexagons along the sides
        other: without effect
    """
    return built(b, mixed.t333333_33434, side)

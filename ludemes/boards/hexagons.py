"""Boards on the hexagonal tiling."""

from __future__ import annotations

from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import Graph
from interpreter.board.shapes import hexagons
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import GENERATORS, Side, built


@ludeme(
    "hex",
    aliases=("hex Hexagon",),
    source=f"{GENERATORS}/basis/hex/HexagonOnHex.java",
    examples=("(hex 5)", "(hex 4 5)"),
    words=(
        "a hexagon of hexagons, with sides of {side:digits} and {other:digits} in turn",
        "a hexagon of hexagons, {side:digits} to a side",
    ),
)
def hexagon(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons.

    Args:
        side: cells along its sides
        other: cells along every second side; as many as along the others if not given
    """
    if other is None:
        return built(b, hexagons.hex_hexagon, side)
    return built(b, hexagons.hex_sides, (side, other))


@ludeme(
    "hex",
    source=f"{GENERATORS}/basis/hex/CustomOnHex.java",
    examples=("(hex {4 3 -1 2 3})",),
    words="a shape of hexagons, with sides of {sides}",
)
def hex_sides(b: Builder, sides: tuple[int, ...]) -> Graph:
    """A board of hexagons with sides of given lengths.

    Args:
        sides: cells along its sides in turn; negative where the border turns the other way
    """
    return built(b, hexagons.hex_sides, sides)


@ludeme(
    "hex",
    source=f"{GENERATORS}/basis/hex/CustomOnHex.java",
    examples=("(hex (poly {{1 2} {1 6} {3 6} {3 4} {4 4} {4 2}}))",),
    words="the hexagons inside an outline",
)
def hex_polygon(b: Builder, outline: Polygon) -> Graph:
    """The hexagons that lie in an outline.

    Args:
        outline: where their middles lie
    """
    return built(b, hexagons.hex_polygon, outline.points)


@ludeme(
    "hex Diamond",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Diamond 11)",),
    words="a rhombus of {side:digits} by {side:digits} hexagons",
)
def hex_diamond(b: Builder, side: Side) -> Graph:
    """A rhombus of hexagons, standing on a corner: the board of Hex.

    Args:
        side: cells along its sides
    """
    return built(b, hexagons.hex_diamond, side)


@ludeme(
    "hex Prism",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Prism 3 4)",),
    words="a hexagon of hexagons standing on a corner, {side:digits} to a side",
)
def hex_prism(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons standing on a corner, with sides of two lengths.

    Args:
        side: cells along the slanted sides
        other: cells along the upright sides; as many if not given
    """
    return built(b, hexagons.hex_prism, side, side if other is None else other)


@ludeme(
    "hex Triangle",
    source=f"{GENERATORS}/basis/hex/TriangleOnHex.java",
    examples=("(hex Triangle 9)",),
    words="a triangle of hexagons, {side:digits} to a side",
)
def hex_triangle(b: Builder, side: Side) -> Graph:
    """A triangle of hexagons.

    Args:
        side: cells along its sides
    """
    return built(b, hexagons.hex_triangle, side)


@ludeme(
    "hex Rectangle",
    aliases=("hex Square",),
    source=f"{GENERATORS}/basis/hex/RectangleOnHex.java",
    examples=("(hex Rectangle 4 6)",),
    words=(
        "{rows:digits} rows of {columns:digits} hexagons",
        "{rows:digits} rows of {rows:digits} hexagons",
    ),
)
def hex_rectangle(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of hexagons, every second one moved by half a cell.

    Args:
        rows: its rows
        columns: cells in a row; as many as rows if not given
    """
    return built(b, hexagons.hex_rectangle, rows, rows if columns is None else columns)


@ludeme(
    "hex Star",
    source=f"{GENERATORS}/basis/hex/StarOnHex.java",
    examples=("(hex Star 3)",),
    words="a six-pointed star of hexagons, {side:digits} to a side of each point",
)
def hex_star(b: Builder, side: Side) -> Graph:
    """A star with six points, of hexagons.

    Args:
        side: cells along the sides of its points
    """
    return built(b, hexagons.hex_star, side)


@ludeme(
    "hex Limping",
    source=f"{GENERATORS}/basis/hex/Hex.java",
    examples=("(hex Limping 4)",),
    words="a hexagon of hexagons, {side:digits} to a side and one more to every second side",
)
def hex_limping(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons with every second side longer by one.

    Args:
        side: cells along the shorter sides
        other: without effect, but some rule files write it
    """
    return built(b, hexagons.hex_limping, side)

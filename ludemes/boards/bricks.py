"""Boards of bricks, bonded as in a wall."""

from __future__ import annotations

from interpreter.board.graph import Graph
from interpreter.board.shapes import bricks
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import GENERATORS, Side, built

BASIS = f"{GENERATORS}/basis/brick"
RECTANGLE = f"{BASIS}/SquareOrRectangleOnBrick.java"
DIAMOND = f"{BASIS}/DiamondOrPrismOnBrick.java"


@ludeme(
    "brick",
    aliases=("brick Square", "brick Rectangle"),
    source=RECTANGLE,
    examples=("(brick 4)", "(brick 3 5)", "(brick 4 trim:True)"),
    words="{rows:digits} rows of bricks[, {columns:digits} to a row][{trim|True=, cut straight}]",
)
def brick(b: Builder, rows: Side, columns: Side | None = None, *, trim: bool = False) -> Graph:
    """Rows of bonded bricks; every other row, from the lowest, has one brick more.

    Args:
        rows: rows of bricks
        columns: bricks in the shorter rows; as many as rows if not given
        trim: the bricks that stick out at the sides are cut in half
    """
    return built(b, bricks.rectangle, rows, rows if columns is None else columns, trim=trim)


@ludeme(
    "brick Limping",
    source=RECTANGLE,
    examples=("(brick Limping 4)",),
    words="{rows:digits} rows of bricks, one more to a row than rows[{trim|True=, cut straight}]",
)
def brick_limping(b: Builder, rows: Side, *, trim: bool = False) -> Graph:
    """Rows of bonded bricks, with one brick more in the shorter rows than there are rows.

    Args:
        rows: rows of bricks
        trim: the bricks that stick out at the sides are cut in half
    """
    return built(b, bricks.rectangle, rows, rows + 1, trim=trim)


@ludeme(
    "brick Diamond",
    source=DIAMOND,
    examples=("(brick Diamond 4)", "(brick Diamond 4 trim:True)"),
    words="a diamond of bricks, {side:digits} to a side[{trim|True=, cut at its left corner}]",
)
def brick_diamond(b: Builder, side: Side, *, trim: bool = False) -> Graph:
    """A diamond of bonded bricks.

    Args:
        side: bricks along each slanted side
        trim: the brick at the left corner is cut in half
    """
    return built(b, bricks.diamond, side, trim=trim)


@ludeme(
    "brick Prism",
    source=DIAMOND,
    examples=("(brick Prism 4)",),
    words="a diamond of bricks, {side:digits} to a side[{trim|True=, cut at its left corner}]",
)
def brick_prism(b: Builder, side: Side, other: Side | None = None, *, trim: bool = False) -> Graph:
    """A diamond of bonded bricks, as the reference implementation makes it for this word too.

    Args:
        side: bricks along each slanted side
        other: without effect
        trim: the brick at the left corner is cut in half
    """
    return built(b, bricks.diamond, side, trim=trim)


@ludeme(
    "brick Spiral",
    source=f"{BASIS}/SpiralOnBrick.java",
    examples=("(brick Spiral 4)",),
    words="a spiral of {rings:digits} rings of bricks",
)
def brick_spiral(b: Builder, rings: Side) -> Graph:
    """Half a brick with rings of bricks around it.

    Args:
        rings: rings, the half brick among them
    """
    return built(b, bricks.spiral, rings)

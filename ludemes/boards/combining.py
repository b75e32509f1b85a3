"""Operators that move boards and combine them."""

from __future__ import annotations

from interpreter.board.editing import operators
from interpreter.board.graph import Graph
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import built

OPERATORS = "functions/graph/operators"


@ludeme(
    "rotate",
    source=f"{OPERATORS}/Rotate.java",
    examples=("(rotate 90 (hex 5))",),
    words="{board}",
)
def rotate(b: Builder, degrees: float, board: Graph) -> Graph:
    """A board turned around its middle; its sites keep their numbers.

    Args:
        degrees: how far, counter-clockwise
        board: the board to turn
    """
    return built(b, operators.rotate, board, degrees)


@ludeme(
    "shift",
    source=f"{OPERATORS}/Shift.java",
    examples=("(shift 0 10 (square 5))",),
    words="{board}",
)
def shift(b: Builder, dx: float, dy: float, board: Graph) -> Graph:
    """A board moved to another place.

    Args:
        dx: how far to the right
        dy: how far up
        board: the board to move
    """
    return built(b, operators.shift, board, dx, dy)


@ludeme(
    "scale",
    source=f"{OPERATORS}/Scale.java",
    examples=("(scale 2 (square 5))",),
    words="{board}",
)
def scale(b: Builder, size: float, board: Graph) -> Graph:
    """A board enlarged.

    Args:
        size: how much larger
        board: the board to enlarge
    """
    return built(b, operators.scale, board, size, size)


@ludeme(
    "scale",
    source=f"{OPERATORS}/Scale.java",
    examples=("(scale 2 0.5 (square 5))",),
    words="{board}, stretched",
)
def stretch(b: Builder, width: float, height: float, board: Graph) -> Graph:
    """A board stretched.

    Args:
        width: how much wider
        height: how much higher
        board: the board to stretch
    """
    return built(b, operators.scale, board, width, height)


@ludeme(
    "skew",
    source=f"{OPERATORS}/Skew.java",
    examples=("(skew 0.5 (square 5))",),
    words="{board}, slanted",
)
def skew(b: Builder, amount: float, board: Graph) -> Graph:
    """A board that leans: the higher a part lies, the farther it moves to the right.

    Args:
        amount: how far for each unit of height
        board: the board that leans
    """
    return built(b, operators.skew, board, amount)


@ludeme(
    "merge",
    source=f"{OPERATORS}/Merge.java",
    examples=("(merge (rectangle 6 2) (rectangle 3 5))",),
    words="{first} joined to {second}",
)
def merge(b: Builder, first: Graph, second: Graph, *, connect: bool = False) -> Graph:
    """Two boards in one; vertices at the same place become one.

    Args:
        first: the board whose numbers come first
        second: another board
        connect: vertices that lie near each other are joined
    """
    return built(b, operators.merge, (first, second), connect=connect)


@ludeme(
    "merge",
    source=f"{OPERATORS}/Merge.java",
    examples=("(merge {(rectangle 6 2) (square 4) (rectangle 7 2)})",),
    words="a shape joined of {boards}",
)
def merge_all(b: Builder, boards: tuple[Graph, ...], *, connect: bool = False) -> Graph:
    """Several boards in one; vertices at the same place become one.

    Args:
        boards: the boards, in the order of their numbers
        connect: vertices that lie near each other are joined
    """
    return built(b, operators.merge, boards, connect=connect)


@ludeme(
    "union",
    source=f"{OPERATORS}/Union.java",
    examples=("(union (square 5) (shift 8 0 (square 3)))",),
    words="{first} beside {second}",
)
def union(b: Builder, first: Graph, second: Graph, *, connect: bool = False) -> Graph:
    """Two boards side by side, with no connection between them.

    Args:
        first: the board whose numbers come first
        second: another board
        connect: vertices that lie near each other are joined
    """
    return built(b, operators.union, (first, second), connect=connect)


@ludeme(
    "union",
    source=f"{OPERATORS}/Union.java",
    examples=("(union {(square 3) (shift 4 0 (square 3)) (shift 8 0 (square 3))})",),
    words="{boards}, side by side",
)
def union_all(b: Builder, boards: tuple[Graph, ...], *, connect: bool = False) -> Graph:
    """Several boards side by side, with no connection between them.

    Args:
        boards: the boards, in the order of their numbers
        connect: vertices that lie near each other are joined
    """
    return built(b, operators.union, boards, connect=connect)


@ludeme(
    "intersect",
    source=f"{OPERATORS}/Intersect.java",
    examples=("(intersect (square 4) (rectangle 2 5))",),
    words="what {first} and {second} have in common",
)
def intersect(b: Builder, first: Graph, second: Graph) -> Graph:
    """What two boards have in common, vertex by vertex and edge by edge.

    Args:
        first: the board whose numbering is kept
        second: another board
    """
    return built(b, operators.intersect, (first, second))


@ludeme(
    "intersect",
    source=f"{OPERATORS}/Intersect.java",
    examples=("(intersect {(rectangle 6 2) (square 4) (rectangle 7 2)})",),
    words="what {boards} have in common",
)
def intersect_all(b: Builder, boards: tuple[Graph, ...]) -> Graph:
    """What several boards have in common, vertex by vertex and edge by edge.

    Args:
        boards: the boards; the numbering of the first is kept
    """
    return built(b, operators.intersect, boards)

"""Operators that add to boards, take away from them, and make others of them."""

from __future__ import annotations

from typing import Any

from interpreter.board import graph as graphs
from interpreter.board.editing import crossings, faces, operators
from interpreter.board.editing.editor import EMPTY
from interpreter.board.editing.operators import Parts, Polygon
from interpreter.board.graph import Graph, SiteType
from interpreter.board.topology import topology_of
from interpreter.language.catalogue import ludeme
from interpreter.language.words import place_of
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError
from ludemes.boards.making import built, pair

OPERATORS = "functions/graph/operators"

# points of lines and cells, or the numbers of their vertices
Places = tuple[tuple[tuple[float, ...], ...], ...]
Numbers = tuple[tuple[int, ...], ...]


def _parts(
    vertices: tuple[tuple[float, ...], ...] | tuple[int, ...],
    edges: Places | Numbers,
    cells: Places | Numbers | tuple[int, ...],
) -> Parts:
    """Parts by place or by number, whichever is given."""
    points, vertex_ids = _either(vertices, 1)
    edge_points, edge_ids = _either(edges, 2)
    cell_points, cell_ids = _either(cells, 2)
    for ends in (*edge_points, *edge_ids):
        if len(ends) != 2:
            raise LudError("an edge has two ends", place_of(ends), code="board")
    first: object = cell_ids[0] if cell_ids else ()
    return Parts(
        tuple(pair(point) for point in points),
        tuple(tuple(pair(end) for end in ends) for ends in edge_points),
        tuple(tuple(pair(corner) for corner in corners) for corners in cell_points),
        vertex_ids,
        edge_ids,
        cell_ids if not isinstance(first, int) else tuple((cell,) for cell in cell_ids),
    )


def _called(b: Builder, board: Graph, use: SiteType, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The numbers of parts of a board that are given by their labels; all else as it is."""
    if not given or not isinstance(given[0], str):
        return given
    topology = topology_of(board, use)
    for label in given:
        if label not in topology.site_of:
            hint = f"the board has {topology.labels[0]} to {topology.labels[-1]}"
            raise b.fail(
                f'no {use.value.lower()} is called "{label}"', hint, label, code="unknown-site"
            )
    return tuple(topology.site_of[label] for label in given)


def _either(given: tuple[Any, ...], depth: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What is given as points, and as numbers; points lie in so many lists."""
    first: tuple[Any, ...] | float = given
    for _ in range(depth):
        first = first[0] if isinstance(first, tuple) and first else 0
    return (given, ()) if isinstance(first, tuple) else ((), given)


@ludeme(
    "add",
    later=("edgesCurved",),
    source=f"{OPERATORS}/Add.java",
    examples=(
        "(add (square 4) vertices:{{1 2.5}})",
        "(add (square 4) edges:{{0 5} {5 10}})",
        "(add edges:{{{0 0} {1 1}}})",
        "(add (square 4) cells:{{{1 1} {1 2} {3 2} {3 1}}})",
    ),
    words=(
        "{board} with further points or lines",
        "a network of points and lines of its own",
    ),
)
def add(
    b: Builder,
    board: Graph | None = None,
    *,
    vertices: tuple[tuple[float, ...], ...] = (),
    edges: Places | Numbers = (),
    cells: Places | Numbers = (),
    connect: bool = False,
) -> Graph:
    """A board with more vertices, edges or cells.

    Args:
        board: the board to add to; an empty one if not given
        vertices: where the new vertices lie
        edges: the ends of each new edge: where they lie, or the numbers of their vertices
        cells: the corners of each new cell: where they lie, or the numbers of their vertices
        connect: new vertices are joined with those near them
    """
    parts = _parts(vertices, edges, cells)
    return built(b, operators.add, EMPTY if board is None else board, parts,
                 connect=connect)  # fmt: skip


@ludeme(
    "remove",
    source=f"{OPERATORS}/Remove.java",
    examples=(
        "(remove (square 4) cells:{0 3})",
        "(remove (square 4) vertices:{{0 3} {1 2}})",
        "(remove (square 4) edges:{{0 1} {1 2}} trimEdges:False)",
        '(remove (square 4) cells:{"A1" "D4"})',
    ),
    words="{board} with some parts left out",
)
def remove(
    b: Builder,
    board: Graph,
    *,
    cells: Places | tuple[int, ...] | tuple[str, ...] = (),
    edges: Places | Numbers = (),
    vertices: tuple[tuple[float, ...], ...] | tuple[int, ...] | tuple[str, ...] = (),
    trim_edges: bool = True,
) -> Graph:
    """A board without some of its cells, edges or vertices.

    With a vertex go its edges, with an edge the cells beside it.

    Args:
        board: the board to take from
        cells: the cells: their labels or numbers on the board as it was, or where their corners lie
        edges: the ends of each edge: the numbers of their vertices, or where they lie
        vertices: the vertices: their labels or numbers, or where they lie
        trim_edges: edges that no cell needs any more go too
    """
    there = _called(b, board, SiteType.VERTEX, vertices), _called(b, board, SiteType.CELL, cells)
    parts = _parts(there[0], edges, there[1])
    return built(b, operators.remove, board, parts, trim=trim_edges)


@ludeme(
    "remove",
    source=f"{OPERATORS}/Remove.java",
    examples=("(remove (square 8) (poly {{2.5 2.5} {2.5 5.5} {4.5 5.5} {5.5 2.5}}))",),
    words="{board} with a part left out",
)
def remove_inside(
    b: Builder, board: Graph, outline: Polygon, *, trim_edges: bool | None = None
) -> Graph:
    """A board without its vertices in an outline, and what goes with them.

    Args:
        board: the board to take from
        outline: where the vertices lie
        trim_edges: without effect
    """
    return built(b, operators.remove_inside, board, outline)


@ludeme(
    "keep",
    source=f"{OPERATORS}/Keep.java",
    examples=("(keep (square 4) (poly {{1 1} {1 3} {4 0}}))",),
    words="a part of {board}",
)
def keep(b: Builder, board: Graph, outline: Polygon) -> Graph:
    """The part of a board whose vertices lie in an outline.

    Args:
        board: the board to cut
        outline: what stays
    """
    return built(b, operators.keep, board, outline)


@ludeme(
    "clip",
    source=f"{OPERATORS}/Clip.java",
    examples=("(clip (square 4) (poly {{1 1} {1 3} {4 0}}))",),
    words="{board} with a part cut off",
)
def clip(b: Builder, board: Graph, outline: Polygon) -> Graph:
    """The part of a board whose vertices lie outside an outline.

    Args:
        board: the board to cut
        outline: what goes
    """
    return built(b, operators.clip, board, outline)


@ludeme(
    "hole",
    source=f"{OPERATORS}/Hole.java",
    examples=("(hole (square 8) (poly {{2.5 2.5} {2.5 5.5} {4.5 5.5} {5.5 2.5}}))",),
    words="{board} with a hole",
)
def hole(b: Builder, board: Graph, outline: Polygon) -> Graph:
    """A board without its cells in an outline, nor the edges that only they need.

    Args:
        board: the board to cut
        outline: where the middles of the cells lie
    """
    return built(b, operators.hole, board, outline)


@ludeme(
    "trim",
    source=f"{OPERATORS}/Trim.java",
    examples=("(trim (dual (square 5)))",),
    words="{board}",
)
def trim(b: Builder, board: Graph) -> Graph:
    """A board without edges that end in nothing, and without vertices that have no edge.

    Args:
        board: the board to trim
    """
    return built(b, operators.trim, board)


@ludeme(
    "dual",
    source=f"{OPERATORS}/Dual.java",
    examples=("(dual (square 5))",),
    words="the cells of {board}, as points",
)
def dual(b: Builder, board: Graph) -> Graph:
    """A board with a vertex in each cell of another, joined where cells share an edge.

    Args:
        board: the other board
    """
    return built(b, operators.dual, board)


@ludeme(
    "subdivide",
    source=f"{OPERATORS}/Subdivide.java",
    examples=("(subdivide (tiling T3464 2) min:6)",),
    words="{board}, divided into triangles",
)
def subdivide(b: Builder, board: Graph, *, min_: int = 1) -> Graph:
    """A board whose cells are divided into triangles around their middles.

    Args:
        board: the board to divide
        min_: the sides that a cell has at least, to be divided
    """
    return built(b, operators.subdivide, board, b.board.use, min_)


@ludeme(
    "splitCrossings",
    source=f"{OPERATORS}/SplitCrossings.java",
    examples=("(splitCrossings (regular Star 5))",),
    words="{board} with points where lines cross",
)
def split_crossings(b: Builder, board: Graph) -> Graph:
    """A board with a vertex wherever two edges cross.

    Args:
        board: the board whose edges cross
    """
    return built(b, crossings.split_crossings, board)


@ludeme(
    "complete",
    source=f"{OPERATORS}/Complete.java",
    examples=("(complete (hex 1))", "(complete (hex 3) eachCell:True)"),
    words="{board} with all points joined",
)
def complete(b: Builder, board: Graph, *, each_cell: bool = False) -> Graph:
    """A board with an edge between any two vertices.

    Args:
        board: the board whose vertices are joined
        each_cell: only vertices of the same cell are joined
    """
    return built(b, operators.complete, board, each_cell=each_cell)


@ludeme(
    "makeFaces",
    source=f"{OPERATORS}/MakeFaces.java",
    examples=("(makeFaces (remove (square 5) cells:{6}))",),
    words="{board}",
)
def make_faces(b: Builder, board: Graph) -> Graph:
    """A board with its cells found anew: whatever edges surround.

    Args:
        board: the board
    """
    return built(b, faces.with_faces, board, crossings=True)


@ludeme(
    "renumber",
    source=f"{OPERATORS}/Renumber.java",
    examples=(
        "(renumber (merge (rectangle 2 5) (square 5)))",
        "(renumber Cell (rotate 90 (hex 3)))",
    ),
    words="{board}",
)
def renumber(
    b: Builder,
    kind: SiteType | None,
    other: SiteType | None,
    third: SiteType | None,
    board: Graph,
) -> Graph:
    """A board with its parts numbered row by row from the bottom left.

    Args:
        kind: the parts that are numbered anew; all if not given
        other: other parts that are numbered anew
        third: other parts that are numbered anew
        board: the board
    """
    kinds = {one for one in (kind, other, third) if one is not None}
    return built(b, graphs.reorder, board, kinds or tuple(SiteType))


@ludeme(
    "recoordinate",
    source=f"{OPERATORS}/Recoordinate.java",
    examples=("(recoordinate Vertex (square 4))",),
    words="{board}",
)
def recoordinate(
    b: Builder,
    kind: SiteType | None,
    other: SiteType | None,
    third: SiteType | None,
    board: Graph,
) -> Graph:
    """The board itself: labels always go by where sites lie.

    Args:
        kind: without effect
        other: without effect
        third: without effect
        board: the board
    """
    return board

"""The page on directions: `python -m lab.pages.directions docs [--check]`.

It says what each class of directions means and shows, on boards of several kinds, which sites lie
in it. Words are ours; what the pictures and the table show is asked of the boards.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter import load
from interpreter.board.graph import Point, SiteType
from interpreter.board.topology import Topology
from interpreter.show.svg.canvas import Sheet, written
from lab.pages.command import main

CLASSES: Mapping[str, str] = {
    "Adjacent": "whatever lies beside a site, in one of the three classes that follow; but what "
    "lies at some distance, as the diagonals of hexes and of points do, is not beside it",
    "Orthogonal": "cells with an edge in common; points at the two ends of a line, whichever way "
    "it runs; edges with an end in common",
    "Diagonal": "cells that only touch at a corner, and lie straight across it; on hexes the cell "
    "behind the edge that leaves a corner; points straight across a cell without a line of their "
    "own",
    "OffDiagonal": "cells that touch at a corner and lie neither straight across it nor beside an "
    "edge: there are some on triangles",
    "All": "all of these together",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A board of the page.

    Args:
        title: its heading
        name: of its picture
        board: in rules
        note: what is worth knowing about it
    """

    title: str
    name: str
    board: str
    note: str


BOARDS = (
    Shown("Squares", "squares", "(square 5)", "`Adjacent` is all eight, and the same as `All`."),
    Shown(
        "Hexes",
        "hexes",
        "(hex 3)",
        "`Adjacent` is the six neighbours. A diagonal leads past a corner to a hex that does not "
        "touch; the compass names it `N` or `E`, as the board lies, so that `(move Step N ...)` "
        "is no step to a neighbour on boards where the neighbours lie `NNE`, `E` and so on.",
    ),
    Shown(
        "Triangles",
        "triangles",
        "(tri Hexagon 3)",
        "Three share an edge, three lie straight across a corner, and six more touch at one.",
    ),
    Shown(
        "Points without diagonals",
        "points",
        "(square 5) use:Vertex",
        "On points `Adjacent` follows the lines and nothing else: it is the same as "
        "`Orthogonal`. For rows in Gomoku or liberties along diagonals say `All`.",
    ),
    Shown(
        "Points with diagonals",
        "points-with-diagonals",
        "(square 5 diagonals:Alternating) use:Vertex",
        "Here lines run along diagonals too, so those are `Orthogonal` as well, and of "
        "`Diagonal` are only those without a line: from the point in the middle there are none.",
    ),
)
RULES = (
    '(game "Directions" (players 2) (equipment {{(board {}) (piece "Stone" Each)}}) '
    "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"
)
PAPER, GROUND, LINE, HERE, THERE = "#ffffff", "#f4ecd8", "#8a7a5c", "#5b4a2f", "#3a86c8"
UNIT, GAP, LETTERS = 22.0, 1.6, 13.0
WIDTH = 780
Placed = Callable[[Point], Point]
"""Where a point of a board is on a sheet."""


def board_of(shown: Shown) -> Topology:
    """The board itself."""
    return load(RULES.format(shown.board)).board


def middle(board: Topology) -> int:
    """The site nearest to the middle of a board."""
    return max(range(board.size), key=lambda site: round(board.nearness[site], 6))


def leads(board: Topology, direction: str) -> tuple[int, ...]:
    """Where a class of directions leads from the middle of a board."""
    return tuple(board.neighbours(direction)[middle(board)])


# Pictures


def picture(shown: Shown) -> str:
    """The board of one kind, once for each class of directions."""
    board, sheet = board_of(shown), Sheet()
    xs, ys = zip(*board.graph.vertices, strict=True)
    scale = UNIT / _apart(board)
    wide = (max(xs) - min(xs)) * scale + GAP * UNIT
    for place, direction in enumerate(CLASSES):
        left = place * wide - min(xs) * scale

        def on_sheet(point: Point, left: float = left) -> Point:
            return left + point[0] * scale, (max(ys) - point[1]) * scale

        _draw(sheet, board, on_sheet, set(leads(board, direction)))
        label = (left + (min(xs) + max(xs)) / 2 * scale, (max(ys) - min(ys)) * scale + 1.3 * UNIT)
        sheet.text(label, direction, LETTERS, fill=HERE)
    title = f"directions on {shown.title.lower()}"
    said = "; ".join(f"{name}: {len(leads(board, name))}" for name in CLASSES)
    return written(sheet.document(title, f"Sites from the middle. {said}.", WIDTH, PAPER)) + "\n"


def _apart(board: Topology) -> float:
    """How far the nearest site is from the one in the middle."""
    here = middle(board)
    return min(math.dist(board.points[here], board.points[to]) for to in leads(board, "All"))


def _draw(sheet: Sheet, board: Topology, on_sheet: Placed, chosen: set[int]) -> None:
    if board.use is SiteType.CELL:
        for site, face in enumerate(board.graph.faces):
            fill = _colour(board, site, chosen) or GROUND
            corners = [on_sheet(board.graph.vertices[vertex]) for vertex in face]
            sheet.polygon(corners, fill=fill, stroke=LINE, stroke_width=1)
        return
    for a, b in board.graph.edges:
        ends = on_sheet(board.graph.vertices[a]), on_sheet(board.graph.vertices[b])
        sheet.line(*ends, stroke=LINE, stroke_width=1)
    for site, point in enumerate(board.points):
        fill = _colour(board, site, chosen)
        sheet.circle(on_sheet(point), 0.28 * UNIT if fill else 0.08 * UNIT, fill=fill or LINE)


def _colour(board: Topology, site: int, chosen: set[int]) -> str | None:
    return HERE if site == middle(board) else (THERE if site in chosen else None)


# The page


def page() -> str:
    """The text of the page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# Directions\n"
    yield "<!-- made by `make docs`; do not edit -->\n"
    yield (
        "Rules that step, slide, hop, look around or count in rows take a class of directions: "
        "`(move Step Orthogonal ...)`, `(sites Around (last To) Diagonal)`, `(is Line 5 All)`. "
        "Which sites are in a class depends on the board. The pictures show where each class "
        "leads from the dark site, in blue.\n"
    )
    yield "| class | what is in it |\n| --- | --- |"
    for name, meaning in CLASSES.items():
        yield f"| `{name}` | {meaning} |"
    yield ""
    for shown in BOARDS:
        yield f"## {shown.title}\n\n`(board {shown.board})`\n"
        yield f"![{_said(shown)}](pictures/directions-{shown.name}.svg)\n"
        yield f"{shown.note}\n"
    yield "## How many\n"
    yield f"| board | {' | '.join(CLASSES)} |\n| --- |{' ---: |' * len(CLASSES)}"
    for shown in BOARDS:
        board = board_of(shown)
        counts = " | ".join(str(len(leads(board, name))) for name in CLASSES)
        yield f"| `{shown.board}` | {counts} |"
    yield f"\n## Single directions\n\n{SINGLE}"


SINGLE = """The sixteen points of the compass (`N`, `NNE`, `NE`, `ENE`, `E` and so on) are
directions too. A board has those in which something lies: squares have the eight of `N`, `NE`, `E`,
`SE`, `S`, `SW`, `W` and `NW`, hexes have twelve. `Axial` is `N`, `E`, `S` and `W`
together, with `U` and `D` on boards of several layers, `Angled` the other twelve of the compass.
A rule with a direction in which nothing lies is warned of, and the warning names those there are.

`Forward`, `FL`, `Backward` and the others are counted from where a piece looks: as its declaration
says, `(piece "Man" P1 N)`, or else as its player does, `(players {(player N) (player S)})`. Where
nobody looks anywhere, all look north.

`CW`, `CCW`, `In` and `Out` are for boards that turn around a point: with the clock, against it,
towards the point, and away from it. `Rotational` is these four together.
"""


def _said(shown: Shown) -> str:
    return f"where each class leads on {shown.title.lower()}"


def files(folder: Path) -> dict[Path, str]:
    """What is in a folder of documents because of this page."""
    pictures = folder / "pictures"
    made = {pictures / f"directions-{one.name}.svg": picture(one) for one in BOARDS}
    return {folder / "directions.md": page(), **made}


if __name__ == "__main__":
    sys.exit(main(__doc__, files))

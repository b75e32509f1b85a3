"""Small pictures of boards for editors that show them."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from interpreter.play.load import beginning
from interpreter.show.status import window
from interpreter.show.svg.canvas import Sheet, written
from interpreter.show.svg.draw_board import PAPER, plan
from interpreter.show.svg.draw_pits import draw_empty, draw_names
from interpreter.text.errors import LudError, Source

MARK, SIZE = "#c2185b", 220.0


def marked(source: Source, sites: Sequence[int]) -> str:
    """The empty board of some rules with marks on sites, as a picture in Markdown.

    Nothing where the rules make no board, or none of the sites is on it.
    """
    try:
        game = beginning(source, quick=True)
    except LudError:
        return ""
    board, measures = game.board, plan(game.board)
    shown = window(game.start())
    there = {site for site in sites if site in shown and site < board.size}
    if not there:
        return ""
    sheet = Sheet()
    draw_empty(sheet, game, shown)
    draw_names(sheet, game, [site in there or site not in shown for site in range(board.size)])
    with sheet.group(fill=MARK, fill_opacity=0.75):
        for site in sorted(there):
            sheet.circle(measures.places[site], 0.7 * measures.radii[site])
    said = f"{len(there)} sites of the board of {game.name}"
    svg = written(sheet.document(game.name, said, SIZE, PAPER))
    return f"![{said}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"

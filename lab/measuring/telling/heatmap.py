"""Where on the board games are won, as a picture of the board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from interpreter import Game
from interpreter.show.svg.canvas import Sheet, written
from interpreter.show.svg.draw_board import PAPER, plan
from interpreter.show.svg.draw_pits import draw_empty, draw_names
from lab.measuring.plies import Record

LAST = 3
"""How many of the winner's moves count, from the last one back."""
HEAT = "#c2185b"
SIZE = 420.0


def winning_sites(records: Sequence[Record], seats: Sequence[npt.NDArray[np.int64]], size: int) -> (
    npt.NDArray[np.int64]
):  # fmt: skip
    """How often each site of the board is where one of the winner's last moves goes.

    Args:
        seats: who made each move of each game, forced ones too
        size: sites of the board
    """
    found = np.zeros(size, np.int64)
    for game, movers in zip(records, seats, strict=True):
        if game.winner >= 0:
            targets = game.targets[movers == game.winner][-LAST:]
            np.add.at(found, targets[(targets >= 0) & (targets < size)], 1)
    return found


def heat(game: Game, counts: npt.NDArray[np.int64]) -> str | None:
    """The board with a disc on each site, the larger and darker the more often it counts."""
    most = int(counts.max(initial=0))
    if not most:
        return None
    sheet, board = Sheet(), game.board
    draw_empty(sheet, game)
    measures = plan(board)
    draw_names(sheet, game, [bool(count) for count in counts])
    with sheet.group(fill=HEAT):
        for site, count in enumerate(counts):
            if count:
                share = float(count) / most
                radius = measures.radii[site] * (0.35 + 0.65 * share)
                sheet.circle(measures.places[site], radius, fill_opacity=0.25 + 0.65 * share)
    where = sorted(range(board.size), key=lambda site: -counts[site])[:5]
    said = ", ".join(f"{game.labels[site].lower()} {counts[site]}" for site in where)
    words = f"Sites by how often one of the winner's last {LAST} moves goes there: {said}…"
    return written(sheet.document(f"{game.name}, where games are won", words, SIZE, PAPER))

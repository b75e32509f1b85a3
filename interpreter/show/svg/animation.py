"""A game that was played as one SVG picture, of which different parts are seen at each move.

Every piece on every site is drawn once, however long it stays. An element with `data-on` is seen
at those positions alone, counted from 0 for the start: `data-on="0-4 9-12"`. As the file stands
the last position is seen; whoever shows it moves through the others by setting and removing the
attribute `display`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from interpreter.show.protocol import ShownState
from interpreter.show.svg.beside import Beside
from interpreter.show.svg.canvas import Sheet
from interpreter.show.svg.draw_board import PAPER
from interpreter.show.svg.draw_pits import draw_empty, draw_names
from interpreter.show.svg.pieces.emblems import emblems
from interpreter.show.svg.position import (
    SIZE,
    Alarm,
    Held,
    Mark,
    Ring,
    Trace,
    described,
    draw_legend,
    draw_mark,
    marks,
)

LAYERS = (Trace, Alarm, Ring, Beside, Held)
"""What lies below comes first."""


def film(states: Sequence[ShownState], *, size: float = SIZE) -> Element:
    """The picture of a game.

    Args:
        states: its positions, one or more
        size: pixels of the longer side
    """
    game, last = states[-1].game, len(states) - 1
    sheet = Sheet()
    draw_empty(sheet, game)
    draw_names(sheet, game, [False] * game.board.size)
    looks = emblems(game)
    for mark, seen in _in_layers(_seen(states)):
        style: dict[str, object] = {"data_on": spans(seen)}
        if last not in seen:
            style["display"] = "none"
        with sheet.group(**style):
            draw_mark(sheet, game.board, looks, mark)
    draw_legend(sheet, states[-1])
    title = f"{game.name}, a game of {last} move{'s' * (last != 1)}"
    return sheet.document(title, f"At the end: {described(states[-1])}", size, PAPER)


def _seen(states: Iterable[ShownState]) -> dict[Mark, list[int]]:
    """At which positions each mark is seen."""
    found: dict[Mark, list[int]] = {}
    for number, state in enumerate(states):
        for mark in marks(state):
            found.setdefault(mark, []).append(number)
    return found


def _in_layers(found: dict[Mark, list[int]]) -> list[tuple[Mark, list[int]]]:
    return sorted(found.items(), key=lambda pair: LAYERS.index(type(pair[0])))


def spans(numbers: Iterable[int]) -> str:
    """Rising numbers as spans: `0-4 9 12-13`."""
    return " ".join(
        str(first) if first == last else f"{first}-{last}" for first, last in _runs(numbers)
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    first = last = None
    for number in numbers:
        if first is None or last is None:
            first = last = number
        elif number == last + 1:
            last = number
        else:
            yield first, last
            first = last = number
    if first is not None and last is not None:
        yield first, last

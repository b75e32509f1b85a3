"""What all boards are made with: limits, and points."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Annotated, ParamSpec
from weakref import WeakKeyDictionary

from interpreter.board.graph import BoardError, Graph, Point
from interpreter.language.signatures import Between
from interpreter.language.words import place_of
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError

GENERATORS = "functions/graph/generators"
# vertices and edges of all the graphs that a board is made of
MOST_DRAWN = 200_000
# coordinates are at most so large
FARTHEST = 1e6

Side = Annotated[int, Between(2, 12)]
P = ParamSpec("P")

_drawn: WeakKeyDictionary[Builder, int] = WeakKeyDictionary()


def built(b: Builder, make: Callable[P, Graph], *args: P.args, **kwargs: P.kwargs) -> Graph:
    """A graph; what is wrong with its size becomes a message with the position of the ludeme."""
    try:
        graph = make(*args, **kwargs)
    except BoardError as error:
        raise b.fail(str(error), value=error.about, code="board") from None
    if max(map(abs, chain.from_iterable(graph.vertices)), default=0.0) > FARTHEST:
        raise LudError(f"a vertex lies farther than {FARTHEST:.0f} from the origin", code="board")
    _drawn[b] = _drawn.get(b, 0) + len(graph.vertices) + len(graph.edges)
    if _drawn[b] > MOST_DRAWN:
        raise LudError(
            f"the board takes more than {MOST_DRAWN} vertices and edges to make",
            code="board-too-large",
        )
    return graph


def pair(numbers: tuple[float, ...]) -> Point:
    """A point, from its two numbers; boards with a third are not supported."""
    if len(numbers) == 3 and not numbers[2]:
        numbers = numbers[:2]
    if len(numbers) == 3:
        message = "points above each other are not supported yet"
        raise LudError(message, place_of(numbers), code="not-supported")
    if len(numbers) != 2:
        given = " ".join(f"{one:g}" for one in numbers)
        message = f"{{{given}}} is no point: that has two numbers"
        raise LudError(message, place_of(numbers), "such as {0.5 2}", code="board")
    return numbers[0], numbers[1]

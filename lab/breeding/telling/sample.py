"""A bred game as it is shown: its rules compiled again, and its sample game replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from interpreter import Game, LudError, State, load
from interpreter.show.svg.animation import film
from interpreter.show.svg.canvas import written
from interpreter.show.svg.position import said
from lab.breeding.keeping.child import Child

MOST: Final = 400
"""Moves of a sample game that are shown."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A game with positions of one that was played.

    Args:
        game: the game
        states: from the start on, as far as the moves go
        moves: their names
        rest: moves that are not shown
        why: why not, in a sentence
    """

    game: Game
    states: Sequence[State]
    moves: Sequence[str]
    rest: int = 0
    why: str = ""


def sample(child: Child, seed: int) -> Sample | LudError:
    """The game of a child, and its sample game; a mistake if its rules make no game.

    Args:
        child: one that has rules
        seed: that of the run, from which sample games start
    """
    try:
        game = load(child.text)
    except LudError as error:  # of rules that another version has bred
        return error
    states, why = [game.start(seed)], ""
    for name in child.moves[:MOST]:
        try:
            states.append(states[-1].after(name))
        except ValueError:
            why = "the next one is not legal by the rules as they were tidied"
            break
    done = len(states) - 1
    rest = len(child.moves) - done
    if rest and not why:
        why = f"{MOST} are enough here"
    return Sample(game, states, child.moves[:done], rest, why)


def shown(found: Sample, identifier: str) -> list[str]:
    """A film of positions with what moves through them, and the names of the moves."""
    last = len(found.moves)
    picture = film(found.states)
    picture.attrib |= {"id": identifier, "class": "board"}  # the size is that of the page
    start, end = said(found.states[0]), said(found.states[-1])
    parts = [f'<div class="film" data-start="{escape(start)}">', written(picture)]
    if last:
        parts += [
            '<div class="controls" hidden>',
            '<button type="button" class="back" title="a move back">◀</button>',
            '<button type="button" class="run" title="play the game">play</button>',
            '<button type="button" class="on" title="a move on">▶</button>',
            f'<input type="range" min="0" max="{last}" value="{last}" '
            f'aria-label="position, by moves" aria-controls="{identifier}"></div>',
        ]
    ended = f"after {last} moves: {end}" if last else end
    parts.append(f'<output class="soft" aria-live="off">{escape(ended)}</output>')
    if last:
        parts += ["<details><summary>Moves</summary>", _moves(found), "</details>"]
    return [*parts, "</div>"]


def _moves(found: Sample) -> str:
    items: list[str] = []
    for name, (_, after) in zip(found.moves, pairwise(found.states), strict=True):
        items.append(f'<li data-said="{escape(said(after))}">{escape(name)}</li>')
    rest = ""
    if found.rest:
        rest = f'<p class="soft">{found.rest:,} more moves are not shown: {escape(found.why)}.</p>'
    return f'<ol class="moves">{"".join(items)}</ol>{rest}'

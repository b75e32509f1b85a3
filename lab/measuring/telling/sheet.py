"""A game on a sheet of paper: its rules in words, its board, an example of play, and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final

import numpy as np

from interpreter import Game, State
from interpreter.language.english.paragraphs import as_html, as_text
from interpreter.show.plaintext import draw
from interpreter.show.svg.position import said
from lab.measuring.criteria.criterion import CRITERIA
from lab.measuring.estimates import Figure, short
from lab.measuring.measures import Measures
from lab.measuring.telling.tables import MARKS, heading, summaries
from lab.measuring.telling.verdict import verdict
from lab.pages.about import WIDTH, author, facts, sites, words
from lab.pages.shell import page, rail
from lab.players import specification

ITERATIONS: Final = 300
"""Random games for each move of the example."""
LONGEST: Final = 400
"""Moves after which the example is broken off."""
RANDOM: Final = 100
"""Random games that tell how long games are, where nothing was measured."""
MOST: Final = (10, 90)
"""Percentiles between which most games are."""
CRITERIA_SHOWN: Final = (
    "balance", "completion", "decisiveness", "agency", "depth", "drama", "late_uncertainty",
)  # fmt: skip
"""The criteria on a sheet; the verdict in words says what others come to."""


@dataclass(frozen=True)
class Example:
    """A game that a search has played against itself.

    Args:
        states: from the start to the end, one more than there are moves
        moves: their names
        choices: how many legal moves there were at each
        iterations: random games for each move
        seed: what fixed the game
    """

    states: Sequence[State]
    moves: Sequence[str]
    choices: Sequence[int]
    iterations: int
    seed: int

    def shown(self) -> Iterator[tuple[str, State]]:
        """The positions that a sheet shows, with what they are: one of the middle, and the last."""
        count = len(self.moves)
        if count > 1:
            yield f"After move {count // 2}", self.states[count // 2]
        if count:
            tail = "the last" if self.states[-1].over else "where the example stops"
            yield f"After move {count}, {tail}", self.states[-1]

    @property
    def heading(self) -> str:
        """How it was played, and what came of it."""
        moves = f"{len(self.moves)} move{'s' * (len(self.moves) != 1)}"
        end = said(self.states[-1])
        if not self.states[-1].over:
            end = f"broken off there, {end}"
        how = f"{self.iterations} random games for each move, seed {self.seed}"
        return f"The computer against itself ({how}): {moves}, {end}."


def example(game: Game, iterations: int = ITERATIONS, seed: int = 1) -> Example:
    """A game of the search against itself, broken off after `LONGEST` moves.

    Args:
        game: what is played
        iterations: random games for each move
        seed: fixes the game
    """
    player = specification(f"uct:{iterations}").make(seed)
    states, moves, choices = [game.start(seed)], list[str](), list[int]()
    while not states[-1].over and len(moves) < LONGEST:
        legal = states[-1].moves()
        move = player.choose(states[-1])
        choices.append(len(legal))
        moves.append(str(move))
        states.append(states[-1].after(move))
    return Example(states, moves, choices, iterations, seed)


def figures(game: Game, played: Example, measured: Measures | None) -> list[tuple[str, str]]:
    """What a sheet says in numbers, each with its name.

    Args:
        game: the game
        played: an example of play
        measured: what was measured of the game, if anything was
    """
    found = [("Players", str(game.players)), ("Board", sites(game))]
    length, branching = (_measured(measured, name) for name in ("length", "branching"))
    if length is None:
        lengths = game.playouts(RANDOM, seed=played.seed).lengths
        low, high = np.percentile(lengths, MOST)
        mean = float(lengths.mean())
        found.append(("Length", f"{mean:.0f} moves by lot, mostly {low:.0f} to {high:.0f}"))
    else:
        between = f"{length.low:.0f} to {length.high:.0f}"
        found.append(("Length", f"{length.value:.0f} moves ({between})"))
    if branching is not None:
        found.append(("Choice", f"{branching.value:.0f} moves at a time"))
    elif played.choices:
        found.append(("Choice", f"{np.mean(played.choices):.0f} moves at a time in the example"))
    if measured is not None and (said_ := verdict(measured)):
        found.append(("Verdict", said_))
    return found


def _measured(measures: Measures | None, name: str) -> Figure | None:
    found = None if measures is None else measures.figures.get(name)
    return found if found is not None and found.known else None


# As a page


def sheet(game: Game, played: Example, measured: Measures | None = None) -> str:
    """The sheet as a page for a browser, which prints well on A4 and Letter.

    Args:
        game: the game
        played: an example of play, as `example` plays it
        measured: what was measured of the game; None for nothing
    """
    style = files("lab.measuring.telling").joinpath("sheet.css").read_text("utf-8")
    return page(game.name, _body(game, played, measured), style=style)


def _body(game: Game, played: Example, measured: Measures | None) -> Iterator[str]:
    yield f"<h1>{escape(game.name)}</h1>"
    for line in filter(None, (author(game), options(game))):
        yield f'<p class="soft">{escape(line)}</p>'
    yield f'<div class="sheet"><div>{as_html(words(game))}'
    yield f"<h2>Example of play</h2><p>{escape(played.heading)}</p>"
    moves = (f"<span>{number}. {escape(one)}</span>" for number, one in enumerate(played.moves, 1))
    yield f'<p class="moves">{" ".join(moves)}</p>'
    yield "<h2>Figures</h2><table>"
    for name, text in figures(game, played, measured):
        yield f'<tr><th scope="row">{name}</th><td>{escape(text)}</td></tr>'
    yield "</table>"
    if measured is not None:
        yield from _table(measured)
    yield '</div><div class="pictures">'
    yield from _picture("Start", played.states[0])
    for caption, state in played.shown():
        yield from _picture(caption, state)
    yield "</div></div>"


def _picture(caption: str, state: State) -> Iterator[str]:
    yield (
        f'<figure class="board"><figcaption>{escape(caption)}</figcaption>{state.svg()}</figure>'
    )


def _table(measured: Measures) -> Iterator[str]:
    yield f'<p class="soft">Measured in {escape(heading(measured))}:</p><table>'
    for name, found, about in _rows(measured):
        track = rail(found.value, found.low, found.high)
        between = f"{short(found.low)} to {short(found.high)}"
        yield (
            f'<tr title="{escape(about)}"><th scope="row">{name}</th>'
            f'<td class="number">{short(found.value)}</td>'
            f'<td class="number soft">{between}</td><td class="track">{track}</td></tr>'
        )
    yield "</table>"


def _rows(measured: Measures) -> Iterator[tuple[str, Figure, str]]:
    """The figures of a sheet that are known, each between 0 and 1, with their definitions."""
    for name in CRITERIA_SHOWN:
        if (found := _measured(measured, name)) is not None:
            one = CRITERIA[name]
            about = one.summary.replace("`", "").replace("_", " ")
            yield f"{one.title} {MARKS[one.better]}".rstrip(), found, about
    if "quality" in summaries(measured) and measured.quality.known:
        yield f"quality {MARKS['higher']}", measured.quality, "The harmonic mean of the first five."


def options(game: Game) -> str:
    """The chosen options of a game, in a line; empty if it has none."""
    return ", ".join(f"{group}: {item}" for group, item in game.options.items())


# As text


def as_lines(game: Game, played: Example, measured: Measures | None = None) -> str:
    """The sheet as text; the arguments are those of `sheet`."""
    parts = ["\n".join(filter(None, (game.name, author(game), facts(game), options(game))))]
    parts += [as_text(words(game)), f"Start\n{draw(played.states[0])}"]
    parts.append(f"Example of play\n  {played.heading}\n{_wrapped(played.moves)}")
    parts += [f"{caption}\n{draw(state)}" for caption, state in played.shown()]
    rows = figures(game, played, measured)
    if measured is not None:
        rows += [(name, str(found)) for name, found, _ in _rows(measured)]
    width = max(len(name) for name, _ in rows)
    parts.append("Figures\n" + "\n".join(f"  {name:{width}}  {text}" for name, text in rows))
    return "\n\n".join(parts)


def _wrapped(moves: Sequence[str]) -> str:
    """Numbered moves, as many on a line as there is room for."""
    lines, line = list[str](), " "
    for number, name in enumerate(moves, 1):
        word = f" {number}.{name}"
        if len(line) + len(word) > WIDTH:
            lines.append(line)
            line = " "
        line += word
    return "\n".join([*lines, line])

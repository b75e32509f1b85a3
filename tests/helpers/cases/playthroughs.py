"""One random game of every game of the library, as text.

Each move has its number and, in brackets, how many moves were legal; the board is drawn now and
then and at the end. `GOLDEN=write` writes the games anew, to be read in the difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from helpers.paths import TESTS
from interpreter import Game, Move, State, load

FOLDER = TESTS / "play" / "playthroughs"
SEED = 1
MOVES_A_LINE = 8
DRAWINGS = 4
LEAST_BETWEEN = 8
MOST = 600
"""Moves of a game that are written down; where random players get nowhere, it goes on and on."""


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def written(name: str, backend: str = "auto") -> str:
    """A game from the rules to the ranking, or as much of it as is written down."""
    game = load(name, backend=backend)
    states, moves = played(game)
    count = f"{len(moves)} moves" if states[-1].over else f"the first {len(moves)} moves"
    head = f"{game.name}, a random game of seed {SEED}, {count}"
    return "\n".join([head, "", *lines(states, moves)]) + "\n"


def played(game: Game) -> tuple[list[State], list[str]]:
    """The states of the game, and the moves between them."""
    rng = random.Random(SEED)
    states = [game.start(SEED)]
    moves: list[str] = []
    while not states[-1].over and len(moves) < MOST:
        move = rng.choice(sorted(states[-1].moves(), key=sites))
        moves.append(move.name)
        states.append(states[-1].after(move))
    return states, moves


def sites(move: Move) -> tuple[bool, int, int]:
    """Sorted by this, moves come in one order however they were found; passes come last."""
    return move.to_site < 0, move.from_site, move.to_site


def lines(states: list[State], moves: list[str]) -> Iterator[str]:
    step = max(LEAST_BETWEEN, -(-len(moves) // DRAWINGS))
    for first in range(0, len(moves), step):
        last = min(first + step, len(moves))
        numbers = [
            f"{ply + 1}. {moves[ply]} ({len(states[ply].moves())})" for ply in range(first, last)
        ]
        for start in range(0, len(numbers), MOVES_A_LINE):
            yield "  ".join(numbers[start : start + MOVES_A_LINE])
        yield from ("", *map(str.rstrip, str(states[last]).splitlines()), "")
    yield f"ranking {' '.join(f'{rank:g}' for rank in states[-1].ranking)}"
    if any(states[-1].scores):
        yield f"scores {' '.join(map(str, states[-1].scores))}"

"""Numbers of positions, and of whole games, that others have counted.

`perft/*.perft` holds them as text: `game NAME`, perhaps `option HEADING/ITEM` and `moves A B …`,
then one line `DEPTH COUNT` each, or `turns DEPTH COUNT` for counts by whole turns; a comment says
where the counts are from. Instead of `moves`, `fen …` says the position.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from helpers.backends import PYTHON_IS_SLOW, PYTHON_IS_THOROUGH, how, needs_native
from helpers.marks import SOON
from helpers.paths import TESTS
from interpreter import Game, State, load
from interpreter.ir import schema

FOLDER = TESTS / "play" / "perft"
QUICK = 3_000  # positions of a few games that may be counted by `make check`
MOST_IN_PYTHON = 100_000
MOST_PLAIN = 3_000
MANY_IN_PYTHON = 20_000  # more take Python seconds, and native code has counted them by then
RANDOM_GAMES = 10_000


@dataclass(frozen=True)
class Position:
    """A position of a game with options."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    moves: tuple[str, ...] = ()
    turns: bool = False
    fen: str | None = None


@functools.cache
def loaded(name: str, options: tuple[tuple[str, str], ...], backend: str) -> Game:
    return load(name, options=dict(options), **how(backend))


def counts(path: Path) -> Iterator[tuple[Position, int, int]]:
    """The positions of a file, each with a depth and the count there."""
    position = Position("")
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "game":
            position = Position(rest)
        elif word == "option":
            heading, _, item = rest.partition("/")
            position = replace(position, options=(*position.options, (heading, item)))
        elif word == "moves":
            position = replace(position, moves=tuple(rest.split()))
        elif word == "fen":
            position = replace(position, fen=rest)
        elif word == "turns":
            depth, _, count = rest.partition(" ")
            yield replace(position, turns=True), int(depth), int(count)
        elif word and word != "#":
            yield position, int(word), int(rest)


def cases() -> list[object]:
    found: list[object] = []
    for path in sorted(FOLDER.glob("*.perft")):
        for position, depth, count in counts(path):
            chosen = [item for _, item in position.options]
            by = ["turns"] if position.turns else []
            said = [position.fen] if position.fen is not None else []
            name = " ".join([position.game, *chosen, *position.moves, *said, *by, str(depth)])
            soon = count <= QUICK and position.game in SOON
            marks = [] if soon else [pytest.mark.slow]
            found.append(pytest.param(position, depth, count, "llvm", id=f"{name} llvm",
                                      marks=[*marks, needs_native]))  # fmt: skip
            if count <= MOST_IN_PYTHON:
                if count > MANY_IN_PYTHON:
                    marks = [pytest.mark.thorough]
                found.append(
                    pytest.param(position, depth, count, "python", id=f"{name} python", marks=marks)
                )
            if count <= MOST_PLAIN:
                found.append(
                    pytest.param(position, depth, count, "plain", id=f"{name} plain", marks=marks)
                )
    return found


@pytest.mark.alike
@pytest.mark.parametrize(("position", "depth", "count", "backend"), cases())
def test_number_of_positions(position: Position, depth: int, count: int, backend: str) -> None:
    game = loaded(position.game, position.options, backend)
    state = game.start() if position.fen is None else game.position(fen=position.fen)
    for move in position.moves:
        state = state.after(move)
    found = game.perft(depth, state, turns=position.turns)
    assert found == count, split(state, depth)


def split(state: State, depth: int) -> str:
    """The count by first move, to be compared with that of another program."""
    parts = [f"{move} {state.game.perft(depth - 1, state.after(move))}" for move in state.moves()]
    return "by first move:\n" + "\n".join(parts)


@PYTHON_IS_THOROUGH
def test_all_games_of_tic_tac_toe(backend: str) -> None:
    """Source: Henry Bottomley, http://www.se16.info/hgb/tictactoe.htm."""
    game = loaded("Tic-Tac-Toe", (), backend)
    ends: Counter[tuple[float, ...]] = Counter()

    def walk(raw: list[object]) -> None:
        moves = game.legal(raw)
        if not moves:
            ends[game.ranking(raw)] += 1
        for move in moves:
            walk(game.after(raw, move))

    walk(game.start().raw)
    assert ends == {(1.0, 2.0): 131184, (2.0, 1.0): 77904, (1.5, 1.5): 46080}


@PYTHON_IS_SLOW
def test_random_games_of_yavalath(backend: str) -> None:
    """Within four standard errors of what is known of uniformly random games without swap.

    Known are 19.62 plies on average; the first player wins 47.1 % of them; 92.9 % end by three
    in a row, which loses.
    """
    game = loaded("Yavalath", (("Swap", "None"),), backend)
    plies, first, threes = 0, 0, 0
    for raw in game.random_games(RANDOM_GAMES, seed=1):
        plies += game.field(raw, schema.MOVES)
        ranking = game.ranking(raw)
        first += ranking[0] == 1.0
        threes += ranking[game.field(raw, schema.MOVER) - 1] == 2.0
    assert plies / RANDOM_GAMES == pytest.approx(19.62, abs=4 * 6.3 / RANDOM_GAMES**0.5)
    assert first / RANDOM_GAMES == pytest.approx(0.471, abs=4 * 0.5 / RANDOM_GAMES**0.5)
    assert threes / RANDOM_GAMES == pytest.approx(0.929, abs=4 * 0.257 / RANDOM_GAMES**0.5)

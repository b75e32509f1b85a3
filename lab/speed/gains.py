"""What each idea of the tree search gains: `python -m lab.speed.gains docs/search.md [GAME…]`.

The search as it is plays against itself without the idea. Both have the same time of the processor
for a move, so that what an idea costs counts as well. Games go in pairs from a random opening, with
the seats exchanged. With `--lanes`, what is played for is what it gains that the random games of
several rounds are played at once.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from rich.progress import Progress

from interpreter import Game, Move, State, load
from interpreter.play.search.tree import Tree, make_best
from interpreter.play.search.tree_search import uct
from interpreter.targets.kernels.search.weights import PLAIN, Weights
from lab.matches.ratings import interval
from lab.players import seat_of
from lab.speed.timing import machine

GAMES = (
    "Yavalath", "Gomoku", "Hex", "Connect Four", "Reversi", "Go", "Breakthrough",
    "English Draughts", "Lines of Action", "Kalah",
)  # fmt: skip
OPTIONS = {"Go": {"Size": "9"}}
IN_LANES = (
    "Yavalath", "Reversi", "Breakthrough", "Clobber", "Konane", "Nine Men's Morris", "Amazons",
    "English Draughts", "Lines of Action", "Kalah", "Ard Ri",
)  # fmt: skip
OPENING, LONGEST, MEMORY = 4, 400, 64 << 20


@dataclass(frozen=True)
class Searching:
    """A way to search.

    Args:
        lanes: whether the random games of several rounds are played at once
    """

    weights: Weights = field(default_factory=Weights)
    lanes: bool = False


@dataclass(frozen=True)
class Question:
    """What is asked.

    Args:
        name: what stands around the table in the page
        games: those it is asked of
        usual: how a search has all ideas
        without: by the name of an idea, the search without it
    """

    name: str
    games: Sequence[str]
    usual: Searching
    without: Mapping[str, Searching]

    @property
    def begun(self) -> str:
        """What stands before the table."""
        return f"<!-- {self.name} -->"

    @property
    def ended(self) -> str:
        """What stands behind it."""
        return f"<!-- end of {self.name} -->"


IDEAS = Question("gains", GAMES, Searching(), {
    "moves wherever made": Searching(replace(Weights(), trust=PLAIN.trust, prior=PLAIN.prior)),
    "less exploring": Searching(replace(Weights(), explore=PLAIN.explore)),
    "proven results": Searching(replace(Weights(), proofs=0, looked=0)),
    "all but proofs": Searching(PLAIN),
})  # fmt: skip
LANES = Question("lanes", IN_LANES, Searching(lanes=True), {"rounds in lanes": Searching()})


@dataclass(frozen=True)
class Gain:
    """What came of the games of an idea in a game.

    Args:
        points: of those with the idea; a win counts 1, a draw one half
        games: how many there were
    """

    points: float
    games: int

    @property
    def rating(self) -> tuple[float, float, float]:
        """The gain in rating, and between which it lies at 95 %."""
        low, high = interval(round(self.points), self.games)
        return elo(self.points / self.games), elo(low), elo(high)


def elo(share: float) -> float:
    """How far apart players are of whom one gets this share of the points."""
    if not 0 < share < 1:
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


class Thinker:
    """A search that has some time of the processor for a move."""

    def __init__(self, way: Searching, seconds: float, seed: int) -> None:
        self.way, self.seconds, self.rng = way, seconds, Random(seed)
        self.tree: Tree | None = None

    def choose(self, state: State) -> Move:
        """The best move that it finds."""
        tree = self.tree or Tree(state.game, MEMORY)
        found = uct(
            state.game, state, iterations=None, seconds=self.seconds, memory=1, tree=tree,
            seed=self.rng.getrandbits(40), weights=self.way.weights, progress=None,
            lanes=self.way.lanes, clock=time.thread_time,
        )  # fmt: skip
        self.tree = found.tree
        return found.best


def gain(
    game: Game,
    usual: Searching,
    without: Searching,
    pairs: int,
    seconds: float,
    advance: Callable[[], object] | None = None,
) -> Gain:
    """Play with an idea against without it.

    Args:
        usual: the search with the idea
        without: the search without it
        pairs: of games, from one opening each
        seconds: of the processor, for a move
        advance: called after each pair
    """
    points = 0.0
    for number in range(pairs):
        state = opened(game, Random(f"{game.name} {number}"))
        for seat in (1, 2):
            points += _played(state, seat, (usual, without), seconds, 2 * number + seat)
        if advance is not None:
            advance()
    return Gain(points, 2 * pairs)


def opened(game: Game, rng: Random) -> State:
    """The position after some random moves, none of which ends the game."""
    state = game.start(rng.getrandbits(40))
    for _ in range(OPENING):
        following = [one for one in map(state.after, state.moves()) if not one.over]
        if following:
            state = rng.choice(following)
    return state


def _played(
    state: State, seat: int, ways: tuple[Searching, Searching], seconds: float, seed: int
) -> float:
    """The points of the seat that has the idea; a game that is too long is drawn."""
    players = {one: Thinker(ways[one != seat], seconds, 2 * seed + one) for one in (1, 2)}
    while not state.over and state.plies < LONGEST:
        moves = state.moves()
        move = moves[0] if len(moves) == 1 else players[seat_of(state)].choose(state)
        state = state.after(move)
    return (state.utilities[seat - 1] + 1) / 2 if state.over else 0.5


# The table


def row(name: str, gains: Sequence[Gain]) -> str:
    """A game, and for each idea the gain in rating with its interval, and the share of points."""
    cells = [name]
    for one in gains:
        middle, low, high = map(_said, one.rating)
        cells.append(f"{middle} ({low} to {high}), {one.points / one.games:.0%}")
    return f"| {' | '.join(cells)} |"


def _said(rating: float) -> str:
    return f"{rating:+.0f}" if math.isfinite(rating) else ("+∞" if rating > 0 else "-∞")


def table(asked: Question, found: Mapping[str, Sequence[Gain]], seconds: float) -> str:
    """What is told of all games."""
    where = machine()
    games = next(iter(found.values()))[0].games
    command = "python -m lab.speed.gains" + (" --lanes" if asked is LANES else "")
    lines = [
        asked.begun,
        f"Made by `{command}` on {where['date']} ({where['cpu']}, "
        f"{where['cores']} cores, busy with other work): {1000 * seconds:g} ms of the processor a "
        f"move, {games} games a cell, gain in rating with its interval at 95 %, share of points.",
        "",
        f"| game | {' | '.join(asked.without)} |",
        f"| --- |{' --- |' * len(asked.without)}",
        *(row(name, gains) for name, gains in found.items()),
        row("**all**", [Gain(sum(one.points for one in of), sum(one.games for one in of))
                        for of in zip(*found.values(), strict=True)]),
        asked.ended,
    ]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """Measure all ideas, and write the table into a page."""
    parser = argparse.ArgumentParser(description="What each idea of the tree search gains.")
    parser.add_argument("page", type=Path, help="the page that has the table")
    parser.add_argument("games", nargs="*", help="games for two")
    parser.add_argument("--pairs", type=int, default=20, help="pairs of games for each cell")
    parser.add_argument("--seconds", type=float, default=0.02, help="of the processor, a move")
    parser.add_argument("--lanes", action="store_true", help="what rounds in lanes gain")
    asked = parser.parse_args()
    question = LANES if asked.lanes else IDEAS
    names, ideas = asked.games or question.games, question.without.values()
    found: dict[str, list[Gain]] = {}
    with Progress(transient=True) as bar:
        task = bar.add_task("gains", total=len(names) * len(ideas) * asked.pairs)
        for name in names:
            game = load(name, OPTIONS.get(name, {}))
            make_best(game)
            for without in ideas:
                ways = question.usual, without
                one = gain(game, *ways, asked.pairs, asked.seconds, lambda: bar.advance(task))
                found.setdefault(name, []).append(one)
                bar.console.print(name, *map(_said, one.rating), one.points, one.games)
            text = asked.page.read_text("utf-8")
            held = re.compile(f"{question.begun}.*{question.ended}", re.DOTALL)
            written = table(question, found, asked.seconds)
            asked.page.write_text(held.sub(lambda _: written, text), "utf-8")  # noqa: B023


if __name__ == "__main__":
    main()

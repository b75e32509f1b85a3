"""An example: a small network that learns to choose moves from a search, in a batch of games.

    python -m lab.adapters.learner "Connect Four" --plot learner.svg

The network plays many games at once. In every position that it comes to, a search says which move
it would make, and the network is taught that (search and learn; Ross, Gordon and Bagnell 2011 call
it DAgger, Anthony, Tian and Barber 2017 expert iteration). Now and then it plays matches, without
any search of its own, against `uct:100`. It needs scikit-learn: `pip install "ludwright[rl]"`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from interpreter import Game, State, load
from interpreter.play.batch import Batch
from lab.matches.ratings import interval

Floats = npt.NDArray[np.float64]
ROWS, PLIES = 64, 8
"""Games side by side, and plies that each goes on in a round."""
TEACHER, OPPONENT = 1000, 100
"""Random games of the search that teaches, and of the one that is played against."""
EPOCHS = 1
OPENING = 4
"""In a match the network draws its moves in so many plies, so that games differ."""
MEMORY_MIB = 16
OLDEST = 20_000
"""So many of the last positions are taught again in every round."""


@dataclass(frozen=True)
class Match:
    """How the network did against the search.

    Args:
        seconds: of the processor's time, of learning before it
        score: wins, and draws by half, as a share of the games
        low, high: the interval of the score at 95 %
    """

    seconds: float
    score: float
    low: float
    high: float

    @property
    def rating(self) -> float:
        """Points of Elo above the search, from the score."""
        return elo(self.score)


def elo(score: float) -> float:
    """The difference of ratings at which a score is expected."""
    held = min(max(score, 0.002), 0.998)
    return -400 * math.log10(1 / held - 1)


class Learner:
    """A network that gives each action of a game a probability.

    Args:
        game: of two players, without chance
        seed: fixes what is learned

    Raises:
        ValueError: the game is not such
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        from sklearn.neural_network import MLPClassifier  # noqa: PLC0415  not needed by others

        if game.players != 2 or game.draws:
            raise ValueError("the example learns games for two without chance")
        self.game, self.seed = game, seed
        self.rounds = self.asked = 0
        settings: dict[str, Any] = {"learning_rate_init": 2e-3, "batch_size": 128}
        self.network: Any = MLPClassifier((128,), random_state=seed, **settings)
        self.chance = np.random.default_rng(seed)
        self.batch: Batch[State] = game.batch(ROWS, seed=seed, auto_reset=True)
        self.seen: npt.NDArray[np.float32] = np.zeros((0, *game.planes.shape), np.float32)
        self.taught = np.zeros(0, np.int64)

    def policy(self, batch: Batch[State]) -> Floats:
        """How likely the network makes each action, (rows, actions); no illegal one.

        All zeros in rows that are over.
        """
        mask = batch.legal_mask().astype(np.float64)
        if self.rounds:
            planes = batch.observe(np.float32)
            mask *= 1e-9 + self.network.predict_proba(planes.reshape(len(planes), -1))
        return mask / np.maximum(mask.sum(axis=1, keepdims=True), 1e-300)

    def learn(self) -> None:
        """A round: play on, ask the search everywhere, and be taught what it says."""
        for _ in range(PLIES):
            planes, likely = self.batch.observe(np.float32), self.policy(self.batch)
            taught = self._searched(self.batch, TEACHER, ~self.batch.done)
            self.seen = np.concatenate([self.seen, planes])[-OLDEST:]
            self.taught = np.concatenate([self.taught, taught])[-OLDEST:]
            self.batch.step(np.array([self._drawn(row) for row in likely]))
        self.rounds += 1
        every = np.arange(self.game.actions.size)
        for _ in range(EPOCHS):
            order = self.chance.permutation(len(self.taught))
            planes = self.seen[order].reshape(len(order), -1)
            for start in range(0, len(order), 2048):
                part = slice(start, start + 2048)
                self.network.partial_fit(planes[part], self.taught[order[part]], classes=every)

    def _drawn(self, likely: Floats) -> int:
        """An action, drawn as likely as it is; 0 if none is."""
        return int(self.chance.choice(len(likely), p=likely)) if likely.any() else 0

    def _searched(
        self, batch: Batch[State], iterations: int, which: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """The action that a search takes in each of some rows; 0 in others."""
        found = np.zeros(len(batch), np.int64)
        for row in np.flatnonzero(which & ~batch.done):
            self.asked += 1
            state, seed = batch.state(int(row)), self.seed + self.asked
            search = self.game.uct(state, iterations=iterations, seed=seed, memory=MEMORY_MIB)
            found[row] = self.game.actions.of(search.best)
        return found

    def match(self, games: int, seconds: float = 0.0) -> Match:
        """Games against the search; the network begins in every other one.

        The network draws its first moves as likely as it finds them, and then takes the likeliest.
        """
        batch = self.game.batch(games, seed=self.seed + 1)
        mine = np.arange(games) % 2
        while not batch.done.all():
            likely = self.policy(batch)
            drawn = [self._drawn(row) for row in likely]
            early = (batch.plies < OPENING) | (self.rounds == 0)
            chosen = np.where(early, drawn, likely.argmax(axis=1))
            theirs = batch.seats != mine
            batch.step(np.where(theirs, self._searched(batch, OPPONENT, theirs), chosen))
        worth = batch.utilities[np.arange(games), mine]
        score = float((worth + 1).mean() / 2)
        low, high = interval(round(score * games), games)
        return Match(seconds, score, low, high)


def learn(learner: Learner, rounds: int, every: int, games: int) -> list[Match]:
    """Let a network learn, with a match before the first round and after every few."""
    found = [learner.match(games)]
    spent = 0.0
    for number in range(1, rounds + 1):
        start = time.process_time()
        learner.learn()
        spent += time.process_time() - start
        if number % every == 0 or number == rounds:
            found.append(learner.match(games, spent))
    return found


def plot(matches: Sequence[Match], title: str, path: Path) -> None:
    """Draw the rating over time."""
    from matplotlib.figure import Figure  # noqa: PLC0415  only for the plot

    canvas = Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = canvas.add_subplot()
    when = [one.seconds for one in matches]
    axes.fill_between(when, [elo(one.low) for one in matches], [elo(one.high) for one in matches],
                      color="#1a627b", alpha=0.2, linewidth=0)  # fmt: skip
    axes.plot(when, [one.rating for one in matches], color="#1a627b", marker="o", markersize=4)
    axes.axhline(0, color="#6b6257", linewidth=1, linestyle="--")
    axes.set(
        xlabel="seconds of learning, of the processor",
        ylabel=f"Elo above uct:{OPPONENT}",
        title=title,
    )
    axes.spines[["top", "right"]].set_visible(False)
    canvas.savefig(path, format="svg", metadata=dict.fromkeys(("Creator", "Date")))


def main(words: Sequence[str] | None = None) -> None:
    """Let a network learn, tell how it does, and draw it."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.adapters.learner", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("game", nargs="?", default="Connect Four")
    parser.add_argument("--rounds", type=int, default=32, help="how long to learn (32)")
    parser.add_argument("--every", type=int, default=8, help="rounds between matches (8)")
    parser.add_argument("--games", type=int, default=150, help="games of a match (150)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the rating as SVG")
    given = parser.parse_args(words)
    learner = Learner(load(given.game), given.seed)
    matches = learn(learner, given.rounds, given.every, given.games)
    console = Console(highlight=False)
    for one in matches:
        span = f"{100 * one.low:.0f} to {100 * one.high:.0f}"
        score = f"{100 * one.score:5.1f} % ({span}) against uct:{OPPONENT}"
        console.print(f"{one.seconds:6.1f} s  {score}  {one.rating:+.0f} Elo")
    if given.plot is not None:
        plot(matches, f"{learner.game.name}: a network taught by uct:{TEACHER}", given.plot)


if __name__ == "__main__":
    main()

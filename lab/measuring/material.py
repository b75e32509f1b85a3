"""What is gathered to measure a game; each part only when a criterion first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from interpreter import Game
from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.nodes import forms_in
from interpreter.language.parts import GameRules
from interpreter.play.load import catalogue
from interpreter.play.search.positions import by_chance
from interpreter.play.search.selfplay import CAREFUL, Trial, play
from lab.measuring.plan import FOOT, STEP, Plan
from lab.measuring.plies import Record, record, worths
from lab.measuring.puzzles import Found, puzzles, states

Progress = Callable[[int, int], None]
BLOCK = 1 << 20
"""Numbers of games between those of one part and those of the next."""
SELFPLAY, RIVALS, LADDER, TWINS, PUZZLES, RULES = (
    "selfplay", "rivals", "ladder", "twins", "puzzles", "rules",
)  # fmt: skip
OTHER_THOUGHTS = 0x7717
"""What the searches of the second game of two twins begin with."""


class Material:
    """The games of one game under one plan.

    Args:
        progress: told how many games are done, and of how many
        total: how many games there will be
        before: what was gathered of the game under another plan, if it was
    """

    def __init__(
        self,
        game: Game,
        plan: Plan,
        progress: Progress | None = None,
        total: int = 0,
        before: Material | None = None,
    ) -> None:
        self.game, self.plan, self._before = game, plan, before
        self.players = game.players
        self._progress, self._total, self._done = progress, total, 0

    @cached_property
    def by_chance(self) -> bool:
        """Whether chance decides anything in the game."""
        return by_chance(self.game)

    @cached_property
    def sites(self) -> int:
        """Sites of the board."""
        return self.game.board.size

    @cached_property
    def forms(self) -> list[Ludeme]:
        """The ludemes of the rules, as often as they are used."""
        rules = bind(self.game.expanded.game, GameRules, catalogue())
        return list(forms_in(rules))

    @cached_property
    def occupied(self) -> frozenset[int]:
        """Sites of the board that hold a piece at the start."""
        contents = self.game.start(self.plan.seed).contents
        return frozenset(site for site, what in enumerate(contents[: self.sites]) if what)

    @cached_property
    def trials(self) -> list[Trial]:
        """The games of the search against itself; those that were played before are the same."""
        plan, before = self.plan, self._before
        known: list[Trial] = []
        if before is not None and before.plan.selfplay == plan.selfplay:
            known = before.trials[: plan.games]
        rest = plan.games - len(known)
        if not rest:
            return known
        return known + self._play(len(known), rest, [plan.iterations] * self.players)

    @cached_property
    def records(self) -> list[Record]:
        """The same as criteria look at them."""
        return [record(trial) for trial in self.trials]

    @cached_property
    def rivals(self) -> npt.NDArray[np.float64]:
        """What games against the careful player were worth to the search; shape (games,)."""
        return self._against(self.plan.iterations, CAREFUL, self.plan.rivals, 1)

    @cached_property
    def ladder(self) -> npt.NDArray[np.float64]:
        """What games were worth to who searched `STEP` times as much; shape (rungs, games)."""
        plan, moves = self.plan, round(1 / FOOT)
        return np.stack(
            [
                self._against(STEP << rung, 1 << rung, plan.ladder, rung + 2, per=moves)
                for rung in range(plan.rungs)
            ]
        )

    @cached_property
    def twins(self) -> npt.NDArray[np.float64]:
        """What pairs of games with the same draws were worth to each seat; (2, games, players).

        No games where nothing is drawn.
        """
        games = self.plan.rivals
        if not self.by_chance:
            return np.empty((2, 0, self.players))
        every = [self.plan.iterations] * self.players
        first = (self.plan.rungs + 2) * self.players * BLOCK
        pair = [self._play(first, games, every, one) for one in (0, OTHER_THOUGHTS)]
        return np.array([[worths(trial) for trial in trials] for trials in pair])

    @cached_property
    def puzzles(self) -> list[Found]:
        """Positions of the games that might be puzzles, and what became of them."""
        found = puzzles(self.game, self.trials, self.plan)
        self._advance(self.plan.puzzles)
        return found

    def states(self, trial: Trial) -> list[npt.NDArray[np.uint8]]:
        """The positions of a game, as the machine has them."""
        return states(self.game, trial, self.plan.seed)

    def _against(
        self, many: int, few: int, games: int, block: int, per: int = 0
    ) -> npt.NDArray[np.float64]:
        """What games are worth to one who searches more than the others; he sits everywhere.

        Args:
            per: iterations are for so many legal moves; for any number of these if 0
        """
        found: list[float] = []
        for seat in range(self.players):
            share = len(range(seat, games, self.players))
            iterations = [many if one == seat else few for one in range(self.players)]
            first = (block * self.players + seat) * BLOCK
            trials = self._play(first, share, iterations, per=per)
            found += [float(worths(trial)[seat]) for trial in trials]
        return np.array(found)

    def _play(
        self, first: int, games: int, iterations: Sequence[int], thoughts: int = 0, per: int = 0
    ) -> list[Trial]:
        plan = self.plan
        done = self._done
        look = None if self._progress is None else lambda count: self._tell(done + count)
        found = play(
            self.game, range(first, first + games), iterations=iterations, seed=plan.seed,
            threads=plan.jobs, limit=plan.plies, progress=look, thoughts=thoughts, per=per,
        )  # fmt: skip
        self._advance(games)
        return found

    def _advance(self, count: int) -> None:
        self._done += count
        self._tell(self._done)

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, self._total)


def amount(plan: Plan, sources: Sequence[str], *, drawn: bool = False) -> int:
    """How many games there will be to play, puzzles counted as such.

    Args:
        drawn: whether the rules draw anything
    """
    parts = {
        SELFPLAY: plan.games,
        RIVALS: plan.rivals,
        LADDER: plan.rungs * plan.ladder,
        TWINS: 2 * plan.rivals if drawn else 0,
        PUZZLES: plan.puzzles,
        RULES: 0,
    }
    needed = {*sources, *((SELFPLAY,) if PUZZLES in sources else ())}
    return sum(parts[one] for one in needed)

"""All solutions of a puzzle, and how hard it is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from interpreter.ir.constraints import Model
from interpreter.play.puzzles.narrowing import Contradiction, Deduction, Domains, values_of
from interpreter.play.puzzles.reasoning import Reasoner, Rules

if TYPE_CHECKING:
    from interpreter.play.protocol import PlayedGame, PlayedState

Values = dict[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of the solutions of a puzzle.

    Args:
        solutions: those that were found: the value of each site
        complete: whether there are no others
        tried: how many values were tried that did not follow
        seconds: how long it took
    """

    solutions: tuple[Mapping[int, int], ...]
    complete: bool
    tried: int
    seconds: float

    @property
    def unique(self) -> bool:
        """Whether there is just one solution."""
        return self.complete and len(self.solutions) == 1


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is, by the deductions that it takes.

    Args:
        needed: how often each way of deduction was needed, in rounds
        hardest: the hardest of them
        score: all of them, each harder one counting twice as much as the one before it
    """

    needed: Mapping[Deduction, int]
    hardest: Deduction
    score: int


class Solver:
    """Finds the solutions of a puzzle.

    Args:
        state: the position from which it is solved: values that are set there stay, and those that
            are struck out are not looked at
        model: what is asked of the values; all that the rules ask if not given

    Raises:
        ValueError: the game is no puzzle
    """

    def __init__(self, state: PlayedState, model: Model | None = None) -> None:
        self.model = model_of(state.game) if model is None else model
        self.rules = Rules(state, self.model)
        self.reasoner = Reasoner(self.model, self.rules)
        self.tried = 0

    def solutions(
        self, domains: Domains | None = None, rng: Random | None = None, end: float | None = None
    ) -> Iterator[Values]:
        """All solutions, one after the other.

        Args:
            domains: the values to look among; those of the position if not given
            rng: puts values into an order by chance
            end: when to stop, as `time.perf_counter` has it

        Raises:
            TimeoutError: the time is over
        """
        first = list(self.rules.first if domains is None else domains)
        try:
            if any(not first[site] for site in self.model.variables):
                return
            self.reasoner.settle(first)
        except Contradiction:
            return
        yield from self._search(first, rng, end)

    def _search(self, domains: Domains, rng: Random | None, end: float | None) -> Iterator[Values]:
        if end is not None and time.perf_counter() > end:
            raise TimeoutError
        open_ = [site for site in self.model.variables if domains[site] & domains[site] - 1]
        if not open_:
            values = {site: domains[site].bit_length() - 1 for site in self.model.variables}
            if self.model.whole or self._accepted(values):
                yield values
            return
        # Of the sites with the fewest values left, the one that most constraints are about.
        about = self.reasoner.about
        site = min(open_, key=lambda one: (domains[one].bit_count(), -len(about(one))))
        order = list(values_of(domains[site]))[::-1]
        if rng is not None:
            rng.shuffle(order)
        for value in order:
            self.tried += 1
            tried = list(domains)
            tried[site] = 1 << value
            try:
                self.reasoner.settle(tried, about(site))
            except Contradiction:
                continue
            yield from self._search(tried, rng, end)

    def _accepted(self, values: Values) -> bool:
        return self.rules.accepts(self.rules.with_values(self.rules.raw, values.items()))

    def difficulty(self) -> Difficulty:
        """How hard the puzzle is, by the deductions that it takes.

        Raises:
            ValueError: it has no solution
        """
        domains = list(self.rules.first)
        try:
            needed = self.reasoner.deduce(domains)
            if any(domains[site].bit_count() > 1 for site in self.model.variables):
                self.tried = 0
                if next(self.solutions(domains), None) is None:
                    raise Contradiction
                needed[Deduction.SEARCH] += max(1, self.tried)
        except Contradiction:
            raise ValueError("the puzzle has no solution") from None
        hardest = max(needed, default=Deduction.RULED_OUT)
        score = sum(count << way - 1 for way, count in needed.items())
        return Difficulty(Counter(dict(sorted(needed.items()))), hardest, score)


def model_of(game: PlayedGame) -> Model:
    """The model of a puzzle.

    Raises:
        ValueError: the game is no puzzle
    """
    if game.program.puzzle is None:
        raise ValueError("this game is no puzzle: its moves are not those of (satisfy ...)")
    return game.program.puzzle


def filled(state: PlayedState, values: Mapping[int, int]) -> PlayedState:
    """A position of a puzzle with sites set to values.

    Args:
        state: the position; what is given there stays
        values: the value of each site
    """
    rules = Rules(state, model_of(state.game))
    return state.game.at(rules.with_values(state.raw, values.items()))


def solve(state: PlayedState, limit: int = 2, seconds: float | None = None) -> Found:
    """The solutions of a puzzle, up to a limit; with 2, whether there is just one.

    Args:
        state: the position to begin with
        limit: so many solutions at most; 0 for all
        seconds: time at most

    Raises:
        ValueError: the game is no puzzle, or the limit is negative
    """
    if limit < 0:
        raise ValueError("a limit of solutions is 0 or more")
    start = time.perf_counter()
    solver = Solver(state)
    found: list[Values] = []
    complete = False
    try:
        end = None if seconds is None else start + seconds
        for one in solver.solutions(end=end):
            found.append(one)
            if len(found) == limit:
                break
        else:
            complete = True
    except TimeoutError:
        pass
    return Found(tuple(found), complete, solver.tried, time.perf_counter() - start)

"""The gate: players that hardly think try a game before anything dear is measured of it.

What such a player holds against a search of reasonable strength has a recipe, and no game is left
to be played: its verdict names who held it, at which seat and in how many games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter import Game
from interpreter.play.search.positions import by_chance
from interpreter.play.search.selfplay import CAREFUL, COPIER, GREEDY, IDLER, play
from interpreter.play.search.selfplay import Trial as Played
from lab.breeding.judging.sieve import RefusedError
from lab.measuring.plies import worths
from lab.players.simple import copiers

GAMES, BEHIND = 6, 2
"""Games of a challenger at a seat, and by how many it may fall behind before it is let go."""
WORTH, LEAST = 8, 100
"""Iterations of the search for each move that there is to choose from, and at least so many."""
MOST_PLIES = 30_000
"""Plies of the random games of one search: where games are long, the search is weaker."""
HARDER = 6
"""Who holds the game is tried again by a search of so many times as many iterations."""
SURE = 12
"""Who holds it then too plays so many games more: six may be held by luck, eighteen hardly."""
FOLLOWED = 0.5
"""Share of its choices of the first game that a challenger's idea must make to be that idea's."""
PATIENCE, LONG = 2, 200
"""A game is broken off when it is so many times as long as a random one, and has so many plies."""
BLOCK = 1000
"""Numbers of games between those of one challenger and those of the next."""


@dataclass(frozen=True, slots=True)
class Challenger:
    """A player that a game is to withstand.

    Args:
        name: who it is, in words
        kind: one of those of self-play who hardly think
        images: the symmetry of a copier
        seats: where it sits, from 1
        by_idea: whether it counts only if its idea chooses most of its moves
    """

    name: str
    kind: int
    images: tuple[int, ...] = ()
    seats: tuple[int, ...] = (1, 2)
    by_idea: bool = True


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a challenger at a seat.

    Args:
        name: who it was
        seat: where it sat, from 1
        points: a win is one, a draw a half
        games: how many were played
        own: the share of its moves that its idea chose
        wanted: how many were to be played
    """

    name: str
    seat: int
    points: float
    games: int
    own: float
    wanted: int = GAMES

    @property
    def share(self) -> float:
        """The share of the points that it got, of all that it could have had."""
        return self.points / self.wanted

    @property
    def held(self) -> bool:
        """Whether it held the game."""
        return self.games == self.wanted and self.share >= 0.5

    def __str__(self) -> str:
        whose = "first" if self.seat == 1 else "second"
        return f"{self.name} holds {self.points:g} of {self.games} as the {whose} player"


def challengers(game: Game) -> Iterator[Challenger]:
    """Those who try a game, in the order of what they cost."""
    for symmetry in copiers(game):
        yield Challenger(f"a copier by {symmetry.name}", COPIER, symmetry.image)
    yield Challenger("one who passes or goes back", IDLER)
    yield Challenger("a greedy player", GREEDY)
    yield Challenger("a careful player", CAREFUL, by_idea=False)


def gate(game: Game, branching: float, length: float, seed: int, plies: int) -> list[Trial]:
    """Let the challengers try a game.

    Args:
        game: for two, without chance; others pass untried
        branching: moves that there are to choose from, on average
        length: plies of a random game
        seed: fixes the games
        plies: a game is broken off, and lost to the challenger, after so many at most

    Returns:
        what became of each challenger at each seat

    Raises:
        RefusedError: one of them held it
    """
    if game.players != 2 or by_chance(game):
        return []
    iterations = max(LEAST, round(min(WORTH * branching, MOST_PLIES / length)))
    plies = min(plies, max(LONG, round(PATIENCE * length)))
    trials: list[Trial] = []
    for number, one in enumerate(challengers(game)):
        for seat in one.seats:
            here = Seat(game, one, seat, seed, plies)
            first = BLOCK * number
            if not here.follows(first):
                continue
            found = here.tried(first, iterations)
            if found.held:
                harder = HARDER * iterations
                found = here.tried(first + GAMES, harder)
                found = here.tried(first + 2 * GAMES, harder, SURE) if found.held else found
                if found.held:
                    raise RefusedError("shallow", f"{found} against {harder} iterations a move")
            trials.append(found)
    return trials


@dataclass(frozen=True, slots=True)
class Seat:
    """A challenger at a seat of a game.

    Args:
        seat: from 1
        seed: fixes the games
        plies: a game is broken off after so many
    """

    game: Game
    one: Challenger
    seat: int
    seed: int
    plies: int

    def follows(self, number: int) -> bool:
        """Whether it can go by its idea at all: against moves by lot, which cost nothing."""
        if not self.one.by_idea:
            return True
        own, choices = self._own(self._played(number, 0))
        return own >= FOLLOWED * choices

    def tried(self, first: int, iterations: int, games: int = GAMES) -> Trial:
        """Its games against a search, as long as it can hold half of them.

        Args:
            first: the number of the first game
            iterations: of the search
            games: how many
        """
        points, own, choices, number = 0.0, 0, 0, 0
        for number in range(games):
            played = self._played(first + number, iterations)
            points += float(worths(played)[self.seat - 1]) if played.over else 0.0
            here = self._own(played)
            own, choices = own + here[0], choices + here[1]
            behind = number + 1 - 2 * points
            # An opening that leaves nothing to go by, such as the centre to a copier, is one game.
            without = self.one.by_idea and number >= BEHIND and own < FOLLOWED * choices
            if behind >= BEHIND * math.sqrt(games / GAMES) or without:
                break
        return Trial(self.one.name, self.seat, points, number + 1, own / max(1, choices), games)

    def _played(self, number: int, iterations: int) -> Played:
        """A game against a search of so many iterations; against moves by lot if none."""
        players = [iterations, iterations]
        players[self.seat - 1] = self.one.kind
        return play(
            self.game, [number], iterations=players, seed=self.seed, limit=self.plies,
            images=self.one.images,
        )[0]  # fmt: skip

    def _own(self, played: Played) -> tuple[int, int]:
        """How many of its choices its idea made, and how many there were."""
        choices = (played.seats == self.seat - 1) & (played.counts > 1)
        return int(played.liked[choices].sum()), int(choices.sum())

"""The gate: players that hardly think try a game before anything dear is measured of it.

What such a player holds against a search of reasonable strength has a recipe, and no game is left
to be played: its verdict names who held it, at which seat and in how many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from interpreter import Game, State
from interpreter.play.search.positions import by_chance
from interpreter.play.search.selfplay import EXPLORE
from interpreter.play.search.tree_search import preferred
from lab.breeding.judging.sieve import RefusedError
from lab.players import RandomPlayer, seat_of
from lab.players.simple import Careful, Copier, Greedy, Idler, copiers

GAMES, BEHIND = 6, 2
"""Games of a challenger at a seat, and by how many it may fall behind before it is let go."""
WORTH, LEAST = 8, 100
"""Iterations of the search for each move that there is to choose from, and at least so many."""
MOST_PLIES = 30_000
"""Plies of the random games of one search: where games are long, the search is weaker."""
HARDER = 6
"""Who holds the game is tried again by a search of so many times as many iterations."""
FOLLOWED = 0.5
"""Share of its moves of the first game that a challenger's idea must choose to be that idea's."""
MEMORY = 16
"""MiB of the search's tree."""


@dataclass(frozen=True, slots=True)
class Challenger:
    """A player that a game is to withstand.

    Args:
        name: who it is, in words
        make: makes one from a seed
        seats: where it sits, from 1
        by_idea: whether it counts only if its idea chooses most of its moves
    """

    name: str
    make: Callable[[int], Careful]
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
    """

    name: str
    seat: int
    points: float
    games: int
    own: float

    @property
    def share(self) -> float:
        """The share of the points that it got, of all that it could have had."""
        return self.points / GAMES

    @property
    def held(self) -> bool:
        """Whether it held the game."""
        return self.games == GAMES and self.share >= 0.5

    def __str__(self) -> str:
        whose = "first" if self.seat == 1 else "second"
        return f"{self.name} holds {self.points:g} of {self.games} as the {whose} player"


def challengers(game: Game) -> Iterator[Challenger]:
    """Those who try a game, in the order of what they cost."""
    for symmetry in copiers(game):
        make = partial(Copier, symmetry=symmetry)
        yield Challenger(f"a copier by {symmetry.name}", make)
    yield Challenger("one who passes or goes back", Idler)
    yield Challenger("a greedy player", Greedy)
    yield Challenger("a careful player", Careful, by_idea=False)


def gate(game: Game, branching: float, length: float, seed: int, plies: int) -> list[Trial]:
    """Let the challengers try a game.

    Args:
        game: for two, without chance; others pass untried
        branching: moves that there are to choose from, on average
        length: plies of a random game
        seed: fixes the games
        plies: a game is broken off, and lost to the challenger, after so many

    Returns:
        what became of each challenger at each seat

    Raises:
        RefusedError: one of them held it
    """
    if game.players != 2 or by_chance(game):
        return []
    iterations = max(LEAST, round(min(WORTH * branching, MOST_PLIES / length)))
    trials: list[Trial] = []
    for number, one in enumerate(challengers(game)):
        for seat in one.seats:
            if not follows(game, one, seat, seed, plies):
                continue
            found = tried(game, one, seat, iterations, seed + 1000 * number, plies)
            if found.held:
                harder = HARDER * iterations
                found = tried(game, one, seat, harder, seed + 1000 * number + GAMES, plies)
                if found.held:
                    raise RefusedError("shallow", f"{found} against {harder} iterations a move")
            trials.append(found)
    return trials


def follows(game: Game, one: Challenger, seat: int, seed: int, plies: int) -> bool:
    """Whether a challenger can go by its idea at all: against moves by lot, which cost nothing."""
    if not one.by_idea:
        return True
    player, others = one.make(seed), RandomPlayer(seed)
    _end(game, player, seat, lambda state: state.after(others.choose(state)), seed, plies)
    return player.own >= FOLLOWED * player.plies


def tried(game: Game, one: Challenger, seat: int, iterations: int, seed: int, plies: int) -> Trial:
    """A challenger's games at a seat, as long as it can hold half of them."""
    points, own, made, number = 0.0, 0, 0, 0
    for number in range(GAMES):
        player = one.make(seed + number)
        points += _points(game, player, seat, iterations, seed + number, plies)
        own, made = own + player.own, made + player.plies
        behind = number + 1 - 2 * points
        if behind >= BEHIND or (one.by_idea and own < FOLLOWED * made):
            break
    return Trial(one.name, seat, points, number + 1, own / max(1, made))


def _points(
    game: Game, player: Careful, seat: int, iterations: int, seed: int, plies: int
) -> float:
    """What one game is worth to a challenger; nothing if it comes to no end."""
    rng = Random(f"gate {seed}")

    def search(state: State) -> State:
        packed = preferred(
            game, state, iterations=iterations, seed=rng.getrandbits(31), explore=EXPLORE,
            memory=MEMORY,
        )  # fmt: skip
        return State(game, game.after(state.raw, packed))

    state = _end(game, player, seat, search, seed, plies)
    return (1 + state.utilities[seat - 1]) / 2 if state.over else 0.0


def _end(
    game: Game, player: Careful, seat: int, other: Callable[[State], State], seed: int, plies: int
) -> State:
    """The last position of a game of a challenger, broken off after so many plies.

    Args:
        other: what the other side makes of a position
    """
    state = game.start(seed)
    while not state.over and state.plies < plies:
        own = seat_of(state) == seat
        state = state.after(player.choose(state)) if own else other(state)
    return state

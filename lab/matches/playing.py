"""A match: who plays whom at which seat, and the games, one after the other or several at once.

    for game in match(load("Hex"), ["uct:200", "alphabeta:3"], 20, seed=1):
        print(game.seats, game.ranking)

Everything about a game follows from the seed and its number: the same match gives the same games,
however many worker processes play them, as long as no player is limited by time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations
from random import Random

from interpreter import Game, LudError, State
from lab.players import Forfeit, Player, Specification, seat_of, specification
from lab.players.guest import Guest

Entrant = str | Specification | type
"""A player in words, specified, or a class with a method `choose`."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played.

    Args:
        number: which of the match, from 1
        seats: the player at each seat, by his place among the players, from 0
        seed: what fixes chance and the opening
    """

    number: int
    seats: tuple[int, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game was lost by forfeit.

    Args:
        seat: whose fault, from 1
        reason: what the player did, as `raised ValueError`
        hint: where, or what should have been done
    """

    seat: int
    reason: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Args:
        number: which of the match, from 1
        seats: the player at each seat, by his place among the players, from 0
        seed: what fixed chance and the opening
        moves: their names
        ranking: the rank of each seat, 1.0 best
        fault: why it was lost by forfeit, if it was
    """

    number: int
    seats: tuple[int, ...]
    seed: int
    moves: tuple[str, ...]
    ranking: tuple[float, ...]
    fault: Fault | None


def match(
    game: Game,
    players: Sequence[Entrant],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    opening: int = 0,
    progress: Callable[[int], None] | None = None,
    position: str | None = None,
) -> Generator[Played, None, None]:
    """Play all against all; games come as they end, in the order of their numbers with one job.

    Args:
        game: what is played
        players: who plays; made anew for every game
        games: how many for each pairing, rounded up so that all seat orders are played as often
        seed: fixes the games, unless players are limited by time
        jobs: how many games are played at once, in processes of their own; a program that asks for
            more than one has `if __name__ == "__main__":` around what it does
        opening: how many moves are made by lot before the players begin
        progress: called with the number of games done
        position: where all games begin, as `State.text` writes it; the start if not given

    Raises:
        LudError: no match can be made of this
    """
    entrants = [entrant(player) for player in players]
    fixtures = schedule(len(entrants), game.players, games, seed)
    if jobs > 1 and any(one.person for one in entrants):
        raise LudError("a human plays one game at a time", None, "leave out --jobs")
    arena = Arena(game, entrants, opening, position)
    together = jobs > 1 and len(fixtures) > 1
    found = _together(arena, fixtures, jobs) if together else _alone(arena, fixtures)
    with closing(found):
        for done, one in enumerate(found, 1):
            if progress is not None:
                progress(done)
            yield one


def entrant(player: Entrant) -> Specification:
    """A player that can be made for every game anew."""
    if isinstance(player, Specification):
        return player
    if isinstance(player, str):
        return specification(player)
    return Specification(player.__name__, partial(Guest, player.__name__, player))


# Who plays whom


def schedule(players: int, seats: int, games: int, seed: int = 0) -> list[Fixture]:
    """The games of a match: every pairing in every seat order, round after round.

    In a game for more than two, a pairing is as many players as there are seats. If there are
    fewer, some sit at several seats, and everybody at one at least. The games of a round have the
    same seed, so that chance and the opening are the same for all.

    Raises:
        LudError: too few players, or no games
    """
    if players < min(seats, 2):
        raise LudError("a match takes two players or more", None, "as in --players uct:100 random")
    if games < 1:
        raise LudError("a match takes one game or more")
    orders = [seatings(pairing) for pairing in pairings(players, seats)]
    rounds = -(-games // len(orders[0]))
    found: list[Fixture] = []
    for number in range(rounds):
        chance = Random(f"round {number} of {seed}").getrandbits(40)
        for order in (order for orders_of_one in orders for order in orders_of_one):
            found.append(Fixture(len(found) + 1, order, chance))
    return found


def pairings(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who meets whom."""
    if players >= seats:
        return list(combinations(range(players), seats))
    every = combinations_with_replacement(range(players), seats)
    return [one for one in every if len(set(one)) == players]


def seatings(pairing: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All orders in which the players of a pairing can sit."""
    return sorted(set(permutations(pairing)))


# Games


@dataclass(frozen=True)
class Arena:
    """Where games are played: the same for all games of a match.

    Args:
        game: what is played
        entrants: who plays
        opening: how many moves are made by lot before the players begin
        position: where games begin, as `State.text` writes it; the start if not given
    """

    game: Game
    entrants: Sequence[Specification]
    opening: int
    position: str | None = None

    def play(self, fixture: Fixture) -> Played:
        """One game."""
        state, moves = self.opened(fixture.seed)
        seat, fault = 0, None
        players: list[Player] = []
        try:
            for seat, player in enumerate(fixture.seats, 1):
                lots = Random(f"seat {seat} in game {fixture.number} of {fixture.seed}")
                players.append(self.entrants[player].make(lots.getrandbits(40)))
            while not state.over:
                seat = seat_of(state)
                move = players[seat - 1].choose(state)
                state = state.after(move)
                moves.append(move.name)
        except Forfeit as error:
            fault = Fault(seat, error.reason, error.hint)
        ranking = state.ranking if fault is None else forfeited(self.game.players, seat)
        number, seats, seed = fixture.number, fixture.seats, fixture.seed
        return Played(number, seats, seed, tuple(moves), ranking, fault)

    def _begun(self, seed: int) -> State:
        if self.position is None:
            return self.game.start(seed)
        return self.game.position(self.position, seed=seed)

    def opened(self, seed: int) -> tuple[State, list[str]]:
        """The position after the opening, and its moves; none of them ends the game."""
        state, rng = self._begun(seed), Random(f"opening {seed}")
        names: list[str] = []
        for _ in range(self.opening):
            moves = state.moves()
            rng.shuffle(moves)
            following = ((move, state.after(move)) for move in moves)
            found = next(((move, after) for move, after in following if not after.over), None)
            if found is None:
                break
            names.append(found[0].name)
            state = found[1]
        return state, names


def forfeited(players: int, seat: int) -> tuple[float, ...]:
    """The ranks when a seat loses by forfeit: the others share the places before it."""
    if players == 1:
        return (0.0,)
    shared = players / 2
    return tuple(players if one == seat else shared for one in range(1, players + 1))


def _alone(arena: Arena, fixtures: Sequence[Fixture]) -> Generator[Played, None, None]:
    """The games one after the other, in this process."""
    for fixture in fixtures:
        yield arena.play(fixture)


# Several at once

# A worker process has one, made when it starts.
_arena: Arena | None = None


def _enter(arena: Arena) -> None:
    global _arena
    _arena = arena
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A worker whose match was killed has nobody to end it."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has been started by somebody"
    parent.join()
    os._exit(1)


def _play(fixture: Fixture) -> Played:
    assert _arena is not None, "a worker enters the arena before it plays"
    return _arena.play(fixture)


def _together(
    arena: Arena, fixtures: Sequence[Fixture], jobs: int
) -> Generator[Played, None, None]:
    """The games as they end, played by worker processes; these are gone when this is left."""
    others = set(multiprocessing.active_children())
    # New processes, not copies of this one: copies inherit locks that the threads of a progress
    # bar may hold.
    pool = ProcessPoolExecutor(
        min(jobs, len(fixtures)), multiprocessing.get_context("spawn"), _enter, (arena,)
    )
    try:
        with _deaf():
            futures = [pool.submit(_play, fixture) for fixture in fixtures]
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool:
        hint = "a player may have ended it, or there is not enough memory for as many jobs"
        raise LudError("a worker process ended before its game", None, hint) from None
    finally:
        # Workers first: a game that is being played is not waited for.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin here do not hear Ctrl-C, which is for the one that ends them.

    It is held back, not lost: this process hears it behind.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

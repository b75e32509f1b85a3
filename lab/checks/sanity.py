"""Whether search is worth anything: `python -m lab.checks.sanity [GAME…] [--games N]`.

The search by random games plays each game against chance, as often from either seat. Where the
first games are not all won, more are played. Games that would take minutes are played on smaller
boards. A search that works wins nearly every game; where it does not, the game says why: it ends
in draws by nature, or the other side wins by force and errs too rarely.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from interpreter import Game, LudError, load
from interpreter.play.load import games as library
from lab.matches.playing import Played, match
from lab.matches.ratings import interval
from lab.matches.standings import result
from lab.terminal.progress import progress

SMALLER: Mapping[str, Mapping[str, str]] = {
    "Go": {"Size": "7"},
    "Gonnect": {"Size": "7"},
    "Hex Go": {"Size": "4"},
}
"""Options for games that would take half a minute or more as they usually are."""
WIDTH = 18
RESULTS = ("win", "draw", "loss")


@dataclass(frozen=True, slots=True)
class Tried:
    """How a game went.

    Args:
        title: the game, with its options
        seats: for each seat of the search how often it has won, drawn and lost
        seconds: how long a game takes
    """

    title: str
    seats: tuple[tuple[int, ...], ...]
    seconds: float

    @property
    def row(self) -> str:
        """A line of the table; wins, draws and losses of either seat are at its end."""
        counts = [sum(one) for one in zip(*self.seats, strict=True)]
        games = sum(counts)
        low, high = interval(counts[0], games)
        sides = (f"{'-'.join(map(str, one)):>9}" for one in self.seats)
        cells = (f"{one:>6}" for one in (games, *counts))
        rate = f"{counts[0] / games:>7.1%} {low:>6.1%} to {high:>6.1%}"
        return f"{self.title:{WIDTH}}{''.join(cells)} {rate} {' '.join(sides)} {self.seconds:>7.2f}"


HEAD = (
    f"{'game':{WIDTH}} games  wins draws  lost    rate    95 % interval     first    second  s/game"
)


def trial(
    game: Game,
    title: str,
    iterations: int,
    few: int,
    many: int,
    progress: Callable[[int], None] | None = None,
) -> Tried:
    """Play a game for two against chance.

    Args:
        game: what is played
        title: what to call it
        iterations: random games for each move of the search
        few: games in any case
        many: games in all, if the first few are not all won
        progress: called with the number of games done
    """
    played: list[Played] = []
    start = time.perf_counter()
    players = [f"uct:{iterations}", "random"]
    with closing(match(game, players, max(few, many), progress=progress)) as found:
        for one in found:
            played.append(one)
            if len(played) >= few and all(_result(one) == "win" for one in played):
                break
    seconds = (time.perf_counter() - start) / len(played)
    seats = (_counts(one for one in played if one.seats[seat] == 0) for seat in (0, 1))
    return Tried(title, tuple(seats), seconds)


def _counts(played: Iterator[Played]) -> tuple[int, ...]:
    found = [_result(one) for one in played]
    return tuple(found.count(word) for word in RESULTS)


def _result(one: Played) -> str:
    """What a game was to the search."""
    return result(one.ranking, one.seats.index(0))


def _games(names: Sequence[str]) -> Iterator[tuple[str, Game]]:
    """The games for two among some, with what to call them."""
    for name in names:
        options = SMALLER.get(name, {})
        game = load(name, options)
        if game.players == 2:
            yield " ".join((game.name, *options.values())), game


def main(words: Sequence[str] | None = None) -> None:
    """Play games and print a table."""
    parser = argparse.ArgumentParser(prog="python -m lab.checks.sanity", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all of the library if none")
    parser.add_argument("--iterations", type=int, default=10_000, help="for each move (10000)")
    parser.add_argument("--games", type=int, default=20, help="in any case (20)")
    parser.add_argument("--more", type=int, default=100, help="where not all are won (100)")
    given = parser.parse_args(words)
    if min(given.iterations, given.games, given.more) < 1:
        parser.error("one game, with one iteration, at least")
    write = sys.stdout.write
    write(f"{HEAD}\n")
    for title, game in _games(given.names or list(library())):
        with progress(given.more) as advance:
            found = trial(game, title, given.iterations, given.games, given.more, advance)
        write(f"{found.row}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except LudError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)

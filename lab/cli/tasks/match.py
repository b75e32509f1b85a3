"""From what was asked for on the command line to a match, its records and its table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from interpreter import Game, LudError, load
from lab.cli.options import first_position
from lab.cli.told import tell
from lab.files.find import rules
from lab.files.records import Record, check_place, text_of, words_of
from lab.matches.playing import Played, match, schedule
from lab.matches.standings import data, labels, rows
from lab.players import Forfeit, Specification, specification, words
from lab.terminal.progress import progress
from lab.told.results import Match


@dataclass(frozen=True, slots=True)
class Wish:
    """Which match, as asked for; see the help of the command."""

    game: str
    players: tuple[str, ...]
    number: int
    options: Mapping[str, str]
    ruleset: str | None
    seed: int
    jobs: int
    opening: int
    json: Path | None
    folder: Path | None
    position: str | None = None
    fen: str | None = None


def run(wish: Wish) -> bool:
    """Play a match and print its table, of what was finished if it is interrupted.

    Returns:
        whether nobody lost by forfeit
    """
    players = [specification(word) for text in wish.players for word in words(text)]
    game = load(rules(wish.game), wish.options, wish.ruleset)
    if wish.position is not None or wish.fen is not None:
        begun = first_position(game, wish.position, wish.fen, wish.seed)
        if begun.over:
            raise LudError("the game is over in this position")
        wish = replace(wish, position=begun.text(), fen=None)
    total = len(schedule(len(players), game.players, wish.number, wish.seed))
    _prepare(wish)
    played: list[Played] = []
    start = time.perf_counter()
    try:
        _play(wish, game, players, total, played)
    finally:
        seconds = time.perf_counter() - start
        played.sort(key=lambda one: one.number)
        _tell(wish, game, players, total, played, seconds)
    return all(one.fault is None for one in played)


def _prepare(wish: Wish) -> None:
    """See that there is a place for what is to be written, before hours are played."""
    if wish.folder is not None:
        try:
            wish.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudError(f"{wish.folder} cannot be a folder: {error.strerror}") from None
    check_place(wish.json)


def _play(
    wish: Wish,
    game: Game,
    players: Sequence[Specification],
    total: int,
    played: list[Played],
) -> None:
    told: set[tuple[int, str]] = set()
    with _bar(players, total) as advance:
        games = match(
            game,
            players,
            wish.number,
            seed=wish.seed,
            jobs=wish.jobs,
            opening=wish.opening,
            progress=advance,
            position=wish.position,
        )
        # Closed at once if this is interrupted, so that no worker goes on.
        with closing(games), _leaving():
            for one in games:
                played.append(one)
                _complain(one, players, told)
                if wish.folder is not None:
                    _record(wish, game, one, players, total)


@contextmanager
def _leaving() -> Iterator[None]:
    """The end of what a human types is his wish to end the match."""
    try:
        yield
    except EOFError:
        raise KeyboardInterrupt from None


def _bar(
    players: Sequence[Specification], total: int
) -> AbstractContextManager[Callable[[int], None] | None]:
    return nullcontext() if any(one.person for one in players) else progress(total)


def _complain(one: Played, players: Sequence[Specification], told: set[tuple[int, str]]) -> None:
    """Say why a game was lost by forfeit, once for each player and reason."""
    if one.fault is None:
        return
    player = one.seats[one.fault.seat - 1]
    if (player, one.fault.reason) not in told:
        told.add((player, one.fault.reason))
        error = Forfeit(players[player].name, one.fault.reason, one.fault.hint)
        sys.stderr.write(f"{error}\n  game {one.number} is lost by forfeit\n")


def _record(
    wish: Wish, game: Game, one: Played, players: Sequence[Specification], total: int
) -> None:
    assert wish.folder is not None
    path = wish.folder / f"{one.number:0{max(4, len(str(total)))}}.txt"
    # The rules do not know of forfeits: such a game has no result.
    result = one.ranking if one.fault is None else ()
    record = Record(wish.game, wish.options, wish.ruleset, one.seed, (), result,
                    position=wish.position)  # fmt: skip
    record = replace(record, moves=tuple(words_of(record.first(game), one.moves)))
    called = labels([player.name for player in players])
    notes = [f"# seat {seat}: {called[who]}" for seat, who in enumerate(one.seats, 1)]
    if one.fault is not None:
        notes.append(f"# seat {one.fault.seat} {one.fault.reason} and loses by forfeit")
    try:
        path.write_text(text_of(record, wish.folder) + "\n" + "\n".join(notes) + "\n", "utf-8")
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None


def _tell(
    wish: Wish,
    game: Game,
    players: Sequence[Specification],
    total: int,
    played: Sequence[Played],
    seconds: float,
) -> None:
    names = [player.name for player in players]
    of = "" if len(played) == total else f" of {total}"
    found = _data(wish, game) | {"planned": total, **data(names, played)}
    if played and tell(found, wish.json):
        count = f"{len(played)}{of} game{'s' * (total != 1)}"
        lines = [f"{game.name}: {count} in {seconds:.1f} s, seed {wish.seed}", ""]
        sys.stdout.write("\n".join([*lines, *rows(names, played)]) + "\n")
        sys.stdout.flush()


def _data(wish: Wish, game: Game) -> dict[str, Any]:
    return {
        "schema": Match.SCHEMA,
        "game": game.name,
        "options": dict(game.options),
        "seed": wish.seed,
        "opening": wish.opening,
    }

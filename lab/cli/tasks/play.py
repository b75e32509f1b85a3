"""From what was asked for on the command line to a game at the table, or to one replayed."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from interpreter import LudError, State
from interpreter.play.notation.algebraic import plays
from interpreter.show.plaintext import draw
from interpreter.show.status import outcome, turn
from lab.cli.options import first_position
from lab.cli.tasks.dialogue import COMPUTER, HUMAN, Table, resignation
from lab.files.records import Record, check_place, in_library, read
from lab.players import Player, Uct, specification, words
from lab.terminal.screen import Screen

LONG, ALGEBRAIC = "long", "algebraic"
"""How moves are shown."""
SECONDS = 1.0
# Against itself the computer takes no longer than this, and the seed fixes what it plays as long
# as it does not come near the second limit.
ITERATIONS = 500


@dataclass(frozen=True, slots=True)
class Wish:
    """What to play, as asked for; see the help of the command."""

    game: str | None
    seats: tuple[str, ...]
    options: Mapping[str, str]
    ruleset: str | None
    path: Path | None
    seconds: float | None
    iterations: int | None
    seed: int | None
    position: str | None = None
    fen: str | None = None
    notation: str = LONG


def play(wish: Wish) -> None:
    """Play a game from its start, or from where its record ends."""
    check_place(wish.path)
    record = _record(wish)
    states = record.replay()
    screen = Screen()
    algebraic = _algebraic(wish.notation, states[0])
    table = Table(states, record, screen, wish.path, algebraic=algebraic)
    seats = _seats(wish, states[-1])
    table.seat(seats, lambda word, seat: _player(wish, word, record.seed + seat, seats))
    if record.moves:
        screen.say(f"{states[0].game.name}, from move {len(record.moves) + 1}")
    elif HUMAN in seats:
        screen.say(f"{states[0].game.name}; `help` tells what can be typed")
    table.play()


def _algebraic(notation: str, state: State) -> bool:
    """Whether moves are shown as players of chess write them.

    Raises:
        LudError: no such notation, or none for this game
    """
    if notation not in (LONG, ALGEBRAIC):
        raise LudError(f"no notation is called {notation}", None, f"known: {LONG}, {ALGEBRAIC}")
    if notation == ALGEBRAIC and not plays(state.game):
        hint = "it takes two players, rows and columns, and a king each"
        raise LudError(f"moves of {state.game.name} have no algebraic names", None, hint)
    return notation == ALGEBRAIC


def _record(wish: Wish) -> Record:
    """The record that the wish names, or an empty one of the game it names."""
    if wish.path is not None and wish.path.exists():
        return _resumed(wish, read(wish.path))
    if wish.game is None:
        raise LudError(
            "which game?" if wish.path is None else f"there is no record {wish.path} yet",
            None,
            "as in: ludwright play Yavalath; ludwright list names the games of the library",
        )
    seed = SystemRandom().randrange(1_000_000) if wish.seed is None else wish.seed
    record = Record(wish.game, wish.options, wish.ruleset, seed)
    if wish.position is None and wish.fen is None:
        return record
    begun = first_position(record.load(), wish.position, wish.fen, seed)
    return replace(record, position=begun.text())


def _resumed(wish: Wish, record: Record) -> Record:
    """A record to go on with; what else was asked for must not contradict it."""
    if wish.position is not None or wish.fen is not None:
        message = f"{wish.path} has its own first position"
        raise LudError(message, None, "leave --position out to go on with the game that is there")
    asked = {
        "game": (wish.game, record.game),
        "ruleset": (wish.ruleset, record.ruleset),
        "seed": (wish.seed, record.seed),
        "options": (wish.options or None, record.options),
    }
    for name, (new, old) in asked.items():
        if new is not None and not _alike(new, old):
            message = f"{wish.path} has the {name} {_written(old)}, not {_written(new)}"
            raise LudError(message, None, "leave it out to go on with the game that is there")
    return record


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{heading}={item}" for heading, item in value.items()) or "(none)"
    return str(value)


def _alike(new: object, old: object) -> bool:
    if isinstance(new, str) and isinstance(old, str):
        return new.lower() == old.lower() or (
            not in_library(new) and Path(new).resolve() == Path(old).resolve()
        )
    return new == old


def _seats(wish: Wish, state: State) -> tuple[str, ...]:
    """Who plays; you against the computer at a terminal, elsewhere the computer alone."""
    players = state.game.players
    found = tuple(word for text in wish.seats for word in words(text))
    if not found:
        alone = (COMPUTER,) * players
        return (HUMAN, *alone[1:]) if sys.stdin.isatty() and sys.stdout.isatty() else alone
    for word in found:
        if word != COMPUTER:
            specification(word, (COMPUTER,))
    if len(found) != players:
        message = f"the game has {players} seats, not {len(found)}"
        raise LudError(
            message, None, f"as in --seats {' '.join([HUMAN, *[COMPUTER] * (players - 1)])}"
        )
    return found


def _player(wish: Wish, word: str, seed: int, seats: tuple[str, ...]) -> Player:
    """Who sits at a seat."""
    if word == COMPUTER:
        return _computer(wish, seed, seats)
    return specification(word).make(seed)


def _computer(wish: Wish, seed: int, seats: tuple[str, ...]) -> Uct:
    """A computer player within the limits asked for, or those of the occasion."""
    if wish.seconds is not None or wish.iterations is not None:
        return Uct(seconds=wish.seconds, iterations=wish.iterations, seed=seed)
    if HUMAN in seats:
        return Uct(seconds=SECONDS, seed=seed)
    return Uct(seconds=2 * SECONDS, iterations=ITERATIONS, seed=seed)


def replay(path: Path, *, boards: bool = False) -> None:
    """Play a recorded game again and show where it came to."""
    record = read(path)
    states = record.replay()
    screen = Screen()
    for number, (word, state) in enumerate(zip(record.moves, states[1:], strict=True), 1):
        if boards and number < len(states) - 1:
            screen.say(f"{number}. {word.text}\n\n{draw(state, colour=screen.colour)}\n")
    end = states[-1]
    if record.moves:
        screen.say(f"{len(record.moves)}. {record.moves[-1].text}\n")
    screen.say(draw(end, colour=screen.colour))
    ended = f"the result: {outcome(end)}" if end.over else f"unfinished: {turn(end)}"
    if record.resigned:
        ended = f"the result: {resignation(end, record.resigned)}"
    screen.say(f"\n{end.game.name}: {len(record.moves)} moves, all legal; {ended}")

"""The file of results: a line of JSON for every game, written as soon as it has ended.

Games are told apart by what is played, from which opening, by whom and how they are asked. So a
contest that was interrupted goes on where it was, and one that is made larger plays what is new.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from interpreter import LudError
from lab.arena.bred import Hidden
from lab.breeding.keeping.lock import Lock
from lab.matches.playing import Fault, Played

FORM: Final = "ludwright.arena-results/1"
HEAD: Final = json.dumps({"schema": FORM}).encode()
"""The first line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that was played.

    Args:
        key: what tells it apart
        game: what was played
        seats: the names of the players, by seat
        seed: what fixed chance and the opening
        moves: their names
        ranking: the rank of each seat, 1.0 best
        fault: why it was lost by forfeit, if it was
        answers: by seat, how a program has answered; null for other players
    """

    key: str
    game: str
    seats: Sequence[str]
    seed: int
    moves: Sequence[str]
    ranking: Sequence[float]
    fault: Fault | None
    answers: Sequence[Mapping[str, Any] | None]

    def played(self, number: int, players: Sequence[str]) -> Played:
        """The same, as matches have it: players by their places."""
        seats = tuple(map(players.index, self.seats))
        return Played(number, seats, self.seed, tuple(self.moves), tuple(self.ranking), self.fault)


class Ledger:
    """A file of results that is added to.

    Args:
        path: where it is; it is made if there is none

    Attributes:
        entries: the games by their keys

    Raises:
        LudError: the file cannot be read or written, or is something else
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, Entry] = {}
        self._bred: dict[str, list[Hidden]] = {}
        self._lock = threading.Lock()
        try:
            self._own = Lock(path.with_name(f"{path.name}.lock"))
        except BlockingIOError:
            hint = "choose another file with --results"
            raise LudError(f"another contest writes into {path}", None, hint) from None
        except OSError as error:
            raise LudError(f"{path} cannot be used: {error.strerror}") from None
        try:
            self._open()
        except BaseException:
            self._own.close()
            raise

    def _open(self) -> None:
        path = self.path
        try:
            self._read()
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise LudError(f"{path} cannot be used: {error.strerror}") from None
        if not path.stat().st_size:
            self._write({"schema": FORM})

    def add(self, entry: Entry) -> None:
        """Write a game; when this returns it is on the disk."""
        self.entries[entry.key] = entry
        self._write(asdict(entry))

    def bred(self, seed: int, like: Sequence[str]) -> list[Hidden]:
        """The games that were bred from a seed, in their order; none if there were none."""
        return [*self._bred.get(_breed(seed, like), ())]

    def keep(self, seed: int, like: Sequence[str], bred: Sequence[Hidden]) -> None:
        """Write games that nobody else has."""
        self._bred[_breed(seed, like)] = [*bred]
        self._write({"bred": _breed(seed, like), "games": [asdict(one) for one in bred]})

    def forget(self, keys: Iterable[str]) -> None:
        """Let those of some games be played again in which somebody made a fault."""
        for key in keys:
            if key in self.entries and self.entries[key].fault is not None:
                del self.entries[key]

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        self._own.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            with self._lock:
                self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
                self._file.flush()
                os.fsync(self._file.fileno())
        except OSError as error:
            raise LudError(f"{self.path} cannot be written: {error.strerror}") from None

    def _read(self) -> None:
        if not self.path.exists() or not self.path.stat().st_size:
            return
        whole = self.path.read_bytes()
        *lines, rest = whole.split(b"\n")
        if not lines and not HEAD.startswith(rest):
            lines = [rest]
        for number, line in enumerate(lines, 1):
            try:
                self._take(json.loads(line), number)
            except (ValueError, KeyError, TypeError) as error:
                raise LudError(
                    f"{self.path}:{number}: this is no line of results",
                    None,
                    "choose another file with --results",
                ) from error
        if rest:
            # A line that was being written when everything stopped; its game is played again.
            os.truncate(self.path, len(whole) - len(rest))

    def _take(self, held: Mapping[str, Any], number: int) -> None:
        if number == 1:
            if held["schema"] != FORM:
                raise ValueError
        elif "bred" in held:
            self._bred[held["bred"]] = [Hidden(**one) for one in held["games"]]
        else:
            fault = held["fault"] and Fault(
                held["fault"]["seat"], held["fault"]["reason"], held["fault"]["hint"]
            )
            entry = Entry(
                held["key"], held["game"], held["seats"], held["seed"], held["moves"],
                held["ranking"], fault, held["answers"],
            )  # fmt: skip
            self.entries[entry.key] = entry


def _breed(seed: int, like: Sequence[str]) -> str:
    """What tells apart games that were bred at different times."""
    return json.dumps([seed, [*like]])

"""A run in one SQLite file: its settings, and every child with its parents, verdict and measures.

What has been measured is written at once, also before it is its turn to be told, so that a run
that was killed goes on where it stopped. Others may read while it is written:

    with closing(read("run.db")) as store:
        for child in store.kept():
            print(child.name, child.score)
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, get_type_hints

from interpreter.text.errors import LudError, suggest
from lab.breeding.keeping.child import TOLD, Child
from lab.breeding.keeping.lock import Lock
from lab.breeding.keeping.sound import UnsoundError, from_json, named, reader
from lab.breeding.kinds import Appraisal, Opinion, Settings

SCHEMA: Final = 1
"""Grows when older programs could not read what this one writes."""
MARK: Final = 0x4C754265
"""What SQLite calls the application of a file."""
TABLES: Final = """
CREATE TABLE run (
    key TEXT PRIMARY KEY,  -- settings, founders, created, program, opinions
    value TEXT NOT NULL    -- JSON
);
CREATE TABLE children (
    number INTEGER PRIMARY KEY,
    seed INTEGER NOT NULL,
    parents TEXT NOT NULL,      -- JSON: their numbers
    change TEXT NOT NULL,
    verdict TEXT NOT NULL,      -- empty: nothing speaks against it
    detail TEXT NOT NULL,
    stage TEXT NOT NULL,
    text TEXT NOT NULL,
    canonical TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    name TEXT NOT NULL,
    score REAL NOT NULL,
    features TEXT NOT NULL,     -- JSON
    measures TEXT NOT NULL,     -- JSON: name to value, low, high
    moves TEXT NOT NULL,        -- JSON
    seconds TEXT NOT NULL,      -- JSON: stage to seconds
    step INTEGER NOT NULL,      -- 0 made, 1 appraised, 2 told to the archive
    place TEXT NOT NULL,        -- where it was kept; empty: it was not
    left INTEGER,               -- which child took its place
    written REAL NOT NULL       -- when, in seconds since 1970
);
CREATE INDEX children_kept ON children (place) WHERE place <> '';
"""
AGAIN: Final = """
CREATE TABLE IF NOT EXISTS again (
    number INTEGER PRIMARY KEY,  -- a child that was measured again
    found TEXT NOT NULL          -- JSON: what was found then, by fields of an appraisal
);
"""
"""Of its own, since runs of older programs have none when they go on."""
COLUMNS: Final = tuple(field.name for field in fields(Child))
PACKED: Final = ("parents", "features", "measures", "moves", "seconds")
READERS: Final = {
    name: from_json(kind) if name in PACKED else reader(kind)
    for name, kind in {**get_type_hints(Child), "written": float}.items()
}
DAMAGED: Final = "a copy that was made before is safer than what can be repaired"


class Store:
    """A run, as it is kept; made by `create`, `resume` and `read`.

    Args:
        db: the connection
        name: what it is called in messages
        lock: held while the store is written
    """

    def __init__(self, db: sqlite3.Connection, name: str, lock: Lock | None = None) -> None:
        self._db = db
        self._lock = lock
        self.name = name
        with _clear(name):
            about = {"opinions": "[]", **dict(db.execute("SELECT key, value FROM run"))}
            self.settings = settings_from(_part(about, "settings", Mapping[str, object]), name)
            self.founders: tuple[str, ...] = _part(about, "founders", tuple[str, ...])
            """The rules of the founders, as they were when the run began."""
            if not self.founders:
                raise UnsoundError("founders: there are none")
            self.program: str = _part(about, "program", str)
            self.created: float = _part(about, "created", float)
            """When the run began, in seconds since 1970."""
            self.opinions: tuple[Opinion, ...] = _part(about, "opinions", tuple[Opinion, ...])
            """Which games are liked and which are not, in the order in which it was said."""

    def close(self) -> None:
        """Let others have the file, which is one file again."""
        if self._lock is not None:
            # Not while somebody reads; whoever writes next will do it.
            with suppress(sqlite3.OperationalError):
                self._db.execute("PRAGMA busy_timeout = 0")
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()
        if self._lock is not None:
            self._lock.close()

    # Reading

    def child(self, number: int) -> Child | None:
        """A child; None if it was never made."""
        return next(self._select("WHERE number = ?", number), None)

    def named(self, name: str) -> Child | None:
        """The child that was baptised so, in any letter case; None if none was."""
        return next(self._select("WHERE name = ? COLLATE NOCASE", name), None)

    def children(self, start: int = 0) -> Iterator[Child]:
        """All children, also those that are not told yet, in the order of their numbers."""
        return self._select("WHERE number >= ? ORDER BY number", start)

    def kept(self) -> Iterator[Child]:
        """What the archive holds now, the best first."""
        return self._select("WHERE place <> '' AND left IS NULL ORDER BY score DESC, number")

    def again(self) -> dict[int, Appraisal]:
        """What was found of children that were measured again, by number."""
        with _clear(self.name):
            if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'again'").fetchone():
                return {}  # an older program wrote it
            rows = self._db.execute("SELECT number, found FROM again ORDER BY number").fetchall()
            return {number: _appraisal(number, found) for number, found in rows}

    def best(self) -> list[Child]:
        """What the archive holds now, best first, each with the figures that are to be reported.

        First come those that were measured again, by the score of these other games, then all
        others: of many noisy scores the highest are too good.
        """
        found = self.again()
        first = [_corrected(one, found[one.number]) for one in self.kept() if one.number in found]
        first.sort(key=lambda child: (-child.score, child.number))
        return [*first, *(one for one in self.kept() if one.number not in found)]

    def told(self) -> int:
        """How many children were told."""
        with _clear(self.name):
            return self._db.execute(
                "SELECT count(*) FROM children WHERE step = ?", (TOLD,)
            ).fetchone()[0]

    def facts(self, *columns: str) -> Iterator[tuple[Any, ...]]:
        """Some columns of all children, in the order of their numbers; JSON is read.

        Args:
            columns: names of fields of a child, or `written`: when it was, in seconds since 1970
        """
        assert {*columns} <= {*COLUMNS, "written"}, "only what a table of children has"
        with _clear(self.name):
            for row in self._db.execute(
                f"SELECT {', '.join(columns)} FROM children ORDER BY number"
            ):
                yield tuple(map(_value, columns, row))

    def pedigree(self, number: int) -> dict[int, Child]:
        """A child and all that it comes from, by number."""
        found: dict[int, Child] = {}
        asked = [number]
        while asked:
            one = asked.pop()
            child = None if one in found else self.child(one)
            if child is not None:
                found[one] = child
                asked += child.parents
        return dict(sorted(found.items()))

    def _select(self, where: str, *values: object) -> Iterator[Child]:
        with _clear(self.name):
            query = f"SELECT {', '.join(COLUMNS)} FROM children {where}"
            for row in self._db.execute(query, values):
                yield _child(row)

    # Writing

    def write(self, child: Child, replaced: int | None = None) -> None:
        """Write a child in place of what was known of it.

        Args:
            child: the child
            replaced: the number of the one that is kept no longer, because this one is
        """
        names = ", ".join((*COLUMNS, "written"))
        marks = ", ".join("?" * (len(COLUMNS) + 1))
        with _clear(self.name), self._db:
            self._db.execute(
                f"INSERT OR REPLACE INTO children ({names}) VALUES ({marks})",
                (*_row(child), time.time()),
            )
            if replaced is not None:
                self._db.execute(
                    "UPDATE children SET left = ? WHERE number = ?", (child.number, replaced)
                )

    def write_again(self, found: Appraisal) -> None:
        """Write what was found of a child that was measured again."""
        with _clear(self.name), self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO again VALUES (?, ?)",
                (found.number, json.dumps(asdict(found))),
            )

    def say(self, name: str, *, liked: bool) -> None:
        """Write down what somebody thinks of a game, for all children that are not made yet.

        Args:
            name: of the game
            liked: whether it is to have more children, or else none

        Raises:
            LudError: no game of the run is called so
        """
        child = self.named(name)
        with _clear(self.name):
            if child is None:
                rows = self._db.execute("SELECT name FROM children WHERE name <> ''")
                hint = suggest(name, [row[0] for row in rows]) or "games have names once they live"
                raise LudError(f"no game of {self.name} is called {name}", None, hint)
            query = "SELECT coalesce(max(number), -1) + 1 FROM children"
            opinion = Opinion(child.number, liked, self._db.execute(query).fetchone()[0])
            if {one.number: one.liked for one in self.opinions}.get(child.number) is liked:
                return
            self.opinions = (*self.opinions, opinion)
            text = json.dumps([asdict(one) for one in self.opinions])
            with self._db:
                self._db.execute("INSERT OR REPLACE INTO run VALUES ('opinions', ?)", (text,))


# Files


def create(path: Path | None, settings: Settings, founders: Sequence[str]) -> Store:
    """A new run.

    Args:
        path: its file; None for one that is kept in memory and gone at the end
        settings: of the run
        founders: the rules that it begins with

    Raises:
        LudError: the file is there already, or cannot be
    """
    if path is None:
        db = sqlite3.connect(":memory:", check_same_thread=False)
        return _filled(db, "the store", settings, founders, None)
    if is_begun(path):
        raise LudError(f"{path} is there already")
    lock = _locked(path)
    try:
        with _clear(str(path)):
            return _filled(_connected(path, "rwc"), str(path), settings, founders, lock)
    except BaseException:
        lock.close()
        raise


def _filled(
    db: sqlite3.Connection,
    name: str,
    settings: Settings,
    founders: Sequence[str],
    lock: Lock | None,
) -> Store:
    _prepare(db)
    about = {
        "settings": asdict(settings),
        "founders": list(founders),
        "created": time.time(),
        "program": program(),
    }
    rows = [(key, json.dumps(value, sort_keys=True)) for key, value in about.items()]
    # One transaction: whoever is killed here leaves an empty file, which counts as none.
    marks = f"PRAGMA application_id = {MARK}; PRAGMA user_version = {SCHEMA};"
    db.executescript(f"BEGIN; {marks} {TABLES} {AGAIN}")
    db.executemany("INSERT INTO run VALUES (?, ?)", rows)
    db.commit()
    return Store(db, name, lock)


def _prepare(db: sqlite3.Connection) -> None:
    """Others may read while this is written, and nothing is lost when the process is killed."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")


def resume(path: Path) -> Store:
    """A run that is to go on.

    Raises:
        LudError: it is no run, another process has it, or it is of a newer program
    """
    db = _checked(path, "rw")
    try:
        lock = _locked(path)
    except BaseException:
        db.close()
        raise
    with _clear(str(path)):
        _prepare(db)
        db.executescript(AGAIN)
        return Store(db, str(path), lock)


def read(path: str | Path) -> Store:
    """A run that is only read, perhaps while another process writes it.

    Raises:
        LudError: it is no run, or of a newer program
    """
    return Store(_checked(Path(path), "ro"), str(path))


def is_begun(path: Path) -> bool:
    """Whether there is something in a file.

    What died before it wrote anything did not begin: a database without a table.
    """
    if not path.is_file() or not path.stat().st_size:
        return path.exists() and not path.is_file()
    db = _connected(path, "ro")
    try:
        return db.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)
    except sqlite3.DatabaseError:
        return True  # whatever it is, it is not ours to fill
    finally:
        db.close()


def _locked(path: Path) -> Lock:
    try:
        return Lock(path.with_name(f"{path.name}.lock"))
    except BlockingIOError:
        hint = "wait for it, or take another file"
        raise LudError(f"another process is at work on {path}", None, hint) from None
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    where = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=30, check_same_thread=False)


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    if not path.exists():
        raise LudError(f"there is no file {path}")
    if path.is_dir():
        raise LudError(f"{path} is a folder, not the file of a run")
    with _clear(str(path)):
        db = _connected(path, mode)
        try:
            (mark,) = db.execute("PRAGMA application_id").fetchone()
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            if mark != MARK:
                raise LudError(f"{path} is not the file of a run")
            if schema > SCHEMA:
                raise LudError(f"{path} was written by a newer version of ludwright")
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def _clear(name: str) -> Iterator[None]:
    """What SQLite complains about, and what is damaged, as a message that names the file."""
    try:
        yield
    except UnsoundError as error:
        raise LudError(f"{name} is damaged: {error}", None, DAMAGED) from None
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise LudError(f"{name} is not the file of a run") from None
        raise LudError(f"{name}: {error}") from None


# Rows


def _row(child: Child) -> tuple[Any, ...]:
    values = (getattr(child, name) for name in COLUMNS)
    return tuple(
        json.dumps(value) if name in PACKED else value
        for name, value in zip(COLUMNS, values, strict=True)
    )


def _child(row: Sequence[Any]) -> Child:
    try:
        return Child(**{name: _value(name, one) for name, one in zip(COLUMNS, row, strict=True)})
    except UnsoundError as error:
        raise UnsoundError(f"child {row[0]}, {error}") from None


def _value(name: str, value: object) -> Any:
    """A value of a column."""
    return named(name, READERS[name], value)


def _appraisal(number: object, found: object) -> Appraisal:
    try:
        return from_json(Appraisal)(found)
    except (UnsoundError, TypeError) as error:
        raise UnsoundError(f"child {number}, measured again: {error}") from None


def _part(about: Mapping[str, object], key: str, kind: Any) -> Any:
    """A part of what is known of a run as a whole."""
    try:
        return named(key, from_json(kind), about.get(key))
    except TypeError as error:
        raise UnsoundError(f"{key}: {error}") from None


def _corrected(child: Child, found: Appraisal) -> Child:
    """A child with the figures of other games than those that it was kept for."""
    return replace(child, score=found.score, measures=found.measures or child.measures)


# Settings


def settings_from(data: Mapping[str, Any], name: str) -> Settings:
    """Settings as they were written; what an older program did not know has its default.

    Raises:
        LudError: they are of a newer program
    """
    try:
        return reader(Settings)(data)
    except TypeError:
        raise LudError(f"{name} was written by a newer version of ludwright") from None


def differences(stored: Settings, wanted: Settings) -> list[str]:
    """In what two settings differ, as `seed 1, not 2`."""
    flat = [dict(_flat(asdict(one))) for one in (stored, wanted)]
    names = dict.fromkeys([*flat[0], *flat[1]])
    return [
        f"{name} {_shown(flat[0].get(name))}, not {_shown(flat[1].get(name))}"
        for name in names
        if flat[0].get(name) != flat[1].get(name)
    ]


def _flat(data: Mapping[str, Any], lead: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{lead}{key}.")
        else:
            yield f"{lead}{key}", value


def _shown(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one).splitlines()[0][:30] for one in value)
    return "its default" if value is None else str(value)


def program() -> str:
    """The version of this program."""
    try:
        return version("ludwright")
    except PackageNotFoundError:
        return "unknown"

"""Games that were compiled before, kept on disk beside their native code.

What is kept is found by the rule text, what was chosen, and the state of this package's own
files, so that a changed rule or a changed compiler never meets an old game. The program, the
board and the expanded rules are read from what is kept only when somebody asks for them.
"""

from __future__ import annotations

import functools
import io
import json
import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import resources
from operator import attrgetter
from pathlib import Path
from typing import Any

from interpreter.board.topology import Topology
from interpreter.ir.program import Access, Instruction, Program
from interpreter.language.parts import Graphics, Hand, OtherSites, PieceKind
from interpreter.targets.llvm import jit
from interpreter.text.errors import Problem, Source, Span
from interpreter.text.expand import Expanded
from interpreter.text.tree import Array, Clause, Integer, Labelled, String, Symbol

# Of these a game has thousands. All that one is made of is read at once, where a dataclass asks for
# its fields one by one: they are kept, and read again, in half the time.
MANY = Span, Symbol, String, Integer, Labelled, Clause, Array, Instruction, Access
MADE_OF: dict[type[object], Any] = {
    kind: attrgetter(*(one.name for one in fields(kind))) for kind in MANY
}


@dataclass(frozen=True, slots=True)
class Head:
    """What a game needs at once.

    Args:
        scratch: bytes of scratch memory that native code asks for
    """

    name: str
    players: int
    pieces: tuple[PieceKind, ...]
    hands: tuple[Hand, ...]
    others: tuple[OtherSites, ...]
    options: Mapping[str, str]
    scratch: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The larger parts of a game."""

    program: Program
    board: Topology
    expanded: Expanded
    graphics: Graphics
    warnings: tuple[Problem, ...]


class Kept:
    """A game as it was kept; its larger parts are read when asked for."""

    def __init__(self, head: Head, parts: Mapping[str, bytes]) -> None:
        self.head = head
        self._parts = parts

    @cached_property
    def program(self) -> Program:
        """The program."""
        return self._part("program")

    @cached_property
    def board(self) -> Topology:
        """The board."""
        return self._part("board")

    @cached_property
    def expanded(self) -> Expanded:
        """The rules as they were expanded."""
        return self._part("expanded")

    @cached_property
    def graphics(self) -> Graphics:
        """What is known of how it is drawn."""
        return self._part("graphics")

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """What is legal in the rules but cannot be meant."""
        return self._part("warnings")

    def _part(self, name: str) -> Any:
        return pickle.loads(self._parts[name])


def key_of(
    source: Source,
    options: Mapping[str, str] | None,
    ruleset: str | None,
    passes: Sequence[str] | None,
) -> str:
    """The name of what some rules compile to with these passes, by this version of the package."""
    names = None if passes is None else tuple(passes)
    chosen = repr((sorted((options or {}).items()), ruleset, names))
    return key_of_texts(source.name, source.text, chosen)


def key_of_match(key: str, games: Iterable[Source]) -> str:
    """The name of what a match compiles to.

    Args:
        key: what it would be if its own text were all
        games: the rule files of the games that it names
    """
    return jit.key_of(key, *(part for one in games for part in (one.name, one.text)))


def keep_names(key: str, names: Iterable[str]) -> None:
    """Keep which games a match names in whose key there are only its own rules."""
    jit.keep(_of_names(key), json.dumps([*names]).encode())


def recall_names(key: str) -> list[str]:
    """Which games a match names, if that is known."""
    return json.loads(jit.recall(_of_names(key)) or b"[]")


def _of_names(key: str) -> str:
    return jit.key_of(key, "names")


def key_of_texts(*texts: str) -> str:
    """The name of what is made of some texts, by this version of the package."""
    return jit.key_of(*texts, _fingerprint())


@functools.cache
def _fingerprint() -> str:
    """What the files are that games are compiled by: their names, sizes and times."""
    found = [(name, path.stat()) for name, path in sources().items()]
    return "\n".join(f"{name} {about.st_size} {about.st_mtime_ns}" for name, about in found)


def sources() -> dict[str, Path]:
    """The files that games are compiled by, by their names in the packages."""
    found: dict[str, Path] = {}
    for package in ("interpreter", "ludemes"):
        top = str(resources.files(package))
        for folder, inner, names in os.walk(top):
            inner[:] = sorted(one for one in inner if one != "__pycache__")
            place = package + folder[len(top) :].replace(os.sep, "/")
            for name in sorted(names):
                if name.endswith((".py", ".def", ".txt", ".lark")):
                    found[f"{place}/{name}"] = Path(folder, name)
    return found


def recall(key: str) -> Kept | None:
    """A game that was kept; None if it was not, or cannot be read."""
    data = jit.recall(key)
    if data is None:
        return None
    try:
        head, parts = pickle.loads(data)
    except Exception:  # whatever is wrong with it, the game is compiled again
        return None
    return Kept(head, parts)


def keeper(key: str, head: Callable[[int], Head], parts: Parts) -> Callable[[int], None]:
    """What keeps a game, once the bytes of scratch memory are known."""

    def keep(scratch: int) -> None:
        try:
            pickled = {one.name: _pickled(getattr(parts, one.name)) for one in fields(parts)}
        except RecursionError:  # blocks within blocks, too deep to be kept; it is compiled anew
            return
        jit.keep(key, pickle.dumps((head(scratch), pickled), 5))

    return keep


def _pickled(part: object) -> bytes:
    held = io.BytesIO()
    pickler = pickle.Pickler(held, 5)
    pickler.dispatch_table = dict.fromkeys(MANY, _made_again)
    pickler.dump(part)
    return held.getvalue()


def _made_again(one: object) -> tuple[type, tuple[object, ...]]:
    """What pickles one of many: its type, and what it is made of."""
    kind: type[object] = type(one)
    return kind, MADE_OF[kind](one)

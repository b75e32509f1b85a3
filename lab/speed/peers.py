"""What other systems do: figures recorded once, and programs in C that can be run beside ours."""

from __future__ import annotations

import functools
import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game, LudError
from interpreter.play.load import defines, games, read
from interpreter.text.expand import expand

RECORDED = Path(__file__).with_name("peers.tsv")
PROGRAMS = Path(__file__).parents[2] / "tests" / "bench"
COMPILERS = ("clang", "gcc", "cc")
# Tuned for no processor in particular: for some, GCC spends more time moving than computing.
FLAGS = ("-std=c11", "-O3", "-march=native", "-mtune=generic", "-fno-pie", "-no-pie")


@dataclass(frozen=True)
class Peers:
    """Other systems at one game.

    Args:
        game: its name
        options: the options under which they play the game of the figures
        plies: the mean length of a game there, as text
        rates: playouts a second by system; the best where a range was recorded
    """

    game: str
    options: Mapping[str, str]
    plies: str
    rates: Mapping[str, float]


@functools.cache
def recorded() -> tuple[Peers, ...]:
    """All recorded figures."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    head, *rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple(_peers(dict(zip(head, row, strict=True))) for row in rows)


def _peers(row: dict[str, str]) -> Peers:
    game, options, plies = row.pop("game"), row.pop("options"), row.pop("plies")
    chosen = dict(part.split("=") for part in options.split(",") if part)
    rates = {who: float(text.split("-")[-1]) for who, text in row.items() if text}
    return Peers(game, chosen, plies, rates)


def usual(name: str) -> Mapping[str, str]:
    """The options under which a game is compared with others."""
    for one in recorded():
        if one.game.casefold() == name.casefold():
            return one.options
    return {}


def peers_of(name: str, game: Game) -> Peers | None:
    """The figures for just this game, with just these options."""
    for one in recorded():
        if one.game.casefold() == name.casefold():
            try:
                theirs = expand(read(one.game), one.options, defines=defines()).chosen
            except LudError:  # a file of this name with other options
                continue
            if theirs == game.options:
                return one
    return None


@dataclass(frozen=True)
class Program:
    """A game in C that was compiled."""

    path: Path

    def play(self, games: int, seed: int) -> dict[str, float]:
        """How many games were played, with how many plies, wins and draws, in what time."""
        command = [str(self.path), str(games), str(seed)]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    def rate(self, games: int, seed: int) -> float:
        """Playouts a second."""
        done = self.play(games, seed)
        return done["games"] / max(done["seconds"], 1e-9)


def compiler() -> list[str] | None:
    """The C compiler to call: what CC says, or the first one there is."""
    if os.environ.get("CC"):
        return shlex.split(os.environ["CC"])
    found = next(filter(None, map(shutil.which, COMPILERS)), None)
    return [found] if found else None


def compiler_version() -> str:
    """What the C compiler calls itself; empty without one."""
    command = compiler()
    if command is None:
        return ""
    told = subprocess.run([*command, "--version"], check=False, capture_output=True, text=True)
    return told.stdout.partition("\n")[0]


def program_names() -> list[str]:
    """The games there are programs of; none where the tests are not installed."""
    return sorted(_programs())


def _programs() -> dict[str, Path]:
    ours = {name.casefold(): name for name in games()}
    found = {path.stem.replace("_", " "): path for path in PROGRAMS.glob("*.c")}
    return {ours.get(name, name.capitalize()): path for name, path in found.items()}


def build(name: str, folder: Path, options: Mapping[str, str] | None = None) -> Program | None:
    """Compile the program of a game into a folder; None without a program or a compiler.

    Args:
        options: of the game; a number, as of Size, is told to the program
    """
    found = next(
        (path for one, path in _programs().items() if one.casefold() == name.casefold()), None
    )
    command = compiler()
    if found is None or command is None:
        return None
    told = [f"-D{key.upper()}={item}" for key, item in (options or {}).items() if item.isdigit()]
    target = folder / "-".join((found.stem, *(one[2:] for one in told)))
    subprocess.run([*command, *FLAGS, *told, "-o", str(target), str(found)], check=True)
    return Program(target)

"""Known games: what people think of them, and what was measured of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
RATINGS: Final = HERE / "ratings.tsv"
MEASURED: Final = HERE / "measured.json"


@dataclass(frozen=True, slots=True)
class Known:
    """A game that people have rated.

    Args:
        name: of the game of the library
        options: those that are measured, where they are not the usual ones
        number: of the game at BoardGameGeek
        called: its name there
        average: of the ratings, from 1 to 10
        raters: how many there are
    """

    name: str
    options: Mapping[str, str]
    number: int
    called: str
    average: float
    raters: int


def known(path: Path = RATINGS) -> list[Known]:
    """The games of the table, in its order."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [_known(line.split("\t")) for line in lines[1:]]


def _known(row: list[str]) -> Known:
    name, options, number, called, average, raters = row
    chosen = dict(one.split("=") for one in options.split(";") if one)
    return Known(name, chosen, int(number), called, float(average), int(raters))


def read(path: Path = MEASURED) -> dict[str, dict[str, Any]]:
    """What was measured, by name of the game; empty if there is no file."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def write(found: Mapping[str, Mapping[str, Any]], path: Path = MEASURED) -> None:
    """Keep what was measured; a game a line, so that differences can be read."""
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    whole = "{\n" + ",\n".join(lines) + "\n}\n"
    path.with_suffix(".new").write_text(whole, "utf-8")
    path.with_suffix(".new").replace(path)

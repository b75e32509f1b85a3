"""From what was asked for on the command line to counts of clauses: `ludwright cover`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter import LudError, load
from lab.checks.cover import cover, table
from lab.cli.told import tell
from lab.files.find import rules
from lab.files.records import check_place
from lab.terminal.progress import progress


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be counted, as asked for; see the help of the command."""

    game: str
    options: Mapping[str, str]
    ruleset: str | None
    number: int
    searched: int
    seed: int
    table: bool
    json: Path | None


def run(wish: Wish) -> None:
    """Play, and show what its clauses answered.

    Raises:
        LudError: a mistake in the rules or in what is asked for
    """
    if not wish.number and not wish.searched:
        raise LudError("no game is to be played", None, "as in ludwright cover Hex -n 1000")
    check_place(wish.json)
    game = load(rules(wish.game), wish.options, wish.ruleset)
    with progress(wish.number + wish.searched) as advance:
        found = cover(game, wish.number, wish.searched, wish.seed, advance)
    if not tell(found.data(), wish.json):
        return
    if wish.table:
        print(table(found))
        print()
    for problem in found.warnings:
        print(problem)
    print(
        f"{game.name}: {found.random:,} random games, {found.searched:,} of a search,"
        f" {found.plies:,} plies; {len(found.counts)} clauses,"
        f" {sum(bool(one.never) for one in found.counts)} of them for nothing"
    )

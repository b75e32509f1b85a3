"""Whether breeding finds Yavalath's idea: `python -m lab.breeding.trials.rediscovery FOLDER`.

Runs begin with ordinary games of lines and connections, in none of which a line loses. A run has
found the idea if its archive, at the end, keeps a game in which a line of so many wins and a line
of fewer loses. Runs are kept in the folder, one file a seed; called again, they go on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from interpreter import LudError
from interpreter.language.parts import EndRule
from interpreter.language.words import Direction
from interpreter.text.printer import one_line
from interpreter.text.tree import Clause, Integer, Symbol
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import read
from lab.breeding.kinds import Limits, Settings
from lab.breeding.making.genome import Genome
from lab.breeding.running.events import Finished
from lab.breeding.running.run import evolve

FOUNDERS: Final = ("Tic-Tac-Toe", "Gomoku", "Connect Four", "Hex", "Y", "Havannah", "Gale")
LIMITS: Final = Limits(sites=230)
"""Gomoku's board is the largest: games on small boards are tried sooner, and more of them."""
WINS: Final = {("Mover", "Win"), ("Next", "Loss")}
MANY: Final = 1000
"""Longer than any line."""
LOSES: Final = {("Mover", "Loss"), ("Next", "Win")}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to.

    Args:
        seed: of the run
        children: how many there were
        seconds: processor time that they took
        kept: games in the archive
        best: the best of these
        first: the number of the first child with the idea that was kept, if only for a time
        found: the best game with the idea that is kept at the end
        rank: its place among the kept, by score, from 1
    """

    seed: int
    children: int
    seconds: float
    kept: int
    best: Child | None
    first: int | None
    found: Child | None
    rank: int

    @property
    def row(self) -> str:
        """A line of the table."""
        best = "-" if self.best is None else f"{self.best.score:.3f} {self.best.name}"
        if self.found is None:
            idea = "not found"
        else:
            ends = "; ".join(endings(self.found.text))
            idea = f"{self.found.score:.3f} {self.found.name}, {self.rank}. of {self.kept}: {ends}"
        first = "-" if self.first is None else str(self.first)
        cells = f"{self.seed:>4} {self.children:>8} {self.seconds / 60:>7.1f} {self.kept:>5}"
        return f"{cells} {first:>8}  {best:22} {idea}"


HEAD: Final = (
    f"{'seed':>4} {'children':>8} {'minutes':>7} {'kept':>5} {'first':>8}  {'best':22} idea"
)


# The idea


def has_idea(text: str) -> bool:
    """Whether in a game a line of so many wins, and one of fewer loses that has not won before."""
    rules = list(_lines(text))
    most = max((count for count, result in rules if result in WINS), default=0)
    won = MANY
    for count, result in rules:
        if result in LOSES and count < min(most, won):
            return True
        won = min(won, count) if result in WINS else won
    return False


def endings(text: str) -> list[str]:
    """The end rules of a game, on a line each."""
    return [one_line(part.tree) for part in Genome.read(text).parts if part.kind is EndRule]


def _lines(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """The end rules that ask for a line of the mover's alone: how many, and who gets what."""
    for part in Genome.read(text).parts:
        if part.kind is EndRule and isinstance(part.tree, Clause) and len(part.tree.args) > 1:
            count, result = _line(part.tree.args[0]), _result(part.tree.args[1])
            if count is not None and result is not None:
                yield count, result


def _line(condition: object) -> int | None:
    match condition:
        case Clause(Symbol("is"), (Symbol("Line"), Integer(count), *rest)):
            return count if all(_is_direction(one) for one in rest) else None
        case _:
            return None


def _is_direction(word: object) -> bool:
    return isinstance(word, Symbol) and word.text in {one.value for one in Direction}


def _result(result: object) -> tuple[str, str] | None:
    match result:
        case Clause(Symbol("result"), (Symbol(who), Symbol(what))):
            return who, what
        case _:
            return None


# Runs


def run(path: Path, seed: int, minutes: float, children: int | None, workers: int) -> None:
    """Breed for so long, or until there are so many children."""
    settings = None if path.exists() else Settings(FOUNDERS, seed=seed, limits=LIMITS)
    for event in evolve(
        settings, store=path, seconds=60 * minutes, children=children, workers=workers
    ):
        if isinstance(event, Finished):
            return


def outcome(path: Path, seed: int) -> Outcome:
    """What a run came to."""
    with closing(read(path)) as store:
        children = list(store.children())
    kept = sorted(
        (child for child in children if child.kept and child.left is None),
        key=lambda child: (-child.score, child.number),
    )
    ideas = [child for child in children if child.kept and has_idea(child.text)]
    still = [child for child in ideas if child.left is None]
    found = max(still, key=lambda child: child.score, default=None)
    rank = kept.index(found) + 1 if found is not None else 0
    seconds = sum(sum(child.seconds.values()) for child in children)
    first = min((child.number for child in ideas), default=None)
    best = next(iter(kept), None)
    return Outcome(seed, len(children), seconds, len(kept), best, first, found, rank)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.breeding.trials.rediscovery",
        description=(__doc__ or "").split("\n\n")[1],
    )
    parser.add_argument("folder", type=Path, help="where the runs are kept, one file a seed")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(range(1, 11)))
    parser.add_argument("--minutes", type=float, default=30.0, help="for each run; 0 to look")
    parser.add_argument("--children", type=int, help="stop each run there, whatever the time")
    parser.add_argument("--workers", type=int, default=2)
    wanted = parser.parse_args(arguments)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    print(HEAD, flush=True)
    found = 0
    for seed in wanted.seeds:
        path = wanted.folder / f"seed{seed}.db"
        if wanted.minutes > 0:
            run(path, seed, wanted.minutes, wanted.children, wanted.workers)
        if path.exists():
            made = outcome(path, seed)
            found += made.found is not None
            print(made.row, flush=True)
    print(f"{found} of {len(wanted.seeds)} runs keep a game with the idea")


if __name__ == "__main__":
    try:
        main()
    except LudError as error:
        sys.exit(str(error))

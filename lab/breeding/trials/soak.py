"""Mutants of the whole library, by the thousand: `python -m lab.breeding.trials.soak RUN.db`.

Every child has parents of the library, never other children, so that all of the language is met.
Nothing may bring the program down, no child may exceed its bounds for long, and every verdict is
kept. Called again with the same file, it goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from interpreter import LudError
from interpreter.play.load import games
from lab.breeding.judging.examiner import Examination
from lab.breeding.keeping.archive import Placing
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import read
from lab.breeding.kinds import ALIVE, Appraisal, Candidate, Effort, Limits, Settings
from lab.breeding.running.events import Progress
from lab.breeding.running.run import evolve

LIMITS: Final = Limits(players=16)
EFFORT: Final = Effort(
    playouts=64, short_games=4, short_iterations=20, long_games=4, long_iterations=20,
    promising=0.75,
)  # fmt: skip
"""Few and shallow games: what is sought is what breaks, not what is good."""
SEARCHED: Final = 8
"""One child in so many is tried by searching players."""


@dataclass(frozen=True, slots=True)
class Sparing(Examination):
    """Our examiner, which lets searching players try a few children only: they take the longest."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        """Try one child in so many."""
        if candidate.number % SEARCHED == 0:
            return Examination.appraise(self, candidate, settings)
        detail = "not among those that searching players try"
        return Appraisal(candidate.number, ALIVE, detail, "fingerprint", 0.0)


class Library:
    """An archive that keeps the founders, and nobody else."""

    def __init__(self) -> None:
        self._kept: list[Child] = []

    @property
    def places(self) -> int:
        """How many children could be kept at once."""
        return len(games())

    def tell(self, child: Child) -> Placing:
        """Keep a founder."""
        if child.parents:
            return Placing("", detail="only founders are kept")
        self._kept.append(child)
        return Placing("library")

    def choose(self, rng: Random) -> Child:
        """Any of the founders."""
        return rng.choice(self._kept)

    def __iter__(self) -> Iterator[Child]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def soak(
    path: Path, mutants: int, seed: int, workers: int, names: Sequence[str] = ()
) -> Iterator[Progress]:
    """Try so many mutants of games, all of the library if none is named; tell how far it is."""
    names = tuple(names or games())
    settings = Settings(names, seed=seed, limits=LIMITS, effort=EFFORT)
    wanted = None if path.exists() else settings
    events = evolve(
        wanted, store=path, children=len(names) + mutants, workers=workers, archive=Library(),
        examiner=Sparing(),
    )  # fmt: skip
    for event in events:
        if isinstance(event, Progress):
            yield event


def rows(children: Iterable[Child], seconds: float) -> Iterator[str]:
    """What became of the mutants, in lines.

    Args:
        children: all children of a run
        seconds: what each examination may take
    """
    found = [child for child in children if child.parents]
    yield f"{len(found)} mutants"
    for (verdict, stage), count in Counter((one.verdict, one.stage) for one in found).most_common():
        yield f"{count:>7}  {verdict or 'alive':14} {stage}"
    for one in found:
        if one.verdict in ("crashed", "raised", "hung"):
            yield f"child {one.number}: {one.verdict} at {one.stage}: {one.detail}"
    longest = max(found, key=lambda one: sum(one.seconds.values()), default=None)
    if longest is not None:
        spent = sum(longest.seconds.values())
        yield f"longest: child {longest.number}, {spent:.1f} s of {2 * seconds:.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.breeding.trials.soak", description=(__doc__ or "").split("\n\n")[1]
    )
    parser.add_argument("run", type=Path, help="the file of the run")
    parser.add_argument("--mutants", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    wanted = parser.parse_args(arguments)
    shown = 0
    for progress in soak(wanted.run, wanted.mutants, wanted.seed, wanted.workers):
        if progress.told >= shown + 500:
            shown = progress.told
            print(f"{progress.told} children, {progress.per_second:.1f} a second", flush=True)
    with closing(read(wanted.run)) as store:
        for row in rows(store.children(), LIMITS.seconds):
            print(row)


if __name__ == "__main__":
    # Worker processes import the examiner, so it must be that of the module by its name.
    from lab.breeding.trials import soak as here

    try:
        here.main()
    except LudError as error:
        sys.exit(str(error))

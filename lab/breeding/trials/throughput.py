"""How fast breeding is on one core: children through the sieve, and children fully measured.

Times are of the processor, so that other programs hardly change them, and stand beside what it
takes to compile the founders from their text to a first random game in the same process.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from random import Random
from typing import Final

from lab.breeding.judging.examine import appraise, conceive
from lab.breeding.kinds import (
    ALIVE,
    DUPLICATE,
    STAGES,
    WASTED,
    Candidate,
    Conception,
    Parent,
    Settings,
)
from lab.breeding.making.credit import Credit, rows
from lab.breeding.making.founders import FOUNDERS
from lab.breeding.making.genome import Genome

CHILDREN: Final = 200
MEASURED: Final = 30


@dataclass
class Throughput:
    """What breeding takes, in seconds of one core.

    Attributes:
        children: how many were made, checked, compiled and sieved
        sieving: what that took
        measured: how many were tried by searching players
        measuring: what that took
        stages: what each stage took, for all children that came to it
        verdicts: how many children each verdict of the sieve was given to
        compiling: what a founder takes from its text to a first random game, on average
        ways: how children of each way fared; those that pass the sieve have lived
    """

    children: int = 0
    sieving: float = 0.0
    measured: int = 0
    measuring: float = 0.0
    stages: Counter[str] = field(default_factory=Counter[str])
    verdicts: Counter[str] = field(default_factory=Counter[str])
    compiling: float = 0.0
    ways: Credit = field(default_factory=Credit)

    @property
    def per_child(self) -> float:
        """Seconds of a core for a child on average, if all that can be are measured."""
        share = self.verdicts[ALIVE] / self.children / max(1, self.measured)
        return self.sieving / self.children + share * self.measuring

    @property
    def data(self) -> dict[str, object]:
        """The same as JSON has it."""
        verdicts = {name or "alive": count for name, count in self.verdicts.items()}
        numbers = {one.name: getattr(self, one.name) for one in fields(self)}
        stages = dict(self.stages)
        numbers["ways"] = [asdict(one) for one in self.ways.in_order()]
        return numbers | {"verdicts": verdicts, "stages": stages, "per_child": self.per_child}

    def rows(self) -> Iterator[str]:
        """The table."""
        yield f"made, checked, compiled, sieved {self.children / self.sieving:8.1f} children/s"
        minute = 60 * self.measured / self.measuring if self.measured else 0.0
        yield f"fully measured                  {minute:8.1f} a minute"
        yield f"both, in a run                  {1 / self.per_child:8.1f} children/s"
        each = self.sieving / self.children / self.compiling
        yield f"a child in the sieve takes as long as compiling {each:.2f} founders"
        yield f"pass the sieve                  {self.verdicts[ALIVE] / self.children:8.1%}"
        yield "share of the time of a run:"
        scaled = dict(self._per_child())
        total = sum(scaled.values())
        for stage in STAGES:
            yield f"  {stage:12} {scaled.get(stage, 0.0) / total:6.1%}"
        yield "what came of each way, in the sieve:"
        for cells in rows(self.ways):
            first, made, *shares = (cell for n, cell in enumerate(cells) if n not in (6, 8))
            yield f"  {first:12} {made:>6} {' '.join(f'{cell:>10}' for cell in shares)}"

    def _per_child(self) -> Iterator[tuple[str, float]]:
        """What each stage takes of a child on average."""
        late = self.verdicts[ALIVE] / self.children / max(1, self.measured)
        for stage, seconds in self.stages.items():
            searched = stage in ("short", "gate", "long", "tidy")
            yield stage, seconds * late if searched else seconds / self.children


def throughput(
    names: Sequence[str] = FOUNDERS, children: int = CHILDREN, measured: int = MEASURED
) -> Throughput:
    """Breed in this process and time it.

    Args:
        names: the games to breed from
        children: how many are sieved
        measured: how many of these are measured, at most
    """
    settings, found = Settings(tuple(names)), Throughput()
    parents = [Parent(n, name, Genome.read(name).text(name)) for n, name in enumerate(names)]
    conceive(Conception(0, 0, (), parents[0].text), settings)  # everything has been loaded once
    start = time.process_time()
    for parent in parents:
        Genome.read(parent.text).compile().playouts(1)
    found.compiling = (time.process_time() - start) / len(parents)
    alive = list(_sieved(found, parents, settings, children))
    for candidate in alive[:measured]:
        start = time.process_time()
        found.stages.update(appraise(candidate, settings).seconds)
        found.measuring += time.process_time() - start
        found.measured += 1
    return found


def _sieved(
    found: Throughput, parents: Sequence[Parent], settings: Settings, children: int
) -> Iterator[Candidate]:
    known: set[str] = set()
    for number in range(children):
        random = Random(f"bench {number}")
        several = 2 if random.random() < settings.crossing else 1
        task = Conception(number, random.getrandbits(40), tuple(random.sample(parents, several)))
        start = time.process_time()
        candidate = conceive(task, settings)
        found.sieving += time.process_time() - start
        found.children += 1
        found.stages.update(candidate.seconds)
        fresh = candidate.fingerprint not in known
        verdict = candidate.verdict or (ALIVE if fresh else DUPLICATE)
        found.verdicts[verdict] += 1
        found.ways.tell(
            candidate.change, verdict, str(candidate.features.get(WASTED, "")), kept=False
        )
        known.add(candidate.fingerprint)
        if candidate.verdict == ALIVE and fresh:
            yield candidate

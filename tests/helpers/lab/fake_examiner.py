"""An examiner that costs nothing: what it finds follows from seeds, numbers and parents alone.

A text is a few words, as in `(game "Child 7") board hex goal line quality 0.4 …`. Some children
go wrong in ways that can end a process.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import sys
import time
from dataclasses import dataclass, replace
from hashlib import blake2b
from random import Random

from lab.breeding.judging.notes import note
from lab.breeding.kinds import ALIVE, Appraisal, Candidate, Conception, Effort, Limits, Settings

FOUNDERS = tuple(
    f'(game "First {name}") board {board} goal {goal} quality 0.3 length {length}'
    for name, board, goal, length in (
        ("One", "square", "line", 12),
        ("Two", "hex", "connection", 30),
        ("Three", "triangular", "capture", 60),
    )
)
SETTINGS = Settings(FOUNDERS, seed=1, mode="ludi", ahead=8, population=20,
                    limits=Limits(seconds=0.2, memory=100), effort=Effort())  # fmt: skip
WORD = re.compile(r"(\w+) (\S+)")


@dataclass(frozen=True)
class Fake:
    """Makes children, of which some go wrong.

    Args:
        wrong: the share that does
        pause: seconds that every examination takes
    """

    wrong: float = 0.1
    pause: float = 0.0

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        time.sleep(self.pause)
        rng = Random(task.seed)
        if task.text is not None:
            return candidate(task.number, task.text, "founder")
        facts = facts_of(task.parents[0].text)
        for parent in task.parents[1:]:
            facts |= {key: one for key, one in facts_of(parent.text).items() if rng.random() < 0.5}
        facts["board"] = rng.choice((facts["board"], "square", "hex"))
        facts["goal"] = rng.choice((facts["goal"], "line", "connection", "reach"))
        facts["length"] = str(max(5, int(facts["length"]) + rng.randint(-9, 9)))
        facts["quality"] = f"{min(1.0, max(0.0, float(facts['quality']) + rng.gauss(0, 0.1))):.2f}"
        text = " ".join(f"{key} {value}" for key, value in facts.items())
        text = f'(game "Child {task.number}") {text}'
        note("compile", text=text, change="fake")
        if rng.random() < self.wrong:
            misfortune(rng)
        if rng.random() < 0.3:
            return Candidate(task.number, "dull", "it is dull", "sieve", text, "fake")
        return candidate(task.number, text, "fake")

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        time.sleep(self.pause)
        rng = Random(f"appraisal {candidate.canonical}")
        if candidate.change != "founder" and rng.random() < self.wrong:
            misfortune(rng)
        number, quality = candidate.number, float(facts_of(candidate.text)["quality"])
        if quality < 0.1:
            return Appraisal(number, "shallow", "nobody learns it", "short", quality)
        return Appraisal(
            number, ALIVE, "", "long", quality, {"depth": (quality, 0.0, 1.0)},
            {"branching": 7.0}, ("a1", "b2"), seconds={"long": time.perf_counter()},
        )  # fmt: skip


@dataclass(frozen=True)
class Recorded(Fake):
    """One that leaves a line in a file for everything it does."""

    file: str = ""

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        self.record(f"conceive {task.number}")
        return super().conceive(task, settings)

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        found = super().appraise(candidate, settings)
        self.record(f"appraise {candidate.number}")
        return found

    def record(self, line: str) -> None:
        with open(self.file, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"{line}\n")


@dataclass(frozen=True)
class Sobering(Recorded):
    """One by which games score half as much when more games are played of them."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        found = super().appraise(candidate, settings)
        score = found.score / 2 if settings.effort.times > 1 else found.score
        return replace(found, score=score, measures={"score": (score, score / 2, 1.0)})


class Obedient(Fake):
    """One that does what the text of a founder says."""

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        note("compile", text="(game)", change="by hand")
        assert task.text is not None
        done = globals()[task.text]()
        return replace(candidate(task.number, FOUNDERS[0], "founder"), change=str(done))


class Unfit(Fake):
    """One that cannot begin."""

    def prepare(self) -> None:
        raise ImportError("no module named luck")


def facts_of(text: str) -> dict[str, str]:
    return dict(WORD.findall(text.partition(")")[2]))


def candidate(number: int, text: str, change: str) -> Candidate:
    facts = facts_of(text)
    canonical = blake2b(repr(sorted(facts.items())).encode(), digest_size=8).hexdigest()
    features: dict[str, float | str] = {
        "board": facts["board"], "goal": facts["goal"], "length": float(facts["length"]),
    }  # fmt: skip
    # Games that differ in little play alike.
    alike = f"{facts['board']} {facts['goal']} {int(facts['length']) // 6} {facts['quality'][:3]}"
    return Candidate(number, ALIVE, "", "fingerprint", text, change, canonical, alike, features)


def misfortune(rng: Random) -> None:
    rng.choice((crash, spin, swallow, swallow, fall))()


def crash() -> None:
    os.abort()


def spin() -> None:
    while True:
        pass


def swallow() -> None:
    held = []
    while True:
        held.append(bytes(8 << 20))  # never touched: it costs no time


def fall() -> None:
    ctypes.string_at(0)


def stall() -> None:
    time.sleep(1000)


def nothing() -> None:
    pass


def leave() -> None:
    os._exit(3)


def blunder() -> float:
    return 1 / (len(HELD) - len(HELD))


def quit_() -> None:
    sys.exit(0)


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def own_pid() -> int:
    return os.getpid()


def work() -> None:
    start = time.process_time()
    while time.process_time() - start < 0.12:
        pass


HELD: list[bytes] = []


def hoard() -> None:
    HELD.append(bytes(60 << 20))


def nap() -> None:
    time.sleep(0.5)


def chatter() -> None:
    print("x" * 100_000, flush=True)
    os.write(1, b"y" * 100_000)

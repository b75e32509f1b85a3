"""Children that go wrong cost themselves alone."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Fake, Obedient, Unfit
from interpreter import LudError
from lab.breeding.judging.guard import Guard, Stopped, orders
from lab.breeding.judging.guarded import mapped
from lab.breeding.kinds import Candidate, Conception, Settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits need POSIX")
GOOD = Conception(7, 1, (), FOUNDERS[0])


def guard_for(examiner: Fake, settings: Settings = SETTINGS, patience: float = 10.0) -> Guard:
    return Guard(orders(examiner, settings), patience=patience)


@pytest.fixture
def guard() -> Iterator[Guard]:
    found = guard_for(Obedient(), patience=1.0)
    yield found
    found.close()


def run(guard: Guard, what: str) -> Candidate:
    return guard.conceive(Conception(3, 1, (), what))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "verdict", "detail"),
    [
        ("spin", "slow", "it took more than 0.2 s of processor time"),
        ("swallow", "memory", "it needs more than 100 MiB of memory"),
        ("crash", "crashed", "its process ended with SIGABRT"),
        ("fall", "crashed", "its process ended with SIGSEGV"),
        ("leave", "crashed", "its process ended with status 3"),
        ("blunder", "crashed", "examining it raised ZeroDivisionError: division by zero"),
        ("quit_", "crashed", "examining it raised SystemExit: 0"),
        ("stall", "hung", "no answer in 1.2 s by the clock"),
    ],
)
def test_what_goes_wrong_is_a_verdict(guard: Guard, what: str, verdict: str, detail: str) -> None:
    found = run(guard, what)
    assert (found.number, found.verdict, found.detail) == (3, verdict, detail)
    # What the examiner had noted is not lost.
    assert (found.stage, found.text, found.change) == ("compile", "(game)", "by hand")
    # The next one is none the worse for it.
    assert guard.conceive(replace(GOOD, text="nothing")).verdict == ""


def test_a_process_serves_many(guard: Guard) -> None:
    first, second = run(guard, "own_pid"), run(guard, "own_pid")
    assert first.change == second.change != str(os.getpid())


def test_limits_are_those_of_one_task(guard: Guard) -> None:
    # Each needs more than half of the processor time.
    assert [run(guard, "work").verdict for _ in range(3)] == [""] * 3
    # Each holds more than half of the memory, and keeps it.
    assert [run(guard, "hoard").verdict for _ in range(3)] == [""] * 3


@pytest.mark.slow
def test_a_process_killed_from_outside_is_no_verdict() -> None:
    guard = guard_for(Obedient())
    pid = int(run(guard, "own_pid").change)
    os.kill(pid, signal.SIGKILL)
    again = run(guard, "own_pid")
    assert again.verdict == ""
    assert int(again.change) != pid
    killer = threading.Timer(0.2, lambda: os.kill(int(again.change), signal.SIGKILL))
    killer.start()
    assert run(guard, "nap").verdict == ""
    guard.close()


def test_one_that_kills_itself_is_not_tried_for_ever(guard: Guard) -> None:
    found = run(guard, "kill_itself")
    assert (found.verdict, found.detail) == (
        "crashed",
        "its process was killed 3 times, from outside or by itself",
    )


def test_appraisals_are_guarded() -> None:
    guard = guard_for(Fake(wrong=1.0))
    child = Fake().conceive(GOOD, SETTINGS)
    assert guard.appraise(child).verdict == ""
    found = guard.appraise(replace(child, change="fake"))
    assert found.verdict in ("slow", "memory", "crashed")
    assert (found.number, found.stage, found.score) == (7, "short", 0.0)
    guard.close()


def test_what_is_printed_does_not_disturb(guard: Guard) -> None:
    assert run(guard, "chatter").verdict == ""


def test_closing_ends_what_is_under_way() -> None:
    guard = guard_for(Obedient())
    pid = int(run(guard, "own_pid").change)
    threading.Timer(0.2, guard.close).start()
    with pytest.raises(Stopped):
        run(guard, "stall")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(Stopped):
        run(guard, "own_pid")


def test_an_examiner_that_cannot_begin() -> None:
    guard = guard_for(Unfit())
    with pytest.raises(LudError, match="the examiner cannot work: ImportError: no module named"):
        guard.conceive(GOOD)
    guard.close()


def test_a_process_that_does_not_start(guard: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", shutil.which("false"))
    with pytest.raises(LudError, match="a worker process does not start: it ended with status 1"):
        guard.conceive(GOOD)


def test_an_examiner_that_cannot_be_sent() -> None:
    class Inner(Fake):
        pass

    with pytest.raises(LudError, match="the examiner cannot be pickled"):
        orders(Inner(), SETTINGS)
    Inner.__module__ = "__main__"
    with pytest.raises(LudError, match="put its class into a module of its own"):
        orders(Inner(), SETTINGS)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_what_is_mapped_is_known() -> None:
    before = mapped()
    # More than a test before it can have left behind: what is free already is not mapped anew.
    held = bytearray(1 << 30)
    # Something else may be given back meanwhile, but not much.
    assert mapped() - before >= len(held) - (4 << 20) > 0


PARENT = """
import time
from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Obedient
from lab.breeding.judging.guard import Guard, orders
from lab.breeding.kinds import Conception
guard = Guard(orders(Obedient(), SETTINGS))
print(guard.conceive(Conception(0, 1, (), "own_pid")).change, flush=True)
guard.conceive(Conception(0, 1, (), "stall"))
"""


def test_no_process_outlives_its_guard() -> None:
    path = os.pathsep.join(sys.path)
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    os.kill(pid, 0)
    parent.kill()
    parent.wait()
    until = time.monotonic() + 10
    while _runs(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    """Whether a process is there, and not only its number that nobody has asked for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False

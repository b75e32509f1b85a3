"""Children are examined in a process of their own, so that one that goes wrong costs only itself.

A process serves one child after the other. When it dies, it is the child's verdict: `slow` past
the limit of processor time, `memory` past that of memory, `hung` when it does nothing for long,
`crashed` for all else. A process that somebody else has killed says nothing about the child, which
is then tried again.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, Final, Protocol

from interpreter.text.errors import LudError
from lab.breeding.judging.notes import receive, send
from lab.breeding.kinds import Appraisal, Candidate, Conception, Limits, Settings

TASKS: Final = 400
"""A process is replaced after so many: compiled code is not given back."""
ATTEMPTS: Final = 3
"""How often a child is tried whose process is killed from outside."""
PATIENCE: Final = 10.0
"""How much longer a child may take by the clock than in processor time."""
START_S: Final = 300.0
"""How long a process may take to start, on however busy a machine."""
OUTSIDE: Final = {0, -signal.SIGTERM, -getattr(signal, "SIGKILL", 9)}
"""How a process ends that somebody else ends, or that was idle for long."""
SERIAL: Final = {
    # One thread where libraries would have one for each core: there is a process for each.
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "MALLOC_ARENA_MAX": "2",
}


class Examiner(Protocol):
    """What examines children; it is pickled, and works in processes of its own.

    A method `prepare`, if there is one, is called once in each process, before any limit holds.
    """

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        """Make a child and try what needs no search."""
        ...

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        """Let searching players try it."""
        ...


@dataclass(frozen=True, slots=True)
class Orders:
    """What guards work by.

    Args:
        pickled: the examiner and the settings
        limits: of the settings
    """

    pickled: bytes
    limits: Limits


def orders(examiner: Examiner, settings: Settings) -> Orders:
    """An examiner and settings for guards.

    Raises:
        LudError: the examiner cannot be had in another process
    """
    if type(examiner).__module__ == "__main__":
        hint = "put its class into a module of its own, and import it"
        raise LudError("an examiner works in other processes, which do not see yours", None, hint)
    try:
        return Orders(pickle.dumps((examiner, settings)), settings.limits)
    except Exception as error:
        raise LudError(f"the examiner cannot be pickled: {error}") from None


class Stopped(Exception):  # noqa: N818  not an error: somebody wanted it
    """The guard was closed while a child was examined."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came of a task.

    Args:
        verdict: `done`, or why there is no value
        value: what the examiner returned
        detail: the verdict in a sentence
        stage, text, change: what it had noted before
    """

    verdict: str
    value: Any = None
    detail: str = ""
    stage: str = ""
    text: str = ""
    change: str = ""


class Guard:
    """Examines children in a process that can be lost; used by one thread at a time.

    Args:
        orders: what it works by
        patience: how much longer a child may take by the clock than in processor time
    """

    def __init__(self, orders: Orders, *, patience: float = PATIENCE) -> None:
        self.orders = orders
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._started = False
        self._held = 0  # MiB, before the first task
        self._tasks = 0
        self._closed = False
        self._lock = threading.Lock()

    def conceive(self, task: Conception) -> Candidate:
        """Make a child; whatever happens, there is a verdict."""
        found = self._ask("conceive", task)
        if found.verdict == "done":
            return found.value
        founder = task.text or ""
        return Candidate(
            task.number,
            found.verdict,
            found.detail,
            found.stage or "vary",
            found.text or founder,
            found.change or ("founder" if founder else ""),
        )

    def appraise(self, candidate: Candidate) -> Appraisal:
        """Appraise a child; whatever happens, there is a verdict."""
        found = self._ask("appraise", candidate)
        if found.verdict == "done":
            return found.value
        stage = found.stage or "short"
        return Appraisal(candidate.number, found.verdict, found.detail, stage, 0.0)

    def close(self) -> None:
        """End the process; a task that is under way raises `Stopped` in its thread."""
        with self._lock:
            self._closed = True
            self._end()

    # One task

    def _ask(self, kind: str, task: object) -> _Answer:
        for _ in range(ATTEMPTS):
            found = self._attempt(kind, task)
            if found is not None:
                return found
        if not self._started:
            raise LudError("worker processes are killed before they have started")
        detail = f"its process was killed {ATTEMPTS} times, from outside or by itself"
        return _Answer("crashed", detail=detail)

    def _attempt(self, kind: str, task: object) -> _Answer | None:
        """One attempt; None if somebody else has ended the process."""
        limits = self.orders.limits
        process = self._ready()
        said = _Answer("")
        wait = self._patience * (limits.seconds + 1)
        clock = _Clock(process)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            if not self._started:
                clock.set(START_S)
                self._welcome(*receive(process.stdout))
            clock.set(wait)
            send(process.stdin, (kind, task))
            while True:
                what, value = receive(process.stdout)
                if what != "note":
                    return self._answered(what, value, said, limits)
                said = _Answer("", None, "", *value)
        except (EOFError, OSError):
            return self._died(process, said, limits, wait if clock.rung else None)
        finally:
            clock.stop()

    def _welcome(self, what: str, value: Any) -> None:
        if what == "unfit":
            raise LudError(f"the examiner cannot work: {value}")
        self._started, self._held = True, value

    def _answered(self, what: str, value: Any, said: _Answer, limits: Limits) -> _Answer:
        if what == "done":
            found, resident = value
            self._tasks += 1
            if self._tasks >= TASKS or resident - self._held > limits.memory // 2:
                self._forget()
            return _Answer("done", found)
        if what == "memory":
            self._forget()
            return _with(said, "memory", f"it needs more than {limits.memory} MiB of memory")
        return _with(said, "crashed", f"examining it raised {value}")

    def _died(
        self,
        process: subprocess.Popen[bytes],
        said: _Answer,
        limits: Limits,
        waited: float | None,
    ) -> _Answer | None:
        status = process.wait()
        self._forget()
        if self._closed:
            raise Stopped
        if status in OUTSIDE and waited is None:
            return None
        if not self._started:
            raise LudError(f"a worker process does not start: it ended with {_name(status)}")
        if waited is not None:
            return _with(said, "hung", f"no answer in {waited:g} s by the clock")
        if status == -getattr(signal, "SIGPROF", 0):
            detail = f"it took more than {limits.seconds:g} s of processor time"
            return _with(said, "slow", detail)
        return _with(said, "crashed", f"its process ended with {_name(status)}")

    # The process

    def _ready(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Stopped
            if self._process is None:
                self._process = _start(self.orders)
                self._started, self._tasks = False, 0
            return self._process

    def _forget(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                # Its thread may be reading; what was not written yet has no reader any more.
                _close(pipe)


def import_path() -> str:
    """Where another process finds the modules that this one does, as `PYTHONPATH` has it."""
    return os.pathsep.join(one or os.curdir for one in sys.path)


def _start(orders: Orders) -> subprocess.Popen[bytes]:
    quiet = None if os.environ.get("LUDWRIGHT_TRACE") else subprocess.DEVNULL
    # Nothing that is compiled is kept on disk: most children are looked at once.
    # A session of its own: Ctrl-C is for the process that ends this one.
    process = subprocess.Popen(
        [sys.executable, "-m", "lab.breeding.judging.guarded"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=quiet,
        env={**os.environ, **SERIAL, "LUDWRIGHT_CACHE": "off", "PYTHONPATH": import_path()},
        start_new_session=True,
    )
    assert process.stdin is not None
    with suppress(OSError):  # it is gone already: the task will find that out
        send(process.stdin, (sys.path, orders.pickled))
    return process


class _Clock:
    """Kills a process when its time is up."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._timer: threading.Timer | None = None
        self.rung = False

    def set(self, seconds: float) -> None:
        """Begin anew."""
        self.stop()
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """Let it be."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None  # it knows this clock: neither would be freed before all garbage is

    def _ring(self) -> None:
        self.rung = True
        self._process.kill()


def _close(pipe: IO[bytes]) -> None:
    with suppress(OSError):
        pipe.close()


def _with(said: _Answer, verdict: str, detail: str) -> _Answer:
    return _Answer(verdict, None, detail, said.stage, said.text, said.change)


def _name(status: int) -> str:
    try:
        return signal.Signals(-status).name if status < 0 else f"status {status}"
    except ValueError:
        return f"signal {-status}"


# One for each thread, where nobody keeps them: the threads of a cluster's workers.
_here = threading.local()


def guard_of_thread(orders: Orders) -> Guard:
    """The guard of this thread; other orders get a new one."""
    found: Guard | None = getattr(_here, "guard", None)
    if found is None or found.orders != orders:
        if found is not None:
            found.close()
        found = _here.guard = Guard(orders)
    return found

"""The same run on a Dask cluster: a real scheduler and real workers on this machine."""

from __future__ import annotations

import builtins
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from helpers.lab.fake_examiner import SETTINGS, Fake, Recorded, Unfit
from helpers.lab.fake_runs import ENVIRONMENT, below, evolved, table, timeless, told
from interpreter import LudError
from lab.breeding.judging.guard import orders
from lab.breeding.kinds import Conception
from lab.breeding.running.events import Started, Told
from lab.breeding.running.run import evolve
from lab.breeding.running.workers import Cluster, Job

distributed = pytest.importorskip("distributed")
BIN = Path(sys.executable).parent


class Dask:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = ""
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._said(r"Scheduler at:\s+(tcp://\S+)", "scheduler-0")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        log = self.folder / f"{words[0]}-{len(self.processes)}"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                env=ENVIRONMENT,
                cwd=self.folder,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                          "--host", "127.0.0.1")  # fmt: skip

    def _said(self, pattern: str, log: str) -> str:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = re.search(pattern, (self.folder / log).read_text("utf-8", "replace"))
            if found:
                return found[1]
            time.sleep(0.05)
        raise AssertionError((self.folder / log).read_text())

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[Dask]:
    cluster = Dask(folder)
    try:
        for _ in range(workers):
            cluster.worker()
        yield cluster
    finally:
        cluster.close()


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.slow
def test_a_run_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    examiner = Recorded(0.05, pause=0.02, file=str(tmp_path / "record"))
    found: list[Any] = []
    with dask(tmp_path, 2) as cluster:
        _, first, second = cluster.processes
        events = evolve(
            SETTINGS, store=path, children=100, scheduler=cluster.address, examiner=examiner
        )
        for event in events:
            found.append(event)
            if isinstance(event, Told) and event.child.number == 50:
                assert all(below(one.pid) for one in (first, second))  # both have worked
                guarded = below(first.pid)
                first.send_signal(signal.SIGKILL)
                first.wait()
        assert first.poll() == -signal.SIGKILL
        assert second.poll() is None
    here = told(children=100, examiner=Recorded(0.05, file=os.devnull))
    on_cluster = [timeless(event.child) for event in found if isinstance(event, Told)]
    assert [one.number for one in on_cluster] == list(range(100))
    assert on_cluster == here
    until = time.monotonic() + 10
    while any(alive(pid) for pid in guarded):  # what it guarded has gone with it
        assert time.monotonic() < until
        time.sleep(0.05)


class Here:
    """A cluster in this process, so that things can go wrong at a moment of one's choice."""

    def __init__(self, workers: int) -> None:
        self.cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp://",
            host="127.0.0.1", dashboard_address=":0",
        )  # fmt: skip
        self.scheduler = self.cluster.scheduler
        self.crew = Cluster(self.cluster.scheduler_address)
        self.task = Conception(0, 1, (), SETTINGS.founders[0])

    def begin(self) -> None:
        self.crew.submit(Job(self.task, orders(Fake(0), SETTINGS)))

    def end(self) -> None:
        """See that it comes to what it should, and once."""
        assert until(lambda: self.crew.next(0.05)) == Fake(0).conceive(self.task, SETTINGS)
        assert self.crew.next(0.2) is None

    def close(self) -> None:
        self.crew.close()
        self.cluster.close()


Found = TypeVar("Found")


def until(look: Callable[[], Found | None]) -> Found:
    """What is found in the end, by looking again and again."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("nothing was found")


def test_a_result_on_a_worker_that_dies_before_it_is_asked_for() -> None:
    with closing(Here(2)) as cluster:
        scheduler, lost = cluster.scheduler, []
        gather = scheduler.handlers["gather"]

        async def too_late(keys: list[str], **rest: Any) -> Any:
            for worker in () if lost else tuple(scheduler.tasks[keys[0]].who_has):
                lost.append(worker.address)
                await scheduler.remove_worker(worker.address, stimulus_id="test")
            return await gather(keys, **rest)

        scheduler.handlers["gather"] = too_late
        cluster.begin()
        cluster.end()
        assert len(lost) == 1


def test_a_result_on_a_worker_of_whose_death_nobody_knows() -> None:
    with closing(Here(2)) as cluster:
        scheduler, failed = cluster.scheduler, []
        gather = scheduler.handlers["gather"]

        async def nowhere(keys: list[str], **rest: Any) -> Any:
            if len(failed) < 3:
                failed.append(keys)
                return {"status": "error", "keys": keys}
            return await gather(keys, **rest)

        scheduler.handlers["gather"] = nowhere
        cluster.begin()
        cluster.end()
        assert len(failed) == 3


def test_a_job_that_somebody_else_cancels() -> None:
    with closing(Here(0)) as cluster:
        scheduler = cluster.scheduler
        cluster.begin()
        (key,) = until(lambda: list(scheduler.tasks))
        with distributed.Client(scheduler.address, set_as_default=False) as other:
            other.cancel([distributed.Future(key, other)], force=True)
        until(lambda: cluster.crew.next(0) is None and key not in scheduler.tasks)
        cluster.cluster.scale(1)
        cluster.end()


def test_a_connection_that_is_lost_and_comes_back() -> None:
    with closing(Here(0)) as cluster:
        scheduler = cluster.scheduler
        cluster.begin()
        (key,) = until(lambda: list(scheduler.tasks))

        def lose() -> None:
            for comm in tuple(scheduler.client_comms.values()):
                comm.abort()

        # In the scheduler's own thread: with its connection a client leaves the table.
        scheduler.loop.add_callback(lose)
        until(lambda: cluster.crew.next(0) is None and scheduler.tasks.keys() - {key})
        cluster.cluster.scale(1)
        cluster.end()


@pytest.mark.slow
def test_a_run_goes_from_here_to_a_cluster_and_back(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    evolved(store=path, children=20, examiner=Fake(0))
    with dask(tmp_path, 0) as cluster:
        threading.Timer(1.0, cluster.worker).start()  # workers may come later
        events = evolved(store=path, children=40, examiner=Fake(0), scheduler=cluster.address)
        assert isinstance(events[0], Started)
        assert (events[0].told, events[0].workers) == (20, 0)
    evolved(store=path, children=60, examiner=Fake(0))
    here = tmp_path / "here.db"
    evolved(store=here, children=60, examiner=Fake(0))
    assert table(path) == table(here)


@pytest.mark.slow
def test_a_scheduler_that_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with dask(tmp_path, 1) as cluster:
        events = evolve(SETTINGS, store=path, scheduler=cluster.address, examiner=Fake(0))
        next(one for one in events if isinstance(one, Told) and one.child.number == 20)
        cluster.close()
        with pytest.raises(LudError, match=r"the scheduler at tcp://\S+ is gone\n.*taken up"):
            list(events)
    assert len(told(store=path, children=60, examiner=Fake(0))) < 40


@pytest.mark.slow
def test_an_examiner_that_cannot_begin_there(tmp_path: Path) -> None:
    with dask(tmp_path, 1) as cluster, pytest.raises(LudError, match="examiner cannot work"):
        evolved(scheduler=cluster.address, examiner=Unfit())


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "nonsense", "carrier://pigeon:1", "tcp://no.such.host.x:8786"]
)
def test_no_scheduler(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.breeding.running.workers.CONNECT_S", 1)
    start = time.monotonic()
    with pytest.raises(LudError, match=f"no scheduler at {re.escape(address)}: .+\n  dask sched"):
        evolved(scheduler=address, store=tmp_path / "run.db")
    assert time.monotonic() - start < 8
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_something_else_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.breeding.running.workers.CONNECT_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(LudError, match="no scheduler at"):
            evolved(scheduler=address)


def test_without_distributed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("distributed"):
            raise ImportError(name)
        return found(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(LudError, match=r'needs the package distributed\n.*"ludwright\[cluster\]"'):
        evolved(scheduler="tcp://127.0.0.1:1")

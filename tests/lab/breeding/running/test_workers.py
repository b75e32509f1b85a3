"""What a cluster's client may say of a job, and what is made of it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import queue
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Fake, candidate
from interpreter import LudError
from lab.breeding.judging.guard import orders
from lab.breeding.kinds import Conception
from lab.breeding.running import workers
from lab.breeding.running.workers import RESENT, Cluster, Job

JOB = Job(Conception(0, 1, (), FOUNDERS[0]), orders(Fake(0), SETTINGS))
FOUND = candidate(0, FOUNDERS[0], "founder")
GONE = r"the scheduler at tcp://here is gone\n.*taken up"
AGAIN = r"loses its workers again and again\n.*at last: "

Outcome = tuple[str, Any]


class KilledWorker(Exception):  # noqa: N818  known by this name
    pass


class FakeClient:
    """A client of which each job has the next outcome: the status of its future, and the result.

    Where there is no outcome left, a job stays pending.
    """

    def __init__(self, *outcomes: Outcome) -> None:
        self.status = "running"
        self.outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        for outcome in outcomes:
            self.outcomes.put(outcome)
        self.loop = self
        self.priorities: list[int] = []
        self.pending: list[object] = []

    def add_callback(self, call: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        work = call(*given)
        try:
            work.send(None)
        except StopIteration:
            return
        self.pending.append(work)

    def submit(self, call: object, job: Job, *, pure: bool, priority: int) -> SimpleNamespace:
        assert not pure
        self.priorities.append(priority)
        if self.status == "closed":
            raise RuntimeError("the client is closed")
        status, result = "pending", None
        if not self.outcomes.empty():
            status, result = self.outcomes.get()
        return SimpleNamespace(status=status, found=result)

    async def gather(self, future: SimpleNamespace, *, asynchronous: bool) -> Any:
        assert asynchronous
        if future.status == "pending" and future.found is None:
            await asyncio.sleep(0)
        if isinstance(future.found, BaseException):
            raise future.found
        return future.found

    def close(self, *, timeout: float) -> None:
        raise TimeoutError(f"timed out after {timeout} s.")


def cluster(client: FakeClient, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    monkeypatch.setattr(workers, "_client", lambda _: client)
    return Cluster("tcp://here")


def test_a_job_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(("finished", FOUND))
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    assert found.next(0) is FOUND
    assert found.next(0) is None
    assert client.priorities == [0]


@pytest.mark.parametrize(
    "outcome",
    [
        ("cancelled", concurrent.futures.CancelledError("lost dependencies")),
        ("cancelled", asyncio.CancelledError()),
        ("lost", OSError("the worker with the result cannot be reached")),
        ("pending", OSError("the worker with the result cannot be reached")),
        ("finished", OSError("the worker with the result cannot be reached")),
        ("error", KilledWorker("attempted to run it on 4 different workers")),
    ],
)
def test_a_job_that_is_lost_is_sent_again(
    outcome: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = FakeClient(outcome, ("finished", FOUND))
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    assert found.next(0) is None
    assert found.next(0) is FOUND
    assert found.next(0) is None
    assert len(client.priorities) == 2


@pytest.mark.parametrize(
    "outcome",
    [("cancelled", concurrent.futures.CancelledError("why")), ("error", KilledWorker("why"))],
)
def test_a_job_that_is_lost_too_often(outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(*[outcome] * (RESENT + 1), ("finished", FOUND))
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    for _ in range(RESENT):
        assert found.next(0) is None
    with pytest.raises(LudError, match=AGAIN + ".*why"):
        found.next(0)


def test_a_job_that_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient()
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    for _ in range(RESENT + 2):
        assert found.next(0) is None
    assert len(client.pending) == len(client.priorities) == 1


def test_each_job_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = ("cancelled", concurrent.futures.CancelledError())
    jobs = [Job(Conception(one, 1, (), FOUNDERS[0]), JOB.orders) for one in range(RESENT + 1)]
    found = cluster(FakeClient(*[lost] * len(jobs)), monkeypatch)
    for job in jobs:
        found.submit(job)
    for _ in range(len(jobs) + 1):
        assert found.next(0) is None


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (LudError("the examiner cannot work"), "^the examiner cannot work$"),
        (OSError("no such file"), "a worker failed: OSError: no such file\n.*the same version"),
        (concurrent.futures.CancelledError(), "a worker failed: CancelledError"),
    ],
)
def test_an_error_of_a_worker_ends_the_run(
    error: Exception, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = cluster(FakeClient(("error", error), ("finished", FOUND)), monkeypatch)
    found.submit(JOB)
    with pytest.raises(LudError, match=message):
        found.next(0)


# The scheduler


def test_a_scheduler_that_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    away = concurrent.futures.CancelledError("scheduler-connection-lost")
    client = FakeClient(("cancelled", away), ("finished", FOUND))
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    client.status = "connecting"
    assert found.next(0) is None
    client.status = "running"
    assert found.next(0) is FOUND


@pytest.mark.parametrize("status", ["closing", "closed"])
@pytest.mark.parametrize("outcomes", [0, 1])
def test_a_scheduler_that_is_gone(
    status: str, outcomes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = concurrent.futures.CancelledError("scheduler-connection-lost")
    client = FakeClient(*[("cancelled", away)] * outcomes)
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    client.status = status
    with pytest.raises(LudError, match=GONE):
        found.next(0)


def test_a_job_for_a_scheduler_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient()
    found = cluster(client, monkeypatch)
    client.status = "closed"
    found.submit(JOB)
    with pytest.raises(LudError, match=GONE):
        found.next(0)


def test_what_was_done_before_the_scheduler_went_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient(("finished", FOUND))
    found = cluster(client, monkeypatch)
    found.submit(JOB)
    client.status = "closed"
    assert found.next(0) is FOUND
    with pytest.raises(LudError, match=GONE):
        found.next(0)


def test_a_scheduler_that_is_away_for_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 39.0, 100.0, 139.0, 141.0))
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    client = FakeClient()
    found = cluster(client, monkeypatch)
    for client.status in ("connecting", "connecting", "running", "connecting", "connecting"):
        assert found.next(0) is None
    with pytest.raises(LudError, match=GONE):
        found.next(0)


def test_a_client_that_does_not_close_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster(FakeClient(), monkeypatch).close()

"""Who does the work: threads of this process, each with a guarded process, or a Dask cluster."""

from __future__ import annotations

import queue
import socket
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from interpreter.text.errors import LudError
from lab.breeding.judging.guard import Guard, Orders, guard_of_thread
from lab.breeding.kinds import Appraisal, Candidate, Conception

CONNECT_S: Final = 10
RETURN_S: Final = 4 * CONNECT_S
"""How long a scheduler may be away before it is taken to be gone."""
RESENT: Final = 5
"""How often a job is sent again that was lost, or whose workers were, each time several."""


@dataclass(frozen=True, slots=True)
class Job:
    """One examination of one child.

    Args:
        task: a conception to be carried out, or a candidate to be appraised
        orders: by which
    """

    task: Conception | Candidate
    orders: Orders

    def done_by(self, guard: Guard) -> Candidate | Appraisal:
        """What comes of it."""
        if isinstance(self.task, Conception):
            return guard.conceive(self.task)
        return guard.appraise(self.task)


class Crew(Protocol):
    """Who does the work.

    `capacity` is how many jobs it can make use of at once, `workers` how many it is.
    """

    capacity: int

    @property
    def workers(self) -> int:
        """How many work now."""
        ...

    def submit(self, job: Job) -> None:
        """Begin a job; those of earlier children are more urgent."""
        ...

    def next(self, timeout: float) -> Candidate | Appraisal | None:
        """What comes of any job, the first to be done; None if none is by then."""
        ...

    def close(self) -> None:
        """End all work."""
        ...


class Local:
    """Threads of this process, each of which guards a process.

    Args:
        workers: how many
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        # A few more than can be done, so that nobody waits for the next.
        self.capacity = workers + 2
        self._done: queue.SimpleQueue[Future[Candidate | Appraisal]] = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(workers, "breeding")
        self._here = threading.local()
        self._guards: list[Guard] = []
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, job: Job) -> None:
        """Begin a job as soon as a worker is free."""
        self._pool.submit(self._do, job).add_done_callback(self._done.put)

    def next(self, timeout: float) -> Candidate | Appraisal | None:
        """What comes of any job, the first to be done; None if none is by then."""
        try:
            return self._done.get(timeout=timeout).result()
        except queue.Empty:
            return None

    def close(self) -> None:
        """End all work; what is under way is given up."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._closed = True
            guards = list(self._guards)
        for guard in guards:
            guard.close()
        self._pool.shutdown()

    def _do(self, job: Job) -> Candidate | Appraisal:
        guard: Guard | None = getattr(self._here, "guard", None)
        if guard is not None and guard.orders != job.orders:
            guard.close()
            guard = None
        if guard is None:
            guard = self._here.guard = Guard(job.orders)
            with self._lock:
                self._guards.append(guard)
                closed = self._closed
            if closed:
                guard.close()
        return job.done_by(guard)


class LostError(Exception):
    """The cluster has given up a job, without anything having come of it."""


class Cluster:
    """The workers of a Dask cluster; each thread of each guards a process on its machine.

    Workers die with what they were doing and with what they had done. What was done the scheduler
    has done again, of its own accord; a job that it gives up is sent again.

    Args:
        address: of the scheduler, as in tcp://192.168.0.1:8786

    Raises:
        LudError: `distributed` is missing, or there is no scheduler
    """

    def __init__(self, address: str) -> None:
        # Workers come and go: it gets all there is to be done.
        self.capacity = 1 << 20
        self._address = address
        self._client = _client(address)
        self._done: queue.SimpleQueue[tuple[Job, Any]] = queue.SimpleQueue()
        self._lost: dict[tuple[type, int], int] = {}
        self._away: float | None = None

    @property
    def workers(self) -> int:
        """Threads of the workers that are there now."""
        return sum(self._client.nthreads().values())

    def submit(self, job: Job) -> None:
        """Hand a job to the scheduler."""
        # In the client's own thread: it may be going through its futures, as when it reconnects.
        self._client.loop.add_callback(self._attend, job)

    def next(self, timeout: float) -> Candidate | Appraisal | None:
        """What comes of any job, the first to be done; None if none is by then."""
        try:
            job, found = self._done.get(timeout=timeout)
        except queue.Empty:
            self._look()
            return None
        if not isinstance(found, BaseException):
            return found
        self._again(job, found)
        return None

    def close(self) -> None:
        """Give up what is under way: the scheduler forgets what nobody waits for."""
        with suppress(TimeoutError):  # what does not end in time ends with this process
            self._client.close(timeout=2)

    async def _attend(self, job: Job) -> None:
        self._done.put((job, await self._outcome(job)))

    async def _outcome(self, job: Job) -> Any:
        """What comes of a job: a result, the error of a worker, or a `LostError`.

        The status of a future tells little: one that is finished is lost again when the worker
        dies on which the result lies. To gather a result is to wait until it is here, however
        often it has to be found anew, or until the future is cancelled.
        """
        future = None
        try:
            future = self._client.submit(attend, job, pure=False, priority=-job.task.number)
            return await self._client.gather(future, asynchronous=True)
        except BaseException as error:  # whatever it is, somebody waits for it
            if future is not None and future.status == "error":
                return error
            return LostError(f"{type(error).__name__}: {error}")

    def _again(self, job: Job, error: BaseException) -> None:
        """Send a job again that was lost, or whose workers were; anything else ends the run."""
        if isinstance(error, LudError):
            raise error
        if not isinstance(error, LostError) and type(error).__name__ != "KilledWorker":
            hint = "Ludwright must be installed on every worker, in the same version"
            raise LudError(f"a worker failed: {type(error).__name__}: {error}", None, hint)
        self._look()
        key = type(job.task), job.task.number
        self._lost[key] = self._lost.get(key, 0) + 1
        if self._lost[key] > RESENT:
            message = f"the cluster at {self._address} loses its workers again and again"
            raise LudError(message, None, f"at last: {error}")
        self.submit(job)

    def _look(self) -> None:
        """See that the scheduler is there, or that the client may yet reach it again."""
        status = self._client.status
        if status == "running":
            self._away = None
            return
        now = time.monotonic()
        if self._away is None:
            self._away = now
        # The client gives up by itself, unless something goes wrong with that as well.
        if status != "connecting" or now - self._away > RETURN_S:
            hint = "the run can be taken up where it stopped"
            raise LudError(f"the scheduler at {self._address} is gone", None, hint)


def _client(address: str) -> Any:
    """A client of the scheduler at an address."""
    try:
        from distributed import Client  # noqa: PLC0415  takes a second to import
    except ImportError:
        hint = 'pip install "ludwright[cluster]"'
        raise LudError("a cluster needs the package distributed", None, hint) from None
    # Something else at the address may never answer: it is asked in a thread that can be left.
    answer: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def ask() -> None:
        try:
            _reach(address)
            answer.put(Client(address, timeout=CONNECT_S, set_as_default=False))
        except Exception as error:
            answer.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        found = answer.get(timeout=CONNECT_S + 2)
    except queue.Empty:
        found = TimeoutError("what is there does not answer as a scheduler does")
    if not isinstance(found, Exception):
        return found
    hint = "dask scheduler starts one and shows its address, as in tcp://192.168.0.1:8786"
    said = getattr(found, "strerror", None) or str(found).strip() or type(found).__name__
    raise LudError(f"no scheduler at {address}: {said.splitlines()[0]}", None, hint)


def _reach(address: str) -> None:
    """See that somebody is at an address, which takes a client long to find out.

    Raises:
        ValueError: it is no address
        OSError: nobody is there
    """
    from distributed.comm.addressing import get_address_host_port  # noqa: PLC0415

    host, port = get_address_host_port(address)
    socket.create_connection((host, port), CONNECT_S).close()


def attend(job: Job) -> Candidate | Appraisal:
    """Do a job on a worker of a cluster."""
    return job.done_by(guard_of_thread(job.orders))


def crew(scheduler: str | None, workers: int) -> Crew:
    """Those who do the work of a run."""
    return Local(workers) if scheduler is None else Cluster(scheduler)

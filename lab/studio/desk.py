"""One page that is open: its questions, each in a lane, and their answers.

A lane works at one question after the other, in a process of its own: what is typed does not wait
for what is measured. A question that comes while an older one of its kind waits takes its place.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from starlette.websockets import WebSocketDisconnect

from interpreter.text.errors import LudError
from lab.studio.crew import Crew, FailedError, Worker
from lab.studio.folder import RECORD, RUN, SUFFIX, ChangedError, Folder, Held
from lab.studio.messages import failed, refused, text_of
from lab.studio.runs import Runs

WAITING: Final = 16
"""Questions that may wait in a lane."""
LONG_S: Final = 3_600.0
HEAVY_S: Final = 100.0
MOST_HEAVY: Final = 3
"""Questions of a page that may take long and are worked at at once; others wait."""
PLACE, SOURCE = "place", "source"
"""Where the run of a question lies, and where its rule file, as the server has found them."""
CHANGED: Final = "the file was changed by somebody else since it was opened"


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of question is worked at.

    Args:
        lane: what it waits for
        seconds: processor time that it may take
        replaces: whether it ends an older one of its kind, or takes its place
        run: whether it is about a run of breeding, by its path
        yields: whether it is stopped for a new one of its kind, also where it is short
    """

    lane: str
    seconds: float = 20.0
    replaces: bool = False
    run: bool = False
    yields: bool = False

    @property
    def heavy(self) -> bool:
        """Whether it may take long: others come first then."""
        return self.seconds >= HEAVY_S


KINDS: Final = {
    "draw": Kind("draw", replaces=True),
    "preview": Kind("write", replaces=True, yields=True),
    "table": Kind("play", 60.0, replaces=True),
    "page": Kind("play", 60.0),
    "why_not": Kind("play", 30.0),
    "move": Kind("seat", 120.0, replaces=True),
    "player": Kind("library"),
    "analyse": Kind("analyse", LONG_S, replaces=True),
    "measure": Kind("measure", LONG_S, replaces=True),
    "cover": Kind("cover", LONG_S, replaces=True),
    "reference": Kind("library"),
    "ludeme": Kind("library", replaces=True),
    "library": Kind("library", 60.0),
    "text": Kind("library"),
    "wishes": Kind("library"),
    "run": Kind("runs", replaces=True, run=True),
    "bred": Kind("runs", 60.0, replaces=True, run=True),
    "vary": Kind("vary", LONG_S, replaces=True),
}
BREED: Final = "breed"
Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(slots=True)
class _Asked:
    number: int
    task: str
    about: Mapping[str, Any]

    @property
    def kind(self) -> Kind:
        return KINDS[self.task]


@dataclass(slots=True)
class _Lane:
    waiting: deque[_Asked] = field(default_factory=deque[_Asked])
    running: _Asked | None = None
    worker: Worker | None = None
    loop: asyncio.Task[None] | None = None


class Desk:
    """Answers the questions of one page.

    Args:
        crew: who works
        folder: where files are
        runs: what is bred
        send: what is sent to the page; in the order in which it is called
    """

    def __init__(self, crew: Crew, folder: Folder, runs: Runs, send: Send) -> None:
        self._crew, self._folder, self._runs, self._send = crew, folder, runs, send
        self._heavy = asyncio.Semaphore(MOST_HEAVY)
        self._watched: dict[int, tuple[Path, asyncio.Task[None]]] = {}
        self._lanes: dict[str, _Lane] = {}
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sender = asyncio.get_running_loop().create_task(self._sending())

    async def hear(self, text: str) -> bool:
        """Take a message of the page; whether it made sense."""
        try:
            message = json.loads(text)
            number, ask = message["id"], message.get("ask", "")
            sound = isinstance(number, int) and isinstance(ask, str)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            sound, message, number, ask = False, {}, 0, ""
        if not sound:
            self._fail(0, "a message of the studio is an object: a number `id`, and what it asks")
            return False
        if "stop" in message:
            self._stop(number)
        elif ask in KINDS:
            await self._placed(number, message, self._ask)
        elif ask == BREED:
            await self._placed(number, message, self._breed)
        elif ask in FILES:
            await self._files(number, message)
        elif ask == "runs":
            await self._list_runs(number)
        else:
            self._fail(number, "there is no such question")
            return False
        return True

    def close(self) -> None:
        """Nobody is there any more: end all that was asked for."""
        self._sender.cancel()
        for _, watching in self._watched.values():
            watching.cancel()  # the runs go on
        for lane in self._lanes.values():
            if lane.loop is not None:
                lane.loop.cancel()
            if lane.worker is not None:
                self._crew.give(lane.worker)
        self._lanes.clear()

    async def _sending(self) -> None:
        with suppress(RuntimeError, OSError, WebSocketDisconnect):
            while True:
                await self._send(await self._outgoing.get())

    def _tell(self, number: int, **what: Any) -> None:
        self._outgoing.put_nowait({"id": number, **what})

    def _fail(self, number: int, message: str) -> None:
        self._tell(number, failed=refused(message))

    # Runs

    async def _placed(
        self,
        number: int,
        message: Mapping[str, Any],
        go_on: Callable[[int, Mapping[str, Any]], None],
    ) -> None:
        """Put into a question where its files lie; nothing that the page says counts for that."""
        asked = {key: value for key, value in message.items() if key not in (PLACE, SOURCE)}
        try:
            if asked["ask"] == BREED or KINDS[asked["ask"]].run:
                path = text_of(asked, "run")
                asked[PLACE] = str(await asyncio.to_thread(self._folder.place, path, RUN))
            elif "name" in asked:
                path = text_of(asked, "name")
                asked[SOURCE] = str(await asyncio.to_thread(self._folder.place, path))
        except LudError as error:
            self._tell(number, failed=failed(*error.problems))
            return
        go_on(number, asked)

    def _breed(self, number: int, message: Mapping[str, Any]) -> None:
        place = Path(message[PLACE])
        if len(self._watched) >= WAITING or number in self._watched:
            self._fail(number, "too many runs are looked at")
            return
        watching = asyncio.get_running_loop().create_task(self._watch(number, place, message))
        self._watched[number] = place, watching

    async def _watch(self, number: int, place: Path, message: Mapping[str, Any]) -> None:
        try:
            run = self._runs.join(place, message)
            self._tell(number, done=await run.watch(lambda event: self._tell(number, event=event)))
        except FailedError as error:
            self._tell(number, failed=error.args[0])
        finally:
            self._watched.pop(number, None)

    async def _list_runs(self, number: int) -> None:
        names = await asyncio.to_thread(self._folder.runs)
        root, at_work = self._folder.root, self._runs.at_work()
        working = {place.relative_to(root).as_posix() for place in at_work}
        listed = sorted({*names, *working})
        runs = [{"path": name, "working": name in working} for name in listed]
        self._tell(number, done={"runs": runs})

    # Questions for processes

    def _ask(self, number: int, message: Mapping[str, Any]) -> None:
        asked = _Asked(number, message["ask"], message)
        kind = asked.kind
        lane = self._lanes.setdefault(kind.lane, _Lane())
        if kind.replaces:
            for old in [one for one in lane.waiting if one.task == asked.task]:
                lane.waiting.remove(old)
                self._tell(old.number, done=None)
            running = lane.running
            yields = kind.yields or kind.seconds >= LONG_S
            if running is not None and running.task == asked.task and yields:
                self._stop(running.number)
        if len(lane.waiting) >= WAITING:
            self._fail(number, "too many questions are waiting")
            return
        lane.waiting.append(asked)
        if lane.loop is None:
            lane.loop = asyncio.get_running_loop().create_task(self._work(lane))

    async def _work(self, lane: _Lane) -> None:
        while lane.waiting:
            lane.running = asked = lane.waiting.popleft()

            def hear(event: dict[str, Any], number: int = asked.number) -> None:
                self._tell(number, event=event)

            if asked.kind.heavy:
                await self._heavy.acquire()
            try:
                if lane.worker is None:
                    lane.worker = self._crew.take(heavy=asked.kind.heavy)
                found = await lane.worker.ask(asked.task, asked.about, asked.kind.seconds, hear)
                self._tell(asked.number, done=found)
            except FailedError as error:
                self._tell(asked.number, failed=error.args[0])
            finally:
                if asked.kind.heavy:
                    self._heavy.release()
            lane.running = None
        lane.loop = None

    def _stop(self, number: int) -> None:
        if number in self._watched:
            self._runs.stop(self._watched[number][0])
        for lane in self._lanes.values():
            for asked in [one for one in lane.waiting if one.number == number]:
                lane.waiting.remove(asked)
                self._tell(number, done=None)
            if lane.running is not None and lane.running.number == number and lane.worker:
                lane.worker.stop()

    # Files

    async def _files(self, number: int, message: Mapping[str, Any]) -> None:
        try:
            found = await asyncio.to_thread(FILES[message["ask"]], self._folder, message)
        except ChangedError as error:
            held = None if error.held is None else _shown(error.held)
            self._tell(number, failed={"changed": held, **refused(CHANGED)})
        except LudError as error:
            self._tell(number, failed=failed(*error.problems))
        else:
            self._tell(number, done=found)


def _shown(held: Held) -> dict[str, Any]:
    return {"path": held.path, "text": held.text, "mark": held.mark}


def _list(folder: Folder, message: Mapping[str, Any]) -> dict[str, Any]:
    del message
    return {"folder": folder.root.name, "files": folder.files()}


def _open(folder: Folder, message: Mapping[str, Any]) -> dict[str, Any]:
    return _shown(folder.open(text_of(message, "path")))


def _save(folder: Folder, message: Mapping[str, Any], suffix: str = SUFFIX) -> dict[str, Any]:
    before = message.get("before")
    mark = None if before is None else text_of(message, "before")
    path, text = text_of(message, "path"), text_of(message, "text")
    return _shown(folder.save(path, text, mark, suffix))


def _records(folder: Folder, message: Mapping[str, Any]) -> dict[str, Any]:
    del message
    return {"files": folder.records()}


def _open_record(folder: Folder, message: Mapping[str, Any]) -> dict[str, Any]:
    return _shown(folder.open(text_of(message, "path"), RECORD))


FILES: Final[dict[str, Callable[[Folder, Mapping[str, Any]], dict[str, Any]]]] = {
    "files": _list,
    "open": _open,
    "save": _save,
    "records": _records,
    "open_record": _open_record,
    "save_record": lambda folder, message: _save(folder, message, RECORD),
}

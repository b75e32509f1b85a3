"""How calls of tools are worked at: in processes apart, which end with a call that fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from interpreter.play.load import games, is_text, read
from interpreter.text.errors import LudError, suggest
from lab.studio.crew import Crew, FailedError, Worker
from lab.studio.folder import LARGEST, SUFFIX, ChangedError, Folder
from lab.tools.tasks import FAILED, TASKS

MOST, PATIENT = 4, 64
"""Calls that are worked at at once, and that there may be at all."""
LONGEST: Final = 3 * LARGEST
"""Characters of a call."""
PAUSE_S: Final = 0.25
"""Seconds between two reports of progress."""
SECONDS: Final = {
    "try_game": 120.0, "measure": 600.0, "compare": 1_200.0, "vary": 1_800.0, "solve": 150.0,
    "page": 120.0,
}  # fmt: skip
USUAL_S: Final = 20.0
"""Processor time that a call may take."""
MODULE: Final = "lab.tools.tasks"


class Tools:
    """What the tools share.

    Args:
        folder: where files are; no other is read or written
    """

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.crew = Crew(MOST)
        self._resting: list[Worker] = []
        self.free = asyncio.Semaphore(MOST)
        self.waiting = 0

    def text_of(self, rules: str) -> tuple[str, str]:
        """A rule text and where it lies, for what stands for it.

        Raises:
            ToolError: there is none
        """
        if len(rules.encode()) > LARGEST:
            raise ToolError(f"a rule text may have {LARGEST} bytes, and this one has more")
        if is_text(rules):
            return rules, "game.lud"
        if rules.endswith(SUFFIX):
            with telling():
                held = self.folder.open(rules)
                return held.text, held.path
        for name in games():
            if name.lower() == rules.lower():
                return read(name).text, f"{name}.lud"
        near = suggest(rules, games())
        raise ToolError(
            f'no game of the library is called "{rules}"' + (f"\n{near}" if near else "")
        )

    async def ask(self, task: str, context: Context | None, **about: Any) -> Any:
        """The answer of a task, worked at in a process apart.

        Raises:
            ToolError: what is wrong with what was asked
        """
        assert task in TASKS
        asked = {name: value for name, value in about.items() if value is not None}
        if len(json.dumps(asked)) > LONGEST:
            raise ToolError(f"a call may have {LONGEST} characters, and this one has more")
        if self.waiting >= PATIENT:
            raise ToolError("too much is being asked at once")
        self.waiting += 1
        try:
            async with self.free:
                return await self._worked_at(task, context, asked)
        finally:
            self.waiting -= 1

    async def _worked_at(self, task: str, context: Context | None, asked: Mapping[str, Any]) -> Any:
        seconds = SECONDS.get(task, USUAL_S)
        worker = self._resting.pop() if self._resting else self.crew.take()
        events: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        telling = asyncio.create_task(_tell(events, context))
        sound = False
        try:
            found = await worker.ask(f"{MODULE}:{task}", asked, seconds, events.put_nowait)
            sound = True
        except FailedError as error:
            raise ToolError(_said(error)) from None
        finally:
            telling.cancel()
            if sound:
                self._resting.append(worker)
            else:  # whatever it did, it does no more
                self.crew.give(worker)
        if isinstance(found, dict) and FAILED in found:
            mistakes = found[FAILED]["mistakes"]
            raise ToolError("\n".join(f"[{one['code']}] {one['told']}" for one in mistakes))
        return found

    async def about(self, task: str, context: Context | None, rules: str, **more: Any) -> Any:
        """The same for a task that is about rules."""
        text, place = self.text_of(rules)
        return await self.ask(task, context, text=text, source=place, name=place, **more)


def _said(error: FailedError) -> str:
    told = error.args[0]["problems"] if error.args else []
    return "\n".join(one["message"] for one in told) or "this came to nothing"


async def _tell(events: asyncio.Queue[Mapping[str, Any]], context: Context | None) -> None:
    """Report progress, the last there is of it, some times a second."""
    while True:
        event = await events.get()
        while not events.empty():
            event = events.get_nowait()
        if context is not None and "done" in event:
            await context.report_progress(event["done"], event.get("total"))
            await asyncio.sleep(PAUSE_S)


@contextmanager
def telling() -> Iterator[None]:
    """Mistakes of files as those of a tool."""
    try:
        yield
    except ChangedError as error:
        again = "load it again, and give its mark as `before`"
        gone = error.held is None
        message = (
            "there is no such file any more" if gone else f"the file is another by now: {again}"
        )
        raise ToolError(message) from None
    except LudError as error:
        raise ToolError(str(error)) from None

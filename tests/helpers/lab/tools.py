"""The server of tools as its own process, and the package's own client that speaks to it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from helpers.paths import ROOT

needs_mcp = pytest.mark.skipif(
    find_spec("mcp") is None,
    reason='the package mcp is not installed: pip install "ludwright[mcp]"',
)
PATIENCE_S = 120
COMMAND = ("-m", "lab.cli", "mcp")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


class Speaker:
    """What speaks to a server.

    Args:
        client: of the package `mcp`
        progress: what was reported
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.progress: list[tuple[float, float | None]] = []

    async def call(self, tool: str, **given: Any) -> dict[str, Any]:
        """What a tool tells."""
        found = await self.called(tool, given)
        assert not found.is_error, found.content[0].text
        told = found.structured_content
        assert isinstance(told, dict)
        assert json.loads(found.content[0].text) == told
        return told

    async def refused(self, tool: str, **given: Any) -> str:
        """What is wrong with a call."""
        found = await self.called(tool, given)
        assert found.is_error, found.structured_content
        return found.content[0].text

    async def called(self, tool: str, given: dict[str, Any]) -> Any:
        """What comes back of a call."""

        async def report(done: float, total: float | None, _: str | None) -> None:
            self.progress.append((done, total))

        return await self.client.call_tool(
            tool, given, progress_callback=report, read_timeout_seconds=PATIENCE_S
        )


class Server:
    """A server for a folder that is asked again and again, and one who speaks with it.

    Args:
        folder: the one folder of its files
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._speaker: Future[Speaker] = Future()
        self._thread = Thread(target=self._loop.run_until_complete, args=(self._live(),))
        self._thread.start()
        self._speaker.result(PATIENCE_S)

    async def _live(self) -> None:
        mcp = import_module("mcp")
        how = mcp.StdioServerParameters(
            command=sys.executable, args=[*COMMAND, str(self.folder)], env=ENVIRONMENT
        )
        try:
            async with mcp.Client(mcp.stdio_client(how)) as client:
                self._speaker.set_result(Speaker(client))
                await self._stop.wait()
        except BaseException as error:
            if not self._speaker.done():
                self._speaker.set_exception(error)
            raise

    def talk(self, talk: Callable[[Speaker], Coroutine[Any, Any, None]]) -> None:
        """Talk with it."""
        speaker = self._speaker.result()
        speaker.progress.clear()
        asyncio.run_coroutine_threadsafe(talk(speaker), self._loop).result(3 * PATIENCE_S)

    def close(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)

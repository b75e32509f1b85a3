"""The server of tools as its own process, and the package's own client that speaks to it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
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
        found = await self._called(tool, given)
        assert not found.is_error, found.content[0].text
        told = found.structured_content
        assert isinstance(told, dict)
        assert json.loads(found.content[0].text) == told
        return told

    async def refused(self, tool: str, **given: Any) -> str:
        """What is wrong with a call."""
        found = await self._called(tool, given)
        assert found.is_error, found.structured_content
        return found.content[0].text

    async def _called(self, tool: str, given: dict[str, Any]) -> Any:
        async def report(done: float, total: float | None, _: str | None) -> None:
            self.progress.append((done, total))

        return await self.client.call_tool(
            tool, given, progress_callback=report, read_timeout_seconds=PATIENCE_S
        )


def speak(folder: Path, talk: Callable[[Speaker], Awaitable[None]]) -> None:
    """Start a server for a folder, and talk with it."""
    mcp = import_module("mcp")
    how = mcp.StdioServerParameters(
        command=sys.executable, args=[*COMMAND, str(folder)], env=ENVIRONMENT
    )

    async def run() -> None:
        async with asyncio.timeout(5 * PATIENCE_S), mcp.Client(mcp.stdio_client(how)) as client:
            await talk(Speaker(client))

    asyncio.run(run())

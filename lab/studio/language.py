"""The language server over a socket: one process for each page, ended with it."""

from __future__ import annotations

import asyncio
import json
import time
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.text.errors import LudError
from lab.studio.crew import started
from lab.studio.folder import Folder

SLOWEST_S = 20.0
"""A server that has not answered for so long is ended."""
STALLED = 4408
"""How a socket ends whose server has not answered."""


class Bridge:
    """Hands messages on, each way.

    Args:
        socket: that of the page
        folder: where the files lie that the page may speak of
    """

    def __init__(self, socket: WebSocket, folder: Folder) -> None:
        self._socket, self._folder = socket, folder
        self._asked: dict[object, float] = {}

    async def run(self) -> None:
        """Until one side goes."""
        process = await started("lab.studio.speaker")
        sides = [
            asyncio.ensure_future(one)
            for one in (self._forwards(process), self._back(process), self._watch())
        ]
        try:
            await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.cancel()
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(STALLED)

    async def _forwards(self, process: Process) -> None:
        assert process.stdin is not None
        with suppress(WebSocketDisconnect, OSError, KeyError):
            while True:
                text = await self._socket.receive_text()
                try:
                    message = json.loads(text)
                except (ValueError, RecursionError):
                    return
                if not isinstance(message, dict) or not self._allowed(message):
                    return
                if "id" in message and "method" in message:
                    self._asked[str(message["id"])] = time.monotonic()
                content = text.encode()
                process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
                await process.stdin.drain()

    def _allowed(self, message: dict[str, Any]) -> bool:
        """Whether a message speaks of no file but a rule file of the folder."""
        params = message.get("params")
        document = params.get("textDocument") if isinstance(params, dict) else None
        if not isinstance(document, dict):
            return True
        uri, root = document.get("uri"), f"{self._folder.root.as_uri()}/"
        if not isinstance(uri, str) or not uri.startswith(root):
            return False
        try:
            self._folder.place(unquote(uri.removeprefix(root)))
        except LudError:
            return False
        return True

    async def _back(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, WebSocketDisconnect, RuntimeError, ValueError):
            while True:
                head = await process.stdout.readuntil(b"\r\n\r\n")
                sizes = [line for line in head.split(b"\r\n") if line.startswith(b"Content-Length")]
                content = await process.stdout.readexactly(int(sizes[0].partition(b":")[2]))
                message = json.loads(content)
                if "method" not in message:
                    self._asked.pop(str(message.get("id")), None)
                await self._socket.send_text(content.decode())

    async def _watch(self) -> None:
        while all(time.monotonic() - since < SLOWEST_S for since in self._asked.values()):
            await asyncio.sleep(1.0)

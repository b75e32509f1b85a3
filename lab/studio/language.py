"""The language server over a socket: one process for each page, ended with it."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.text.errors import LudError
from lab.studio.births import Births, Life
from lab.studio.folder import Folder
from lab.studio.nursery import SPEAKER

SLOWEST_S = 20.0
"""A server that has not answered for so long is ended."""
STALLED = 4408
"""How a socket ends whose server has not answered."""


class Bridge:
    """Hands messages on, each way.

    Args:
        socket: that of the page
        folder: where the files lie that the page may speak of
        births: where processes come from
    """

    def __init__(self, socket: WebSocket, folder: Folder, births: Births) -> None:
        self._socket, self._folder, self._births = socket, folder, births
        self._asked: dict[object, float] = {}

    async def run(self) -> None:
        """Until one side goes."""
        try:
            life = await self._births.give(SPEAKER)
        except (EOFError, OSError, TimeoutError):
            await self._socket.close(STALLED)
            return
        sides = [
            asyncio.ensure_future(one)
            for one in (self._forwards(life), self._back(life), self._watch())
        ]
        try:
            await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.cancel()
            life.end()
            with suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(STALLED)

    async def _forwards(self, life: Life) -> None:
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
                life.writer.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
                await life.writer.drain()

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

    async def _back(self, life: Life) -> None:
        with suppress(asyncio.IncompleteReadError, WebSocketDisconnect, RuntimeError, ValueError):
            while True:
                head = await life.reader.readuntil(b"\r\n\r\n")
                sizes = [line for line in head.split(b"\r\n") if line.startswith(b"Content-Length")]
                content = await life.reader.readexactly(int(sizes[0].partition(b":")[2]))
                message = json.loads(content)
                if "method" not in message:
                    self._asked.pop(str(message.get("id")), None)
                await self._socket.send_text(content.decode())

    async def _watch(self) -> None:
        while all(time.monotonic() - since < SLOWEST_S for since in self._asked.values()):
            await asyncio.sleep(1.0)

"""The server of the studio: its page, its sockets, and who may come in."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from html import escape
from importlib.resources import files
from string import Template
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lab.studio.crew import Crew, FailedError, Worker
from lab.studio.desk import Desk
from lab.studio.folder import Folder
from lab.studio.language import Bridge
from lab.studio.runs import Runs
from lab.studio.safety import COMMON, POLICY, Allowance, Keys, Safe

LARGEST = 1 << 21
"""Bytes of the largest message of a page."""
RATE, BURST = 40.0, 400.0
"""Messages a second, and at once."""
BYTES, BYTES_AT_ONCE = 4e6, 2e7
GARBAGE = 20
"""Messages without sense after which a socket is closed."""
MOST_SOCKETS = 64
OPENED, OPENED_AT_ONCE = 4.0, 80.0
"""Sockets that may be opened, a second and at once."""
PICTURE_S = 20.0
TYPES = {"js": "text/javascript", "css": "text/css"}
OWN = {
    "lab.web": ("studio.js", "studio.css", "page.js", "page.css"),
    "lab.pages": ("rail.css",),
    "lab.breeding.telling": ("kinds.css",),
}
ROOMS = {name: room for room, names in OWN.items() for name in names}
"""Where the files of the page lie."""
ENTER = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Ludwright studio</title>
<link rel="icon" href="data:,"><h1>Ludwright studio</h1><p>$said</p>
<form method="post" action="/enter">
<label>Password <input name="password" type="password" autofocus></label>
<button>Enter</button></form></html>"""
ONWARDS = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Ludwright studio</title>
<link rel="icon" href="data:,"><meta http-equiv="refresh" content="0; url=/">
<p><a href="/">The studio</a></p></html>"""


class Studio:
    """What the pages share.

    Args:
        folder: where files are opened and saved
        keys: what opens it
        first: what the page opens first: a file, or a game of the library
    """

    def __init__(self, folder: Folder, keys: Keys, first: dict[str, str] | None = None) -> None:
        self.folder, self.keys, self.first = folder, keys, first or {}
        self.crew = Crew()
        self.runs = Runs(self.crew)
        self._sockets = 0
        self._opened = Allowance(OPENED, OPENED_AT_ONCE)
        self._pictures: dict[str, str] = {}
        self._painter: Worker | None = None
        self._painting = asyncio.Lock()

    def app(self) -> Starlette:
        """The application."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncGenerator[None]:
            self.crew.start()
            yield
            self.crew.close()

        own = [Route(f"/{name}", self._script) for name in ROOMS]
        routes = [
            Route("/", self._page),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/picture/{name}", self._picture),
            WebSocketRoute("/socket", self._socket),
            WebSocketRoute("/language", self._language),
            *own,
        ]
        safe = Middleware(Safe, keys=self.keys, open_paths=frozenset({"/", "/enter"}))
        return Starlette(routes=routes, middleware=[safe], lifespan=lifespan)

    # What is shown

    async def _page(self, request: Request) -> Response:
        token = request.query_params.get("token")
        if token is not None:
            return self._let_in(self.keys.use(token), "this address was used already")
        if not self.keys.known(request.headers):
            return self._outside("")
        nonce = secrets.token_urlsafe(16)
        told = json.dumps(
            {"nonce": nonce, "root": self.folder.root.as_uri(), **self.first}
        ).replace("<", "\\u003c")
        text = Template(_own("studio.html")).substitute(first=told, nonce=nonce)
        return HTMLResponse(text, headers=_headers(nonce))

    def _outside(self, said: str) -> Response:
        if self.keys.password is None:
            refusal = said or "the studio is open already"
            hint = "open the address that the studio printed last"
            return PlainTextResponse(f"{refusal}: {hint}\n", 403, COMMON)
        text = Template(ENTER).substitute(said=escape(said))
        return HTMLResponse(text, 403 if said else 200, _headers())

    def _let_in(self, session: str | None, said: str) -> Response:
        if session is None:
            return self._outside(said)
        # Followed from a page of our own, so that the cookie goes along however one came here.
        answer = HTMLResponse(ONWARDS, headers=_headers())
        answer.set_cookie(self.keys.cookie, session, httponly=True, samesite="strict", path="/")
        return answer

    async def _enter(self, request: Request) -> Response:
        if int(request.headers.get("content-length") or LARGEST) > 4096:
            return PlainTextResponse("this is too long\n", 413, COMMON)
        given = parse_qs((await request.body()).decode("utf-8", "replace"))
        session = self.keys.enter(given.get("password", [""])[0])
        return self._let_in(
            session, "this is not the password, or too many were tried: wait a minute"
        )

    async def _script(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/")
        kind = TYPES[name.rpartition(".")[2]]
        return Response(_own(name), media_type=kind, headers=COMMON)

    async def _picture(self, request: Request) -> Response:
        name = request.path_params["name"].removesuffix(".svg")
        if name not in self._pictures:
            async with self._painting:
                if name not in self._pictures and not await self._paint(name):
                    return PlainTextResponse("there is no such picture\n", 404, COMMON)
        return Response(self._pictures[name], media_type="image/svg+xml", headers=_headers())

    async def _paint(self, name: str) -> bool:
        try:
            if self._painter is None:
                self._painter = self.crew.take()
            found = await self._painter.ask("picture", {"game": name}, PICTURE_S, lambda _: None)
        except FailedError:
            return False
        self._pictures[name] = found["picture"]
        return True

    # Sockets

    async def _socket(self, socket: WebSocket) -> None:
        if not await self._accepted(socket):
            return
        desk = Desk(self.crew, self.folder, self.runs, socket.send_json)
        messages, size, garbage = Allowance(RATE, BURST), Allowance(BYTES, BYTES_AT_ONCE), 0
        try:
            while garbage < GARBAGE:
                text = await socket.receive_text()
                if not messages.take() or not size.take(len(text)):
                    await _dismiss(socket, desk, "too much at once")
                    return
                garbage += not await desk.hear(text)
            await _dismiss(socket, desk, "this makes no sense")
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            self._sockets -= 1
            desk.close()

    async def _language(self, socket: WebSocket) -> None:
        if not await self._accepted(socket):
            return
        try:
            await Bridge(socket, self.folder, self.crew.births).run()
        finally:
            self._sockets -= 1

    async def _accepted(self, socket: WebSocket) -> bool:
        if self._sockets >= MOST_SOCKETS or not self._opened.take():
            await socket.close(1013, "too many pages are open")
            return False
        self._sockets += 1  # before others are let in
        try:
            await socket.accept()
        except BaseException:
            self._sockets -= 1
            raise
        return True


def _own(name: str) -> str:
    """A file of the page."""
    return files(ROOMS.get(name, "lab.web")).joinpath(name).read_text("utf-8")


def _headers(nonce: str = "") -> dict[str, str]:
    styles = f"'self' 'nonce-{nonce}'" if nonce else "'self'"
    return {**COMMON, "content-security-policy": POLICY.format(styles=styles)}


async def _dismiss(socket: WebSocket, desk: Desk, why: str) -> None:
    """Close a socket whose page asks for what nobody should.

    What it has asked for ends first: that the page hears it is waited for, and it may never do so.
    """
    desk.close()
    await socket.close(1008, why)

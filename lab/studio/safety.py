"""Who may talk to the studio: nobody who was not shown its address, and no page of anybody else.

What reads rule files and runs searches for whoever asks would be open to every page that the
browser shows, since all of them may send requests to this machine. So the `Host` of every request
has to be one of ours to the letter (a name that is made to point here afterwards is none), sockets
and whatever changes something need our `Origin`, and everything needs the cookie that the address
printed at the start is turned into, once.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
# Styles of the editor are written by its script, which the nonce of the page allows.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src {styles}; "
    "img-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
CLOSED = 4403
"""How a socket ends that may not be opened."""
TRIES = 5
"""Passwords that may be tried in a minute, by everybody together."""
MINUTE = 60.0


@dataclass(slots=True)
class Keys:
    """What opens the studio.

    Args:
        hosts: the names that it is reached by, with their port
        port: its port
        password: what is asked for instead of the printed address, where others may come too
        token: what the printed address holds; another as soon as it was used
        sessions: the cookies that were given out
    """

    hosts: frozenset[str]
    port: int
    password: str | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    sessions: set[str] = field(default_factory=set[str])
    tried: list[float] = field(default_factory=list[float])
    clock: Callable[[], float] = time.monotonic

    @property
    def cookie(self) -> str:
        """The name of the cookie; cookies know no ports, so that its name has to."""
        return f"ludwright-{self.port}"

    def use(self, token: str) -> str | None:
        """Turn the token of the address into a session; None if it is another, or was used."""
        if not _same(token, self.token):
            return None
        self.token = secrets.token_urlsafe(24)
        return self._session()

    def enter(self, password: str) -> str | None:
        """Turn the password into a session; None if it is another, or too many were tried."""
        now = self.clock()
        self.tried = [one for one in self.tried if now - one < MINUTE]
        if self.password is None or len(self.tried) >= TRIES:
            return None
        if not _same(password, self.password):
            self.tried.append(now)
            return None
        return self._session()

    def _session(self) -> str:
        session = secrets.token_urlsafe(32)
        self.sessions.add(session)
        return session

    def known(self, headers: Headers) -> bool:
        """Whether a request has the cookie of a session."""
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return False
        given = "" if found is None else found.value
        return any(_same(given, one) for one in self.sessions)


def _same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())


def hosts(names: Iterable[str], port: int) -> frozenset[str]:
    """What the `Host` of a request may be."""
    shown = {f"{name.lower()}:{port}" for name in names}
    return frozenset(shown | ({name.lower() for name in names} if port == 80 else set[str]()))


class Safe:
    """Lets through what comes from the studio's own page, and nothing else.

    Args:
        app: what is behind it
        keys: what opens it
        open_paths: what needs no cookie
    """

    def __init__(self, app: ASGIApp, keys: Keys, open_paths: frozenset[str]) -> None:
        self.app = app
        self.keys = keys
        self.open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": CLOSED, "reason": refusal})
        else:
            answer = PlainTextResponse(f"{refusal}\n", 403, COMMON)
            await answer(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        """Why a request is refused; None if it is not."""
        given = headers.getlist("host")
        if len(given) != 1 or given[0].lower() not in self.keys.hosts:
            return "this is not the address of the studio"
        changes = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD"}
        if changes and not self._ours(headers, given[0].lower()):
            return "this comes from another page"
        if scope["path"] in self.open_paths or self.keys.known(headers):
            return None
        return "open the address that the studio printed when it was started"

    def _ours(self, headers: Headers, host: str) -> bool:
        """Whether a request comes from a page of ours."""
        return headers.getlist("origin") == [f"http://{host}"]


class Allowance:
    """How much may come in: so much a second on the long run, and so much at once.

    Args:
        rate: a second
        most: at once
    """

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._seen = most, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Whether so much more may come."""
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._seen))
        self._seen = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

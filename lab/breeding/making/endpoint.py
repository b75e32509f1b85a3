"""A server of a language model, of the kind that most of them are: `POST …/chat/completions`.

Where it is comes from the environment, and nothing is asked that was not asked for. What it answers
is not trusted: an answer has a limit of size and of time, no redirection is followed, and the key
goes to nobody else.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from interpreter.text.errors import LudError

URL, NAME, KEY = "LUDWRIGHT_MODEL_URL", "LUDWRIGHT_MODEL", "LUDWRIGHT_MODEL_KEY"
GRAMMAR, SECONDS = "LUDWRIGHT_MODEL_GRAMMAR", "LUDWRIGHT_MODEL_SECONDS"
NO: Final = "no"
LARGEST: Final = 1 << 20
"""Bytes of the longest answer."""
WORDS: Final = 4_000
"""Tokens of an answer, at most."""
PATIENT_S: Final = 60.0
FAILURES, PAUSE_S = 3, 60.0
"""After so many failures one after the other, a server is left alone for so many seconds."""
UNKNOWN: Final = (400, 404, 422)
"""How servers answer that do not know what they are given."""
Messages = Sequence[Mapping[str, str]]


class SilentError(Exception):
    """There is no answer; its argument says why."""


class _RefusedError(SilentError):
    """The server does not take what it was given."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is asked.

    Args:
        url: up to and without `/chat/completions`
        name: of the model
        key: nothing where none is needed
        grammar: the field in which the server takes a grammar; `no` for none
        seconds: time by the clock for a child
    """

    url: str
    name: str = "default"
    key: str = ""
    grammar: str = "grammar"
    seconds: float = PATIENT_S


def endpoint() -> Endpoint:
    """The server that the environment names.

    Raises:
        LudError: it names none, or what it says makes no sense
    """
    url = os.environ.get(URL, "").rstrip("/")
    if not url:
        hint = f"as in {URL}=http://127.0.0.1:8080/v1; the model in {NAME}, a key in {KEY}"
        raise LudError(
            f"a model is asked whose address is in {URL}, and nothing is there", None, hint
        )
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        hint = "as in http://127.0.0.1:8080/v1"
        raise LudError(f"{URL} is no address of the web: {url}", None, hint)
    key = os.environ.get(KEY, "")
    if not (key.isascii() and key.isprintable()):
        raise LudError(f"{KEY} has signs that no key has")
    given = os.environ.get(SECONDS, "")
    try:
        seconds = float(given or PATIENT_S)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise LudError(f"{SECONDS} is a number of seconds, not {given}")
    name = os.environ.get(NAME) or "default"
    return Endpoint(url, name, key, os.environ.get(GRAMMAR) or "grammar", seconds)


@dataclass(slots=True)
class _Known:
    """What is known of a server in this process.

    Args:
        plain: whether it takes no grammar
        failures: how many answers failed, one after the other
        until: when it may be asked again, by the clock
    """

    plain: bool = False
    failures: int = 0
    until: float = 0.0


_KNOWN: dict[Endpoint, _Known] = {}


def complete(
    where: Endpoint,
    messages: Messages,
    grammar: Callable[[], str] | None = None,
    seed: int = 0,
    seconds: float = PATIENT_S,
) -> str:
    """What a model answers.

    Args:
        where: its server
        messages: what was said, each with `role` and `content`
        grammar: makes one in GBNF, for servers that take one
        seed: for servers that take one
        seconds: time by the clock

    Raises:
        SilentError: nothing, too much, too late, or something that makes no sense
    """
    known = _KNOWN.setdefault(where, _Known())
    if time.monotonic() < known.until:
        raise SilentError("the server has failed too often")
    end = time.monotonic() + seconds
    asked = {"model": where.name, "messages": [*messages], "max_tokens": WORDS, "seed": seed}
    try:
        found = _with_grammar(where, known, asked, grammar, end)
    except SilentError:
        known.failures += 1
        if known.failures >= FAILURES:
            known.failures, known.until = 0, time.monotonic() + PAUSE_S
        raise
    known.failures = 0
    return found


def _with_grammar(
    where: Endpoint,
    known: _Known,
    asked: Mapping[str, Any],
    grammar: Callable[[], str] | None,
    end: float,
) -> str:
    """The answer to a question, with a grammar unless the server takes none."""
    if grammar is not None and where.grammar != NO and not known.plain:
        given = {**asked, **_field(where.grammar, grammar())}
        try:
            return _content(_posted(where, given, end))
        except _RefusedError:
            known.plain = True
    return _content(_posted(where, asked, end))


def _field(path: str, grammar: str) -> dict[str, Any]:
    """A field of a question: `grammar`, or one within another, as `structured_outputs.grammar`."""
    first, _, rest = path.partition(".")
    return {first: _field(rest, grammar) if rest else grammar}


def _posted(where: Endpoint, asked: Mapping[str, Any], end: float) -> bytes:
    """What a server answers; the connection is cut when the time is over."""
    parts = urlsplit(where.url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    assert parts.hostname is not None
    connection = kind(parts.hostname, parts.port, timeout=max(0.1, end - time.monotonic()))
    headers = {"content-type": "application/json", "accept": "application/json"}
    if where.key:
        headers["authorization"] = f"Bearer {where.key}"
    cut: threading.Timer | None = None
    try:
        connection.connect()
        cut = threading.Timer(max(0.1, end - time.monotonic()), _cut, (connection.sock,))
        cut.daemon = True
        cut.start()
        body = json.dumps(asked).encode()
        connection.request("POST", f"{parts.path}/chat/completions", body, headers)
        answer = connection.getresponse()
        said = answer.read(LARGEST + 1)
        if answer.status in UNKNOWN:
            raise _RefusedError(f"the server answers {answer.status}")
        if answer.status != 200:
            raise SilentError(f"the server answers {answer.status}")
        if len(said) > LARGEST:
            raise SilentError(f"the server answers more than {LARGEST} bytes")
        return said
    except (OSError, HTTPException, ValueError) as error:
        raise SilentError(f"the server cannot be asked: {type(error).__name__}") from None
    finally:
        if cut is not None:
            cut.cancel()
        connection.close()


def _cut(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _content(said: bytes) -> str:
    """The text of an answer."""
    try:
        found = json.loads(said)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise SilentError("the server answers something else than a text") from None
    if not isinstance(found, str):
        raise SilentError("the server answers something else than a text")
    return found

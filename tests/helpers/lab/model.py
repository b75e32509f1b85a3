"""A server of a language model that answers with prepared texts, good, bad, slow and hostile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from lab.breeding.judging.examiner import Examination
from lab.breeding.kinds import ALIVE, Appraisal, Candidate, Settings

Answer = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


@dataclass
class Oracle:
    """A server that was started.

    Args:
        url: where it is asked
        answers: how it answers, one after the other; the last again and again
        asked: what it was asked, with the key
    """

    url: str
    answers: list[Answer]
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


@contextmanager
def oracle(*answers: Answer | str) -> Iterator[Oracle]:
    """A server that answers so; a text is what a model would write."""
    found = Oracle("", [says(one) if isinstance(one, str) else one for one in answers])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            number = len(found.asked)
            key = self.headers.get("authorization", "")
            found.asked.append({**body, "path": self.path, "key": key})
            with suppress(OSError):  # nobody listens any more
                found.answers[min(number, len(found.answers) - 1)](self, body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  their name
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    found.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


class Lenient(Examination):
    """Makes children as always, and likes all of them."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        del settings
        return Appraisal(candidate.number, ALIVE, "", "long", 0.5)


def sent(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"content-length": str(len(body)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def says(text: object) -> Answer:
    """Answers as a model does."""
    told = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]})
    return lambda handler, _: sent(handler, 200, told.encode())


def raw(body: bytes, status: int = 200, **headers: str) -> Answer:
    """Answers something else."""
    return lambda handler, _: sent(handler, status, body, **headers)


def slow(seconds: float) -> Answer:
    """Answers byte by byte, each after a while."""

    def answer(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("content-length", "1000")
        handler.end_headers()
        for _byte in range(round(seconds / 0.05)):
            handler.wfile.write(b" ")
            time.sleep(0.05)

    return answer


def without_grammar(text: str) -> Answer:
    """Answers only if it is given no grammar."""

    def answer(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        if "grammar" in body:
            sent(handler, 400, b'{"error": "unknown field grammar"}')
        else:
            says(text)(handler, body)

    return answer

"""The studio as its own process, and clients of a few lines that speak to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import select
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from helpers.paths import ROOT

PATIENCE = 60
TEXT = 1
"""What frames with text begin with."""
needs_studio = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("starlette", "uvicorn", "websockets", "websocket")),
    reason='the studio is not installed: pip install "ludwright[studio]" websocket-client',
)


@dataclass
class Answer:
    """What came back of a request."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Running:
    """A studio that was started.

    Args:
        port: where it listens
        token: of the address that it printed
        folder: where it was started
        said: what it printed
    """

    port: int
    token: str
    folder: Path
    said: str
    process: subprocess.Popen[str]
    cookie: str = ""
    sockets: list[Any] = field(default_factory=list[Any])

    def request(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """A request; headers by name, with `_` for `-`."""
        host = headers.pop("host", f"127.0.0.1:{self.port}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True)
        given = {"host": host, "content-length": str(len(body)), **headers}
        for name, value in given.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body.encode())
        found = connection.getresponse()
        text = found.read().decode()
        connection.close()
        return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, text)

    def enter(self) -> None:
        """Use the printed address."""
        found = self.request(f"/?token={self.token}")
        assert found.status == 200
        self.cookie = found.headers["set-cookie"].partition(";")[0]

    def socket(self, path: str = "/socket", **headers: str) -> Any:
        """An open socket; headers other than those of the studio's own page by name."""
        websocket = import_module("websocket")
        host = headers.get("host", f"127.0.0.1:{self.port}")
        made = websocket.create_connection(
            f"ws://127.0.0.1:{self.port}{path}", timeout=PATIENCE, host=host,
            origin=headers.get("origin", f"http://127.0.0.1:{self.port}"),
            cookie=headers.get("cookie", self.cookie),
        )  # fmt: skip
        self.sockets.append(made)
        return made

    def page(self) -> Asking:
        """A page that asks."""
        return Asking(self.socket())


class Asking:
    """One page of the studio: it asks, and hears."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.number = 0
        self.kept = deque[str]()

    def send(self, ask: str, **about: Any) -> int:
        """Ask, without waiting."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "ask": ask, **about}))
        return self.number

    def stop(self, number: int) -> None:
        """Want to know no more."""
        self.socket.send(json.dumps({"id": number, "stop": True}))

    def hear(self) -> dict[str, Any]:
        """What is told next."""
        return json.loads(self.kept.popleft() if self.kept else self.socket.recv())

    def answer_pings(self) -> None:
        """Say that one is there, as a page in a browser does also while it asks nothing."""
        while select.select([self.socket.sock], [], [], 0)[0]:
            kind, frame = self.socket.recv_data_frame(control_frame=True)
            if kind == TEXT:
                self.kept.append(frame.data.decode())

    def hear_end(self) -> dict[str, Any]:
        """The end of whichever question ends next."""
        while True:
            told = self.hear()
            if "event" not in told:
                return told

    def ends(self, number: int) -> dict[str, Any]:
        """The end of a question: `done` or `failed`."""
        while True:
            told = self.hear_end()
            if told["id"] == number:
                return told

    def ask(self, ask: str, **about: Any) -> Any:
        """The answer to a question."""
        told = self.ends(self.send(ask, **about))
        assert "failed" not in told, told
        return told["done"]

    def refused(self, ask: str, **about: Any) -> str:
        """What is wrong with a question."""
        told = self.ends(self.send(ask, **about))
        assert "failed" in told, told
        return told["failed"]["problems"][0]["message"]


@contextmanager
def studio(folder: Path, *words: str, **environment: str) -> Iterator[Running]:
    """A studio in a folder."""
    command = [sys.executable, "-m", "lab.cli", "studio", "--no-browser", "--port", "0", *words]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip
    assert process.stdout is not None
    said = ""
    try:
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.search(r"http://[^:]+:(\d+)/(?:\?token=(\S+))?", said)
        assert found is not None, said
        running = Running(int(found[1]), found[2] or "", folder, said, process)
        yield running
        for one in list(running.sockets):  # somebody may be opening more
            one.close()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def below(pid: int) -> list[int]:
    """A process and those that it has started."""
    try:
        told = [one.read_text("ascii") for one in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    children = [child for one in told for child in one.split()]
    return [pid, *(one for child in children for one in below(int(child)))]

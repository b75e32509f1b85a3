"""Firefox, spoken to by WebDriver BiDi: enough of it to play a game on a page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
WAIT_SECONDS = 60.0
EVENTS = ("log.entryAdded", "network.beforeRequestSent")


def found() -> str | None:
    """Where a Firefox is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


needs_firefox = pytest.mark.skipif(
    found() is None or find_spec("websocket") is None,
    reason="Firefox or websocket-client is not installed",
)


class Tab:
    """One page in Firefox.

    Attributes:
        problems: errors that the page has told, and requests that left it
    """

    def __init__(self, address: str, size: tuple[int, int]) -> None:
        websocket = import_module("websocket")
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=WAIT_SECONDS, suppress_origin=True
        )
        self._number = 0
        self.problems: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=list(EVENTS))
        self.context = self.call("browsingContext.create", type="tab")["context"]
        viewport = {"width": size[0], "height": size[1]}
        self.call("browsingContext.setViewport", context=self.context, viewport=viewport)

    def call(self, method: str, **params: Any) -> Any:
        """Ask the browser for something.

        Raises:
            AssertionError: it refuses
        """
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if "method" in answer:
                self._happened(answer["method"], answer["params"])
            elif answer["id"] == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def _happened(self, event: str, params: Any) -> None:
        if event == "log.entryAdded":
            self.problems.append(str(params["text"]))
            return
        address = str(params["request"]["url"])
        if not address.startswith(("file://", "blob:", "data:", "about:")):
            self.problems.append(address)

    def open(self, path: Path, link: str = "") -> None:
        """Load a page from the disk."""
        address = f"{path.as_uri()}{link}"
        self.call("browsingContext.navigate", context=self.context, url="about:blank")
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        """What an expression of the page gives, a text or a number or nothing."""
        answer = self.call(
            "script.evaluate", expression=expression, target={"context": self.context},
            awaitPromise=True,
        )  # fmt: skip
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression of the page holds."""
        until = time.monotonic() + WAIT_SECONDS
        while not self.ask(f"Boolean({expression})"):
            assert time.monotonic() < until, f"{expression} never held; problems: {self.problems}"
            time.sleep(0.05)

    def click(self, x: float, y: float) -> None:
        """Click a point of the page."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        presses = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, *presses]}
        self.call("input.performActions", context=self.context, actions=[mouse])

    def type(self, keys: str) -> None:
        """Press keys, one after another."""
        kinds = ("keyDown", "keyUp")
        pressed = [{"type": kind, "value": key} for key in keys for kind in kinds]
        keyboard = {"type": "key", "id": "keyboard", "actions": pressed}
        self.call("input.performActions", context=self.context, actions=[keyboard])

    def close(self) -> None:
        """End the session."""
        self._socket.close()


@contextmanager
def firefox(size: tuple[int, int]) -> Iterator[Tab]:
    """A Firefox with nothing in it, and one page."""
    with tempfile.TemporaryDirectory() as profile:
        command = [
            str(found()), "--headless", "--no-remote", "--profile", profile,
            "--remote-debugging-port", "0",
        ]  # fmt: skip
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
            assert running.stderr is not None
            try:
                told = (LISTENING.search(line) for line in running.stderr)
                address = next(match[1] for match in told if match is not None)
                tab = Tab(address, size)
                yield tab
                tab.close()
            finally:
                running.terminate()

"""An editor of a few lines: it starts the language server and speaks the protocol with it."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from typing import Any

from helpers.paths import ROOT

PATIENCE = 60
URI = "file:///game.lud"


class Editor:
    """The server as its own process, one document at a time."""

    def __init__(self, encoding: str = "utf-16", *, pictures: bool = False) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lab.cli", "lsp"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=ROOT, env=environment,
        )  # fmt: skip
        self.arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self.told: list[dict[str, Any]] = []
        self.number = self.version = 0
        self.text = ""
        threading.Thread(target=self._read, daemon=True).start()
        capabilities = {"general": {"positionEncodings": [encoding]}}
        asked = {
            "processId": None, "rootUri": None, "capabilities": capabilities,
            "initializationOptions": {"pictures": pictures},
        }  # fmt: skip
        self.can = self.ask("initialize", asked)["capabilities"]
        self.say("initialized", {})

    def __enter__(self) -> Editor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server, as an editor does."""
        self.ask("shutdown", None)
        self.say("exit", None)
        assert self.process.wait(PATIENCE) == 0

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
        while line := out.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
                line = out.readline()
            self.arrived.put(json.loads(out.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def say(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: object) -> Any:
        """The answer to a question; a `LookupError` with what went wrong, if it is an error."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.arrived.get(timeout=PATIENCE)
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    raise LookupError(message["error"]["message"])
                return message["result"]
            self.told.append(message)

    # --- documents ---

    def write(self, text: str) -> list[dict[str, Any]]:
        """Put a text into the document; the mistakes that are told of it at once."""
        self.text, self.version, first = text, self.version + 1, not self.version
        self.told.clear()
        held = {"uri": URI, "version": self.version}
        if first:
            opened = {**held, "languageId": "ludii", "text": text}
            self.say("textDocument/didOpen", {"textDocument": opened})
        else:
            changes = [{"text": text}]
            self.say("textDocument/didChange", {"textDocument": held, "contentChanges": changes})
        return self.diagnostics()

    def diagnostics(self) -> list[dict[str, Any]]:
        """The mistakes that are told next of the document as it stands."""
        while True:
            message = self.told.pop(0) if self.told else self.arrived.get(timeout=PATIENCE)
            params = message.get("params") or {}
            method = message.get("method")
            if method == "textDocument/publishDiagnostics" and params["version"] == self.version:
                return params["diagnostics"]

    def position(self, mark: str, after: int = 0) -> dict[str, int]:
        """Where some text begins that stands once in the document, and so many letters on."""
        assert self.text.count(mark) >= 1, mark
        return self.at(self.text.index(mark) + after)

    def at(self, offset: int) -> dict[str, int]:
        """The position of a character, counted in UTF-16 as editors do."""
        line = self.text.count("\n", 0, offset)
        start = self.text.rfind("\n", 0, offset) + 1
        units = len(self.text[start:offset].encode("utf-16-le")) // 2
        return {"line": line, "character": units}

    def about(self, method: str, mark: str = "", after: int = 0, **more: object) -> Any:
        """The answer to a question about the document, at a place if one is given."""
        params: dict[str, object] = {"textDocument": {"uri": URI}, **more}
        if mark:
            params["position"] = self.position(mark, after)
        return self.ask(f"textDocument/{method}", params)

    def applied(self, edits: list[dict[str, Any]]) -> str:
        """The text with some changes made."""
        text = self.text
        for edit in sorted(edits, key=lambda one: self.offset(one["range"]["start"]), reverse=True):
            start, end = (self.offset(edit["range"][side]) for side in ("start", "end"))
            text = text[:start] + edit["newText"] + text[end:]
        return text

    def offset(self, position: dict[str, int]) -> int:
        """The character at a position."""
        lines = self.text.split("\n")
        start = sum(len(line) + 1 for line in lines[: position["line"]])
        line = lines[position["line"]].encode("utf-16-le") if position["line"] < len(lines) else b""
        return start + len(line[: 2 * position["character"]].decode("utf-16-le"))

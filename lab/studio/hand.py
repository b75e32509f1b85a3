"""The process in which rules are read, played and searched for the studio.

It answers one question after the other, each a line of JSON, and ends when nobody asks any more.
What a rule text can do is bounded here: each question has so much processor time and memory.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, BinaryIO

from interpreter.play.load import catalogue, defines
from interpreter.text.errors import LudError
from lab.breeding.judging.guarded import limited
from lab.breeding.kinds import Limits
from lab.studio.messages import failed, refused
from lab.studio.streams import on_standard_streams
from lab.studio.tasks import TASKS, Emit, StoppedError

MEMORY = 2_048
"""MiB that a question may need."""


class _Line:
    """The way out, and whether somebody still wants to hear."""

    def __init__(self, outlet: BinaryIO) -> None:
        self._outlet = outlet
        self.stopped = False

    def send(self, kind: str, value: object) -> None:
        """Say something."""
        told = json.dumps({kind: value}, separators=(",", ":"), allow_nan=False)
        self._outlet.write(told.encode() + b"\n")
        self._outlet.flush()

    def emit(self, event: Mapping[str, Any]) -> None:
        """Tell how far a question is.

        Raises:
            StoppedError: nobody wants to know any more
        """
        if self.stopped:
            raise StoppedError
        if event:
            self.send("event", event)


def prepare() -> None:
    """Read what all questions need."""
    catalogue()
    defines()


def main() -> None:
    """Answer on the standard streams, where processes cannot be forked."""
    on_standard_streams(serve, prepare)


def serve(inlet: BinaryIO, outlet: BinaryIO) -> None:
    """Answer until nobody asks any more.

    Args:
        inlet: where questions come from
        outlet: where answers go
    """
    line = _Line(outlet)
    asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(inlet, line, asked), daemon=True).start()
    while True:
        _answer(line, asked.get())


def _read(inlet: BinaryIO, line: _Line, asked: queue.SimpleQueue[dict[str, Any]]) -> None:
    for text in inlet:
        question = json.loads(text)
        if "stop" in question:
            line.stopped = True
        else:
            # Here, so that a stop that comes before the question is begun is not forgotten.
            line.stopped = False
            asked.put(question)
    os._exit(0)


def _task(name: str) -> Callable[[Mapping[str, Any], Emit], Any]:
    """A task of the studio, or one of another server: `lab.tools.tasks:check`."""
    module, _, task = name.rpartition(":")
    return TASKS[name] if not module else import_module(module).TASKS[task]


def _answer(line: _Line, question: dict[str, Any]) -> None:
    task = _task(question["task"])
    try:
        with limited(Limits(seconds=question["seconds"], memory=MEMORY)):
            found = task(question["about"], line.emit)
    except StoppedError:
        line.send("done", None)
    except LudError as error:
        line.send("failed", failed(*error.problems))
    except MemoryError:
        line.send("failed", refused(f"this needs more than {MEMORY} MiB of memory"))
        sys.exit()
    except Exception as error:
        line.send("failed", refused(f"{type(error).__name__}: {error}"))
    else:
        line.send("done", found)


if __name__ == "__main__":
    main()

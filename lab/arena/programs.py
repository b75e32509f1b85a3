"""Programs that are asked in lines and answer in lines, each in a process of its own.

What a program does wrong costs it a game and nobody else anything: it may end, say nothing, or say
so much that nobody can read it.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, Final

from interpreter import LudError

COMMENT: Final = "#"
"""A line that begins so is no answer: a program may think aloud."""
MOST_BYTES: Final = 4 << 20
"""So much may be said for one answer, comments included."""
KEPT_LINES: Final = 3
"""So many of the last lines of its errors are told of a program that ended."""
CHUNK: Final = 1 << 16
GRACE_S: Final = 2.0
"""How long a program may take to end once nobody asks it any more."""


class FaultError(Exception):
    """A program has done something that costs it the game.

    Args:
        kind: `ended`, `silent` or `flooding`
        reason: what it did, as `said nothing for 60 s`
        hint: more about it
    """

    def __init__(self, kind: str, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.kind, self.reason, self.hint = kind, reason, hint


@dataclass(frozen=True, slots=True)
class Command:
    """What starts a program.

    Args:
        name: what it is called
        words: the program and its arguments
    """

    name: str
    words: tuple[str, ...]


def command(name: str, text: str) -> Command:
    """The command of a text, split as a shell does it.

    Raises:
        LudError: it cannot be split, or there is no such program
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise LudError(f"the command {text} cannot be read: {error}") from None
    if not words or shutil.which(words[0]) is None:
        what = words[0] if words else "nothing"
        hint = 'as in --player "python my_player.py"; players of ours: random, uct:1000'
        raise LudError(f'there is no program "{what}"', None, hint)
    return Command(name, tuple(words))


class Program:
    """A program that runs.

    Args:
        started: what starts it

    Attributes:
        games: how many it has begun

    Raises:
        FaultError: it cannot be started
    """

    def __init__(self, started: Command) -> None:
        self.games = 0
        try:
            self._process = subprocess.Popen(
                started.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=os.name == "posix",
            )  # fmt: skip
        except OSError as error:
            raise FaultError("ended", f"cannot be started: {error.strerror}") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        self._said = 0
        self._flooded = self._over = False
        self._readers = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._write, self._read_errors)
        ]
        for one in self._readers:
            one.start()

    @property
    def runs(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None and not self._flooded and not self._over

    def begin(self, message: Mapping[str, Any]) -> None:
        """Tell it that a game begins."""
        self.games += 1
        self.say(message)

    def say(self, message: Mapping[str, Any]) -> None:
        """Tell it something, as one line of JSON; whether it reads that is its business."""
        self._to_say.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def ask(self, message: Mapping[str, Any], seconds: float) -> str:
        """Tell it something and wait for its answer: the next line that is no comment.

        What it has said before it was asked is no answer.

        Raises:
            FaultError: there is none in this time
        """
        self._said = 0
        with suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    raise self._ending()
        self.say(message)
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise FaultError("silent", f"gave no answer in {seconds:g} s") from None
            if line is None:
                raise self._ending()
            text = line.decode(errors="replace").strip()
            if text and not text.startswith(COMMENT):
                return text

    def close(self, *, at_once: bool = False) -> None:
        """End it: it hears the end of its input, and is killed if that does not help.

        Args:
            at_once: it is killed
        """
        self._to_say.put(None)
        if not at_once:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_S)
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def _ending(self) -> FaultError:
        self._over = True
        if self._flooded:
            return FaultError("flooding", f"said more than {MOST_BYTES >> 20} MiB for one answer")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        self._readers[-1].join(GRACE_S)
        status = self._process.returncode
        how = f"with status {status}" if status is not None and status >= 0 else "by a signal"
        return FaultError("ended", f"ended {how}", " | ".join(self._errors) or None)

    def _read(self) -> None:
        out, rest = self._process.stdout, b""
        assert out is not None
        while chunk := os.read(out.fileno(), CHUNK):
            self._said += len(chunk)
            if self._said > MOST_BYTES:
                # Nobody reads on, so that it waits until it is ended.
                self._flooded = True
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def _write(self) -> None:
        inlet = self._process.stdin
        assert inlet is not None
        with suppress(OSError):
            while (line := self._to_say.get()) is not None:
                inlet.write(line)
                inlet.flush()
        with suppress(OSError):
            inlet.close()

    def _read_errors(self) -> None:
        told: IO[bytes] | None = self._process.stderr
        assert told is not None
        while line := told.readline(CHUNK):
            text = line.decode(errors="replace").strip()
            if text:
                self._errors.append(text[:200])


class Stable:
    """The programs that one worker has running: each is started once and plays game after game.

    One that has lost a game by a fault is ended, and started again for its next game.
    """

    def __init__(self) -> None:
        self._running: dict[tuple[str, int], Program] = {}

    def program(self, started: Command, which: int = 0) -> Program:
        """A program that runs.

        Args:
            which: of several of one command, where one sits at two seats

        Raises:
            FaultError: it cannot be started
        """
        key = (started.name, which)
        if key in self._running and not self._running[key].runs:
            self._running.pop(key).close(at_once=True)
        if key not in self._running:
            self._running[key] = Program(started)
        return self._running[key]

    def end(self, program: Program) -> None:
        """End one that has done wrong."""
        self._running = {key: one for key, one in self._running.items() if one is not program}
        program.close(at_once=True)

    def close(self, *, at_once: bool = False) -> None:
        """End all of them."""
        for one in self._running.values():
            one.close(at_once=at_once)
        self._running.clear()

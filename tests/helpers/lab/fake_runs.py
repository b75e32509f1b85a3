"""Runs with the fake examiner, here and in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from helpers.lab.fake_examiner import SETTINGS, Fake
from helpers.paths import ROOT, TESTS
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import read
from lab.breeding.running.events import Event, Told
from lab.breeding.running.run import evolve

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(TESTS)))}

COMMAND = """
import signal
import sys
# Tests may run where Ctrl+C is ignored, as in the background of a shell.
signal.signal(signal.SIGINT, signal.default_int_handler)
import lab.breeding.running.run
from helpers.lab.fake_examiner import Fake, Recorded
lab.breeding.running.run.Examination = lambda: {examiner}
from lab.cli.app import main
sys.argv = ["ludwright", "evolve", *{words!r}]
main()
"""
"""The command, but for the examiner."""


def evolved(**given: Any) -> list[Event]:
    """All events of a run."""
    about: dict[str, Any] = {"settings": SETTINGS, "workers": 2, "children": 60, "examiner": Fake()}
    return list(evolve(**about | given))


def told(**given: Any) -> list[Child]:
    """The children of a run, without what no two runs agree on."""
    return [timeless(one.child) for one in evolved(**given) if isinstance(one, Told)]


def timeless(child: Child) -> Child:
    return replace(child, seconds={})


def table(path: Path) -> list[Child]:
    """What stands in a store, without what no two runs agree on."""
    with closing(read(path)) as store:
        return [timeless(child) for child in store.children()]


def started(words: Sequence[str | Path], examiner: str = "Fake()") -> subprocess.Popen[str]:
    """The command, in a process of its own."""
    program = COMMAND.format(examiner=examiner, words=[str(word) for word in words])
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def below(pid: int) -> set[int]:
    """The processes that a process has started."""
    folder = Path(f"/proc/{pid}/task")
    found: set[int] = set()
    for task in folder.glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may have ended by now
            found |= {int(word) for word in task.read_text().split()}
    return found

"""How much of the processor the stages of an examination take, and which one it came to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from lab.breeding.judging.notes import note


class Clock:
    """Times the stages of one child, in seconds of the processor: machines are shared.

    Args:
        stage: the first one

    Attributes:
        text: its rules, as far as they are known; should its process die, they are not lost
        change: how it was made
    """

    def __init__(self, stage: str) -> None:
        self.stage, self.text, self.change = stage, "", ""
        self.seconds: dict[str, float] = {}

    @contextmanager
    def at(self, stage: str) -> Iterator[None]:
        """Count what happens here as a stage."""
        self.stage = stage
        note(stage, text=self.text, change=self.change)
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.process_time() - start

"""Where the processes come from that work for the studio."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import Process

import pytest

from helpers.lab.studio import needs_studio
from lab.studio import births
from lab.studio.births import FORKS, Births
from lab.studio.nursery import HAND

pytestmark = [
    needs_studio,
    pytest.mark.slow,
    pytest.mark.skipif(not FORKS, reason="there are no nurseries here"),
]


async def _sleeping(module: str, stdin: int, stdout: int) -> Process:
    """A nursery that gets ready for ever."""
    del module
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import time; time.sleep(600)", stdin=stdin, stdout=stdout
    )


def test_a_nursery_that_does_not_get_ready_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        found = Births()
        with monkeypatch.context() as patched:
            patched.setattr(births, "START_S", 0.1)
            patched.setattr(births, "_started", _sleeping)
            with pytest.raises(TimeoutError):
                await found.give(HAND)
        late = found._nursery
        life = await found.give(HAND)
        assert late is not None
        assert await late.wait() < 0
        life.end()
        found.close()

    asyncio.run(play())

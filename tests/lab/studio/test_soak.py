"""The studio for a long time, and with somebody hostile in it: it neither leaks nor stalls.

A soak takes the minutes of `LUDWRIGHT_SOAK`; `LUDWRIGHT_SOAK=60 pytest tests/lab/studio -k soak` is
the hour.
"""

from __future__ import annotations

import os
import random
import statistics
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from helpers.lab.studio import Asking, Running, below, needs_studio, studio
from interpreter.play.load import games

pytestmark = [
    needs_studio,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells memory"),
]
MINUTES = float(os.environ.get("LUDWRIGHT_SOAK", "4"))
RATE = 100
"""Texts a minute."""
STALLED_S = 30.0
PAGE = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
"""MiB of a page of memory."""
SMALL = games()["Tic-Tac-Toe"].read_text("utf-8")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with studio(tmp_path) as found:
        found.enter()
        yield found


def held(pids: list[int]) -> float:
    """MiB that processes hold."""
    found = 0.0
    for pid in pids:
        try:
            found += PAGE * int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        except OSError:  # it has just ended
            continue
    return found


def varied(text: str, rng: random.Random) -> str:
    """A text as somebody types it: whole, with a letter less, or one more."""
    at, how = rng.randrange(len(text)), rng.random()
    if how < 0.5:
        return text
    return text[:at] + ("" if how < 0.75 else rng.choice('(){}x1 "')) + text[at + (how < 0.75) :]


@pytest.mark.thorough
def test_a_soak_of_texts_neither_leaks_nor_stalls(running: Running) -> None:
    """As many texts as two typists write: drawn, read, told by the language server."""
    rng = random.Random(7)
    texts = [path.read_text("utf-8") for path in games().values()]
    page, start, memory = running.page(), time.monotonic(), list[tuple[float, float, int]]()
    slowest, number = 0.0, 0
    while (now := time.monotonic() - start) < 60 * MINUTES:
        number += 1
        time.sleep(max(0.0, number * 60 / RATE - now))
        text, before = varied(rng.choice(texts), rng), time.monotonic()
        for ask in ("draw", "preview"):
            told = page.ends(page.send(ask, text=text))
            assert "done" in told or told["failed"]["problems"]
        slowest = max(slowest, time.monotonic() - before)
        if number % (RATE // 4) == 0:
            pids = below(running.process.pid)
            memory.append((held([running.process.pid]), held(pids), len(pids)))
    assert slowest < STALLED_S
    assert number >= 0.9 * RATE * MINUTES, "so many a minute were not looked at"
    half = len(memory) // 2
    first, second = memory[half // 2 : half], memory[half:]
    print(
        f"{number} texts, slowest {slowest:.1f} s; MiB {memory[0]} at first, {memory[-1]} at last"
    )
    for what, room in ((0, 10.0), (1, 150.0)):
        sums = [statistics.median(one[what] for one in part) for part in (first, second)]
        assert sums[1] < 1.1 * sums[0] + room, f"MiB held: {sums}"
    assert max(one[2] for one in memory) <= memory[0][2] + 1, "processes are left over"


def times(page: Asking, count: int) -> list[float]:
    """How long one waits for a picture, several times; seconds."""
    found: list[float] = []
    for _ in range(count):
        before = time.monotonic()
        assert page.ask("draw", text=SMALL)["picture"].startswith("<svg")
        found.append(time.monotonic() - before)
        time.sleep(0.05)
    return found


class Hostile(threading.Thread):
    """Somebody who does all he can: garbage, floods, huge texts, rules that never end."""

    def __init__(self, running: Running) -> None:
        super().__init__(daemon=True)
        self.running, self.over, self.rounds = running, threading.Event(), 0

    def run(self) -> None:
        """Do it until it is over, on a new socket whenever one was closed."""
        websocket = import_module("websocket")
        endless = SMALL.replace("(end {", "(end { (if (= 1 2) (result Mover Win))")
        while not self.over.is_set():
            self.rounds += 1
            try:
                page = self.running.page()
                for _ in range(5):
                    page.socket.send("no sense at all")
                page.send("preview", text="(" * 400_000)
                page.send("preview", text=SMALL.replace("<Board:side>", "2000"))
                page.send("cover", text=endless, games=1_000_000, searched=1_000)
                page.send("move", text=SMALL, record="ludwright record 1\ngame: x\n",
                          player="alphabeta:90")  # fmt: skip
                page.send("measure", texts=[SMALL] * 4, games=2_000)
                for _ in range(400):
                    page.send("files")
                page.socket.send("x" * 3_000_000)
                page.socket.recv()
            except (websocket.WebSocketException, OSError):
                pass
            time.sleep(0.1)


@pytest.mark.slow
def test_one_hostile_page_among_twenty_is_not_felt(running: Running) -> None:
    pages = [running.page() for _ in range(19)]
    for one in pages:
        times(one, 1)  # its process has started
    quiet = [took for one in pages[:6] for took in times(one, 4)]
    hostile = Hostile(running)
    hostile.start()
    try:
        time.sleep(2.0)
        loud: list[float] = []
        for one in pages:
            for other in pages:  # who does not answer for too long is taken to have gone
                other.answer_pings()
            loud += times(one, 1)
    finally:
        hostile.over.set()
        hostile.join(60)
    assert hostile.rounds > 1
    assert running.process.poll() is None
    middle = statistics.median(loud)
    print(f"seconds for a picture: {statistics.median(quiet):.3f} alone, {middle:.3f} beside it, "
          f"{max(loud):.3f} at most")  # fmt: skip
    # His processes share the processors, so that others have their part of these and no less.
    assert middle < max(0.5, 8 * statistics.median(quiet))
    assert max(loud) < 5.0

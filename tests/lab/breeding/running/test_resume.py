"""A run that is killed goes on as if nothing had been."""

from __future__ import annotations

import dataclasses
import itertools
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Fake, Recorded
from helpers.lab.fake_runs import below, evolved, started, table, timeless, told
from interpreter import LudError
from lab.breeding.running.events import Finished, Started, Told
from lab.breeding.running.run import evolve

PAUSE = "Recorded(wrong=0.05, pause=0.01, file={!r})"
SLOW = Recorded(wrong=0.05, pause=0.01)
WORDS = ("--seed", "1", "--mode", "ludi", "--ahead", "8", "--population", "20", "-w", "2",
         "--limit", "seconds=0.2", "--limit", "memory=100")  # fmt: skip


@pytest.fixture(scope="module")
def founders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("founders")
    for number, text in enumerate(FOUNDERS):
        (folder / f"{number}.lud").write_text(text)
    return folder


def begin(path: Path, founders: Path, record: Path, children: int) -> subprocess.Popen[str]:
    words = (path, "--from", founders, *WORDS, "-n", str(children))
    return started(words, PAUSE.format(str(record)))


@pytest.mark.slow
def test_killed_again_and_again(founders: Path, tmp_path: Path) -> None:
    path, record = tmp_path / "run.db", tmp_path / "record"
    record.touch()
    for lines in (1, 4, 30, 90, 110):
        process = begin(path, founders, record, 80)
        wait_for(record, lines, process)
        process.kill()
        process.wait()
        assert integrity(path) in (None, "ok")
    process = begin(path, founders, record, 80)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "going on behind child" in output
    settings = dataclasses.replace(SETTINGS, founders=tuple(sorted(map(str, founders.iterdir()))))
    whole = told(settings=settings, children=80, examiner=Recorded(0.05, file=os.devnull))
    # Which child another replaced is written with the child that left.
    assert [dataclasses.replace(one, left=None) for one in table(path)] == whole
    assert {path.name for path in tmp_path.iterdir()} == {"run.db", "record"}
    # What had been found was not looked for again.
    twice = [line for line, times in Counter(record.read_text().split("\n")).items() if times > 1]
    assert len(twice) <= 5 * (2 * 2 + 2)


def wait_for(record: Path, lines: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 30
    while record.read_text().count("\n") < lines and process.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.005)


def integrity(path: Path) -> str | None:
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA integrity_check").fetchone()[0]


@pytest.mark.slow
def test_more_children_later(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    first = told(store=path, children=25, examiner=Fake(0))
    events = evolved(settings=None, store=path, children=60, workers=1, examiner=Fake(0))
    assert isinstance(events[0], Started)
    assert events[0].told == 25
    rest = [timeless(one.child) for one in events if isinstance(one, Told)]
    assert first + rest == told(children=60, examiner=Fake(0))
    again = evolved(settings=None, store=path, children=30, examiner=Fake(0))
    assert [type(one) for one in again] == [Started, Finished]
    assert again[-1].progress.told == 60  # type: ignore[union-attr]


@pytest.mark.slow
def test_stopped_anywhere_the_table_is_the_same(tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    evolved(store=whole, examiner=Fake(0.02))
    path = tmp_path / "run.db"
    for events in (3, 10, 40, 41, 80):
        sitting = evolve(SETTINGS, store=path, workers=3, children=60, examiner=Fake(0.02))
        list(itertools.islice(sitting, events))
        sitting.close()
    evolved(store=path, examiner=Fake(0.02))
    assert table(path) == table(whole)


def test_other_settings(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    evolved(store=path, children=3)
    limits = dataclasses.replace(SETTINGS.limits, seconds=5.0)
    other = dataclasses.replace(SETTINGS, seed=2, limits=limits, rates={"regrow": 1.0})
    with pytest.raises(LudError) as caught:
        evolved(settings=other, store=path)
    assert str(caught.value).splitlines()[0] == (
        f"{path} was begun with seed 1, not 2; limits.seconds 0.2, not 5.0; "
        "rates.regrow its default, not 1.0"
    )
    with pytest.raises(LudError, match="was begun with founders"):
        evolved(settings=None, founders=FOUNDERS[:1], store=path)
    # The same founders may be named, or none.
    assert evolved(settings=None, founders=FOUNDERS, store=path, children=3)
    assert evolved(settings=dataclasses.replace(SETTINGS, founders=()), store=path, children=3)


def test_founders_are_kept_as_they_were(tmp_path: Path) -> None:
    rules, path = tmp_path / "mine.lud", tmp_path / "run.db"
    rules.write_text(FOUNDERS[0])
    settings = dataclasses.replace(SETTINGS, founders=(str(rules),))
    evolved(settings=settings, store=path, children=1)
    rules.write_text(FOUNDERS[1])
    evolved(settings=settings, store=path, children=4)
    assert table(path)[0].text == FOUNDERS[0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize(
    ("number", "status"),
    [pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow), (signal.SIGTERM, 143)],
)
def test_asked_to_stop(number: int, status: int, founders: Path, tmp_path: Path) -> None:
    path, record = tmp_path / "run.db", tmp_path / "record"
    record.touch()
    process = begin(path, founders, record, 10_000)
    wait_for(record, 40, process)
    workers = below(process.pid)
    assert len(workers) >= 2
    process.send_signal(number)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == status, errors
    assert "score  95 % interval" in output  # what came of it so far
    assert "Traceback" not in errors
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    assert {one.name for one in tmp_path.iterdir()} == {"run.db", "record"}
    assert len(table(path)) > 10


def hold(path: Path, ready: multiprocessing.synchronize.Event) -> None:  # type: ignore[name-defined]
    for event in evolve(SETTINGS, store=path, workers=1, examiner=Fake(0)):
        if isinstance(event, Told):
            ready.set()
            time.sleep(60)


def test_two_at_one_store(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    other = context.Process(target=hold, args=(path, ready))
    other.start()
    try:
        assert ready.wait(20)
        with pytest.raises(LudError, match=r"another process is at work on .*run\.db"):
            evolved(store=path)
        assert table(path)  # reading is free
    finally:
        other.kill()
        other.join()
    assert len(told(store=path, examiner=Fake(0))) > 50

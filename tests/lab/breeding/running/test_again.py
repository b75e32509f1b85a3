"""The best are measured again: once each, whatever the workers, and that is what is reported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.lab.fake_examiner import SETTINGS, Sobering
from helpers.lab.fake_runs import evolved, table
from lab.breeding.keeping.store import read
from lab.breeding.kinds import Settings
from lab.breeding.running.again import SPARE, TIMES, afresh
from lab.breeding.running.events import Again, Finished
from lab.breeding.telling.corrected import falls, told_of
from lab.breeding.telling.whole import report


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def again_in(path: Path, log: Path, **given: object) -> list[Again]:
    events = evolved(store=path, examiner=Sobering(0, file=str(log)), **given)
    assert isinstance(events[-1], Finished)
    return [one for one in events if isinstance(one, Again)]


def test_what_is_reported_is_measured_again(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "run.db"
    found = again_in(path, log, best=3)
    assert len(found) == SPARE * 3
    assert [one.left for one in found] == list(range(SPARE * 3))[::-1]
    assert all(one.child.score == one.before / 2 for one in found)
    with closing(read(path)) as store:
        best = [*store.best()]
        kept = [*store.kept()]
        first = best[: SPARE * 3]
        assert {child.number for child in first} == {one.child.number for one in found}
        assert {child.number for child in best} == {child.number for child in kept}
        scores = [child.score for child in first]
        assert scores == sorted(scores, reverse=True)
        assert all(child.measures["score"][0] == child.score for child in first)
        # The archive goes by what children were kept for.
        before = {child.number: child.score for child in kept}
        assert all(child.score == before[child.number] / 2 for child in first)
        assert falls(store) == pytest.approx(sorted(scores, reverse=True))
        page = report(store, "run.db", best=3)
        assert told_of(falls(store)) in page
        assert f"<b>{first[0].score:.3f}</b>" in page


@pytest.mark.slow
def test_nobody_is_measured_a_third_time(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "run.db"
    again_in(path, log, best=2)
    before = log.read_text()
    assert again_in(path, log, best=2) == []
    assert log.read_text() == before
    assert len(again_in(path, log, best=3)) == 2
    # More children follow, the same as if nobody had been measured again.
    again_in(path, log, best=2, children=80)
    other = tmp_path / "other.db"
    again_in(other, log, children=80)
    assert table(path) == table(other)


@pytest.mark.slow
def test_the_same_with_any_number_of_workers(tmp_path: Path, log: Path) -> None:
    kept = []
    for workers in (1, 3):
        path = tmp_path / f"{workers}.db"
        again_in(path, log, best=4, workers=workers)
        with closing(read(path)) as store:
            found = store.again().items()
            kept.append({number: replace(one, seconds={}) for number, one in found})
    assert kept[0] == kept[1]


def test_a_run_of_an_older_program(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "run.db"
    again_in(path, log)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE again")
    with closing(read(path)) as store:
        assert store.again() == {}
        assert [*store.best()] == [*store.kept()]
        assert "No game was measured again" in report(store, "run.db", best=3)
    assert len(again_in(path, log, best=1)) == SPARE


def test_other_games_and_more_of_them() -> None:
    settings = Settings((), seed=5)
    found = afresh(settings)
    assert found.seed != settings.seed
    assert found == afresh(settings)
    assert found.effort.times == TIMES
    assert found.limits.seconds == TIMES * settings.limits.seconds
    assert afresh(SETTINGS).seed != found.seed

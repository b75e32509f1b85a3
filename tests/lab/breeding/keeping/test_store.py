"""The file of a run: what is written is read again, and what is wrong with it is said."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Fake
from helpers.lab.fake_runs import evolved, told
from interpreter import LudError
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.lock import Lock
from lab.breeding.keeping.store import Store, create, differences, is_begun, read, resume
from lab.breeding.kinds import Appraisal, Settings

CHILD = Child(
    number=3,
    seed=1 << 39,
    parents=(0, 1),
    change="crossing",
    verdict="",
    detail="no “detail”",
    stage="long",
    text='(game "Ärger")\n',
    canonical="c",
    fingerprint="f",
    name="Ärger",
    score=0.25,
    features={"board": "hex", "length": 12.5},
    measures={"depth": (0.5, 0.25, 0.75)},
    moves=("a1", "b2-c3"),
    seconds={"long": 1.5},
    step=2,
    place="hex, line",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


def begun(path: Path | None) -> Store:
    return create(path, SETTINGS, FOUNDERS)


def test_what_is_written_is_read_again(path: Path) -> None:
    with closing(begun(path)) as store:
        store.write(CHILD)
        assert store.child(3) == CHILD
        assert store.child(2) is None
    with closing(read(path)) as store:
        assert list(store.children()) == [CHILD]
        assert store.settings == SETTINGS
        assert store.founders == FOUNDERS
        assert store.told() == 1


def test_who_is_kept(path: Path) -> None:
    with closing(begun(path)) as store:
        for number, score in enumerate((0.2, 0.5, 0.3, 0.1)):
            place = "" if number == 3 else "somewhere"
            store.write(dataclasses.replace(CHILD, number=number, score=score, place=place))
        assert [child.number for child in store.kept()] == [1, 2, 0]
        store.write(dataclasses.replace(CHILD, number=4, score=0.4), replaced=2)
        assert [child.number for child in store.kept()] == [1, 4, 0]
        replaced = store.child(2)
        assert replaced is not None
        assert replaced.left == 4


def test_pedigree() -> None:
    with closing(begun(None)) as store:
        families = {0: (), 1: (), 2: (), 3: (0, 1), 4: (3,), 5: (4, 3), 6: (2,)}
        for number, parents in families.items():
            store.write(dataclasses.replace(CHILD, number=number, parents=parents))
        found = store.pedigree(5)
        assert {number: child.parents for number, child in found.items()} == {
            number: families[number] for number in (0, 1, 3, 4, 5)
        }
        assert store.pedigree(99) == {}


def test_the_archive_of_a_run_is_what_its_store_keeps(path: Path) -> None:
    children = told(store=path, children=90, examiner=Fake(0))
    with closing(read(path)) as store:
        kept = list(store.kept())
        assert len(kept) == 20
        assert {child.number for child in kept} < {child.number for child in children if child.kept}
        for child in store.children():
            if child.left is not None:
                later = store.child(child.left)
                assert later is not None
                assert later.score > child.score
                assert later.number > child.number


def test_others_read_while_a_run_is_written(path: Path) -> None:
    with closing(begun(path)) as store, closing(read(path)) as reader:
        store.write(CHILD)
        assert reader.child(3) == CHILD


# Mistakes


def message(path: Path) -> str:
    found: list[str] = []
    for open_ in (read, resume):
        with pytest.raises(LudError) as caught:
            open_(path)
        found.append(str(caught.value))
    assert found[0] == found[1]
    return found[0]


def test_no_file(path: Path) -> None:
    assert not is_begun(path)
    assert message(path) == f"there is no file {path}"


def test_a_folder(tmp_path: Path) -> None:
    assert message(tmp_path) == f"{tmp_path} is a folder, not the file of a run"
    with pytest.raises(LudError, match="is a folder"):
        evolved(store=tmp_path)


@pytest.mark.parametrize("data", [b"some text", bytes(range(256)) * 40])
def test_no_database(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert message(path) == f"{path} is not the file of a run"
    with pytest.raises(LudError, match="is not the file of a run"):
        evolved(store=path)
    assert path.read_bytes() == data


def test_a_database_of_something_else(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE run (key, value)")
    assert message(path) == f"{path} is not the file of a run"


def test_a_newer_program(path: Path) -> None:
    begun(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9")
    assert message(path) == f"{path} was written by a newer version of ludwright"


def test_settings_of_a_newer_program(path: Path) -> None:
    begun(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE run SET value = json_set(value, '$.luck', 1) WHERE key = 'settings'")
    assert message(path) == f"{path} was written by a newer version of ludwright"


def test_settings_of_an_older_program(path: Path) -> None:
    begun(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE run SET value = json_remove(value, '$.ahead') WHERE key = 'settings'")
    with closing(read(path)) as store:
        assert store.settings == dataclasses.replace(SETTINGS, ahead=Settings(()).ahead)


def test_a_damaged_file(path: Path) -> None:
    with closing(begun(path)) as store:
        for number in range(200):
            store.write(dataclasses.replace(CHILD, number=number))
    data = bytearray(path.read_bytes())
    data[8192:-8192] = os.urandom(len(data) - 16384)
    path.write_bytes(data)
    with closing(read(path)) as store, pytest.raises(LudError, match=r"run\.db: .*malformed"):
        list(store.children())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("run SET value = '1' WHERE key = 'founders'", "founders: it is 1"),
        ("run SET key = 'x' WHERE key = 'created'", "created: it is None"),
        ("run SET value = json_set(value, '$.limits.nodes', 'x') WHERE key = 'settings'",
         "limits: nodes: it is 'x'"),
        ("children SET score = 'good'", "child 3, score: it is 'good'"),
        ("children SET verdict = x'00ff'", "child 3, verdict: it is b'\\x00\\xff'"),
        ("children SET measures = '{\"skill\": 1}'", "child 3, measures: skill: it is 1"),
        ("children SET moves = '[\"a1\"'", "child 3, moves: it is '[\"a1\"'"),
        ("again SET found = '[]'", "child 3, measured again: it is []"),
        ("again SET found = '{}'", "child 3, measured again: "),
    ],
)  # fmt: skip
def test_something_else_where_a_value_was(path: Path, change: str, said: str) -> None:
    with closing(begun(path)) as store:
        store.write(CHILD)
        store.write_again(Appraisal(CHILD.number, "", "", "long", 0.5))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE {change}")
    with pytest.raises(LudError) as caught:
        whole(path)
    assert str(caught.value).startswith(f"{path} is damaged: ")
    assert said in str(caught.value)


def whole(path: Path) -> None:
    """Read all of a run."""
    with closing(read(path)) as store:
        list(store.children())
        store.again()


def test_there_already(path: Path) -> None:
    begun(path).close()
    with pytest.raises(LudError, match="is there already"):
        begun(path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(LudError, match="cannot be written: No such file or directory"):
        begun(tmp_path / "nowhere" / "run.db")


def test_what_died_before_it_began_is_begun_anew(path: Path) -> None:
    path.touch()
    assert not is_begun(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size
    assert not is_begun(path)
    begun(path).close()
    assert is_begun(path)


# The lock


def test_one_at_a_time(path: Path) -> None:
    with closing(begun(path)):
        with pytest.raises(LudError, match="another process is at work on"):
            resume(path)
        with pytest.raises(LudError, match="is there already"):
            begun(path)
    resume(path).close()
    assert [one.name for one in path.parent.iterdir()] == ["run.db"]


def test_a_lock_that_was_left_locks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    lock = Lock(path)
    with pytest.raises(BlockingIOError):
        Lock(path)
    lock.close()
    lock.close()
    assert not path.exists()


def test_differences() -> None:
    other = dataclasses.replace(SETTINGS, rates={"graft": 2.0}, crossing=0.25)
    assert differences(SETTINGS, SETTINGS) == []
    assert differences(SETTINGS, other) == [
        "crossing 0.5, not 0.25",
        "rates.graft its default, not 2.0",
    ]

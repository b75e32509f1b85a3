"""`ludwright evolve`: what it takes, what it says, what it writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from helpers.lab.fake_examiner import FOUNDERS, Fake
from helpers.lab.fake_runs import COMMAND, ENVIRONMENT, below, table
from lab.breeding.keeping.child import Child
from lab.breeding.running.events import Progress
from lab.cli.app import app
from lab.cli.commands.evolve import spread
from lab.cli.tasks.run_screen import duration, line, rows

LUDI = ("--mode", "ludi", "--ahead", "8", "--population", "20")


@pytest.fixture(autouse=True)
def _pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.breeding.running.run.Examination", lambda: Fake(0))


@pytest.fixture
def founders(tmp_path: Path) -> Path:
    folder = tmp_path / "founders"
    folder.mkdir()
    for number, text in enumerate(FOUNDERS):
        (folder / f"{number}.lud").write_text(text)
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


def run(*words: object) -> Result:
    done = CliRunner().invoke(app, ["evolve", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def said(*words: object) -> list[str]:
    done = run(*words)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


@pytest.mark.slow
def test_help_teaches() -> None:
    text = "\n".join(said("--help"))
    assert "ludwright evolve first.db --minutes 10" in text.partition("Examples")[2]


def test_a_run_and_its_games(path: Path, founders: Path, tmp_path: Path) -> None:
    lines = said(path, "--from", founders, *LUDI, "-n", 60, "-w", 1, "--best", 3)
    assert lines[0] == "beginning with 3 games, seed 1, 1 worker"
    improved = [one for one in lines if one.startswith("child ")]
    assert improved
    again = [one for one in lines if "measured again" in one]
    assert len(again) == 7
    assert again[5].endswith("; 0 to go")
    assert "60 children, " in lines[len(improved) + 7]
    assert again[6].startswith("6 games of the best measured again")
    heads = lines.index(next(one for one in lines if one.startswith("  score  95 % interval")))
    best = [one.split()[1] for one in lines[heads + 1 : heads + 4]]
    assert lines[-1].startswith(f"ludwright evolve {path} -n 0 --games FOLDER")
    # They are written without going on.
    folder = tmp_path / "best" / "ones"
    lines = said(path, "-n", 0, "--best", 3, "--games", folder)
    assert lines[0] == "going on behind child 59, 2 workers" or os.cpu_count() != 2
    assert {one.stem for one in folder.iterdir()} == set(best)
    assert lines[-1] == f'ludwright play "{folder / best[0]}.lud"'
    text = (folder / f"{best[0]}.lud").read_text()
    assert text.startswith(f'(game "{best[0]}")')
    assert len(table(path)) == 60


@pytest.mark.slow
def test_a_run_goes_on_without_its_settings(path: Path, founders: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    settings = ("--from", founders, *LUDI, "--seed", 3, "--crossing", 0.25, "--limit", "seconds=7",
                "--effort", "playouts=9", "--rate", "regrow=2")  # fmt: skip
    said(path, *settings, "-n", 20)
    said(path, "-n", 40)
    said(path, "--seed", 3, "--limit", "seconds=7", "-n", 50)
    said(whole, *settings, "-n", 50)
    assert table(path) == table(whole)
    done = run(path, "--seed", 4)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "was begun with seed 3, not 4" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--limit", "second=1"), "--limit knows no second; it knows seconds, memory, players"),
        (("--limit", "seconds=soon"), "--limit takes a number from 0, as in seconds=10"),
        (("--limit", "seconds"), "as in seconds=10; not seconds"),
        (("--limit", "memory=0.5"), "--limit memory takes a whole number, not 0.5"),
        (("--effort", "games=1"), "--effort knows no games"),
        (("--rate", "luck=1"), "--rate knows no luck"),
        (("--mode", "best"), "there is no mode best"),
        (("--from", "Yavalat"), "did you mean Yavalath"),
        (("--from", "Hex", "nowhere.lud"), "there is no file nowhere.lud"),
    ],
)
def test_mistakes(words: tuple[str, ...], message: str, path: Path) -> None:
    done = run(path, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    text = " ".join(done.stderr.replace("│", " ").split())
    assert message in text
    assert not path.exists()


def test_the_file_of_something_else(path: Path) -> None:
    path.write_text("my diary")
    done = run(path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"{path} is not the file of a run\n"


def test_games_named_one_after_the_other() -> None:
    assert spread(["a.db", "--from", "Hex", "line", "-n", "5"]) == [
        "a.db", "--from", "Hex", "--from", "line", "-n", "5"
    ]  # fmt: skip
    assert spread(["--from", "Hex", "a.db", "Y"]) == ["--from", "Hex", "a.db", "Y"]


@pytest.mark.slow
def test_a_terminal_shows_how_it_goes(path: Path, founders: Path) -> None:
    before = below(os.getpid())  # other tests may have left some
    words = [str(word) for word in (path, "--from", founders, *LUDI, "-n", 150, "-w", 2)]
    program = COMMAND.format(examiner="Fake(0, pause=0.01)", words=words)
    pty = pytest.importorskip("pty", reason="terminals are those of POSIX")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**ENVIRONMENT, "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:
        pass  # nobody writes any more
    output, _ = process.communicate(timeout=20)
    text = shown.decode()
    assert process.returncode == 0, text
    for word in ("children", "rejected", "sieve", "places filled", "best", "left"):
        assert word in text
    assert "score  95 % interval" in output
    assert below(os.getpid()) <= before


def progress(**about: object) -> Progress:
    best = Child(7, 0, (), "", name="Hexa", score=0.8125)
    empty = Progress(200, 64, 20.0, 10.04, {}, 10, 57, 864, best, 75.0)
    return Progress(**{name: about.get(name, getattr(empty, name)) for name in empty.__slots__})


def test_how_it_stands() -> None:
    found = progress(rejected={"sieve": 50, "duplicate": 10, "bind": 20, "mine": 1})
    assert line(found) == (
        "200 children, 10.0 a second, 40% rejected, 57 of 864 places filled, best Hexa 0.812"
    )
    assert dict(rows(found)) == {
        "children": "200, 10.0 a second, 64 under way",
        "rejected": "bind 10%, sieve 25%, duplicate 5%, mine 0%",
        "kept": "57 of 864 places filled; 5% beaten by others",
        "best": "Hexa 0.812, child 7",
        "left": "1:15",
    }
    assert "best" not in dict(rows(progress(told=0, best=None)))


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0:00"), (59.7, "1:00"), (309, "5:09"), (3909, "1:05:09")]
)
def test_duration(seconds: float, text: str) -> None:
    assert duration(seconds) == text

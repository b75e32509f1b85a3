"""The command line, as tests call it."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from lab.cli.app import app


def run(*words: str | Path, typed: str = "") -> Result:
    done = CliRunner().invoke(app, [str(word) for word in words], input=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def lines(*words: str | Path, typed: str = "") -> list[str]:
    done = run(*words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def refused(*words: str | Path) -> str:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr

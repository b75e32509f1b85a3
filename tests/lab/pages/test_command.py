"""What makes documents: only what is stale is written, named, or removed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.pages.command import main


def made(folder: Path) -> dict[Path, str]:
    return {folder / "one.md": "one", folder / "deep" / "two.md": "two"}


def run(folder: Path, words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["made", os.fspath(folder), *words])
    return main("Makes.\n\nMore.", made, lambda place: [*place.rglob("*.md")])


def test_what_is_stale_is_named_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.md").write_text("one")
    (tmp_path / "old.md").write_text("old")
    assert run(tmp_path, ["--check"], monkeypatch) == 1
    output = capsys.readouterr()
    assert "one.md is stale" not in output.err
    assert "two.md is stale" in output.err
    assert "old.md is stale" in output.err
    assert not (tmp_path / "deep").exists()
    assert run(tmp_path, [], monkeypatch) == 0
    assert capsys.readouterr().out == "2 made, 2 of them changed\n"
    assert (tmp_path / "deep" / "two.md").read_text() == "two"
    assert not (tmp_path / "old.md").exists()
    assert run(tmp_path, ["--check"], monkeypatch) == 0

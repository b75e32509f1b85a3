"""What the page on breeding shows is what happens; `GOLDEN=write` rewrites what it shows."""

from __future__ import annotations

import os
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from helpers.pages.followed import followed
from helpers.paths import DOCS
from lab.breeding.keeping.child import Child
from lab.breeding.kinds import Limits

PAGE = DOCS / "breeding.md"


@pytest.mark.slow
def test_the_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    text = PAGE.read_text(encoding="utf-8")
    found = followed(text)
    if os.environ.get("GOLDEN") == "write":
        PAGE.write_text(found, encoding="utf-8")
    else:
        assert found == text


def test_the_page_names_every_limit_and_column() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for one in (*fields(Limits), *fields(Child)):
        assert f"`{one.name}`" in text, one.name

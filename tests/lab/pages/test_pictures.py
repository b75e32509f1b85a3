"""The sheets of all boards have the games that the library has. `make pictures` makes them anew."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from helpers.paths import DOCS
from interpreter import load
from interpreter.play.load import games
from interpreter.show.svg.canvas import NAMESPACE
from lab.pages.pictures import FOLDER, contact_sheet, families, names_on, page, shown

SHEETS = DOCS / "pictures" / FOLDER
MOST = 2_000_000
"""Bytes of all sheets together."""


def test_the_page_names_all_games() -> None:
    assert (DOCS / "pictures.md").read_text("utf-8") == page()
    assert sorted(name for names in families().values() for name in names) == sorted(games())


def test_every_family_has_a_sheet_of_its_games() -> None:
    assert {path.stem for path in SHEETS.iterdir()} == set(families())
    for family, names in families().items():
        assert names_on((SHEETS / f"{family}.svg").read_text("utf-8")) == names


def test_sheets_are_small() -> None:
    assert sum(path.stat().st_size for path in SHEETS.iterdir()) < MOST


@pytest.mark.parametrize("names", [("Hex", "Kalah", "Bagh-Chal"), ("Chess",), ("Ludo",)])
def test_what_is_on_a_sheet(names: tuple[str, ...]) -> None:
    text = contact_sheet("some", [shown(load(name)) for name in names])
    root = ElementTree.fromstring(text)
    assert names_on(text) == list(names)
    assert len(root.findall("{*}svg")) == len(names)
    drawn = {one.get("id") for one in root.iter() if one.get("id")}
    asked = {one.get("href", "").removeprefix("#") for one in root.iter(f"{{{NAMESPACE}}}use")}
    assert asked == drawn
    wide, high = float(root.get("width", "")), float(root.get("height", ""))
    for board in root.findall("{*}svg"):
        left, top = float(board.get("x", "")), float(board.get("y", ""))
        assert 0 <= left <= left + float(board.get("width", "")) <= wide
        assert 0 <= top <= top + float(board.get("height", "")) <= high


def test_a_sheet_shows_pieces() -> None:
    """The start, where pieces stand on the board then, else what comes some moves later."""
    assert shown(load("Chess")).plies == 0
    state = shown(load("Gomoku"))
    assert 0 < state.plies <= 20
    assert shown(load("Gomoku")).contents == state.contents


def test_sheets_are_light_or_dark() -> None:
    text = (SHEETS / "hunt.svg").read_text("utf-8")
    assert "@media(prefers-color-scheme:dark)" in text
    assert text.count('class="paper"') == 1

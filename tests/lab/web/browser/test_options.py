"""A page that holds a game with all its options: they are chosen there, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import Shown, needs_browser
from lab.web.choices import choices_of
from lab.web.export import page_of_options

pytestmark = [needs_native, needs_browser, pytest.mark.slow]
FIXED = {"Players": "2 Players", "Swap": "None"}
GAME = "Yavalath"


@pytest.fixture
def shown(browser: Any, tmp_path: Path) -> Iterator[Shown]:
    found = Shown(browser, tmp_path, GAME, options=FIXED)
    found.path.write_text(page_of_options(choices_of(GAME, FIXED, pytest.fail), GAME), "utf-8")
    found.open()
    yield found
    found.context.close()
    assert found.problems == []


def size(shown: Shown, item: str) -> None:
    """Choose a size of the board."""
    shown.page.get_by_label("Size").focus()
    shown.page.get_by_label("Size").select_option(label=item)
    shown.page.locator("#facts", has_text=f"Size: {item}").wait_for()


def test_options_are_chosen_without_loading_anew(shown: Shown) -> None:
    shown.sits(1, "a person")
    shown.page.evaluate("window.kept = true")
    usual = shown.page.locator("#facts").text_content()
    size(shown, "4")
    assert shown.page.evaluate("document.activeElement.labels[0].textContent") == "Size"
    assert shown.page.evaluate("window.kept") is True
    assert shown.page.locator("#seat-1").input_value() == "-1"
    shown.page.fill("#typed", "d4")
    shown.page.keyboard.press("Enter")
    assert shown.moves == ["d4"]
    link = shown.page.evaluate("location.hash")
    assert link == "#option=Size=4&seats=person,person&moves=d4"
    shown.open(link)
    assert shown.moves == ["d4"]
    assert shown.page.get_by_label("Size").locator("option:checked").inner_text() == "4"
    shown.page.get_by_label("Size").select_option(label="5")
    shown.page.locator("#facts", has_text=usual).wait_for()
    assert shown.moves == []
    assert "option" not in shown.page.evaluate("location.hash")


def test_a_computer_plays_on_the_board_that_was_chosen(shown: Shown) -> None:
    size(shown, "3")
    shown.sits(1, "computer, easy")
    shown.page.fill("#typed", "c3")
    shown.page.keyboard.press("Enter")
    shown.wait_for(2)
    assert shown.moves[0] == "c3"


def test_records_bring_their_options(shown: Shown) -> None:
    size(shown, "6")
    shown.sits(1, "a person")
    for move in ("a1", "f11"):
        shown.page.fill("#typed", move)
        shown.page.keyboard.press("Enter")
    shown.press("record …")
    area = shown.page.locator("dialog textarea")
    text = area.input_value()
    assert "option: Size = 6\n" in text
    area.fill(text.replace("Size = 6", "Size = 5").replace("2. f11", "2. e9"))
    shown.press("load this text")
    shown.page.locator(".moves button", has_text="e9").wait_for()
    assert "Size" not in shown.page.evaluate("location.hash")
    shown.press("record …")
    area.fill(text.replace("2. f11", "2. z9"))
    shown.press("load this text")
    shown.page.locator("dialog .note", has_text="z9").wait_for()
    area.fill(text.replace("Size = 6", "Size = 99"))
    shown.press("load this text")
    shown.page.locator("dialog .note", has_text="this record has Size = 99").wait_for()
    shown.press("close")
    assert shown.moves == ["a1", "e9"]


def test_a_link_to_options_that_are_not_there_is_told(shown: Shown) -> None:
    shown.open("#option=Size=99&moves=a1")
    assert "does not hold the game with its options" in shown.note
    assert shown.moves == []

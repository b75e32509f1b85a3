"""A designer's hour in a real browser: a game is written, played, measured and given away.

With `GOLDEN=write` its pictures become those of docs/studio.md.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.lab.browser import DESKTOP, PHONE, chromium, needs_browser
from helpers.lab.studio import Running, needs_studio, studio
from helpers.paths import ROOT

pytestmark = [needs_studio, needs_browser, pytest.mark.slow]
PICTURES = ROOT / "docs" / "pictures"
WAIT_MS = 60_000
RULES = """(game "Four in Line"
    (players 2)
    (equipment {
        (board (hex 4))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Emty))))
        (end {
            (if (is Line 4) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with studio(tmp_path) as found:
        yield found


@pytest.fixture
def page(running: Running) -> Iterator[Any]:
    with chromium() as browser:
        width, height = DESKTOP
        context = browser.new_context(
            viewport={"width": width, "height": height}, accept_downloads=True
        )
        context.set_default_timeout(WAIT_MS)
        found = context.new_page()
        problems: list[str] = []
        found.on("pageerror", lambda error: problems.append(str(error)))
        found.on("console", lambda told: problems.append(told.text) if told.type == "error" else 0)
        found.goto(f"http://127.0.0.1:{running.port}/?token={running.token}")
        found.wait_for_selector(".preview[src]")
        yield found
        context.close()
        assert problems == []


def picture(page: Any, name: str) -> None:
    """Keep what is seen for the documents, if they are written anew."""
    if os.environ.get("GOLDEN") == "write":
        page.screenshot(path=str(PICTURES / f"studio-{name}.png"))


def write(page: Any, text: str) -> None:
    """Write a whole file, as if it were pasted."""
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def written(page: Any) -> str:
    """The text of the editor."""
    return "\n".join(page.locator(".cm-line").all_inner_texts()).replace("\u200b", "")


def move(page: Any, name: str) -> None:
    page.fill("#typed", name)
    page.click(".playing form button")


def test_a_designers_hour(page: Any, running: Running) -> None:
    # Written from nothing: what may stand here is offered, and is taken with Enter.
    write(page, "")
    page.keyboard.type("(ga", delay=40)
    page.wait_for_selector(".cm-tooltip-autocomplete li[aria-selected] >> text=game")
    page.wait_for_timeout(400)  # the editor takes no Enter for a list that nobody can have seen
    page.keyboard.press("Enter")
    page.wait_for_selector(".cm-content >> text=(game ")
    page.keyboard.press("Escape")

    # A mistake is marked at its place, and mended by what it suggests.
    write(page, RULES)
    page.wait_for_selector(".cm-lintRange-error")
    page.wait_for_selector("text=did you mean Empty?")
    assert page.locator(".preview.stale").count() == 1
    picture(page, "mistake")
    page.click("text=take the suggestion")
    page.wait_for_selector(".preview:not(.stale)")
    assert "(sites Empty)" in written(page)
    page.wait_for_selector("#rules >> text=hexagon")
    picture(page, "writing")

    # What is not saved outlives the page.
    page.reload()
    page.wait_for_selector("text=is here again")
    assert "(sites Empty)" in written(page)
    page.click("button >> text=/^save$/")
    page.wait_for_selector("text=saved as new.lud")
    saved = (running.folder / "new.lud").read_text("utf-8")
    assert saved == RULES.replace("Emty", "Empty")

    # Played against the computer; a move that is not legal is explained by the rule.
    page.click("#tab-play")
    page.wait_for_selector(".playing .board")
    move(page, "d4")
    page.wait_for_selector(".moves-tree >> text=/^2\\. /")
    move(page, "d4")
    page.wait_for_selector(".reason >> text=d4 is not in (sites Empty)")
    page.click("text=show the rule")
    assert page.evaluate("getSelection().toString()") == "(sites Empty)"
    page.click("section[aria-label=play] button >> text=/^analyse$/")
    page.wait_for_selector(".lead")
    page.wait_for_selector(".analysis .best", state="attached")
    picture(page, "playing")
    page.click("text=stop analysing")
    assert page.locator(".analysis > *").count() == 0

    # Measured, changed, and compared with what was saved.
    page.click("#tab-measure")
    page.select_option("section[aria-label=measure] select", "20")
    page.click("text=/^measure$/ >> nth=-1")
    page.wait_for_selector(".figures")
    write(page, saved.replace("Line 4", "Line 3"))
    page.click("text=compare with the saved file")
    page.wait_for_selector(".figures[aria-busy=false] th >> text=/^saved$/")
    assert page.locator(".figures tr.moved").count() > 0, "three in line is another game"
    picture(page, "comparing")

    # The game that was begun goes on under its rules until the new ones are asked for.
    page.click("#tab-play")
    page.wait_for_selector("text=the rules are others by now")
    page.click("text=play the new rules")
    page.wait_for_selector("text=the rules are others by now", state="detached")

    # Given away as a page that plays it.
    with page.expect_download() as expected:
        page.click("text=export page")
    given = Path(expected.value.path()).read_text("utf-8")
    assert expected.value.suggested_filename.endswith(".html")
    assert json.loads(re.findall(r'id="data">(.*?)</script>', given)[0])["name"] == "Four in Line"


def test_a_file_that_changes_on_disk(page: Any, running: Running) -> None:
    write(page, RULES)
    page.click("button >> text=/^save$/")
    page.wait_for_selector("text=saved as new.lud")
    (running.folder / "new.lud").write_text("(other)", "utf-8")
    page.click(".cm-content")
    page.keyboard.type("x")
    page.click("button >> text=/^save$/")
    page.wait_for_selector(".conflict")
    assert (running.folder / "new.lud").read_text("utf-8") == "(other)"
    page.click("text=write mine over it")
    page.wait_for_selector(".conflict", state="detached")
    assert "Four in Line" in (running.folder / "new.lud").read_text("utf-8")


def test_the_library_and_a_phone(page: Any) -> None:
    page.click("#tab-library")
    page.fill("section[aria-label=library] input", "yavalath")
    page.wait_for_selector(".cards li >> text=/^Yavalath$/")
    for _ in range(100):
        if page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)"):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)")
    picture(page, "library")
    page.click(".cards >> text=/^Yavalath$/")
    page.wait_for_selector("text=a copy of Yavalath")
    assert '(game "Yavalath"' in written(page)
    page.select_option("#choice-0", index=1)
    page.wait_for_selector(".preview:not(.stale)")
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("#tab-board")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "phone")

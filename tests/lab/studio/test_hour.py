"""A designer's hour in a real browser: a game is written, played, measured, bred and given away.

With `GOLDEN=write` its pictures become those of docs/studio.md. `LOOK=FOLDER` writes each of them
at desktop and phone width, light and dark, to be looked at.
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
from helpers.paths import DOCS
from lab.breeding.kinds import Effort, Settings
from lab.breeding.running.run import evolve

pytestmark = [needs_studio, needs_browser, pytest.mark.slow]
PICTURES = DOCS / "pictures"
WAIT_MS = 60_000
# The rule texts of the tutorial: the first game, the one with a slip, and what it becomes.
TUTORIAL = (DOCS / "tutorial.md").read_text("utf-8")
FIRST, *_ = re.findall(r"```lud\n(.*?)```", TUTORIAL, re.DOTALL)
(SLIP,) = re.findall(r"```lud mistake\n(.*?)```", TUTORIAL, re.DOTALL)
MENDED = SLIP.replace("Arround", "Around")
(MELTS,) = [text for text in re.findall(r"```lud\n(.*?)```", TUTORIAL, re.DOTALL)
            if "by:Neutral" in text and "moveAgain" not in text]  # fmt: skip
QUICK = Effort(playouts=64, short_games=4, short_iterations=20, long_games=4, long_iterations=20)


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


def picture(page: Any, name: str, scroll: str = "") -> None:
    """Keep what is seen for the documents, or to be looked at, if either is asked for.

    Args:
        scroll: what is to be in sight
    """

    def shot(path: Path) -> None:
        if scroll:
            page.locator(scroll).first.evaluate("(one) => one.scrollIntoView()")
        page.wait_for_timeout(200)
        page.screenshot(path=str(path))

    if os.environ.get("GOLDEN") == "write":
        shot(PICTURES / f"studio-{name}.png")
    folder = os.environ.get("LOOK")
    if not folder:
        return
    for width, size in {"desktop": DESKTOP, "phone": PHONE}.items():
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=scheme)
            shot(Path(folder) / f"{name}-{width}-{scheme}.png")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.emulate_media(color_scheme="light")


def write(page: Any, text: str) -> None:
    """Write a whole file, as if it were pasted."""
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def written(page: Any) -> str:
    """The text of the editor."""
    lines = page.locator(".cm-line").all_inner_texts()
    return "\n".join("" if line == "\n" else line for line in lines).replace("\u200b", "")


def complete(page: Any, typed: str, offered: str, seen: str = "") -> None:
    """Type the beginning of something, and take what is offered first, which has this name.

    Args:
        seen: the picture that is kept of the list
    """
    page.keyboard.type(typed, delay=20)
    label = ".cm-tooltip-autocomplete li[aria-selected] .cm-completionLabel"
    page.locator(label, has_text=re.compile(f"^{offered}$")).wait_for()
    if seen:
        picture(page, seen)
    page.wait_for_timeout(150)  # the editor takes no Enter for a list that nobody can have seen
    page.keyboard.press("Enter")
    page.wait_for_selector(".cm-tooltip-autocomplete", state="detached")


def right(page: Any, places: int) -> None:
    for _ in range(places):
        page.keyboard.press("ArrowRight")


def write_from_nothing(page: Any) -> None:
    """The tutorial's first game, word by word, as one does with completion."""
    write(page, "")
    complete(page, "(ga", "game")
    page.keyboard.type("Thaw")
    page.keyboard.press("Tab")
    complete(page, "(pla", "players")
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    complete(page, "(equ", "equipment")
    complete(page, "(boa", "board")
    complete(page, "(he", "hex")
    page.keyboard.type("4")
    right(page, 2)
    page.keyboard.type(" ")
    complete(page, "(piec", "piece")
    page.keyboard.type("Fire")
    right(page, 1)
    page.keyboard.type(" ")
    complete(page, "Eac", "Each")
    page.keyboard.press("Tab")
    complete(page, "(rul", "rules")
    page.keyboard.type(" ")
    complete(page, "(pla", "play")
    complete(page, "(move A", "Add", "completing")
    complete(page, "(to", "to")
    page.keyboard.type(" ")
    complete(page, "(sites E", "Empty")
    right(page, 4)
    page.keyboard.type(" ")
    complete(page, "(end", "end")
    complete(page, "(if", "if")
    complete(page, "(is L", "Line")
    page.keyboard.type("4")
    right(page, 1)
    page.keyboard.type(" ")
    complete(page, "(res", "result")
    complete(page, "Mov", "Mover")
    page.keyboard.press("Tab")
    complete(page, "Wi", "Win")


def move(page: Any, name: str) -> None:
    page.fill("#typed", name)
    page.click(".playing form button")


def test_a_designers_hour(page: Any, running: Running) -> None:
    # Written from nothing: what may stand at each place is offered, and is taken with Enter.
    write_from_nothing(page)
    page.wait_for_selector(".preview:not(.stale)")
    page.keyboard.press("Shift+Alt+f")
    page.wait_for_selector(".cm-line >> text=/^    \\(players 2\\)/")
    assert "".join(written(page).split()) == "".join(FIRST.split())

    # A mistake is marked at its place, and mended by what it suggests.
    write(page, SLIP)
    page.wait_for_selector(".cm-lintRange-error >> text=Arround")
    page.wait_for_selector("text=did you mean Around?")
    assert page.locator(".preview.stale").count() == 1
    picture(page, "mistake")
    page.click("text=take the suggestion")
    page.wait_for_selector(".preview:not(.stale)")
    assert written(page).split() == MENDED.split()
    page.wait_for_selector("#rules >> text=hexagon")
    picture(page, "writing")

    # What is not saved outlives the page.
    page.reload()
    page.wait_for_selector("text=is here again")
    assert written(page).split() == MENDED.split()
    page.click("button >> text=/^save$/")
    page.wait_for_selector("text=saved as new.lud")
    assert (running.folder / "new.lud").read_text("utf-8").split() == MENDED.split()

    # Played against the computer; a move that is not legal is explained by the rule.
    page.click("#tab-play")
    page.wait_for_selector(".playing .board")
    move(page, "d4")
    page.wait_for_selector(".moves-tree >> text=/^2\\. /")
    move(page, "d4")
    page.wait_for_selector(".reason >> text=d4 is not in (sites Empty)")
    page.click("text=show the rule")
    assert page.evaluate("getSelection().toString()") == "(sites Empty)"

    # Any player of the machine may sit there; another move than the one played is a variation.
    page.select_option("#seat-1", label="careful")
    page.wait_for_selector(".status:not(:has-text('thinking'))")
    page.select_option("#seat-0", label="greedy")
    page.wait_for_selector(".moves-tree >> text=/^5\\. /")
    page.select_option("#seat-0", "-1")
    page.select_option("#seat-1", "-1")
    page.click(".moves-tree button >> text=/^2\\. /")
    played = " ".join(page.locator(".moves-tree button").all_inner_texts())
    move(page, next(one for one in ("a1", "b1", "c1", "d1", "g7", "g6") if one not in played))
    page.wait_for_selector(".moves-tree .variation")
    page.fill(".note-on textarea", "nearer to the rim")
    page.click("section[aria-label=play] button >> text=/^analyse$/")
    page.wait_for_selector(".lead")
    page.wait_for_selector(".analysis .best", state="attached")
    page.click("label >> text=heat")
    page.wait_for_selector(".analysis .heat", state="attached")
    picture(page, "playing")
    picture(page, "variations", ".side")
    page.click("text=stop analysing")
    assert page.locator(".analysis > *").count() == 0
    page.click("text=save game as …")
    page.fill("dialog input", "evening")
    page.click("dialog >> text=/^ok$/")
    page.wait_for_selector("text=saved as evening.txt")
    kept = (running.folder / "evening.txt").read_text("utf-8")
    assert "variation: 3" in kept
    assert "note: nearer to the rim" in kept

    # Which rules fire, told in the margin; then changed, and compared with what was saved.
    page.click("#tab-measure")
    page.click("text=/^count$/")
    page.wait_for_selector(".cover-count")
    picture(page, "cover", "[aria-label=cover]")
    write(page, MELTS.replace("(hex 4)", "(hex 3)"))
    page.click("text=compare with the saved file")
    page.wait_for_selector(".figures[aria-busy=false] th >> text=/^saved$/")
    assert page.locator(".figures tr.moved").count() > 0, "a smaller board is another game"
    picture(page, "comparing", "section[aria-label=measure] .row")
    picture(page, "plots", ".plots")

    # The game that was begun goes on under its rules until the new ones are asked for.
    page.click("#tab-play")
    page.wait_for_selector("text=the rules are others by now")
    page.click("text=play the new rules")
    page.wait_for_selector("text=the rules are others by now", state="detached")

    # Saved, and given away as a page that plays it.
    page.click("button >> text=/^save$/")
    page.wait_for_selector("text=saved as new.lud")
    with page.expect_download() as expected:
        page.click("text=export page")
    given = Path(expected.value.path()).read_text("utf-8")
    assert expected.value.suggested_filename.endswith(".html")
    assert json.loads(re.findall(r'id="data">(.*?)</script>', given)[0])["name"] == "Thaw"


def test_breeding_on_the_page(page: Any, running: Running) -> None:
    settings = Settings(founders=("Yavalath", "Connect Four", "Breakthrough"), effort=QUICK)
    assert list(evolve(settings, store=running.folder / "bred.db", children=14, workers=2))
    write(page, MELTS)
    page.wait_for_selector(".preview:not(.stale)")
    page.click("#tab-breed")
    group = page.locator("[aria-label=variants]")
    group.locator("input[type=number]").fill("2")
    group.locator("select").last.select_option("20")
    group.locator("button >> text=/^vary this game$/").click()
    page.wait_for_selector("text=/^2 variants, the best/")
    picture(page, "varying")
    # A run is looked at, worked at, and stopped; its games are read and opened.
    page.click("text=breed from many")
    page.select_option("select[aria-label=run]", "bred.db")
    page.wait_for_selector(".kinds .map a")
    page.click("text=/^go on$/")
    page.wait_for_selector("text=/children, .* a second/")
    page.click("[aria-label=run] button >> text=/^stop$/")
    page.wait_for_selector("text=it can be taken up again")
    picture(page, "breeding")
    page.locator(".kinds .map a").first.click()
    page.wait_for_selector(".bred h2")
    name = page.locator(".bred").get_attribute("aria-label")
    picture(page, "bred", ".bred")
    page.click(".bred >> text=/^play$/")
    page.wait_for_selector(f".guest >> text={name}")
    page.wait_for_selector(".playing .board")
    page.click("text=open it there")
    page.wait_for_selector(f".cm-line >> text={name}")


def test_a_file_that_changes_on_disk(page: Any, running: Running) -> None:
    write(page, FIRST)
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
    assert "Thaw" in (running.folder / "new.lud").read_text("utf-8")


def test_the_library_the_reference_and_a_phone(page: Any) -> None:
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
    page.click("#tab-reference")
    page.click(".cm-line >> text=(sites Winning")
    page.wait_for_selector("section[aria-label=reference] article")
    picture(page, "reference")
    page.fill("section[aria-label=reference] input[type=search]", "is line")
    page.click(".ludemes button >> text=/^is Line$/")
    page.wait_for_selector("article[aria-label='is Line']")
    page.click("#tab-board")
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("#tab-board")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "phone")

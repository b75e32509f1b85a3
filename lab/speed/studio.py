"""How long one waits in the studio, in a real browser: python -m lab.speed.studio [GAME...]

For every game of the library, typed in the editor of the page: from a keystroke to the mark of the
mistake that it makes, and from another to the picture of the board that it changes; and once, from
the command to the page. It needs what the tests of the studio need: Playwright and a Chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from interpreter.play.load import games, read
from lab.breeding.judging.guard import import_path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHOWN = 10
WAIT_MS = 60_000
TIMES = 3
PAUSE_MS = 400
"""Between two keystrokes that are timed: what the one before asked for is done."""
MISTAKES = ("(equipment", "(games", "(define")
"""Words that a letter makes a mistake of; every game has one of them."""
# What a keystroke is followed by, as the page sees it; in milliseconds.
WATCH = """
([selector, attribute]) => {
  window.seen = new Promise((done, failed) => {
    setTimeout(() => failed(new Error(`nothing came to ${selector}`)), 20_000);
    let typed = 0;
    addEventListener("keydown", () => { typed ||= performance.now(); }, {capture: true});
    const before = attribute && document.querySelector(selector)?.getAttribute(attribute);
    const look = () => {
      const found = document.querySelector(selector);
      const there = found && (!attribute || found.getAttribute(attribute) !== before);
      if (typed && there) {
        watching.disconnect();
        requestAnimationFrame(() => done(performance.now() - typed));
      }
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, {childList: true, subtree: true, attributes: true});
  });
}
"""
STARTED = "window.seen"


@dataclass(frozen=True, slots=True)
class Row:
    """The times of a game, in milliseconds: the best of a few."""

    name: str
    letters: int
    marked: float
    drawn: float

    def __str__(self) -> str:
        return f"{self.name:28} {self.letters:7,} {self.marked:9.0f} {self.drawn:9.0f}"


@contextmanager
def studio(folder: str) -> Iterator[tuple[str, float]]:
    """A studio that was started: the address that it printed, and when the command was given."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "lab.cli", "studio", folder, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": import_path()},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        for line in process.stdout:
            found = re.search(r"http://\S+", line)
            if found is not None:
                yield found[0], begun
                break
    finally:
        process.terminate()
        process.wait()


def measured(page: Any, name: str) -> Row:
    """The times of one game."""
    text = read(name).text
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.wait_for_selector(".preview[src]:not(.stale)")
    page.wait_for_timeout(2 * PAUSE_MS)
    title = '(match "' if text.count("(match ") else '(game "'
    drawn = min(_timed(page, title, ".preview", "src") for _ in range(TIMES))
    mistake = next(one for one in MISTAKES if one in text)
    marked = min(_timed(page, mistake, ".cm-lintRange-error", "") for _ in range(TIMES))
    return Row(name, len(text), marked, drawn)


def _timed(page: Any, behind: str, selector: str, attribute: str) -> float:
    """The time from a letter that is typed behind a text to what it is followed by.

    Args:
        selector: what is there then
        attribute: which of its attributes is another then; empty where it was not there before
    """
    page.keyboard.press("Control+f")
    page.wait_for_selector(".cm-search input[name=search]:focus")
    page.keyboard.press("Control+a")
    page.keyboard.type(behind)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(PAUSE_MS)
    page.evaluate(WATCH, [selector, attribute])
    page.keyboard.press("x")
    took = float(page.evaluate(STARTED))
    page.wait_for_timeout(PAUSE_MS)
    page.keyboard.press("Control+z")
    page.wait_for_timeout(PAUSE_MS)
    return took


def report(names: Sequence[str]) -> Iterator[str]:
    """The slowest games and the middle one."""
    playwright = import_module("playwright.sync_api")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        playwright.sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(WAIT_MS)
        with studio(folder) as (address, begun):
            page.goto(address)
            page.wait_for_selector(".cm-content")
            yield f"from the command to the page: {time.perf_counter() - begun:.2f} s"
            rows: list[Row] = []
            for name in names:
                try:
                    rows.append(measured(page, name))
                except playwright.Error as error:
                    yield f"{name}: {str(error).splitlines()[0]}"
        browser.close()
    yield f"{'':28} {'letters':>7} {'marked':>9} {'drawn':>9}   ms"
    for key in ("marked", "drawn"):
        worst = sorted(rows, key=lambda one: -getattr(one, key))
        middle = statistics.median(getattr(one, key) for one in rows)
        yield f"by {key}, the slowest; median {middle:.0f} ms"
        yield from map(str, worst[:SHOWN])


if __name__ == "__main__":
    for line in report(sys.argv[1:] or list(games())):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

"""Exported pages in a headless browser: what is on them, and people who play there."""

from __future__ import annotations

import shutil
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Move, State, load
from lab.web.export import page as written
from lab.web.scene import scene

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP, PHONE = (1200, 860), (390, 800)
WAIT_MS = 60_000
SEAT = "#seat-{}"


def found() -> str | None:
    """Where a Chromium is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


needs_browser = pytest.mark.skipif(
    found() is None or find_spec("playwright") is None,
    reason="Playwright or Chromium is not installed",
)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser with nothing in it."""
    playwright = import_module("playwright.sync_api")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found(), args=list(ARGUMENTS))
        yield browser
        browser.close()


class Shown:
    """A page that plays a game, opened from a disk.

    Attributes:
        problems: errors that the browser has told, and requests that left the page
    """

    def __init__(self, browser: Any, folder: Path, name: str, **context: Any) -> None:
        options = context.pop("options", {})
        self.game: Game = load(name, options)
        self.places = scene(self.game)["places"]
        self.path = folder / "game.html"
        self.path.write_text(written(self.game, name, options), "utf-8")
        width, height = context.pop("size", DESKTOP)
        motion = context.pop("motion", "reduce")
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion, **context
        )
        self.context.set_default_timeout(WAIT_MS)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self._listen()
        self.open()

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda one: self.problems.append(one.text))
        self.page.on("request", lambda one: self._asked(one.url))

    def _asked(self, address: str) -> None:
        if not address.startswith(("file://", "blob:", "data:")):
            self.problems.append(address)

    def open(self, link: str = "") -> None:
        """Load the page, with a game in its address."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.path.as_uri()}{link}")
        self.page.locator("svg.board").wait_for()

    # What is to be seen

    @property
    def standing(self) -> str:
        """How the game stands, once nobody thinks."""
        place = self.page.locator(".standing", has_not_text="thinking")
        place.wait_for()
        return str(place.text_content())

    @property
    def note(self) -> str:
        """What is wrong, as the page tells it."""
        return str(self.page.locator(".status .note").text_content())

    @property
    def said(self) -> str:
        """What was told last to those who do not see the page."""
        return str(self.page.locator("#said").text_content())

    @property
    def moves(self) -> list[str]:
        """The names of the moves in the list."""
        texts = self.page.locator(".moves button").all_text_contents()
        return [text.partition(". ")[2] for text in texts[1:]]

    def state(self) -> State:
        """The position that the page shows, played again from its address."""
        address = str(self.page.evaluate("location.hash")).removeprefix("#")
        if address.startswith("game="):  # nobody is to read it by looking at it
            packed = address.removeprefix("game=")
            address = urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
        parts = dict(part.split("=", 1) for part in address.split("&") if part)
        state = self.game.start(int(parts.get("seed", 0)))
        for word in filter(None, parts.get("moves", "").split(",")):
            told, _, name = word.rpartition("~")
            draws = [int(one) for one in told.split(".") if one] if "~" in word else None
            state = state.after(str(self.page.evaluate("decodeURIComponent", name)), draws)
        return state

    # What people do

    def sits(self, seat: int, who: str) -> None:
        """Let somebody take a seat: `a person`, or `computer, easy`."""
        self.page.locator(SEAT.format(seat)).select_option(label=who)

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def point(self, site: int) -> tuple[float, float]:
        """Where a site is on the screen."""
        x, y = self.places[site]
        board = self.page.locator("svg.board")
        spot = board.evaluate(
            "(svg, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
            " return [p.x, p.y]; }",
            [x, y],
        )
        return float(spot[0]), float(spot[1])

    def click(self, site: int) -> None:
        """Click a site."""
        self.page.mouse.click(*self.point(site))

    def drag(self, origin: int, target: int) -> None:
        """Drag a piece."""
        self.page.mouse.move(*self.point(origin))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(target), steps=5)
        self.page.mouse.up()

    def make(self, move: Move) -> None:
        """Make a move with the mouse."""
        form = self.game.program.templates[move.packed & 1023]
        if form.shape == "nowhere":
            self.page.locator(".actions button", has_text=move.name).first.click()
            return
        self.click(move.from_site if move.from_site >= 0 else move.to_site)
        if move.from_site not in (-1, move.to_site):
            self.click(move.to_site)
        choice = self.page.locator("dialog .choices button", has=self.named(move.name))
        if self.page.locator("dialog").count():
            choice.click()

    def named(self, name: str) -> Any:
        """The name of a choice."""
        return self.page.locator(f"b:text-is('{name}')")

    def wait_for(self, count: int) -> None:
        """Wait until so many moves are made."""
        self.page.locator(".moves li").nth(count).wait_for()


Open = Callable[..., Shown]
"""Opens the page of a game."""

"""Touches of the board: click and click, drag, fingers, the keyboard alone, choices of moves."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import PHONE, Open, needs_browser

pytestmark = [needs_native, needs_browser, pytest.mark.slow]


def test_dragging_and_what_is_marked(show: Open) -> None:
    shown = show("Breakthrough")
    shown.sits(1, "a person")
    labels = {label.lower(): site for site, label in enumerate(shown.game.labels)}
    shown.click(labels["b2"])
    assert shown.page.locator(".chosen").count() == 1
    assert shown.page.locator(".target").count() == 3
    shown.page.keyboard.press("Escape")
    assert shown.page.locator(".target").count() == 0
    shown.drag(labels["b2"], labels["b3"])
    assert shown.moves == ["b2-b3"]
    shown.drag(labels["a7"], labels["a3"])
    assert shown.moves == ["b2-b3"]
    shown.drag(labels["a7"], labels["a6"])
    assert shown.moves == ["b2-b3", "a7-a6"]


def test_dragging_with_a_finger(show: Open) -> None:
    shown = show("Breakthrough", size=PHONE, has_touch=True, is_mobile=True)
    labels = {label.lower(): site for site, label in enumerate(shown.game.labels)}
    wire = shown.context.new_cdp_session(shown.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y} for x, y in points]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def slide(begin: tuple[float, float], end: tuple[float, float]) -> None:
        touch("touchStart", begin)
        for share in (0.2, 0.4, 0.6, 0.8, 1.0):
            x, y = (a + share * (b - a) for a, b in zip(begin, end, strict=True))
            touch("touchMove", (x, y))
        touch("touchEnd")

    slide(shown.point(labels["b2"]), shown.point(labels["b3"]))
    shown.wait_for(1)
    assert shown.moves[0] == "b2-b3"
    # where no piece can be held, the finger scrolls the page
    (x, y) = shown.point(labels["d5"])
    slide((x, y), (x, y - 150))
    shown.page.wait_for_timeout(200)
    assert shown.page.evaluate("scrollY") > 0


def test_captures_are_told(show: Open) -> None:
    shown = show("Breakthrough")
    shown.sits(1, "a person")
    for name in ("b2-b3", "a7-a6", "b3-b4", "a6-a5", "b4-a5"):
        shown.page.fill("#typed", name)
        shown.page.keyboard.press("Enter")
    assert shown.moves[-1] == "b4-a5"
    assert shown.said == "player 1 (white): b4-a5, takes a5. player 2 (black) to move"
    assert shown.page.locator(".lost").count() == 1


def test_the_keyboard_alone(show: Open) -> None:
    shown = show("Yavalath")
    shown.sits(1, "computer, beginner")
    press = shown.page.keyboard.press
    shown.page.locator("h1").click()
    press("Tab")
    assert shown.page.evaluate("document.activeElement.classList.contains('board')")
    press("ArrowUp")
    press("ArrowRight")
    place = re.match(r"(\w\d), empty, can be played", shown.said)
    assert place is not None, shown.said
    press("Enter")
    shown.wait_for(2)
    assert shown.moves[0] == place[1]
    press("Tab")
    assert shown.page.evaluate("document.activeElement.textContent") == "undo"


def test_every_place_is_reached_by_arrows(show: Open) -> None:
    shown = show("Yavalath")
    shown.page.focus("svg.board")
    found, random = set[str](), Random(1)
    for _ in range(1500):
        shown.page.keyboard.press(f"Arrow{random.choice(('Up', 'Down', 'Left', 'Right'))}")
        found.add(shown.said.partition(",")[0])
        if len(found) == shown.game.board.size:
            break
    assert found == {label.lower() for label in shown.game.labels}


def test_moves_that_share_their_sites_are_chosen(show: Open) -> None:
    shown = show("Chess")
    shown.sits(1, "a person")
    for name in ("a2-a4", "b7-b5", "a4-b5", "a7-a6", "b5-a6", "h7-h6", "a6-a7", "h6-h5", "a7-b8"):
        shown.page.fill("#typed", name)
        shown.page.keyboard.press("Enter")
    state = shown.state()
    queen = next(move for move in state.moves() if "queen" in move.name)
    shown.click(queen.to_site)
    offered = shown.page.locator("dialog .choices b").all_text_contents()
    assert offered == [move.name for move in state.moves() if move.to_site == queen.to_site]
    assert "white queen" in shown.page.locator("dialog .choices small").first.inner_text()
    shown.page.keyboard.press("Escape")
    assert shown.state().plies == state.plies
    shown.make(queen)
    assert shown.state().what(queen.to_site) == state.after(queen).what(queen.to_site)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_seeds_are_sown_one_by_one_unless_the_system_asks_for_less_motion(
    show: Open, motion: str
) -> None:
    shown = show("Kalah", motion=motion)
    shown.sits(1, "a person")
    # What each pit shows, whenever a number changes.
    shown.page.evaluate(
        "() => { window.seen = new Set(); const look = () => window.seen.add("
        "[...document.querySelectorAll('.piece[data-site] text')].map(one => one.textContent)"
        ".sort().join()); new MutationObserver(look).observe(document.querySelector('svg.board'),"
        " { childList: true, subtree: true }); }"
    )
    shown.page.fill("#typed", "c1")
    shown.page.keyboard.press("Enter")
    shown.page.locator(".piece[data-site='6'] text", has_text="5").wait_for()
    shown.page.wait_for_timeout(900)
    between = shown.page.evaluate("window.seen.size")
    assert (between > 4) is (motion == "no-preference")
    counts = shown.page.locator(".piece[data-site] text").all_text_contents()
    assert sorted(counts) == ["4"] * 7 + ["5"] * 4

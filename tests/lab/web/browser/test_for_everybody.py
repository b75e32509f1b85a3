"""Pages on phones, for those who see or move less, and on the picture of the documents."""

from __future__ import annotations

import os
from functools import partial

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import PHONE, Open, needs_browser
from helpers.paths import ROOT

pytestmark = [needs_native, needs_browser, pytest.mark.slow]

PICTURE = ROOT / "docs" / "pictures" / "page.png"
AXE = ROOT / "lab" / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("name", ["Yavalath", "Shogi", "Kalah", "Go"])
def test_on_a_phone(show: Open, name: str) -> None:
    shown = show(name, size=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    small = shown.page.evaluate(
        "[...document.querySelectorAll('button, select, input')]"
        ".map(e => e.getBoundingClientRect())"
        ".filter(r => r.width < 24 || r.height < 24).length"
    )
    assert small == 0
    here, beside = shown.point(0), shown.point(1)
    assert max(abs(a - b) for a, b in zip(here, beside, strict=True)) >= 20
    move = shown.state().moves()[0]
    tap = partial(shown.page.touchscreen.tap)
    for site in dict.fromkeys(site for site in (move.from_site, move.to_site) if site >= 0):
        tap(*shown.point(site))
    shown.wait_for(1)
    assert shown.moves[0] == move.name


@pytest.mark.skipif(not AXE.is_file(), reason="axe is not installed: `npm ci` in lab/web")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["Yavalath", "Backgammon"])
def test_everybody_can_use_it(show: Open, name: str, scheme: str) -> None:
    shown = show(name, color_scheme=scheme)
    shown.page.evaluate(AXE.read_text("utf-8"))
    for button in ("hint", "record …"):
        found = shown.page.evaluate("axe.run()")
        assert [one["id"] for one in found["violations"]] == []
        assert len(found["passes"]) > 10
        shown.press(button)


def test_animations_only_where_they_are_liked(show: Open) -> None:
    count = "() => document.getAnimations().length"
    shown = show("Breakthrough")
    shown.page.fill("#typed", "b2-b3")
    shown.page.keyboard.press("Enter")
    assert shown.page.evaluate(count) == 0
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.open()
    shown.page.fill("#typed", "b2-b3")
    assert shown.page.evaluate(
        "() => { document.querySelector('form').requestSubmit(); return new Promise(done =>"
        " requestAnimationFrame(() => done(document.getAnimations().length))); }"
    )


def test_the_picture_of_the_documents(show: Open) -> None:
    shown = show("Yavalath", size=(1100, 760))
    shown.sits(1, "a person")
    shown.open("#moves=e4,c1,f9,e6,i6,a4,b2,d4,i9,b4,c4")
    shown.page.locator(".last").wait_for()
    taken = shown.page.screenshot()
    if os.environ.get("GOLDEN") == "write":
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(taken)
    kept = PICTURE.read_bytes()
    assert kept[16:24] == taken[16:24], "of another size: GOLDEN=write makes it anew"

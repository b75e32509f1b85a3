"""Pages of games in which players do not see all: at one screen, and against the computer."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import Open, Shown, needs_browser

pytestmark = [needs_native, needs_browser, pytest.mark.slow]


def symbols(shown: Shown) -> dict[int, str]:
    """What is drawn on each site, by the name of the symbol."""
    found = shown.page.locator("svg.board g.piece").evaluate_all(
        "all => all.map(one => [one.dataset.site, one.querySelector('use').getAttribute('href')])"
    )
    return {int(site): str(name).removeprefix("#") for site, name in found}


def action(shown: Shown) -> str:
    """What can be done besides touching the board."""
    return str(shown.page.locator(".actions button").first.text_content())


def test_two_at_one_screen_see_what_is_theirs(show: Open) -> None:
    shown = show("Phantom Tic-Tac-Toe")
    shown.sits(1, "a person")
    shown.click(4)
    # He sees what has become of his move, until he gives the board away.
    assert symbols(shown)[4] == "p1"
    assert shown.moves == ["b2"]
    assert action(shown).startswith("cover the board for player 2")
    shown.page.locator(".actions button").click()
    shown.click(0)  # touches nothing
    assert "covered" in str(shown.page.locator("svg.board").get_attribute("class"))
    assert symbols(shown) == {}
    assert shown.moves == ["(not seen)"]
    assert "b2" not in shown.page.locator("#play").text_content() + shown.said
    # The other one does not see it, nor read it in the address or in a record.
    shown.page.locator(".actions button").click()
    seen = shown.state().seen_by(2)
    assert symbols(shown) == {site: f"p{what}" for site, what in enumerate(seen.contents) if what}
    assert "b2" not in str(shown.page.evaluate("location.hash"))
    shown.press("record …")
    assert shown.page.locator("dialog textarea").input_value() == ""
    shown.press("close")
    # Loaded anew, the page asks again who looks.
    address = str(shown.page.evaluate("location.hash"))
    shown.open(address)
    assert action(shown).startswith("go on as player 2")
    assert symbols(shown) == {}


def test_against_the_computer_its_pieces_stay_hidden(show: Open) -> None:
    shown = show("Ghosts")
    shown.sits(1, "computer, beginner")
    state = shown.state()
    shown.make(state.moves()[0])
    shown.wait_for(2)
    state = shown.state()
    assert state.plies == 2
    assert shown.standing.startswith("player 1")
    seen = state.seen_by(1)
    assert seen.contents != state.contents
    drawn = symbols(shown)
    for site, what in enumerate(seen.contents):
        emblem = {8: "p8", 9: "p9"}.get(what, f"p{what}")
        assert drawn.get(site) == (emblem if what else None)
    assert shown.moves[1].startswith("?-")
    assert shown.page.locator(".actions button").count() == 0


def test_players_choose_unseen_and_all_is_made_at_once(show: Open) -> None:
    shown = show("Morra")
    shown.sits(1, "a person")
    shown.click(3)
    assert shown.moves == ["(chosen)"]
    assert "d1" not in str(shown.page.evaluate("location.hash"))
    assert "d1" not in shown.said
    assert action(shown).startswith("go on as player 2")
    shown.page.locator(".actions button").click()
    shown.click(14)
    assert shown.moves == ["d1", "f2"]
    assert shown.state().plies == 1
    assert action(shown).startswith("go on as player 1")
    # Against the computer a person is not asked who looks.
    shown.sits(1, "computer, beginner")
    assert shown.page.locator(".actions button").count() == 0
    shown.click(3)
    shown.wait_for(4)
    assert shown.moves[2] == "d1"

"""Pages in Firefox, from a disk: mouse, keyboard, the computer, a link; no network is asked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import DESKTOP, PHONE
from helpers.lab.firefox import Tab, firefox, needs_firefox
from interpreter import Game, State, load
from lab.web.export import page
from lab.web.scene import scene

pytestmark = [needs_native, needs_firefox, pytest.mark.slow]

POINT = (
    "(() => { const [x, y] = %s; const svg = document.querySelector('svg.board');"
    " const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
    " return JSON.stringify([p.x, p.y]); })()"
)
MADE = "document.querySelectorAll('.moves li').length > {}"
QUIET = "!document.querySelector('.standing').textContent.includes('thinking')"


def written(game: Game, name: str, folder: Path) -> Path:
    path = folder / "game.html"
    path.write_text(page(game, name, {}), "utf-8")
    return path


def shown(tab: Tab, game: Game) -> State:
    """The position that the page shows, played again from its address."""
    parts = dict(one.split("=", 1) for one in str(tab.ask("location.hash"))[1:].split("&") if one)
    state = game.start()
    for name in filter(None, parts.get("moves", "").split(",")):
        state = state.after(str(tab.ask(f"decodeURIComponent({json.dumps(name)})")))
    return state


def click(tab: Tab, game: Game, site: int) -> None:
    x, y = scene(game)["places"][site]
    tab.click(*json.loads(str(tab.ask(POINT % json.dumps([x, y])))))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_against_the_computer(tmp_path: Path, size: tuple[int, int]) -> None:
    game, random = load("Tic-Tac-Toe"), Random(1)
    with firefox(size) as tab:
        path = written(game, "Tic-Tac-Toe", tmp_path)
        tab.open(path)
        tab.wait_for("document.querySelector('svg.board')")
        assert tab.ask("document.documentElement.scrollWidth") <= size[0]
        for _ in range(5):
            tab.wait_for(QUIET)
            state = shown(tab, game)
            if state.over:
                break
            click(tab, game, random.choice(state.moves()).to_site)
            tab.wait_for(MADE.format(state.plies + 1))
            tab.wait_for(QUIET)
        state = shown(tab, game)
        assert state.plies >= 5
        link = str(tab.ask("location.hash"))
        tab.open(path, link)
        tab.wait_for(MADE.format(state.plies))
        assert shown(tab, game) == state
        assert tab.problems == []


def test_moves_that_are_typed(tmp_path: Path) -> None:
    game = load("Breakthrough")
    with firefox(DESKTOP) as tab:
        tab.open(written(game, "Breakthrough", tmp_path))
        tab.wait_for("document.querySelector('#typed')")
        tab.ask("document.querySelector('#typed').focus()")
        tab.type("b2-b3\ue007")
        tab.wait_for(MADE.format(2))
        tab.wait_for(QUIET)
        assert shown(tab, game).plies == 2
        assert tab.problems == []

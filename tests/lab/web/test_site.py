"""Web sites of many games: what they are of, their front page, and its search in a browser."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.backends import needs_native
from helpers.commands import lines, refused, run
from helpers.lab.browser import chromium, needs_browser
from helpers.lab.fake_examiner import SETTINGS
from interpreter import LudError
from interpreter.play.load import games, read
from lab.breeding.keeping.child import TOLD, Child
from lab.breeding.keeping.store import create
from lab.web.site import Item, file_name, items, write

pytestmark = needs_native


def test_words_stand_for_games_and_families(tmp_path: Path) -> None:
    own = tmp_path / "own.lud"
    own.write_text(read("Hex").text, "utf-8")
    found = items(["yavalath", "Puzzle", "yavalath", str(own)])
    assert found[0] == Item("Yavalath", "line")
    assert found[-1] == Item(str(own), "others")
    puzzles = {item.word for item in found if item.family == "puzzle"}
    assert puzzles == {name for name, path in games().items() if "/puzzle/" in str(path)}
    assert len(found) == len(puzzles) + 2


def test_words_that_stand_for_nothing() -> None:
    with pytest.raises(LudError, match='no game and no family is called "mancla"') as caught:
        items(["mancla"])
    assert "did you mean mancala" in str(caught.value)


def test_a_run_shows_its_best_games(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    text = read("Tic-Tac-Toe").text

    def child(number: int, name: str, *parents: int) -> Child:
        rules = text.replace("Tic-Tac-Toe", name)
        bred = Child(number, number, parents, "graft" if parents else "founder", name=name)
        return replace(bred, text=rules, score=0.75, step=TOLD, place="somewhere")

    with closing(create(path, SETTINGS, [text])) as store:
        for one in (child(0, "Elder"), child(1, "Younger", 0)):
            store.write(one)
    (item,) = items([str(path)])
    assert item.family == "bred in some.db"
    assert item.note == "bred from Elder by graft; score 0.750"
    assert write(tmp_path / "site", [item]) == []
    assert item.note in (tmp_path / "site" / "younger.html").read_text("utf-8")
    assert item.note in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_what_a_site_holds(tmp_path: Path) -> None:
    wanted = [Item("Tic-Tac-Toe", "line"), Item("Yavalath", "line"), Item("Tic-Tac-Toe", "again")]
    said: list[str] = []
    assert write(tmp_path, wanted, tell=said.append) == []
    assert said == ["Tic-Tac-Toe", "Yavalath", "Tic-Tac-Toe"]
    names = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*"))
    files = ["tic-tac-toe", "tic-tac-toe-2", "yavalath"]
    pages = ["index.html", *(f"{name}.html" for name in files)]
    assert names == sorted([*pages, *(f"pictures/{name}.svg" for name in files)])
    front = (tmp_path / "index.html").read_text("utf-8")
    assert set(re.findall(r'href="([^"]*)"', front)) == set(pages) - {"index.html"}
    assert re.findall(r"<h2>(\w+)</h2>", front) == ["again", "line"]


def test_what_cannot_be_shown_is_named(tmp_path: Path) -> None:
    wanted = [Item("Tic-Tac-Toe", "line")]
    (message,) = write(tmp_path, wanted, limit=3)
    assert "the page of Tic-Tac-Toe would take" in message
    assert "0 games" in (tmp_path / "index.html").read_text("utf-8")


def test_names_of_files() -> None:
    names = ("Nine Men's Morris", "EinStein würfelt nicht", "../x", "?")
    assert list(map(file_name, names)) == [
        "nine-men-s-morris", "einstein-würfelt-nicht", "x", "game",
    ]  # fmt: skip


def test_the_command(tmp_path: Path) -> None:
    (said,) = lines("export", "--site", tmp_path / "games", "Tic-Tac-Toe")[-1:]
    assert said == f"{tmp_path / 'games' / 'index.html'}   1 game"
    assert "of several, --site DIR" in refused("export", "Hex", "Yavalath")
    site = ("--site", tmp_path)
    assert "without --option" in refused("export", "Hex", *site, "--option", "Size=4")
    done = run("export", "Tic-Tac-Toe", *site, "--limit", "1")
    assert done.exit_code == 2
    assert "left out: the page of Tic-Tac-Toe" in done.stderr


@needs_browser
@pytest.mark.slow
def test_the_front_page_in_a_browser(tmp_path: Path) -> None:
    write(tmp_path, items(["Yavalath", "Tic-Tac-Toe", "Kalah"]))
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        problems: list[str] = []
        page.on("console", lambda one: problems.append(one.text))
        page.goto((tmp_path / "index.html").as_uri())
        shown = page.locator(".card:visible b")
        assert shown.all_text_contents() == ["Tic-Tac-Toe", "Yavalath", "Kalah"]
        loaded = "[...document.images].every(one => one.complete && one.naturalWidth > 0)"
        page.locator("img").last.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        assert page.evaluate(loaded)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.fill("#search", "line browne")
        assert shown.all_text_contents() == ["Yavalath"]
        assert page.locator("#count").inner_text() == "1 game"
        page.locator(".card:visible a").click()
        page.locator("svg.board").wait_for()
        assert problems == []

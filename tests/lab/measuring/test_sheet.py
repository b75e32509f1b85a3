"""The sheet of a game: what is on it, that it needs nothing beside it, and that it fits paper."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from helpers.backends import needs_native
from helpers.commands import lines, refused
from helpers.lab.browser import chromium, needs_browser
from helpers.pages.nested import Nested
from interpreter import load
from lab.measuring.measures import Plan, measure
from lab.measuring.telling.sheet import as_lines, example, figures, sheet

pytestmark = needs_native
PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
PLAN = Plan(games=6, iterations=20, rivals=2, rungs=1, ladder=2, puzzles=1, resamples=50)


def test_the_example_is_a_game_by_the_rules() -> None:
    game = load("Breakthrough")
    found = example(game, 20, 3)
    state = game.start(3)
    for name, count in zip(found.moves, found.choices, strict=True):
        assert len(state.moves()) == count
        state = state.after(name)
    assert state.over
    assert state.key == found.states[-1].key
    assert [one for one, _ in found.shown()] == [
        f"After move {len(found.moves) // 2}",
        f"After move {len(found.moves)}, the last",
    ]
    assert example(game, 20, 3).moves == found.moves
    assert example(game, 20, 4).moves != found.moves


def test_an_example_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.measuring.telling.sheet.LONGEST", 3)
    found = example(load("Yavalath"), 5)
    assert len(found.moves) == 3
    assert "3 moves, broken off there, player 2 to move" in found.heading
    assert [one for one, _ in found.shown()][-1] == "After move 3, where the example stops"


def test_the_page_needs_nothing_beside_it() -> None:
    game = load("Havannah", options={"Size": "4"})
    played = example(game, 10)
    text = sheet(game, played)
    seen = Nested()
    seen.feed(text)
    assert seen.open == []
    assert seen.links == []
    assert len(set(seen.identifiers)) == len(seen.identifiers)
    assert "<script" not in text
    assert "@page" in text
    pictures = [ElementTree.fromstring(one) for one in PICTURE.findall(text)]
    assert len(pictures) == 3
    assert all(one.get("role") == "img" for one in pictures)
    assert "Christian Freeling" in text
    assert "<h2>Play</h2>" in text
    assert text.count("<span>") == len(played.moves)


def test_figures_are_those_of_the_game() -> None:
    game = load("Tic-Tac-Toe")
    played = example(game, 10)
    found = dict(figures(game, played, None))
    assert (found["Players"], found["Board"]) == ("2", "9 cells")
    mean = sum(played.choices) / len(played.choices)
    assert found["Choice"] == f"{mean:.0f} moves at a time in the example"
    assert re.fullmatch(r"[78] moves by lot, mostly \d to 9", found["Length"])
    assert "Verdict" not in found


def test_what_was_measured_is_told() -> None:
    game = load("Tic-Tac-Toe")
    measured = measure(game, PLAN)
    played = example(game, 10)
    found = dict(figures(game, played, measured))
    assert found["Length"].startswith(f"{measured['length'].value:.0f} moves (")
    assert found["Verdict"]
    page, text = sheet(game, played, measured), as_lines(game, played, measured)
    for name in ("balance", "depth"):
        value = f"{measured[name].value:.3f}"
        assert value in page
        assert re.search(rf"^  {name} ↑ +{value} \(", text, re.MULTILINE)
    assert "Measured in 6 games of 20 iterations a move, seed 0:" in page


def test_the_command(tmp_path: Path) -> None:
    words = ("Hex", "--option", "Size=4", "--iterations", "10", "--seed", "5")
    text = "\n".join(lines("sheet", *words))
    heads = [
        "Hex", "Board", "Pieces", "Regions", "Start", "Play", "End", "Start", "Example of play",
        "Figures",
    ]  # fmt: skip
    assert [one for one in text.splitlines() if one in heads] == heads
    assert re.search(r"^  1\.[a-d]\d 2\.", text, re.MULTILINE)
    path = tmp_path / "hex.html"
    assert lines("sheet", *words, "-o", path) == [str(path)]
    game = load("Hex", options={"Size": "4"})
    assert path.read_text("utf-8") == sheet(game, example(game, 10, 5))


def test_mistakes() -> None:
    assert "did you mean Yavalath" in refused("sheet", "Yavalth")
    assert "no such folder" in refused("sheet", "Hex", "-o", "no/such/hex.html")
    assert "Size" in refused("sheet", "Hex", "--option", "Size=400")


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_simple_game_fits_one_page_of_paper(paper: str, tmp_path: Path) -> None:
    game = load("Yavalath")
    path = tmp_path / "sheet.html"
    path.write_text(sheet(game, example(game, 20), measure(game, PLAN)), "utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(path.as_uri())
        printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 1

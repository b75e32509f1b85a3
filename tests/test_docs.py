"""What the documents show is what happens.

`GOLDEN=write` rewrites what they show, to be read in the difference.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from helpers.pages.followed import blocks, followed, renewed
from helpers.pages.machine_page import remade
from helpers.paths import DOCS, ROOT
from interpreter import load
from lab.pages.about import entries

TUTORIAL = DOCS / "tutorial.md"
MOVING = DOCS / "moving.md"
PLAYERS = DOCS / "players.md"
POSITIONS = DOCS / "positions.md"
WHY = DOCS / "why.md"
MODELS = DOCS / "models.md"
ARENA = DOCS / "arena.md"
MACHINE = DOCS / "machine.md"
NAMED = re.compile(r"(?<![\w/.-])(?:interpreter|lab|ludemes)/[\w/]+\.\w+\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
PICTURE = re.compile(r"^!\[.*\]\(pictures/(.*)\)$", re.MULTILINE)


def rules(page: Path) -> list[str]:
    return blocks("lud", page.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        TUTORIAL,
        pytest.param(MOVING, marks=pytest.mark.slow),
        PLAYERS,
        POSITIONS,
        WHY,
        MODELS,
        ARENA,
    ],
    ids=lambda page: page.stem,
)
def test_pages_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    text = page.read_text(encoding="utf-8")
    found = followed(text)
    drawn = {DOCS / "pictures" / name: Path(name).read_bytes() for name in PICTURE.findall(text)}
    if os.environ.get("GOLDEN") == "write":
        page.write_text(found, encoding="utf-8")
        for path, picture in drawn.items():
            path.write_bytes(picture)
    else:
        assert found == text
        assert drawn == {path: path.read_bytes() for path in drawn}


@pytest.mark.parametrize(
    ("shown", "now"),
    [
        ("Thaw: 10 random games in 0.00 s (774,287 a second), seed 1",
         "Thaw: 10 random games in 0.01 s (1,880 a second), seed 1; 0.42 s to compile"),
        ("    3            4,230      0.000     8,605,782",
         "    3            4,230     10.004             0"),
        ("Hex: 100 games in 0.1 s, seed 0", "Hex: 100 games in 1,234.5 s, seed 0"),
        ("2. player 2 (O): e1-e2", "2. player 2 (O): e1-e2   0.3 s"),
        ("children  12, 0.3 a second, 4 under way", "children  12, 17.0 a second, 4 under way"),
    ],
)  # fmt: skip
def test_a_page_keeps_its_times(shown: str, now: str) -> None:
    assert renewed(f"{shown}\nlost\n", f"{now}\ngained\n") == f"{shown}\ngained\n"
    assert renewed(f"{shown}\n", f"{now} x\n") == f"{now} x\n"


@pytest.mark.parametrize("text", rules(TUTORIAL))
def test_every_rule_text_of_the_tutorial_plays(text: str) -> None:
    game = load(text)
    assert game.warnings == ()
    lengths = game.playouts(20, seed=1).lengths
    assert lengths.min() >= 7
    assert lengths.max() <= 50


@pytest.mark.parametrize("text", rules(MOVING))
def test_every_rule_text_of_the_second_tutorial_plays(text: str) -> None:
    game = load(text)
    assert game.warnings == ()
    lengths = game.playouts(20, seed=1).lengths
    assert lengths.min() >= 7
    # The page shows that herons fly about for ever while nothing else ends the game.
    assert lengths.max() <= 100 or "custodial" not in text


@pytest.mark.parametrize("page", [TUTORIAL, MOVING], ids=lambda page: page.stem)
def test_a_tutorial_shows_the_command_of_every_output(page: Path) -> None:
    assert len(rules(page)) >= 5
    assert all(block.startswith("$ ") for block in blocks("console", page.read_text("utf-8")))


def test_the_page_on_the_machine_shows_the_machine() -> None:
    text = MACHINE.read_text(encoding="utf-8")
    found = remade(text)
    if os.environ.get("GOLDEN") == "write":
        MACHINE.write_text(found, encoding="utf-8")
    else:
        assert found == text


def test_links_between_pages_lead_somewhere() -> None:
    for page in DOCS.rglob("*.md"):
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.slow
def test_the_first_page_counts_the_library() -> None:
    games = entries()
    said = f"{len(games)} games in {len({game.family for game in games})} families"
    assert said in (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


def test_files_that_pages_and_code_name_are_there() -> None:
    files = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"]
    for folder in ("interpreter", "lab", "ludemes", "tests"):
        files += (ROOT / folder).rglob("*.py")
    for path in files:
        for name in NAMED.findall(path.read_text("utf-8")):
            assert (ROOT / name).exists(), f"{path.relative_to(ROOT)} names {name}"

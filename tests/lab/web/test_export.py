"""Pages that play a game: one file, with all in it, that asks for nothing."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from helpers.backends import needs_native
from helpers.cases.drawings import NUMBERED
from helpers.commands import lines, refused
from interpreter import Game, LudError, load
from lab.web.export import page
from lab.web.scene import scene

pytestmark = needs_native

GAMES = [
    "Yavalath",
    pytest.param("Hex", marks=pytest.mark.slow),
    pytest.param("Reversi", marks=pytest.mark.slow),
    pytest.param("Breakthrough", marks=pytest.mark.slow),
    "Kalah",
]
LARGEST = 250_000


class Reader(HTMLParser):
    """The elements of a page, and what stands in scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.name = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.name = (dict(attrs).get("id") or tag) if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self.name = ""

    def handle_data(self, data: str) -> None:
        if self.name:
            self.inside[self.name] = self.inside.get(self.name, "") + data

    @property
    def policy(self) -> dict[str, str]:
        """What the page may load, by kind."""
        content = next(
            attributes["content"] or ""
            for tag, attributes in self.tags
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        )
        parts = (part.strip().partition(" ") for part in content.split(";"))
        return {name: allowed for name, _, allowed in parts}


def made(name: str, **options: Any) -> str:
    return page(load(name), name, **options)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_needs_nothing_else(name: str) -> None:
    text = made(name)
    assert len(text.encode()) < LARGEST
    read = Reader(text)
    for tag, attributes in read.tags:
        assert "src" not in attributes
        assert "style" not in attributes
        assert attributes.get("href", "data:").startswith("data:"), tag
        assert not any(key.startswith("on") for key in attributes)
    # a name of XML is the only address
    addresses = set(re.findall(r"\w+://[^\s\"'`]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_the_policy_allows_what_stands_there_and_no_request() -> None:
    read = Reader(made("Yavalath"))

    def hashed(name: str) -> str:
        digest = hashlib.sha256(read.inside[name].encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    assert read.policy == {
        "default-src": "'none'",
        "script-src": f"{hashed('page')} 'wasm-unsafe-eval'",
        "style-src": hashed("style"),
        "worker-src": "blob:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_the_game_is_in_it() -> None:
    game = load("Yavalath", {"Size": "4"})
    read = Reader(page(game, "Yavalath", {"Size": "4"}))
    data = json.loads(read.inside["data"])
    assert gzip.decompress(base64.b64decode(read.inside["code"])) == game.wasm().code
    assert data["engine"] == json.loads(json.dumps(game.wasm().description))
    assert data["record"] == {"game": "Yavalath", "options": {"Size": "4"}, "ruleset": None}
    assert len(data["scene"]["places"]) == game.sites
    assert [one["colour"] for one in data["players"]] == ["white", "black"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "expected"), [(NUMBERED, True), ("Chess", False), ("Yavalath", False)]
)
def test_states_of_pieces_are_shown_where_they_are_numbers(rules: str, expected: bool) -> None:
    data = json.loads(Reader(page(load(rules), "")).inside["data"])
    assert data["numbered"] is expected


def test_rules_and_names_are_told() -> None:
    text = made("Breakthrough")
    assert "<title>Breakthrough</title>" in text
    assert "<p>On your turn, move one of your pieces.</p>" in text
    assert "Dan Troyka" in text


def test_what_stands_in_rules_cannot_leave_its_place() -> None:
    rules = load("Tic-Tac-Toe").source.replace('"Tic-Tac-Toe"', '"</script><b>Three &amp; more"')
    read = Reader(page(load(rules), "three.lud"))
    assert "b" not in [tag for tag, _ in read.tags]
    assert json.loads(read.inside["data"])["name"] == "</script><b>Three &amp; more"


@pytest.mark.parametrize(
    "name",
    [
        "Yavalath", "Kalah",
        pytest.param("Shogi", marks=pytest.mark.slow),
        pytest.param("Backgammon", marks=pytest.mark.slow),
        pytest.param("Halma", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_drawing_has_a_place_for_all(name: str) -> None:
    game = load(name)
    found = scene(game)
    assert len(found["places"]) == len(found["radii"]) == game.sites - len(game.dice)
    left, top, wide, high = found["box"]
    for (x, y), radius in zip(found["places"], found["radii"], strict=True):
        assert left + radius <= x <= left + wide - radius
        assert top + radius <= y <= top + high - radius
    for markup in (found["board"], *found["symbols"].values()):
        ElementTree.fromstring(f"<g>{markup}</g>")
    used = {f"p{piece.number}" for piece in game.pieces[len(game.dice) :]}
    assert used & found["symbols"].keys()


def test_seeds_lie_in_their_pits() -> None:
    pits = scene(load("Kalah"))["pits"]
    assert [len(one) for one in pits["around"]] == list(range(1, 11))
    assert all(x * x + y * y < 1 for one in pits["around"] for x, y in one)
    assert pits["long"].keys() == {"0", "13"}
    assert scene(load("Tic-Tac-Toe"))["pits"] is None


def test_a_page_that_is_too_large_is_refused() -> None:
    with pytest.raises(
        LudError, match=r"the page of Yavalath would take \d{2,3} kB, .* than 20 kB"
    ):
        made("Yavalath", limit=20)


def test_a_game_that_cannot_be_compiled_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Game) -> None:
        raise ValueError("the code needs memset from outside")

    monkeypatch.setattr(Game, "wasm", refuse)
    with pytest.raises(LudError, match="Yavalath cannot be exported: the code needs memset"):
        made("Yavalath")


def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "three.html"
    (said,) = lines("export", "Tic-Tac-Toe", "-o", out)
    assert said.startswith(str(out))
    assert said.endswith(" kB")
    assert out.read_text("utf-8") == made("Tic-Tac-Toe")


@pytest.mark.slow
def test_a_page_with_all_options(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    few = ("--option", "Goal=Chain Wins", "--option", "Size=5")
    (said,) = lines("export", "Tic-Tac-Toe", "--options", "-o", out)
    assert said.endswith(" kB")
    read = Reader(out.read_text("utf-8"))
    told = json.loads(read.inside["choices"])
    assert [(one["heading"], one["usual"]) for one in told["headings"]] == [
        ("Board", 0),
        ("Goal", 0),
    ]
    game = load("Tic-Tac-Toe")
    counts = [len(option.items) for option in game.expanded.options]
    assert len(told["variants"]) == counts[0] * counts[1]
    held = json.loads(gzip.decompress(base64.b64decode(read.inside["data-1"])))
    items = dict(zip(("Board", "Goal"), told["variants"][1], strict=True))
    other = load("Tic-Tac-Toe", {
        one.heading: one.items[items[one.heading]].name for one in game.expanded.options
    })  # fmt: skip
    assert gzip.decompress(base64.b64decode(read.inside["code-1"])) == other.wasm().code
    assert set(held["data"]["record"]["options"].values()) <= set(other.options.values())
    assert "with all 2 combinations" in refused(
        "export", "Hex", "--options", *few, "--limit", "80", "-o", out
    )
    said = refused("export", "Hex", "--options", "-o", out)
    assert "the options of Hex have 68 combinations, and a page holds 64 at most" in said
    assert "Size has 17 items" in said
    assert "no options to choose" in refused("export", "Chess", "--options", "-o", out)
    said = refused("export", "Hex", "--options", "--ruleset", "Any", "-o", out)
    assert "takes no ruleset" in said


def test_mistakes_of_the_command(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    assert "more than 3 kB" in refused("export", "Tic-Tac-Toe", "-o", out, "--limit", "3")
    assert "no such folder" in refused("export", "Tic-Tac-Toe", "-o", tmp_path / "no" / "x.html")
    assert "no game is called" in refused("export", "Nothing of the Kind", "-o", out)
    assert not out.exists()

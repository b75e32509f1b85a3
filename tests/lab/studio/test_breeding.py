"""Breeding in the studio: runs that are begun, watched, stopped and taken up, and variants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.lab.studio import Asking, Running, needs_studio, studio
from interpreter.play.load import games
from lab.breeding.kinds import Effort, Settings
from lab.breeding.running.run import evolve

pytestmark = [needs_studio, pytest.mark.slow]
TEXT = games()["Tic-Tac-Toe"].read_text("utf-8")
QUICK = Effort(playouts=64, short_games=4, short_iterations=20, long_games=4, long_iterations=20)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("desk")
    settings = Settings(founders=("Breakthrough", "Connect Four"), effort=QUICK)
    assert list(evolve(settings, store=folder / "bred.db", children=4, workers=2))
    with studio(folder, "bred.db") as found:
        found.enter()
        yield found


@pytest.fixture
def page(running: Running) -> Asking:
    return running.page()


def test_the_page_opens_a_run(running: Running, page: Asking) -> None:
    assert '"run": "bred.db"' in running.request("/", cookie=running.cookie).text
    assert {"path": "bred.db", "working": False} in page.ask("runs")["runs"]


def test_a_run_is_told(page: Asking) -> None:
    found = page.ask("run", run="bred.db")
    assert found["told"] == 4
    assert {"Breakthrough", "Connect Four"} <= {one["name"] for one in found["games"]}
    assert found["map"].count("<a ") == found["kept"] == len(found["games"])
    assert f'href="#g{found["games"][0]["number"]}"' in found["map"]


def test_a_game_of_a_run(page: Asking) -> None:
    found = page.ask("bred", run="bred.db", number=0)
    assert found["name"] == "Breakthrough"
    assert '(game "Breakthrough"' in found["text"]
    assert "<svg" in found["picture"]
    assert found["record"].startswith("ludwright record 1")
    assert any(one["name"] == "score" and one["main"] for one in found["measures"])
    assert page.refused("bred", run="bred.db", number=999)


def test_a_run_goes_on_while_nobody_looks(running: Running, page: Asking) -> None:
    number = page.send("breed", run="bred.db", workers=1)
    while "progress" not in page.hear().get("event", {}):
        pass
    assert {"path": "bred.db", "working": True} in running.page().ask("runs")["runs"]
    page.socket.close()
    other = running.page()
    assert {"path": "bred.db", "working": True} in other.ask("runs")["runs"]
    number = other.send("breed", run="bred.db")
    told = other.hear()["event"]
    assert told["workers"] == 1, "it looks on at the one that is worked at"
    other.stop(number)
    assert other.ends(number)["done"] is None
    assert {"path": "bred.db", "working": False} in other.ask("runs")["runs"]


def test_a_run_is_begun_and_taken_up(running: Running, page: Asking) -> None:
    wanted = {"founders": [TEXT, "Connect Four"], "boards": ["square"], "workers": 1}
    done = page.ask("breed", run="sub/new.db", children=3, **wanted)
    assert done["reason"] == "children"
    assert done["progress"]["told"] == 3
    assert (running.folder / "sub" / "new.db").exists()
    assert page.ask("run", run="sub/new.db")["told"] == 3
    again = page.ask("breed", run="sub/new.db", children=4, workers=1, likes=["Connect Four"])
    assert again["progress"]["told"] == 4
    told = page.ask("bred", run="sub/new.db", number=1)
    assert (told["name"], told["liked"]) == ("Connect Four", True)


def test_runs_that_cannot_be(page: Asking) -> None:
    assert "Hexx" in page.refused("breed", run="a.db", founders=["Hexx"])
    assert page.refused("breed", run="a.db", founders=["."]), "no folder is read"
    assert page.refused("breed", run="a.db", founders=["bred.lud"])
    assert page.refused("breed", run="a.db", founders=[], boards=["round"])
    assert page.refused("breed", run="a.db", founders=["Hex"], mode="none")
    assert page.refused("breed", run="a.db", founders="Hex")
    assert page.refused("breed", run="a.db", workers=10**6)
    assert page.refused("run", run="nothing.db")


def test_variants_come_one_by_one(page: Asking) -> None:
    wanted = {"keep": ["board", "pieces"], "fix": "decisiveness", "number": 2, "games": 10}
    number = page.send("vary", text=TEXT, **wanted)
    seen: list[str] = []
    while True:
        told = page.hear()
        if told["id"] == number and "event" not in told:
            break
        if "variant" in told["event"]:
            seen.append(told["event"]["variant"]["change"])
    found = told["done"]["variants"]
    assert [one["name"] for one in found] == ["Tic-Tac-Toe", "Tic-Tac-Toe 1", "Tic-Tac-Toe 2"]
    assert sorted(seen) == sorted(one["change"] for one in found)
    assert all("<svg" in one["picture"] for one in found)
    assert "colour" in page.refused("vary", text=TEXT, fix="colour")
    assert page.refused("vary", text="bred.db"), "a text is no path"


def test_what_can_be_asked_for(page: Asking) -> None:
    found = page.ask("wishes")
    assert "line" in found["families"]
    assert "balance" in {one["name"] for one in found["criteria"]}
    assert found["sections"] == ["board", "pieces", "start", "play", "end"]


def test_files_of_runs_lie_below_the_folder(running: Running, page: Asking) -> None:
    outside = running.folder.parent / "outside_runs"
    outside.mkdir(exist_ok=True)
    (outside / "x.db").write_bytes((running.folder / "bred.db").read_bytes())
    if not (running.folder / "link.db").is_symlink():
        (running.folder / "link.db").symlink_to(outside / "x.db")
    for path in ("../outside_runs/x.db", str(outside / "x.db"), "link.db", "", "x.lud", "a\0.db"):
        for ask in ("run", "breed"):
            assert page.refused(ask, run=path, place=str(outside / "x.db")), path
        assert page.refused("bred", run=path, number=0, place=str(outside / "x.db")), path
    assert sorted(one.name for one in outside.iterdir()) == ["x.db"]
    # What the page says of places counts for nothing.
    assert page.ask("run", run="bred.db", place=str(outside / "x.db"))["told"] >= 4


def test_too_many_runs_at_once(running: Running, page: Asking) -> None:
    first = page.send("breed", run="one.db", founders=["Hex"], workers=1)
    second = page.send("breed", run="two.db", founders=["Hex"], workers=1)
    third = page.send("breed", run="three.db", founders=["Hex"], workers=1)
    assert "2 runs" in page.ends(third)["failed"]["problems"][0]["message"]
    page.stop(first)
    page.stop(second)
    told = {one["id"]: one for one in (page.hear_end(), page.hear_end())}
    assert {first, second} == set(told)
    assert not Path(running.folder / "three.db").exists()

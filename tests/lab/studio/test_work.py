"""What the studio answers: pictures, tables, reasons, searches, figures, the library."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator

import pytest

from helpers.lab.studio import Asking, Running, needs_studio, studio
from interpreter import load
from interpreter.play.load import games

pytestmark = [needs_studio, pytest.mark.slow]
TEXT = games()["Yavalath"].read_text("utf-8")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with studio(tmp_path_factory.mktemp("desk"), "Yavalath") as found:
        found.enter()
        yield found


@pytest.fixture
def page(running: Running) -> Asking:
    return running.page()


def record(*moves: str) -> str:
    lines = [f"{number}. {move}" for number, move in enumerate(moves, 1)]
    return "\n".join(["ludwright record 1", "game: Yavalath", "seed: 0", "", *lines])


def test_the_page_knows_what_to_open(running: Running) -> None:
    found = running.request("/", cookie=running.cookie)
    assert '"game": "Yavalath"' in found.text
    for name in ("studio.js", "studio.css", "page.js", "page.css"):
        assert running.request(f"/{name}", cookie=running.cookie).status == 200


def test_the_board_is_drawn_at_once(page: Asking) -> None:
    assert page.ask("draw", text=TEXT) == {"picture": load("Yavalath").start().svg()}
    assert "Emty" in page.refused("draw", text=TEXT.replace("Empty", "Emty"))


def test_words_and_all_that_is_wrong(page: Asking) -> None:
    number = page.send("preview", text=TEXT)
    first = page.hear()
    assert first["id"] == number
    assert "<h3>" in first["event"]["rules"], "the words come first"
    done = page.ends(number)["done"]
    assert "Swap" in {one["heading"] for one in done["options"]}
    assert done["picture"] == load("Yavalath").start().svg()
    assert done["warnings"] == []
    text = games()["Tic-Tac-Toe"].read_text("utf-8")
    far = text.replace("(is Full)", '(no Pieces Mover "Ball")')
    assert page.ask("draw", text=far)["picture"].startswith("<svg")
    assert "Ball" in page.refused("preview", text=far)


def test_a_new_look_ends_the_one_before(page: Asking) -> None:
    shogi = games()["Shogi"].read_text("utf-8")
    numbers = [page.send("preview", text=shogi) for _ in range(3)]
    told = {one["id"]: one for one in (page.hear_end() for _ in numbers)}
    assert [told[one]["done"] is None for one in numbers] == [True, True, False]


def test_mistakes_have_their_place(page: Asking) -> None:
    text = games()["Tic-Tac-Toe"].read_text("utf-8")
    assert text.count("(sites Empty)") == 1
    told = page.ends(page.send("preview", text=text.replace("(sites Empty)", "(sites Emty)")))
    (problem,) = told["failed"]["problems"]
    line = text[: text.index("(sites Empty)")].count("\n") + 1
    assert problem["line"] == line
    assert problem["hint"] == "did you mean Empty?"


def test_options_are_chosen(page: Asking) -> None:
    item = next(one for one in load("Yavalath").expanded.options if one.heading == "Swap").items[-1]
    done = page.ask("preview", text=TEXT, options={"Swap": item.name})
    assert {one["heading"]: one["chosen"] for one in done["options"]}["Swap"] == item.name
    assert "Swp" in page.refused("preview", text=TEXT, options={"Swp": item.name})


def test_a_table_is_what_an_exported_page_has(page: Asking) -> None:
    found = page.ask("table", text=TEXT, name="mine.lud")
    assert found["data"]["name"] == "Yavalath"
    assert base64.b64decode(found["code"]).startswith(b"\0asm")


def test_an_exported_page(page: Asking) -> None:
    found = page.ask("page", text=TEXT)
    assert found["name"].endswith(".html")
    assert found["text"].startswith("<!doctype html>")


def test_why_a_move_is_not_legal(page: Asking) -> None:
    found = page.ask("why_not", text=TEXT, record=record("e5"), move="e5")
    assert "e5" in found["said"]
    assert TEXT[found["start"] : found["end"]].startswith("(")


@pytest.mark.parametrize("player", ["uct:200", "alphabeta:2", "careful", "greedy", "random"])
def test_any_player_moves(page: Asking, player: str) -> None:
    assert page.ask("player", player=player)["name"] == player
    found = page.ask("move", text=TEXT, record=record("e5"), player=player, seed=3)
    state = load("Yavalath").start().after("e5")
    assert found["name"] in {one.name for one in state.moves()}
    again = page.ask("move", text=TEXT, record=record("e5"), player=player, seed=3)
    assert found == again, "the seed fixes it"


@pytest.mark.parametrize("player", ["human", "uct", "nobody", "evil.py:Player", "/tmp/x.py:P", ""])
def test_players_that_there_are_not(page: Asking, player: str) -> None:
    assert page.refused("player", player=player)
    assert page.refused("move", text=TEXT, record=record(), player=player)


def test_a_player_that_thinks_for_ever_is_stopped(page: Asking) -> None:
    number = page.send("move", text=TEXT, record=record(), player="alphabeta:60")
    time.sleep(1.0)
    page.stop(number)
    assert page.ends(number)["done"] is None
    assert page.ask("move", text=TEXT, record=record(), player="random")["name"]


def test_records_are_kept_as_files(running: Running, page: Asking) -> None:
    text = record("e5", "d4") + "\nnote: so\n\nvariation: 2\n2. d5\n"
    made = page.ask("save_record", path="games/evening.txt", text=text, before=None)
    assert page.ask("records")["files"] == ["games/evening.txt"]
    assert page.ask("open_record", path="games/evening.txt")["text"] == text
    assert page.refused("save_record", path="games/evening.txt", text=text, before=None)
    page.ask("save_record", path="games/evening.txt", text=record("e5"), before=made["mark"])
    assert page.refused("save_record", path="other.txt", text="no record", before=None)
    assert not (running.folder / "other.txt").exists()


def test_a_search_reports_until_it_is_stopped(page: Asking) -> None:
    number = page.send("analyse", text=TEXT, record=record("e5", "d4"))
    first, second = page.hear()["event"], page.hear()["event"]
    assert second["rounds"] > first["rounds"] > 0
    assert (first["players"], first["mover"], second["mover"]) == (2, 1, 1)
    assert {"name", "visits", "value", "from", "to"} <= first["moves"][0].keys()
    page.stop(number)
    assert page.ends(number)["done"] is None
    number = page.send("analyse", text=TEXT, record=record())
    again = page.send("analyse", text=TEXT, record=record("e5"))
    assert page.ends(number)["done"] is None, "a new search ends the old one"
    page.stop(again)
    assert page.ends(again)["done"] is None


def test_a_won_position_is_proved(page: Asking) -> None:
    text, moves = games()["Tic-Tac-Toe"].read_text("utf-8"), ("a1", "a3", "b1", "b3")
    found = page.ask("analyse", text=text, record=record(*moves))
    assert (found["proven"], found["value"]) == (True, 1.0)
    assert [(one["name"], one["mover"]) for one in found["line"]] == [("c1", 1)]


def test_two_versions_are_measured_beside_each_other(page: Asking) -> None:
    other = TEXT.replace("(hex 5)", "(hex 4)")
    number = page.send("measure", texts=[TEXT, other], games=40)
    early: list[tuple[int, int]] = []
    while "event" in (told := page.hear()):
        if "rows" in told["event"]:
            early.append((len(told["event"]["plots"]), told["event"]["games"]))
        else:
            assert told["event"]["total"] == 2
    assert early == [(1, 10), (1, 20), (2, 10), (2, 20)], "figures come before all is played"
    rows = told["done"]["rows"]
    assert told["id"] == number
    lengths = next(one for one in rows if one["name"] == "length")["figures"]
    assert len(lengths) == 2
    assert all(one["low"] <= one["value"] <= one["high"] for one in lengths)
    for one in told["done"]["plots"]:
        assert sum(one["outcomes"].values()) == len(one["lengths"]) == 40
        assert len(one["leads"]["middle"]) == len(one["leads"]["low"])
        assert one["where"].startswith("<svg")
        assert len(one["ladder"]) > 1
    number = page.send("measure", texts=[TEXT], games=2000)
    page.hear()
    page.stop(number)
    assert page.ends(number)["done"] is None
    assert page.refused("measure", texts=[TEXT], games=10**9)


def test_clauses_are_counted(page: Asking) -> None:
    text = games()["Tic-Tac-Toe"].read_text("utf-8")
    slip = text.replace("(is Full)", "(and (is Full) (is Line 3))")
    found = page.ask("cover", text=slip, games=200, searched=1)
    assert (found["random"], found["searched"]) == (200, 1)
    line = next(one for one in found["clauses"] if one["text"] == "(is Line 3)")
    assert slip[line["start"] : line["end"]] == "(is Line <Board:row>)"
    assert line["asked"] > line["held"] > 0
    (warning,) = found["warnings"]
    assert slip[warning["start"] : warning["end"]] == "(and (is Full) (is Line 3))"
    assert "never holds" in warning["message"]
    number = page.send("cover", text=text, games=1_000_000, searched=1_000)
    page.hear()
    page.stop(number)
    assert page.ends(number)["done"] is None
    assert page.refused("cover", text=text, games=0, searched=0)


def test_the_reference(page: Asking) -> None:
    found = page.ask("reference")
    names = {one["name"] for page in found["pages"] for one in page["ludemes"]}
    assert {"is Line", "move Hop", "board"} <= names
    assert any("Mover" in one["members"] for one in found["words"])
    forms = page.ask("ludeme", ludeme="is Line")["forms"]
    assert forms[0]["form"].startswith("(is Line")
    assert any(one["label"] == "length" for form in forms for one in form["arguments"])
    assert page.refused("ludeme", ludeme="is Lime")


def test_the_library(page: Asking, running: Running) -> None:
    found = page.ask("library")["games"]
    assert {one["name"] for one in found} == set(games())
    assert page.ask("text", game="Hex")["text"] == games()["Hex"].read_text("utf-8")
    assert page.refused("text", game="../Hex")
    picture = running.request("/picture/Hex.svg", cookie=running.cookie)
    assert picture.text.startswith("<svg")
    assert running.request("/picture/Nothing.svg", cookie=running.cookie).status == 404


def test_twenty_pages_at_once(running: Running) -> None:
    pages = [running.page() for _ in range(20)]
    asked = [one.send("preview", text=TEXT) for one in pages]
    for one, number in zip(pages, asked, strict=True):
        assert one.ends(number)["done"]["players"] == 2

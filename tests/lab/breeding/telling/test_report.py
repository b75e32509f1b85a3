"""The page of a run: whole, the same for the same run, safe from texts; games of a run by name."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from helpers.lab.fake_examiner import SETTINGS, Fake
from helpers.lab.fake_runs import evolved
from interpreter import load
from interpreter.show.svg.animation import film, spans
from lab.breeding.keeping.archive import AXES, FORMER, axes_of
from lab.breeding.keeping.child import TOLD, Child
from lab.breeding.keeping.store import create, read
from lab.breeding.kinds import Settings
from lab.breeding.telling.family import generations, layout, near
from lab.breeding.telling.game_map import game_map
from lab.breeding.telling.history import PAUSE_S, history
from lab.breeding.telling.whole import chosen, report
from lab.cli.app import app

RULES = """(game "{name}"
    (players 2)
    (equipment {{ (board (square 3)) (piece "Stone" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""
EVIL = "<script>alert('x & y')</script>"
MOVES = ("a1", "a2", "b1", "b2", "c1")
VOID = {"meta", "br", "input"}
FEATURES = {"board": "square", "goal": "line", "ends": "wins", "length": 7.5, "skill": 0.7}
FEATURES |= {"branching": 5.5}


def placed(child: Child) -> Child:
    """A child that the archive keeps where its features say."""
    place = ", ".join(axis.labels[axis.bin(child)] for axis in AXES)
    return replace(child, place=place)


def bred(number: int, name: str, *parents: int, **more: object) -> Child:
    given = {"features": FEATURES, "moves": MOVES, "text": RULES.format(name=name)} | more
    child = Child(
        number, number, parents, "graft drop drop" if parents else "founder", name=name,
        stage="long", score=0.5 + number / 100, step=TOLD,
        measures={"balance": (0.9, 0.8, 1.0), "length": (7.5, 7.0, 8.0), "own": (3.0, 1.0, 5.0)},
        seconds={"sieve": 0.5, "long": 1.5},
    )  # fmt: skip
    return replace(child, **given)


FOUNDERS = (bred(0, "Three"), bred(1, "Row"))
CHILDREN = (
    replace(placed(FOUNDERS[0]), left=4),
    placed(replace(FOUNDERS[1], features={**FEATURES, "length": 25.0})),
    replace(bred(2, "", 0), verdict="drawn", detail=f"never won {EVIL}", stage="sieve", score=0.0),
    placed(bred(3, EVIL, 0, 1, features={**FEATURES, "board": "hex"})),
    placed(bred(4, "Sura", 3, 1)),
    placed(bred(5, "Mola", 4, features={**FEATURES, "goal": "reach"}, text="(game")),
    replace(bred(6, "Tilo", 4), detail="Sura is as good"),
    replace(bred(7, "", 4), step=0),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "run.db"
    write(path, CHILDREN)
    return path


def write(path: Path, children: Iterable[Child], **settings: object) -> None:
    given = replace(Settings(("Three", "Row")), **settings)
    with closing(create(path, given, [child.text for child in FOUNDERS])) as store:
        for child in children:
            store.write(child)
    # As if somebody had worked for three seconds, gone, and come back.
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE run SET value = '1000.0' WHERE key = 'created'")
        db.execute("UPDATE children SET written = 1001 + number")
        db.execute("UPDATE children SET written = written + ? WHERE number > 2", (2 * PAUSE_S,))


def page(path: Path, best: int = 12) -> str:
    with closing(read(path)) as store:
        return report(store, path.name, best)


class Seen(HTMLParser):
    """Sees that what is opened is closed, what is referred to, and what is written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.said = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data

    def of(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]


def whole(text: str) -> Seen:
    """The page, after a look at whether it is one."""
    seen = Seen(text)
    identifiers = seen.of("id")
    assert len(set(identifiers)) == len(identifiers)
    links = seen.of("href") + seen.of("src")
    assert all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= {*identifiers}
    assert {*re.findall(r"https?://[^\"' )]+", text)} <= {"http://www.w3.org/2000/svg"}
    assert seen.tags.count("script") == 1
    return seen


def test_the_page_has_it_all(path: Path) -> None:
    seen = whole(page(path))
    said = seen.said
    assert "0.550" in said
    assert "1 child under way" in said
    assert "7 s of work in 2 sittings" in said
    assert "sieve: refused after random games" in said
    assert "A part of the one is replaced by a part of the other" in said
    assert "graft and drop twice of Three and Row" in said
    assert "gave way to Sura" in said
    # The best: rules in words, file, measures, moves, family, and how they are played.
    assert "The board is a square of 3 by 3 cells." in said
    assert '(game "Sura"' in said
    assert "0.800 to 1.000" in said
    assert "after 5 moves: player 1 wins" in said
    assert "Its rules make no game here" in said
    assert "In words: 3 ancestors in 2 generations" in said
    assert "ludwright play run.db:Sura" in said
    assert "ludwright evolve run.db -n 0 --best 3 --games games" in said
    assert seen.of("id").count("g4") == 1
    assert seen.tags.count("article") == 3


def test_the_map_leads_to_every_game(path: Path) -> None:
    text = page(path, best=1)
    drawn = text[text.index('class="map"') : text.index("</svg>", text.index('class="map"'))]
    assert re.findall(r'href="#(\w+)"', drawn) == ["k4", "k1", "g5", "k3"]
    assert whole(text).tags.count("article") == 1


def test_texts_of_games_do_nothing(path: Path) -> None:
    text = page(path)
    assert EVIL not in text
    assert "<script>alert" not in text
    seen = whole(text)
    assert EVIL in seen.said
    assert not any(name.startswith("on") for name, _ in seen.attributes)
    # And a command with such a name is one word for a shell.
    assert """ludwright play 'run.db:<script>alert('"'"'x & y'"'"')</script>'""" in seen.said


@pytest.mark.parametrize("mode", ["elites", "ludi"])
def test_pictures_are_xml(tmp_path: Path, mode: str) -> None:
    evil = f"]]>\uffff{EVIL}"
    changed = {"name": evil, "text": RULES.format(name=evil)}
    write(tmp_path / "run.db", [replace(CHILDREN[3], **changed), *CHILDREN[4:5]], mode=mode)
    text = page(tmp_path / "run.db")
    pictures = [*map(ElementTree.fromstring, re.findall(r"<svg.*?</svg>", text, re.DOTALL))]
    said = ["".join(picture.itertext()) for picture in pictures]
    assert sum(f"]]>\ufffd{EVIL}" in one for one in said) == 4  # a map, a film, two families


def test_the_same_page_for_the_same_run(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    assert page(copy) == page(path)


def test_counts(path: Path) -> None:
    with closing(read(path)) as store:
        found = history(store)
    assert (found.told, found.under_way, found.bred, found.rejected) == (7, 1, 5, 1)
    assert found.kept == [1, 2, 2, 3, 3, 4, 4]
    assert found.best == pytest.approx([0.5, 0.51, 0.51, 0.53, 0.54, 0.55, 0.56])
    assert found.mean[4] == pytest.approx((0.51 + 0.53 + 0.54) / 3)
    assert found.heirs == [3, 3]
    assert found.worked == pytest.approx(7)
    assert found.sittings == 2
    assert {way.name: (way.made, way.lived, way.kept) for way in found.credit.in_order()} == {
        "graft": (5, 4, 3),
        "drop": (5, 4, 3),
    }
    assert [(one.stage, one.verdict, one.count) for one in found.in_order()] == [
        ("sieve", "drawn", 1),
        ("lived", "kept", 4),
        ("lived", "beaten", 1),
        ("lived", "kept for a time", 1),
    ]


def test_a_run_that_has_just_begun(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    write(path, ())
    said = whole(page(path)).said
    assert "no child is known yet" in said
    assert "is waited for" in said


def test_a_run_that_has_found_nothing(tmp_path: Path) -> None:
    for name, children in (("dead", CHILDREN[2:3]), ("old", CHILDREN[1:2]), ("one", CHILDREN[7:])):
        write(tmp_path / f"{name}.db", children)
    assert "No game is kept yet." in whole(page(tmp_path / "dead.db")).said
    assert "No new game is kept yet" in whole(page(tmp_path / "old.db")).said
    assert "No game is kept yet." in whole(page(tmp_path / "one.db")).said


@pytest.mark.slow
def test_a_population_and_a_run_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "fake.db"
    events = evolved(store=path, children=120, examiner=Fake(0), settings=SETTINGS)
    seen = whole(page(path, best=3))
    assert "Each point is a game that is kept." in seen.said
    assert seen.tags.count("article") == 3
    assert len(events) > 120
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("BEGIN IMMEDIATE")
        assert page(path, best=3)


def test_other_archives_have_no_map() -> None:
    kept = [child for child in CHILDREN if child.place]
    assert axes_of(kept) == AXES
    assert axes_of([*kept, replace(kept[0], place="small")]) is None


def test_runs_of_earlier_programs_have_the_map_of_their_axes() -> None:
    kept = [
        replace(one, place=", ".join(axis.labels[axis.bin(one)] for axis in FORMER))
        for one in CHILDREN if one.place
    ]  # fmt: skip
    assert axes_of(kept) == FORMER
    drawn = "".join(game_map(kept, lambda _: "#", FORMER))
    assert "moves to choose from" in drawn
    assert all(f">{name}<" in drawn for name in ("square", "hex", "triangular", "other"))


def test_rows_of_the_map_without_a_game_are_left_out() -> None:
    drawn = "".join(game_map([one for one in CHILDREN if one.place], lambda _: "#"))
    assert "skill →" in drawn
    assert "triangular" not in drawn
    assert drawn.count(">wins<") == len({one.features["board"] for one in CHILDREN if one.place})


def test_the_best_are_of_many_kinds() -> None:
    kept = [bred(number, f"G{number}", 0, score=1 - number / 10) for number in range(1, 6)]
    kept.append(bred(7, "Far", 0, score=0.1, features={"board": "hex", "goal": "line"}))
    assert [child.number for child in chosen([bred(0, "Old"), *kept], 3)] == [1, 2, 7]
    assert [child.number for child in chosen(kept, 4)] == [1, 2, 3, 7]
    assert chosen(kept, 0) == []


# Families


def test_large_families() -> None:
    family = {0: bred(0, "A"), 1: bred(1, "B")}
    for number in range(2, 200):
        family[number] = bred(number, f"C{number}", number - 1, number - 2)
    assert generations(family)[199] == 199 - 1
    nearest = near(family, 199, 60)
    assert min(nearest) == 140
    rows = layout(nearest).rows
    assert sum(len(row) for row in rows) == 60 + 58  # each line to a grandparent passes by a parent
    found = layout(family).places()
    assert len(set(found.values())) == len(found)


# Films


def test_a_film_shows_every_position() -> None:
    states = [load(RULES.format(name="Three")).start()]
    for move in MOVES:
        states.append(states[-1].after(move))
    picture = film(states)
    for number, state in enumerate(states):
        seen = [
            span
            for element in picture.iter()
            for span in (part.partition("-") for part in element.get("data-on", "").split())
            if int(span[0]) <= number <= int(span[2] or span[0])
        ]
        pieces = sum(bool(what) for what in state.contents)
        assert len(seen) == pieces + (number > 0)  # and the ring around the last move
    hidden = [element for element in picture.iter() if element.get("display") == "none"]
    assert len(hidden) == len(MOVES) - 1  # the rings before the last
    assert spans([0, 1, 2, 5, 7, 8]) == "0-2 5 7-8"
    assert spans([]) == ""


# On the command line


def run(*words: object) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, [str(word) for word in words])
    return found.exit_code, found.stdout, found.stderr


def test_the_command(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "page.html"
    assert run("report", path, "--out", out, "--best", 1) == (0, f"{out}\n", "")
    assert whole(out.read_text("utf-8")).tags.count("article") == 1
    shutil.copy(path, tmp_path / "run.db")
    monkeypatch.chdir(tmp_path)
    assert run("report", "run.db")[:2] == (0, "run.html\n")
    text = Path("run.html").read_text("utf-8")
    assert "ludwright play run.db:Sura" in text


def test_mistakes(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("some text")
    for words, said in (
        (("report", tmp_path / "no.db"), f"there is no file {tmp_path / 'no.db'}\n"),
        (("report", other), f"{other} is not the file of a run\n"),
        (("report", path, "--out", tmp_path / "no" / "page.html"), "no such folder\n"),
        (("show", f"{other}:Sura"), f"{other} is not the file of a run\n"),
        (("show", f"{tmp_path / 'no.db'}:Sura"), f"there is no file {tmp_path / 'no.db'}\n"),
        (("show", f"{path}:Sara"), f'{path} has no game "Sara"\n  did you mean Sura?\n'),
        (("show", f"{path}:99"), f'{path} has no game "99"\n  its best are Mola, Sura, '),
        (("show", path), f"which one?\n  as in {path}:Mola, which is its best\n"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert said in err


@pytest.mark.slow
def test_games_of_a_run_are_games(path: Path, tmp_path: Path) -> None:
    name = f"{path}:Sura"
    assert run("show", name)[1].startswith("Sura\n")
    assert run("show", f"{path}:sura", "--source")[1] == RULES.format(name="Sura")
    assert run("show", f"{path}:2", "--source")[1] == CHILDREN[2].text
    assert "72" in run("perft", name, 2)[1].split()
    assert run("playouts", name, "-n", 10)[0] == 0
    record = tmp_path / "record.txt"
    assert run("play", name, "--iterations", 5, "--seed", 1, "--record", record)[0] == 0
    assert "all legal" in run("replay", record)[1]
    assert run("play", "--seats", "random", "random", name)[0] == 0

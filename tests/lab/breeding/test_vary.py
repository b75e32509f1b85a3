"""Variants of one game: one change each, what is kept stays, and what they do is told."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from helpers.backends import needs_native
from helpers.commands import lines, refused
from helpers.pages.nested import Nested
from interpreter import LudError, load
from lab.breeding.judging.aim import Aim, aim_of, apart
from lab.breeding.making.genome import Genome
from lab.breeding.making.sections import kept_of, sections
from lab.breeding.telling.difference import difference
from lab.breeding.telling.variants import compared, said
from lab.breeding.vary import PLAN, Variation, repeated, vary
from lab.measuring.estimates import Figure, missing

FEW = replace(PLAN, games=6, iterations=10, rivals=2, rungs=1, ladder=2, resamples=50)
CHEAP = ("--games", "4", "--iterations", "5", "-n", "2", "--seed", "3")
GOMOKU = """(game "Small" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"""
TITLE = re.compile(r'"Small \d+"')


@cache
def variation(seed: int = 3) -> Variation:
    return vary(GOMOKU, keep=("board,pieces",), fix="balance", number=3, seed=seed, plan=FEW)


@needs_native
@pytest.mark.slow
def test_variants_change_one_thing_and_keep_what_is_to_stay() -> None:
    found = variation()
    parent = Genome.read(found.parent.text)
    assert len(found.variants) == 3
    assert found.tried == 3 + sum(found.refused.values())
    for place, one in enumerate(found.variants, 1):
        assert one.name == one.game.name == one.measures.game == f"Small {place}"
        genome = Genome.read(one.text)
        assert genome.canonical != parent.canonical
        assert " " not in one.way
        for name in ("board", "pieces"):
            assert sections(genome)[name] == sections(parent)[name]
        renamed = Genome.read(TITLE.sub('"Small"', one.text))
        assert one.change == difference(parent.tree, renamed.tree)
        assert one.text.startswith(
            f"// Varied by Ludwright from Small, seed 3, by: {one.way}.\n// "
        )
    assert len({Genome.read(one.text).canonical for one in found.variants}) == 3


@needs_native
@pytest.mark.slow
def test_the_best_come_first_and_the_seed_decides() -> None:
    found = variation()
    values = [one.measures["balance"].value for one in found.variants]
    assert values == sorted(values, reverse=True)
    again = vary(GOMOKU, keep=("pieces", "board"), fix="balance", number=3, seed=3, plan=FEW)
    assert [one.text for one in again.variants] == [one.text for one in found.variants]
    assert [one.measures for one in again.variants] == [one.measures for one in found.variants]
    other = variation(4)
    assert [one.change for one in other.variants] != [one.change for one in found.variants]


@pytest.mark.slow
@needs_native
def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    vary(GOMOKU, number=1, plan=FEW, progress=lambda *one: told.append(one))
    assert told == sorted(told)
    done, total = told[-1]
    assert done == total == 2 * (6 + 2)


@needs_native
@pytest.mark.slow
def test_chosen_options_stay_in_the_variants() -> None:
    found = vary("Hex", options={"Size": "4"}, keep=("board",), number=1, seed=2, plan=FEW)
    assert found.variants[0].game.board.size == 16
    assert found.variants[0].game.options == {}


@pytest.mark.slow
@needs_native
def test_the_telling_names_every_change() -> None:
    found = variation()
    text = "\n".join(said(found))
    page = compared(found, {one.name: f"{one.name}.lud" for one in found.variants})
    seen = Nested()
    seen.feed(page)
    assert seen.open == []
    assert {link[1:] for link in seen.links if link[0] == "#"} <= set(seen.identifiers)
    for one in found.variants:
        assert one.change in text
        assert f"{one.name}.lud" in seen.links
        figure = one.measures["balance"]
        assert f"→ {figure}" in text
    assert "<script" not in page
    assert text.startswith(f"Small: balance {found.parent.measures['balance']}\n")


# The aim, and sections


def figure(value: float, margin: float = 0.1) -> Figure:
    return Figure(value, value - margin, value + margin, 9)


def test_aims() -> None:
    assert aim_of("Late uncertainty") == Aim("late_uncertainty", "higher")
    assert aim_of("length=40").target == 40
    more, less, near = aim_of("balance"), aim_of("drawishness"), aim_of("length=40")
    assert more.worth(figure(0.9)) > more.worth(figure(0.2)) > more.worth(missing("none"))
    assert less.worth(figure(0.2)) > less.worth(figure(0.9)) > less.worth(missing("none"))
    assert near.worth(figure(38)) > near.worth(figure(43)) > near.worth(figure(20))


def test_intervals_that_meet_tell_nothing() -> None:
    assert not apart(figure(0.5), figure(0.65))
    assert apart(figure(0.5), figure(0.75))
    assert apart(figure(0.75), figure(0.5))


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("balanse", r"no criterion is called balanse\n  did you mean balance"),
        ("length", r"neither more nor less length is better\n  .*length=40"),
        ("length=long", r'"long" is no number'),
        ("length=nan", r'"nan" is no number'),
    ],
)
def test_mistakes_in_aims(word: str, message: str) -> None:
    with pytest.raises(LudError, match=message):
        aim_of(word)


def test_sections_are_told_apart() -> None:
    found = sections(Genome.read("Breakthrough"))
    assert found["board"] == ("(board (rectangle 8 8))",)
    assert [text.split()[0] for text in found["pieces"]] == ["(piece", "(regions", "(regions"]
    assert len(found["start"]) == len(found["play"]) == len(found["end"]) == 1
    alone = GOMOKU.replace('{(board (square 5)) (piece "Disc" Each)}', "{(board (square 5))}")
    assert sections(Genome.read(GOMOKU))["start"] == ()
    assert sections(Genome.read(GOMOKU))["pieces"] == ('(piece "Disc" Each)',)
    assert sections(Genome.read(alone))["pieces"] == ()


def test_words_for_sections() -> None:
    assert kept_of(["board,Pieces", "end"]) == ("board", "pieces", "end")
    with pytest.raises(LudError, match=r"no section is called bord\n  did you mean board"):
        kept_of(["bord"])


def test_what_is_said_twice_is_counted() -> None:
    rule = "(if (is Line 4) (result Mover Win))"
    assert repeated(Genome.read(GOMOKU)) == 0
    assert repeated(Genome.read(GOMOKU.replace(rule, f"{{{rule} {rule}}}"))) == 1


# The command


@pytest.mark.slow
@needs_native
def test_the_command_writes_games_and_a_page(tmp_path: Path) -> None:
    rules, out = tmp_path / "small.lud", tmp_path / "near" / "small"
    rules.write_text(GOMOKU)
    found = lines("vary", rules, "--keep", "board", "--fix", "decisiveness", *CHEAP, "--out", out)
    assert found[0].startswith("Small: decisiveness ")
    assert sorted(path.name for path in out.iterdir()) == [
        "index.html", "small-1.lud", "small-2.lud",
    ]  # fmt: skip
    assert load(out / "small-2.lud").name == "Small 2"
    page = (out / "index.html").read_text("utf-8")
    assert 'href="small-1.lud"' in page


@needs_native
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--keep", "bord"), "no section is called bord"),
        (("--keep", "start"), "Small has no section start to be kept\n  it has board, pieces"),
        (("--keep", "board,pieces,play,end"), "nothing of Small is left to vary"),
        (("--fix", "balanse"), "did you mean balance"),
        (("--option", "Size=4"), "Size"),
    ],
)
def test_mistakes(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    rules = tmp_path / "small.lud"
    rules.write_text(GOMOKU)
    assert message in refused("vary", rules, *words, *CHEAP, "--out", tmp_path / "near")
    assert not (tmp_path / "near").exists()


@needs_native
def test_games_that_cannot_be_varied(tmp_path: Path) -> None:
    alone = GOMOKU.replace("(players 2)", "(players 1)")
    with pytest.raises(LudError, match="Small is for one player"):
        vary(alone, plan=FEW)
    (tmp_path / "file").write_text("")
    said = refused("vary", "Tic-Tac-Toe", *CHEAP, "--out", tmp_path / "file")
    assert "is a file, and no folder" in said

"""Yavalath's idea is known where it stands, and short runs find it; mutants bring nothing down."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from interpreter.play.load import read as rules_of
from lab.breeding.keeping.store import read
from lab.breeding.kinds import STAGES, Effort, Settings
from lab.breeding.making.variation import WAYS
from lab.breeding.running.run import evolve
from lab.breeding.trials import soak
from lab.breeding.trials.rediscovery import FOUNDERS, endings, has_idea, main, outcome

CHILDREN = 48
HEXAGON = """(game "Four" (players 2) (equipment {(board (hex 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {END (if (is Full) (result Mover Draw))})))"""
WIN, LOSS = "(if (is Line 4) (result Mover Win))", "(if (is Line 3) (result Mover Loss))"


@pytest.mark.parametrize(
    ("ends", "idea"),
    [
        (f"{WIN} {LOSS}", True),
        (f"{LOSS} {WIN}", True),
        (f"(if (is Line 5 All) (result Mover Win)) {WIN} {LOSS}", True),
        (f"(if (is Line 3) (result Mover Win)) {WIN} {LOSS}", False),
        (f"{WIN} {LOSS.replace('3', '3 Each')}", False),
        (f"{WIN} (if (is Line 3 Orthogonal) (result Next Win))", True),
        (WIN, False),
        (LOSS, False),
        (f"{WIN} (if (is Line 5) (result Mover Loss))", False),
        (f"{WIN} (if (is Line 3) (result Mover Draw))", False),
        (f"{WIN} (if (not (is Line 3)) (result Mover Loss))", False),
    ],
)
def test_the_idea_is_known_where_it_stands(ends: str, idea: bool) -> None:
    assert has_idea(HEXAGON.replace("END", ends)) is idea


def test_yavalath_has_it_and_no_founder_has() -> None:
    assert has_idea(rules_of("Yavalath").text)
    assert not any(has_idea(rules_of(name).text) for name in FOUNDERS)
    assert endings(HEXAGON.replace("END", WIN))[0] == WIN


@pytest.mark.slow
def test_a_short_run_finds_it_from_a_plain_game_of_lines(tmp_path: Path) -> None:
    # By the one way that the idea comes about in most long runs, among all the others.
    rates = {way.name: 0.0 for way in WAYS} | {"echo": 1.0}
    effort = Effort(playouts=64, short_games=8, long_games=12, long_iterations=150)
    founder = HEXAGON.replace("END", WIN)
    settings = Settings((founder,), seed=5, crossing=0.0, rates=rates, effort=effort)
    path = tmp_path / "run.db"
    for _ in evolve(settings, store=path, children=CHILDREN, workers=2):
        pass
    found = outcome(path, 5)
    assert found.children == CHILDREN
    assert found.first is not None
    assert found.found is not None
    assert found.found.score > 0.5
    assert "found" not in found.row


def test_the_table_of_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path), "--seeds", "1", "2", "--minutes", "0"])
    assert capsys.readouterr().out.endswith("0 of 2 runs keep a game with the idea\n")


@pytest.mark.slow
def test_mutants_bring_nothing_down(tmp_path: Path) -> None:
    path = tmp_path / "soak.db"
    names = ("Tic-Tac-Toe", "Breakthrough", "Nine Men's Morris", "Reversi", "Go", "Peg Solitaire")
    for _ in soak.soak(path, 24, 1, 2, names):
        pass
    with closing(read(path)) as store:
        children = list(store.children())
    mutants = [child for child in children if child.parents]
    assert len(mutants) >= 24
    assert all(set(child.parents) <= set(range(len(names))) for child in mutants)
    assert all(child.stage in STAGES for child in mutants)
    assert not [child for child in mutants if child.verdict == "crashed"]
    assert next(soak.rows(children, 20.0)) == f"{len(mutants)} mutants"

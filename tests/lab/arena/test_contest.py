"""Contests of programs, with openings, ratings and a file of results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import LudError, load
from interpreter.play.load import games
from lab.arena.bred import hidden
from lab.arena.contest import Entrant, Plan, Result, Stage, checked, entrant, play, tasks
from lab.arena.contestants import Contestant, Terms, beginning, named, turn
from lab.arena.ledger import Ledger
from lab.arena.programs import Command, Program
from lab.arena.telling import arena, rows
from lab.players import Forfeit

HEAD = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["kind"] in ("game", "end"):
        continue
    """


def program(name: str, code: str) -> Entrant:
    """A program that answers in Python, with what it was told as `told`."""
    words = (sys.executable, "-ISc", HEAD + code.replace("\n", "\n    "))
    return Entrant(name, program=Command(name, words))


FIRST = program("first", "print(told['legal'][0], flush=True)")
MENDER = program(
    "mender",
    "print('a9' if told['kind'] == 'move' else json.dumps({'move': 'b'}), flush=True)",
)
QUITTER = program("quitter", "sys.exit('enough')")


def contest(
    path: Path, entrants: Sequence[Entrant], rounds: int = 2, jobs: int = 1
) -> tuple[Plan, list[Result], int]:
    """What came of a contest at Tic-Tac-Toe: its plan, what was played, how many there are."""
    plan = Plan([Stage("Tic-Tac-Toe", "Tic-Tac-Toe")], entrants, rounds, jobs=jobs)
    played: list[Result] = []
    found = checked(plan)
    wanted = tasks(plan, found)
    ledger = Ledger(path)
    try:
        play(plan, found, ledger, wanted, played.append)
    finally:
        ledger.close()
    return plan, played, len(wanted)


def test_a_contest_is_played_told_and_not_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    entrants = [FIRST, QUITTER, entrant("random"), entrant("careful")]
    plan, played, wanted = contest(path, entrants, jobs=2)
    assert len(played) == wanted == 12
    told = arena(plan, checked(plan), {}, played, wanted)
    first, quitter, *_ = told.players
    assert (first.program, first.legal_first, first.forfeits) == (True, 1.0, 0)
    assert quitter.faults == {"ended": 6}
    assert quitter.points == 0.0
    assert all(one.forfeit for one in told.results if "quitter" in one.seats)
    faults = [one.played.fault for one in played if one.played.fault]
    assert {(one.reason, one.hint) for one in faults} == {("ended with status 1", "enough")}
    table = "\n".join(rows(told))
    assert "first" in table
    assert "100.0%" in table

    # A line that was half written when everything stopped is dropped, and its game played again.
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    _, again, _ = contest(path, entrants)
    assert len(again) == 1
    assert len(contest(path, [*entrants, entrant("uct:5")])[1]) == 8
    assert contest(path, entrants)[1] == []


def test_a_program_may_end_with_its_game(tmp_path: Path) -> None:
    once = Entrant("once", program=Command("once", (sys.executable, "-ISc", HEAD.replace(
        "continue", "sys.exit() if told['kind'] == 'end' else None\n        continue"
    ) + "print(told['legal'][0], flush=True)")))  # fmt: skip
    _, played, _ = contest(tmp_path / "arena.jsonl", [once, entrant("random")], rounds=6)
    assert [one.played.fault for one in played] == [None] * 6


def test_results_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    entrants = [FIRST, entrant("random")]
    (_, one, _), (_, other, _) = (
        contest(tmp_path / name, entrants, jobs=jobs) for name, jobs in (("a", 1), ("b", 2))
    )
    moves = [sorted(each.played.moves for each in found) for found in (one, other)]
    assert moves[0] == moves[1]
    # Both seats begin from the same opening.
    assert len({each.played.moves[:2] for each in one}) == 1


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    for number, text in enumerate(("a letter", '{"schema": "other"}\n', '[1]\n{"a": 2}\n')):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(text)
        with pytest.raises(LudError, match="this is no line of results"):
            Ledger(path)
        assert path.read_text() == text
        assert not path.with_name(f"{path.name}.lock").exists()


def test_one_contest_at_a_time_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    first = Ledger(path)
    with pytest.raises(LudError, match="another contest writes into"):
        Ledger(path)
    first.close()
    Ledger(path).close()
    assert [one.name for one in tmp_path.iterdir()] == ["arena.jsonl"]


# One game


def seated(one: Entrant, terms: Terms) -> Contestant:
    assert one.program is not None
    return Contestant(Program(one.program), load("Tic-Tac-Toe"), 1, terms, history=[], seed=1)


def test_reasons_come_from_the_rules() -> None:
    player = seated(program("again", "print('b2', flush=True)"), Terms(tries=2))
    with pytest.raises(Forfeit):
        player.choose(load("Tic-Tac-Toe").start().after("b2").after("a1"))
    assert (player.answers.illegal, player.answers.faults) == (2, {"illegal": 1})
    assert player._refused == {
        "kind": "illegal", "answer": "b2", "reason": "b2 is not in (sites Empty)", "tries": 1,
        "text": "b2 is not legal: b2 is not in (sites Empty).\n\nYou may answer once more.",
    }  # fmt: skip
    player.program.close(at_once=True)


def test_lenient_terms_draw_a_move() -> None:
    player = seated(MENDER, Terms(lenient=True, tries=2))
    state = load("Tic-Tac-Toe").start()
    assert player.choose(state) in state.moves()
    assert (player.answers.lots, player.answers.first, player.answers.illegal) == (1, 0, 2)
    player.program.close(at_once=True)


def test_what_is_told_keeps_to_the_terms() -> None:
    game = load("Tic-Tac-Toe")
    after = turn(game.start().after("b2").after("a1"), 1, ["b2", "a1"], Terms())
    assert after["last"] == "a1"
    assert after["legal"][:2] == ["b1", "c1"]
    assert "Legal moves: b1 c1" in after["text"]
    told = turn(game.start(), 1, [], Terms(moves=False))
    assert "legal" not in told
    assert "Legal moves" not in told["text"]
    assert told["text"].startswith("You are player 1 (X)")
    begun = beginning(game, 2, 1, Terms(source=True, seconds=9))
    assert begun["you"] == 2
    assert '(game "Tic-Tac-Toe"' in begun["source"]
    assert "row of three" in begun["rules"]


@pytest.mark.parametrize(
    ("said", "name"),
    [("a1", "a1"), ('{"move": "a1-b2"}', "a1-b2"), ("{}", "{}"), ("{x", "{x"), ("{" * 9999,) * 2],
)
def test_the_move_of_an_answer(said: str, name: str) -> None:
    assert named(said) == name


def test_who_takes_part() -> None:
    assert entrant("uct:10").player is not None
    named_one = entrant(f"bot={sys.executable} bot.py")
    assert named_one.name == "bot"
    assert named_one.program is not None
    assert named_one.program.words == (sys.executable, "bot.py")
    with pytest.raises(LudError, match="did you mean random"):
        entrant("randm")
    with pytest.raises(LudError, match="two players are called random"):
        checked(Plan([], [entrant("random"), entrant("random")]))
    with pytest.raises(LudError, match="is for one player"):
        checked(Plan([Stage("Sudoku", "Sudoku")], [entrant("random")]))


# Games that nobody has read about


@pytest.mark.slow
def test_hidden_games_can_be_played() -> None:
    (one,) = hidden(1, 2, ("Tic-Tac-Toe", "Three Men's Morris"))
    assert one.name not in games()
    assert one.text.startswith("// Bred by Ludwright for the arena, seed 2.")
    assert "Morris" not in one.text
    assert 0.1 <= one.distance <= 1.0
    game = load(one.text)
    assert game.name == one.name
    played = game.playouts(50, seed=1)
    assert (played.winners > 0).any()


@pytest.mark.thorough
def test_hidden_games_follow_from_the_seed() -> None:
    assert list(hidden(2, 5)) == list(hidden(2, 5))

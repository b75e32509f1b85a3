"""What random games refuse, what they tell, and that texts of one game are known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter import load
from lab.breeding.judging.examine import conceive
from lab.breeding.judging.sieve import ends_of, goal_of
from lab.breeding.kinds import (
    ALIVE,
    STAGES,
    WASTED,
    Candidate,
    Conception,
    Limits,
    Parent,
    Settings,
)
from lab.breeding.making.genome import Genome
from lab.breeding.making.tidy import simplified, without_unused
from lab.breeding.making.variation import WAYS
from lab.breeding.making.wishes import board_of

RULES = """(game "T" (players {players}) (equipment {{(board {board}) (piece "Disc" Each) {more}}})
    (rules (play {play}) {end}))"""
ADD = "(move Add (to (sites Empty)))"
LINE = "(end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})"


def rules(
    board: str = "(square 5)", play: str = ADD, end: str = LINE, players: int = 2, more: str = ""
) -> str:
    return RULES.format(board=board, play=play, end=end, players=players, more=more)


def tried(text: str, **limits: float) -> Candidate:
    settings = Settings(("Tic-Tac-Toe",), limits=Limits(**limits))  # type: ignore[arg-type]
    return conceive(Conception(0, 1, (), text), settings)


@pytest.mark.parametrize(
    ("text", "stage", "verdict"),
    [
        (rules(), "fingerprint", ALIVE),
        (rules(end="(end (if (is Lime 3) (result Mover Win)))"), "bind", "ill-formed"),
        (rules(board="(square 0)"), "bind", "ill-formed"),
        (rules(players=1), "sieve", "one player"),
        (rules(players=3), "sieve", "too many players"),
        (rules(board="(square 30)"), "sieve", "too large"),
        (rules(end=""), "sieve", "no end"),
        (rules(end="(end (if (is Line 1) (result Mover Win)))"), "sieve", "over at once"),
        (rules(end="(end (if (is Full) (result Mover Draw)))"), "sieve", "drawn"),
        (rules(end="(end (if (is Full) (result P1 Win)))"), "sieve", "one-sided"),
        (rules(board="(square 19)", end=LINE.replace("3", "9")), "sieve", "endless"),
        (rules(play="(move Add (to (min (sites Empty))))"), "bind", "ill-formed"),
    ],
)  # fmt: skip
def test_hopeless_games_are_refused_by_name(text: str, stage: str, verdict: str) -> None:
    found = tried(text, plies=60)
    assert (found.stage, found.verdict) == (stage, verdict)
    assert bool(found.detail) == bool(verdict)
    assert set(found.seconds) <= set(STAGES)


def test_a_game_without_a_choice_is_refused() -> None:
    only = "(move Add (to (intersection (sites Empty) (sites Row (- 4 (/ (count Moves) 5))))))"
    assert tried(rules(play=only, board="(rectangle 12 1)")).verdict != ALIVE


def test_every_player_must_have_a_choice() -> None:
    lone = "(if (is Mover P1) (move Add (to (sites Empty))) (move Pass))"
    found = tried(rules(play=lone, board="(square 9)"))
    assert (found.stage, found.verdict) in (("sieve", "no choice"), ("sieve", "one-sided"))


def test_moves_must_do_something() -> None:
    # Nine of sixty moves or more find an empty cell; a die says when the game is over.
    die = "(and (< 60 (count Moves)) (= 1 (value Random (range 1 4))))"
    text = rules(play="(move Add (to (sites Board)))", end=f"(end (if {die} (result Mover Win)))")
    found = tried(text.replace("(square 5)", "(square 3)"))
    assert (found.stage, found.verdict) == ("sieve", "no effect")


def test_a_player_without_a_piece_to_add_has_no_effect() -> None:
    found = tried(rules().replace('(piece "Disc" Each)', '(piece "Disc" P1)'))
    assert found.verdict in ("no effect", "one-sided")


def test_features_tell_kinds_of_games_apart() -> None:
    found = tried(rules())
    assert found.features["board"] == "square"
    assert found.features["goal"] == "line"
    assert 10 < float(found.features["branching"]) < 25
    assert 8 < float(found.features["length"]) < 25


@pytest.mark.parametrize(
    ("name", "board", "goal"),
    [
        ("Yavalath", "hex", "line"),
        ("Hex", "hex", "connection"),
        ("Breakthrough", "square", "reach"),
        ("Reversi", "square", "score"),
        ("Clobber", "square", "blocking"),
        ("Y", "hex", "connection"),
    ],
)
def test_boards_and_goals_of_known_games(name: str, board: str, goal: str) -> None:
    assert board_of(load(name).board) == board
    assert goal_of(Genome.read(name)) == goal


def test_two_texts_of_one_game_have_one_fingerprint() -> None:
    one = tried(rules())
    other = tried(rules(end=LINE.replace("(is Line 3)", "(not (not (is Line 3)))")))
    third = tried(rules(end=LINE.replace("3", "4")))
    assert one.canonical != other.canonical
    assert one.fingerprint == other.fingerprint != third.fingerprint


def test_founders_are_taken_as_they_are_and_children_know_their_parents() -> None:
    settings = Settings(("Tic-Tac-Toe", "Gomoku"))
    parents = tuple(
        Parent(number, name, Genome.read(name).text(name))
        for number, name in enumerate(settings.founders)
    )
    found = conceive(Conception(7, 99, parents), settings)
    assert found.number == 7
    assert "// Bred by Ludwright: child 7, seed 99." in found.text
    assert "// From Tic-Tac-Toe (child 0) and Gomoku (child 1) by: " in found.text
    assert found == conceive(Conception(7, 99, parents), settings) or found.seconds


# Tidying


def test_pieces_and_regions_that_nothing_speaks_of_are_left_out() -> None:
    more = '(piece "King" P1) (regions "Goal" (sites Top))'
    genome, game = without_unused(Genome.read(rules(more=more)), "T")
    assert "King" not in genome.text("T")
    assert "Goal" not in genome.text("T")
    assert "Disc" in genome.text("T")
    assert not game.warnings


def test_what_makes_no_difference_is_left_out() -> None:
    end = """(end {(if (is Line 3) (result Mover Win)) (if (and (is Line 4) (is Full))
        (result Mover Loss)) (if (or (is Full) (is Full)) (result Mover Draw))})"""
    text = simplified(Genome.read(rules(end=end))).text("T")
    assert "(is Line 3)" in text
    assert "(is Line 4)" not in text
    assert "(or" not in text


@pytest.mark.slow
def test_a_child_that_is_no_game_or_a_parent_again_is_made_anew() -> None:
    parent = Parent(7, "Gomoku", Genome.read("Gomoku").text("Gomoku"))
    settings = Settings(("Gomoku",))
    one = conceive(Conception(0, 1, (), parent.text), settings)
    known = Parent(7, "Gomoku", parent.text, (one.canonical, one.fingerprint))
    found = [conceive(Conception(9, seed, (known,)), settings) for seed in range(12)]
    assert any(WASTED in child.features for child in found)
    for child in found:
        assert not {child.canonical, child.fingerprint} & {one.canonical, one.fingerprint}
        assert child.verdict != "ill-formed"
    assert found[0] == replace(
        conceive(Conception(9, 0, (known,)), settings), seconds=found[0].seconds
    )


def test_where_nothing_else_can_be_made_a_child_is_a_duplicate() -> None:
    text = rules(end="(end (if (is Line 3) (result Mover Win)))")
    one = conceive(Conception(0, 1, (), text), Settings(("Gomoku",)))
    only = {way.name: 0.0 for way in WAYS} | {"unwrap": 1.0}
    echo = Parent(7, "T", text, (one.canonical, one.fingerprint))
    settings = Settings(("Gomoku",), rates=only)
    assert conceive(Conception(9, 1, (echo,)), settings).verdict == "barren"
    same = Parent(7, "T", Genome.read("Gomoku").text("T"), (one.canonical,))
    rates = {way.name: 0.0 for way in WAYS} | {"number": 1.0}
    child = conceive(Conception(9, 1, (same,), rates=rates), settings)
    assert set(child.change.split()) == {"number"}


@pytest.mark.parametrize(
    ("results", "ends"),
    [
        (("Mover Win",), "wins"),
        (("Next Loss", "Mover Draw"), "wins"),
        (("Mover Loss",), "loses"),
        (("Next Win", "Mover Loss"), "loses"),
        (("Mover Win", "Mover Loss"), "both"),
        (("P1 Win", "P2 Win"), "wins"),
        (("Mover Draw",), "other"),
    ],
)
def test_what_the_end_rules_say(results: tuple[str, ...], ends: str) -> None:
    ending = " ".join(f"(if (is Line {n}) (result {who}))" for n, who in enumerate(results, 3))
    assert ends_of(Genome.read(rules(end=f"(end {{{ending}}})"))) == ends


def test_moves_offered_twice_do_not_count_twice() -> None:
    twice = tried(rules(play=f"(or {ADD} {ADD})"))
    once = tried(rules())
    assert twice.features["distinct"] == 0.5
    assert once.features["distinct"] == 1.0
    assert twice.features["branching"] == pytest.approx(once.features["branching"], rel=0.25)


def test_a_move_offered_twice_is_tidied_away() -> None:
    shorter = simplified(Genome.read(rules(play=f"(or {ADD} {ADD})")))
    assert "(or " not in shorter.text("T")
    # No more than some parts are tried at a time, so the rest goes the next time.
    assert simplified(shorter).canonical == simplified(Genome.read(rules())).canonical

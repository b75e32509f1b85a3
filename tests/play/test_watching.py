"""Why a move is not legal, and what ended a game: found by rules alone, whatever the game."""

from __future__ import annotations

from random import Random

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from interpreter import Game, State, load
from interpreter.play.watching import Given, Reason

BACKENDS = ["auto", "python"]


def played(game: Game, *names: str) -> State:
    state = game.start()
    for name in names:
        state = state.after(name)
    return state


# A game, the moves before, the move asked for, the kind of reason, and what the reason says.
CASES = [
    ("Yavalath", "", "e5", "legal", "e5 is legal"),
    ("Yavalath", "e5", "e5", "condition", "e5 is not in (sites Empty)"),
    ("Yavalath", "e5", "z9", "site", "the board has no site z9"),
    ("Yavalath", "e5", "a1-a2", "name", "a move has one site here, such as "),
    ("Yavalath", "e5", "hop", "name", "no move is called hop"),
    ("Yavalath", "e5", "pass", "rule", "no rule gives pass here"),
    ("Tic-Tac-Toe", "a1 b1 a2 b2 a3", "c3", "over", "the game is over"),
    ("Chess", "e2-e4", "e4-e5", "owner", "the piece on e4 is player 1's; player 2 moves"),
    ("Chess", "e2-e4", "d4-d5", "empty", "there is nothing on d4"),
    ("Chess", "e2-e4", "e7-e4", "reach", "the rules lead from e7 only to e5 and e6"),
    ("Chess", "e2-e4", "a8-a5", "reach", "nowhere; a piece stands on a7 between"),
    ("Chess", "e2-e4", "g8-e7", "condition", "(not (is Friend (who at:(to)))) does not hold on e7"),
    ("Chess", "e2-e4", "e8-g8", "condition", "(is Empty (site)) does not hold on f8 and g8"),
    ("Chess", "e2-e4 f7-f5 d1-h5", "a7-a6", "afterwards",
     "after a7-a6, (not (is Threatened (id \"King\" Mover))) does not hold"),
    ("English Draughts", "c3-d4 b6-c5", "a3-b4", "compulsory", "such as d4-b6"),
    ("Go", "a2 j9 b1", "a1", "afterwards", "(> (count Liberties Orthogonal) 0) does not hold"),
    ("Go", "b1 c1 a2 d2 b3 c3 j9 b2 c2", "b2", "repetition", "would repeat a position"),
    ("Reversi", "", "a1", "condition", "does not hold on a1"),
    ("Sudoku", "", "a1=3", "afterwards", "(all Different) does not hold"),
    ("Odd", "", "c3", "name", "c3 is not the whole name: legal is c3="),
]  # fmt: skip


@pytest.mark.alike(3)
@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("game", "moves", "asked", "code", "says"), CASES)
def test_why_not(game: str, moves: str, asked: str, code: str, says: str, backend: str) -> None:
    state = played(load(game, backend=backend), *moves.split())
    found = state.why_not(asked)
    assert found.code == code, found
    assert says in f"{found.message} {found.clause}"


APART = """(game "Apart" (players 2)
    (equipment { (board (square 4)) (piece "Hedge" Each) })
    (rules (play (move Add (to (sites Empty) if:(not (is In (to)
        (sites Around (sites Occupied by:Mover) Orthogonal))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_a_site_that_is_in_a_set_is_not_said_to_be_missing_in_another() -> None:
    found = played(load(APART), "a1", "d4").why_not("a2")
    assert found.message == "a2 is in (sites Around (sites Occupied by:Mover) Orthogonal)"
    assert found.sites == ("a2",)


TURNS = """(game "Turns" (players 2)
    (equipment {
        (board (square 3)) (piece "Stone" Each) (piece "Rock" Each)
    })
    (rules
        phases:{
            (phase "Stones" (play (move Add (piece "Stone1") (to (sites Row 0))))
                (nextPhase (is Full) "Rocks"))
            (phase "Rocks" (play (move Add (piece "Rock1") (to (sites Row 2)))))
        }
        (end (if (is Line 3) (result Mover Win)))
    )
)"""


def test_a_move_of_another_phase_is_told_so() -> None:
    found = load(TURNS).start().why_not("c3")
    assert (found.code, found.message) == (
        "phase",
        "c3 is a move of the phase Rocks, not of Stones",
    )


def test_the_largest_capture_is_demanded_by_its_clause() -> None:
    """In international draughts as many pieces as can be are taken."""
    position = "c3 Counter1, d4 Counter2, f6 Counter2, g3 Counter1, h4 Counter2; mover 1"
    state = load("International Draughts").position(position)
    assert [move.name for move in state.moves()] == ["c3-e5"]
    found = state.why_not("g3-i5")
    assert found.code == "most"
    assert found.message.startswith("g3-i5 is not worth as much as (max Moves")
    assert found.place is not None
    # What is typed is told as it is, whatever signs are in it.
    assert state.why_not("g3-i5/{x}").message.startswith("g3-i5/{x} is not worth as much as")


def test_a_reason_has_its_place_and_its_sites() -> None:
    found = played(load("Hex"), "a1").why_not("a1")
    assert found.place is not None
    assert found.place.source.text[found.place.start : found.place.end] == "(sites Empty)"
    assert found.sites == ("a1",)
    assert str(found).splitlines()[-1].strip("^ ") == ""


def test_the_rules_that_give_the_moves_are_told() -> None:
    state = load("Chess").start()
    told = state.why()
    assert isinstance(told, list)
    assert sorted(name for one in told for name in one.moves) == sorted(
        move.name for move in state.moves()
    )
    assert any("Knight" in one.rule and "b1-c3" in one.moves for one in told)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("game", "moves", "says"),
    [
        ("Tic-Tac-Toe", "a1 b1 a2 b2 a3", "the game ended because (is Line 3) holds"),
        ("Yavalath", "a1 i5 a2 i6 a3", "the game ended because (is Line 3) holds"),
        ("Chess", "f2-f3 e7-e5 g2-g4 d8-h4", '(is Threatened (id "King" Next))'),
    ],
)
def test_what_ended_a_game_is_told(game: str, moves: str, says: str, backend: str) -> None:
    told = played(load(game, backend=backend), *moves.split()).why()
    assert isinstance(told, Reason)
    assert told.code == "end"
    assert says in f"{told.message} {told.clause}"


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_watching_changes_no_game(name: str) -> None:
    """Where nobody answers otherwise, a watched program plays as the plain one does."""
    game = load(name)
    watched = game.watched_by("auto")
    assert watched.program.watched
    first, second = game.playouts(5, seed=3), watched.playouts(5, seed=3)
    assert first.lengths.tolist() == second.lengths.tolist()
    assert first.doubled.tolist() == second.doubled.tolist()


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_every_game_has_reasons(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that can be asked is an error, and no illegal move is called legal."""
    monkeypatch.setattr("interpreter.play.watching.SECONDS", 0.2)
    game, rng = load(name), Random(name)
    state = game.start(3)
    for _ in range(rng.randrange(2, 12)):
        if not state.over:
            state = state.after(rng.choice(state.moves()))
    labels = [label.lower() for label in game.labels if label]
    names = {move.name for move in state.moves()}
    asked = [rng.choice(labels), f"{rng.choice(labels)}-{rng.choice(labels)}", "pass", "nonsense"]
    for one in asked:
        found = state.why_not(one)
        assert found.message
        assert found.code != "legal" or one in names or state.line(one)
    told = state.why()
    assert isinstance(told, Reason) if state.over else all(isinstance(one, Given) for one in told)


@needs_native
def test_native_code_counts_what_python_tells() -> None:
    game = load("Oware")
    native, plain = game.watched_by("auto"), game.watched_by("python")
    native.playouts(3, seed=5)
    counts = {number: [0, 0] for number in range(len(plain.program.watched))}

    def watch(number: int, answer: int, *_: int) -> int:
        counts[number][0] += 1
        counts[number][1] += bool(answer)
        return answer

    with plain.machine.watched_by(watch):
        plain.playouts(3, seed=5)
    assert native.machine.tallies().tolist() == list(counts.values())
    assert sum(asked for asked, _ in counts.values()) > 100

"""Positions as text, held against drawings in `golden`; `GOLDEN=write` rewrites those."""

import os
import re

import pytest

from helpers.cases.drawings import BOARDS, FOLDER, NUMBERED, PITS, RULES, made, played, sown
from interpreter import State, load
from interpreter.ir.schema import Part
from interpreter.show.placement import lattice, layout, scattered
from interpreter.show.plaintext import draw
from interpreter.show.status import KEPT, glyphs, places


def compare(name: str, text: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == f"{text}\n"


@pytest.mark.parametrize("name", BOARDS)
def test_board(name: str) -> None:
    board, moves = BOARDS[name]
    compare(name, draw(played(made(board), moves)))


@pytest.mark.parametrize("name", PITS)
def test_pits(name: str) -> None:
    compare(name, draw(sown(*PITS[name])))


def test_three_players() -> None:
    compare("three-players", draw(played(made("(hex 3)", players=3), "a1 b1 c1 d2")))


def test_several_kinds_of_pieces() -> None:
    pieces = '(piece "King" Each) (piece "Knight" Each)'
    game = made("(square 3)", pieces=pieces)
    marks = glyphs(game)
    named = {piece.name: marks[piece.number] for piece in game.pieces}
    assert named == {"King1": "K", "King2": "k", "Knight1": "N", "Knight2": "n"}
    compare("several-kinds", draw(game.start()))


def test_pieces_of_nobody() -> None:
    pieces = '(piece "Cross" Shared) (piece "Pebble" Shared)'
    assert list(glyphs(made("(square 3)", pieces=pieces)).values()) == ["X", "P"]


def test_no_mark_before_the_first_move_and_after_a_pass() -> None:
    game = made("(square 3)")
    assert "(" not in draw(game.start()).splitlines()[0]
    assert "(" not in draw(played(game, "pass")).partition("\n\n")[0]


def test_str_is_the_drawing() -> None:
    state = made("(square 3)").start()
    assert str(state) == draw(state)


def test_colour_changes_no_character() -> None:
    state = played(made("(hex 3)"), "a1 b2")
    coloured = draw(state, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(state)


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ("a1 a2 b1 b2 c1", "player 1 (X) wins"),
        ("a1 b1 c1 c2 a2 a3 b3 b2 c3", "a draw"),
        ("a1", "player 2 (O) to move"),
    ],
)
def test_what_is_said_below(moves: str, last: str) -> None:
    assert draw(played(load("Tic-Tac-Toe"), moves)).splitlines()[-1] == last


def test_after_a_swap_the_first_player_has_the_second_colour() -> None:
    state = played(load("Yavalath"), "e5 swap")
    assert draw(state).splitlines()[-2:] == [
        "the players have exchanged colours",
        "player 1 (O) to move",
    ]


def test_scores() -> None:
    state = played(load("Go", {"Size": "5"}), "c3 pass pass")
    assert draw(state).splitlines()[-2] == "score: player 1 (X) 25, player 2 (O) 0"


@pytest.mark.parametrize("name", BOARDS)
def test_sites_have_places_of_their_own(name: str) -> None:
    board = made(BOARDS[name][0]).board
    places = layout(board).sites
    assert len(set(places)) == board.size
    for line, column in places:
        assert (line, column + 1) not in places


def test_steps_that_are_no_lattice_are_drawn_by_distance() -> None:
    xs, ys = (0.0, 1.0, 2.31), (0.0, 0.0, 0.4)
    assert lattice(xs, ys) is None
    assert len(set(scattered(xs, ys))) == 3


def test_many_kinds_take_several_lines() -> None:
    names = " ".join(f'(piece "Spearman of the Guard {k}x" P1)' for k in range(9))
    lines = draw(made("(square 5)", pieces=f'{names} (piece "Disc" P2)').start()).splitlines()
    assert max(map(len, lines)) <= 88
    assert sum("Guard" in line for line in lines) > 1


def test_shapes_of_two_players_differ() -> None:
    pieces = '(piece "Counter" Each) (piece "DoubleCounter" Each)'
    assert sorted(glyphs(made("(square 3)", pieces=pieces)).values()) == sorted("●○Kk")


def test_brackets_show_where_a_move_came_from() -> None:
    state = load("Breakthrough").start().after("b2-b3")
    assert draw(state).splitlines()[5:7] == ["  3  ·(X)· · · · · ·", "  2  X(·)X X X X X X"]


def test_hands_are_told() -> None:
    text = RULES.format(
        players=2, board="(square 2)", pieces='(piece "Disc" Each) (hand Each)', meta=""
    )
    text = text.replace("(rules", '(rules (start (place "Disc1" (handSite P1) count:3))')
    assert "\nplayer 1 (X) holds 3 X\nplayer 1 (X) to move" in draw(load(text).start())


def test_of_none_of_a_kind_in_a_hand_nothing_is_told() -> None:
    text = RULES.format(
        players=2, board="(square 2)", pieces='(piece "Disc" Each) (hand Each)', meta=""
    )
    moved = "(then (fromTo (from 0) (to (handSite P1)) count:0))"
    text = text.replace("(rules", '(rules (start (place "Disc1" 0))')
    state = load(text.replace("(move Pass)", f"(move Pass {moved})")).start().after("pass")
    hand = state.game.hands[0].sites[0]
    assert (state.what(hand), state.count(hand)) == (1, 0)
    assert "holds" not in draw(state)
    assert "holds" not in state.svg()


def test_pieces_have_their_numbers_on_the_board() -> None:
    state = load(NUMBERED).start()
    assert draw(state).splitlines()[:3] == [
        "  3  ·   ·   O3",
        "  2  ·   X   ·",
        "  1  X12 ·   ·",
    ]
    assert "state" not in draw(state)


def test_marks_of_pieces_are_told_below() -> None:
    state = played(load("Chess"), "e2-e4 e7-e5 e1-e2")
    assert "state 1: a1, h1, a8, e8, h8\n" in draw(state)
    assert draw(state).splitlines()[0] == "  8  r n b q k b n r"


TOWERS = """
(game "Marked Towers" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) (piece "Ring" Each) })
    (rules
        (start {
            (place Stack items:{"Disc1" "Ring2"} (sites {0 4}) state:2)
            (place "Ring1" (sites {8}) state:1 value:3)
        })
        (play (forEach Piece "Ring" (move Step (to if:(is Empty (to))))))
        (end (if (and (= 5 (state at:(last To) level:1)) (= 9 (value Piece at:(last To) level:0)))
            (result Mover Win)))
    )
)
"""


def test_states_and_values_in_stacks_are_told_level_by_level() -> None:
    state = load(TOWERS).start()
    told = ["state 1: c3/1", "state 2: a1/1, a1/2, b2/1, b2/2", "value 3: c3/1"]
    assert draw(state).splitlines()[-4:-1] == told


@pytest.mark.parametrize("rules", [NUMBERED, TOWERS, "Chess", "EinStein würfelt nicht"])
def test_states_and_values_are_read_from_a_drawing(rules: str) -> None:
    game = load(rules)
    state = game.start()
    for _ in range(9):
        found = game.position(draw(state))
        for part in KEPT:
            assert values(found, part) == values(state, part)
        state = state.after(state.moves()[-1])


def values(state: State, part: Part) -> list[tuple[str, int]]:
    """What a part of the state holds where it is not 0."""
    held = (
        (name, state.game.field(state.raw, part, one)) for name, one in places(state.game, part)
    )
    return [(name, number) for name, number in held if number]


def test_a_die_that_is_put_on_the_board() -> None:
    """Dice come before other pieces, and are put down by rules that name no piece."""
    game = load("""(game "Die" (players 2)
        (equipment { (board (square 2)) (dice d:6 num:1) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))""")
    state = game.start().after("a1")
    assert state.text().startswith("a1 Die1")
    assert str(state).splitlines()[1] == "  1 (D)  ·"


@pytest.mark.parametrize(
    ("name", "marks", "first"),
    [
        ("TZAAR", "TtAaBb", "player 1: T Tzaar, A Tzarra, B Tott"),
        ("Neutron", "XON", "player 1: X Electron"),
        ("Tic-Tac-Toe", "XO", ""),
        ("Wild Tic-Tac-Toe", "XO", "X Cross, O Nought"),
        ("English Draughts", "●○Kk", "player 1: ● Counter, K King"),
        ("Gobblet", "TtSsMmAa", "player 1: T Tiny, S Small, M Middle, A Large"),
        ("Makruk", "PpRrNnHhMmKk", "player 1: P Pawn, R Rook, N Knight, H Khon, M Met, K King"),
        ("Pachisi", "MmANRrUE", "player 1: M Man, R Runner"),
        ("Backgammon", "XO", ""),
    ],
)
def test_letters_can_be_told_apart_and_all_are_named(name: str, marks: str, first: str) -> None:
    game = load(name)
    found = glyphs(game)
    dice, kinds = game.pieces[: len(game.dice)], game.pieces[len(game.dice) :]
    assert "".join(found[piece.number] for piece in kinds) == marks
    assert list(found) == [piece.number for piece in (*kinds, *dice)]
    assert len(set(found.values())) == len(found)
    lines = draw(game.start()).splitlines()
    named = [line for line in lines if line.startswith(first)] if first else [""]
    assert named[0] == first
    legend = re.findall(r"(?:^|, |: )(\S) [A-Z][a-z]+", "\n".join(lines), re.M)
    assert sorted(legend) == (sorted(marks) if first else [])

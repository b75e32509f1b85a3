"""Rules of moves within each other, as they come: passes change no game."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.random_games import same_as_plain
from helpers.twins import compare
from interpreter import load

TOGETHER = 10
GAMES = 6
BOARDS = ("(square 5)", "(hex 3)", "(square 9)", "(rectangle 4 5)", "(tri 4)")
RULES = """(game "Nested" (players {players})
    (equipment {{
        (board {board}) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))
        (piece "Ball" Each (move Hop Orthogonal (to if:(is Empty (to))))) (hand Each)
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))
    }})
    (rules
        {meta}
        (start {{
            (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) (place "Ball1" (centrePoint))
            (place "Ball2" {{5 7}}) (place "Disc" "Hand1" count:3)
        }})
        (play {moves})
        (end {{ {end} (if (no Pieces Next) (result Mover Win)) }})))"""
LEAVES = (
    "(move Add (to <sites> if:<is to>)<then>)",
    "(move Remove <sites><then>)",
    "(move Select (from <sites> if:(is Friend (who at:(from)))) (then (remove (last From))))",
    "(move Pass<then>)",
    "(forEach Piece)",
    '(forEach Piece "Disc")',
    "(move Add (to (site) if:(is Empty (to)))<then>)",
    "(move Remove (site)<then>)",
)
# Of a piece, or from where the last move went.
GOING = (
    "(move Step<from> <way> (to if:<is to>)<then>)",
    "(move Step<from> Forward (to if:(not <is to>))<then>)",
    "(move Slide<from> <way><then>)",
    "(move Slide<from> (to if:<is to> (apply (remove (to))))<then>)",
    "(move Hop<from> <way> (between if:(is Occupied (between)) (apply (remove (between))))"
    " (to if:(is Empty (to)))<then>)",
    "(move Hop<from> <way> (between before:9 if:(not (is Friend (who at:(between)))) (apply (remove"
    " (between)))) (to if:<is to>)<then>)",
    "(move Leap<from> {{F F R}} (to if:<is to>)<then>)",
    "(move Add (to (sites Around (from)) if:(is Empty (to)))<then>)",
)
AROUND = (
    "(or <moves> <moves>)",
    "(or { <moves> <moves> <moves> })",
    "(priority <moves> <moves>)",
    "(priority { <moves> <moves> <moves> })",
    "(max Moves <moves>)",
    "(max Captures <moves>)",
    "(if <is> <moves>)",
    "(if <is> <moves> <moves>)",
    "(if (can Move <moves>) <moves>)",
    "(do <moves> ifAfterwards:<is>)",
    "(do (set Var (+ 1 (var))) next:<moves>)",
    "(forEach Site <sites> <moves>)",
    "(forEach Site (sites Occupied by:Mover) <moves> noMoveYet:<moves>)",
    "(forEach Value min:0 max:2 <moves>)",
    "(forEach Player <moves>)",
    "(forEach Direction (from (last To)) (to if:<is to> (apply <moves>)))",
    "(forEach Group <moves>)",
    *("(forEach Piece <going>)",) * 3,
    '(forEach Piece "Disc" <going>)',
    "(forEach Piece <going> Next)",
    "(avoidStoredState <moves>)",
    "(move Remove (sites To <moves>)<then>)",
    "(move Remove (intersection (sites From <moves>) (sites Occupied by:Mover))<then>)",
    "(forEach Site (sites To <moves>) <moves>)",
    "(if (is In (last To) (sites To <moves>)) <moves> <moves>)",
    "(do <moves> ifAfterwards:(can Move <moves>))",
    "(do <moves> ifAfterwards:(not (is Threatened)))",
    "(move Add (to (sites Empty)) (then (if (can Move <moves>) (moveAgain))))",
    "(random {1 2} { <moves> <moves> })",
)
CONDITIONS = (
    "(is Even (count Moves))",
    "(is Prev Mover)",
    "(is Empty (last To))",
    "(< (count Pieces Mover) (count Pieces Next))",
    "(can Move (forEach Piece))",
    "(not (is In (last To) (sites Top)))",
)
OF_TO = (
    "(is Empty (to))",
    "(not (is Friend (who at:(to))))",
    "(is In (to) (sites Phase 0))",
    "True",
)
SITES = ("(sites Empty)", "(sites Top)", "(sites Occupied by:Next)", "(sites Around (last To))",
         "(sites Bottom)", "(difference (sites Board) (sites Top))")  # fmt: skip
WAYS = ("Orthogonal", "Diagonal", "Adjacent", "(directions {FL FR})", "N")
THEN = (*("",) * 2, " (then (moveAgain))", " (then (remove (last To)))", " (then (set Pending))",
        " (then (if (is In (last To) (sites Centre)) (moveAgain)))",
        ' (then (if (can Move (forEach Piece "Ball")) (moveAgain)))',
        " (then (addScore Mover 1))", " (then (remember State))")  # fmt: skip
PARTS = {"is": CONDITIONS, "is to": OF_TO, "sites": SITES, "way": WAYS, "then": THEN}
METAS = *("",) * 4, "(meta (no Suicide))", "(meta (no Repeat))", "(meta (swap))"
ENDS = *("",) * 3, "(if (no Moves Next) (result Next Loss))", "(if (is Line 3) (result Mover Win))"


class _Nested:
    """Rules that are drawn."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def moves(self, depth: int, going: bool) -> str:
        """Rules of moves, within each other so many times.

        Args:
            going: they are those of a piece
        """
        kinds = (LEAVES, GOING, GOING) if going else (LEAVES, LEAVES, GOING)
        around = depth > 0 and self.random.random() < 0.9
        form = self.random.choice(AROUND if around else self.random.choice(kinds))
        return re.sub("<([a-z ]+)>", lambda one: self._part(one[1], depth - 1, going), form)

    def _part(self, name: str, depth: int, going: bool) -> str:
        if name in PARTS:
            return self.random.choice(PARTS[name])
        if name == "from":
            return " (from (last To))" if not going or self.random.random() < 0.2 else ""
        return self.moves(depth, going or name == "going")


def rules(seed: int) -> str:
    """Rules of moves within each other."""
    nested = _Nested(seed)
    moves = nested.moves(nested.random.choice((2, 2, 3, 3, 4)), False)
    draw = nested.random.choice
    return RULES.format(
        players=draw((2, 2, 3)), board=draw(BOARDS), meta=draw(METAS), moves=moves, end=draw(ENDS)
    )


def try_rules(seed: int) -> bool:
    """See that random games are those of the plain program in every way; whether there was one."""
    return bool(same_as_plain(seed, rules(seed), GAMES))


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 40, TOGETHER))
def test_some(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_rules(seed) for seed in range(first, first + TOGETHER)) > TOGETHER // 2


@needs_native
@pytest.mark.thorough
@pytest.mark.parametrize("first", range(40, 1_000, TOGETHER))
def test_many(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_rules(seed) for seed in range(first, first + TOGETHER)) > TOGETHER // 3


OF_EACH_PIECE = """(game "Each by Itself" (players 2)
    (equipment {{ (board (square 7)) (piece "Disc" Each) }})
    (rules
        (start {{
            (place "Disc1" (sites {{"A1" "C1" "E1" "G1" "A3" "C3" "E3" "G3"}}))
            (place "Disc2" (sites {{"A7" "C7" "E7" "G7" "A5" "C5" "E5" "G5"}}))
        }})
        (play (forEach Piece {moves}))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize(
    "moves",
    [
        """(max Moves (or
            (move Hop Diagonal (between if:(is Enemy (who at:(between)))
                (apply (remove (between)))) (to if:(is Empty (to)))
                (then (if (is In (last To) (sites {"A5" "G5" "C3" "E3"})) (moveAgain))))
            (move Step Orthogonal (to if:(is Empty (to)))
                (then (if (is In (last To) (sites Centre)) (moveAgain))))))""",
        """(max Captures (move Hop Diagonal (between before:9 if:(is Enemy (who at:(between)))
            (apply (remove (between)))) (to if:(is Empty (to)))))""",
    ],
    ids=["longest", "in order"],
)
def test_the_most_of_each_piece_are_found_among_its_own_moves(moves: str, backend: str) -> None:
    """And are listed in order."""
    text = OF_EACH_PIECE.format(moves=moves)
    compare(load(text, backend=backend, plain=True), load(text, backend=backend), seed=1, plies=12)

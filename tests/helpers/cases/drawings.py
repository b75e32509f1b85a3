"""Boards that are drawn, as text and as pictures, and where the drawings are."""

from __future__ import annotations

from helpers.paths import TESTS
from interpreter import Game, State, load

FOLDER = TESTS / "show" / "golden"

RULES = """
(game "Board"
    (players {players})
    (equipment {{ (board {board}) {pieces} }})
    (rules {meta} (play (or (move Add (to (sites Empty))) (move Pass)))
        (end (if (is Line 9) (result Mover Win)))
    )
)
"""

SOWING = """
(game "Board"
    (players 2)
    (equipment {{ {board} (piece "Seed" Shared) }})
    (rules
        (start (set Count {seeds} to:(sites Bottom)))
        (play (move Select (from (sites Bottom) if:(is Occupied (from))) (then (sow))))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""

NUMBERED = """
(game "Numbers" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) }) (rules
    (start { (place "Disc1" "A1" state:12) (place "Disc1" "B2") (place "Disc2" "C3" state:3) })
    (play (forEach Piece
        (move Step (to if:(is Empty (to)) (apply (set State at:(from) (+ 1 (state at:(from)))))))
    ))
    (end (if (= 20 (state at:(last To))) (result Mover Win)))
))
"""

# Name of the drawing: the board, and what is played on it.
BOARDS = {
    "square": ("(square 5)", "c3 c2 a1"),
    "rectangle": ("(rectangle 2 12)", "l2 a1"),
    "row": ("(rectangle 1 7)", "d1"),
    "column": ("(rectangle 4 1)", "a2"),
    "square-points": ("(square 9) use:Vertex", "e5 g3 c4"),
    "square-diagonals": ("(square 4 diagonals:Alternating) use:Vertex", "b2 d4"),
    "square-diamond": ("(square Diamond 4)", "d4"),
    "square-diamond-points": ("(square Diamond 3) use:Vertex", "c3"),
    "square-turned": ("(rotate 45 (square 4))", "a1 b1"),
    "square-askew": ("(rotate 20 (square 4))", "a1 b2"),
    "square-edges": ("(square 2) use:Edge", "2 3"),
    "hexagon": ("(hex 5)", "e5 e6 a1"),
    "hexagon-flat": ("(rotate 90 (hex 5))", "e5 e6 a1"),
    "hexagon-points": ("(hex 2) use:Vertex", "c3"),
    "hexagon-uneven": ("(hex {3 4 5})", "e4"),
    "hex-triangle": ("(hex Triangle 6)", "c3 b1"),
    "hex-diamond": ("(hex Diamond 11)", "f6 g6"),
    "hex-rectangle": ("(hex Rectangle 4 5)", "c3"),
    "hex-star": ("(hex Star 2)", "e5 f5"),
    "triangles": ("(tri 4)", "c1 d2 b3"),
    "triangles-hexagon": ("(tri Hexagon 2)", "d3 d2"),
    "triangles-diamond": ("(tri Diamond 3)", "e3"),
    "triangles-points": ("(tri 5) use:Vertex", "c3 b1"),
    "rings": ("(concentric Square rings:3) use:Vertex", "a1 g4"),
    "wheel": ("(concentric {1 8}) use:Vertex", "c3 b2"),
    "cross": ("(merge (shift 0 2 (rectangle 3 7)) (shift 2 0 (rectangle 7 3)))", "d4 c1"),
    "wedges": ("(merge (square 5 diagonals:Alternating) (shift 0 -2 (wedge 3))) use:Vertex", "c3"),
    "edges-in-one-place": ("(complete (regular 6)) use:Edge", "0 4"),
}

# The same for boards of pits: how many seeds lie in each of the bottom row.
PITS = {
    "pits": ("(mancalaBoard 2 4)", 12),
    "pits-in-four-rows": ("(mancalaBoard 4 3 store:None)", 3),
}


def made(board: str, *, players: int = 2, pieces: str = '(piece "Stone" Each)') -> Game:
    text = RULES.format(players=players, board=board, pieces=pieces, meta="")
    return load(text)


def sown(board: str, seeds: int) -> State:
    """A board of pits, with so many seeds in each of the bottom row, of which one was sown."""
    path = '(track "Round" {0..7} loop:True)'
    text = SOWING.format(board=f"{board[:-1]} {path})", seeds=seeds)
    state = load(text).start()
    return state.after(state.moves()[1])


def played(game: Game, moves: str) -> State:
    state = game.start()
    for move in moves.split():
        state = state.after(move)
    return state

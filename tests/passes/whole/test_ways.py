"""Slides along tracks: what passes make of them moves as the plain program does."""

from __future__ import annotations

import pytest

from helpers.backends import how
from helpers.marks import some
from helpers.twins import compare, native, wasm
from interpreter import load
from interpreter.ir.program import walk

GAME = """(game "Ways" (players 2)
    (equipment {{ {board} (piece "Man" Each {piece}) }})
    (rules
        (start {{ (place "Man1" (union (sites Row 0) (sites Row 2)))
                  (place "Man2" (union (sites Top) (sites Left))) }})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
LOOPS = "(surakartaBoard (square {}))"
RING = '(board (square 5) (track "Ring" "0,E,N,W,S1,E3,S2,W" {}))'
FREE = "(between if:(or (is Empty (between)) (= (between) (from))))"
TAKE = "(apply if:(is Enemy (who at:(to))) (remove (to)))"
SLIDES = {
    "up to enemies": f"{FREE} (to if:(is Enemy (who at:(to))) {TAKE})",
    "over empty sites": f"(to if:(is Enemy (who at:(to))) {TAKE})",
    "and on any site before": f"{FREE} (to if:(is Enemy (who at:(to))) (apply (remove (to))))",
    "over enemies": "(between if:(not (is Friend (who at:(between))))) "
    f"(to if:(is In (to) (sites Right)) {TAKE})",
    "nowhere else": "(between if:(is In (between) (sites Outer))) (to if:(is Empty (to)) "
    "(apply if:(not (is Friend (who at:(to)))) (remove (to))))",
    "of what is left": "(between if:(= (what at:(between)) (what at:(from)))) "
    "(to if:(is Empty (to)) (apply if:(is Empty (to)) (remove (last To))))",
}
BOARDS = {
    **{f"loops on {size}": ("AllTracks", LOOPS.format(size)) for size in (4, 6, 8, 9)},
    "a ring": ("Ring", RING.format("loop:True")),
    "a path": ("Ring", RING.format("")),
}


def text(slide: str, board: str) -> str:
    track, ground = BOARDS[board]
    far = "(between (range 2 5)" if track == "Ring" and "(between" in slide else "(between"
    piece = f'(move Slide "{track}" {slide.replace("(between ", f"{far} ", 1)})'
    return GAME.format(board=ground, piece=piece)


@pytest.mark.alike(3)
@pytest.mark.parametrize("board", some(tuple(BOARDS), 2))
@pytest.mark.parametrize("slide", some(tuple(SLIDES), 2))
def test_slides_along_tracks_are_those_of_the_plain_program(slide: str, board: str) -> None:
    written = text(SLIDES[slide], board)
    plain, *others = (load(written, **how(one)) for one in ("plain", "python", "llvm"))
    for other in others:
        compare(plain, other, seed=17, games=1, plies=6, most=1 << 13)


@pytest.mark.parametrize("checked", [True, False])
def test_so_are_they_in_checked_code_and_as_webassembly(checked: bool) -> None:
    game = load(text(SLIDES["up to enemies"], "loops on 6"), backend="python")
    compare(game, native(game, checked=True) if checked else wasm(game), seed=18, games=1)


@pytest.mark.parametrize("board", ["loops on 6", "loops on 8"])
def test_only_pieces_with_a_way_to_the_next_corner_are_looked_at(board: str) -> None:
    game = load(text(SLIDES["up to enemies"], board), backend="python")
    steps = list(walk(game.program.function("generate").body))
    assert [step.name for step in steps].count("met") == 4
    # One for each way from a site, and none over its ways.
    assert [step.name for step in steps].count("each") == 4

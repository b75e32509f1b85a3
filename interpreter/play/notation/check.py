"""Kings in check: where the rules speak of threats, they are asked about them."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.play.notation.letters import ROYAL, letters
from interpreter.play.protocol import StillState

THREATENED = "threatened"
"""The function of a program that says whether a kind of piece is threatened."""


def in_check(state: StillState) -> Iterator[int]:
    """The sites of the board where a king stands that is threatened, the first of each kind."""
    game = state.game
    if THREATENED not in game.program.entries:
        return
    board = state.contents[: game.board.size]
    for kind, letter in letters(game.pieces).items():
        royal = letter.lower() == ROYAL and kind in board
        if royal and game.machine.run(THREATENED, state.raw[:], kind):
            yield board.index(kind)

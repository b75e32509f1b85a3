"""Moves as people name them, one after the other."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random

from interpreter import LudError, State


def went_on(state: State, moves: str, lots: int, seed: int) -> State:
    """The position after some moves, and then some more by lot.

    Args:
        state: where they begin
        moves: their names, with spaces or commas between them
        lots: how many more; fewer if the game ends before
        seed: fixes the lots

    Raises:
        LudError: a move that is not legal
    """
    for number, name in enumerate(moves.replace(",", " ").split(), 1):
        state = _after(state, name, number)
    chance = Random(seed)
    for _ in range(lots):
        if not (names := state.moves()):
            break
        state = state.after(chance.choice(names))
    return state


def _after(state: State, name: str, number: int) -> State:
    if state.over:
        raise LudError(f"move {number}, {name}: the game is over")
    try:
        return state.after(name)
    except ValueError:
        names = [move.name for move in state.moves()]
        near = get_close_matches(name.lower(), names, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"legal is {_some(names)}"
        raise LudError(f"move {number}, {name}, is not legal", None, hint) from None


def _some(names: list[str], most: int = 8) -> str:
    return ", ".join(names[:most]) + (f" … ({len(names)} moves)" if len(names) > most else "")

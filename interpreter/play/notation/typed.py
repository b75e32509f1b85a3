"""Moves as people type them in a hurry: `a3b4`, `a3 b4`, or the beginning of a name.

What is typed is compared with the names of the legal moves without what stands between sites. It
means a move that is called so; else those whose names go on behind it with something new, as `a1`
does in `a1-b2`; else all that begin with it, as `a1` in `a11-b2`.
"""

from __future__ import annotations

import re

from interpreter.play.move import Move
from interpreter.play.protocol import PlayedState

BETWEEN = re.compile(r"[\s\-–—>,:]+")
"""What people write between two sites."""


def readings(state: PlayedState, text: str) -> tuple[tuple[Move, ...], ...]:
    """The moves that something typed can mean: one if it is clear, several if it is not.

    Each is a move, or the moves of a turn that has one name, as `e8=Q` in chess.
    """
    try:
        return (state.line(text),)
    except ValueError:
        pass
    typed = _bare(text)
    found = {move: _bare(move.name) for move in state.moves()} if typed else {}
    alike = [move for move, name in found.items() if name == typed]
    beginning = [move for move, name in found.items() if name.startswith(typed)]
    whole = [move for move in beginning if _ends_a_word(move.name, text)]
    return tuple((move,) for move in alike or whole or beginning)


def _bare(text: str) -> str:
    """A name without what may be left out."""
    return BETWEEN.sub("", text.strip().lower())


def _ends_a_word(name: str, text: str) -> bool:
    """Whether what was typed ends where a part of a name does."""
    parts = re.split(r"(?=[^a-z0-9])", name)
    ends = {_bare("".join(parts[: count + 1])) for count in range(len(parts))}
    return _bare(text) in ends

"""Exact values: who wins a game for two if nobody errs.

The search is that of `alphabeta.py`, deeper and deeper: what lies beyond counts as a draw that is
not sure. A win or a loss that is found so is certain, as is a draw where nothing had to be cut
short.
"""

from __future__ import annotations

from interpreter.targets.kernels.search import alphabeta
from interpreter.targets.llvm.assembly import Module
from interpreter.targets.llvm.translator import Translator

NAME = "solve"
NAMES = alphabeta.NAMES
ENTRIES = alphabeta.ENTRIES


def write(t: Translator, module: Module) -> None:
    """Write the functions in `NAMES`; see `alphabeta.write`."""
    alphabeta.write(t, module, alphabeta.Style(soon=False))

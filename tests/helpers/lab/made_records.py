"""Records made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from interpreter import load
from lab.measuring.material import Material
from lab.measuring.plan import Plan
from lab.measuring.plies import Record


def made(
    first: Sequence[float],
    worths: Sequence[float] = (1, 0),
    *,
    seats: Sequence[int] | None = None,
    counts: Sequence[int] | None = None,
    values: Sequence[Sequence[float]] | None = None,
    visits: Sequence[Sequence[float]] | None = None,
    targets: Sequence[int] | None = None,
    plies: int | None = None,
    slack: float = 0.0,
    complete: bool = True,
) -> Record:
    """A game for two; the first seat's estimates at each choice tell those of the second."""
    choices = len(first)
    estimates = np.array([(one, 1 - one) for one in first], float).reshape(choices, 2)
    table = np.array(values if values is not None else np.full((choices, 1), np.nan), float)
    seen = np.array(visits, float) if visits is not None else np.full(table.shape, 1e9)
    made_ = choices if plies is None else plies
    ends = np.array(targets if targets is not None else [-1] * made_)
    return Record(
        number=0,
        seats=np.array(seats if seats is not None else [ply % 2 for ply in range(choices)], int),
        counts=np.array(counts if counts is not None else [2] * choices, int),
        estimates=estimates,
        slack=np.full(choices, slack),
        values=table,
        visits=seen,
        chosen=np.full(choices, -1),
        worths=np.array(worths, float),
        complete=complete,
        plies=made_,
        origins=np.full(len(ends), -1),
        targets=ends,
    )


def gathered(*records: Record, plan: Plan | None = None, game: str = "Tic-Tac-Toe") -> Material:
    """Material of these games."""
    material = Material(load(game), plan or Plan())
    material.records = list(records)
    return material

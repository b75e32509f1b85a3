"""Variation: children of rule trees, by crossing two of them and by mutating one.

child = Breeder(Random(1)).cross(Genome.read("Gomoku"), Genome.read("Hex"))
print(child.genome.text("Child"), child.changes)
"""

from __future__ import annotations

from lab.breeding.making import model, ways
from lab.breeding.making.breeder import (
    WAYS,
    Breeder,
    Child,
    Habits,
    NoChildError,
    Way,
    habits_of,
    way,
)

__all__ = [
    "WAYS",
    "Breeder",
    "Child",
    "Habits",
    "NoChildError",
    "Way",
    "habits_of",
    "model",
    "way",
    "ways",
]

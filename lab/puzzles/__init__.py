"""Making new deduction puzzles."""

from lab.puzzles.making import Made, make

__all__ = ["Made", "make"]

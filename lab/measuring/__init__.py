"""Measuring: how good a game is, told from games that searching players play against each other."""

from lab.measuring.measures import Figure, Measures, Plan, measure, study

__all__ = ["Figure", "Measures", "Plan", "measure", "study"]

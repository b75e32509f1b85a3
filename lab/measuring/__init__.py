"""Measuring: how good a game is, told from games that searching players play against each other."""

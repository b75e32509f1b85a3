"""Positions and games as people look at them: text and pictures."""

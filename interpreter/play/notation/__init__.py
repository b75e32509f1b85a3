"""Positions and moves as people write them."""

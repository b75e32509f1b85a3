"""Positions and games as SVG pictures."""

"""Ludemes that give moves: decisions of the mover, and effects that follow them."""

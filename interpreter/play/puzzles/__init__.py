"""Deduction puzzles: what follows from their constraints, and all their solutions."""

"""The program of a game, and what its operations mean."""

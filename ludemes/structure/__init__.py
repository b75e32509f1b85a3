"""The frame of a game, its start and its end."""

"""From what ludemes give to the program of a game."""

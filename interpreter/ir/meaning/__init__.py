"""What each operation gives, and what is known before the game runs."""

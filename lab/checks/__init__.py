"""Whether games are right: beside recorded games, and by who wins."""

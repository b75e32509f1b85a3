"""What is measured of a game: criteria, by family."""

"""What follows from where the parts of a board lie: neighbours, borders, lines, labels."""

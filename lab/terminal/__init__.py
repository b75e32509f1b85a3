"""What is written to a terminal: running text, progress, tables."""

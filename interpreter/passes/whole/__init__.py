"""What is done to whole programs, one pass a file."""

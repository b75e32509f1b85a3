"""What is done to whole programs before their functions are rewritten, one pass a file."""

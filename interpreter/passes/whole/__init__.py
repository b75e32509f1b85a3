"""What is done to whole programs when their functions have been rewritten, one pass a file."""

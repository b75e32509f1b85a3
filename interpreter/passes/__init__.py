"""What is done to a program between its writing and a back end, one pass a file."""

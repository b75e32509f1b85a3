"""What is kept of a run: children, the archive of the best, the file."""

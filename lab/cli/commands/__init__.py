"""What one can type behind `ludwright`: each command with its options and its help."""

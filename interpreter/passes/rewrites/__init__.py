"""What may stand for an instruction, one pass a file."""

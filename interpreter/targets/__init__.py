"""What runs a program."""

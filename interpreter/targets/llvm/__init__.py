"""A program as native code."""

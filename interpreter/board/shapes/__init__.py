"""The graphs that boards start from."""

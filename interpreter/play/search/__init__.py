"""Searches in native code, as games offer them."""

"""Ludemes that are true or false."""

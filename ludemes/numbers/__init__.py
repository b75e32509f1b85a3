"""Ludemes that give numbers, and lists of them."""

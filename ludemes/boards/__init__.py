"""Ludemes that give boards."""

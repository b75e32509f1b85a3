"""Ludemes that give sets of sites."""

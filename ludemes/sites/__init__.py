"""Ludemes that give sets of sites, and what is asked of lines."""

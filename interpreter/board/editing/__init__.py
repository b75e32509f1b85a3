"""Graphs changed part by part, put together and cut."""

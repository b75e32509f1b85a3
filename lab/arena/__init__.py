"""Programs that read and write lines, as players: a benchmark for language models among others.

docs/arena.md tells how a program takes part.
"""

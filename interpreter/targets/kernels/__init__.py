"""What every game can do in native code: random games, counts, search, batches.

A kernel is written once, with the same writer of code as the rules, and compiled with the game,
so that the rules are part of its loops.
"""

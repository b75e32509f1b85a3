"""The page of a run: how it went, what kinds of games there are, and the best of them."""

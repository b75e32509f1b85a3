"""Runs: rounds of breeding, and the workers that share them."""

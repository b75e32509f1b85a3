"""Breeding: rule sets are crossed and mutated, tried out, and the best are kept."""

"""Many games between players, and what they tell of who is stronger."""

"""Games as people and programs hold them: loaded, played, searched, side by side."""

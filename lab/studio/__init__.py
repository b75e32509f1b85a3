"""The studio: a page in the browser on which a game is written, seen, played and measured."""

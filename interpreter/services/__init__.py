"""What an editor asks about a rule file: pure functions of a text and a place in it."""

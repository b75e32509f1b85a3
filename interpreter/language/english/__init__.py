"""Rules in plain English: templates, how they are filled, and the sheet of a game."""

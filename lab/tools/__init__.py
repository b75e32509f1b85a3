"""Tools for language models that design games: a server of the Model Context Protocol."""

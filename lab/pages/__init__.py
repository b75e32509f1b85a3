"""Pages made of what is known: what they share, the reference of ludemes, a game described."""

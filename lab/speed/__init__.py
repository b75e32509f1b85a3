"""How fast games are, beside other systems."""

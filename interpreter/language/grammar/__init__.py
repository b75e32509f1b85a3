"""The language as a grammar, made from the catalogue, for programs that write rules."""

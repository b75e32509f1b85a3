"""The language services over the Language Server Protocol."""

"""The language: its forms and words, and how trees become nodes with them."""

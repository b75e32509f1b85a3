"""How the functions of a program are written in LLVM's language: every operation as text."""

"""The files that people keep: rules and runs as they are named, and records of games."""

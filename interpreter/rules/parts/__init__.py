"""The parts of the builder, each of one subject."""

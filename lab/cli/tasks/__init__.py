"""What the commands do, once it is known what was asked for."""

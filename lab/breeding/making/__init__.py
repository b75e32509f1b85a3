"""New rules made of old ones: genomes, crossing and mutating, names."""

"""Several random games at once, one in each lane of the processor's vectors."""

"""Whether a child is worth keeping: the sieve, examinations, and the process they run in."""

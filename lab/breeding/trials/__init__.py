"""Whether breeding works: known games found again, mutants by the thousand, speed."""

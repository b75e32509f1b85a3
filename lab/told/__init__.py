"""What commands and tools tell, as data for other programs: see `docs/json.md`."""

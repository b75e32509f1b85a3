"""What pieces look like, and how that is drawn."""

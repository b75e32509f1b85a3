"""Games on web pages: what runs them outside of Python, and what tries that out."""

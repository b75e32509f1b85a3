"""The text of a rule file, up to the tree of its clauses: syntax, options, defines, messages."""

"""The list of moves in native code: bundles of a template, a from-site and a set of to-sites."""

"""How native code holds sets of sites."""

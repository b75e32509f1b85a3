"""Search in native code."""

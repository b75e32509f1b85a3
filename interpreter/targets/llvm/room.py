"""What native code has no room for."""

from __future__ import annotations


class NoRoomError(OverflowError):
    """A position takes more than native code has; the Python back end has no such limit."""

"""How an examination leaves word of how far it is, for the case that its process dies of it.

    note("compile", text=rules, change="regrow")

Outside of a guarded process this does nothing.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any, Final

LENGTH: Final = struct.Struct("<Q")
"""Messages between a guard and its process: the length of a pickle, and the pickle."""

_outlet: IO[bytes] | None = None


def note(stage: str, *, text: str = "", change: str = "") -> None:
    """Say which stage begins, and what is known of the child.

    Args:
        stage: one of `STAGES`
        text: its rules, once there are any
        change: how it was made
    """
    if _outlet is not None:
        send(_outlet, ("note", (stage, text, change)))


def listen(outlet: IO[bytes]) -> None:
    """Send notes there from now on."""
    global _outlet
    _outlet = outlet


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a message.

    Raises:
        EOFError: whoever writes has gone
    """
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (size,) = LENGTH.unpack(head)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)

"""Memory for the nodes of trees. What a tree has let go is used again by the next.

Fresh memory has to be cleared by the system when it is first touched, which takes as long as a
tenth of a long search in it, and as long as a short one.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.targets.llvm.layout import LINE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

MOST_KEPT = (256 << 20) + (1 << 16)
"""Bytes that are kept for the next trees at most."""

_spare: dict[int, Bytes] = {}
"""Blocks that nobody uses, by their address. They may come back at any time, in any thread, so that
each change is a single step."""


def arrays(owner: object, widths: Mapping[str, int], entries: int) -> dict[str, Bytes]:
    """Arrays with so many entries each, whose first values are anything: (entries, width).

    Each begins a line of the processor's cache.

    Args:
        owner: nobody uses the arrays when this object is gone
        widths: by its name, the bytes of an entry of an array
    """
    block = _taken(sum(LINE + width * entries for width in widths.values()))
    weakref.finalize(owner, _give_back, block)
    found: dict[str, Bytes] = {}
    start = 0
    for name, width in widths.items():
        start += -(int(block.ctypes.data) + start) % LINE
        found[name] = block[start : start + width * entries].reshape(entries, width)
        start += width * entries
    return found


def _taken(size: int) -> Bytes:
    """The smallest spare block that is large enough, or a new one."""
    import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

    for place, one in sorted(_spare.copy().items(), key=lambda held: held[1].size):
        if one.size >= size:
            block = _spare.pop(place, None)
            if block is not None:
                return block
    return np.empty(size, np.uint8)


def _give_back(block: Bytes) -> None:
    """Keep a block for the next tree, if not too much is kept."""
    if block.size + sum(one.size for one in _spare.copy().values()) <= MOST_KEPT:
        _spare[int(block.ctypes.data)] = block

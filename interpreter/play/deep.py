"""Rules that are nested deeper than Python goes by itself, compiled with a longer stack."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Final, TypeVar

from interpreter.targets.llvm import stacks
from interpreter.text.errors import LudError

T = TypeVar("T")
CALLS: Final = 20_000
"""Calls within each other that rules as deep as they may be take, with room to spare."""
BYTES: Final = 1 << 28
"""What so many calls take of the stack."""

_alone = threading.Lock()


def deeply(do: Callable[[], T]) -> T:
    """What a function gives, which is called again with a longer stack if it needs one.

    Raises:
        LudError: what the function raises
    """
    try:
        return stacks.in_one_block(do)
    except LudError as error:
        if error.problems[0].code != "too-deep":
            raise
        failed = error
    # The limit is one for all threads: it goes back when nobody needs it.
    with _alone:
        usual = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(max(usual, CALLS))
            return stacks.enough(BYTES, lambda: stacks.in_one_block(do))
        except OverflowError:  # the system does not give so much
            raise failed from None
        finally:
            sys.setrecursionlimit(usual)

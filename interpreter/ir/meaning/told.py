"""Draws that are told from outside, as the one number that a state keeps of them.

Each draw is a digit whose base is the number of its outcomes, or 2 where there is but one; the
first draw is the lowest digit, and a 1 stands above all: taking a digit off leaves the rest, and 1
says that all were taken. Asked for one more, the machine leaves a negative number that says what
was to be drawn. 0: chance decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# Added up in the number that says what was to be drawn.
REPEATED, DIE_DRAWN, KINDS_OF_DRAWS = 1, 2, 4
NOTHING_TOLD, ALL_TAKEN = 0, 1
# A digit of base 1 would not be seen.
LEAST_BASE = 2
MOST_TOLD = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Asked:
    """A draw that rules ask for.

    Args:
        outcomes: how many there are, each as likely as the others
        die: what falls is a die
        repeated: it is drawn before moves, and again when one of them is made
    """

    outcomes: int
    die: bool = False
    repeated: bool = False


class TooManyError(ValueError):
    """There are more draws than one number can hold."""


def told(draws: Iterable[tuple[int, int]]) -> int:
    """Draws as one number: of each what falls, from 0, and how many outcomes there are.

    Raises:
        TooManyError: there are more than one number can hold
    """
    number = ALL_TAKEN
    for drawn, outcomes in reversed(list(draws)):
        number = number * max(outcomes, LEAST_BASE) + drawn
    if number > MOST_TOLD:
        raise TooManyError("more draws than can be told at once")
    return number


def asked(left: int) -> Asked | None:
    """The draw that was asked for when all that were told were taken; None if there was none."""
    if left >= 0:
        return None
    outcomes, kind = divmod(-left, KINDS_OF_DRAWS)
    return Asked(outcomes, bool(kind & DIE_DRAWN), bool(kind & REPEATED))

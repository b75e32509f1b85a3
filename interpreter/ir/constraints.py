"""What a puzzle asks of the values of its variables, as facts that a solver can reason with.

A variable is a site, its value a number from 0 up. What rules ask that has no form here is known to
the program alone; see `Model.whole`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Different:
    """No two variables have the same value, and none is 0.

    Args:
        sites: the variables, in order
        excepted: values that any number of them may have, 0 included
        headed: it is asked only where the first variable is not 0
    """

    sites: tuple[int, ...]
    excepted: frozenset[int] = frozenset()
    headed: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """The values of some variables have a sum."""

    sites: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Tally:
    """So many of some variables have a value."""

    sites: tuple[int, ...]
    value: int
    count: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """The value of one variable is less than that of another, or at most that."""

    lower: int
    upper: int
    strict: bool


@dataclass(frozen=True, slots=True)
class Unlike:
    """No two of some rows of variables have the same values in the same order."""

    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Several constraints, all of which hold."""

    parts: tuple[Constraint, ...]


Constraint = Different | Total | Tally | Ordered | Unlike | Together


def flat(constraints: Sequence[Constraint]) -> Iterator[Constraint]:
    """Constraints without those that only hold others together."""
    for one in constraints:
        if isinstance(one, Together):
            yield from flat(one.parts)
        else:
            yield one


@dataclass(frozen=True, slots=True)
class Model:
    """A puzzle as a solver sees it.

    Args:
        variables: the sites that get a value, those that are given included
        values: what they can be
        constraints: what is asked of them
        whole: whether this is all that the rules ask; else the program knows the rest
    """

    variables: tuple[int, ...]
    values: range
    constraints: tuple[Constraint, ...]
    whole: bool

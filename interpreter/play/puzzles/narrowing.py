"""What a constraint says of the values that its variables can still have.

The values of a variable are the bits of a number: bit 3 stands for the value 3. A narrowing takes
values away that no solution has, as far as one look at one constraint tells; some are plain, some
take more thought. Each raises `Contradiction` where a variable is left without a value.

Regin (1994) and Trick (2003) have the theory of those for different values and for sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from math import comb

from interpreter.ir.constraints import (
    Constraint,
    Different,
    Ordered,
    Tally,
    Together,
    Total,
    Unlike,
)

Domains = list[int]
MOST_SET = 4
"""Of so many variables at most it is seen that they share as many values among them."""


MOST_WAYS = 2000
"""So many sets of values at most are looked at to find those that make a sum."""


class Contradiction(Exception):  # noqa: N818
    """A variable has no value left."""


class Deduction(IntEnum):
    """How a value is found to be impossible, from the plainest way on."""

    RULED_OUT = 1
    ONLY_PLACE = 2
    SUMS = 3
    OVERLAP = 4
    SHARED = 5
    TRIAL = 6
    SEARCH = 7

    @property
    def words(self) -> str:
        """What it is, for people."""
        return {
            Deduction.RULED_OUT: "ruled out by values that are known",
            Deduction.ONLY_PLACE: "the only place for a value in a region",
            Deduction.SUMS: "the ways to make a sum",
            Deduction.OVERLAP: "a value that two regions have to share",
            Deduction.SHARED: "some sites that share as many values",
            Deduction.TRIAL: "a value that leads to a contradiction at once",
            Deduction.SEARCH: "trying values and what follows",
        }[self]


def values_of(mask: int) -> Iterator[int]:
    """The values that are the bits of a number."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def keep(domains: Domains, site: int, mask: int) -> bool:
    """Leave a variable only some values; whether it had others.

    Raises:
        Contradiction: none is left
    """
    left = domains[site] & mask
    if left == domains[site]:
        return False
    if not left:
        raise Contradiction
    domains[site] = left
    return True


def sites_of(one: Constraint) -> tuple[int, ...]:
    """The variables that a constraint is about."""
    match one:
        case Ordered():
            return one.lower, one.upper
        case Unlike():
            return tuple({site for row in one.rows for site in row})
        case Together():
            return tuple({site for part in one.parts for site in sites_of(part)})
        case _:
            return one.sites


# Different values


def _different(one: Different, domains: Domains) -> bool:
    """A value that is settled is no other variable's."""
    free = sum(1 << value for value in one.excepted)
    head = domains[one.sites[0]] if one.sites else 0
    if one.headed and head & 1:
        # It is asked only if the first one is not 0; if it cannot hold, the first one is.
        if head == 1 or _could_differ(one, domains, free):
            return False
        return keep(domains, one.sites[0], 1)
    changed = False
    if not free & 1:
        for site in one.sites:
            changed |= bool(domains[site] & 1) and keep(domains, site, ~1)
    known = 0
    waiting = list(one.sites)
    while True:
        settled = [site for site in waiting if not domains[site] & domains[site] - 1]
        if not settled:
            return changed
        for site in settled:
            mine = domains[site] & ~free
            if mine & known:
                raise Contradiction
            known |= mine
        waiting = [site for site in waiting if domains[site] & domains[site] - 1]
        for site in waiting:
            changed |= bool(domains[site] & known) and keep(domains, site, ~known)


def _could_differ(one: Different, domains: Domains, free: int) -> bool:
    """Whether the settled variables behind the first one allow it to be asked."""
    seen = 0
    for site in one.sites[1:]:
        mask = domains[site]
        if not mask & mask - 1:
            if (mask & ~free & seen) or (mask == 1 and not free & 1):
                return False
            seen |= mask & ~free
    return True


def _only_place(one: Different, domains: Domains) -> bool:
    """Where there are as many values as variables, each value has a place."""
    if one.headed or one.excepted:
        return False
    union = twice = 0
    for site in one.sites:
        twice |= union & domains[site]
        union |= domains[site]
    count = union.bit_count()
    if count < len(one.sites):
        raise Contradiction
    single = union & ~twice
    if count > len(one.sites) or not single:
        return False
    changed = False
    for site in one.sites:
        here = domains[site] & single
        if here:
            changed |= keep(domains, site, here & -here if here == here & -here else 0)
    return changed


def _shared(one: Different, domains: Domains) -> bool:
    """Some variables that have as many values among them keep these from all others."""
    if one.headed or one.excepted:
        return False
    open_ = [site for site in one.sites if domains[site] & domains[site] - 1]
    for size in range(2, min(MOST_SET, len(open_) - 1) + 1):
        few = [site for site in open_ if domains[site].bit_count() <= size]
        for some in combinations(few, size):
            union = 0
            for site in some:
                union |= domains[site]
            if union.bit_count() < size:
                raise Contradiction
            others = [site for site in open_ if site not in some]
            if union.bit_count() == size and any(domains[site] & union for site in others):
                for site in others:
                    keep(domains, site, ~union)
                return True
    return False


# Sums, counts, orders


def _total(one: Total, domains: Domains) -> bool:
    """A value is possible if the others can make up the rest of the sum."""
    ahead = [1]
    for site in one.sites:
        ahead.append(_sums(ahead[-1], domains[site]))
    if not ahead[-1] >> one.total & 1:
        raise Contradiction
    changed, behind = False, 1 << one.total  # the sums of those before, from the last one back
    for place in range(len(one.sites) - 1, -1, -1):
        site, kept, before = one.sites[place], 0, 0
        for value in values_of(domains[site]):
            rest = behind >> value & ahead[place]
            kept |= bool(rest) << value
            before |= rest
        changed |= keep(domains, site, kept)
        behind = before
    return changed


def _sums(sums: int, mask: int) -> int:
    found = 0
    for value in values_of(mask):
        found |= sums << value
    return found


@lru_cache(maxsize=4096)
def _ways(count: int, total: int, union: int) -> tuple[int, ...]:
    """The sets of so many different values that have a sum."""
    return tuple(
        sum(1 << value for value in some)
        for some in combinations(list(values_of(union)), count)
        if sum(some) == total
    )


def _distinct_total(one: Total, domains: Domains) -> bool:
    """The same where the values differ: which sets of values make the sum."""
    union = 0
    for site in one.sites:
        union |= domains[site]
    if comb(union.bit_count(), len(one.sites)) > MOST_WAYS:
        return False
    allowed, needed = 0, union
    for way in _ways(len(one.sites), one.total, union):
        if all(domains[site] & way for site in one.sites):
            allowed |= way
            needed &= way
    if not allowed:
        raise Contradiction
    changed = False
    for site in one.sites:
        changed |= keep(domains, site, allowed)
    for value in values_of(needed):
        places = [site for site in one.sites if domains[site] >> value & 1]
        if not places:
            raise Contradiction
        if len(places) == 1:
            changed |= keep(domains, places[0], 1 << value)
    return changed


def _tally(one: Tally, domains: Domains) -> bool:
    """With all places of a value known, or no more than needed, the others are known too."""
    bit = 1 << one.value
    sure = sum(domains[site] == bit for site in one.sites)
    may = [site for site in one.sites if domains[site] & bit and domains[site] != bit]
    if not sure <= one.count <= sure + len(may):
        raise Contradiction
    if not may or sure < one.count < sure + len(may):
        return False
    for site in may:
        keep(domains, site, ~bit if sure == one.count else bit)
    return True


def _ordered(one: Ordered, domains: Domains) -> bool:
    low, high = domains[one.lower], domains[one.upper]
    first = (low & -low).bit_length() - 1 + one.strict
    last = high.bit_length() - 1 - one.strict
    changed = keep(domains, one.upper, -1 << first)
    return keep(domains, one.lower, (1 << last + 1) - 1 if last >= 0 else 0) or changed


def _unlike(one: Unlike, domains: Domains) -> bool:
    """A row of which one variable is open is not made like another that is settled."""
    changed = False
    whole = [row for row in one.rows if all(domains[s].bit_count() == 1 for s in row)]
    for row in whole:
        for other in one.rows:
            if len(other) != len(row) or other == row:
                continue
            apart = [place for place, (one_, two) in enumerate(zip(row, other, strict=True))
                     if domains[one_] != domains[two]]  # fmt: skip
            if not apart:
                raise Contradiction
            if len(apart) == 1:
                site = other[apart[0]]
                mine = domains[row[apart[0]]]
                if domains[site] & mine:
                    changed |= keep(domains, site, ~mine)
    return changed


PLAIN: dict[type, Callable[..., bool]] = {
    Different: _different,
    Total: _total,
    Tally: _tally,
    Ordered: _ordered,
    Unlike: _unlike,
}


# Two constraints at once


def overlaps(several: Sequence[Different]) -> list[tuple[Different, Different, frozenset[int]]]:
    """The pairs of regions that have more than one variable in common, each with these."""
    found: list[tuple[Different, Different, frozenset[int]]] = []
    for one in several:
        for other in several:
            both = frozenset(one.sites) & frozenset(other.sites)
            if one != other and len(both) > 1 and not (one.excepted or other.excepted):
                found.append((one, other, both))
    return found


def overlap(one: Different, other: Different, both: frozenset[int], domains: Domains) -> bool:
    """A value that has to be in one region, and there only where another lies too, is there."""
    union = alone = 0
    for site in one.sites:
        union |= domains[site]
        alone |= 0 if site in both else domains[site]
    if union.bit_count() != len(one.sites):
        return False
    bound, changed = union & ~alone, False
    for site in other.sites if bound else ():
        if site not in both and domains[site] & bound:
            changed |= keep(domains, site, ~bound)
    return changed


HARDER: dict[Deduction, tuple[type, Callable[..., bool]]] = {
    Deduction.ONLY_PLACE: (Different, _only_place),
    Deduction.SUMS: (Total, _distinct_total),
    Deduction.SHARED: (Different, _shared),
}

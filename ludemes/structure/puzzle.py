"""The equipment of deduction puzzles: values, hints and regions; and what is given at the start."""

from __future__ import annotations

from interpreter.language.catalogue import ludeme
from interpreter.language.parts import (
    STARTED,
    HintItem,
    Hints,
    Regions,
    StartRule,
    Values,
)
from interpreter.language.signatures import Range, SiteType
from interpreter.language.words import RegionKind, Role
from interpreter.rules.builder import Builder


@ludeme(
    "values",
    source="util/equipment/Values.java",
    examples=("(board (square 9) (values Cell (range 1 9)))",),
    grown=False,
    words="the values {range}",
)
def values(b: Builder, use: SiteType, range_: Range) -> Values:
    """The values that sites can have in a puzzle: each of them gets one.

    Args:
        use: the kind of sites, which is the board's
        range_: the values, from 0 up
    """
    return Values(use, range_)


@ludeme(
    "hints",
    source="equipment/other/Hints.java",
    examples=("(hints {(hint {0 1} 5) (hint 4 2)})",),
    grown=False,
    words="the hints are {hints}",
)
def hints(
    b: Builder, name: str | None, hints: tuple[HintItem, ...], use: SiteType | None = None
) -> Hints:
    """What a puzzle says of some of its sites.

    Args:
        name: what they are called, for the reader
        hints: each of them
        use: of which kind of sites they speak; the board's if not given
    """
    return Hints(tuple(HintItem(one.sites, one.number, use, one.span) for one in hints))


@ludeme(
    "hint",
    source="util/equipment/Hint.java",
    examples=("(hints {(hint {0 1} 5)})", "(hints {(hint 4 2)})"),
    grown=False,
    words=("{number:digits} for {sites:digits}", "{sites:digits}"),
)
def hint(b: Builder, sites: int | tuple[int, ...], number: int | None = None) -> HintItem:
    """A hint: a number for some sites, or just sites that belong together.

    Args:
        sites: the site or sites; that which a rule asks for by a site is known by its first one
        number: what it says of them
    """
    several = sites if isinstance(sites, tuple) else (sites,)
    return HintItem(several, number, None, b.span)


@ludeme(
    "regions",
    source="equipment/other/Regions.java",
    examples=("(regions {Columns Rows SubGrids})", "(regions HintRegions)"),
    grown=False,
    words="the regions are {kinds}",
)
def regions_of_kind(
    b: Builder, name: str | None, role: Role | None, kinds: RegionKind | tuple[RegionKind, ...]
) -> Regions:
    """Regions that every board has, without a list of their sites.

    Args:
        name: what they are called
        role: whose they are
        kinds: which: the `Rows`, the `Columns`, the two `Diagonals` or the `SubGrids` (blocks of
            three by three sites on a board of nine rows) of a square board; with `AllDirections`
            each site and those in a straight line from it, in each direction; with `HintRegions`
            the sites of each hint
    """
    several = kinds if isinstance(kinds, tuple) else (kinds,)
    return Regions(name, role, (), b.span, several)


@ludeme(
    "set",
    source="rules/start/deductionPuzzle/Set.java",
    examples=("(set {{0 5} {13 2}})",),
    grown=False,
    words="these sites have these values: {pairs}",
    kind_at=0,
)
def set_values(b: Builder, pairs: tuple[tuple[int, ...], ...]) -> StartRule:
    """Give sites of a puzzle their values before the first move; they keep them.

    Args:
        pairs: each a site and its value
    """
    for pair in pairs:
        if len(pair) != 2:
            raise b.fail(
                f"a site and its value are 2 numbers, not {len(pair)}",
                "such as {0 5}",
                code="site-and-value",
            )
        site, value = pair
        b.puzzle.give(b.board.known_site(b.int(site)), value)
    return STARTED

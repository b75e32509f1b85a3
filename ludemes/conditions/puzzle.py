"""Constraints: what a deduction puzzle asks of the values of its sites.

They speak of sites with one value left, and hold as long as the others can still make them hold.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Binds, Lazy, SiteType
from interpreter.rules.builder import Builder
from interpreter.rules.parts.puzzle import HINT, Area

PUZZLE = "functions/booleans/deductionPuzzle"


class Part(Enum):
    """What a constraint is asked for."""

    Hint = "Hint"
    Cell = "Cell"
    Vertex = "Vertex"
    Edge = "Edge"


@ludeme(
    "all Different",
    source=f"{PUZZLE}/all/AllDifferent.java",
    examples=("(satisfy (all Different))", "(satisfy (all Different (sites Top) except:0))"),
    aliases=("allDifferent",),
    exclusive=(("except", "excepts"),),
    grown=False,
    words=(
        "the values of {sites} all differ[, {except:digits} aside]",
        "the values in each region all differ[, {except:digits} aside]",
    ),
    kind_at=0,
)
def no_value_twice(
    b: Builder,
    sites: Sites | None = None,
    *,
    except_: int | None = None,
    excepts: tuple[int, ...] = (),
) -> Bool:
    """Whether no two sites of a region have the same value, and none has 0.

    Args:
        sites: the region; each region of the equipment if not given. Of those along `AllDirections`
            each is asked about only where the site that it starts from is not 0
        except_: a value that any number of them may have
        excepts: several such values
    """
    areas = b.puzzle.regions() if sites is None else b.puzzle.area(sites)
    excepted = frozenset(excepts if except_ is None else (except_,))
    return b.puzzle.different(areas, excepted)


@ludeme(
    "is Sum",
    source=f"{PUZZLE}/is/regionResult/IsSum.java",
    examples=("(satisfy (is Sum 15))", "(satisfy (is Sum (sites Top) 15))"),
    grown=False,
    words=(
        "the values of {sites} add up to {result}",
        "the values in each region add up to {result}",
    ),
    kind_at=0,
)
def is_sum(
    b: Builder,
    sites: Sites | None = None,
    name: str | None = None,
    result: Annotated[Lazy[Int], Binds((HINT,))] | None = None,
) -> Bool:
    """Whether the values of a region add up to a number, or can still do so.

    Args:
        sites: the region; each region of the equipment if not given
        name: what the region is called, for the reader
        result: the number; `(hint)` is that of the region's hint
    """
    areas = b.puzzle.regions() if sites is None else b.puzzle.area(sites)
    if isinstance(areas, Sites):
        raise b.fail(
            "a sum is asked of a region that is known when the game is compiled",
            code="not-constant",
        )
    return b.puzzle.total(areas, lambda area: _number(b, result, area))


@ludeme(
    "is Count",
    source=f"{PUZZLE}/is/regionResult/IsCount.java",
    examples=("(satisfy (is Count (sites Board) of:1 8))",),
    grown=False,
    words=(
        "the value {of:digits} ~stands {result} time(s) in {sites}",
        "the value {of:digits} ~stands {result} time(s) in each region",
    ),
    kind_at=0,
    ahead={"of": "name"},
)
def is_count(
    b: Builder,
    sites: Sites | None = None,
    name: str | None = None,
    result: Annotated[Lazy[Int], Binds((HINT,))] | None = None,
    *,
    of: int = 1,
) -> Bool:
    """Whether a value occurs so often in a region, or can still do so.

    Args:
        sites: the region; each region of the equipment if not given
        name: what the region is called, for the reader
        result: how often; `(hint)` is the number of the hint
        of: the value
    """
    areas = b.puzzle.regions() if sites is None else b.puzzle.area(sites)
    return b.puzzle.tally(areas, of, lambda area: _number(b, result, area))


def _number(b: Builder, result: Lazy[Int] | None, area: Area) -> int:
    """What a constraint asks of a region: a number that is known."""
    if result is None:
        raise b.fail("there is no number to compare with", code="missing-number")
    if area.hint is None:
        found = b.settled(result())
    else:
        with b.names.bind(**{HINT: b.int(area.hint)}):
            found = b.settled(result())
    if found.constant is None:
        raise b.fail(
            "the number of a constraint must be known when the game is compiled",
            code="not-constant",
        )
    return found.constant


@ludeme(
    "is Unique",
    source=f"{PUZZLE}/is/graph/IsUnique.java",
    examples=("(satisfy (is Unique))",),
    grown=False,
    words="no two regions have the same values in the same order",
    kind_at=0,
)
def is_unique(b: Builder) -> Bool:
    """Whether no two regions of the equipment have the same values in the same order.

    It is asked of regions whose sites all have one value left.
    """
    return b.puzzle.unlike(b.puzzle.regions())


@ludeme(
    "is Solved",
    source="functions/booleans/deductionPuzzle/is/simple/IsSolved.java",
    examples=("(end (if (is Solved) (result P1 Win)))",),
    grown=False,
    words="the puzzle ~is solved",
)
def is_solved(b: Builder) -> Bool:
    """Whether all constraints hold, with 0 for every site that may still have several values."""
    return b.puzzle.solved()


@ludeme(
    "forAll",
    source=f"{PUZZLE}/ForAll.java",
    examples=("(satisfy (forAll Hint (is Count (sites Around (from)) of:1 (hint))))",),
    grown=False,
    words="for each {part}, {condition}",
)
def for_all(
    b: Builder, part: Part, condition: Annotated[Lazy[Bool], Binds(("from", "to", HINT))]
) -> Bool:
    """Whether a constraint holds for every hint, or for every site of the board.

    Args:
        part: for each `Hint`, where `(from)` and `(to)` are its first two sites and `(hint)` is its
            number; or for each `Cell`, `Vertex` or `Edge`, which is `(from)`
        condition: the constraint
    """
    if part is Part.Hint:
        return b.puzzle.each_hint(condition)
    return b.puzzle.each_site(SiteType(part.value), condition)

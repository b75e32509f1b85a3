"""A row that has to fill its line is there where the whole line is: its length is not counted.

On many boards no line is longer than the row that is wanted: three in a line of three points, four
on a board of four by four. Then a table says which sites must be in the set.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from interpreter.ir.emit import FALSE
from interpreter.ir.program import Instruction
from interpreter.ir.relations import Axis, Table
from interpreter.ir.values import Bool, Int, Sites
from interpreter.passes.tools.rewriting import Rewriter


def at_most(r: Rewriter, least: Int, length: Int) -> Bool | None:
    """Whether a row has at least so many sites, where no line has more."""
    run = r.made.get(length)
    if least.constant is None or run is None or run.name != "run":
        return None
    return _filled(r, run, least.constant)


def equal(r: Rewriter, left: Int, right: Int) -> Bool | None:
    """Whether a row has just so many sites, where no line has more."""
    return at_most(r, left, right) or at_most(r, right, left)


def _filled(r: Rewriter, run: Instruction, least: int) -> Bool | None:
    """Whether all of the line through a site is in a set; None where lines may be longer."""
    sites, site = cast(Sites, run.operands[0]), cast(Int, run.operands[1])
    found = _lines(cast(Axis, run.attribute), least)
    if found is None:
        return None
    whole, table = found
    if whole == 0:
        return FALSE
    filled = r.is_empty(r.minus(r.lookup_sites(table, site), without=sites))
    return r.both(r.contains(Sites(constant=whole), site), filled)


@lru_cache(maxsize=1024)
def _lines(axis: Axis, least: int) -> tuple[int, Table] | None:
    """The sites whose line has just so many, and that line of each; None where one has more."""
    masks = list[int]()
    for line in axis.lines:
        size = len(line or ())
        if size > least:
            return None
        masks.append(sum(1 << one for one in {*(line or ())}) if size == least else 0)
    whole = sum(1 << site for site, mask in enumerate(masks) if mask)
    # The last entry is that of what is no site.
    return whole, Table(f"lines of {axis.name}", (*masks, 0))

"""Moves of pieces that stand on each other."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Binds, Lazy, Moves, Site
from interpreter.rules.builder import Builder
from ludemes.moves.parts import FOREACH
from ludemes.numbers.stacks import StackDirection


@ludeme(
    "forEach Level",
    source=f"{FOREACH}/level/ForEachLevel.java",
    examples=(
        "(forEach Level (last To) (remove (last To) level:(level)))",
        "(forEach Level (to) FromTop (if (is Enemy (who at:(to) level:(level))) "
        "(remove (to) level:(level))))",
    ),
    keeps=("stacks",),
    grown=False,
    words="for each piece on {site}[, {order}], {moves:block}",
    kind_at=0,
)
def for_each_level(
    b: Builder,
    site: Site,
    order: StackDirection | None,
    moves: Annotated[Lazy[Moves], Binds(("level",))],
) -> Moves:
    """The moves of a rule for every piece on a site, whose level is `(level)`.

    Args:
        site: the site
        order: from the top down, or from the bottom up; from the top if not given
        moves: the rule
    """

    def one(level: Int) -> None:
        with b.names.bind(level=level):
            moves()

    b.stacks.each_level(site, one, from_top=order is not StackDirection.FromBottom)
    return MOVES

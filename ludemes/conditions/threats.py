"""Conditions on what others could do next."""

from __future__ import annotations

from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Bool, Int, Lazy, Moves, Sites
from interpreter.rules.builder import Builder


@ludeme(
    "is Threatened",
    source="functions/booleans/is/component/IsThreatened.java",
    examples=(
        '(is Threatened (id "Disc1") at:(last To))',
        '(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))',
    ),
    exclusive=(("at", "in"),),
    grown=False,
    words="{what:piece} ~is threatened",
    kind_at=1,
    ahead={"at": "moves", "in": "moves"},
)
def is_threatened(
    b: Builder,
    what: Int | None = None,
    moves: Lazy[Moves] | None = None,
    *,
    at: Int | None = None,
    in_: Sites | None = None,
) -> Bool:
    """Whether another player has a move to where a piece stands, or would stand.

    What counts is where the moves of their rules lead, legal or not: conditions on the position
    after a move do not, and neither do other questions of this kind.

    Args:
        what: the number of the piece; whatever stands on the sites if not given
        moves: the moves of the others; all that they have in their phases if not given
        at: the site; the first site of the board where the piece stands if no site is given
        in_: several sites, of which one is enough
    """
    sites = in_ if at is None else b.single(at)
    if what is None:
        return b.threats.on_any(b.pieces.occupied() if sites is None else sites, moves)
    return b.threats.on(what, sites, moves)

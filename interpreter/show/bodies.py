"""What large pieces cover, and the pips on dominoes, as a position shows them."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.language.parts import PieceKind
from interpreter.show.protocol import ShownState


def kind_on(state: ShownState, site: int) -> PieceKind | None:
    """The kind of piece on a site; none where nothing lies, or what lies there is not seen."""
    what = state.what(site)
    return next((one for one in state.game.pieces if one.number == what), None)


def body_of(state: ShownState, site: int) -> tuple[int, ...]:
    """The sites that a large piece on a site covers, as its walk goes; none of another piece."""
    # A piece that is not seen is none of the game's: nobody sees how large it is.
    kind = kind_on(state, site)
    bodies = kind.bodies if kind is not None else ()
    lying = state.number(schema.STATE, site)
    return bodies[lying][site] if lying < len(bodies) and site < len(bodies[lying]) else ()


def pips_on(state: ShownState) -> dict[int, int]:
    """The number of pips on each site that dominoes cover."""
    found = dict[int, int]()
    if not any(one.pips for one in state.game.pieces):
        return found
    for site in range(state.game.board.size):
        kind = kind_on(state, site)
        if kind is not None and kind.pips:
            body = body_of(state, site)
            half = len(body) // 2
            found |= dict.fromkeys(body[:half], kind.pips[0])
            found |= dict.fromkeys(body[half:], kind.pips[1])
    return found

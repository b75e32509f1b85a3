"""Whether states keep what the schema says of their parts, which passes rely on."""

from __future__ import annotations

from interpreter import Game
from interpreter.ir import schema
from interpreter.ir.program import Field


def broken(game: Game, raw: object) -> list[str]:
    """What a state of a game that has started holds against the schema, a line for each part."""
    return [line for line in (_broken(game, raw, one) for one in game.program.fields) if line]


def _broken(game: Game, raw: object, field: Field) -> str:
    part = field.part
    if part is None or field.kind not in ("int", "sites"):
        return ""
    held = [game.field(raw, part, index) for index in range(field.length or 1)]
    if part is schema.OWNED:
        return _owned(game, raw, held)
    if part is schema.WHAT:
        return _what(game, raw, held)
    if field.kind == "sites":
        return _sets(game, part, held)
    low, high = _bounds(game, part)
    wrong = [f"{part.name}[{index}] is {one}" for index, one in enumerate(held)
             if not low <= one <= high]  # fmt: skip
    return ", ".join(wrong)


def _bounds(game: Game, part: schema.Part) -> tuple[int, int]:
    anything = -(1 << 63), (1 << 63) - 1
    low, high = part.within(*anything, game.program.sites)
    return (max(low, 1), min(high, game.players)) if part.player else (low, high)


def _sets(game: Game, part: schema.Part, held: list[int]) -> str:
    either = 0
    for index, one in enumerate(held):
        if part.apart and either & one:
            return f"{part.name}[{index}] shares sites with those before it"
        either |= one
    if either >> game.program.sites:
        return f"{part.name} has sites off the board"
    whole = (1 << game.program.sites) - 1
    return f"{part.name} leaves out sites" if part.covers and either != whole else ""


def _owned(game: Game, raw: object, held: list[int]) -> str:
    """Each owner's sites are those of his pieces."""
    placed = [0] * len(held)
    for kind, owner in enumerate(game.program.owners[1:], 1):
        placed[owner] |= game.field(raw, schema.PLACED, kind)
    return "" if held == placed else f"owned is {held}, but {placed} by what is placed"


def _what(game: Game, raw: object, held: list[int]) -> str:
    """The kind of piece on each site is the one that is placed there."""
    kinds = range(len(game.pieces) + 1)
    placed = [game.field(raw, schema.PLACED, kind) for kind in kinds]
    sites = range(game.program.sites)
    wrong = [site for site in sites if not placed[held[schema.WHAT.entry(site)]] >> site & 1]
    return f"what is wrong on {wrong}" if wrong else ""

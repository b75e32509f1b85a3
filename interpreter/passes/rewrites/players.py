"""A loop over a player's pieces as one for each player, where they do not go alike.

So the pieces are those of a known kind, and of the directions that pieces have only those of this
player are left; a player without such pieces has no loop.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from interpreter.ir import schema
from interpreter.ir.program import Access, Instruction, walk
from interpreter.ir.values import Int, Sites, Value
from interpreter.passes.tools.rewriting import DONE, Rewriter, acts

MOST_PLAYERS = 4
# So far back is looked at what made a set.
DEEP = 4


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over the pieces of a player whose number is not known."""
    block = step.blocks[0]
    if not 1 < r.players <= MOST_PLAYERS or acts(block):
        return None
    player = _whose(r, step.operands[0], DEEP)
    if player is None or not any(one.name == "move" for one in walk(block)):
        return None
    players = [Int(constant=number) for number in range(1, r.players + 1)]
    pieces = {one: _of_player(r, step.operands[0], player, one, DEEP) for one in players}
    some = [one for one in players if pieces[one].constant != 0]
    if len(some) == len(players) and not _tells_apart(r, block):
        return None
    _one_by_one(r, step, player, [(one, cast(Sites, pieces[one])) for one in some])
    return DONE


def _one_by_one(
    r: Rewriter, step: Instruction, player: Int, several: list[tuple[Int, Sites]]
) -> None:
    """The loop of the first player if it is his turn, else that of the next."""
    if not several:
        return
    (first, pieces), *rest = several
    loop = replace(step, operands=(pieces,))

    def of_first() -> None:
        with r.known_to_be(player, first):
            r.put(loop)

    r.if_(r.equal(player, first), of_first, partial(_one_by_one, r, step, player, rest))


def _whose(r: Rewriter, sites: Value, deep: int) -> Int | None:
    """The player of whose pieces a set is."""
    made = r.made.get(sites)
    if made is None or deep == 0:
        return None
    if made.name in ("intersect", "minus"):
        return _whose(r, made.operands[0], deep - 1)
    if made.name != "read_at" or not _is_of_pieces(made):
        return None
    index = made.operands[0]
    within = r.made.get(index)
    if within is not None and within.name == "lookup":
        index = within.operands[0]
    known = r.made.get(index)
    if known is None or known.name != "read":
        return None
    part = cast(Access, known.attribute).field.part
    return cast(Int, index) if part is not None and part.player else None


def _of_player(r: Rewriter, sites: Value, player: Int, one: Int, deep: int) -> Value:
    """A set as it is if a player is known."""
    made = r.made.get(sites)
    if sites == player:
        return one
    if made is None or deep == 0 or made.name not in ("intersect", "minus", "read_at", "lookup"):
        return sites
    operands = [_of_player(r, operand, player, one, deep - 1) for operand in made.operands]
    return r.emit(made.name, *operands, kind=sites.kind, attribute=made.attribute)


def _is_of_pieces(step: Instruction) -> bool:
    part = cast(Access, step.attribute).field.part
    return part is schema.PLACED or part is schema.OWNED


def _tells_apart(r: Rewriter, block: list[Instruction]) -> bool:
    """Whether pieces are asked for that are of one player whoever moves."""
    return any(
        step.name == "read_at" and _is_of_pieces(step) and r.value(step.operands[0]).constant
        for step in walk(block)
    )

"""Positions as native searches take them: whose turn it is, chance, what went before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.meaning.splitmix import GOLDEN, MASK, mix, stream
from interpreter.play.protocol import PlayedGame, PlayedState

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.targets.native import Machine


def seat_of(state: PlayedState) -> int:
    """The seat whose turn it is, from 0."""
    mover = state.mover
    if state.game.players == 2 and state.swapped:
        mover = 3 - mover
    return mover - 1 if 1 <= mover <= state.game.players else 0


def by_chance(game: PlayedGame) -> bool:
    """Whether chance decides anything but which random games are played."""
    from interpreter.ir.analysis import accesses  # noqa: PLC0415

    return accesses.by_chance(game.program)


def reseeded(machine: Machine, state: PlayedState, seed: int) -> bytearray:
    """A copy of a state in which chance goes its own way."""
    raw = bytearray(state.raw)
    chance = machine.program.part(schema.RANDOM)
    if chance is not None:
        machine.put(raw, chance, mixed(seed + 2))
    return raw


def playouts_from(
    state: PlayedState, n: int, seed: int, progress: Callable[[int], None] | None = None
) -> tuple[list[int], list[list[float]]]:
    """Random games from a position: plies of each, and twice the rank of each seat.

    Args:
        n: how many
        seed: fixes every game
        progress: called with the number of games done
    """
    game, machine = state.game, state.game.machine
    # What the next ply draws is no part of the position either: every game has its own.
    drawn = [machine.program.part(one) for one in (schema.RANDOM, schema.CHANCE)]
    lengths, ranks = list[int](), list[list[float]]()
    for number in range(n):
        raw = state.raw[:]
        for place, field in enumerate(drawn):
            if field is not None:
                machine.put(raw, field, stream(seed + place, number))
        machine.run("playout", raw)
        lengths.append(game.field(raw, schema.MOVES) - state.plies)
        ranks.append([2 * rank for rank in game.ranking(raw)])
        if progress is not None:
            progress(number + 1)
    return lengths, ranks


def put_history(machine: Machine, scratch: npt.NDArray[np.uint8], raw: bytearray) -> None:
    """Put the positions that a state remembers where native code looks for them."""
    import numpy as np  # noqa: PLC0415

    t = machine.translator
    tail = np.frombuffer(raw, np.uint8)[t.layout.size :]
    scratch[t.history_at : t.history_at + len(tail)] = tail


def mixed(seed: int) -> int:
    """A number of 62 bits that a seed stands for."""
    return mix((seed * GOLDEN + GOLDEN) & MASK) >> 2

"""Players who choose at once: whose choices are due, and the moves they come to together.

A state of such a game is asked for the choices of one player after another, and nothing happens
before the last. These functions look at a whole round of choices as one joint move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, TypeVar, cast

from interpreter.ir import schema

if TYPE_CHECKING:
    from interpreter.play.move import Move
    from interpreter.play.protocol import PlayedGame, PlayedState

    S = TypeVar("S", bound="PlayedState")

AND = " & "


def at_once(game: PlayedGame) -> bool:
    """Whether all players of a game choose at once."""
    return schema.LEADER in game.parts


def choosers(state: PlayedState) -> tuple[int, ...]:
    """The players whose choices are due before anything happens; none when the game is over."""
    if state.over:
        return ()
    if not at_once(state.game):
        return (state.mover,)
    players = range(state.mover, state.game.players + 1)
    return tuple(one for one in players if state.game.field(state.raw, schema.ACTIVE, one))


def forgotten(state: S) -> S:
    """The state before the present round of choices, as those see it who have not chosen yet."""
    game = state.game
    if state.over or not at_once(game):
        return state
    raw = state.raw[:]
    for part in schema.CHOICES:
        for player in range(1, game.players + 1) if part in game.parts else ():
            game.machine.put(raw, game.parts[part], part.initial, player)
    active = (one for one in range(1, game.players + 1) if game.field(raw, schema.ACTIVE, one))
    game.machine.put(raw, game.parts[schema.MOVER], next(active))
    return cast("S", game.at(raw))


def before(state: S, player: int) -> S:
    """The state in which a player chooses, whatever those before him choose.

    Raises:
        ValueError: no choice of this player is due
    """
    due = choosers(state)
    if player not in due:
        raise ValueError(f"player {player} has nothing to choose here")
    for _ in due[: due.index(player)]:
        state = cast("S", state.after(state.moves()[0]))
    return state


def after(state: S, joint: Mapping[int, Move | str]) -> S:
    """The state after each player has made his choice.

    Raises:
        ValueError: a choice that is not legal, that is missing, or of a player who has none
    """
    due = choosers(state)
    if set(joint) != set(due):
        wanted = ", ".join(map(str, due)) or "nobody"
        raise ValueError(f"a joint move has one choice each of {wanted}")
    for player in due:
        state = cast("S", state.after(joint[player]))
    return state


def named(joint: Mapping[int, Move | str]) -> str:
    """What a joint move is called: `1:rock & 2:paper`."""
    return AND.join(f"{player}:{joint[player]}" for player in sorted(joint))


def read(text: str) -> dict[int, str]:
    """The choices of a joint move by its name.

    Raises:
        ValueError: it is no name of a joint move
    """
    found: dict[int, str] = {}
    for part in text.split("&"):
        player, colon, name = part.strip().partition(":")
        if not (colon and player.strip().isdigit() and name.strip()) or int(player) in found:
            raise ValueError(f"{text!r} is no joint move, such as 1:a1{AND}2:b2")
        found[int(player)] = name.strip()
    return found


def all_joint(state: PlayedState) -> Iterator[dict[int, Move]]:
    """All joint moves of a state."""
    due = choosers(state)
    if due:
        lists = [before(state, player).moves() for player in due]
        for moves in product(*lists):
            yield dict(zip(due, moves, strict=True))

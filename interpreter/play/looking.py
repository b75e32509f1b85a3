"""What a person or a program asks of a position: what stands where, and what else there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.schema import By, Part
from interpreter.play.protocol import CompiledGame, StillState
from interpreter.text.errors import suggest

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NAMED = "var_"
ARRAYS = (schema.STATE, schema.VALUE)
"""What is kept for sites besides what stands there."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece that stands on a site, or several alike.

    Args:
        piece: its name, with the owner's number behind it
        kind: its number, from 1, as in positions
        owner: whose it is: 0 nobody's, one more than there are players everybody's
        count: how many there are on the site
        state: its state, 0 if nothing else was said
        value: its value, 0 if nothing else was said
        level: how high it stands, from 0
    """

    piece: str
    kind: int
    owner: int
    count: int = 1
    state: int = 0
    value: int = 0
    level: int = 0

    def __str__(self) -> str:
        several = f" x{self.count}" if self.count > 1 else ""
        return f"{self.piece}{several}"


def site_of(game: CompiledGame, site: int | str) -> int:
    """The number of a site, given as a number or by its name.

    Raises:
        ValueError: there is no such site
    """
    if isinstance(site, str):
        numbers = {name.lower(): number for number, name in enumerate(game.labels) if name}
        found = numbers.get(site.strip().lower())
        if found is None:
            near = suggest(site.strip(), [name for name in game.labels if name])
            raise ValueError(f'no site is called "{site}"' + (f"; {near}" if near else ""))
        return found
    if not 0 <= site < len(game.labels):
        raise ValueError(f"there is no site {site}: they go from 0 to {len(game.labels) - 1}")
    return site


def standing(state: StillState, site: int | str) -> tuple[Standing, ...]:
    """What stands on a site, the lowest first; nothing on an empty one."""
    game, number = state.game, site_of(state.game, site)
    kinds = {one.number: one for one in game.pieces}
    if schema.LEVEL in game.parts:
        first = number * game.height
        levels = enumerate(state.stack(number))
        return tuple(
            Standing(
                kinds[kind].name, kind, kinds[kind].owner, level=level,
                state=_level(state, schema.LEVEL_STATE, schema.STATE, first + level, number),
                value=_level(state, schema.LEVEL_VALUE, schema.VALUE, first + level, number),
            )
            for level, kind in levels
        )  # fmt: skip
    kind = state.what(number)
    if not kind:
        return ()
    numbers = [state.number(one, number) for one in ARRAYS]
    return (Standing(kinds[kind].name, kind, kinds[kind].owner, state.count(number), *numbers),)


def _level(state: StillState, part: Part, whole: Part, entry: int, site: int) -> int:
    """What is kept for a level, or for its whole site where levels are not told apart."""
    if part in state.game.parts:
        return state.game.field(state.raw, part, entry)
    return state.number(whole, site)


def sites_of(state: StillState, player: int) -> list[int]:
    """The sites on which a player's pieces stand, in their order; in stacks on any level.

    Raises:
        ValueError: there is no such player
    """
    game = state.game
    if not 0 <= player <= game.players + 1:
        raise ValueError(f"players go from 1 to {game.players}, not {player}")
    own = {one.number for one in game.pieces if one.owner == player}
    on_top = state.contents
    if schema.LEVEL in game.parts:
        return [site for site in range(len(on_top)) if own.intersection(state.stack(site))]
    return [site for site, kind in enumerate(on_top) if kind in own and state.count(site)]


def variables(state: StillState) -> Mapping[str, int]:
    """The numbers that rules keep under a name, "" for the one without; -1 where none is kept."""
    game = state.game
    return {
        part.name.removeprefix(NAMED) if part.name.startswith(NAMED) else "": game.field(
            state.raw, part
        )
        for part in game.parts
        if part.name == "var" or part.name.startswith(NAMED)
    }


def arrays(state: StillState) -> dict[str, npt.NDArray[np.int64]]:
    """What there is on every site, those of hands included: an array for each thing, by site.

    `piece` is the kind on top, 0 for none, `owner` whose it is, -1 where nothing is, `count` how
    many pieces there are; `state` and `value` only where the game has them.
    """
    import numpy as np  # noqa: PLC0415  playing does without

    game = state.game
    sites = range(len(game.labels))
    owners = np.array([-1, *(one.owner for one in game.pieces)], np.int64)
    piece = np.array(state.contents, np.int64)
    found: dict[str, Any] = {
        "piece": piece,
        "owner": owners[piece],
        "count": np.array([state.count(site) for site in sites], np.int64),
    }
    for part in ARRAYS:
        if part in game.parts and part.by is By.SITE:
            found[part.name] = np.array([state.number(part, site) for site in sites], np.int64)
    return found

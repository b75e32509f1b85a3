"""One game as its seats see it: what the adapters that play one game at a time share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from interpreter import Game, State, load
from interpreter.ir import schema
from interpreter.play import joint
from interpreter.play.notation.texts import said
from interpreter.show.status import colour_of

UNTOLD = (schema.RANDOM, schema.CHANCE, *schema.CHOICES)
RENDER_MODES = ("ansi", "human")


def game_of(
    game: Game | str | Path, options: Mapping[str, str] | None = None, ruleset: str | None = None
) -> Game:
    """The game that an adapter is asked for.

    Args:
        game: as `load` takes it, or a game that is there
        options, ruleset: as `load` takes them

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: options for a game that is there
    """
    if not isinstance(game, Game):
        return load(game, options, ruleset)
    if options or ruleset:
        raise ValueError(f"{game.name} is loaded; its options are chosen when it is loaded")
    return game


def seat_in(game: Game, seat: int) -> int:
    """A seat of a game.

    Raises:
        ValueError: there is no such seat
    """
    if seat not in range(1, game.players + 1):
        raise ValueError(f"{game.name} has {_seats(game.players)}, and no seat {seat!r}")
    return seat


def _seats(players: int) -> str:
    return "one seat, 1" if players == 1 else f"the seats 1 to {players}"


def render_mode_in(mode: str | None) -> str | None:
    """A way to show positions.

    Raises:
        ValueError: there is no such way
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f'the render modes are {", ".join(RENDER_MODES)}; not "{mode}"')
    return mode


def chosen_at_once(game: Game) -> bool:
    """Whether players choose at once in a game."""
    return any(part in schema.CHOICES for part in said(game).values())


def public_text(state: State) -> str:
    """The text of a position without what chance is going to draw, or the others have chosen."""
    hidden = tuple(f"{name} " for name, part in said(state.game).items() if part in UNTOLD)
    return "; ".join(
        one for one in state.text().split("; ") if not hidden or not one.startswith(hidden)
    )


def known_text(state: State, seat: int) -> str:
    """The text of a position as a seat knows it, without what chance is going to draw."""
    if not state.game.hides:
        return public_text(state)
    return state.seen_by(colour_of(state, seat)).text()


class Eyes:
    """What any seat sees of a position, also when it is not its turn.

    Args:
        game: what is played

    Raises:
        ValueError: the game has more actions than can be numbered
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._seen = game.batch(1)
        planes = game.planes.planes
        self._movers = [at for at, plane in enumerate(planes) if plane.source == "mover"]
        self._colours = [planes[at].player for at in self._movers]

    def mask(self, state: State) -> npt.NDArray[np.bool_]:
        """Whether each action is legal, (actions,)."""
        self._seen.set_state(0, state)
        return self._seen.legal_mask()[0]

    def planes(self, state: State, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat sees; the planes of the mover show who he is, not who looks."""
        mover, colour = state.mover, colour_of(state, seat)
        if colour != mover:
            # Planes show a position to the player to move; so he is made to be the one who looks.
            raw = state.raw[:]
            self.game.machine.put(raw, self.game.parts[schema.MOVER], colour)
            state = State(self.game, raw)
        self._seen.set_state(0, state)
        found = self._seen.observe()[0]
        for at, shown in zip(self._movers, self._colours, strict=True):
            found[at] = shown == mover
        return found


class Table:
    """One game that is played, with what each of its seats sees.

    Seats are counted from 1, and a seat keeps its number when colours are swapped.

    Args:
        game: what is played
        seed: fixes all games; taken from the system if not given

    Raises:
        ValueError: the game has more actions than can be numbered
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        if seed is None:
            seed = np.random.SeedSequence().generate_state(1, np.uint64).item()
        self._batch = game.batch(1, seed)
        self._eyes = Eyes(game)

    def begin(self, seed: int | None = None) -> None:
        """Begin the first game of a seed, which is `game.start(seed)`; else the next game."""
        self._batch.reset(seed=seed)

    @property
    def state(self) -> State:
        """The position."""
        return self._batch.state(0)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._batch.done[0])

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return int(self._batch.seats[0]) + 1

    @property
    def utilities(self) -> list[float]:
        """What the outcome is worth to each seat, from -1 to 1; zeros until the game is over."""
        return self._batch.utilities[0].tolist() if self.over else [0.0] * self.game.players

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each action that a seat may choose now, (actions,)."""
        if self.over or seat != self.seat:
            return np.zeros(self.game.actions.size, np.int8)
        return self._batch.legal_mask()[0].astype(np.int8)

    def mask_at_once(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each action that a seat may choose in the present round, (actions,)."""
        found = np.zeros(self.game.actions.size, np.int8)
        if seat in self.state.movers:
            found[:] = self._eyes.mask(joint.before(self.state, seat))
        return found

    def observe(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat sees, see `Eyes.planes`."""
        return self._eyes.planes(self.state, seat)

    def step(self, action: int) -> None:
        """Make an action of the seat whose turn it is.

        Raises:
            ValueError: there is no such action, or it is not legal here
            TypeError: the action is no whole number
        """
        actions = self.game.actions
        number = np.asarray(action)
        if number.shape != () or number.dtype.kind not in "iu":
            raise TypeError(f"an action is a whole number, not {action!r}")
        chosen = int(number)
        if self.over:
            raise ValueError("the game is over")
        name = actions.name(chosen)
        if not self._batch.legal_mask()[0, chosen]:
            raise ValueError(f"action {chosen} ({name}) is not legal here")
        self._batch.step([chosen])

    def spaces(self) -> tuple[Any, Any]:
        """The spaces of Gymnasium for what a seat sees and for actions, made anew."""
        from gymnasium import spaces  # noqa: PLC0415  only adapters that need it have it

        seen = spaces.Box(0, 255, self.game.planes.shape, np.uint8)
        return seen, spaces.Discrete(self.game.actions.size)

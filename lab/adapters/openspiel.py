"""Games for OpenSpiel: `from lab.adapters.openspiel import game`.

With this module, `pyspiel.load_game("ludwright(game=Hex,options=Size:5)")` is known too, and
`pyspiel.load_game("ludwright_chance(game=Backgammon)")` for games in which chance has a part.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports]
from open_spiel.python.observation import (  # pyright: ignore[reportMissingImports]
    IIGObserverForPublicInfoGame,
)

from interpreter import Game, LudError, Move, State, load
from interpreter.ir.program import MOST_MOVES, walk
from interpreter.play import chance
from interpreter.play.chance import Draw
from interpreter.play.notation.setting import bounds_of
from interpreter.rules.parts.course import MOST_CHANCES
from interpreter.text.tree import Symbol, clauses
from lab.adapters.table import Eyes, known_text
from lab.players.player import seat_of

SURE, CHANCE = "ludwright", "ludwright_chance"
MODES = {SURE: "DETERMINISTIC", CHANCE: "EXPLICIT_STOCHASTIC"}
PARAMETERS = {"game": "", "options": "", "ruleset": ""}
MOST_PLAYERS = 16
MOST_OUTCOMES = 1 << 20
# What stands between the parts of options, or means something to OpenSpiel, is written as %2C.
PLAIN = " '-.!"


def game(
    what: str | Path, *, options: Mapping[str, str] | None = None, ruleset: str | None = None
) -> Any:
    """A game as OpenSpiel has it.

    Args:
        what: the name of a game of the library, the path of a rule file, or rule text
        options, ruleset: as `load` takes them

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: the game has more actions than can be numbered
    """
    chosen = ";".join(f"{_coded(key)}:{_coded(item)}" for key, item in (options or {}).items())
    loaded = _loaded(_coded(str(what)), chosen, _coded(ruleset or ""))
    given = {"game": _coded(str(what)), "options": chosen, "ruleset": _coded(ruleset or "")}
    params = {name: text for name, text in given.items() if text}
    return pyspiel.load_game(CHANCE if loaded.draws else SURE, params)


def _coded(text: str) -> str:
    return quote(text, safe=PLAIN)


@functools.lru_cache(maxsize=64)
def _loaded(what: str, options: str, ruleset: str) -> Game:
    """The game that parameters name."""
    if not what:
        raise LudError("which game?", None, "as in ludwright(game=Hex)")
    pairs = [one.partition(":") for one in options.split(";") if one]
    chosen = {unquote(key).strip(): unquote(item).strip() for key, _, item in pairs}
    return load(unquote(what), chosen, unquote(ruleset) or None)


@dataclass(frozen=True)
class Spot:
    """Where a game is: at a choice, or at a draw of chance before the moves or after one.

    Args:
        game: what is played
        state: the position; None while the start rules draw
        told: what has fallen there since
        move: the move that was chosen, while it draws
    """

    game: Game
    state: State | None = None
    told: tuple[int, ...] = ()
    move: Move | None = None

    def __deepcopy__(self, _: dict[int, Any]) -> Spot:
        return self  # it never changes

    @functools.cached_property
    def due(self) -> Draw | None:
        """The draw that comes now; None at a choice."""
        if not self.game.draws:
            return None
        if self.state is None:
            return chance.next_at_start(self.game, self.told)
        return chance.next_draw(self.state, self.told, self.move and self.move.packed)

    @functools.cached_property
    def moves(self) -> dict[int, Move]:
        """The legal moves by action."""
        if self.state is None or self.due is not None:
            return {}
        found = self.state.moves(self.told if self.game.draws else None)
        return {self.game.actions.of(move): move for move in found}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.state.over

    def settled(self) -> Spot:
        """The spot behind all that needs neither a choice nor chance."""
        if self.due is not None:
            return self
        told = self.told if self.game.draws else None
        if self.state is None:
            return Spot(self.game, self.game.start(draws=told)).settled()
        if self.move is None:
            return self
        return Spot(self.game, self.state.after(self.move, told)).settled()

    def after(self, action: int) -> Spot:
        """The spot after a choice, or after a draw."""
        if self.due is not None:
            return replace(self, told=(*self.told, action)).settled()
        return replace(self, move=self.moves[action]).settled()

    @property
    def dice(self) -> list[int]:
        """What each die shows, also when it was thrown just now; 0 when it is used."""
        faces = [die.faces for die in self.game.dice]
        if self.state is None:
            return [0] * len(faces)
        if self.move is not None or not self.state.roll_due:
            return list(self.state.dice)
        thrown = [held[one] for held, one in zip(faces, self.told, strict=False)]
        return thrown + [0] * (len(faces) - len(thrown))


class LudGame(pyspiel.Game):
    """A game; what it is made of is in its parameters.

    Args:
        params: `game`, and perhaps `options` and `ruleset`

    Raises:
        LudError: there is no such game, option or ruleset; chance has a part in the game
    """

    registered = SURE

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.registered
        given = {**PARAMETERS, **(params or {})}
        self.held = _loaded(*(str(given[key]) for key in PARAMETERS))
        if self.held.draws and name == SURE:
            raise LudError(
                f"chance has a part in {self.held.name}", None, f"as in {CHANCE}(game=…)"
            )
        players, zero_sum = self.held.players, _zero_sum(self.held)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.held.actions.size,
            max_chance_outcomes=_most_outcomes(self.held) if name == CHANCE else 0,
            num_players=players, min_utility=-1.0, max_utility=1.0,
            utility_sum=0.0 if zero_sum else None, max_game_length=MOST_MOVES,
        )  # fmt: skip
        told = _type(name, (players, players), zero_sum=zero_sum, hides=self.held.hides)
        super().__init__(told, info, params or {})

    @functools.cached_property
    def eyes(self) -> Eyes:
        """What sees its positions."""
        return Eyes(self.held)

    def new_initial_state(self) -> LudState:
        """The start of a game."""
        return LudState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What fills tensors and writes strings."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ChanceGame(LudGame):
    """A game in which chance has a part."""

    registered = CHANCE


class LudState(pyspiel.State):
    """A position, or a draw of chance."""

    def __init__(self, made: LudGame) -> None:
        super().__init__(made)
        self.spot = Spot(made.held).settled()

    def current_player(self) -> int:
        """The seat whose turn it is, from 0; or chance, or the end."""
        if self.spot.over:
            return pyspiel.PlayerId.TERMINAL
        if self.spot.due is not None or self.spot.state is None:
            return pyspiel.PlayerId.CHANCE
        return seat_of(self.spot.state) - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.spot.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can fall, and how likely it is."""
        assert self.spot.due is not None
        many = self.spot.due.outcomes
        return [(outcome, 1 / many) for outcome in range(many)]

    def _apply_action(self, action: int) -> None:
        self.spot = self.spot.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.spot.due}: {action}"
        return self.spot.game.actions.name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.spot.over

    def returns(self) -> list[float]:
        """What the outcome is worth to each seat; zeros until the game is over."""
        if self.spot.state is None or not self.spot.over:
            return [0.0] * self.spot.game.players
        return list(self.spot.state.utilities)

    def __str__(self) -> str:
        spot = self.spot
        parts = ["" if spot.state is None else str(spot.state)]
        if spot.told:
            parts.append(f"drawn: {' '.join(map(str, spot.told))}")
        if spot.move is not None:
            parts.append(f"moving: {spot.move}")
        return "\n".join(parts)


class Observer:
    """What a seat sees: `observation`, the planes; `dice`, what they show, where there are some.

    Args:
        made: the game
        params: none are known

    Raises:
        ValueError: there are some
    """

    def __init__(self, made: LudGame, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers take no parameters, such as {params}")
        self.eyes = made.eyes
        shape, dice = made.held.planes.shape, len(made.held.dice)
        size = math.prod(shape)
        self.tensor = np.zeros(size + dice, np.float32)
        self.dict = {"observation": self.tensor[:size].reshape(shape)}
        if dice:
            self.dict["dice"] = self.tensor[size:]

    def set_from(self, state: LudState, player: int) -> None:
        """Fill the tensor with what a seat, counted from 0, sees."""
        spot = state.spot
        self.tensor.fill(0)
        if spot.state is not None:
            self.dict["observation"][:] = self.eyes.planes(spot.state, player + 1)
        if "dice" in self.dict:
            self.dict["dice"][:] = spot.dice

    def string_from(self, state: LudState, player: int) -> str:
        """The text of the position as the seat knows it, with what has fallen."""
        spot = state.spot
        if spot.state is None:
            return "start"
        return " ".join([known_text(spot.state, player + 1), *map(str, spot.told)])


def _zero_sum(game: Game) -> bool:
    """Whether what one wins the others lose: for two, unless the rules let all win or lose."""
    ends = [
        tuple(part.text for part in one.args if isinstance(part, Symbol))
        for one in clauses(game.expanded.game)
        if one.keyword.text == "result"
    ]
    return game.players == 2 and not {("All", "Win"), ("All", "Loss")} & set(ends)


def _most_outcomes(game: Game) -> int:
    """As many outcomes as any draw of the game has, or more."""
    bounds, program = bounds_of(game.program), game.program
    found = [
        bounds.of(function, step.operands[-1])
        for function in program.functions
        for step in walk(function.body)
        if step.name == "random" and function.name != "playout"
    ]
    # The generator of what falls before moves is set anew by such a number, which nobody tells.
    told = [high for low, high in found if low < MOST_CHANCES]
    return min(max(told, default=0), MOST_OUTCOMES)


def _type(
    name: str, players: tuple[int, int], *, zero_sum: bool, hides: bool = False
) -> Any:  # fmt: skip
    """What OpenSpiel is told of a game before it is made."""
    kind = pyspiel.GameType
    known = kind.Information
    return kind(
        short_name=name,
        long_name="Ludwright" if name == SURE else "Ludwright, with chance",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=getattr(kind.ChanceMode, MODES[name]),
        information=known.IMPERFECT_INFORMATION if hides else known.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


for kind in (LudGame, ChanceGame):
    if kind.registered not in pyspiel.registered_names():
        about = _type(kind.registered, (1, MOST_PLAYERS), zero_sum=False)
        pyspiel.register_game(about, kind)

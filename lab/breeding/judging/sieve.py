"""The sieve: what random games say about a game, in milliseconds, before anybody searches.

Checks come in the order of what they cost. Each refuses a game with a verdict; what passes has
features, by which archives tell kinds of games apart, and a fingerprint, by which two texts of
one game are known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

import numpy as np

from interpreter import Game, State
from interpreter.ir import schema
from interpreter.language.nodes import Node, forms_in
from interpreter.language.parts import EndRule, Result
from interpreter.language.words import Role
from interpreter.play.playouts import Playouts
from lab.breeding.kinds import Effort, Limits
from lab.breeding.making.alike import distinct
from lab.breeding.making.genome import Genome
from lab.breeding.making.wishes import board_of

FIRST: Final = 4
"""Random games before all others: those that never end are known by them."""
HASTY: Final = 16
"""Random games that need no code beyond what is compiled in a hurry."""
STEPPED: Final = 3
"""Random games that are looked at ply by ply."""
SHORTEST: Final = 4.0
"""Plies: a game that random players end sooner is no game."""
COUNTED: Final = 12
"""Of so many plies of these one at which moves that are the same move are counted."""
LOPSIDED: Final = 0.97
"""Share of decided random games beyond which one seat wins by itself."""
IDLE: Final = 0.5
"""Share of a player's plies below which he has too few with two moves or more, or too few that
change the board."""
MOST_COUNTED: Final = 200
"""First moves behind which a fingerprint counts the second ones; those of more are not counted."""


SEED: Final = 1
"""All children are sieved with the same random numbers, so that games that are alike are found."""


class RefusedError(Exception):
    """A game that is not worth a look.

    Args:
        verdict: in a word or two
        detail: in a sentence
    """

    def __init__(self, verdict: str, detail: str) -> None:
        super().__init__(f"{verdict}: {detail}")
        self.verdict, self.detail = verdict, detail


@dataclass(frozen=True, slots=True)
class Sifted:
    """What random games told of a game that passed.

    Args:
        played: the games
        features: `sites`, `length`, `branching`, `distinct`, `choice`, `first`, `draws`, and the
            words `board`, `goal` and `ends`
    """

    played: Playouts
    features: Mapping[str, float | str]


def sift(game: Game, genome: Genome, limits: Limits, effort: Effort, seed: int) -> Sifted:
    """Try a game by random play.

    Args:
        game: compiled from the rules
        genome: the rules
        limits: how large it may be and how long it may last
        effort: how many random games
        seed: fixes these

    Raises:
        RefusedError: it is hopeless
    """
    _check_frame(game, genome, limits)
    check_length(game.playouts(FIRST, seed=seed), 4 * limits.plies)
    hasty = game.playouts(HASTY, seed=seed)
    check_length(hasty, 2 * limits.plies)
    check_outcomes(hasty, 1.0)
    branching, choice, changing, apart = stepped(game, seed)
    if choice < IDLE:
        raise RefusedError(
            "no choice", f"somebody has two moves or more in only {choice:.0%} of the plies"
        )
    if changing < IDLE:
        raise RefusedError("no effect", f"only {changing:.0%} of somebody's moves change the board")
    played = game.playouts(effort.playouts, seed=seed)
    check_length(played, limits.plies)
    check_outcomes(played, LOPSIDED)
    features: dict[str, float | str] = {
        **_told(game, played, branching, apart),
        "choice": choice,
        "board": board_of(game.board),
        **kind_of(genome),
    }
    return Sifted(played, features)


def played_features(game: Game, played: Playouts, seed: int) -> dict[str, float]:
    """What random games tell of a game in numbers, whatever it is worth.

    Args:
        game: the game
        played: random games of it
        seed: fixes those that are looked at ply by ply
    """
    branching, _, _, apart = stepped(game, seed)
    return _told(game, played, branching, apart)


def _told(game: Game, played: Playouts, branching: float, apart: float) -> dict[str, float]:
    winners = played.winners
    return {
        "players": game.players,
        "sites": game.sites,
        "length": float(played.lengths.mean()),
        "branching": branching * apart,
        "distinct": apart,
        "first": float((winners == 1).mean()),
        "draws": float((winners == 0).mean()),
    }


def _check_frame(game: Game, genome: Genome, limits: Limits) -> None:
    if game.players < 2:
        raise RefusedError("one player", "there is nobody to play against")
    if game.players > limits.players:
        message = f"{game.players} players are more than {limits.players}"
        raise RefusedError("too many players", message)
    if game.sites > limits.sites:
        raise RefusedError("too large", f"{game.sites} sites are more than {limits.sites}")
    if genome.nodes > limits.nodes:
        raise RefusedError("too long", f"the rules have {genome.nodes} parts")
    if not any(part.kind is EndRule for part in genome.parts):
        raise RefusedError("no end", "no rule says how the game ends")


def check_length(played: Playouts, plies: float) -> None:
    """See that games last neither for ever nor for a few moves only.

    Raises:
        RefusedError: they do
    """
    mean = float(played.lengths.mean())
    if mean > plies:
        raise RefusedError("endless", f"random games last {mean:.0f} plies")
    if mean < SHORTEST:
        raise RefusedError("over at once", f"random games last {mean:.1f} plies")


def check_outcomes(played: Playouts, share: float) -> None:
    """See that both sides can win.

    Raises:
        RefusedError: nearly all games are drawn, or one seat wins nearly all
    """
    winners = played.winners
    decided = winners[winners > 0]
    if len(decided) < (1 - share) * len(winners) or not len(decided):
        raise RefusedError("drawn", "random games are hardly ever won")
    for seat in range(1, int(played.doubled.shape[1]) + 1):
        won = float((decided == seat).mean())
        if won >= share:
            raise RefusedError("one-sided", f"player {seat} wins {won:.0%} of random games")


@dataclass(frozen=True, slots=True)
class Ply:
    """A ply of a random game: who was to move, his moves, and whether one changed the board.

    `apart` is the share of moves that lead to positions of their own; None if it was not counted.
    """

    seat: int
    moves: int
    changed: bool
    apart: float | None


def stepped(game: Game, seed: int) -> tuple[float, float, float, float]:
    """What a few random games tell ply by ply.

    The mean number of moves, two shares of a player's plies, those of whom it is least: with
    two moves or more, and with a move that changes what stands where.
    """
    plies = [ply for number in range(STEPPED) for ply in _plies(game, seed, number)]
    own = [[ply for ply in plies if ply.seat == seat] for seat in _seats(game)]
    choice = min(_share(ply.moves > 1 for ply in one) for one in own)
    changing = min(_share(ply.changed for ply in one) for one in own)
    apart = float(np.mean([ply.apart for ply in plies if ply.apart is not None] or [1.0]))
    return float(np.mean([ply.moves for ply in plies])), choice, changing, apart


def _share(of: Iterable[bool]) -> float:
    """The share of what is so; 0 of nothing."""
    return float(np.mean([*of] or [False]))


def _plies(game: Game, seed: int, number: int) -> Iterator[Ply]:
    """A random game."""
    random = Random(f"sieve {number} of {seed}")
    state = game.start(seed + number)
    here = _sites_of_pieces(state)
    while not state.over:
        moves = game.legal(state.raw)
        after = State(game, game.after(state.raw, random.choice(moves)))
        there = _sites_of_pieces(after)
        counted = moves and not state.plies % COUNTED
        apart = distinct(game, state) / len(moves) if counted else None
        yield Ply(state.mover, len(moves), there != here, apart)
        state, here = after, there


def _sites_of_pieces(state: State) -> list[int]:
    """What stands where: the sites of each kind of piece, as bits."""
    game = state.game
    return [game.field(state.raw, schema.PLACED, piece.number) for piece in game.pieces]


def _seats(game: Game) -> range:
    return range(1, game.players + 1)


# Features


GOALS: Final[Mapping[str, str]] = {
    "is Line": "line",
    "is Connected": "connection",
    "is Loop": "connection",
    "is Pattern": "pattern",
    "no Pieces": "capture",
    "no Moves": "blocking",
    "is Blocked": "blocking",
    "is In": "reach",
    "byScore": "score",
}
"""What games are about, by the first of these forms that occurs in their end rules."""


def goal_of(genome: Genome) -> str:
    """What a game is about: `line`, `connection`, `capture`…; `other` if nothing tells."""
    for part in genome.parts:
        if part.kind is EndRule and part.node is not None:
            names = [form.name for form in forms_in(part.node)]
            found = next((GOALS[name] for name in names if name in GOALS), None)
            if found is not None:
                return found
    return "other"


OTHERS: Final = frozenset({Role.Next, Role.Prev, Role.NonMover, Role.Enemy})
"""Whose gain is a loss of who brings it about."""
WORTH: Final = {"Win": 1, "Loss": -1}


def ends_of(genome: Genome) -> str:
    """What end rules say of who brings the end about: he `wins`, `loses`, or `both`; else `other`.

    That the next player loses is a win, too.
    """
    found = {_worth(part.node) for part in genome.parts if part.kind is Result and part.node}
    signs = {1: "wins", -1: "loses"}
    return "both" if {1, -1} <= found else next((signs[one] for one in found if one), "other")


def _worth(result: Node) -> int:
    """1 for a gain, -1 for a loss, 0 for what is neither; told by the words of a result."""
    words = [value for _, value in result.args if isinstance(value, Enum)]
    what = next((WORTH[one.value] for one in words if one.value in WORTH), 0)
    return -what if OTHERS.intersection(words) else what


def kind_of(genome: Genome) -> dict[str, float | str]:
    """The features that are read in the rules."""
    return {"goal": goal_of(genome), "ends": ends_of(genome)}


# Fingerprints


def fingerprint(game: Game, played: Playouts) -> str:
    """A hash that is the same for games that play alike.

    It is made of the number of positions after one and two plies, and of the length and outcome
    of seeded random games: two texts of one game give the same, as long as they list their moves
    in the same order.
    """
    found = hashlib.blake2b(digest_size=16)
    raw = game.start().raw
    moves = game.legal(raw)
    counts = [len(moves)]
    if len(moves) <= MOST_COUNTED:
        counts.append(sum(len(game.legal(game.after(raw, move))) for move in moves))
    found.update(repr((game.players, game.sites, counts)).encode())
    found.update(played.lengths.tobytes())
    found.update(played.doubled.tobytes())
    return found.hexdigest()

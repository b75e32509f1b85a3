"""What the parts of breeding hand to each other; all of it can be pickled and written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

ALIVE: Final = ""
"""The verdict on a child that nothing speaks against yet."""
ILL_FORMED: Final = "ill-formed"
"""The verdict on rules that make no game."""
DUPLICATE: Final = "duplicate"
"""The verdict on a child that there was before."""
UNWANTED: Final = "unwanted"
"""The verdict on a child that is not what children are to be."""
SAME_RULES, SAME_PLAY = "tidied canonical", "tidied fingerprint"
"""The features that tell tidied rules, as `canonical` and `fingerprint` tell those before."""
NEAREST, DISTANCE, KNOWN = "nearest", "distance", "known"
"""The features that tell the nearest known game, how far it is, and that it is that game."""
MODEL: Final = "model"
"""The way to make a child that asks a language model."""
WASTED: Final = "wasted"
"""The feature that names the ways of tries that came to nothing before a child was made."""


@dataclass(frozen=True, slots=True)
class Parent:
    """A kept game that a child is made from.

    Args:
        number: of the child that it was, from 0
        name: what it was baptised
        text: its rules
        marks: `canonical` and `fingerprint`, before and after it was tidied: what a child must
            not have in common with it
    """

    number: int
    name: str
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conception:
    """What a child is made from; everything about the child follows from it and the settings.

    Args:
        number: of the child, from 0
        seed: fixes every choice that is made for it
        parents: one for a mutation, two for a crossing; none for a founder
        text: the rules of a founder, as they are; None for a child that is to be made
        rates: how often each way to make a child is taken, by name; their own if empty
    """

    number: int
    seed: int
    parents: tuple[Parent, ...] = ()
    text: str | None = None
    rates: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A child after the checks that need no search.

    Args:
        number: of the child, from 0
        verdict: why it goes no further, in a word or two; `ALIVE` if it does
        detail: the same in a sentence, for a reader
        stage: the stage that it came to: one of `STAGES`
        text: its rules, as a rule file; as far as they got
        change: how it was made: `crossing`, `regrow`, `number`…
        canonical: the same for texts of the same tree
        fingerprint: the same for games that play alike; empty before it is played
        features: what random games tell: `sites`, `length`, `branching`, and words such as `board`;
            `distinct`, the share of moves that no other move of the position is the same as
        seconds: processor time of each stage
    """

    number: int
    verdict: str
    detail: str
    stage: str
    text: str
    change: str
    canonical: str = ""
    fingerprint: str = ""
    features: Mapping[str, float | str] = field(default_factory=dict[str, float | str])
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What searching players make of a child.

    Args:
        number: of the child, from 0
        verdict: why it goes no further; `ALIVE` for a game that can be kept
        detail: the same in a sentence
        stage: `short`, `gate`, `long` or `tidy`: the last that it came to
        score: how good a game it is, from 0 to 1, by its long games; what archives compare
        measures: each measure with the bounds of its interval: value, low, high
        features: as those of a candidate, from played games and tidied rules; `recipe`, the
            greatest share of points that a player who hardly thinks got against a search; `skill`,
            what it is worth to search more, from one half to 1; where long games were played;
            `nearest`, the known game that it is most like, its `distance` in all, of rules and of
            play, and `known`, its name if it is that game
        moves: the names of the moves of a sample game
        text: its rules without what makes no difference; empty if they stay as they were
        seconds: processor time of each stage
    """

    number: int
    verdict: str
    detail: str
    stage: str
    score: float
    measures: Mapping[str, tuple[float, float, float]] = field(
        default_factory=dict[str, tuple[float, float, float]]
    )
    features: Mapping[str, float | str] = field(default_factory=dict[str, float | str])
    moves: tuple[str, ...] = ()
    text: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])


STAGES: Final = (
    "vary", "bind", "compile", "sieve", "fingerprint", "short", "gate", "long", "tidy",
)  # fmt: skip
"""What a child goes through, in this order; it stops where something speaks against it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one child may take; beyond it, it is given up.

    Args:
        seconds: processor time of each of its two examinations
        memory: MiB of the process that examines it
        players: who play it, at most: some measures, and the weights that were published, are
            for two
        nodes: of its rules after expansion
        sites: of its board
        plies: mean length of a game, at most
    """

    seconds: float = 20.0
    memory: int = 2048
    players: int = 2
    nodes: int = 600
    sites: int = 400
    plies: float = 300.0


@dataclass(frozen=True, slots=True)
class Effort:
    """How thoroughly children are tried.

    Args:
        playouts: random games of the sieve
        short_games, short_iterations: games of the first search, and iterations a move
        long_games, long_iterations: the same for those that did well
        promising: how sound short games must show a child to be, from 0 to 1, to be tried further
        gate: whether players that hardly think try those that are promising first
        times: how many times as many long games are played, of every kind
    """

    playouts: int = 256
    short_games: int = 12
    short_iterations: int = 100
    long_games: int = 40
    long_iterations: int = 250
    promising: float = 0.6
    gate: bool = True
    times: int = 1


@dataclass(frozen=True, slots=True)
class Wishes:
    """What children are to be; the games that a run begins with may be otherwise.

    Args:
        boards: kinds of boards: `square`, `hex`, `triangular`, `other`; any if empty
        need: words that their rules must have, as `Hop` or `is Line`
        without: words that they must not have
    """

    boards: tuple[str, ...] = ()
    need: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What somebody thinks of a game of a run.

    Args:
        number: of the child
        liked: whether it is to have more children than others, or else none
        since: the number of the first child to which this applies
    """

    number: int
    liked: bool
    since: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that fixes a run but its limits of time and number.

    Args:
        founders: names of games of the library, paths or texts, that the run begins with
        seed: fixes the whole run
        mode: `elites` for an archive with a place for every kind of game, `ludi` for one population
        crossing: the share of children with two parents
        rates: the relative frequency of ways to make a child, by name; that of others follows what
            comes of them
        ahead: how many children are under way at once; the run does not depend on the workers
        population: places of the population in the mode `ludi`
        limits: what one child may take
        effort: how thoroughly children are tried
        wishes: what children are to be
    """

    founders: tuple[str, ...]
    seed: int = 1
    mode: str = "elites"
    crossing: float = 0.5
    rates: Mapping[str, float] = field(default_factory=dict[str, float])
    ahead: int = 64
    population: int = 100
    limits: Limits = Limits()
    effort: Effort = Effort()
    wishes: Wishes = Wishes()

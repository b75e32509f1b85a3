"""The known game that a game is nearest to: by its rules, and by how random games of it go.

What is known of the games of the library is in `library.json`, which
`python -m lab.breeding.judging.nearest` writes anew after one of them has changed, and with `--all`
after what is compared has.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np

from interpreter import Game, LudError
from interpreter.language.nodes import Node
from interpreter.play.load import games, read
from interpreter.text.printer import one_line
from interpreter.text.tree import Integer, Real, Symbol
from lab.breeding.judging.sieve import SEED, played_features
from lab.breeding.kinds import DISTANCE, KNOWN, NEAREST
from lab.breeding.making.alike import same_game
from lab.breeding.making.genome import Genome

FILE: Final = "library.json"
PLAYED: Final = ("length", "branching", "draws", "first")
"""The features of random games that are compared."""
GAMES: Final = 64
"""Random games of each known game."""
LOGARITHMIC: Final = ("length", "branching")
"""Of which twice as much is as far from once as four times is from twice."""
NEAR: Final = 0.3
"""Random games of the same game are nearer than this to each other, by chance alone."""
TRIED: Final = 3
"""Known games with as many sites and first moves that are played beside it, the nearest first."""
Features = Mapping[str, float | str]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a game of the library.

    Args:
        name: of the game
        digest: changes with its rule file
        canonical: the same for texts of the same rules
        players, sites, moves: how many there are; of moves, at the start
        rules: how often what its rules are made of occurs in them
        played: its features in random games
    """

    name: str
    digest: str
    canonical: str
    players: int
    sites: int
    moves: int
    rules: Mapping[str, int]
    played: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Nearest:
    """The known game that a game is nearest to.

    Args:
        name: of the known game
        rules: how far the rules are from its rules, from 0 to 1
        play: how far random games are from its random games, from 0 to 1
        same: whether it is that game
    """

    name: str
    rules: float
    play: float
    same: bool = False

    @property
    def distance(self) -> float:
        """The mean of both; 0 for the same game."""
        return 0.0 if self.same else (self.rules + self.play) / 2

    @property
    def features(self) -> dict[str, float | str]:
        """What a child keeps of it; `known` only if it is that game."""
        found: dict[str, float | str] = {
            NEAREST: self.name,
            DISTANCE: round(self.distance, 3),
            f"{DISTANCE} of rules": round(self.rules, 3),
            f"{DISTANCE} of play": round(self.play, 3),
        }
        return {**found, KNOWN: self.name} if self.same else found


def nearest(genome: Genome, game: Game, features: Features) -> Nearest:
    """The known game that is nearest to a game.

    Args:
        genome: its rules
        game: compiled from them
        features: those of the sieve
    """
    marks = rule_marks(genome)
    found = [
        Nearest(one.name, rules_apart(marks, one.rules), play_apart(features, one.played))
        for one in library()
    ]
    order = sorted(range(len(found)), key=lambda number: (found[number].distance, number))
    moves, canonical = len(game.legal(game.start().raw)), genome.canonical
    alike = [
        number
        for number in order
        if (one := library()[number]).canonical == canonical
        or (one.players, one.sites, one.moves, found[number].play < NEAR)
        == (game.players, game.sites, moves, True)
    ]
    alike.sort(key=lambda number: library()[number].canonical != canonical)
    for number in alike[:TRIED]:
        one, near = library()[number], found[number]
        if one.canonical == canonical or same_game(_loaded(one.name), game):
            return Nearest(near.name, near.rules, near.play, same=True)
    return found[order[0]]


@lru_cache(maxsize=64)
def _loaded(name: str) -> Game:
    return Genome.read(name).compile()


def rule_marks(genome: Genome) -> Counter[str]:
    """What rules are made of: forms, forms within forms, and the words and numbers of forms.

    Names of pieces and regions do not count, nor does where in the rules something stands.
    """
    found: Counter[str] = Counter()
    holders: dict[tuple[int, ...], str] = {}
    for part in genome.parts:
        if isinstance(part.node, Node):
            name = part.node.ludeme.name
            holders[part.path] = name
            found[name] += 1
            holder = _holder(part.path, holders)
            if holder:
                found[f"{holder} > {name}"] += 1
        elif isinstance(part.tree, Symbol | Integer | Real):
            found[f"{_holder(part.path, holders)}: {one_line(part.tree)}"] += 1
    return found


def _holder(path: tuple[int, ...], holders: Mapping[tuple[int, ...], str]) -> str:
    """The form that something stands in, perhaps in a list; empty at the top."""
    above = (path[:length] for length in range(len(path) - 1, -1, -1))
    return next((holders[one] for one in above if one in holders), "")


def rules_apart(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """How far rules are from each other: the share of what only one of them is made of.

    Source: the weighted distance of Jaccard, or Ruzicka
    """
    names = one.keys() | other.keys()
    most = sum(max(one.get(name, 0), other.get(name, 0)) for name in names)
    least = sum(min(one.get(name, 0), other.get(name, 0)) for name in names)
    return 1 - least / most if most else 0.0


def play_apart(one: Features, other: Mapping[str, float]) -> float:
    """How far random games are from others: 0 for equal means, 0.63 a standard deviation apart."""
    gaps = [
        (_scaled(name, float(one.get(name, 0.0))) - _scaled(name, other[name])) / scale
        for name, scale in _scales().items()
    ]
    return 1 - math.exp(-math.sqrt(sum(gap * gap for gap in gaps) / len(gaps)))


def _scaled(name: str, value: float) -> float:
    return math.log2(max(1.0, value)) if name in LOGARITHMIC else value


@cache
def _scales() -> dict[str, float]:
    """By how much the games of the library differ."""
    return {
        name: float(np.std([_scaled(name, one.played[name]) for one in library()])) or 1.0
        for name in PLAYED
    }


# The library


@cache
def library() -> Sequence[Known]:
    """What is known of the games of the library, in the order of their names."""
    text = resources.files("lab.breeding.judging").joinpath(FILE).read_text("utf-8")
    return tuple(Known(**one) for one in json.loads(text))


def known(name: str) -> Known:
    """What there is to know of a game of the library.

    Raises:
        LudError: its rules make no game
    """
    genome = Genome.read(name)
    game = genome.compile()
    features = played_features(game, game.playouts(GAMES, seed=SEED), SEED)
    return Known(
        name, digest(name), genome.canonical, game.players, game.sites,
        len(game.legal(game.start().raw)), dict(sorted(rule_marks(genome).items())),
        {key: round(float(features[key]), 4) for key in PLAYED},
    )  # fmt: skip


def digest(name: str) -> str:
    """A few letters that change with the rule file of a game."""
    return blake2b(read(name).text.encode(), digest_size=6).hexdigest()


def _all(before: Mapping[str, Known]) -> Iterator[Known]:
    """What there is to know of all games; of those that have not changed, what was known before."""
    for name in sorted(games()):
        kept = before.get(name)
        if kept is not None and kept.digest == digest(name):
            yield kept
            continue
        try:
            yield known(name)
        except LudError as error:  # a match of several games has no tree of its own
            sys.stdout.write(f"{name}: {error.problems[0].message}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write what is known of the library, anew for the games whose rules have changed."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.breeding.judging.nearest", description=main.__doc__
    )
    parser.add_argument("--all", action="store_true", help="for all games, which takes minutes")
    everything = parser.parse_args(arguments).all
    before = {} if everything else {one.name: one for one in library()}
    rows = [json.dumps(asdict(one), ensure_ascii=False) for one in _all(before)]
    path = Path(__file__).with_name(FILE)
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")
    sys.stdout.write(f"{len(rows)} games in {path.name}\n")


if __name__ == "__main__":
    main()

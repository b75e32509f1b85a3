"""The table of criteria: one decorated function each, from which all else is derived.

A criterion is a function with a docstring: its first line says in a sentence what it is, the rest
how it is defined and where from. `@of_games` takes a function of one game, `@of_all` one of
everything that was gathered.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from lab.measuring.estimates import Sample, Undefined, mean
from lab.measuring.material import SELFPLAY, Material
from lab.measuring.plies import Record

FAMILIES = {
    "viability": "Viability: can it be played at all",
    "course": "Course: how a game goes",
    "tension": "Tension: who is ahead, and for how long",
    "choice": "Choice: what there is to choose from",
    "depth": "Depth: what thinking is worth",
    "rules": "Rules: what is written",
}
BETTER = ("higher", "lower", "neither")
Span = tuple[float, float]


@dataclass(frozen=True)
class Criterion:
    """Something that is measured.

    Args:
        name: as it is asked for
        family: one of `FAMILIES`
        better: whether `higher` or `lower` is better, or `neither`
        span: its least and its greatest value; None if it has no bounds
        source: the part of the material that it needs
        players: how many must play, at least
        sample: what the material tells about it
        about: its definition
    """

    name: str
    family: str
    better: str
    span: Span | None
    source: str
    players: int
    sample: Callable[[Material], Sample]
    about: str

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.name.replace("_", " ")

    @property
    def summary(self) -> str:
        """What it is, in a sentence."""
        return " ".join(self.about.split("\n\n")[0].split())

    def of(self, material: Material) -> Sample:
        """What the material tells about it.

        Raises:
            Undefined: nothing
        """
        if material.players < self.players:
            raise Undefined(f"a game for {material.players} has none")
        return self.sample(material)


CRITERIA: dict[str, Criterion] = {}
"""All criteria by name, in the order in which they are shown."""


def of_all(
    family: str,
    better: str = "neither",
    *,
    span: Span | None = (0.0, 1.0),
    source: str = SELFPLAY,
    players: int = 2,
) -> Callable[[Callable[[Material], Sample]], Callable[[Material], Sample]]:
    """Enter a criterion that looks at everything that was gathered."""
    assert family in FAMILIES
    assert better in BETTER

    def enter(function: Callable[[Material], Sample]) -> Callable[[Material], Sample]:
        name = function.__name__
        assert name not in CRITERIA, f"{name} is entered twice"
        about = inspect.getdoc(function) or ""
        CRITERIA[name] = Criterion(name, family, better, span, source, players, function, about)
        return function

    return enter


def of_games(
    family: str,
    better: str = "neither",
    *,
    span: Span | None = (0.0, 1.0),
    players: int = 2,
    none: str = "no game tells anything about it",
) -> Callable[[Callable[[Record], float | None]], Callable[[Record], float | None]]:
    """Enter a criterion of single games, of which the mean counts.

    The function gives None for a game that tells nothing.

    Args:
        none: the reason there is no figure if no game tells anything
    """

    def enter(function: Callable[[Record], float | None]) -> Callable[[Record], float | None]:
        def sample(material: Material) -> Sample:
            try:
                return mean([function(record) for record in material.records])
            except Undefined:
                raise Undefined(none) from None

        sample.__name__, sample.__doc__ = function.__name__, function.__doc__
        of_all(family, better, span=span, players=players)(sample)
        return function

    return enter

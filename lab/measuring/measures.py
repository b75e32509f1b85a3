"""Measuring a game: from a plan through its games to figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from interpreter import Game
from interpreter.play.search.positions import by_chance
from lab.measuring.criteria.criterion import Criterion
from lab.measuring.criteria.known import chosen, sources
from lab.measuring.estimates import Figure, Floats, Resampling, Undefined, figure, missing
from lab.measuring.material import Material, Progress, amount
from lab.measuring.plan import Plan
from lab.measuring.summary import PARTS, SCORED, WEIGHTS, predicted, quality, score

__all__ = ["Figure", "Measures", "Plan", "measure", "study"]


@dataclass(frozen=True)
class Measures:
    """What was measured of a game.

    Args:
        game: its name
        options: its chosen options
        players: how many play
        plan: how it was measured
        figures: each criterion by name
        predicted: the weighted sum of criteria; see `summary.WEIGHTS`
        quality: the harmonic mean of criteria; see `summary.PARTS`
        score: what orders games; see `summary.score`
    """

    game: str
    options: Mapping[str, str]
    players: int
    plan: Plan
    figures: Mapping[str, Figure]
    predicted: Figure
    quality: Figure
    score: Figure

    def __getitem__(self, name: str) -> Figure:
        return self.figures[name]

    def data(self) -> dict[str, Any]:
        """The same as JSON has it; None for what is not defined."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "players": self.players,
            "plan": self.plan.data(),
            "predicted": figure_data(self.predicted),
            "quality": figure_data(self.quality),
            "score": figure_data(self.score),
            "criteria": {name: figure_data(one) for name, one in self.figures.items()},
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Measures:
        """Measures from what `data` has given."""
        plan = data["plan"]
        return cls(
            data["game"],
            dict(data["options"]),
            data["players"],
            Plan(**{**plan, "criteria": tuple(plan["criteria"])}),
            {name: _read(one) for name, one in data["criteria"].items()},
            _read(data["predicted"]),
            _read(data["quality"]),
            _read(
                data.get("score", {"value": None, "reason": "measured before there was a score"})
            ),
        )


def figure_data(one: Figure) -> dict[str, Any]:
    """A figure as JSON has it; a reason where it is not defined."""
    if not one.known:
        return {"value": None, "reason": one.reason}
    return {"value": one.value, "low": one.low, "high": one.high, "count": one.count}


def _read(data: Mapping[str, Any]) -> Figure:
    if data["value"] is None:
        return missing(data["reason"])
    return Figure(data["value"], data["low"], data["high"], data["count"])


@dataclass
class Study:
    """A game that is measured, and what was gathered for it."""

    material: Material
    measures: Measures


def measure(game: Game, plan: Plan | None = None, progress: Progress | None = None) -> Measures:
    """Numbers that tell how a game plays, from games of a search against itself.

    Args:
        game: what is measured; one that runs as native code
        plan: how thoroughly, and which criteria
        progress: told how many games are done, and of how many

    Raises:
        LudError: no criterion is called as one of the plan's
        ValueError: there is no native code
    """
    return study(game, plan or Plan(), progress).measures


def study(
    game: Game, plan: Plan, progress: Progress | None = None, before: Material | None = None
) -> Study:
    """Measure a game, and keep what was gathered; as `measure`.

    Args:
        before: what was gathered of the game under another plan: no game is played twice
    """
    wanted = chosen(plan.criteria)
    total = amount(plan, sources(wanted), drawn=by_chance(game))
    material = Material(game, plan, progress, total, before)
    return Study(material, assess(material, wanted))


def assess(material: Material, wanted: Sequence[Criterion]) -> Measures:
    """The figures of what was gathered."""
    made = _Assessment(Resampling(material.plan.resamples, material.plan.seed))
    for one in wanted:
        made.add(one, material)
    game, plan = material.game, material.plan
    return Measures(
        game.name,
        dict(game.options),
        material.players,
        plan,
        made.figures,
        made.summary(WEIGHTS, predicted),
        made.summary(PARTS, quality),
        made.summary(SCORED, score),
    )


@dataclass
class _Assessment:
    """Figures as they are found, with the values in resampled games."""

    resampling: Resampling
    figures: dict[str, Figure] = field(default_factory=dict[str, Figure])
    values: dict[str, Floats] = field(default_factory=dict[str, Floats])

    def add(self, one: Criterion, material: Material) -> None:
        """One more criterion."""
        try:
            sample = one.of(material)
        except Undefined as reason:
            self.figures[one.name] = missing(str(reason))
            return
        values = self.resampling.values(sample, one.source)
        self.values[one.name] = values
        self.figures[one.name] = figure(values, sample.count, one.span)

    def summary(self, parts: Sequence[str] | Mapping[str, float], join: Any) -> Figure:
        """A figure made of criteria."""
        absent = [name for name in parts if name not in self.figures]
        if absent:
            return missing(f"not measured: {', '.join(absent)}")
        if not any(name in self.values for name in parts):
            return missing("none of its parts is defined for this game")
        nothing = np.full(self.resampling.count + 1, math.nan)
        values = join({name: self.values.get(name, nothing) for name in parts})
        known = [self.figures[name].count for name in parts if name in self.values]
        found = figure(values, min(known))
        if found.known:
            return found
        undefined = [name for name in parts if not self.figures[name].known]
        return missing(f"not defined for this game: {', '.join(undefined)}")

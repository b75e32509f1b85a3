"""What `lab.checks` finds in rule texts, as it is told to programs."""

from __future__ import annotations

from statistics import mean

from interpreter import Game, LudError
from interpreter.services.mending import seen
from lab.checks.fixing import Fixed, Step
from lab.checks.rules import File, Report
from lab.checks.trial import Trial
from lab.told.mistakes import (
    Check,
    Checked,
    Failed,
    Repair,
    Repaired,
    Tried,
    changes,
    mistake,
    part,
)


def check_of(report: Report) -> Check:
    """What was found in some files."""
    return Check(report.errors, report.warnings, [checked(one) for one in report.found])


def checked(file: File) -> Checked:
    """What was found in one file."""
    mistakes = [mistake(one.problem, file.source, dict(one.options)) for one in file.flaws]
    errors, game = file.errors, file.game
    tried = None if game is None or file.trial is None else _tried(game, file.trial, file.seconds)
    name = None if game is None or errors else game.name
    return Checked(file.name, name, errors, len(mistakes) - errors, mistakes, tried)


def _tried(game: Game, found: Trial, seconds: float) -> Tried:
    lengths, names = found.lengths, {kind.number: kind.name for kind in game.pieces}

    def named(numbers: set[int]) -> list[str]:
        return [names[number] for number in sorted(numbers)]

    return Tried(
        found.games,
        found.plies,
        min(lengths, default=None),
        round(mean(lengths), 2) if lengths else None,
        max(lengths, default=None),
        found.limited,
        sorted(found.movers),
        named(found.seen),
        named(found.moved),
        seconds,
    )


def repaired(found: Fixed) -> Repaired:
    """What was done to a text."""
    left = [mistake(one, found.after) for one in found.left]
    steps = [_repair(one) for one in found.steps]
    return Repaired(found.before.name, found.changed, steps, left, found.after.text)


def _repair(one: Step) -> Repair:
    problem, place = one.problem, seen(one.problem.span, one.source)
    where = None if place is None else part(place)
    return Repair(
        problem.code, problem.message, one.mend.title, where, changes(one.mend, one.source)
    )


def failed(error: LudError) -> Failed:
    """A mistake in what a command was given."""
    return Failed([mistake(one) for one in error.problems])

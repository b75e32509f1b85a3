"""Looking for every mistake in rule files, and for rules that mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter import Game, LudError, load
from interpreter.text.errors import Problem
from lab.checks.trial import SECONDS, doubts, trial


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a number of files."""

    files: int
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> int:
        """The number of mistakes."""
        return sum(not problem.warning for problem in self.problems)

    @property
    def warnings(self) -> int:
        """The number of things that are legal but cannot be meant."""
        return len(self.problems) - self.errors

    def __str__(self) -> str:
        counts = (
            _counted(self.files, "file"),
            _counted(self.errors, "error"),
            _counted(self.warnings, "warning"),
        )
        return ", ".join(counts)


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'s' * (number != 1)}"


def check(what: str | Path | Sequence[str | Path], *, play: float = SECONDS) -> Report:
    """Everything that is wrong with rule files, and what in them can hardly be meant.

    Args:
        what: a rule file, a folder of them, rule text, the name of a game, or several of these
        play: seconds of random games for each, in which it is seen what never happens; 0 for none
    """
    several = [what] if isinstance(what, str | Path) else what
    files = [file for one in several for file in rule_files(one)]
    found = (problem for file in files for problem in problems(file, play=play))
    return Report(len(files), tuple(found))


def rule_files(what: str | Path) -> list[str | Path]:
    """The rule files in a folder, at any depth; anything else stands for itself."""
    if isinstance(what, Path) and what.is_dir():
        return [*sorted(what.rglob("*.lud"))]
    return [what]


def problems(path: str | Path, *, play: float = 0) -> list[Problem]:
    """The problems of a file, each once: with its defaults, and with every other item chosen.

    Args:
        path: the file, or whatever else `load` takes
        play: seconds of random games with its defaults
    """
    found: dict[tuple[str, int, bool], Problem] = {}

    def add(here: Iterable[Problem], hint: str | None = None) -> None:
        for problem in here:
            key = (problem.message, _start(problem), problem.warning)
            if key not in found:
                found[key] = replace(problem, hint=_joined(problem.hint, hint))

    try:
        game = load(path)
    except LudError as error:
        add(error.problems)
        return list(found.values())
    add(game.warnings)
    if play:
        # Rules that were never compiled are played at once in Python.
        tried = game if game.kept else load(path, backend="python")
        add(doubts(tried, trial(tried, play)))
    for heading, item in other_items(game):
        hint = f"with the option {heading}={item}"
        try:
            add(load(path, {heading: item}).warnings, hint)
        except LudError as error:
            add(error.problems, hint)
    return sorted(found.values(), key=_start)


def _start(problem: Problem) -> int:
    return problem.span.start if problem.span else -1


def other_items(game: Game) -> Iterator[tuple[str, str]]:
    """The items of options that are not chosen, with their headings."""
    for group in game.expanded.options:
        for item in group.items:
            if item.name != game.options[group.heading]:
                yield group.heading, item.name


def _joined(*hints: str | None) -> str | None:
    return "\n  ".join(hint for hint in hints if hint) or None

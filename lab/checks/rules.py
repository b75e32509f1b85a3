"""Looking for every mistake in rule files, and for rules that mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter import Game, LudError
from interpreter.play.load import catalogue, compile_source, defines, read
from interpreter.services.document import Document
from interpreter.text.errors import Problem, Source, in_order
from interpreter.text.expand import Expanded
from lab.checks.trial import SECONDS, Trial, doubts, trial


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that is wrong with a rule file, or hardly meant.

    Args:
        options: what must be chosen for it to appear, by the headings of options
    """

    problem: Problem
    options: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def told(self) -> Problem:
        """The problem with what must be chosen for it among its hints."""
        chosen = [f"with the option {heading}={item}" for heading, item in self.options.items()]
        hints = [*filter(None, [self.problem.hint]), *chosen]
        return replace(self.problem, hint="\n  ".join(hints) or None)


@dataclass(frozen=True, slots=True)
class File:
    """A rule file that was looked at.

    Args:
        source: its text; None if it cannot be read
        name: its path, or what else it is called
        flaws: what is wrong with it, in the order of the text
        game: the game with its defaults; None if something is wrong with that
        trial: random games, if there were any
        seconds: what was given for them
    """

    source: Source | None
    name: str
    flaws: tuple[Flaw, ...]
    game: Game | None = None
    trial: Trial | None = None
    seconds: float = 0.0

    @property
    def errors(self) -> int:
        """The number of mistakes."""
        return sum(not one.problem.warning for one in self.flaws)


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a number of files."""

    found: tuple[File, ...]

    @property
    def files(self) -> int:
        """How many were looked at."""
        return len(self.found)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with all of them."""
        return tuple(one.told for file in self.found for one in file.flaws)

    @property
    def errors(self) -> int:
        """The number of mistakes."""
        return sum(file.errors for file in self.found)

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


Rules = str | Path | Source
"""A rule file, a folder of them, a text, or the name of a game."""


def check(what: Rules | Sequence[Rules], *, play: float = SECONDS) -> Report:
    """Everything that is wrong with rule files, and what in them can hardly be meant.

    Args:
        what: a rule file, a folder of them, rule text, the name of a game, or several of these
        play: seconds of random games for each, in which it is seen what never happens; 0 for none
    """
    several = [what] if isinstance(what, str | Path | Source) else what
    files = [file for one in several for file in rule_files(one)]
    return Report(tuple(looked_at(file, play=play) for file in files))


def rule_files(what: Rules) -> list[Rules]:
    """The rule files in a folder, at any depth; anything else stands for itself."""
    if isinstance(what, Path) and what.is_dir():
        return [*sorted(what.rglob("*.lud"))]
    return [what]


def looked_at(what: Rules, *, play: float = 0) -> File:
    """A rule file with its problems, each once: with its defaults, and with every other item.

    Args:
        what: the text, the file, or whatever else `load` takes
        play: seconds of random games with its defaults
    """
    try:
        source = what if isinstance(what, Source) else read(what)
    except LudError as error:
        return File(None, str(what), tuple(map(Flaw, error.problems)))
    found: dict[tuple[str, int, bool], Flaw] = {}

    def add(here: Iterable[Problem], options: Mapping[str, str] | None = None) -> None:
        for problem in here:
            key = (problem.message, _start(problem), problem.warning)
            found.setdefault(key, Flaw(problem, options or {}))

    try:
        game = compile_source(source)
    except LudError as error:
        return File(source, source.name, tuple(map(Flaw, _all_mistakes(source, error))))
    add(game.warnings)
    played = None
    if play:
        played = trial(game, play)
        add(doubts(game, played))
    for heading, item in other_items(game.expanded):
        options = {heading: item}
        try:
            add(compile_source(source, options).warnings, options)
        except LudError as error:
            add(error.problems, options)
    flaws = tuple(sorted(found.values(), key=lambda one: _start(one.problem)))
    return File(source, source.name, flaws, game, played, play)


def _all_mistakes(source: Source, error: LudError) -> list[Problem]:
    """What keeps a text from being a game, and what would do so behind that."""
    found = list(error.problems)
    known = {(one.message, _start(one)) for one in found}
    more = (one for one in Document(source, catalogue(), defines()).problems if not one.warning)
    return in_order([*found, *(one for one in more if (one.message, _start(one)) not in known)])


def _start(problem: Problem) -> int:
    return problem.span.start if problem.span else -1


def other_items(rules: Expanded) -> Iterator[tuple[str, str]]:
    """The items of options that are not chosen, with their headings."""
    for group in rules.options:
        for item in group.items:
            if item.name != rules.chosen[group.heading]:
                yield group.heading, item.name

"""From what was asked for on the command line to measures, tables and files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from interpreter import Game, LudError, load
from interpreter.play.search.positions import by_chance
from lab.cli.needs import need
from lab.cli.told import tell
from lab.files.find import rules
from lab.files.records import check_place
from lab.measuring.criteria.known import chosen, sources
from lab.measuring.material import amount
from lab.measuring.measures import Plan, Study, study
from lab.measuring.plan import QUICK, THOROUGH
from lab.measuring.telling.tables import listing, show
from lab.terminal.progress import progress
from lab.told.making import measures


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be measured, as asked for; see the help of the command."""

    games: tuple[str, ...]
    options: Mapping[str, str]
    ruleset: str | None
    preset: str
    number: int | None
    iterations: int | None
    plies: int | None
    seed: int
    jobs: int
    criteria: tuple[str, ...]
    json: Path | None
    html: Path | None


def plan_of(wish: Wish) -> Plan:
    """The plan that is asked for.

    Raises:
        LudError: no criterion is called as one that is asked for
    """
    preset = {"quick": QUICK, "thorough": THOROUGH}.get(wish.preset, {})
    names = [name for word in wish.criteria for name in word.split(",") if name.strip()]
    criteria = tuple(one.name for one in chosen(names)) if names else ()
    asked: dict[str, Any] = {
        "games": wish.number, "iterations": wish.iterations, "plies": wish.plies,
    }  # fmt: skip
    given = {name: value for name, value in asked.items() if value is not None}
    return Plan(**{**preset, **given}, seed=wish.seed, jobs=wish.jobs, criteria=criteria)


def run(wish: Wish) -> None:
    """Measure games, show the tables and write the files."""
    if not wish.games:
        raise LudError("which game is to be measured?", None, "as in ludwright measure Yavalath")
    plan = plan_of(wish)
    for path in (wish.json, wish.html):
        check_place(path)
    if wish.html is not None:
        need("a report with plots", "lab", "matplotlib")
    games = [_loaded(name, wish) for name in wish.games]
    studies = studied(games, plan)
    measured = [one.measures for one in studies]
    if tell(measures([one.data() for one in measured]), wish.json):
        show(measured, Console())
    if wish.html is not None:
        from lab.measuring.telling.report import report  # noqa: PLC0415  imports matplotlib

        write(wish.html, report(studies))


def _loaded(name: str, wish: Wish) -> Game:
    return measurable(load(rules(name), wish.options, wish.ruleset))


def measurable(game: Game) -> Game:
    """A game that can be measured.

    Raises:
        LudError: there is no native code
    """
    if game.machine.name != "llvm":
        raise LudError("measuring needs native code, and llvmlite is not installed")
    return game


def studied(games: Sequence[Game], plan: Plan) -> list[Study]:
    """Games measured one after the other, with a bar where somebody looks."""
    needed = sources(chosen(plan.criteria))
    totals = [amount(plan, needed, drawn=by_chance(game)) for game in games]
    found: list[Study] = []
    with progress(sum(totals)) as advance:
        for number, game in enumerate(games):
            before = sum(totals[:number])

            def tell(done: int, _: int, before: int = before) -> None:
                if advance is not None:
                    advance(before + done)

            found.append(study(game, plan, tell))
    return found


def write(path: Path, text: str) -> None:
    """Write a file.

    Raises:
        LudError: it cannot be written
    """
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None


def tell_criteria() -> None:
    """Print what can be measured."""
    sys.stdout.write("\n".join(listing()) + "\n")

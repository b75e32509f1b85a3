"""Variants of a game, as they were asked for on the command line: made, told and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter import LudError
from lab.breeding.judging.aim import aim_of
from lab.breeding.telling.variants import compared, said
from lab.breeding.telling.wording import command
from lab.breeding.vary import PLAN, Variation, vary, work
from lab.cli import told
from lab.cli.tasks.measure import write
from lab.files.find import rules
from lab.terminal.progress import progress
from lab.told.making import varied
from lab.web.site import file_name


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for; see the help of the command."""

    game: str
    keep: Sequence[str]
    fix: str
    number: int
    out: Path
    seed: int
    games: int
    iterations: int
    jobs: int
    options: Mapping[str, str]
    ruleset: str | None
    json: Path | None = None


def run(wish: Wish) -> None:
    """Make variants, tell what they do, and write them as rule files with a page.

    Raises:
        LudError: a mistake in what is asked for, nothing to vary, or a file cannot be written
    """
    aim = aim_of(wish.fix)
    plan = replace(PLAN, games=wish.games, iterations=wish.iterations, jobs=wish.jobs)
    if wish.out.exists() and not wish.out.is_dir():
        raise LudError(f"{wish.out} is a file, and no folder to write to")
    with progress(work(plan, aim, wish.number)) as advance:

        def tell(done: int, _: int) -> None:
            if advance is not None:
                advance(done)

        found = vary(
            rules(wish.game), keep=wish.keep, fix=wish.fix, number=wish.number, seed=wish.seed,
            plan=plan, options=wish.options, ruleset=wish.ruleset, progress=tell,
        )  # fmt: skip
    names = {one.name: f"{file_name(one.name)}.lud" for one in found.variants}
    _write(found, wish.out, names)
    files = {name: str(wish.out / file) for name, file in names.items()}
    if not told.tell(varied(found, files), wish.json):
        return
    for line in said(found):
        print(line)
    index = wish.out / "index.html"
    print(f"{index}   compares them")
    print(f"{command('play', str(wish.out / names[found.variants[0].name]))}   plays the first")


def _write(found: Variation, folder: Path, names: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudError(f"{folder} cannot be made: {error.strerror}") from None
    for one in found.variants:
        write(folder / names[one.name], one.text)
    write(folder / "index.html", compared(found, names))

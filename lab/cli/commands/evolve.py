"""The command `ludwright evolve`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer
from typer.core import TyperCommand

from lab.breeding.kinds import MODEL, Effort, Limits, Settings
from lab.cli.options import Json

FROM: Final = "--from"


class EvolveCommand(TyperCommand):
    """A command whose `--from` takes all games that stand behind it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`--from Hex line` as `--from Hex --from line`."""
        return super().parse_args(ctx, spread(args))


def spread(args: Sequence[str]) -> list[str]:
    """Arguments in which every game has a `--from` of its own; the file of a run is no game."""
    found: list[str] = []
    open_ = False
    for word in args:
        if word == FROM:
            open_ = True
            continue
        open_ = open_ and not word.startswith("-") and not word.endswith(".db")
        found += [FROM, word] if open_ else [word]
    return found


def evolve(
    run: Annotated[
        Path,
        typer.Argument(metavar="RUN.db", help="The file of the run; it goes on if it is there."),
    ],
    from_: Annotated[
        list[str] | None,
        typer.Option(
            FROM,
            metavar="GAME...",
            help="What to begin with: games of the library, families such as line, rule files and "
            "folders of them; games of many kinds if not given.",
        ),
    ] = None,
    children: Annotated[
        int | None,
        typer.Option("--children", "-n", min=0, help="Stop at so many, earlier ones included."),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=0, help="Stop after so long.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", min=1, help="Processes; one for each core if not given."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="Work on a Dask cluster, as tcp://host:8786."
        ),
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option("--games", metavar="FOLDER", help="Write the best as rule files there."),
    ] = None,
    best: Annotated[
        int, typer.Option("--best", min=1, help="How many games are shown, and written.")
    ] = 10,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Fixes the run; 1 if new.")
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            "--mode",
            metavar="MODE",
            help="elites keeps the best game of every kind, ludi one population.",
        ),
    ] = None,
    crossing: Annotated[
        float | None,
        typer.Option("--crossing", min=0, max=1, help="The share of children with two parents."),
    ] = None,
    rate: Annotated[
        list[str] | None,
        typer.Option("--rate", metavar="NAME=WEIGHT", help="How often children are varied so."),
    ] = None,
    model: Annotated[
        bool,
        typer.Option(
            "--model",
            help="A language model makes one mutation in ten, or as --rate model=WEIGHT says; the "
            "address of its server is in LUDWRIGHT_MODEL_URL.",
        ),
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=NUMBER",
            help=f"What a child may take: {', '.join(one.name for one in fields(Limits))}.",
        ),
    ] = None,
    effort: Annotated[
        list[str] | None,
        typer.Option(
            "--effort",
            metavar="NAME=NUMBER",
            help=f"How children are tried: {', '.join(one.name for one in fields(Effort))}.",
        ),
    ] = None,
    board: Annotated[
        list[str] | None,
        typer.Option(
            "--board", metavar="KIND", help="Boards of children: square, hex, triangular, other."
        ),
    ] = None,
    need: Annotated[
        list[str] | None,
        typer.Option("--need", metavar="WORD", help="A word that children's rules must have."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="WORD", help="A word that they must not have."),
    ] = None,
    like: Annotated[
        list[str] | None,
        typer.Option("--like", metavar="NAME", help="This game has more children from now on."),
    ] = None,
    dislike: Annotated[
        list[str] | None,
        typer.Option("--dislike", metavar="NAME", help="This game has no more children."),
    ] = None,
    ahead: Annotated[
        int | None, typer.Option("--ahead", min=1, help="How many children are under way at once.")
    ] = None,
    population: Annotated[
        int | None, typer.Option("--population", min=2, help="Places in the mode ludi.")
    ] = None,
    json: Json = None,
) -> None:
    """Breed games: cross and mutate rules, try what comes of it, keep the best.

    Everything is in one file. Stop it with Ctrl-C or by any other means:
    named again, it goes on where it was. What it does follows from its seed
    and settings, not from the number of workers. When a limit is reached, the
    best are measured again with fresh games, and these figures are told.

    [bold]Examples[/bold]

      ludwright evolve first.db --minutes 10
      ludwright evolve first.db --minutes 60 --workers 8
      ludwright evolve lines.db --from line Hex my-game.lud --seed 7 -n 5000
      ludwright evolve browne.db --mode ludi --population 200 --limit seconds=10
      ludwright evolve hops.db --board hex --need Hop --without Line
      LUDWRIGHT_MODEL_URL=http://127.0.0.1:8080/v1 ludwright evolve asked.db --model
      ludwright evolve first.db --minutes 10 --like Perl --dislike Crel
      ludwright evolve first.db -n 0 --best 5 --games best/
      ludwright evolve big.db --scheduler tcp://192.168.0.1:8786
    """
    from lab.cli.tasks.run_screen import Wish, show  # noqa: PLC0415

    plain: dict[str, Any] = {
        "seed": seed,
        "mode": mode,
        "crossing": crossing,
        "ahead": ahead,
        "population": population,
    }
    chosen = {name: value for name, value in plain.items() if value is not None}
    base = _stored(run) or Settings(founders=())
    if rate:
        chosen["rates"] = _rates(rate)
    if model and MODEL not in (chosen.get("rates") or base.rates):
        from lab.breeding.making.model import RATE  # noqa: PLC0415

        chosen["rates"] = {**(chosen.get("rates") or base.rates), MODEL: RATE}
    if limit:
        chosen["limits"] = _numbers(base.limits, limit, "--limit")
    if effort:
        chosen["effort"] = _numbers(base.effort, effort, "--effort")
    wished = {"boards": board, "need": need, "without": without}
    if any(wished.values()):
        given = {name: tuple(words) for name, words in wished.items() if words}
        chosen["wishes"] = replace(base.wishes, **given)
    seconds = None if minutes is None else minutes * 60
    settings = replace(base, **chosen)
    founders, opinions = tuple(from_ or ()), (tuple(like or ()), tuple(dislike or ()))
    how = run, settings, founders, children, seconds, workers, scheduler, games, best
    show(Wish(*how, *opinions, json))


def _stored(path: Path) -> Settings | None:
    """The settings of a run that has begun."""
    from contextlib import closing  # noqa: PLC0415

    from lab.breeding.keeping.store import is_begun, read  # noqa: PLC0415

    if not is_begun(path):
        return None
    with closing(read(path)) as store:
        return store.settings


Part = TypeVar("Part", Limits, Effort)


def _numbers(base: Part, given: Sequence[str], option: str) -> Part:
    """Limits or efforts, as `seconds=10`."""
    kinds = {one.name: type(getattr(base, one.name)) for one in fields(base)}
    found: dict[str, float] = {}
    for text in given:
        name, value = _named(text, option, kinds)
        if kinds[name] is int and value != int(value):
            raise typer.BadParameter(f"{option} {name} takes a whole number, not {value:g}")
        found[name] = kinds[name](value)
    return replace(base, **found)


def _rates(given: Sequence[str]) -> dict[str, float]:
    from lab.breeding.making.variation import WAYS  # noqa: PLC0415

    known = [way.name for way in WAYS]
    return dict(_named(text, "--rate", known) for text in given)


def _named(text: str, option: str, known: Any) -> tuple[str, float]:
    """A name and a number, as in `seconds=10`."""
    name, equals, number = text.partition("=")
    if name not in known:
        raise typer.BadParameter(f"{option} knows no {name}; it knows {', '.join(known)}")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if not equals or not 0 <= value < float("inf"):
        raise typer.BadParameter(f"{option} takes a number from 0, as in {name}=10; not {text}")
    return name, value

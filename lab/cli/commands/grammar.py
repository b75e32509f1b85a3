"""The command `ludwright grammar`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from interpreter.language.grammar.productions import Grammar

LISTS = ("--only", "--like")


class GrammarCommand(TyperCommand):
    """A command whose `--only` and `--like` take all words that stand behind them."""

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        """`--like Hex line` as `--like Hex --like line`."""
        return super().parse_args(ctx, spread(args))  # type: ignore[arg-type]


def spread(args: Sequence[str]) -> list[str]:
    """Arguments in which every word behind a list has the option of its own."""
    found: list[str] = []
    open_ = ""
    for word in args:
        if word in LISTS:
            open_ = word
            continue
        open_ = "" if word.startswith("-") else open_
        found += [open_, word] if open_ else [word]
    return found


def grammar(
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="HOW", help="lark, gbnf or ebnf.")
    ] = "lark",
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="FEATURES...",
            help="Only these and what they need: ludemes, words of them, or rooms of the "
            'catalogue, such as Hop, "is Line", stacks.',
        ),
    ] = None,
    like: Annotated[
        list[str] | None,
        typer.Option(
            "--like",
            metavar="GAME...",
            help="Only what these use: games, families of the library, rule files.",
        ),
    ] = None,
    for_: Annotated[
        Path | None,
        typer.Option("--for", metavar="FILE", help="What may follow in this file."),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="POSITION",
            help="Where: LINE:COLUMN, each from 1; the end of the file if not given.",
        ),
    ] = None,
    rest: Annotated[
        bool,
        typer.Option("--rest", help="Up to the end of the rules, as if nothing stood behind it."),
    ] = False,
    sensible: Annotated[
        bool,
        typer.Option("--sensible", help="Numbers within bounds, such as boards of 2 to 12 rows."),
    ] = False,
    scoped: Annotated[
        bool,
        typer.Option(
            "--scoped",
            help="Iterators such as (to) only where they have a value; for small grammars.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it there.")
    ] = None,
    sample: Annotated[
        int,
        typer.Option(
            "--sample", min=0, max=100_000, metavar="N", help="Texts that it lets through instead."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes these.")] = 1,
) -> None:
    """The language as a grammar, for programs that write rules token by token.

    It is typed: where a number may stand, stand numbers and what gives one, but no region. It is
    that of rules as they are when defines and options have been put in. Lark's notation is read by
    llguidance and xgrammar, GBNF by llama.cpp, EBNF by xgrammar.

    With --for, what may be put in at a place of a file while all behind it stays: with the pieces,
    regions and defines that the file has. It begins before the word that is being written.

    [bold]Examples[/bold]

      ludwright grammar > ludii.lark
      ludwright grammar --format gbnf --like Yavalath Hex --sensible -o lines.gbnf
      ludwright grammar --only Hop "is Line" stacks
      ludwright grammar --for my-game.lud --at 12:30
      ludwright grammar --for half.lud --rest --format ebnf
      ludwright grammar --like line --sensible --sample 5
    """
    from random import Random  # noqa: PLC0415

    from interpreter import LudError  # noqa: PLC0415
    from interpreter.language.grammar.notations import NOTATIONS  # noqa: PLC0415
    from interpreter.language.grammar.sampling import Sampler  # noqa: PLC0415
    from interpreter.text.errors import suggest  # noqa: PLC0415

    if form not in NOTATIONS:
        hint = suggest(form, NOTATIONS) or f"known: {', '.join(NOTATIONS)}"
        raise LudError(f"no notation is called {form}", None, hint)
    if for_ is None and (at is not None or rest):
        raise typer.BadParameter("--at and --rest are about a file: --for FILE")
    found = _made(only or (), like or (), for_, at, rest=rest, sensible=sensible, scoped=scoped)
    if sample:
        sampler = Sampler(found, Random(seed))
        text = "\n\n".join(sampler.text().strip() for _ in range(sample)) + "\n"
    else:
        text = NOTATIONS[form](found)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise LudError(f"{out} cannot be written: {error.strerror}") from None
    print(f"{out}: {len(found.rules):,} rules, {len(text):,} bytes")


def _made(
    only: Sequence[str],
    like: Sequence[str],
    path: Path | None,
    at: str | None,
    *,
    rest: bool,
    sensible: bool,
    scoped: bool,
) -> Grammar:
    from interpreter.language.grammar.making import grammar as made  # noqa: PLC0415
    from interpreter.play.load import catalogue  # noqa: PLC0415
    from lab.models.choice import scope  # noqa: PLC0415

    if path is None:
        return made(catalogue(), scope(only, like, sensible=sensible, scoped=scoped))
    from lab.models.places import at_place  # noqa: PLC0415

    wanted = scope(only, like, sensible=sensible)
    return at_place(path, at, wanted, whole=rest).grammar

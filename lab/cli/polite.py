"""How commands take arguments and end: errors as text, never as a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from lab.cli.interrupt import Watch

ERROR = 2
OURS = 3
INTERRUPTED = 130
LISTS = ("--seats", "--players")
JSON = "--json"
WORDS = ("human", "computer", "random", "uct", "alphabeta")


class Polite(TyperGroup):
    """A group of commands that end with a message and a status, whatever happens to them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Arguments in which every `--json` has a file; see `filed`."""
        args = filed(args)
        ctx.meta[JSON] = any(pair == (JSON, "-") for pair in pairwise(args))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; mistakes of the user are told on standard error."""
        from interpreter.targets.llvm.room import NoRoomError  # noqa: PLC0415  not needed to show help
        from interpreter.text.errors import LudError  # noqa: PLC0415

        try:
            return super().invoke(ctx)
        except LudError as error:
            if ctx.meta[JSON]:
                _tell_as_json(error)
            _tell(str(error))
        except BrokenPipeError:
            # Whoever read the output has seen enough; nothing is flushed to him any more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as error:
            _tell(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except (MemoryError, NoRoomError) as error:
            _tell(str(error) or "there is not enough memory for this")
        except KeyboardInterrupt:
            raise _interrupted() from None
        except Exception as error:
            # A library that is interrupted while it is imported may say that it is broken.
            if isinstance(error, ImportError) and isinstance(ctx.obj, Watch) and ctx.obj.lately:
                raise _interrupted() from None
            if os.environ.get("LUDWRIGHT_TRACE") or _is_of_typer(error):
                raise
            _tell(f"a mistake of ludwright, not of yours: {type(error).__name__}: {error}")
            _tell("  set LUDWRIGHT_TRACE=1 to see where")
            raise typer.Exit(OURS) from None
        raise typer.Exit(ERROR)


def _interrupted() -> typer.Exit:
    _tell("\ninterrupted")
    return typer.Exit(INTERRUPTED)


def filed(args: Sequence[str]) -> list[str]:
    """Arguments in which a `--json` that names no file has `-` behind it: standard output."""
    found: list[str] = []
    for place, word in enumerate(args):
        found.append(word)
        after = args[place + 1] if place + 1 < len(args) else ""
        if word == JSON and after != "-" and not after.endswith(".json"):
            found.append("-")
    return found


def _tell_as_json(error: Any) -> None:
    from lab.told.checks import failed  # noqa: PLC0415  not needed to show help
    from lab.told.data import text  # noqa: PLC0415

    sys.stdout.write(text(failed(error)))


def _tell(message: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(f"{message}\n")


def _is_of_typer(error: Exception) -> bool:
    """Whether typer has its own way with an error: wrong usage, or an exit."""
    return type(error).__module__.startswith(("typer", "click"))


class PlayersCommand(TyperCommand):
    """A command whose `--seats` or `--players` takes all players that stand behind it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`--seats human computer` as `--seats human --seats computer`."""
        return super().parse_args(ctx, spread(args))


def spread(args: Sequence[str]) -> list[str]:
    """Arguments in which every player has a `--seats` or `--players` of his own."""
    found: list[str] = []
    open_ = ""
    first = bool(args) and not args[0].startswith("-")
    for place, word in enumerate(args):
        behind = found[-1] if found else ""
        # There is but one game: it is the first word, or the last of those behind the players.
        more = first or any(not one.startswith("-") for one in args[place + 1 : place + 2])
        if open_ and behind != open_ and (_is_player(word) or (more and _is_plain(word))):
            found.append(open_)
        elif behind not in LISTS:
            open_ = word if word in LISTS else ""
        found.append(word)
    return found


def _is_player(word: str) -> bool:
    """Whether a word can only be meant for a player."""
    kind, colon, _ = word.partition(":")
    return _is_plain(word) and bool(colon or get_close_matches(kind, WORDS))


def _is_plain(word: str) -> bool:
    """Whether a word may be meant for a player: no option, and no file of rules."""
    return not word.startswith("-") and not word.endswith(".lud") and ".db:" not in word

"""Players in words: `random`, `uct:1000`, `alphabeta:0.5s`, `human`, `my_player.py:Class`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter import LudError, State
from interpreter.text.errors import suggest
from lab.players.guest import Guest, find
from lab.players.human import Command, Human
from lab.players.plain_alphabeta import AlphaBeta
from lab.players.plain_uct import Uct
from lab.players.player import Player, RandomPlayer
from lab.players.simple import Careful, Copier, Greedy, Idler
from lab.terminal.screen import Screen

LIMIT = re.compile(r"([1-9]\d{0,8})|(\d{1,6}(?:\.\d{1,6})?)s")
OWN = re.compile(r".+:[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Kind:
    """A word for players.

    Args:
        make: makes one from a seed, `seconds`, and the count
        count: what a number behind the colon limits; empty if nothing can be limited
        hint: how it is written
    """

    make: Callable[..., Player]
    count: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Specification:
    """A player to be made.

    Args:
        name: what it is called, as it was asked for
        make: a player for one game, given what fixes his lots
        person: whether somebody has to type
    """

    name: str
    make: Callable[[int], Player]
    person: bool = False


def _chance(seed: int) -> RandomPlayer:
    return RandomPlayer(seed)


def _person(seed: int) -> Human:
    """Somebody at the terminal, who is shown every position that is his turn."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LudError("a human plays at a terminal, and there is none")
    screen = Screen()

    def names(state: State) -> list[str]:
        return [move.name for move in state.moves()]

    def ask(state: State) -> str:
        screen.say(f"\n{state}\n")
        return screen.ask("> ", [*names(state), *commands])

    def leave(state: State, rest: str) -> None:
        raise EOFError

    commands: dict[str, Command] = {
        "moves": lambda state, rest: screen.columns(names(state)),
        "help": lambda state, rest: screen.say(
            "type the name of a move; `moves` lists them, `quit` leaves"
        ),
        "quit": leave,
    }
    return Human(ask, screen.say, commands)


KINDS = {
    "random": Kind(_chance),
    "uct": Kind(
        Uct, "iterations", "as in uct:1000 (random games a move) or uct:0.5s (seconds a move)"
    ),
    "alphabeta": Kind(
        AlphaBeta, "depth", "as in alphabeta:6 (plies ahead) or alphabeta:0.5s (seconds a move)"
    ),
    "careful": Kind(Careful),
    "copier": Kind(Copier),
    "greedy": Kind(Greedy),
    "idler": Kind(Idler),
    "human": Kind(_person),
}
EXAMPLES = ("human", "random", "uct:1000", "uct:0.5s", "alphabeta:6", "alphabeta:0.5s")


def specification(text: str, others: Sequence[str] = ()) -> Specification:
    """The player that a text asks for.

    Args:
        text: the word for a kind of player, with its limit, or where a class is
        others: what else would have been understood, for the hint

    Raises:
        LudError: there is no such player, with what may have been meant
    """
    word, colon, limit = text.partition(":")
    if word not in KINDS:
        return _own(text, word, others)
    kind = KINDS[word]
    if not kind.count:
        if colon:
            raise LudError(f"{word} has no limit", None, f"as in {word}")
        return Specification(text, kind.make, person=word == "human")
    if not limit:
        raise LudError(f"{word} needs a limit", None, kind.hint)
    match = LIMIT.fullmatch(limit)
    if match is None or (match[2] and not float(match[2])):
        raise LudError(f'"{limit}" is no limit for {word}', None, kind.hint)
    limits = {kind.count: int(match[1])} if match[1] else {"seconds": float(match[2])}
    return Specification(text, partial(_limited, kind.make, limits))


def words(text: str) -> list[str]:
    """The players that one argument names; the path of a file may have commas and spaces."""
    return [text] if ".py:" in text else text.replace(",", " ").split()


def _limited(make: Callable[..., Player], limits: dict[str, Any], seed: int) -> Player:
    return make(**limits, seed=seed)


def _own(text: str, word: str, others: Sequence[str]) -> Specification:
    if OWN.fullmatch(text):
        # Found now, so that a mistake is told before anything is played.
        find(text)
        return Specification(text, partial(_guest, text))
    if text.endswith(".py"):
        raise LudError(f"which class of {text}?", None, f"as in {text}:Player")
    known = ", ".join([*others, *EXAMPLES])
    hint = suggest(word, [*KINDS, *others]) or f"known: {known}, or yours as my_player.py:Class"
    raise LudError(f'nobody is called "{text}"', None, hint)


def _guest(text: str, seed: int) -> Guest:
    return Guest(text, find(text), seed)

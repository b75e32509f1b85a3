"""A program as a player: what it is told of a position, and what becomes of its answers.

docs/arena.md tells all messages with an example of each.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final, NoReturn

from interpreter import Game, Move, State
from interpreter.show.status import colour_of, player_name
from lab.adapters.text import Document, game_document, observation_document
from lab.arena.programs import FaultError, Program
from lab.players import Forfeit
from lab.players.human import Human

PROTOCOL: Final = "ludwright.arena-lines/1"
LONGEST_ANSWER: Final = 300
"""So much of an answer is looked at; no move has a name that is longer."""
SAID: Final = 60
"""So much of an answer is told again."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How programs are asked.

    Args:
        tries: how many answers a program may give for one move
        seconds: how long it may take for an answer
        lenient: whether a legal move is drawn by lot where it has found none, and the game goes on
        moves: whether it is told the legal moves
        source: whether it is told the rule file, besides the rules in words
    """

    tries: int = 3
    seconds: float = 60.0
    lenient: bool = False
    moves: bool = True
    source: bool = False


@dataclass(slots=True)
class Answers:
    """How a program has answered in a game, or in several.

    Args:
        turns: moves that it was asked for
        first: those for which its first answer was legal
        illegal: answers that were no legal move
        lots: moves that were drawn for it
        seconds: how long it took in all
        faults: how often it was `illegal`, `silent`, `flooding`, or `ended`, and lost by it
    """

    turns: int = 0
    first: int = 0
    illegal: int = 0
    lots: int = 0
    seconds: float = 0.0
    faults: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, other: Answers) -> None:
        """Count those of another game too."""
        self.turns += other.turns
        self.first += other.first
        self.illegal += other.illegal
        self.lots += other.lots
        self.seconds += other.seconds
        for kind, number in other.faults.items():
            self.faults[kind] = self.faults.get(kind, 0) + number

    def data(self) -> Document:
        """The same, as JSON has it."""
        return asdict(self)


class Contestant:
    """A program at a seat, for one game.

    Args:
        program: the program
        game: what is played
        seat: where it sits, from 1
        terms: how it is asked
        history: the names of the moves so far; whoever plays the game adds to it
        seed: fixes the moves that are drawn for it
        renew: starts the program again, where it has ended after the game before
    """

    def __init__(
        self,
        program: Program,
        game: Game,
        seat: int,
        terms: Terms,
        history: Sequence[str],
        seed: int,
        renew: Callable[[], Program] | None = None,
    ) -> None:
        self.program, self.game, self.seat, self.terms = program, game, seat, terms
        self.history, self.lots, self.renew = history, Random(seed), renew
        self.answers = Answers()
        self._reader = Human(self._ask, self._refuse, {})
        self._left = terms.tries
        self._refused: Document | None = None
        self._begun: Document | None = None

    def begin(self, number: int) -> None:
        """Tell the program what is played."""
        self._begun = beginning(self.game, self.seat, number, self.terms)
        self.program.begin(self._begun)

    def choose(self, state: State) -> Move:
        """The move of the next answer that names one.

        Raises:
            Forfeit: the program ends, says nothing or too much, or no legal move in all its tries
        """
        self._left, self._refused = self.terms.tries, None
        self.answers.turns += 1
        try:
            move = self._reader.choose(state)
        except _NoMoveError as error:
            if self.terms.lenient:
                self.answers.lots += 1
                return self.lots.choice(state.moves())
            self._lose("illegal", str(error))
        except FaultError as error:
            self._lose(error.kind, error.reason, error.hint)
        self.answers.first += self._refused is None
        return move

    def end(self, state: State, ranking: Sequence[float], fault: str | None) -> None:
        """Tell the program how the game ended, if it still listens."""
        if self.program.runs:
            self.program.say(ending(state, self.seat, ranking, fault, self.history))

    def _ask(self, state: State) -> str:
        message = self._refused or turn(state, self.seat, self.history, self.terms)
        begun = time.monotonic()
        try:
            said = self._answer(message)
        finally:
            self.answers.seconds += time.monotonic() - begun
        self._said = named(said)[:LONGEST_ANSWER]
        return self._said

    def _answer(self, message: Document) -> str:
        """What the program answers; one that had but ended with the last game begins anew."""
        try:
            return self.program.ask(message, self.terms.seconds)
        except FaultError as error:
            begun, renew = self._begun, self.renew
            if error.kind != "ended" or self.program.games < 2 or begun is None or renew is None:
                raise
            self.program = renew()
            self.program.begin(begun)
            return self.program.ask(message, self.terms.seconds)
        finally:
            self._begun = None

    def _refuse(self, reason: str) -> None:
        """An answer was no legal move."""
        self.answers.illegal += 1
        self._left -= 1
        said = self._said if len(self._said) <= SAID else f"{self._said[: SAID - 1]}…"
        if not self._left:
            raise _NoMoveError(f"gave no legal move in {self.terms.tries} tries, at last {said}")
        reason = reason.removeprefix(f"{self._said}: ")
        self._refused = refusal(said, reason, self._left)

    def _lose(self, kind: str, reason: str, hint: str | None = None) -> NoReturn:
        self.answers.faults[kind] = 1
        raise Forfeit("at this seat", reason, hint)


class _NoMoveError(Exception):
    """All tries are used up."""


# Messages


def beginning(game: Game, seat: int, number: int, terms: Terms) -> Document:
    """What a program is told when a game begins."""
    about = game_document(game)
    source = {"source": game.source} if terms.source else {}
    return {
        "kind": "game", "protocol": PROTOCOL, "number": number, **about, **source,
        "you": seat, "tries": terms.tries, "seconds": terms.seconds,
    }  # fmt: skip


def turn(state: State, seat: int, history: Sequence[str], terms: Terms) -> Document:
    """What a program is told when it is to move."""
    last = history[-1] if history else None
    told = observation_document(state, seat, last)
    if not terms.moves:
        del told["legal"]
    shown = {name: told[name] for name in SHOWN if name in told}
    return {"kind": "move", **shown, "text": as_text(state, told), "tries": terms.tries}


SHOWN: Final = ("you", "ply", "position", "board", "dice", "scores", "last", "legal")


def as_text(state: State, told: Mapping[str, Any]) -> str:
    """A position for whoever reads, with what is to be answered."""
    name = player_name(state, colour_of(state, state.mover))
    parts = [f"You are {name}, and it is your move."]
    if told["last"] is not None:
        parts.append(f"The last move was {told['last']}.")
    parts += [f"The board:\n\n{told['board']}", f"As a list: {told['position']}"]
    if "legal" in told:
        parts.append("Legal moves: " + " ".join(told["legal"]))
    parts.append("Answer with the name of your move, alone on a line.")
    return "\n\n".join(parts)


def refusal(said: str, reason: str, left: int) -> Document:
    """What a program is told of an answer that is no legal move."""
    again = "once more" if left == 1 else f"{left} times more"
    return {
        "kind": "illegal", "answer": said, "reason": reason, "tries": left,
        "text": f"{said} is not legal: {reason}.\n\nYou may answer {again}.",
    }  # fmt: skip


def ending(
    state: State, seat: int, ranking: Sequence[float], fault: str | None, history: Sequence[str]
) -> Document:
    """What a program is told when a game has ended."""
    best = min(ranking)
    won = ranking[seat - 1] == best
    result = "loss" if not won else "win" if ranking.count(best) == 1 else "draw"
    return {
        "kind": "end", "result": result, "ranking": list(ranking), "fault": fault,
        "board": str(state), "moves": list(history),
    }  # fmt: skip


def named(said: str) -> str:
    """The move that a line names: the line itself, or `move` of a JSON object."""
    if not said.startswith("{"):
        return said
    try:
        held = json.loads(said)
    except (ValueError, RecursionError):
        return said
    return str(held.get("move", said)) if isinstance(held, dict) else said

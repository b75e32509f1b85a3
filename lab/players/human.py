"""A person at a keyboard, who types moves and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from interpreter import Move, State
from interpreter.play.notation.typed import readings
from interpreter.text.errors import suggest

# The kinds of reasons of which commands may be the cause; see `State.why_not`.
NO_NAME, LEGAL = "name", "legal"

Command = Callable[[State, str], None]
"""What to do when a command is typed, given the position and the rest of the line."""

MOST_NAMES = 12
"""So many moves are named where something typed can mean several."""


class Human:
    """Asks until a legal move is typed.

    Args:
        ask: gives the next line; raises EOFError when there is none
        tell: shows a text
        commands: what else can be typed; a command may leave by an exception
    """

    def __init__(
        self,
        ask: Callable[[State], str],
        tell: Callable[[str], None],
        commands: Mapping[str, Command],
    ) -> None:
        self.ask, self.tell, self.commands = ask, tell, commands
        # What is left of a turn that was typed by one name, and the position it goes on from.
        self._rest: tuple[Move, ...] = ()
        self._after: State | None = None

    def choose(self, state: State) -> Move:
        """The move that the person types; a name of a turn is typed once for all its moves."""
        if self._rest and state == self._after:
            return self._begin(state, self._rest)
        while True:
            line = self.ask(state).strip()
            word, _, rest = line.partition(" ")
            if not line:
                continue
            if word.lower() in self.commands and not called(state, line):
                self.commands[word.lower()](state, rest.strip())
                continue
            found = readings(state, line)
            if len(found) == 1:
                return self._begin(state, found[0])
            self.tell(unclear(line, found) if found else refusal(state, line, self.commands))

    def _begin(self, state: State, moves: tuple[Move, ...]) -> Move:
        """The first of some moves; the rest is kept for the position behind it."""
        move, *rest = moves
        self._rest = tuple(rest)
        self._after = state.after(move) if rest else None
        return move


def called(state: State, typed: str) -> bool:
    """Whether a legal move has just this name: a command that is called alike has to wait."""
    try:
        return bool(state.line(typed))
    except ValueError:
        return False


def unclear(typed: str, found: Sequence[Sequence[Move]]) -> str:
    """Which moves something typed can mean."""
    names = [" then ".join(map(str, moves)) for moves in found]
    more = f", … ({len(names)} moves)" if len(names) > MOST_NAMES else ""
    return f"{typed}: which of {', '.join(names[:MOST_NAMES])}{more}?"


def refusal(state: State, typed: str, commands: Mapping[str, Command]) -> str:
    """Why something typed is neither a legal move nor a command, and what may have been meant."""
    if not state.game.hides:  # the reason may be what he must not know
        reason = state.why_not(typed)
        if reason.code not in (NO_NAME, LEGAL):
            return f"{typed}: {reason.message}"
    elif typed.upper() in state.game.board.site_of:
        return f"{typed}: not legal here" + ("; `moves` lists what is" if commands else "")
    names = [move.name for move in state.moves()]
    hint = suggest(typed, [*names, *commands])
    if not commands:
        return f"{typed}: no legal move is called so; {hint or f'a name is such as {names[0]}'}"
    return f"{typed}: neither a move nor a command; {hint or '`help` tells what can be typed'}"

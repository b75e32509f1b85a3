"""A game at the terminal: seats, the board after every move, and what a person can type."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from interpreter import LudError, Move, State
from interpreter.play.notation.algebraic import names
from interpreter.show.plaintext import draw
from interpreter.show.status import player_name
from lab.files.records import Record, save, with_moves, word_of
from lab.players import Player, Uct, seat_of
from lab.players.human import Command, Human
from lab.terminal.screen import Screen

HELP = """\
  e5           a move, by its name; `moves` lists those that are legal
  moves        the legal moves
  hint         the moves that the computer thinks best
  undo         take back your last move and the answers to it
  board        draw the board again
  save FILE    keep the game in a file: `ludwright play --record FILE` goes on with it
  help         this list
  quit         leave"""

NUMBERS = re.compile(r"(\d+)")
HINT_SECONDS = 1.0
HINTS = 5


class Quit(Exception):  # noqa: N818
    """The person leaves."""


class Undo(Exception):  # noqa: N818
    """The person takes a move back."""


class Table:
    """A game being played.

    Args:
        states: the positions so far, the first one first
        record: what is played; its moves led to the last position
        screen: where it is shown
        path: the file that always holds the game, if any
        algebraic: whether moves are shown as players of chess write them
    """

    def __init__(
        self,
        states: Sequence[State],
        record: Record,
        screen: Screen,
        path: Path | None = None,
        *,
        algebraic: bool = False,
    ) -> None:
        self.states = list(states)
        self.words = list(record.moves)
        self.record, self.screen, self.path = record, screen, path
        self.algebraic = algebraic
        self.players: list[Player] = []
        self.thinker = Uct(seconds=HINT_SECONDS, seed=record.seed)

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    def seat(self, kinds: Sequence[str], make: Callable[[str, int], Player]) -> None:
        """Say who plays.

        Args:
            kinds: for every seat the word for who sits there
            make: makes the player of a word and a seat, unless he is the human here
        """
        commands: dict[str, Command] = {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda state, rest: self._show(),
            "save": self._save,
            "help": lambda state, rest: self.screen.say(HELP),
            "quit": self._quit,
            "exit": self._quit,
        }
        for seat, kind in enumerate(kinds, 1):
            if kind == "human":
                self.players.append(Human(self._ask, self.screen.say, commands))
            else:
                self.players.append(make(kind, seat))

    def play(self) -> None:
        """Play to the end, or until somebody leaves; where nobody can, Ctrl-C interrupts."""
        self._show()
        try:
            while not self.state.over:
                try:
                    self._turn()
                except Undo:
                    self._show()
        except (EOFError, KeyboardInterrupt):
            # What the terminal shows for these keys stands on a line of its own.
            self.screen.say("")
            self._leave()
            if not any(isinstance(one, Human) for one in self.players):
                raise
        except Quit:
            self._leave()

    def _turn(self) -> None:
        state = self.state
        player = self.players[seat_of(state) - 1]
        start = time.perf_counter()
        if isinstance(player, Human):
            move = player.choose(state)
        else:
            with self.screen.waiting(f"{self._name(state)} thinks"):
                move = player.choose(state)
        self._make(move, time.perf_counter() - start)

    def _make(self, move: Move, seconds: float) -> None:
        before = self.state
        self.states.append(before.after(move))
        self.words.append(word_of(before, move))
        if self.path is not None:
            save(self.present(), self.path)
        thought = "" if seconds < 0.1 or self._human(before) else f"   {seconds:.1f} s"
        self.screen.say(
            f"{len(self.words)}. {self._name(before)}: {self._called(before, move)}{thought}"
        )
        self._show()

    def _human(self, state: State) -> bool:
        return isinstance(self.players[seat_of(state) - 1], Human)

    def _name(self, state: State) -> str:
        return player_name(state, seat_of(state), colour=self.screen.colour)

    def _called(self, state: State, move: Move) -> str:
        """The name of a move as it is shown."""
        return state.algebraic(move) if self.algebraic else move.name

    def _legal(self, state: State) -> list[str]:
        """The names of the legal moves, as they are shown."""
        if self.algebraic:
            return list(names(state))
        return [move.name for move in state.moves()]

    def _show(self) -> None:
        self.screen.say("")
        self.screen.say(draw(self.state, colour=self.screen.colour))
        self.screen.say("")

    def _ask(self, state: State) -> str:
        return self.screen.ask("> ", self._legal(state))

    def _leave(self) -> None:
        if self.path is not None:
            self.screen.say(f"the game is kept in {self.path}")
        else:
            self.screen.say("goodbye")

    def present(self) -> Record:
        """The record of the game so far."""
        return with_moves(self.record, self.words, self.state)

    # What can be typed

    def _moves(self, state: State, rest: str) -> None:
        legal = sorted(self._legal(state), key=_natural)
        self.screen.columns(legal)
        self.screen.say(f"{len(legal)} legal moves" if len(legal) > 1 else "the only legal move")

    def _hint(self, state: State, rest: str) -> None:
        with self.screen.waiting("looking"):
            judged = self.thinker.judge(state)
        # Where a win is certain the other moves were not looked at.
        seen = [one for one in judged if one.visits or one.certain]
        for one in seen[:HINTS]:
            sure = "certain" if one.certain else f"{one.visits} games"
            called = self._called(state, one.move)
            self.screen.say(f"  {called:10} {(one.value + 1) / 2:5.0%}   {sure}")

    def _undo(self, state: State, rest: str) -> None:
        earlier = [number for number, before in enumerate(self.states[:-1]) if self._human(before)]
        if not earlier:
            self.screen.say("there is no move of yours to take back")
            return
        del self.states[earlier[-1] + 1 :], self.words[earlier[-1] :]
        if self.path is not None:
            save(self.present(), self.path)
        raise Undo

    def _save(self, state: State, rest: str) -> None:
        if not rest:
            self.screen.say("save where? As in: save game.txt")
            return
        path = Path(rest).expanduser()
        try:
            save(self.present(), path)
        except LudError as error:
            self.screen.say(str(error))
        else:
            self.screen.say(f"kept in {path}; ludwright play --record {path} goes on with it")

    def _quit(self, state: State, rest: str) -> None:
        raise Quit


def _natural(name: str) -> list[tuple[int, str]]:
    """A key that sorts a2 before a10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in NUMBERS.split(name)]

"""A game at the terminal: seats, the board after every move, and what a person can type."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from interpreter import LudError, Move, State
from interpreter.ir import schema
from interpreter.play.joint import forgotten, named
from interpreter.play.notation.algebraic import names
from interpreter.show.plaintext import draw
from interpreter.show.status import colour_of, player_name
from lab.cli.tasks.show import show_reason
from lab.files.kept import places
from lab.files.records import Record, save, text_of, with_moves, word_of
from lab.pages.about import describe_in_words
from lab.players import Player, Uct, seat_of
from lab.players.human import Command, Human
from lab.players.judgement import Judgement
from lab.terminal.screen import Screen

HELP = """\
  {move:12} a move, by its name; its beginning is enough where it fits one move alone
  moves        the legal moves
  hint         the moves that the computer thinks best
  eval         how the computer thinks that you stand
  undo         take back your last move and the answers to it
  board        draw the board again
  rules        the rules in words
  why MOVE     why a move is not legal; `why` alone: which rules give the legal moves
  save FILE    keep the game in a file: `ludwright play --record FILE` goes on with it
  resign       give the game up
  help, ?      this list
  quit         leave; the game is kept"""

HUMAN, COMPUTER = "human", "computer"
NUMBERS = re.compile(r"(\d+)")
HINT_SECONDS = 1.0
HINTS = 5
NAMED = 60
"""So many legal moves are listed behind what can be typed, at most."""
CHOSEN = "has chosen"
UNSEEN = "a move that you do not see"
YES = ("y", "yes", "quit", "exit")


class Quit(Exception):  # noqa: N818
    """The person leaves."""


class Undo(Exception):  # noqa: N818
    """The person takes a move back."""


class Resigned(Exception):  # noqa: N818
    """The person gives the game up."""


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
        self.kinds: tuple[str, ...] = ()
        # Whose view was shown last, where several people look at one screen.
        self._looked = 0
        self.commands: dict[str, Command] = {
            "moves": self._moves,
            "hint": self._hint,
            "eval": self._eval,
            "undo": self._undo,
            "board": lambda state, rest: self._show(),
            "rules": self._rules,
            "why": self._why,
            "save": self._save,
            "resign": self._resign,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }
        # Where the game is kept, and where it can be if nobody has said where, or not there.
        self.kept = path
        self._spare: list[Path] | None = None
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
        self.kinds = tuple(kinds)
        for seat, kind in enumerate(kinds, 1):
            if kind == HUMAN:
                self.players.append(Human(self._ask, self.screen.say, self.commands))
            else:
                self.players.append(make(kind, seat))

    def play(self) -> None:
        """Play to the end, or until somebody leaves; Ctrl-C asks first, where a person plays."""
        self._show()
        try:
            while not self._over():
                self._round()
        except (EOFError, KeyboardInterrupt):
            # What the terminal shows for these keys stands on a line of its own.
            self.screen.say("")
            self._leave()
            if HUMAN not in self.kinds:
                raise
        except Quit:
            self._leave()
        else:
            self._tell_end()

    def _over(self) -> bool:
        return self.state.over or self.record.resigned > 0

    def _round(self) -> None:
        """A turn, or what somebody does instead."""
        try:
            self._turn()
        except Undo:
            self._show()
        except Resigned:
            pass
        except KeyboardInterrupt:
            if HUMAN not in self.kinds:
                raise
            # It may have come between a position and the name of the move that led there.
            del self.states[len(self.words) + 1 :]
            self._ask_whether_to_leave()

    def _ask_whether_to_leave(self) -> None:
        """See that nobody leaves by mistake; Ctrl-C once more, or the end of what is typed, does.

        Raises:
            Quit: the person leaves
        """
        self.screen.say("\nleave? The game is kept. (y or Ctrl-C: leave; anything else: go on)")
        if self.screen.ask("leave? ", YES).strip().lower() in YES:
            raise Quit
        self._show()

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
        word = word_of(before, move)
        self.states.append(before.after(move))
        self.words.append(word)
        if self.path is not None or HUMAN in self.kinds:
            self._keep()
        thought = "" if seconds < 0.1 or self._human(before) else f"   {seconds:.1f} s"
        called = self._called(before, move) if self._is_told(before, move) else UNSEEN
        together = forgotten(before).movers
        if len(before.movers) > 1:
            called = CHOSEN  # those who choose at once do not know it from each other
        elif len(together) > 1:
            words = self.words[-len(together) :]
            called = named({one: word.text for one, word in zip(together, words, strict=True)})
        self.screen.say(f"{len(self.words)}. {self._name(before)}: {called}{thought}")
        self._show()

    def _human(self, state: State) -> bool:
        return self.kinds[seat_of(state) - 1] == HUMAN

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
        viewer = self._viewer()
        if viewer and self.kinds.count(HUMAN) > 1 and viewer != self._looked:
            self._draw_curtain(viewer)
        shown = self.state.seen_by(viewer) if viewer else self.state
        self.screen.say("")
        self.screen.say(draw(shown, colour=self.screen.colour))
        self.screen.say("")

    def _viewer(self) -> int:
        """By colour, the person who looks, where the game hides something; 0 if all is shown.

        Of several people it is who moves; while the computer does, who looked last.
        """
        state = self.state
        people = [colour_of(state, seat) for seat, kind in enumerate(self.kinds, 1)
                  if kind == HUMAN]  # fmt: skip
        if not state.game.hides or not people or self._over():
            return 0
        return state.mover if state.mover in people else self._looked or people[0]

    def _draw_curtain(self, viewer: int) -> None:
        """See that a person looks alone, at a terminal."""
        if not self.screen.live:
            return
        name = player_name(self.state, colour_of(self.state, viewer), colour=self.screen.colour)
        if self._looked:
            self.screen.clear()
        self._looked = viewer
        self.screen.say(f"{name} looks now, alone")
        self.screen.ask("Enter shows the board ", [])

    def _is_told(self, before: State, move: Move) -> bool:
        """Whether the person who looks now sees between which sites a move went."""
        viewer = self._viewer()
        if not viewer or viewer == before.mover:
            return True
        views = [(before, move.from_site), (self.state, move.to_site)]
        return not any(schema.HIDDEN.name in state.seen_by(viewer).hidden(site)
                       for state, site in views if site >= 0)  # fmt: skip

    def _ask(self, state: State) -> str:
        return self.screen.ask("> ", [*self._legal(state), *self.commands])

    def _tell_end(self) -> None:
        """What the board does not say of the end, and where the game is kept."""
        if self.record.resigned:
            self.screen.say(resignation(self.state, self.record.resigned))
        if self.kept is not None and self.kept != self.path:
            self.screen.say(f"the game is kept in {self.kept}")

    def _leave(self) -> None:
        if self.words:
            self._keep()
        if self.kept is not None and self.words:
            self.screen.say(f"the game is kept in {self.kept}; this goes on with it:")
            self.screen.say(f"  {self._going_on(self.kept)}")
        elif self.words:
            self.screen.say("the game cannot be kept in any file; this is its record:\n")
            self.screen.say(text_of(self.present()))
        else:
            self.screen.say("goodbye")

    def _going_on(self, path: Path) -> str:
        """The command that goes on with the game."""
        usual = (HUMAN, *(COMPUTER,) * (len(self.kinds) - 1))
        seats = ["--seats", *self.kinds] if self.kinds != usual else []
        return shlex.join(["ludwright", "play", "--record", str(path), *seats])

    def _keep(self) -> None:
        """Write the game to its file, or where that is not possible to another one."""
        self.kept = None
        if self.path is not None:
            try:
                save(self.present(), self.path)
            except LudError as error:
                self.screen.say(str(error))
            else:
                self.kept = self.path
                return
        if self._spare is None:
            self._spare = list(places(self.state.game.name))
        for path in self._spare:
            try:
                save(self.present(), path)
            except LudError:
                continue
            self.kept = path
            return

    def present(self) -> Record:
        """The record of the game so far."""
        return with_moves(self.record, self.words, self.state)

    # What can be typed

    def _moves(self, state: State, rest: str) -> None:
        legal = sorted(self._legal(state), key=_natural)
        self.screen.columns(legal)
        self.screen.say(_counted(legal))

    def _help(self, state: State, rest: str) -> None:
        legal = sorted(self._legal(state), key=_natural)
        self.screen.say(HELP.format(move=legal[0]))
        self.screen.say("")
        self.screen.columns(legal[:NAMED])
        more = f"; {NAMED} of them here, `moves` lists all" if len(legal) > NAMED else ""
        self.screen.say(f"{_counted(legal)}{more}")

    def _why(self, state: State, rest: str) -> None:
        if state.game.hides:
            self.screen.say("the reason may be what you do not see: the game hides something")
        else:
            show_reason(state, rest or None, self.screen.say)

    def _rules(self, state: State, rest: str) -> None:
        self.screen.say(describe_in_words(state.game, colour=self.screen.colour))

    def _eval(self, state: State, rest: str) -> None:
        judged = self._judged(state)
        best, games = judged[0], sum(one.visits for one in judged)
        sure = "certain" if best.certain else f"by {games} random games"
        stands = f"{_share(best)} (100% is a win, 0% a loss), {sure}"
        self.screen.say(f"{self._name(state)}, to move, stands at {stands}")
        self._tell(state, judged)

    def _hint(self, state: State, rest: str) -> None:
        self._tell(state, self._judged(state))

    def _judged(self, state: State) -> list[Judgement]:
        """What a short search thinks of the moves that it has looked at, the best first."""
        with self.screen.waiting("looking"):
            judged = self.thinker.judge(state)
        # Where a win is certain the other moves were not looked at.
        return [one for one in judged if one.visits or one.certain]

    def _tell(self, state: State, seen: Sequence[Judgement]) -> None:
        for one in seen[:HINTS]:
            sure = "certain" if one.certain else f"{one.visits} games"
            called = self._called(state, one.move)
            self.screen.say(f"  {called:10} {_share(one):>5}   {sure}")

    def _undo(self, state: State, rest: str) -> None:
        earlier = [number for number, before in enumerate(self.states[:-1]) if self._human(before)]
        if not earlier:
            self.screen.say("there is no move of yours to take back")
            return
        del self.states[earlier[-1] + 1 :], self.words[earlier[-1] :]
        self._keep()
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
            self.screen.say(f"kept in {path}; {self._going_on(path)} goes on with it")

    def _resign(self, state: State, rest: str) -> None:
        self.record = replace(self.record, resigned=seat_of(state))
        self._keep()
        raise Resigned

    def _quit(self, state: State, rest: str) -> None:
        raise Quit


def _counted(legal: Sequence[str]) -> str:
    return f"{len(legal)} legal moves" if len(legal) > 1 else "the only legal move"


def _share(judged: Judgement) -> str:
    """What a move is worth, from a loss to a win."""
    return f"{(judged.value + 1) / 2:.0%}"


def resignation(state: State, seat: int) -> str:
    """Who gave the game up, and who has won by that."""
    names = {one: player_name(state, one) for one in range(1, state.game.players + 1)}
    others = [name for one, name in names.items() if one != seat]
    resigned = f"{names[seat]} resigned"
    if not others:
        return f"{resigned}, and has lost"
    return f"{others[0]} wins: {resigned}" if len(others) == 1 else resigned


def _natural(name: str) -> list[tuple[int, str]]:
    """A key that sorts a2 before a10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in NUMBERS.split(name)]

"""Names of moves as players of chess write them: `e4`, `Nf3`, `exd5`, `O-O`, `e8=Q`, `Rad1+`.

They are worked out from what a move does, in games for two on rows and columns whose pieces have
letters, and who have a king each. What is taken is seen from how many pieces the opponent has left;
castling from a rook that goes along with the king; check from the rules, where they speak of
threats (otherwise the mark is left out); mate from a game that is won while the king is threatened.
A turn of two moves, such as a pawn's arrival and its promotion, has one name, and each move of it a
name of its own.

Source: PGN standard of 1994, section 8.2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from interpreter.ir.program import unpack
from interpreter.play.move import Move
from interpreter.play.notation.check import in_check
from interpreter.play.notation.letters import CASTLING, PASSING, ROYAL, letters
from interpreter.play.notation.rectangle import rectangle
from interpreter.play.protocol import PlayedGame, PlayedState

KINGS_SIDE, QUEENS_SIDE = "O-O", "O-O-O"
TAKES, BECOMES, DROPS, CHECK, MATE = "x", "=", "@", "+", "#"
MOST_MOVES = 3
"""Moves of a turn that has one name, at most."""


def plays(game: PlayedGame) -> bool:
    """Whether moves of a game have such names: two players, rows and columns, and a king each."""
    try:
        rectangle(game.board)
    except ValueError:
        return False
    kings = [letter for letter in letters(game.pieces).values() if letter.lower() == ROYAL]
    return game.players == 2 and len(kings) == 2


def name(state: PlayedState, move: Move) -> str:
    """The name of a legal move.

    Raises:
        ValueError: moves of the game have no such names, or the move is not legal
    """
    found = next((text for text, one in names(state).items() if one.packed == move.packed), None)
    if found is None:
        raise ValueError(f"{move} is not a legal move")
    return found


def names(state: PlayedState) -> Mapping[str, Move]:
    """The legal moves by their names, in the canonical order.

    Raises:
        ValueError: moves of the game have no such names
    """
    if not plays(state.game):
        raise ValueError(f"moves of {state.game.name} have no algebraic names")
    moves = state.moves()
    of = letters(state.game.pieces)
    bare = {move: _Named(state, move, of) for move in moves}
    found: dict[str, Move] = {}
    for move in moves:
        alike = [bare[one] for one in moves if one is not move and bare[move].alike(bare[one])]
        text = bare[move].text(alike)
        # Whatever else two moves differ in, each has a name.
        found[text if text not in found else f"{text}/{move}"] = move
    return found


def line(state: PlayedState, wanted: str) -> tuple[Move, ...]:
    """The moves that a name stands for: one, or those of a turn such as `e8=Q`.

    Marks of check, mate and comment may be left out or added; so may `x` and `=`.

    Raises:
        ValueError: no legal move, or more than one, is called so
    """
    if not plays(state.game):
        raise ValueError(f"{wanted} is not a legal move")
    found = list(_lines(state, _bare(wanted), 1))
    if not found:
        raise ValueError(f"{wanted} is not a legal move")
    if len(found) > 1:
        several = " or ".join(" ".join(map(str, moves)) for moves in found)
        raise ValueError(f"{wanted} is not clear: {several}?")
    return found[0]


def _lines(state: PlayedState, wanted: str, number: int) -> Iterator[tuple[Move, ...]]:
    """The ways to read a name without marks, from a move of a turn on."""
    for text, move in names(state).items():
        name = _bare(text)
        if name == wanted:
            yield (move,)
        elif name and wanted.startswith(name) and number < MOST_MOVES:
            after = state.after(move)
            if after.mover == state.mover and not after.over:
                for rest in _lines(after, wanted[len(name) :], number + 1):
                    yield (move, *rest)


def _bare(text: str) -> str:
    """A name without what may be left out."""
    text = text.strip().rstrip("+#!?").replace("0-0", "O-O").replace("O-0", "O-O")
    return text.replace(TAKES, "").replace(BECOMES, "").replace("-", "")


class _Named:
    """What the name of a move is made of."""

    def __init__(self, state: PlayedState, move: Move, of: Mapping[int, str]) -> None:
        self.state, self.move, self.game, self.letters = state, move, state.game, of
        self.letter = of.get(state.what(move.from_site), "").upper()
        template, *_ = unpack(move.packed)
        self.note = self.game.program.templates[template].note

    @cached_property
    def after(self) -> PlayedState:
        """The position behind the move."""
        return self.state.after(self.move)

    @cached_property
    def takes(self) -> bool:
        """Whether the opponent has fewer pieces then."""
        return _strength(self.after, self._enemy) < _strength(self.state, self._enemy)

    def alike(self, other: _Named) -> bool:
        """Whether another move is of a piece of the same letter to the same site."""
        return (self.letter, self.move.to_site) == (other.letter, other.move.to_site)

    def text(self, alike: list[_Named]) -> str:
        """The name, told from moves that are alike."""
        move = self.move
        if move.to_site < 0:
            return move.name
        return self._way(alike) + self._mark()

    def _way(self, alike: list[_Named]) -> str:
        move, board = self.move, self.game.board
        if move.from_site == move.to_site:
            return self._put()
        if self.letter == ROYAL.upper() and (castled := self._castled()):
            return castled
        target = self.game.labels[move.to_site].lower()
        became = self._became()
        if move.from_site >= board.size:
            return f"{self.letter}{DROPS}{target}{became}"
        taken = TAKES if self.takes else ""
        if self.letter == PASSING.upper():
            origin = _column(self.game, move.from_site) if taken else ""
            others = [one for one in alike if one.takes or not taken]
            return f"{self._apart(others, origin)}{taken}{target}{became}"
        return f"{self.letter}{self._apart(alike)}{taken}{target}{became}"

    @property
    def _enemy(self) -> int:
        return 3 - self.state.mover

    def _put(self) -> str:
        """A piece that appears on a site, or becomes another there."""
        made = self.letters.get(self.after.what(self.move.to_site), "").upper()
        if self.state.what(self.move.to_site):
            return f"{BECOMES}{made or self.note}"
        return f"{made}{DROPS}{self.game.labels[self.move.to_site].lower()}"

    def _became(self) -> str:
        """What a piece became by its own move."""
        before, now = self.state.what(self.move.from_site), self.after.what(self.move.to_site)
        made = self.letters.get(now)
        return f"{BECOMES}{made.upper()}" if now != before and made is not None else ""

    def _castled(self) -> str:
        """Castling, if a rook of the same player has gone along to the king's other side."""
        game, state, after = self.game, self.state, self.after
        rooks = [kind for kind, letter in self.letters.items()
                 if letter.lower() == CASTLING
                 and game.pieces[kind - 1].owner == state.mover]  # fmt: skip
        gone = [site for site in range(game.board.size)
                if state.what(site) in rooks and after.what(site) != state.what(site)]  # fmt: skip
        if len(gone) != 1:
            return ""
        king, rook = (game.board.columns[site] for site in (self.move.from_site, gone[0]))
        return KINGS_SIDE if rook > king else QUEENS_SIDE

    def _apart(self, alike: list[_Named], least: str = "") -> str:
        """The column, the row or both of where a piece comes from, to tell it from others.

        Args:
            least: what stands there in any case
        """
        if not alike:
            return least
        origin, others = self.move.from_site, [one.move.from_site for one in alike]
        column, row = _column(self.game, origin), _row(self.game, origin)
        if all(_column(self.game, one) != column for one in others):
            return column
        if all(_row(self.game, one) != row for one in others):
            return least + row
        return column + row

    def _mark(self) -> str:
        """Check or mate, where the rules can tell."""
        after = self.after
        owners = (self.game.pieces[after.what(site) - 1].owner for site in in_check(after))
        if self._enemy not in owners:
            return ""
        won = after.over and after.ranking[self.move.mover - 1] == 1
        return MATE if won else CHECK


def _strength(state: PlayedState, owner: int) -> int:
    """How many pieces a player has on the board."""
    owners = [0, *(piece.owner for piece in state.game.pieces)]
    return sum(owners[what] == owner for what in state.contents[: state.game.board.size])


def _column(game: PlayedGame, site: int) -> str:
    return game.labels[site].lower().rstrip("0123456789")


def _row(game: PlayedGame, site: int) -> str:
    return game.labels[site].lower()[len(_column(game, site)) :]

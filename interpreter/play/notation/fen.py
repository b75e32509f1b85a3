"""Positions of chess and its kin in the notation of Forsyth and Edwards, and that of shogi.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[Pp] w - - 0 1
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1

The fields are found in the parts of a state: who moves in the mover; rights to castle in the states
of kings and rooks (see `castling`); a pawn that can be taken in passing in the one site that is
pending; moves without a capture or a pawn's move in the counter; the number of the move in the
turns. What a game does not keep so is `-` or 0.

What no field says is as at the start: other states and values of pieces, scores, variables, where
pieces stood at first, and positions that were there before. A piece in hand lies where the start
has one of its kind, else on the first free place.

Source: PGN standard of 1994, section 16.1; Universal Shogi Interface; brackets for hands as in
Fairy-Stockfish.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.ir import schema
from interpreter.play.notation.castling import Right, held, rights
from interpreter.play.notation.letters import PASSING, cased, letters, numbers
from interpreter.play.notation.rectangle import rectangle
from interpreter.play.notation.setting import Setting
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.text.errors import LudError, Source, Span, suggest

NONE, SIDES = "-", "wb"
# Who moves; red begins in xiangqi. In shogi the first player is black.
MOVERS, SHOGI_MOVERS = {"w": 1, "r": 1, "b": 2}, {"b": 1, "w": 2}
SHOGI = "sfen"
PLACING = re.compile(r"(?P<count>\d{1,4})|(?P<piece>\+?[A-Za-z])|(?P<row>/)")
HELD = re.compile(r"(\d{0,9})(\+?[A-Za-z])")


# Writing


def written(state: PlayedState) -> str:
    """A position in the notation of Forsyth and Edwards.

    Raises:
        ValueError: a board, a piece or a moment that it has no place for
    """
    game = state.game
    between = schema.PREVIOUS, schema.TURN_MOVES
    if game.field(state.raw, between[0]) == state.mover or game.field(state.raw, between[1]):
        raise ValueError("there is no FEN in the middle of a turn")
    if game.players != len(SIDES):
        raise ValueError("there is FEN for two players alone")
    turn = game.field(state.raw, schema.TURN)
    castling = "".join(one.letter for one in held(state)) or NONE
    passed = _passed(state)
    fields = [
        _board(state) + _hands(state),
        SIDES[state.mover - 1],
        castling,
        NONE if passed is None else game.labels[passed].lower(),
        max(game.field(state.raw, schema.COUNTER), 0),
        turn // game.players + 1,
    ]
    return " ".join(map(str, fields))


def _board(state: PlayedState) -> str:
    """What stands on the board, the highest row first."""
    return "/".join(_row(state, row) for row in reversed(rectangle(state.game.board)))


def _row(state: PlayedState, sites: tuple[int, ...]) -> str:
    found, free = "", 0
    for site in sites:
        if not state.what(site):
            free += 1
            continue
        if state.count(site) != 1:
            raise ValueError("there is no FEN for several pieces on a site")
        found += (str(free) if free else "") + _letter(state, state.what(site))
        free = 0
    return found + (str(free) if free else "")


def _letter(state: PlayedState, kind: int) -> str:
    letter = letters(state.game.pieces).get(kind)
    if letter is None:
        raise ValueError(f"there is no letter for {state.game.pieces[kind - 1].name}")
    return letter


def _hands(state: PlayedState) -> str:
    """What is in hands, in brackets; nothing in games without hands."""
    hands = _hand_sites(state.game)
    found = "".join(_letter(state, state.what(site)) * state.count(site)
                    for site in hands if state.what(site))  # fmt: skip
    return f"[{found}]" if hands else ""


def _hand_sites(game: PlayedGame) -> list[int]:
    return [site for hand in game.hands if hand.owner in (1, 2) for site in hand.sites]


def _passed(state: PlayedState) -> int | None:
    """The site that the last move went over, and on which the piece can be taken."""
    game = state.game
    site = game.field(state.raw, schema.PENDING)
    if game.program.part(schema.PENDING) is None or not 0 <= site < game.board.size:
        return None
    return site if _around(state.game, site, state.last_from, state.last_to) else None


def _around(game: PlayedGame, site: int, first: int, last: int) -> bool:
    """Whether a site lies between two others in a column, next to both."""
    return any(
        {first, last} == {column[place - 1], column[place + 1]}
        for column in zip(*rectangle(game.board), strict=True)
        for place in range(1, len(column) - 1)
        if column[place] == site
    )


# Reading


def read(game: PlayedGame, text: str, seed: int = 0) -> Any:
    """The state that a text in one of these notations says.

    Later fields may be left out.

    Args:
        game: the game
        text: FEN, or SFEN with the word `sfen` before it
        seed: fixes what chance decides

    Raises:
        LudError: what cannot be, with the place
    """
    try:
        rows = rectangle(game.board)
    except ValueError as error:
        raise LudError(f"there is no FEN for {game.name}: {error}", code="fen") from None
    if game.players != len(SIDES):
        raise LudError(f"there is no FEN for {game.name}: it is not for two players", code="fen")
    return _Reader(game, text, rows, seed).state()


class _Reader:
    """Reads the fields of a text one after another."""

    def __init__(
        self, game: PlayedGame, text: str, rows: tuple[tuple[int, ...], ...], seed: int
    ) -> None:
        self.game, self.rows = game, rows
        self.source = Source("<fen>", text)
        self.fields = [(match[0], match.start()) for match in re.finditer(r"\S+", text)]
        self.setting = Setting(game, seed)
        self.kinds = numbers(game.pieces)
        self.lying: dict[int, list[int]] = {}

    def state(self) -> Any:
        """Read all of it."""
        shogi = bool(self.fields) and self.fields[0][0].lower() == SHOGI
        if shogi:
            del self.fields[0]
        names = ("mover", "hands", "number") if shogi else (
            "mover", "castling", "passed", "quiet", "number")  # fmt: skip
        if not self.fields:
            raise self._wrong("expected the rows of the board", 0, len(self.source.text))
        if len(self.fields) > len(names) + 1:
            word, place = self.fields[len(names) + 1]
            raise self._wrong(f"expected at most {len(names) + 1} fields", place, len(word))
        self._board(*self.fields[0])
        given = dict(zip(names, self.fields[1:], strict=False))
        movers = SHOGI_MOVERS if shogi else MOVERS
        mover = self._mover(movers, *given.get("mover", (next(iter(movers)), 0)))
        if "hands" in given:
            self._hands(*given["hands"])
        for site, kinds in self.lying.items():
            self._try(lambda site=site, kinds=kinds: self.setting.lay(site, kinds), *self.fields[0])
        self._castling(*given.get("castling", (NONE, 0)))
        if "passed" in given:
            self._passed(*given["passed"], mover)
        number = self._number(*given.get("number", ("1", 0)))
        if shogi:
            number = (number - 1) // self.game.players + 1
        quiet = self._number(*given.get("quiet", ("0", 0)))
        self._counts(mover, quiet, max(number, 1))
        return self.setting.finished()

    # The board

    def _board(self, text: str, place: int) -> None:
        board, bracket, hands = text.partition("[")
        row, column = 0, 0
        at = 0
        while at < len(board):
            match = PLACING.match(board, at)
            if match is None:
                raise self._wrong(f"expected a piece, a number or /, not {board[at]}", place + at)
            if match["row"]:
                self._full(column, place + at)
                row, column = row + 1, 0
                if row == len(self.rows):
                    raise self._wrong(f"expected {len(self.rows)} rows, not more", place + at)
            elif match["count"]:
                column += int(match["count"])
            else:
                if column < len(self.rows[0]):
                    kind = self._kind(match["piece"], place + at)
                    self.lying[self.rows[-1 - row][column]] = [kind]
                column += 1
            at = match.end()
        self._full(column, place + at)
        if row + 1 < len(self.rows):
            raise self._wrong(f"expected {len(self.rows)} rows, not {row + 1}", place, len(board))
        if bracket:
            if not hands.endswith("]"):
                raise self._wrong("this bracket is not closed", place + len(board))
            self._hands(hands[:-1], place + len(board) + 1)

    def _full(self, found: int, place: int) -> None:
        wanted = len(self.rows[0])
        if found != wanted:
            raise self._wrong(f"expected a row of {wanted}, not {found}", place)

    def _kind(self, letter: str, place: int) -> int:
        if letter in self.kinds:
            return self.kinds[letter]
        known = letters(self.game.pieces)
        hint = ", ".join(f"{known[one.number]} {one.name}" for one in self.game.pieces
                         if one.number in known)  # fmt: skip
        raise self._wrong(f"no piece has the letter {letter}", place, len(letter), hint)

    def _hands(self, text: str, place: int) -> None:
        """`Pp`, `2P3l` or `-`: what is in hands, each piece in that of its owner."""
        at = 0
        while at < len(text) and text != NONE:
            match = HELD.match(text, at)
            if match is None:
                raise self._wrong(f"expected a piece in hand, not {text[at]}", place + at)
            kind = self._kind(match[2], place + at + len(match[1]))
            span = place + at, len(match[0])
            site = self._place_in_hand(kind, *span)
            count = int(match[1] or 1)
            if not 0 < count <= schema.MOST_COUNT:
                raise self._wrong(f"expected from 1 to {schema.MOST_COUNT} of them", *span)
            self.lying.setdefault(site, []).extend([kind] * count)
            at = match.end()

    def _place_in_hand(self, kind: int, place: int, length: int) -> int:
        owner = self.game.pieces[kind - 1].owner
        site = self.setting.place_in_hand(owner, kind, self.lying)
        if site is None:
            some = any(hand.owner == owner for hand in self.game.hands)
            message = "there is no place in the hand" if some else f"{self.game.name} has no hands"
            raise self._wrong(message, place, length)
        return site

    # The other fields

    def _mover(self, movers: dict[str, int], text: str, place: int) -> int:
        if text.lower() not in movers:
            message = f"expected who moves, {' or '.join(movers)}, not {text}"
            raise self._wrong(message, place, len(text))
        mover = movers[text.lower()]
        self.setting.put(schema.MOVER, mover)
        return mover

    def _castling(self, text: str, place: int) -> None:
        """Kings and rooks that may castle have the states of the start, others of them none."""
        known = rights(self.game)
        granted = [self._right(known, letter, place + at)
                   for at, letter in enumerate(text) if letter != NONE]  # fmt: skip
        start = self.setting.start
        for site, kinds in self.lying.items():
            if kinds == [start.what(site)] and (state := start.number(schema.STATE, site)):
                asked = any(site in (one.king, one.rook) for one in known)
                kept = any(site in (one.king, one.rook) for one in granted)
                if kept or not asked:
                    self.setting.put(schema.STATE, state, schema.STATE.entry(site))

    def _right(self, known: list[Right], letter: str, place: int) -> Right:
        for right in known:
            column = chr(ord("a") + self._column(right.rook))
            if letter in (right.letter, cased(column, self.game.pieces[right.kinds[0] - 1].owner)):
                sites = (right.king, right.rook)
                if [self.lying.get(site) for site in sites] != [[kind] for kind in right.kinds]:
                    message = f"{letter}: the king or the rook is not where it began"
                    raise self._wrong(message, place)
                return right
        hint = suggest(letter, [one.letter for one in known])
        message = f"{self.game.name} keeps no right to castle {letter}"
        raise self._wrong(message, place, 1, hint if known else "leave it out, or write -")

    def _column(self, site: int) -> int:
        return next(row.index(site) for row in self.rows if site in row)

    def _passed(self, text: str, place: int, mover: int) -> None:
        """A piece has just gone over a site, on which it can be taken."""
        if text == NONE:
            return
        site = next((site for site, name in enumerate(self.game.labels)
                     if name.lower() == text.lower()), None)  # fmt: skip
        if site is None:
            raise self._wrong(f"no site is called {text}", place, len(text))
        if schema.PENDING not in self.setting.fields:
            message = f"{self.game.name} keeps no site on which a piece is taken in passing"
            raise self._wrong(message, place, len(text))
        columns = zip(*self.rows, strict=True)
        column = next(one for one in columns if site in one)
        at = column.index(site)
        pawn = self.kinds.get(cased(PASSING, 3 - mover))
        ends = [column[at - 1], column[at + 1]] if 0 < at < len(column) - 1 else []
        gone = [end for end in ends if self.lying.get(end) == [pawn]]
        if not gone:
            raise self._wrong(f"no pawn has just gone over {text}", place, len(text))
        self.setting.put(schema.LAST_TO, gone[-1])
        self.setting.put(schema.LAST_FROM, next(end for end in ends if end != gone[-1]))
        self.setting.put(schema.PENDING, site)
        if schema.PENDING_SITES in self.setting.fields:
            self.setting.put(schema.PENDING_SITES, 1 << site)

    def _number(self, text: str, place: int) -> int:
        if not text.isdecimal() or len(text) > 9:
            raise self._wrong(f"expected a number, not {text}", place, len(text))
        return int(text)

    def _counts(self, mover: int, quiet: int, number: int) -> None:
        """Turns, moves, and moves since the counter was set.

        The counter of a game that begins is lower by one than after a move that sets it.
        """
        turns = (number - 1) * self.game.players + mover - 1
        numbers = {schema.TURN: turns, schema.MOVES: turns}
        if turns or quiet:
            numbers[schema.COUNTER] = quiet
        for part, count in numbers.items():
            if part in self.setting.fields:
                self._try(lambda part=part, count=count: self.setting.put(part, count),
                          *self.fields[-1])  # fmt: skip

    # Errors

    def _try(self, put: Callable[[], None], text: str, place: int) -> None:
        try:
            put()
        except ValueError as error:
            raise self._wrong(str(error), place, len(text)) from None

    def _wrong(
        self, message: str, place: int, length: int = 1, hint: str | None = None
    ) -> LudError:
        span = Span(self.source, place, place + length)
        return LudError(message, span, hint, code="fen")

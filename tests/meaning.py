"""Rows of expressions and what they give on a small board, read from `tests/meaning/*.txt`.

A line without indent sets the position: a board, then words and what belongs to them:

    (square 3) | X: A1 B2 | O: C3 | last: B2 | mover: 2 | use: Vertex

`X` and `O` are the pieces of the first and second player, `N` neutral ones; `last` is the site the
last move went to. An indented line is an expression, `=>`, and what it gives: `True`, a number, the
labels of a set, or for moves their names. A line `=> name: …` under moves says what the move leads
to: the position by labels, then whatever of `next`, `scores`, `over` is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.assemble import ENTRIES, finish, write
from interpreter.bind import bind
from interpreter.builder import Builder
from interpreter.emit import ZERO
from interpreter.errors import LudError, Source
from interpreter.expand import expand
from interpreter.game import Game
from interpreter.ir import Bool, Int, Sites, Value
from interpreter.load import catalogue, defines
from interpreter.rules import GameRules
from interpreter.syntax import Clause, parse_one
from interpreter.types import Ints

FOLDER = Path(__file__).parent / "meaning"
GAME = """(game "Ask" (players 2)
    (equipment {{
        (board {board} use:{use}) (piece "X" P1) (piece "O" P2) (piece "N" Neutral)
        (regions P1 {{(sites Top) (sites Bottom)}}) (regions P2 {{(sites Left) (sites Right)}})
        (regions "Home" P1 (sites Corners))
    }})
    (rules {start} (play {moves}) (end (if (is Full) (result Mover Win))))
)"""


@dataclass
class Position:
    """A position that expressions are asked about."""

    board: str
    use: str = "Cell"
    pieces: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    last: str | None = None
    mover: int = 1

    @staticmethod
    def read(line: str) -> Position:
        """The position that a line describes."""
        board, *parts = (part.strip() for part in line.split("|"))
        found = Position(board)
        for part in parts:
            word, _, rest = part.partition(":")
            if word in ("X", "O", "N"):
                found.pieces[word] = rest.split()
            elif word == "last":
                found.last = rest.strip()
            elif word == "mover":
                found.mover = int(rest)
            else:
                assert word == "use", f"unknown word {word}"
                found.use = rest.strip()
        return found

    def text(self, moves: str = "(move Pass)") -> str:
        """The rules of a game that starts in this position."""
        numbers = {"X": "X1", "O": "O2", "N": "N0"}
        rules = " ".join(
            f'(place "{numbers[name]}" {{{" ".join(chr(34) + site + chr(34) for site in sites)}}})'
            for name, sites in self.pieces.items()
        )
        if self.mover == 2:
            rules += " (set NextPlayer (player 2))"
        start = f"(start {{{rules}}})" if rules else ""
        return GAME.format(board=self.board, use=self.use, start=start, moves=moves)


@dataclass(frozen=True)
class Row:
    """An expression, the position it is asked in, and what it must give."""

    file: str
    line: int
    position: Position
    expression: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def rows() -> Iterator[Row]:
    """All rows of all files."""
    for path in sorted(FOLDER.glob("*.txt")):
        position: Position | None = None
        expression = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                position = Position.read(line)
                continue
            left, arrow, expected = line.partition("=>")
            assert position, f"{path.name}:{number}: no position"
            assert arrow, f"{path.name}:{number}: no =>"
            expression = left.strip() or expression
            yield Row(path.name, number, position, expression, expected.strip())


def ask(position: Position, expression: str) -> str:
    """What an expression gives in a position, as the rows write it."""
    if expression.startswith("play "):
        return play(position, expression.removeprefix("play "), "")
    expanded = expand(Source("<row>", position.text()), None, None, defines())
    b = Builder()
    b.spans.append(expanded.game.span)
    program = write(b, b.lower(bind(expanded.game, GameRules, catalogue())))
    kind, value = _asked(b, expression)
    program.fields[:] = b.fields
    finish(program, (*ENTRIES, "ask"))
    game = Game(expanded, program, b.topology, b.pieces, b.players, ())
    raw = game.start().raw
    if position.last is not None:
        site = b.site_called(position.last)
        game.machine.put(raw, b.scalars["last_to"], site)
    del value
    return _shown(game, kind, game.machine.run("ask", raw))


def _asked(b: Builder, expression: str) -> tuple[type, Value]:
    """Write the function that answers, of the first kind that the expression has."""
    tree = parse_one(expression)
    assert isinstance(tree, Clause)
    error: LudError | None = None
    for kind in (Bool, Int, Sites, Ints):
        try:
            node = bind(tree, kind, catalogue())
        except LudError as found:
            error = error or found
            continue
        found_kind = Int if kind is Ints else kind
        result = {Bool: "bool", Int: "int", Sites: "sites"}[found_kind]

        def body(node: object = node, kind: type = kind) -> Value:
            value = b.lower(node)  # type: ignore[arg-type]
            if kind is Ints:
                # A list is shown as its numbers in base 100, least last.
                return b.fold_ints(value, ZERO, lambda t, v: b.add(b.multiply(t, b.int(100)), v))
            return value

        b.define("ask", (), result, body)  # type: ignore[arg-type]
        return kind, ZERO
    raise error or AssertionError(expression)


def _shown(game: Game, kind: type, value: int) -> str:
    if kind is Bool:
        return str(bool(value))
    if kind is Sites:
        labels = [game.board.labels[site] for site in range(game.board.size) if value >> site & 1]
        return " ".join(labels) or "nothing"
    if kind is Ints:
        digits: list[str] = []
        while value:
            value, digit = divmod(value, 100)
            digits.append(str(digit))
        return "{" + " ".join(reversed(digits)) + "}"
    return str(value)


def play(position: Position, moves: str, wanted: str) -> str:
    """The names of the legal moves, or what one of them leads to."""
    expanded = expand(Source("<row>", position.text(moves)), None, None, defines())
    b = Builder()
    b.spans.append(expanded.game.span)
    program = finish(write(b, b.lower(bind(expanded.game, GameRules, catalogue()))), ENTRIES)
    game = Game(expanded, program, b.topology, b.pieces, b.players, ())
    state = game.start(seed=1)
    if not wanted:
        return " ".join(str(move) for move in state.moves())
    after = state.after(wanted)
    parts = [
        f"{piece.name[0]}: " + " ".join(game.board.labels[site] for site in sites)
        for piece in game.pieces
        if (sites := [site for site, what in enumerate(after.contents) if what == piece.number])
    ]
    parts.append("over" if after.over else f"mover: {after.mover}")
    if any(after.scores):
        parts.append(f"scores: {after.scores[0]} {after.scores[1]}")
    return " | ".join(parts)

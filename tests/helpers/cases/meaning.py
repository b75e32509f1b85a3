"""Rows of expressions and what they give on a small board, read from `tests/meaning/*.txt`.

A line without indent sets the position: a board, then words and what belongs to them:

    (square 3) | X: A1 B2 | O: C3 | last: B2 | mover: 2 | state: prev=1 score2=5

`X`, `O` and `Y` are the pieces of the first three players, `N` neutral ones; `seeds: A1=3` puts so
many of a kind that all share on a site; `last` and `from` are the sites of the last move; `hands:
2` gives every player a hand of so many places, and `held: X=3` puts pieces into the first of them;
`also` is what else the equipment has, `start` further start rules, such as those that put pieces
on sites of another kind, `use` the kind of sites, `players` how many play (2),
`facing` the list that stands for their number, `mode` how they take turns, and `state` sets fields
of the state by name. A
board with tracks is written out: `(board (square 3) (track "Ring" "0,E,N,W,S"))`. A puzzle is
a board with values, `(board (square 2) (values Cell (range 1 2)))`, and has no regions and pieces
but what `also` says. An indented line is an expression, `=>`, and what it gives: `True`, a number,
`{1 2}` for a list of numbers, or the labels of a set.

`play MOVES` stands for a game with these moves, `end RULES` for one in which pieces are put on
empty sites or players pass until the end rules end it, `rules (rules …)` for one with these rules
and no pieces but what they say, `match result:1 (end …) in (rules …)` for a match of games with
these rules, or of several with `then next:0 (rules …)` behind it. Such a row gives the legal moves;
`after a1 b2: c3 pass` gives them after some moves, and `a1 b2: X: A1 | mover: 2 | scores: 1 0` what
these moves lead to, or `start: …` what the game starts with. `over: 1 2` is the ranking at the end.
An expression that is left out is that of the row above.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field

from helpers.paths import TESTS
from interpreter import State
from interpreter.ir.program import Program
from interpreter.ir.values import Bool, Int, Kind, Sites, Value
from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.nodes import Node, forms_in
from interpreter.language.parts import GameRules
from interpreter.language.signatures import Ints
from interpreter.passes.order_of_passes import finish
from interpreter.play.compiled import Recipe
from interpreter.play.game import Game
from interpreter.play.load import catalogue, compile_source, defines
from interpreter.rules.assemble import ENTRIES, write
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import Expanded, expand
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause

FOLDER = TESTS / "meaning"
PIECES = {"X": "P1", "O": "P2", "Y": "P3", "N": "Neutral"}
GAME = """(game "Ask" (players {players}) {mode}
    (equipment {{
        {board} {pieces}
        {regions} {also} {seeds}
    }})
    {rules}
)"""
REGIONS = """(regions P1 {(sites Top) (sites Bottom)}) (regions P2 {(sites Left) (sites Right)})
        (regions "Home" P1 (sites Corners))"""
RULES = "(rules {start} (play {moves}) (end {{{end}}}))"
MATCH = '(match "Ask" (players {players}) (games {games}) (end {end})'
SEED = '(piece "Seed" Shared)'
QUIET = "(if (is Full) (result Mover Win))"
PLACING = "(or (move Add (to (sites Empty))) (move Pass))"
KINDS: dict[type, Kind] = {Bool: "bool", Int: "int", Sites: "sites", Ints: "int"}


@dataclass(eq=False)
class Position:
    """A position that expressions are asked about."""

    board: str
    use: str = "Cell"
    players: int = 2
    mover: int = 1
    pieces: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    sites: dict[str, str] = field(default_factory=dict[str, str])
    facing: str = ""
    mode: str = ""
    hands: int = 0
    held: list[str] = field(default_factory=list[str])
    seeds: list[str] = field(default_factory=list[str])
    also: str = ""
    start: str = ""
    fields: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    asked: list[str] = field(default_factory=list[str])

    @staticmethod
    def read(line: str) -> Position:
        """The position that a line describes."""
        board, *parts = (part.strip() for part in line.split("|"))
        found = Position(board)
        for part in parts:
            word, _, rest = part.partition(":")
            found.put(word, rest.strip())
        return found

    def put(self, word: str, rest: str) -> None:
        """Take in a word and what belongs to it."""
        if word in PIECES:
            self.pieces[word] = rest.split()
        elif word in ("last", "from"):
            self.sites[word] = rest
        elif word == "facing":
            self.facing = rest
        elif word in ("mover", "players", "hands"):
            setattr(self, word, int(rest))
        elif word in ("also", "start", "mode"):
            setattr(self, word, rest)
        elif word in ("held", "seeds"):
            setattr(self, word, rest.split())
        elif word == "state":
            pairs = (one.partition("=") for one in rest.split())
            self.fields += [(name, int(value)) for name, _, value in pairs]
        else:
            assert word == "use", f"unknown word {word}"
            self.use = rest

    def text(self, expression: str, *, spare: bool = False) -> str:
        """The rules of a game that starts in this position.

        Args:
            expression: `play …`, `end …`, `rules …`, or anything else for a game of passes
            spare: more kinds of pieces are declared than are used
        """
        word, _, rest = expression.partition(" ")
        names = [name for place, name in enumerate(PIECES, 1) if self._has(place, name)]
        pieces = [f'(piece "{name}" {PIECES[name]})' for name in names]
        if spare and not self._puzzle:
            pieces += [f'(piece "Spare{letter}" Neutral)' for letter in "abc"]
        moves = rest if word == "play" else PLACING if word == "end" else "(move Pass)"
        end = rest if word == "end" else QUIET
        if self.hands:
            pieces.append(f"(hand Each size:{self.hands})")
        rules = RULES.format(start=self._start(), moves=moves, end=end)

        def game(rules: str) -> str:
            return GAME.format(
                players=self.facing or self.players, board=self._board(),
                mode=f"(mode {self.mode})" if self.mode else "",
                pieces=" ".join(pieces), also=self.also, regions="" if self._puzzle else REGIONS,
                seeds=SEED if self.seeds else "", rules=rules,
            )  # fmt: skip

        if word != "match":
            return game(rest if word == "rules" else rules)
        whole, _, own = rest.partition(" in ")
        points, _, closing = whole.partition("(end ")
        games = [one.partition("(rules ") for one in f"{points}{own}".split(" then ")]
        several = [f'(subgame "Ask" {game(a + b)} {said})' for said, a, b in games]
        listed = several[0] if len(several) == 1 else f"{{{' '.join(several)}}}"
        return MATCH.format(games=listed, end=closing, players=self.players)

    def _board(self) -> str:
        whole = self.board.startswith(("(board", "(mancalaBoard", "(surakartaBoard"))
        return self.board if whole else f"(board {self.board} use:{self.use})"

    @property
    def _puzzle(self) -> bool:
        """Whether sites have values, which stand for pieces; then the regions are its own."""
        return "(values " in self.board

    def _has(self, place: int, name: str) -> bool:
        own = name != "N" and place <= self.players and not self._puzzle
        return name in self.pieces or own

    def _start(self) -> str:
        # Always something, as the first pass of a game with no start rules is a round of passes.
        first = f"(set NextPlayer (player {self.mover}))"
        return f"(start {{{' '.join((*self._placed(), first))}}})"

    def _placed(self) -> list[str]:
        numbers = {"X": 1, "O": 2, "Y": 3, "N": 0}
        rules = [
            f'(place "{self._name(name, numbers[name])}" {{{" ".join(map(_quoted, sites))}}})'
            for name, sites in self.pieces.items()
        ]
        for one in self.held:
            name, _, count = one.partition("=")
            number = numbers[name]
            rules.append(f'(place "{self._name(name, number)}" "Hand{number}" count:{count})')
        for one in self.seeds:
            label, _, count = one.partition("=")
            rules.append(f'(set Count {count} at:(coord "{label}"))')
        if self.start:
            rules.append(self.start)
        return rules

    def _name(self, name: str, number: int) -> str:
        return name if self.players == 1 else f"{name}{number}"

    def state(self, game: Game) -> State:
        """The position as a state of a game made for it."""
        state = game.start(seed=1)
        fields = {one.name: one for one in game.program.fields}
        # Pieces that start rules have put there are not what was moved last.
        moved = ("last_from", "last_to", "reached", "left") if self._placed() else ()
        asked = [(one, -1) for one in moved]
        asked += self.fields
        for word, label in self.sites.items():
            site = game.labels.index(label)
            asked.append((f"last_{'to' if word == 'last' else 'from'}", site))
        for name, value in asked:
            plain, place = _entry(name)
            # A field that no rule reads is not there.
            if plain in fields:
                game.machine.put(state.raw, fields[plain], value, place)
        return state

    def declare(self, program: Program) -> None:
        """Say what numbers are put into the state from outside."""
        fields = {one.name: one for one in program.fields}
        for name, value in self.fields:
            field = fields.get(_entry(name)[0])
            if field is not None and field.kind == "int":
                low, high = field.bounds or (field.initial, field.initial)
                field.bounds = min(low, value), max(high, value)


def _entry(name: str) -> tuple[str, int]:
    """A field, and which entry of it."""
    plain = name.rstrip("0123456789")
    return plain, int(name[len(plain) :] or 0)


def _quoted(label: str) -> str:
    return f'"{label}"'


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

    def found(self, backend: str, *, spare: bool = False) -> str:
        """What the program says, as the row writes it."""
        if not self.whole:
            return ask(self.position, self.expression, backend, spare=spare)
        state = played(self.position, self.expression, backend, spare=spare)
        left, colon, _ = self.expected.partition(":")
        words = left.split()
        if not colon:
            return _moves(state)
        listing = words[0] == "after"
        for name in words[1:] if listing else words:
            state = state if name == "start" else state.after(name)
        return f"{left}: " + (_moves(state) if listing else result(state))

    @property
    def whole(self) -> bool:
        """Whether the row is about a game, and not about one expression."""
        return self.expression.startswith(("play ", "end ", "rules ", "match "))

    def forms(self) -> frozenset[Ludeme]:
        """The forms of the catalogue that the row uses."""
        found = forms_of_rules(self.position.text(self.expression))
        return found if self.whole else found.union(forms_in(_bound(self.expression)[0]))


def rows() -> Iterator[Row]:
    """All rows of all files."""
    for path in sorted(FOLDER.glob("*.txt")):
        position: Position | None = None
        expression = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if not line.startswith(" "):
                position = Position.read(line)
                continue
            left, arrow, expected = line.partition("=>")
            assert position, f"{path.name}:{number}: no position"
            assert arrow, f"{path.name}:{number}: no =>"
            expression = left.strip() or expression
            row = Row(path.name, number, position, expression, expected.strip())
            if not row.whole:
                position.asked.append(expression)
            yield row


@functools.cache
def forms_of_rules(text: str) -> frozenset[Ludeme]:
    expanded = expand(Source("<row>", text), None, None, defines())
    return frozenset(forms_in(bind(expanded.game, GameRules, catalogue())))


def _expanded(
    position: Position, expression: str, *, spare: bool = False
) -> tuple[Builder, Expanded]:
    text = position.text(expression, spare=spare)
    expanded = expand(Source("<row>", text), None, None, defines())
    b = Builder()
    b.spans.append(expanded.game.span)
    return b, expanded


@functools.cache
def _game(position: Position, backend: str, *, spare: bool) -> Game:
    """A game with a function for each of the expressions asked in a position."""
    b, expanded = _expanded(position, "", spare=spare)
    program = write(b, b.lower(bind(expanded.game, GameRules, catalogue())))
    names = [f"ask{number}" for number in range(len(position.asked))]
    for name, expression in zip(names, position.asked, strict=True):
        _write(b, name, expression)
    program.fields[:], program.functions[:] = b.fields.values(), b.functions
    position.declare(program)
    finish(program, (*ENTRIES, *names), passes(backend))
    return _made(b, expanded, program, backend)


def passes(backend: str) -> tuple[str, ...] | None:
    """The passes that make a program faster: none for the plain one."""
    return () if backend == "plain" else None


def _made(b: Builder, expanded: Expanded, program: Program, backend: str) -> Game:
    parts = expanded, program, b.board.topology, b.box.kinds, b.hands.laid, b.players.count
    run = "python" if backend == "plain" else backend
    return Game(*parts, (), recipe(expanded), run, others=b.kinds.others)


def _write(b: Builder, name: str, expression: str) -> None:
    node, kind = _bound(expression)

    def body() -> Value:
        value = b.lower(node)
        if kind is Ints:
            # A list is shown as its numbers in base 100, last first.
            return b.fold(value, b.zero, lambda t, v: b.add(b.multiply(t, b.int(100)), v))
        return value

    b.define(name, (), KINDS[kind], body)


def recipe(expanded: Expanded) -> Recipe:
    """What a row's game is compiled from, for those who would compile it again."""
    return compile_source, (expanded.game.span.source, None, None, None, "auto", None, ())


def ask(position: Position, expression: str, backend: str, *, spare: bool = False) -> str:
    """What an expression gives in a position, as the rows write it."""
    game = _game(position, backend, spare=spare)
    name = f"ask{position.asked.index(expression)}"
    value = game.machine.run(name, position.state(game).raw)
    return _shown(game, _bound(expression)[1], value)


def _bound(expression: str) -> tuple[Node, type]:
    """The node of an expression, of the first kind that it has."""
    tree = parse_one(expression)
    assert isinstance(tree, Clause)
    error: LudError | None = None
    for kind in KINDS:
        try:
            return bind(tree, kind, catalogue()), kind
        except LudError as found:
            error = error or found
    raise error or AssertionError(expression)


def _shown(game: Game, kind: type, value: int) -> str:
    if kind is Bool:
        return str(bool(value))
    if kind is Sites:
        return _labels(game, [site for site in range(game.sites) if value >> site & 1])
    if kind is Ints:
        digits: list[str] = []
        while value:
            value, digit = divmod(value, 100)
            digits.append(str(digit))
        return "{" + " ".join(reversed(digits)) + "}"
    return str(value)


def _labels(game: Game, sites: list[int]) -> str:
    return " ".join(game.labels[site] for site in sites) or "nothing"


def _counted(state: State, sites: list[int]) -> str:
    """The labels of some sites, with the number of pieces where there are several."""
    counts = {site: state.count(site) for site in sites}
    return " ".join(
        state.game.labels[site] + (f"={count}" if count > 1 else "")
        for site, count in counts.items()
    )


def played(position: Position, expression: str, backend: str, *, spare: bool = False) -> State:
    """The start of the game that a row is about."""
    b, expanded = _expanded(position, expression, spare=spare)
    rules = b.lower(bind(expanded.game, GameRules, catalogue()))
    program = write(b, rules)
    position.declare(program)
    finish(program, ENTRIES, passes(backend))
    return position.state(_made(b, expanded, program, backend))


def _moves(state: State) -> str:
    return " ".join(str(move) for move in state.moves()) or "none"


def result(state: State) -> str:
    """What stands where, who moves next, and what else there is to say."""
    game = state.game
    parts = [
        f"{piece.name[0]}: {_counted(state, sites)}"
        for piece in game.pieces
        if (sites := [site for site, what in enumerate(state.contents) if what == piece.number])
    ]
    if state.over:
        parts.append("over: " + " ".join(f"{rank:g}" for rank in state.ranking))
    else:
        parts.append(f"mover: {state.mover}")
    if any(state.scores):
        parts.append("scores: " + " ".join(map(str, state.scores)))
    return " | ".join(parts)

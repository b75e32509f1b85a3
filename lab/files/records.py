"""Records of games: small text files that say what was played, to be read, compared and replayed.

The format is described in docs/records.md.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter import Game, LudError, Move, State, load
from interpreter.play.load import games
from interpreter.text.characters import check_characters
from interpreter.text.errors import Problem, Source, Span, suggest
from lab.files.find import in_run, rules
from lab.files.whole import read_whole, write_whole

HEADER = "ludwright record 1"
NOTE, VARIATION = "note", "variation"
KEYS = ("game", "option", "ruleset", "seed", "position", "resigned", "result", NOTE, VARIATION)
BEHIND = ("resigned", "result")
"""The entries that stand behind the moves, once."""
LARGEST_FILE = 2_000_000
COMMENT = re.compile(r"(^|\s)#.*")
MOVE = re.compile(r"(\d+)\.\s*(?:\[([\d ]*)\]\s*)?(\S+)")
KEY = re.compile(r"(\w+)\s*:\s*(.*)")
FROM = re.compile(r"([1-9]\d{0,5})(?:\s+of\s+([1-9]\d{0,5}))?")
ALL = re.compile(r"^\s*note\s*:")
"""What begins a line all of which counts, whatever signs are in it."""
NOWHERE = Span(Source("<record>", ""), 0, 0)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a record and where it stands.

    Args:
        text: the word; of a move, its name
        draws: of a move, what fell before and after it, as `State.after` takes it; None if the
            record does not say it
    """

    text: str
    draws: tuple[int, ...] | None = None
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True, slots=True)
class Variation:
    """Other moves than those that were played.

    Args:
        number: the move in whose place its first one stands, from 1
        of: the line that it leaves: 0 for the game itself, else the number of a variation before it
        moves: from there on
        notes: what is said of its positions, by how many moves were made, from the start on
        span: where it begins, if the record was read from a file
    """

    number: int
    of: int = 0
    moves: tuple[Word, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict[int, str])
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True, slots=True)
class Record:
    """What was played.

    Args:
        game: a name of the library, the path of a rule file, or a game of a run
        options: chosen items by heading, as given
        ruleset: the ruleset, if one was asked for
        seed: what fixed chance
        moves: their names, in order
        result: the rank of each seat, 1 best; empty while the game goes on
        spans: where the entries stand, by key, if the record was read from a file
        position: where the game begins, as `State.text` writes it; its start if not given
        resigned: the seat that gave the game up behind the last move, from 1; 0 if nobody did
        notes: what is said of positions, by how many moves were made; several lines where there are
        variations: other moves than those that were played
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    ruleset: str | None = None
    seed: int = 0
    moves: tuple[Word, ...] = ()
    result: tuple[float, ...] = ()
    spans: Mapping[str, Span] = field(default_factory=dict[str, Span], compare=False, repr=False)
    position: str | None = None
    resigned: int = 0
    notes: Mapping[int, str] = field(default_factory=dict[int, str])
    variations: tuple[Variation, ...] = ()

    def load(self) -> Game:
        """The game that was played.

        Raises:
            LudError: it cannot be loaded; the place is that of the entry in the record
        """
        try:
            return load(rules(self.game), self.options, self.ruleset)
        except LudError as error:
            raise LudError([self._placed(problem) for problem in error.problems]) from None

    def first(self, game: Game) -> State:
        """The position that the game begins with.

        Raises:
            LudError: there can be no such position
        """
        if self.position is None:
            return game.start(self.seed)
        return game.position(self.position, seed=self.seed)

    def _placed(self, problem: Problem) -> Problem:
        """A problem that has no place in a rule file lies in the record's choice."""
        if problem.span is not None or not self.spans:
            return problem
        near = [f"option {heading}" for heading, item in self.options.items()
                if f'"{heading}"' in problem.message or f'"{item}"' in problem.message]  # fmt: skip
        if problem.message.startswith("no ruleset"):
            near = ["ruleset"]
        return replace(problem, span=self.spans.get((near or ["game"])[0]))

    def replay(self, game: Game | None = None) -> list[State]:
        """All positions, from the first to the last.

        Raises:
            LudError: a position that cannot be, a move that is not legal, in a variation either, or
                a result that is not that of the game
        """
        states = [self.first(self.load() if game is None else game)]
        for word in self.moves:
            states.append(_after(states[-1], word))
        self._check_end(states[-1])
        self._check_variations(states)
        return states

    def _check_variations(self, played: Sequence[State]) -> None:
        """See that the moves of variations are legal."""
        lines = [played]
        for one in self.variations:
            states = list(lines[one.of][: one.number])
            for word in one.moves:
                states.append(_after(states[-1], word))
            lines.append(states)

    def _check_end(self, end: State) -> None:
        """See that the game ended as it is said to."""
        over = end.over or self.resigned > 0
        if self.resigned and (end.over or self.resigned > end.game.players):
            found = "the game was over" if end.over else f"there is no player {self.resigned}"
            raise LudError(f"nobody could resign: {found}", self.spans.get("resigned"))
        ranking = resigned(end, self.resigned) if self.resigned else end.ranking
        if self.result and self.result != ranking:
            found = f"the result is {ranks(ranking)}" if over else "the game is not over"
            raise LudError(f"{found}, not {ranks(self.result)}", self.spans.get("result"))


def _after(state: State, word: Word) -> State:
    name, span = word.text, word.span
    try:
        return state.after(name, word.draws)
    except ValueError as error:
        refused = str(error)
    if state.over:
        raise LudError(f"{name} comes after the end of the game", span)
    if word.draws is not None:
        raise LudError(refused, span)
    names = [move.name for move in state.moves()]
    hint = suggest(name, names) or f"legal are {', '.join(names[:8])}{', …' * (len(names) > 8)}"
    raise LudError(f"{name} is not a legal move here", span, hint)


def resigned(state: State, seat: int) -> tuple[float, ...]:
    """The rank of each seat where one gives the game up: the last place that is left.

    Who plays on shares the other places that are left; who plays alone has lost.
    """
    ranking = state.ranking
    if len(ranking) == 1:
        return (0.0,)
    taken = [rank for rank in ranking if rank]
    open_ = list(range(1, len(ranking) + 1))
    for rank in sorted(taken):  # those who share a rank have the places around it
        open_.remove(min(open_, key=lambda place: (abs(place - rank), place)))
    *others, last = open_
    shared = sum(others) / len(others) if others else float(last)
    left = (float(last) if one == seat else shared for one in range(1, len(ranking) + 1))
    return tuple(rank or mine for rank, mine in zip(ranking, left, strict=True))


def ranks(ranking: Sequence[float]) -> str:
    """Ranks as a record has them: `1 2`, `1.5 1.5`."""
    return " ".join(f"{rank:g}" for rank in ranking)


# Writing


def word_of(state: State, move: Move) -> Word:
    """A legal move as a record has it, with what falls when it is made."""
    return Word(move.name, state.drawn(move) if state.game.draws else None)


def words_of(first: State, names: Iterable[str]) -> Iterator[Word]:
    """Moves of a game, by their names, as a record has them."""
    for name in names:
        move = first.move(name)
        yield word_of(first, move)
        first = first.after(move)


def with_moves(base: Record, words: Sequence[Word], end: State) -> Record:
    """The record of a game with these moves that has come to this position.

    Notes and variations stay as far as the moves before them do.
    """
    given_up = resigned(end, base.resigned) if base.resigned else ()
    result = end.ranking if end.over else given_up
    pairs = zip(base.moves, words, strict=False)
    same = next((at for at, (old, new) in enumerate(pairs) if old != new), None)
    common = min(len(base.moves), len(words)) if same is None else same
    notes = {at: note for at, note in base.notes.items() if at <= common}
    kept = tuple(_kept(base.variations, common, len(words)))
    return replace(base, moves=tuple(words), result=result, notes=notes, variations=kept)


def _kept(variations: Sequence[Variation], common: int, length: int) -> Iterator[Variation]:
    """The variations that can stand where only the first moves of a game are the same."""
    numbers = {0: 0}
    for at, one in enumerate(variations, 1):
        fits = one.of > 0 or one.number <= min(common + 1, length)
        if one.of in numbers and fits:
            numbers[at] = len(numbers)
            yield replace(one, of=numbers[one.of])


def text_of(record: Record, folder: Path | None = None) -> str:
    """A record as text.

    Args:
        record: what to write
        folder: where the text will lie; the path of a rule file is given from there
    """
    lines = [HEADER, f"game: {_from(record.game, folder)}"]
    lines += [f"option: {heading} = {item}" for heading, item in record.options.items()]
    lines += [f"ruleset: {record.ruleset}"] if record.ruleset is not None else []
    lines += [f"seed: {record.seed}"]
    lines += [f"position: {record.position}"] if record.position is not None else []
    lines += ["", *_line(1, record.moves, record.notes)]
    ended = [f"resigned: {record.resigned}"] if record.resigned else []
    ended += [f"result: {ranks(record.result)}"] if record.result else []
    lines += ["", *ended] if ended else []
    for one in record.variations:
        of = f" of {one.of}" if one.of else ""
        lines += ["", f"variation: {one.number}{of}", *_line(one.number, one.moves, one.notes)]
    return "\n".join(lines) + "\n"


def _line(first: int, moves: Sequence[Word], notes: Mapping[int, str]) -> Iterator[str]:
    """Moves and what is said of the positions behind them, line by line."""
    if first == 1:
        yield from _noted(notes.get(0, ""))
    for number, move in enumerate(moves, first):
        yield f"{number}. {_written(move)}"
        yield from _noted(notes.get(number, ""))


def _noted(note: str) -> Iterator[str]:
    return (f"note: {line.strip()}" for line in note.splitlines() if line.strip())


def _written(move: Word) -> str:
    """A move as it stands in a record: `a1-b2`, or `[3 0] a1-b2`."""
    return f"[{' '.join(map(str, move.draws))}] {move.text}" if move.draws else move.text


def _from(game: str, folder: Path | None) -> str:
    if folder is None or in_library(game):
        return game
    return Path(os.path.relpath(Path(game).resolve(), folder.resolve())).as_posix()


def in_library(game: str) -> bool:
    """Whether a game is called so in the library."""
    return game.lower() in (name.lower() for name in games())


def check_place(path: Path | None) -> None:
    """See that a file can be written, before what is to be in it takes hours.

    Raises:
        LudError: there is no such folder, or the file is a folder itself
    """
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise LudError(f"{path} cannot be written: no such folder")


def save(record: Record, path: Path) -> None:
    """Write a record; a file that is there is replaced.

    Raises:
        LudError: the file cannot be written
    """
    write_whole(path, text_of(record, path.parent))


# Reading


def read(path: Path) -> Record:
    """A record from a file.

    Raises:
        LudError: the file cannot be read, or is no record
    """
    text = read_whole(path, LARGEST_FILE)
    record = parse(Source(str(path), text.replace("\r\n", "\n")))
    is_path = Path(record.game).suffix == ".lud" or in_run(record.game)
    if in_library(record.game) or not is_path:
        return record
    return replace(record, game=str(path.parent / record.game))


def parse(source: Source) -> Record:
    """A record from its text.

    Raises:
        LudError: what is wrong with it, and where
    """
    check_characters(source)
    lines = _lines(source)
    first = lines[0] if lines else Word("", span=Span(source, 0, 0))
    if first.text != HEADER:
        raise LudError("this is no game record", first.span, f'its first line is "{HEADER}"')
    reader = _Reader()
    for line in lines[1:]:
        reader.line(line)
    if "game" not in reader.spans:
        raise LudError("the record does not say which game", first.span, 'as in "game: Name"')
    return reader.record()


def _lines(source: Source) -> list[Word]:
    """The lines that say something, without comments and spaces around them."""
    found: list[Word] = []
    start = 0
    for line in source.text.splitlines(keepends=True):
        plain = line if ALL.match(line) else COMMENT.sub("", line)
        text = plain.strip()
        if text:
            at = start + plain.index(text)
            found.append(Word(text, span=Span(source, at, at + len(text))))
        start += len(line)
    return found


@dataclass(slots=True)
class _Part:
    """A line of moves as it is read; see `Variation`."""

    number: int
    of: int
    span: Span = NOWHERE
    moves: list[Word] = field(default_factory=list[Word])
    notes: dict[int, str] = field(default_factory=dict[int, str])

    @property
    def last(self) -> int:
        """The number of its last move."""
        return self.number - 1 + len(self.moves)


class _Reader:
    """Gathers the entries of a record."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.lines: list[_Part] = [_Part(1, 0)]
        self.spans: dict[str, Span] = {}

    def line(self, line: Word) -> None:
        move = MOVE.fullmatch(line.text)
        entry = KEY.fullmatch(line.text)
        if move:
            self._move(line, move)
        elif entry:
            self._entry(line, entry)
        else:
            hint = 'as in "12. e5" for a move, or "seed: 1"'
            raise LudError("neither a move nor an entry", line.span, hint)

    def _move(self, line: Word, match: re.Match[str]) -> None:
        behind = [key for key in BEHIND if key in self.spans]
        if behind and len(self.lines) == 1:
            raise LudError(f"a move behind the entry {behind[0]}", line.span)
        part = self.lines[-1]
        number = part.last + 1
        if int(match[1]) != number:
            span = _within(line.span, match, 1)
            raise LudError(f"found move {match[1]}, expected move {number}", span)
        draws = None if match[2] is None else tuple(map(int, match[2].split()))
        part.moves.append(Word(match[3], draws, _within(line.span, match, 3)))

    def _entry(self, line: Word, match: re.Match[str]) -> None:
        key, value, span = match[1], match[2], _within(line.span, match, 2)
        if key not in KEYS:
            hint = suggest(key, KEYS) or f"known: {', '.join(KEYS)}"
            raise LudError(f'no entry is called "{key}"', _within(line.span, match, 1), hint)
        if key in (NOTE, VARIATION):
            self._free(key, value, span)
            return
        if len(self.lines) > 1:
            raise LudError(f"the entry {key} behind a variation", line.span)
        if self.lines[0].moves and key not in BEHIND:
            raise LudError(f"the entry {key} behind the first move", line.span)
        if key == "option":
            key = self._option(value, span)
        elif not value:
            raise LudError(f"the entry {key} is empty", line.span)
        if key in self.spans:
            raise LudError(f"{key} is given twice", line.span)
        self.spans[key] = span
        self.values[key] = value

    def _free(self, key: str, value: str, span: Span) -> None:
        """Take what may stand there several times: a note, or the beginning of a variation."""
        if not value:
            raise LudError(f"the entry {key} is empty", span)
        if key == NOTE:
            part = self.lines[-1]
            before = part.notes.get(part.last)
            part.notes[part.last] = value if before is None else f"{before}\n{value}"
            return
        match = FROM.fullmatch(value)
        if match is None:
            hint = 'as in "variation: 12", or "variation: 14 of 1"'
            raise LudError("a variation says in place of which move it stands", span, hint)
        number, of = int(match[1]), int(match[2] or 0)
        if of >= len(self.lines):
            message = f"variation {of} does not stand before this one"
            raise LudError(message, _within(span, match, 2))
        if number > self.lines[of].last:
            where = f"variation {of}" if of else "the game"
            raise LudError(f"{where} has no move {number}", _within(span, match, 1))
        self.lines.append(_Part(number, of, span))

    def _option(self, value: str, span: Span) -> str:
        heading, item = choice(value, span)
        self.options[heading] = item
        return f"option {heading}"

    def record(self) -> Record:
        """What was gathered."""
        return Record(
            self.values["game"],
            self.options,
            self.values.get("ruleset"),
            self._seed(),
            tuple(self.lines[0].moves),
            self._result(),
            self.spans,
            self.values.get("position"),
            self._resigned(),
            self.lines[0].notes,
            tuple(
                Variation(one.number, one.of, tuple(one.moves), one.notes, one.span)
                for one in self.lines[1:]
            ),
        )

    def _resigned(self) -> int:
        text = self.values.get("resigned")
        if text is not None and not re.fullmatch(r"[1-9]\d?", text):
            message = "who resigned is the number of a player"
            raise LudError(message, self.spans["resigned"], 'as in "resigned: 1"')
        return int(text or 0)

    def _seed(self) -> int:
        text = self.values.get("seed", "0")
        if not re.fullmatch(r"-?\d{1,18}", text):
            raise LudError("a seed is a whole number", self.spans["seed"])
        return int(text)

    def _result(self) -> tuple[float, ...]:
        words = self.values.get("result", "").split()
        try:
            return tuple(float(word) for word in words)
        except ValueError:
            message = "a result is the rank of each player"
            raise LudError(message, self.spans["result"], 'as in "result: 1 2"') from None


def choice(text: str, span: Span | None = None) -> tuple[str, str]:
    """Heading and item of `Heading=Item`.

    Raises:
        LudError: there is no such sign
    """
    heading, sign, item = (part.strip() for part in text.partition("="))
    if not (heading and sign and item):
        raise LudError(f'no choice of an option: "{text}"', span, "as in Heading=Item")
    return heading, item


def _within(span: Span, match: re.Match[str], group: int) -> Span:
    """Where a group of a match lies, given where the whole matched text lies."""
    start, end = match.span(group)
    return Span(span.source, span.start + start, span.start + end)

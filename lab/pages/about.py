"""What there is to know of a game before it is played: its metadata, options and players."""

from __future__ import annotations

import json
import textwrap
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from interpreter import Game
from interpreter.language.bind import bind
from interpreter.language.english.describe import describe as sections
from interpreter.language.english.paragraphs import Section, as_text
from interpreter.language.parts import GameRules
from interpreter.play.cache import key_of_texts
from interpreter.play.load import catalogue, defines, games, lowering, read
from interpreter.show.plaintext import draw
from interpreter.show.status import glyphs, plain_name
from interpreter.targets.llvm import jit
from interpreter.text.expand import Expanded, expand
from interpreter.text.options import OptionGroup
from interpreter.text.tree import Array, Integer, String, clauses

WIDTH = 88


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the library, in a line.

    Args:
        family: the folder that it is in
        players: how many can play, as `2` or `2-3`
        options: the headings of its options
    """

    name: str
    family: str
    players: str
    author: str
    year: str
    options: tuple[str, ...]

    def matches(self, word: str) -> bool:
        """Whether a word occurs in what the line says."""
        text = " ".join((self.name, self.family, self.author, self.year, *self.options))
        return word.casefold() in text.casefold()


def entries() -> list[Entry]:
    """All games of the library, by family and name; kept on disk, as it takes long to find them."""
    if not jit.available():  # nothing is kept there
        return _found()
    about = Path(__file__).stat()
    files = [f"{path}\n{read(name).text}" for name, path in games().items()]
    key = key_of_texts("entries", f"{about.st_size} {about.st_mtime_ns}", *files)
    with suppress(TypeError, ValueError):
        return [Entry(**{**one, "options": tuple(one["options"])}) for one in _kept(key)]
    found = _found()
    jit.keep(key, json.dumps([asdict(one) for one in found]).encode())
    return found


def _found() -> list[Entry]:
    return sorted(map(entry, games()), key=lambda one: (one.family, one.name))


def _kept(key: str) -> list[dict[str, Any]]:
    """The lines that are kept under a key.

    Raises:
        TypeError, ValueError: none are, or they cannot be read
    """
    return json.loads(jit.recall(key) or b"")


def entry(name: str) -> Entry:
    """A game of the library; its rules are expanded but not compiled."""
    expanded = expand(read(name), defines=defines())
    about = metadata(expanded)
    return Entry(
        expanded.name,
        Path(str(games()[name])).parent.name,
        _players(name, expanded),
        about.get("author", ""),
        about.get("date", ""),
        tuple(group.heading for group in expanded.options),
    )


def _players(name: str, expanded: Expanded) -> str:
    """The numbers of players over all items of options that are about players."""
    numbers = {_count(expanded)}
    for group in expanded.options:
        if "player" in group.heading.casefold():
            numbers |= {_count(_with(name, group, item.name)) for item in group.items}
    known = sorted(number for number in numbers if number)
    if not known:
        return "?"
    return str(known[0]) if len(known) == 1 else f"{known[0]}-{known[-1]}"


def _with(name: str, group: OptionGroup, item: str) -> Expanded:
    return expand(read(name), {group.heading: item}, defines=defines())


def _count(expanded: Expanded) -> int:
    """The number in `(players …)`; 0 if there is none."""
    for clause in clauses(expanded.game):
        if clause.keyword.text == "players" and clause.args:
            first = clause.args[0]
            if isinstance(first, Integer):
                return first.value
            return len(first.items) if isinstance(first, Array) else 0
    return 0


def metadata(expanded: Expanded) -> dict[str, str]:
    """The texts of the metadata by keyword; the first of each kind."""
    found: dict[str, str] = {}
    if expanded.metadata is not None:
        for clause in clauses(expanded.metadata):
            texts = [one.text for one in clause.args if isinstance(one, String)]
            if texts:
                found.setdefault(clause.keyword.text, " ".join(texts[-1].split()))
    return found


def describe(game: Game, *, colour: bool = False) -> str:
    """A game on a page: what it is, its rules, its options, and the board at the start."""
    about = metadata(game.expanded)
    parts = [_head(game, colour=colour)]
    if "description" in about:
        parts.append(_wrap(about["description"]))
    if "rules" in about:
        parts.append(_section("Rules", _wrap(about["rules"], "  "), colour=colour))
    if game.expanded.options:
        parts.append(_section("Options   (* default, > chosen)", _options(game), colour=colour))
    if game.expanded.rulesets:
        names = ", ".join(one.name for one in game.expanded.rulesets)
        parts.append(_section("Rulesets", _wrap(names, "  "), colour=colour))
    parts.append(_section("Start", draw(game.start(), colour=colour), colour=colour))
    if "source" in about:
        parts.append(_wrap(f"Source: {about['source']}"))
    return "\n\n".join(parts)


def words(game: Game) -> list[Section]:
    """The rules of a game in plain English, made from its rule tree alone."""
    rules = bind(game.expanded.game, GameRules, catalogue())
    return sections(rules, lowering(rules))


def describe_in_words(game: Game, *, colour: bool = False) -> str:
    """What a game is, and its rules in plain English."""
    return f"{_head(game, colour=colour)}\n\n{as_text(words(game))}"


def _section(title: str, text: str, *, colour: bool) -> str:
    return f"{_title(title, colour=colour)}\n{text}"


def _title(text: str, *, colour: bool) -> str:
    return f"\x1b[1m{text}\x1b[0m" if colour else text


def _head(game: Game, *, colour: bool) -> str:
    lines = [_title(game.name, colour=colour), author(game), facts(game)]
    return "\n".join(line for line in lines if line)


def author(game: Game) -> str:
    """Who invented a game, and when; empty if its metadata does not say."""
    about = metadata(game.expanded)
    return ", ".join(about[key] for key in ("author", "date") if key in about)


def facts(game: Game) -> str:
    """How many play on what with which pieces, in a line."""
    marks = glyphs(game)
    kinds = game.pieces[len(game.dice) :]  # dice are the first kinds of pieces
    pieces = ", ".join(f"{marks[one.number]} {plain_name(one)}" for one in kinds)
    found = [
        f"{game.players} player{'s' * (game.players > 1)}",
        sites(game),
        pieces and f"pieces {pieces}",
    ]
    return "; ".join(filter(None, found))


def sites(game: Game) -> str:
    """How large a board is, as `61 cells`."""
    names = {"CELL": "cells", "VERTEX": "points", "EDGE": "edges"}
    return f"{game.board.size} {names[game.board.use.name]}"


def _options(game: Game) -> str:
    lines: list[str] = []
    for group in game.expanded.options:
        lines.append(f"  {group.heading}")
        width = max(len(item.name) for item in group.items)
        for item in group.items:
            star = "*" if item is group.default else " "
            sign = ">" if game.options[group.heading] == item.name and star == " " else star
            lead = f"  {sign} {item.name:{width}}   "
            lines.append(_wrap(item.description, lead, " " * len(lead)))
    return "\n".join(lines)


def _wrap(text: str, first: str = "", rest: str | None = None) -> str:
    later = first if rest is None else rest
    wrapped = textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later)
    return "\n".join(wrapped) or first.rstrip()

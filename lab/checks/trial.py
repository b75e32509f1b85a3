"""Random games that say whether rules mean something: what never happens in them is told.

A rule file may be without a mistake and yet make no game: it ends with the first move, nobody can
move, a piece never appears. Some seconds of play tell. They are the same games each time; only how
many of them there is time for depends on the machine, and what is told needs many.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from interpreter import Game
from interpreter.ir import schema
from interpreter.ir.program import MOST_MOVES, MOST_TURNS_PER_PLAYER, unpack
from interpreter.play.machines import Raw
from interpreter.text.errors import Problem, Span
from interpreter.text.tree import Array, Clause, Labelled, Out, String

SECONDS = 1.0
ENOUGH_GAMES, ENOUGH_PLIES = 20, 1000
"""With fewer games and plies nothing is said of pieces and players that did nothing."""
MOST_GAMES = 400
"""Single rules may be for what happens rarely: so many games have to do without them."""
LOOKED = 4
"""Of so many plies one is looked at for the pieces on the board."""


@dataclass(slots=True)
class Trial:
    """What happened in random games of a game.

    Args:
        games: how many came to an end
        lengths: plies of each
        limited: how many of them only the limit of turns and moves ended
        plies: plies of all games, those included that did not end in time
        stuck: whether the first player had no move at all
        offered: the kinds of moves that were possible, by number
        movers: who had a choice
        seen, moved: the kinds of pieces that were on the board, and that moved
    """

    games: int = 0
    lengths: list[int] = field(default_factory=list[int])
    limited: int = 0
    plies: int = 0
    stuck: bool = False
    offered: set[int] = field(default_factory=set[int])
    movers: set[int] = field(default_factory=set[int])
    seen: set[int] = field(default_factory=set[int])
    moved: set[int] = field(default_factory=set[int])

    @property
    def enough(self) -> bool:
        """Whether what did not happen is worth telling."""
        return self.games >= ENOUGH_GAMES and self.plies >= ENOUGH_PLIES


def trial(game: Game, seconds: float = SECONDS) -> Trial:
    """Play random games for some time.

    Args:
        game: what is played
        seconds: time at most
    """
    found, end = Trial(), time.perf_counter() + seconds
    while found.games < MOST_GAMES and time.perf_counter() < end:
        _play(game, found, Random(found.games), end)
    return found


def _play(game: Game, found: Trial, rng: Random, end: float) -> None:
    """One random game, as far as there is time for it."""
    raw = game.start(found.games).raw
    plies = 0
    while not game.field(raw, schema.OVER):
        if time.perf_counter() > end:
            return
        if plies % LOOKED == 0:
            _look(game, raw, found)
        moves = game.legal(raw)
        found.offered.update(unpack(move)[0] for move in moves)
        forced = moves == [game.program.forced]
        if plies == 0 and forced:
            found.stuck = True
        if not all(_passes(game, move) for move in moves):
            found.movers.add(game.field(raw, schema.MOVER))
        move = rng.choice(moves)
        _note(game, raw, move, found)
        raw = game.after(raw, move)
        plies += 1
        found.plies += 1
    _look(game, raw, found)
    found.games += 1
    found.lengths.append(plies)
    turns = game.field(raw, schema.TURN) + 1
    found.limited += plies >= MOST_MOVES or turns >= MOST_TURNS_PER_PLAYER * game.players


def _passes(game: Game, move: int) -> bool:
    """Whether a move is none."""
    return game.program.templates[unpack(move)[0]].passing


def _look(game: Game, raw: Raw, found: Trial) -> None:
    for kind in game.pieces:
        if kind.number not in found.seen and game.field(raw, schema.PLACED, kind.number):
            found.seen.add(kind.number)


def _note(game: Game, raw: Raw, move: int, found: Trial) -> None:
    """Note which piece moves."""
    _, origin, target, _ = unpack(move)
    if origin in (target, -1):
        return
    for kind in game.pieces:
        if kind.number not in found.moved:
            mask = game.field(raw, schema.PLACED, kind.number)
            if mask >> origin & 1:
                found.moved.add(kind.number)


# What it tells


def doubts(game: Game, found: Trial) -> list[Problem]:
    """What the games say that can hardly be meant."""
    return list(_doubts(game, found))


def _doubt(code: str, message: str, span: Span | None, hint: str | None = None) -> Problem:
    return Problem(message, span, hint, warning=True, code=code)


def _doubts(game: Game, found: Trial) -> Iterator[Problem]:
    rules = game.expanded.game
    if found.stuck:
        play = _clause(rules, "play")
        yield _doubt("no-first-move", "the first player has no move", play, "he can only pass")
        return
    end = _clause(rules, "end")
    if end is None:
        hint = "a game ends by (end ...)"
        yield _doubt("no-end", "there is no end rule", rules.keyword.span, hint)
    if found.games and set(found.lengths) == {1} and game.players > 1:
        message = f"all of {found.games} random games end with the first move"
        yield _doubt("over-at-once", message, end)
    if found.limited == found.games >= ENOUGH_GAMES:
        hint = f"they go on to the limit of {max(found.lengths)} moves"
        message = f"nothing but the limit of turns ended {found.games} random games"
        yield _doubt("never-ends", message, end, hint)
    if found.enough:
        yield from _never(game, found)


def _never(game: Game, found: Trial) -> Iterator[Problem]:
    """What never happened in many games."""
    rules, seen = game.expanded.game, f"in {found.games} random games"
    for player in range(1, game.players + 1):
        if player not in found.movers:
            message = f"player {player} never has a move {seen}"
            yield _doubt("player-without-moves", message, _clause(rules, "players"))
    dice = len(game.dice)
    names = {kind.name.rstrip("0123456789") for kind in game.pieces[dice:]}
    for name in sorted(names):
        kinds = {one.number: one for one in game.pieces[dice:] if _named(one.name, name)}
        place = _piece(rules, name)
        if not found.seen & kinds.keys():
            message = f'no "{name}" is ever on the board {seen}'
            yield _doubt("piece-never-there", message, place)
        elif _moves(place) and not found.moved & kinds.keys():
            yield _doubt("piece-never-moves", f'no "{name}" ever moves {seen}', place)
    if found.games >= MOST_GAMES:
        message = f"this move is never possible {seen}"
        yield from (_doubt("move-never-possible", message, one) for one in _idle(game, found))


def _idle(game: Game, found: Trial) -> Iterator[Span]:
    """The places of moves that were never possible."""
    source = game.expanded.game.span.source
    happened = dict[tuple[int, int], bool]()
    for one in game.program.templates:
        if one.place is not None and not one.passing:
            before = happened.get(one.place, False)
            happened[one.place] = before or one.number in found.offered
    yield from (Span(source, *place) for place, once in happened.items() if not once)


def _named(kind: str, name: str) -> bool:
    return kind.rstrip("0123456789") == name


def _walk(tree: Out) -> Iterator[Clause]:
    """All clauses of a tree, from the outside to the inside."""
    if isinstance(tree, Labelled):
        yield from _walk(tree.value)
    elif isinstance(tree, Array):
        for item in tree.items:
            yield from _walk(item)
    elif isinstance(tree, Clause):
        yield tree
        for one in tree.args:
            yield from _walk(one)


def _clause(rules: Clause, keyword: str) -> Span | None:
    return next((one.keyword.span for one in _walk(rules) if one.keyword.text == keyword), None)


def _piece(rules: Clause, name: str) -> Span | None:
    for one in _walk(rules):
        if one.keyword.text == "piece" and one.args:
            first = one.args[0]
            if isinstance(first, String) and first.text.rstrip("0123456789") == name:
                return one.span
    return None


def _moves(place: Span | None) -> bool:
    """Whether a piece has rules of its own that say how it moves, as far as text tells."""
    return place is not None and "(move" in place.text

"""Rules in words: a rule tree as the rule sheet of a game, in plain English.

How a form is told stands in its entry of the catalogue and in the phrase book; see `templates.py`
and `phrasebook.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

from interpreter.board.graph import BoardError
from interpreter.board.topology import SiteType, Topology
from interpreter.language.catalogue import Ludeme
from interpreter.language.english.arguments import Lower
from interpreter.language.english.folding import folded
from interpreter.language.english.paragraphs import Item, Section
from interpreter.language.english.phrases import Block, Flow, run_on, sentences
from interpreter.language.english.speaker import Speaker
from interpreter.language.nodes import Node, bare, below, nodes_in
from interpreter.language.parts import (
    Board,
    DiceItem,
    DominoSet,
    End,
    HandItem,
    Hints,
    MapItem,
    Meta,
    Mode,
    Phase,
    Piece,
    Play,
    Players,
    Regions,
    Start,
    Subgame,
)
from interpreter.language.words import Turns
from interpreter.text.errors import LudError

SECTIONS: dict[str, tuple[type, ...]] = {
    "Board": (Board,),
    "Pieces": (Piece, DominoSet, HandItem, DiceItem),
    "Regions": (Regions, MapItem),
    "Hints": (Hints,),
    "Start": (Start,),
    "Play": (Play, Phase, Meta),
    "End": (End,),
}
SCORED = "When one is over there is a move that tells the scores and begins the next."
AGAIN = f"The game is played again and again. {SCORED}"
IN_TURN = f"The games are played in turn. {SCORED}"
JUDGED_LATER = (
    "Before the next game the first of these that applies counts; “you” are who has moved last."
)
JUDGED = "After every move the first of these that applies counts; “you” are who has just moved."


def describe(node: Node, lower: Lower) -> list[Section]:
    """The rules of a bound game, or of a part of one, in sections.

    Args:
        lower: what gives the value of arithmetic, and a board; `load.lowered` does
    """
    games = [one for one in nodes_in(node) if one.ludeme.result is Subgame]
    if games:
        return folded([*_games(games, lower), _match(node, games, lower)])
    return folded(_sections(node, lower))


def _games(games: Sequence[Node], lower: Lower) -> list[Section]:
    """The games of a match: the sections of the only one, or a section for each."""
    if len(games) == 1:
        return _sections(games[0], lower)
    return [
        Section(
            f"Game {number}: {dict(one.args)['name']}",
            tuple(Item(f"{part.title}:", part.items) for part in _sections(one, lower)),
        )
        for number, one in enumerate(games, 1)
    ]


def _match(node: Node, games: Sequence[Node], lower: Lower) -> Section:
    """What a match is beyond its games."""
    speaker = speaker_for(node, lower)
    order = AGAIN if len(games) == 1 else IN_TURN
    told = [item for one in games for item in sentences(_after(one, speaker))]
    (end,) = (part for _, part in _parts(node) if all(part not in nodes_in(one) for one in games))
    ends = in_words(end, speaker)
    return Section("Match", (Item(order, tuple(told)), Item(JUDGED_LATER, tuple(ends))))


def _after(game: Node, speaker: Speaker) -> Flow:
    """What comes after a game of a match: who gets what for it, and which game follows."""
    said = {name: value for name, value in game.args if value is not None}
    both = ", and so do both in a draw" if speaker.players == 2 else ""
    points = speaker.phrase(said["result"]).flow if "result" in said else (f"one{both}",)
    flow = [f"who wins “{said['name']}” scores ", *points]
    if "next_" in said:
        flow += [", and game ", *speaker.phrase(said["next_"]).flow, " follows, counted from 0"]
    return run_on(flow)


def _sections(node: Node, lower: Lower) -> list[Section]:
    speaker = speaker_for(node, lower)
    found: dict[str, list[Item]] = {}
    for title, part in _parts(node):
        found.setdefault(title, []).extend(in_words(part, speaker))
    if not found:
        return [Section("Rules", in_words(node, speaker))]
    if node.ludeme.result not in _TITLES:
        turns = _turns(speaker.players, at_once=_at_once(node))
        found["Play"] = [Item(turns), *found.get("Play", ())]
    if "Start" not in found and "Board" in found:
        found["Start"] = [Item("The board is empty.")]
    if len(found.get("End", ())) > 1 and speaker.players > 1:
        found["End"] = [Item(JUDGED, tuple(found["End"]))]
    return [Section(title, tuple(found[title])) for title in SECTIONS if title in found]


def _at_once(node: Node) -> bool:
    """Whether a game says that all players move at once."""
    modes = (one for one in nodes_in(node) if one.ludeme.result is Mode)
    return any(value is Turns.Simultaneous for one in modes for _, value in one.args)


def in_words(node: Node, speaker: Speaker) -> Block:
    """A bound part of the rules as sentences."""
    return sentences(speaker.phrase(node).flow)


def speaker_for(node: Node, lower: Lower) -> Speaker:
    """A speaker that knows what the rules around say: players, pieces, and what sites are."""
    speaker = Speaker(lower)
    pieces: set[str] = set()
    for one in nodes_in(node):
        args = dict(one.args)
        if one.ludeme.result is Players:
            speaker.players = next(map(_size, args.values()), 2)
        elif one.ludeme.result is Board:
            uses = (kind for kind in args.values() if isinstance(kind, SiteType))
            speaker.use = next(uses, SiteType.CELL)
            speaker.labels = _labels(one, lower)
        elif one.ludeme.result is Piece:
            pieces |= {name for name in args.values() if isinstance(name, str)}
    speaker.pieces = frozenset(pieces)
    return speaker


def _labels(node: Node, lower: Lower) -> Callable[[], Sequence[str]]:
    """What finds the labels of the sites of a board, which is made when one is asked for."""

    @functools.cache
    def found() -> tuple[str, ...]:
        try:
            board = lower(node)
            assert isinstance(board, Board)
            return Topology(board.graph(), board.use).labels
        except (LudError, BoardError):
            return ()

    return found


def unworded(node: Node, lower: Lower) -> list[Ludeme]:
    """The forms in a bound tree that have no words for how they are used there."""
    speaker = speaker_for(node, lower)
    for part in [part for _, part in _parts(node)] or [node]:
        speaker.phrase(part)
    return list(dict.fromkeys(speaker.lacking))


_TITLES = {kind: title for title, kinds in SECTIONS.items() for kind in kinds}


def _parts(node: Node) -> Iterator[tuple[str, Node]]:
    """The uppermost nodes that sections are made of."""
    title = _TITLES.get(node.ludeme.result)
    if title is not None:
        yield title, node
        return
    for one in below(node):
        yield from _parts(one)


def _size(value: object) -> int:
    value = bare(value)
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, tuple) else 2  # pyright: ignore[reportUnknownArgumentType]


def _turns(players: int, *, at_once: bool) -> str:
    if players == 0:
        return (
            "Nobody plays: all moves that the rules give are made together, step by step, until"
            " they give none."
        )
    if players == 1:
        return "You play alone."
    if at_once:
        return (
            "All players choose at once, and nobody knows what the others choose; then the moves"
            " are made in the order of the players."
        )
    if players == 2:
        return "P1 begins; then the players take turns."
    return f"The players take turns in the order {', '.join(f'P{n + 1}' for n in range(players))}."

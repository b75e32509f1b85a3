"""Decisive positions of the games, as text, and what must hold in them.

A file in `tests/play/positions/` names a `game` and its cases, each with a `## title`. Lines before
the first title are for all cases. The steps of a case are done in order:

    option Swap/None     an option; `change OLD => NEW` changes the rule text, `seed 3` the lot
    moves a1 b2 c3       moves one after another
    1: a1 a2 a3          the moves of player 1, taken in turn with those of the lines below
    2: b1 b2             which have as many moves or one fewer
    goes on              the game is not over
    over 1 2             it is over, with this ranking
    ranking 3 0 0        ranks while others still play
    mover 2              whose move it is
    may e5 f6            these moves are legal; `may not` none of them, `only` these and no other
    choices 60           how many moves are legal
    on 2: e5 f6          where the stones of a player are, and nowhere else
    scores 3 4           the score of each player
    holds b1=4 a1=0      how many pieces are on some sites
    owners b1=112 a1=    whose the pieces on some sites are, from the lowest up
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile, zip_longest
from pathlib import Path

from helpers.paths import TESTS
from interpreter import Game, State
from interpreter.play.load import compile_source, read
from interpreter.text.errors import Source

FOLDER = TESTS / "play" / "positions"
BY_PLAYER = re.compile(r"(\d): (.*)")


@lru_cache(maxsize=8)  # the cases of a game follow each other
def compiled(name: str, text: str, options: tuple[str, ...], backend: str) -> Game:
    chosen = dict(one.split("/") for one in options)
    return compile_source(Source(f"{name}.lud", text), chosen, backend=backend)


@dataclass
class Case:
    """A game with options, and steps: what is done and what must hold."""

    game: str
    title: str
    steps: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return f"{self.game}: {self.title}"

    def arguments(self, word: str) -> list[str]:
        """What follows a word, for every step that begins with it."""
        return [one.removeprefix(f"{word} ") for one in self.steps if one.startswith(f"{word} ")]

    def load(self, backend: str) -> Game:
        """The game with the options and changes of the case."""
        text = read(self.game).text
        for change in self.arguments("change"):
            old, new = change.split(" => ")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
            text = text.replace(old, new)
        return compiled(self.game, text, tuple(self.arguments("option")), backend)

    def check(self, backend: str) -> None:
        """Do all steps."""
        state = self.load(backend).start(int((self.arguments("seed") or ["0"])[0]))
        for step in in_turn(self.steps):
            word, _, rest = step.partition(" ")
            if word in ("option", "change", "seed"):
                continue
            if word == "moves":
                state = after(state, rest.split())
            else:
                assert word in CHECKS, f"unknown step: {step}"
                CHECKS[word](state, rest)


def in_turn(steps: list[str]) -> Iterator[str]:
    """The steps, with neighbouring lines of players joined to one line of moves."""
    lists: dict[str, list[str]] = {}
    for step in [*steps, ""]:
        line = BY_PLAYER.fullmatch(step)
        if lists and (line is None or line[1] in lists):
            yield f"moves {' '.join(alternate(list(lists.values())))}"
            lists = {}
        if line:
            lists[line[1]] = line[2].split()
        elif step:
            yield step


def alternate(lists: list[list[str]]) -> list[str]:
    """One move of each list in turn, until the first that ends."""
    turns = [move for turn in zip_longest(*lists, fillvalue="") for move in turn]
    moves = list(takewhile(bool, turns))
    assert len(moves) == sum(map(len, lists)), f"these lists do not match: {lists}"
    return moves


def after(state: State, moves: list[str]) -> State:
    for move in moves:
        assert not state.over, f"over before {move}, ranking {state.ranking}"
        state = state.after(move)
    return state


def legal(state: State) -> set[str]:
    return {move.name for move in state.moves()}


def goes_on(state: State, _: str) -> None:
    assert not state.over, f"over, ranking {state.ranking}"


def over(state: State, ranking: str) -> None:
    assert state.over
    assert state.ranking == tuple(map(float, ranking.split()))


def ranking(state: State, wanted: str) -> None:
    assert state.ranking == tuple(map(float, wanted.split()))


def mover(state: State, player: str) -> None:
    assert state.mover == int(player)


def may(state: State, moves: str) -> None:
    """Also `may not`."""
    wanted = set(moves.split())
    if "not" in wanted:
        assert not legal(state) & wanted
    else:
        assert wanted <= legal(state), f"not legal: {wanted - legal(state)}"


def only(state: State, moves: str) -> None:
    assert legal(state) == set(moves.split())


def choices(state: State, count: str) -> None:
    assert len(state.moves()) == int(count)


def on(state: State, wanted: str) -> None:
    player, _, sites = wanted.partition(":")
    owners = {piece.number: piece.owner for piece in state.game.pieces}
    labels = [label.lower() for label in state.game.board.labels]
    pairs = zip(labels, state.contents, strict=False)
    found = {label for label, what in pairs if what and owners[what] == int(player)}
    assert found == set(sites.split())


def scores(state: State, wanted: str) -> None:
    assert state.scores == tuple(map(int, wanted.split()))


def holds(state: State, wanted: str) -> None:
    labels = [label.lower() for label in state.game.board.labels]
    asked = dict(one.split("=") for one in wanted.split())
    found = {label: str(state.count(labels.index(label))) for label in asked}
    assert found == asked


def owners(state: State, wanted: str) -> None:
    owned = {piece.number: str(piece.owner) for piece in state.game.pieces}
    labels = [label.lower() for label in state.game.board.labels]
    asked = dict(one.split("=") for one in wanted.split())
    stacks = {label: state.stack(labels.index(label)) for label in asked}
    assert {
        label: "".join(owned[what] for what in stack) for label, stack in stacks.items()
    } == asked


CHECKS: dict[str, Callable[[State, str], None]] = {
    "goes": goes_on,
    "over": over,
    "ranking": ranking,
    "mover": mover,
    "may": may,
    "only": only,
    "choices": choices,
    "on": on,
    "scores": scores,
    "holds": holds,
    "owners": owners,
}


def cases() -> list[Case]:
    """All cases of all files."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in _read(path)]


def _read(path: Path) -> Iterator[Case]:
    game, common = path.stem, list[str]()
    case: Case | None = None
    for line in map(str.strip, path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("## "):
            if case:
                yield case
            case = Case(game, line.removeprefix("## "), list(common))
        elif line and not line.startswith("# "):
            (case.steps if case else common).append(line)
    if case:
        yield case

"""Games, positions and moves as JSON, for programs and language models that play by text.

docs/adapters.md says what each document holds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from interpreter import Game, LudError, Move, State, load
from interpreter.language.english.paragraphs import as_text
from interpreter.play.chance import fallen
from interpreter.play.load import games
from interpreter.show.status import colour_of
from interpreter.text.errors import suggest
from lab.adapters.table import chosen_at_once, game_of, known_text, seat_in
from lab.pages.about import words
from lab.players.player import seat_of

Document = dict[str, Any]


def game_document(game: Game) -> Document:
    """What is true of all positions of a game: name, options, players, rules in words, sites."""
    return {
        **_which(game),
        "players": game.players,
        "rules": as_text(words(game)),
        "sites": [label.lower() for label in game.labels if label],
    }


def state_document(state: State, last: Move | str | None = None) -> Document:
    """A position: what `state` reads back, and what a player wants to know of it.

    Args:
        state: the position
        last: the move that led to it
    """
    return {
        **_which(state.game),
        "position": state.text(),
        "board": str(state),
        "ply": state.plies,
        "seat": None if state.over else seat_of(state),
        "colour": None if state.over else state.mover,
        "dice": _dice(state),
        "scores": list(state.scores),
        "last": None if last is None else str(last),
        "legal": [str(move) for move in state.moves()],
        "over": state.over,
        "result": _result(state),
    }


def observation_document(state: State, seat: int, last: Move | str | None = None) -> Document:
    """A position as a seat is told of it: its own number, and moves only when it is its turn.

    Of the position, what chance is going to draw is left out, and what the rules hide from him.

    Raises:
        ValueError: there is no such seat
    """
    seat_in(state.game, seat)
    told = state_document(state, last)
    if told["seat"] != seat:
        told["legal"] = []
    told["position"] = known_text(state, seat)
    if state.game.hides:
        seen = state.seen_by(colour_of(state, seat))
        told["board"] = str(seen)
        if (seen.last_from, seen.last_to) != (state.last_from, state.last_to):
            told["last"] = None
    if chosen_at_once(state.game):
        # It may be what somebody has chosen, which nobody knows yet.
        told["last"] = None
    return {"you": seat, **told}


def action_document(move: Move | str) -> Document:
    """A move."""
    return {"move": str(move)}


def state(document: Mapping[str, Any] | str, game: Game | None = None) -> State:
    """The position of a document; of what it holds, the game and `position` alone are looked at.

    Args:
        document: the document, or its JSON
        game: the game, if it is loaded

    Raises:
        LudError: what is no such document; a game, an option or a position that cannot be
        ValueError: the document is about another game than the one that is given
    """
    held = _read(document)
    text = _entry(held, "position", str)
    if game is None:
        game = _game(held)
    elif (held.get("game"), held.get("options")) != (game.name, dict(game.options)):
        raise ValueError(f"the document is not about {game.name} with these options")
    return game.position(text)


def move(state: State, action: Mapping[str, Any] | str) -> Move:
    """The legal move of a document, of its JSON, or of the bare name of a move.

    Raises:
        LudError: what is no such document, or no legal move, with what may have been meant
    """
    bare = isinstance(action, str) and not action.lstrip().startswith("{")
    name = str(action) if bare else _entry(_read(action), "move", str)
    try:
        return state.move(name)
    except ValueError as error:
        raise LudError(str(error), None, suggest(name, map(str, state.moves()))) from None


class TextGame:
    """A game that is played by text: JSON in and JSON out, and never an exception for a bad move.

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        seed: fixes what chance decides

    Attributes:
        position: the position
        moves: the names of the moves so far

    Raises:
        LudError: there is no such game, option or ruleset
    """

    def __init__(
        self,
        game: Game | str | Path,
        *,
        options: Mapping[str, str] | None = None,
        ruleset: str | None = None,
        seed: int = 0,
    ) -> None:
        self.game = game_of(game, options, ruleset)
        self.seed = seed
        self.position = self.game.start(seed)
        self.moves: list[str] = []

    @classmethod
    def again(cls, record: str) -> TextGame:
        """The game of a record, as `record` writes it.

        Raises:
            LudError: what is no such document, or a move that is not legal where it stands
        """
        held = _read(record)
        found = cls(_game(held), seed=_entry(held, "seed", int))
        for name in _entry(held, "moves", list):
            made = move(found.position, str(name))
            found.position = found.position.after(made)
            found.moves.append(str(made))
        return found

    def describe(self) -> str:
        """The document of the game."""
        return _json(game_document(self.game))

    def observe(self, seat: int | None = None) -> str:
        """What a seat is told; what is true of the position if none is given.

        Raises:
            ValueError: there is no such seat
        """
        last = self.moves[-1] if self.moves else None
        if seat is None:
            return _json(state_document(self.position, last))
        return _json(observation_document(self.position, seat, last))

    def act(self, action: str) -> str:
        """Make the move of the seat whose turn it is.

        Args:
            action: the document of a move, or its bare name

        Returns:
            The document of the position after it. If the move cannot be made, the position stays,
            and the document has `error`, `hint` and `legal`.
        """
        try:
            made = move(self.position, action)
        except LudError as error:
            legal = [str(one) for one in self.position.moves()]
            told = error.problems[0]
            return _json({"error": told.message, "hint": told.hint, "legal": legal})
        self.position = self.position.after(made)
        self.moves.append(str(made))
        return self.observe()

    def record(self) -> str:
        """What the game is made again from: the game, its seed and its moves."""
        return _json({**_which(self.game), "seed": self.seed, "moves": self.moves})


def _which(game: Game) -> Document:
    """By what a game is loaded again: its rule text too, if it is not of the library."""
    found: Document = {"game": game.name, "options": dict(game.options)}
    rules = games().get(game.name)
    if rules is None or rules.read_text(encoding="utf-8") != game.source:
        found["source"] = game.source
    return found


def _game(document: Mapping[str, Any]) -> Game:
    """The game that a document names, or whose rules it has."""
    what = document.get("source") or _entry(document, "game", str)
    return load(what, _entry({"options": {}, **document}, "options", dict))


def _dice(state: State) -> list[int]:
    """What each die shows; where they are thrown before the moves, what has fallen."""
    if not state.roll_due:
        return list(state.dice)
    thrown = [outcome for outcome, one in fallen(state) if one.die]
    return [die.faces[outcome] for die, outcome in zip(state.game.dice, thrown, strict=True)]


def _result(state: State) -> Document | None:
    if not state.over:
        return None
    ranks = state.ranking
    first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1]
    winner = first[0] if len(first) == 1 else None
    return {"winner": winner, "ranking": list(ranks), "utilities": list(state.utilities)}


def _json(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False)


def _read(document: Mapping[str, Any] | str) -> Mapping[str, Any]:
    if not isinstance(document, str):
        return document
    try:
        found = json.loads(document)
    except ValueError as error:
        raise LudError(f"this is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise LudError("a document is an object of JSON, in braces")
    return found


def _entry(document: Mapping[str, Any], name: str, kind: type) -> Any:
    found = document.get(name)
    if not isinstance(found, kind):
        raise LudError(f'the document has no "{name}"')
    return found

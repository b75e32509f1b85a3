"""The games of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter import LudError
from interpreter.play.load import beginning, games, read
from interpreter.text.errors import Source
from lab.pages.about import entries
from lab.studio.messages import text_of
from lab.studio.tasks.asked import Emit


def library(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The games of the library."""
    del asked, emit
    return {
        "games": [
            {"name": one.name, "family": one.family, "players": one.players,
             "author": one.author, "year": one.year}
            for one in entries()
        ]
    }  # fmt: skip


def text(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The rule file of a game of the library."""
    del emit
    name = text_of(asked, "game")
    if name not in games():
        raise LudError(f'no game of the library is called "{name}"')
    return {"text": read(name).text}


def picture(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The board of a game of the library, small."""
    found = text(asked, emit)["text"]
    source = Source("game.lud", found)
    return {"picture": beginning(source, quick=True).start().svg(size=240)}

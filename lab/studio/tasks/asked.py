"""What questions are made of: the rules that they are about, and a way to say how far one is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from interpreter import Game, LudError, State
from interpreter.play.load import beginning, compile_source
from interpreter.text.errors import Source
from lab.files.records import parse
from lab.studio.messages import text_of

USUAL: Final = "game.lud"


class StoppedError(Exception):
    """Nobody wants to know any more."""


class Emit(Protocol):
    """Tells how far a task is; raises `StoppedError` where nobody wants to know."""

    def __call__(self, event: Mapping[str, Any], /) -> None:
        """Tell it."""
        ...


@dataclass(frozen=True, slots=True)
class About:
    """The rules that a question is about.

    Args:
        text: the rule file
        name: what it is called
        place: where it lies, or would lie, below the folder of the studio
        options: chosen items, by heading
        ruleset: the ruleset, if one is chosen
    """

    text: str
    name: str
    place: str
    options: Mapping[str, str]
    ruleset: str | None

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> About:
        """What a question says.

        Raises:
            LudError: it says nothing that makes sense
        """
        options = asked.get("options") or {}
        if not isinstance(options, Mapping) or not all(
            isinstance(one, str) for pair in options.items() for one in pair
        ):
            raise LudError("the options of a question are texts by texts")
        ruleset = asked.get("ruleset")
        return cls(
            text_of(asked, "text"),
            text_of(asked, "name", USUAL),
            text_of(asked, "source", USUAL),
            dict(options),
            None if ruleset is None else text_of(asked, "ruleset"),
        )

    def game(self) -> Game:
        """The game, compiled."""
        return compile_source(Source(self.place, self.text), self.options, self.ruleset)

    def beginning(self, *, quick: bool = False) -> Game:
        """Its first position, to be drawn; see `interpreter.play.load.beginning`."""
        source = Source(self.place, self.text)
        return beginning(source, self.options, self.ruleset, quick=quick)


def position(asked: Mapping[str, Any]) -> State:
    """The last position of the record that a question holds."""
    game = About.of(asked).game()
    record = replace(parse(Source("<record>", text_of(asked, "record"))), result=(), resigned=0)
    return record.replay(game)[-1]

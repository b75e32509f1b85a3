"""What the studio asks of its processes: to look at rules, to play, to search, to measure.

Each task takes what the page has sent, tells how far it is by `emit`, and returns its answer, fit
for JSON. What the page sends is not trusted: a wrong kind of value is refused.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from interpreter import Game, LudError, State
from interpreter.language.english.paragraphs import as_html
from interpreter.play.load import compile_source, games, read
from interpreter.text.errors import Source
from lab.files.records import parse
from lab.pages.about import entries, metadata, words
from lab.studio.messages import text_of

SLICE_S = 0.25
"""Seconds of searching between two reports."""
SHOWN = 24
"""Moves of a search that are reported."""
FEWEST, MOST = 10, 2_000
"""Games that are played to measure."""
TREE_MIB = 512


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
        name: what it is called in messages
        options: chosen items, by heading
        ruleset: the ruleset, if one is chosen
    """

    text: str
    name: str
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
            text_of(asked, "name", "game.lud") or "game.lud",
            dict(options),
            None if ruleset is None else text_of(asked, "ruleset"),
        )

    def game(self) -> Game:
        """The game, compiled."""
        return compile_source(Source(self.name, self.text), self.options, self.ruleset)

    def plain(self) -> Game:
        """The game without native code and passes: what a picture needs is there sooner."""
        source = Source(self.name, self.text)
        return compile_source(source, self.options, self.ruleset, backend="python", passes=())


def preview(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The board at the start, the rules in words, and what can be chosen."""
    game = About.of(asked).plain()
    emit({"picture": game.start().svg(), "title": game.name})
    expanded = game.expanded
    return {
        "rules": as_html(words(game), 3),
        "players": game.players,
        "about": metadata(expanded).get("description", ""),
        "options": [
            {"heading": one.heading, "items": [item.name for item in one.items],
             "chosen": expanded.chosen.get(one.heading, "")}
            for one in expanded.options
        ],
        "rulesets": [one.name for one in expanded.rulesets],
        "warnings": list(map(str, game.warnings)),
    }  # fmt: skip


def table(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The game as a page plays it: what is drawn, and the compiled rules."""
    from lab.web.choices import compiled  # noqa: PLC0415  only where one plays
    from lab.web.export import told  # noqa: PLC0415

    about = About.of(asked)
    game = about.game()
    emit({})
    module = compiled(game)
    data = told(game, module, about.name, about.options, about.ruleset)
    return {
        "data": data,
        "code": base64.b64encode(module.code).decode(),
        "rules": as_html(words(game), 3),
    }


def page(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The game as a file that plays it, to be given away."""
    from lab.web.export import page as written  # noqa: PLC0415
    from lab.web.site import file_name  # noqa: PLC0415

    about = About.of(asked)
    game = about.game()
    emit({})
    return {"name": f"{file_name(game.name)}.html",
            "text": written(game, about.name, about.options, about.ruleset)}  # fmt: skip


def _position(asked: Mapping[str, Any]) -> State:
    """The last position of the record that a question holds."""
    game = About.of(asked).game()
    record = replace(parse(Source("<record>", text_of(asked, "record"))), result=(), resigned=0)
    return record.replay(game)[-1]


def why_not(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Why a move is not legal."""
    state = _position(asked)
    emit({})
    found = state.why_not(text_of(asked, "move"))
    place = None if found.place is None else found.place.outermost
    return {
        "said": str(found),
        "start": -1 if place is None else place.start,
        "end": -1 if place is None else place.end,
        "sites": list(found.sites),
    }


def analyse(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Search a position until nobody wants to know more, or its outcome is certain."""
    state = _position(asked)
    if state.over:
        raise LudError("the game is over: there is nothing to search")
    game, tree, seconds, rounds = state.game, None, 0.0, 0
    while True:
        found = game.uct(
            state, seconds=SLICE_S, tree=tree, seed=1 + int(4 * seconds), memory=TREE_MIB
        )
        seconds, rounds, tree = seconds + found.seconds, rounds + found.iterations, found.tree
        report = {
            "players": game.players,
            "mover": found.best.mover,
            "value": found.value,
            "proven": found.proven,
            "rounds": rounds,
            "seconds": seconds,
            "moves": [
                {"name": one.move.name, "from": one.move.from_site, "to": one.move.to_site,
                 "visits": one.visits, "value": one.value, "certain": one.certain}
                for one in found.moves[:SHOWN]
            ],
            "line": [move.name for move in found.principal],
        }  # fmt: skip
        if found.proven:
            return report
        emit(report)


def measure(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Measure one text, or several to be compared."""
    from lab.measuring.criteria.known import ordered  # noqa: PLC0415
    from lab.measuring.measures import Plan  # noqa: PLC0415
    from lab.measuring.measures import measure as measured  # noqa: PLC0415
    from lab.measuring.plan import QUICK  # noqa: PLC0415
    from lab.measuring.telling.tables import summaries  # noqa: PLC0415

    given = asked.get("texts")
    if not isinstance(given, list) or not 1 <= len(given) <= 4:
        raise LudError("one text is to be measured, or up to four")
    number = asked.get("games", 100)
    if not isinstance(number, int) or not FEWEST <= number <= MOST:
        raise LudError(f"{FEWEST} to {MOST} games may be played to measure")
    plan = Plan(**{**QUICK, "games": number})
    found: list[Any] = []
    for at, text in enumerate(given):
        game = About.of({**asked, "text": text}).game()

        def tell(done: int, total: int, at: int = at) -> None:
            emit({"done": at + done / max(1, total), "total": len(given)})

        found.append(measured(game, plan, tell))
    first = found[0]
    rows = [
        {"name": one.name, "title": one.title, "family": one.family, "better": str(one.better),
         "figures": [_figure(each.figures.get(one.name)) for each in found]}
        for one in ordered() if one.name in first.figures
    ]  # fmt: skip
    summed = [
        {"name": name, "title": name, "family": "summary", "better": "higher",
         "figures": [_figure(getattr(each, name)) for each in found]}
        for name in summaries(first)
    ]  # fmt: skip
    return {"rows": summed + rows, "games": number}


def _figure(one: Any) -> dict[str, Any] | None:
    if one is None or not one.known:
        return None
    return {"value": one.value, "low": one.low, "high": one.high}


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
    game = compile_source(source, backend="python", passes=())
    return {"picture": game.start().svg(size=240)}


TASKS: dict[str, Callable[[Mapping[str, Any], Emit], Any]] = {
    one.__name__: one
    for one in (preview, table, page, why_not, analyse, measure, library, text, picture)
}

"""What stands beside the editor: the board and the rules in words; and the game as a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from interpreter import LudError
from interpreter.language.english.paragraphs import as_html
from lab.pages.about import metadata, words
from lab.studio.messages import failed, number_of, text_of
from lab.studio.tasks.asked import About, Emit

MOST_GAMES: Final = 1_000_000
MOST_SEARCHED: Final = 1_000


def draw(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The board at the start, as soon as it can be had."""
    del emit
    return {"picture": About.of(asked).beginning(quick=True).start().svg()}


def preview(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The rules in words, what can be chosen, the board at the start, and all that is wrong."""
    about = About.of(asked)
    game = about.beginning(quick=True)
    expanded = game.expanded
    told = {
        "rules": as_html(words(game), 3),
        "players": game.players,
        "about": metadata(expanded).get("description", ""),
        "options": [
            {"heading": one.heading, "items": [item.name for item in one.items],
             "chosen": expanded.chosen.get(one.heading, "")}
            for one in expanded.options
        ],
        "rulesets": [one.name for one in expanded.rulesets],
    }  # fmt: skip
    emit(told)
    # Now with all that the rules say.
    whole = about.beginning()
    emit({})
    return {
        **told,
        "picture": whole.start().svg(),
        "warnings": failed(*whole.warnings)["problems"],
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


def cover(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """How often the clauses of the rules are asked in play, and how often they hold."""
    from lab.checks.cover import cover as covered  # noqa: PLC0415  only where it is asked for

    game = About.of(asked).game()
    number = number_of(asked, "games", 0, MOST_GAMES, 1_000)
    searched = number_of(asked, "searched", 0, MOST_SEARCHED, 10)
    if not number and not searched:
        raise LudError("no game is to be played")

    def tell(done: int) -> None:
        emit({"done": done, "total": number + searched})

    found = covered(game, number, searched, progress=tell)
    return {
        "random": found.random,
        "searched": found.searched,
        "plies": found.plies,
        "clauses": [
            {"text": one.text, "start": one.place.outermost.start, "end": one.place.outermost.end,
             "asked": one.asked, "held": one.held, "never": one.never}
            for one in found.counts
        ],
        "warnings": [
            {**told, "start": -1 if one.span is None else one.span.outermost.start,
             "end": -1 if one.span is None else one.span.outermost.end}
            for one, told in zip(
                found.warnings, failed(*found.warnings)["problems"], strict=True)
        ],
    }  # fmt: skip


def reference(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The names of all ludemes by kind, and the words that arguments may be."""
    del asked, emit
    from interpreter.play.load import catalogue  # noqa: PLC0415
    from lab.pages.reference import PAGES, page_of, words_by_type  # noqa: PLC0415

    found: dict[str, dict[str, str]] = {page: {} for page in PAGES}
    for form in catalogue():
        found[page_of(form)].setdefault(form.name, form.summary)
    return {
        "pages": [
            {"title": PAGES[page][0], "ludemes": [{"name": name, "summary": summary}
                                                  for name, summary in names.items()]}
            for page, names in found.items()
        ],
        "words": [
            {"name": name, "summary": summary, "members": list(members)}
            for name, (summary, members) in words_by_type().items()
        ],
    }  # fmt: skip


def ludeme(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """What the reference says of a ludeme: each of its forms."""
    del emit
    from interpreter.play.load import catalogue  # noqa: PLC0415
    from lab.pages.reference import told  # noqa: PLC0415

    name = text_of(asked, "ludeme")
    forms = [form for form in catalogue() if form.name == name]
    if not forms:
        raise LudError(f"there is no ludeme {name}")
    return {"name": name, "forms": [asdict(told(form)) for form in forms]}

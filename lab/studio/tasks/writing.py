"""What stands beside the editor: the board and the rules in words; and the game as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.english.paragraphs import as_html
from lab.pages.about import metadata, words
from lab.studio.messages import failed
from lab.studio.tasks.asked import About, Emit


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
        "warnings": failed(*game.warnings)["problems"],
    }  # fmt: skip


def page(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """The game as a file that plays it, to be given away."""
    from lab.web.export import page as written  # noqa: PLC0415
    from lab.web.site import file_name  # noqa: PLC0415

    about = About.of(asked)
    game = about.game()
    emit({})
    return {"name": f"{file_name(game.name)}.html",
            "text": written(game, about.name, about.options, about.ruleset)}  # fmt: skip

"""A game as one page that plays it: a file that needs nothing beside it, and no network.

The page holds the compiled game, its drawing and its rules in words; `src/` is what runs there, and
`page.js` is built from it. Its policy allows the scripts and styles that are written here, and no
request at all.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from interpreter import Game, LudError
from interpreter.ir import schema
from interpreter.ir.program import Program
from interpreter.language.english.paragraphs import as_html
from interpreter.show.status import plain_name
from interpreter.show.svg.pieces.emblems import chip
from interpreter.targets.wasm.game import Module
from lab.files.records import in_library
from lab.pages.about import metadata, words
from lab.web.choices import Choices, Variant, compiled, sizes
from lab.web.hiding import kept_choices, what_is_hidden
from lab.web.scene import scene, symbol_of

LIMIT_KB = 600
"""How large a page may be, if nothing else is said."""
COLOUR_NAMES = (
    "white", "black", "orange", "blue", "green", "yellow", "pink", "light blue",
    "brown", "purple", "light green", "dark red", "dark green", "peach", "olive", "lilac",
)  # fmt: skip
"""Of the colours of players, as pictures have them."""
PART = '<script type="application/octet-stream" id="{}">{}</script>\n'
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; style-src '{style}'; "
    "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
)


def page(
    game: Game,
    name: str,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    limit: int = LIMIT_KB,
    note: str = "",
) -> str:
    """The page of a game.

    Args:
        game: what it plays
        name: what the game was loaded by, for records
        options: what was chosen, for records
        ruleset: the same
        limit: how large it may be, in thousands of bytes
        note: what is said of the game besides its metadata

    Raises:
        LudError: the game cannot be compiled for a page, or the page would be too large
    """
    module = compiled(game)
    data = told(game, module, name, options, ruleset)
    text = _written(game, module, data, note)
    if (size := len(text.encode())) > 1000 * limit:
        raise LudError(
            f"the page of {game.name} would take {_kb(size)}, which is more than {limit} kB",
            hint=f"the compiled rules are {_kb(len(_packed(module.code)))} of it; "
            "allow more with --limit, or choose a smaller board",
        )
    return text


def page_of_options(choices: Choices, name: str, limit: int = LIMIT_KB) -> str:
    """The page of a game on which its options are chosen.

    Args:
        choices: what can be chosen
        name: what the game was loaded by, for records
        limit: how large it may be, in thousands of bytes

    Raises:
        LudError: the page would be too large
    """
    usual, *others = choices.variants
    data = told(usual.game, usual.module, name, usual.options)
    further = "".join(_packed_variant(number, one, name) for number, one in enumerate(others, 1))
    text = _written(usual.game, usual.module, data, "", choices, further)
    if (size := len(text.encode())) > 1000 * limit:
        raise LudError(
            f"the page of {usual.game.name} with all {len(choices.variants)} combinations of its "
            f"options would take {_kb(size)}, which is more than {limit} kB",
            hint=f"{_kb(len(further))} of it are the combinations besides the usual one; "
            f"allow more with --limit, or fix some with --option: {sizes(choices.groups)}",
        )
    return text


def _packed_variant(number: int, variant: Variant, name: str) -> str:
    """One more combination of options, for when it is chosen."""
    data = told(variant.game, variant.module, name, variant.options)
    shown = {"facts": _facts(variant.game), "rules": as_html(words(variant.game), 3)}
    both = json.dumps({"data": data, "shown": shown}, separators=(",", ":")).encode()
    parts = (("data", both), ("code", variant.module.code))
    return "".join(PART.format(f"{part}-{number}", _packed(held)) for part, held in parts)


def _record(name: str, options: Mapping[str, str] | None, ruleset: str | None) -> dict[str, Any]:
    """How records name the game."""
    return {
        "game": name if in_library(name) else Path(name).name,
        "options": dict(options or {}),
        "ruleset": ruleset,
    }


def _packed(content: bytes) -> str:
    """Bytes as text: compressed, and 64 characters for 6 bits each."""
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


def _kb(size: int) -> str:
    return f"{-(-size // 1000)} kB"


# What the page is told


def told(
    game: Game,
    module: Module,
    name: str,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
) -> dict[str, Any]:
    """What a page has to know of a game to draw and to play it, fit for JSON; see `page`."""
    return {
        "name": game.name,
        "engine": dict(module.description),
        "scene": scene(game),
        "players": [_player(game, seat) for seat in range(1, game.players + 1)],
        "pieces": [_piece(game, number) for number in range(len(game.dice), len(game.pieces))],
        "dice": [{"site": one.site, "faces": list(one.faces)} for one in game.dice],
        "boardSites": game.board.size,
        "handsEnd": game.places,
        "numbered": game.numbered is schema.STATE,
        "chance": game.draws,
        "scored": _scored(game.program),
        "hiding": what_is_hidden(game),
        "atOnce": kept_choices(game),
        "record": _record(name, options, ruleset),
    }


def _player(game: Game, seat: int) -> dict[str, Any]:
    owned = any(piece.owner == seat for piece in game.pieces)
    disc = owned and chip(game, seat).shape == "disc"
    hint = game.graphics.players.get(seat)
    said = COLOUR_NAMES[seat - 1] if hint is None or not hint.code else hint.name
    colour = said if disc else ""
    return {"colour": colour, "chip": f"c{seat}" if owned else ""}


def _piece(game: Game, index: int) -> dict[str, Any]:
    piece = game.pieces[index]
    return {
        "number": piece.number,
        "name": plain_name(piece),
        "owner": piece.owner,
        "symbol": symbol_of(game, piece.number),
    }


def _scored(program: Program) -> bool:
    """Whether the rules count points: they have a part of the state for them that changes."""
    return any(field.name == "score" for field in program.fields)


# What is written


def _written(
    game: Game,
    module: Module,
    data: Mapping[str, Any],
    note: str,
    choices: Choices | None = None,
    further: str = "",
) -> str:
    script, style = own("page.js"), own("page.css")
    policy = POLICY.format(script=hashed(script), style=hashed(style))
    return Template(own("page.html")).substitute(
        title=escape(game.name),
        policy=policy,
        style=style,
        facts=escape(_facts(game)),
        about=escape(note or metadata(game.expanded).get("description", "")),
        rules=as_html(words(game), 3),
        data=_json(data),
        code=_packed(module.code),
        choices=_json(None if choices is None else choices.told()),
        further=further,
        script=script,
    )


def _json(told: object) -> str:
    return json.dumps(told, separators=(",", ":")).replace("<", "\\u003c")


def _facts(game: Game) -> str:
    about = metadata(game.expanded)
    by = ", ".join(about[key] for key in ("author", "date") if key in about)
    chosen = ", ".join(f"{heading}: {item}" for heading, item in game.options.items())
    return " · ".join(filter(None, (by, chosen)))


def own(name: str) -> str:
    """A file of this folder."""
    return files("lab.web").joinpath(name).read_text("utf-8")


def hashed(text: str) -> str:
    """What a content policy calls a script or a style."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"

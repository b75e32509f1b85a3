"""What editors are told of the language, made from the catalogue: its colours and its snippets.

python -m lab.pages.editors editors/vscode          # write the files
python -m lab.pages.editors editors/vscode --check  # say which are stale
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from interpreter.language.catalogue import CONSTANTS, words_of
from interpreter.play.load import catalogue, games
from interpreter.services.completion import snippet
from interpreter.services.usage import Usage
from interpreter.text.defines import DECLARATIONS
from lab.pages.command import main

SCOPE = "source.ludii"
TAG = r"<[A-Za-z0-9_-]+(?::[A-Za-z0-9_-]+)?>"
MOST_SNIPPETS = 150
GAME = """(game "${1:Name}"
    (players ${2:2})
    (equipment {
        (board (square ${3:3}))
        (piece "${4:Stone}" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line ${5:3}) (result Mover Win)))
    )
)
$0"""


def grammar() -> dict[str, object]:
    """The grammar that colours rule files where no server runs."""
    names = list(catalogue().forms)
    keywords = sorted({name.split()[0] for name in names})
    families: dict[str, set[str]] = {}
    for name in names:
        first, _, rest = name.partition(" ")
        if rest:
            families.setdefault(first, set()).add(rest)
    forms = (form for several in catalogue().forms.values() for form in several)
    values = {word for form in forms for one in form.parameters for word in words_of(one)}
    values |= {"True", "False", *CONSTANTS}
    marks = [word for word in keywords if not word[0].isalpha()]
    plain = [word for word in keywords if word[0].isalpha()]
    longer = [
        _pattern(
            rf"(?<=\()\s*({re.escape(first)})\s+({_any(rest)})(?![\w-])", None,
            captures={"1": "keyword.control.ludii", "2": "support.function.ludii"},
        )
        for first, rest in sorted(families.items())
    ]  # fmt: skip
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Ludii",
        "scopeName": SCOPE,
        "fileTypes": ["lud"],
        "patterns": [{"include": f"#{name}"} for name in ("comment", "text", "code")],
        "repository": {
            "comment": _pattern(r"//.*$", "comment.line.double-slash.ludii"),
            "text": {
                "name": "string.quoted.double.ludii",
                "begin": '"',
                "end": '(?<!\\\\)"',
                "patterns": [{"include": "#parameter"}, {"include": "#option"}],
            },
            "option": _pattern(TAG, "variable.other.option.ludii"),
            "parameter": _pattern(r"#[1-9]", "variable.parameter.ludii"),
            "code": {
                "patterns": [
                    _pattern(
                        rf"(?<=\()\s*({_any(DECLARATIONS)})(?![\w-])", None,
                        captures={"1": "storage.type.ludii"},
                    ),
                    *longer,
                    _pattern(
                        rf"(?<=\()\s*({_any(plain)})(?![\w-])", None,
                        captures={"1": "keyword.control.ludii"},
                    ),
                    _pattern(
                        rf"(?<=\()\s*({_any(marks)})(?=\s)", None,
                        captures={"1": "keyword.operator.ludii"},
                    ),
                    _pattern(
                        r"(?<=\()\s*([A-Za-z][\w-]*)", None,
                        captures={"1": "entity.name.function.ludii"},
                    ),
                    _pattern(r"[A-Za-z0-9_-]+:(?=\S)", "entity.other.attribute-name.ludii"),
                    {"include": "#option"},
                    {"include": "#parameter"},
                    _pattern(rf"(?<![\w-])({_any(values)})(?![\w-])", "constant.language.ludii"),
                    # Of defines and of metadata.
                    _pattern(r"(?<![\w-])[A-Z][\w-]*", "constant.other.ludii"),
                    _pattern(r"(?<![\w-])[+-]?\d+(?:\.\d+)?(?![\w-])", "constant.numeric.ludii"),
                    _pattern(r"\.\.", "keyword.operator.range.ludii"),
                    _pattern(r"(?<=\))\*+", "keyword.operator.star.ludii"),
                ]
            },
        },
    }  # fmt: skip


def _pattern(
    match: str, name: str | None, captures: dict[str, str] | None = None
) -> dict[str, object]:
    found: dict[str, object] = {"match": match}
    if name is not None:
        found["name"] = name
    if captures is not None:
        found["captures"] = {place: {"name": scope} for place, scope in captures.items()}
    return found


def _any(words: Iterable[str]) -> str:
    """A pattern of several words, the longest first, so that none hides another."""
    return "|".join(
        re.escape(word) for word in sorted(set(words), key=lambda one: (-len(one), one))
    )


def snippets() -> dict[str, object]:
    """The forms that the library uses most, with places for what must be given."""
    usage = Usage(path.read_text(encoding="utf-8") for path in games().values())
    found: dict[str, object] = {
        "game": {"prefix": "game", "body": GAME.split("\n"), "description": "A game to begin with"}
    }
    # Of forms of one name the usual one, which rules that are bred have too.
    ordered = sorted(catalogue(), key=lambda form: form.grown)
    forms = {form.name: form for form in ordered if form.name[0].isalpha()}
    for name in sorted(forms, key=lambda one: (-usage.forms[one], one))[:MOST_SNIPPETS]:
        body = f"({snippet(forms[name])})"
        found.setdefault(name, {"prefix": name, "body": [body], "description": forms[name].summary})
    return found


def files(folder: Path) -> dict[Path, str]:
    """What is made in the folder of the extension."""
    made = {
        folder / "syntaxes" / "ludii.tmLanguage.json": grammar(),
        folder / "snippets" / "ludii.json": snippets(),
    }
    return {
        path: json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for path, content in made.items()
    }


if __name__ == "__main__":
    sys.exit(main(__doc__, files))

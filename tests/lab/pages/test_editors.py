"""What editors are told of the language. `GOLDEN=write` makes it anew."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from typing import Any

import pytest

from helpers.paths import ROOT
from interpreter.play.load import catalogue, defines, games, read
from interpreter.services.document import Document
from interpreter.text.errors import Source
from lab.pages.editors import files, grammar, snippets

EXTENSION = ROOT / "editors" / "vscode"


def test_the_files_are_what_the_catalogue_says() -> None:
    for path, text in files(EXTENSION).items():
        if os.environ.get("GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text


def test_what_the_extension_names_is_there() -> None:
    package = json.loads((EXTENSION / "package.json").read_text())
    gives = package["contributes"]
    paths = [one["path"] for one in (*gives["grammars"], *gives["snippets"])]
    paths += [one["configuration"] for one in gives["languages"]]
    assert all((EXTENSION / path).exists() for path in paths)
    assert gives["grammars"][0]["scopeName"] == grammar()["scopeName"]
    source = (EXTENSION / "src" / "extension.ts").read_text()
    named = {one["command"] for one in gives["commands"]}
    assert named == set(re.findall(r'registerCommand\("([\w.]+)"', source))


# Colours: as much of the engine of such grammars as ours needs


def scopes(text: str) -> dict[str, str]:
    """The words of a text with their scopes, line by line as editors do it."""
    found: dict[str, str] = {}
    made: dict[str, Any] = grammar()  # type: ignore[assignment]
    inside: dict[str, Any] | None = None
    for line in text.split("\n"):
        place = 0
        while place <= len(line):
            rules = [inside["patterns"]] if inside else [made["patterns"]]
            matches = [(m.start(), k, m, rule) for k, (rule, m) in enumerate(
                (rule, re.compile(rule.get("match") or rule["begin"]).search(line, place))
                for rule in flat(rules[0], made)) if m]  # fmt: skip
            end = re.compile(inside["end"]).search(line, place) if inside else None
            first = min(matches, key=lambda one: one[:2], default=None)
            if end and (first is None or end.start() <= first[0]):
                inside, place = None, max(end.end(), place + 1)
                continue
            if first is None:
                break
            _, _, match, rule = first
            if "begin" in rule:
                inside = rule
            for number, scope in rule.get("captures", {}).items():
                found[match[int(number)]] = scope["name"]
            if "name" in rule:
                found[match[0]] = rule["name"]
            place = max(match.end(), place + 1)
    return found


def flat(patterns: list[dict[str, Any]], made: dict[str, Any]) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = []
    for one in patterns:
        if "include" in one:
            named = made["repository"][one["include"][1:]]
            rules += flat(named["patterns"], made) if set(named) == {"patterns"} else [named]
        else:
            rules.append(one)
    return rules


def test_colours() -> None:
    found = scopes(
        "// why\n"
        '(define "Row" (is Line #1))\n'
        '(option "Size" <Size> args:{<n>} {(item "A" <3> "three")*})\n'
        "(play (move Step Forward (to if:(< 2 (count Moves)))))\n"
        '(note "many\n(move) words")\n'
    )
    expected = {
        "// why": "comment.line.double-slash",
        "define": "storage.type",
        "is": "keyword.control",
        "Line": "support.function",
        "#1": "variable.parameter",
        "args:": "entity.other.attribute-name",
        "<n>": "variable.other.option",
        "*": "keyword.operator.star",
        "Step": "support.function",
        "Forward": "constant.language",
        "<": "keyword.operator",
        "2": "constant.numeric",
    }
    assert {word: found[word] for word in expected} == {
        word: f"{scope}.ludii" for word, scope in expected.items()
    }


@pytest.mark.parametrize("name", ["Yavalath", "Chess", "Oware"])
def test_every_keyword_of_a_game_has_its_colour(name: str) -> None:
    text = read(name).text
    found = scopes(text)
    words = set(re.findall(r"\(([a-z]\w*)", re.sub(r'//.*|"(?>[^"\\]+|\\"?)*+"', "", text)))
    known = {word for word in words if word in catalogue().keywords}
    assert known <= found.keys()


def in_visual_studio_code(*texts: str) -> list[list[list[tuple[str, str]]]]:
    """What the engine of Visual Studio Code makes of texts: of each line, words with scopes."""
    found = subprocess.run(
        ["node", str(EXTENSION / "test" / "tokens.mjs")],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(found.stdout)


needs_engine = pytest.mark.skipif(
    shutil.which("node") is None or not (EXTENSION / "node_modules" / "vscode-textmate").exists(),
    reason="Node or the packages of the extension are not installed: npm ci in editors/vscode",
)


@needs_engine
def test_the_engine_of_the_editor_colours_as_ours_does() -> None:
    texts = [read(name).text for name in ("Yavalath", "Chess", "Oware", "Tic-Tac-Toe")]
    for text, lines in zip(texts, in_visual_studio_code(*texts), strict=True):
        ours = scopes(text)
        theirs = {word: scope for line in lines for word, scope in line}
        keywords = {word for word in ours if word in catalogue().keywords}
        assert keywords
        assert {word: theirs[word] for word in keywords} == {word: ours[word] for word in keywords}


@needs_engine
@pytest.mark.slow
def test_every_game_has_colours_in_the_editor() -> None:
    texts = [read(name).text for name in games()]
    for name, text, lines in zip(games(), texts, in_visual_studio_code(*texts), strict=True):
        assert "\n".join("".join(word for word, _ in line) for line in lines) == text, name
        bare = [word for line in lines for word, scope in line if scope == "source.ludii"]
        assert not [word for word in bare if re.search(r"[A-Za-z0-9]", word)], name


# Snippets


def test_snippets_are_rule_text() -> None:
    for name, one in snippets().items():
        assert isinstance(one, dict)
        body = "\n".join(one["body"])
        plain = re.sub(r"\$\{\d+\|([^,|]+)[^}]*\}", r"\1", body)
        plain = re.sub(r"\$\{\d+:([^}]*)\}|\$0", r"\1", plain)
        found = Document(Source(name, plain), catalogue(), defines())
        assert found.recovered.problems == (), name


def test_the_first_snippet_is_a_game_that_plays() -> None:
    one = snippets()["game"]
    assert isinstance(one, dict)
    text = re.sub(r"\$\{\d+:([^}]*)\}|\$0", r"\1", "\n".join(one["body"]))
    found = Document(Source("game", text), catalogue(), defines())
    assert found.problems == []
    assert found.node is not None

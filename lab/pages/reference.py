"""The reference of ludemes, made from the catalogue: one page for each kind of value.

python -m lab.pages.reference docs/reference          # write the pages
python -m lab.pages.reference docs/reference --check  # say which pages are stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from interpreter import LudError
from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import Graph
from interpreter.language import parts
from interpreter.language.bind import bind
from interpreter.language.catalogue import Alternative, Ludeme, Parameter, is_enumeration
from interpreter.language.english.describe import speaker_for
from interpreter.language.english.inflection import polished
from interpreter.language.nodes import Node, nodes_in
from interpreter.language.signatures import (
    Binds,
    Bool,
    Int,
    Ints,
    Moves,
    Otherwise,
    Range,
    Sites,
    Ways,
)
from interpreter.play.load import catalogue, lowered
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause
from lab.pages.command import main, stale

ORIGIN = "Ludii 1.3.10 Core/src/game/"
PAGES: dict[str, tuple[str, tuple[type, ...]]] = {
    "structure": (
        "The frame of a game",
        (
            parts.GameRules, parts.Players, parts.OnePlayer, parts.Equipment, parts.Board,
            parts.TrackItem, parts.Piece, parts.HandItem, parts.DiceItem, parts.Regions,
            parts.MapItem, parts.MapPair, parts.Rules, parts.Meta, parts.Swap, parts.NoRepeat,
            parts.NoSuicide,
            parts.PassNoEnd, parts.Automove, parts.Start, parts.Play, parts.Phase, parts.NextPhase,
            parts.End, parts.Games, parts.Subgame, parts.Values, parts.Hints, parts.HintItem,
            parts.Mode, parts.TilePath, parts.DominoSet,
        ),
    ),
    "boards": ("Boards", (Graph, Polygon, float)),
    "start": ("Start rules", (parts.StartRule, parts.SoMany)),
    "moves": ("Moves and effects", (Moves,)),
    "parts": (
        "Parts of rules",
        (
            parts.From, parts.To, parts.Rotations, parts.BetweenPart, parts.PiecePart, parts.Apply,
            parts.Then,
        ),
    ),
    "conditions": ("Conditions", (Bool,)),
    "numbers": ("Numbers", (Int, Ints, Range)),
    "sites": ("Sets of sites", (Sites,)),
    "directions": ("Directions", (Ways,)),
    "end": ("End rules and results", (parts.EndRule, parts.Result)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Argument:
    """What the reference says of an argument of a form.

    Args:
        label: by which it is given, with a colon if it has to be written
        kind: what it may be
        note: whether it may be left out, and what is set in it
        meaning: what it is
    """

    label: str
    kind: str
    note: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the reference says of a form.

    Args:
        name: of the ludeme
        summary: the form in a sentence
        form: how it is written
        more: what else there is to say
        arguments: its arguments, in their order
        aliases: other names for it
        examples: clauses that use it
        words: the first example in plain English; empty if it is told in a list
        later: labels that the language has and this program does not
        source: where the form is from
    """

    name: str
    summary: str
    form: str
    more: str
    arguments: tuple[Argument, ...]
    aliases: tuple[str, ...]
    examples: tuple[str, ...]
    words: str
    later: tuple[str, ...]
    source: str


def told(form: Ludeme) -> Told:
    """What the reference says of a form."""
    own = form.source.startswith("an addition")
    return Told(
        form.name,
        form.summary,
        str(form),
        _body(form),
        tuple(map(_argument, form.parameters)),
        tuple(_aliases(form)),
        tuple(form.examples),
        in_words(form),
        tuple(form.later),
        form.source if own else ORIGIN + form.source,
    )


def page_of(form: Ludeme) -> str:
    """The page that a form stands on."""
    for page, (_, kinds) in PAGES.items():
        if form.result in kinds:
            return page
    return "parts"


def pages() -> dict[str, str]:
    """The text of every page, by file name."""
    found: dict[str, list[Ludeme]] = {page: [] for page in PAGES}
    for form in catalogue():
        found[page_of(form)].append(form)
    texts = {f"{page}.md": _page(PAGES[page][0], forms) for page, forms in found.items()}
    texts["words.md"] = _words()
    texts["unbuilt.md"] = _unbuilt()
    texts["README.md"] = _index(found)
    return texts


def _index(found: dict[str, list[Ludeme]]) -> str:
    total = sum(map(len, found.values()))
    names = {name for form in catalogue() for name in [form.name]}
    lines = [
        "# Reference of ludemes",
        "",
        f"{total} forms under {len(names)} names, generated from the catalogue by `make docs`. A "
        "form stands under what it gives. `<name:type>` is an argument by position, `name:<type>` "
        "one by label; brackets say that it may be left out, braces make a list.",
        "",
    ]
    for page, forms in found.items():
        listed = ", ".join(
            f"[`{name}`]({page}.md#{_anchor(name)})"
            for name in dict.fromkeys(form.name for form in forms)
        )
        lines += [f"## [{PAGES[page][0]}]({page}.md)", "", listed, ""]
    lines += ["## [Words](words.md)", "", "The words that arguments may be, by type.", ""]
    unbuilt = "Forms of the language that are refused by name, each with the reason."
    lines += ["## [What is not built](unbuilt.md)", "", unbuilt, ""]
    return "\n".join(lines)


def _unbuilt() -> str:
    """The page of forms, arguments and words that the language has and this program does not."""
    words = ", ".join(f"`{word}`" for word in sorted(catalogue().words))
    labels = {f"`{label}:` of `{form.name}`" for form in catalogue() for label in form.later}
    lines = [
        "# What is not built",
        "",
        "These forms of the language are refused, with their position: none is guessed or skipped. "
        "No official game of the reference implementation uses any of them.",
        "",
        "| form | gives | why not |",
        "| --- | --- | --- |",
        *(f"| `{one.name}` | {one.gives} | {one.reason} |" for one in catalogue().unbuilt),
        "",
        f"Arguments that are not built: {', '.join(sorted(labels))}.",
        "",
        f"Words that no form takes: {words}.",
        "",
        "Some combinations of what is built are refused as well, under the code `not-supported` of "
        "[the list of mistakes](../errors.md): such as a match of games with different boards, "
        "pieces, hands, dice or numbers of players, a swap among more than two players, or dice "
        "where all choose at once.",
        "",
    ]
    return "\n".join(lines)


def _anchor(name: str) -> str:
    """The anchor that renderers give to a heading of code."""
    return "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c == "-") or "_"


def _page(title: str, forms: list[Ludeme]) -> str:
    lines = [f"# {title}", ""]
    last = ""
    for form in forms:
        if form.name != last:
            lines += [f"## `{form.name}`", ""]
        last = form.name
        lines += _form(form)
    return "\n".join(lines).rstrip() + "\n"


def _form(form: Ludeme) -> Iterator[str]:
    one = told(form)
    yield one.summary
    yield ""
    yield f"    {one.form}"
    yield ""
    if one.more:
        yield one.more
        yield ""
    if one.arguments:
        yield "| argument | type | | meaning |"
        yield "| --- | --- | --- | --- |"
        for each in one.arguments:
            kind = each.kind.replace("|", "\\|")
            yield f"| `{each.label}` | {kind} | {each.note} | {each.meaning} |"
        yield ""
    if one.aliases:
        yield f"Also written {', '.join(f'`{name}`' for name in one.aliases)}."
        yield ""
    for example in one.examples:
        yield f"    {example}"
    yield ""
    if one.words:
        yield f"In words: {one.words}"
        yield ""
    if one.later:
        yield f"Known, not built yet: {', '.join(f'`{label}:`' for label in one.later)}."
        yield ""
    yield f"Source: {one.source}"
    yield ""


def in_words(form: Ludeme) -> str:
    """What the first example of a form says in plain English; empty if it is told in a list."""
    node = example_of(form)
    if node is None:
        return ""
    speaker = speaker_for(node, lowered)
    # What stands inside the example of a move follows it.
    speaker.effect = form.result is Moves and not form.examples[0].startswith(f"({form.name} ")
    text = speaker.phrase(node).text
    return polished(text.replace("\n", " ").replace("\t", "; ")).strip() if text else ""


def example_of(form: Ludeme) -> Node | None:
    """The node of a form in its first example."""
    tree = parse_one(form.examples[0])
    assert isinstance(tree, Clause)
    kinds = [form.result, *dict.fromkeys(one.result for one in catalogue())]
    for kind in kinds:
        try:
            bound = bind(tree, kind, catalogue())
        except LudError:  # most types do not fit
            continue
        found = next((node for node in nodes_in(bound) if node.ludeme is form), None)
        if found is not None:
            return found
    return None


def _aliases(form: Ludeme) -> list[str]:
    known = catalogue().forms
    return [name for name, forms in known.items() if form in forms and name != form.name]


def _body(form: Ludeme) -> str:
    """The paragraphs of the docstring between its first line and its arguments."""
    text = (form.form.__doc__ or "").split("Args:")[0]
    _, _, rest = text.partition("\n")
    return " ".join(rest.split())


def _argument(parameter: Parameter) -> Argument:
    notes = _notes(parameter)
    default = parameter.default
    if parameter.optional and default not in (None, ()) and not notes:
        word = getattr(default, "value", getattr(default, "constant", default))
        if parameter.type_name == "bool":
            word = bool(word)
        notes = f"`{word}` if left out"
    elif parameter.optional and not notes:
        notes = "may be left out"
    label = f"{parameter.label}:" if parameter.labelled else parameter.label
    return Argument(label, parameter.type_name, notes, parameter.documentation)


def _notes(parameter: Parameter) -> str:
    for one in parameter.alternatives:
        for hint in one.hints:
            if isinstance(hint, Otherwise):
                return f"`({hint.name})` if left out"
            if isinstance(hint, Binds):
                names = ", ".join(f"`({name})`" for name in hint.names)
                return f"{names} {'is' if len(hint.names) == 1 else 'are'} set in it"
    return ""


def words_by_type() -> dict[str, tuple[str, tuple[str, ...]]]:
    """The types whose values are words: what each is, and its words."""
    kinds: dict[str, type] = {}

    def visit(one: Alternative) -> None:
        for item in one.items:
            visit(item)
        if is_enumeration(one.type):
            kinds[one.name] = one.type

    for form in catalogue():
        for parameter in form.parameters:
            for one in parameter.alternatives:
                visit(one)
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for name in sorted(kinds):
        members = [str(member.value) for member in cast("type", kinds[name])]  # type: ignore[attr-defined]
        found[name] = (kinds[name].__doc__ or "").strip().split("\n")[0], tuple(members)
    return found


def _words() -> str:
    lines = ["# Words", ""]
    for name, (summary, members) in words_by_type().items():
        lines += [f"## {name}", "", summary, "", ", ".join(f"`{word}`" for word in members), ""]
    lines += [
        "## int",
        "",
        "Words for numbers: `Off` -1, `Undefined` -1, `End` -2, `Infinity` 10^9.",
        "",
    ]
    return "\n".join(lines)


def files(folder: Path) -> dict[Path, str]:
    """The pages by where they lie."""
    return {folder / name: text for name, text in pages().items()}


def there(folder: Path) -> list[Path]:
    """The pages in a folder: those that are not made any more are removed."""
    return sorted(folder.glob("*.md"))


def stale_pages(folder: Path) -> list[str]:
    """The pages that are missing, differ from the catalogue, or have nothing to stand for."""
    return [path.name for path in stale(files(folder), there(folder))]


if __name__ == "__main__":
    sys.exit(main(__doc__, files, there))

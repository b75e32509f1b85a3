"""What the language services find, in the words of the protocol."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from lsprotocol import types

from interpreter.play.load import lowering
from interpreter.services import actions, completion, hover, outline
from interpreter.services.completion import Proposal, What
from interpreter.services.names import Name, head_of
from interpreter.services.outline import Colour, Entry
from interpreter.text.errors import LudError, Problem
from interpreter.text.layout import lay_out
from interpreter.text.tree import Form, String
from lab.lsp.desk import Open, diagnostics, usage
from lab.lsp.pictures import marked

MOST = 500
"""Proposals that are sent at once."""
COLOURS = [colour.value for colour in Colour]
ICONS = {
    What.FORM: types.CompletionItemKind.Function,
    What.LABEL: types.CompletionItemKind.Property,
    What.WORD: types.CompletionItemKind.EnumMember,
    What.NAME: types.CompletionItemKind.Reference,
    What.DEFINE: types.CompletionItemKind.Method,
    What.OPTION: types.CompletionItemKind.Variable,
}
SYMBOLS = {
    "game": types.SymbolKind.Module,
    "match": types.SymbolKind.Module,
    "define": types.SymbolKind.Function,
    "option": types.SymbolKind.Enum,
    "rulesets": types.SymbolKind.Enum,
    "item": types.SymbolKind.EnumMember,
    "ruleset": types.SymbolKind.EnumMember,
    "piece": types.SymbolKind.Class,
    "regions": types.SymbolKind.Field,
    "phase": types.SymbolKind.Event,
}


def complete(one: Open, position: types.Position) -> types.CompletionList:
    """What may be written at a place."""
    offset = one.places.offset(position)
    found = completion.proposals(one.document, offset, usage(), one.names)
    items = [_item(one, proposal, place) for place, proposal in enumerate(found[:MOST])]
    return types.CompletionList(is_incomplete=len(found) > MOST, items=items)


def _item(one: Open, proposal: Proposal, place: int) -> types.CompletionItem:
    edit = types.TextEdit(one.places.range(proposal.start, proposal.end), proposal.insert)
    filled = "${" in proposal.insert
    shown = one.document.text[proposal.start : proposal.end]
    # Editors compare what is typed with this, from the place on where it is put in.
    word = proposal.text.lstrip("(") if not shown.startswith("(") else proposal.text
    return types.CompletionItem(
        label=proposal.text,
        kind=ICONS[proposal.what],
        detail=proposal.detail or None,
        documentation=proposal.documentation or None,
        sort_text=f"{place:04d}",
        filter_text=word,
        insert_text_format=types.InsertTextFormat.Snippet if filled else None,
        text_edit=edit,
    )


def hovered(one: Open, position: types.Position, *, pictures: bool = False) -> types.Hover | None:
    """What is told of a place.

    Args:
        pictures: whether sites are shown on a small board, which not every editor can do
    """
    offset = one.places.offset(position)
    found = hover.told(one.document, one.names, offset, functools.cache(lowering))
    if found is None or not found.text:
        return None
    shown = marked(one.document.source, found.sites) if pictures and found.sites else ""
    text = "\n\n".join(filter(None, (found.text, shown)))
    content = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(content, one.places.of(found.span))


def signature(one: Open, position: types.Position) -> types.SignatureHelp | None:
    """The forms that a clause may be."""
    found = hover.signatures(one.document, one.places.offset(position))
    if not found:
        return None
    several = [
        types.SignatureInformation(
            label=str(each.form),
            documentation=each.form.summary,
            parameters=[types.ParameterInformation(label) for label in each.labels],
            active_parameter=each.active,
        )
        for each in found
    ]
    return types.SignatureHelp(several, 0, found[0].active)


# --- names ---


def defined(one: Open, position: types.Position) -> list[types.Location]:
    """Where the name at a place is given."""
    name = one.names.at(one.places.offset(position))
    if name is not None and name.definitions:
        return [place for span in name.definitions if (place := one.location(span))]
    for text in _texts_at(one, position):
        define = one.document.define(text)
        place = one.location(define.span) if define is not None else None
        if place is not None:
            return [place]
    return []


def _texts_at(one: Open, position: types.Position) -> list[str]:
    """The text at a place, and those that the clauses around it begin with."""
    path = one.document.path(one.places.offset(position))
    found = [item.text for item in path[-1:] if isinstance(item, String)]
    return found or [head_of(item) for item in path[-1:] if isinstance(item, Form)]


def used(one: Open, position: types.Position, *, declared: bool) -> list[types.Location]:
    """Where the name at a place is used."""
    name = one.names.at(one.places.offset(position))
    if name is None:
        return []
    spans = name.places if declared else name.uses
    return [types.Location(one.uri, one.places.of(span)) for span in spans]


def highlighted(one: Open, position: types.Position) -> list[types.DocumentHighlight]:
    """All places of the name at a place."""
    return [types.DocumentHighlight(place.range) for place in used(one, position, declared=True)]


def renameable(one: Open, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """The name at a place, if it can be given another text."""
    offset = one.places.offset(position)
    name = one.names.at(offset)
    if name is None or not name.definitions:
        return None
    span = next(each for each in name.places if each.start <= offset <= each.end)
    shown = one.document.text[span.start : span.end]
    return types.PrepareRenamePlaceholder(one.places.of(span), shown)


def rename(one: Open, position: types.Position, text: str) -> types.WorkspaceEdit:
    """The changes that give the name at a place another text.

    Raises:
        LudError: it cannot be given
    """
    name: Name | None = one.names.at(one.places.offset(position))
    if name is None:
        raise LudError("there is no name here")
    found = actions.renamed(one.names, name, text)
    if isinstance(found, str):
        raise LudError(found)
    return _edit(one, found)


def _edit(one: Open, edits: Sequence[actions.Edit]) -> types.WorkspaceEdit:
    found = [types.TextEdit(one.places.range(start, end), text) for start, end, text in edits]
    return types.WorkspaceEdit(changes={one.uri: found})


# --- the shape of the text ---


def symbols(one: Open) -> list[types.DocumentSymbol]:
    """The outline."""
    return [_symbol(one, entry) for entry in outline.outline(one.document)]


def _symbol(one: Open, entry: Entry) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=entry.name or entry.word,
        detail=entry.word if entry.name else None,
        kind=SYMBOLS.get(entry.word, types.SymbolKind.Object),
        range=one.places.of(entry.span),
        selection_range=one.places.of(entry.head),
        children=[_symbol(one, inner) for inner in entry.entries],
    )


def folding(one: Open) -> list[types.FoldingRange]:
    """What can be folded."""
    return [
        types.FoldingRange(first, last, kind=types.FoldingRangeKind.Comment if comment else None)
        for first, last, comment in outline.folds(one.document)
    ]


def selected(one: Open, positions: Sequence[types.Position]) -> list[types.SelectionRange]:
    """What is selected around places, step by step."""
    found: list[types.SelectionRange] = []
    for position in positions:
        steps = outline.selections(one.document, one.places.offset(position))
        inner: types.SelectionRange | None = None
        for start, end in reversed(steps):
            inner = types.SelectionRange(one.places.range(start, end), inner)
        assert inner is not None, "the whole text is always one of the steps"
        found.append(inner)
    return found


def coloured(one: Open) -> types.SemanticTokens:
    """The words with what they are, each told by its distance from the one before."""
    data: list[int] = []
    line = column = 0
    for start, end, colour in outline.colours(one.document):
        for first, last in _lines(one, start, end):
            here = one.places.position(first)
            length = one.places.position(last).character - here.character
            ahead = here.character - (column if here.line == line else 0)
            data += [here.line - line, ahead, length, COLOURS.index(colour.value), 0]
            line, column = here.line, here.character
    return types.SemanticTokens(data)


def _lines(one: Open, start: int, end: int) -> list[tuple[int, int]]:
    """A part of the text line by line, since a word of the protocol ends with its line."""
    found: list[tuple[int, int]] = []
    while start < end:
        line_end = one.document.text.find("\n", start, end)
        last = end if line_end < 0 else line_end
        if last > start:
            found.append((start, last))
        start = last + 1
    return found


def inlays(one: Open, part: types.Range) -> list[types.InlayHint]:
    """The names of arguments by position."""
    start, end = one.places.offset(part.start), one.places.offset(part.end)
    return [
        types.InlayHint(
            one.places.position(place), label, types.InlayHintKind.Parameter, padding_right=True
        )
        for place, label in outline.hints(one.document, start, end)
    ]


def formatted(one: Open) -> list[types.TextEdit]:
    """The change that lays the text out; none if it is, or if it cannot be read."""
    try:
        text = lay_out(one.document.source)
    except LudError:
        return []
    if text == one.document.text:
        return []
    return [types.TextEdit(one.places.range(0, len(one.document.text)), text)]


# --- changes ---


def offered(one: Open, part: types.Range, problems: list[Problem]) -> list[types.CodeAction]:
    """The changes that are offered for a part of the text."""
    start, end = one.places.offset(part.start), one.places.offset(part.end)
    found: list[types.CodeAction] = []
    for action in actions.actions(one.document, one.names, start, end, problems):
        mends = action.mends is not None
        kind = types.CodeActionKind.QuickFix if mends else types.CodeActionKind.RefactorRewrite
        told = diagnostics(one, [action.mends]) if action.mends is not None else None
        found.append(types.CodeAction(action.title, kind, told, edit=_edit(one, action.edits)))
    return found

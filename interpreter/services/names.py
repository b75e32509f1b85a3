"""The names that a rule file gives: where each is given, and where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from interpreter.ir.values import Int
from interpreter.language.nodes import Node, bare, nodes_in
from interpreter.language.parts import MapItem, Phase, Piece, Regions, StartRule, TrackItem
from interpreter.language.signatures import Ints, Moves
from interpreter.language.words import Text
from interpreter.services.document import Document
from interpreter.text.errors import Span
from interpreter.text.tree import Angled, Form, Joined, Named, Reference, Row, String, Symbol


class Kind(Enum):
    """What a name is of."""

    DEFINE = "define"
    PIECE = "piece"
    REGION = "region"
    PHASE = "phase"
    MAP = "map"
    TRACK = "track"
    OPTION = "option"
    ARGUMENT = "argument of an option"
    ITEM = "item of an option"
    MEMORY = "remembered name"


GIVING: dict[type, Kind] = {
    Piece: Kind.PIECE,
    Regions: Kind.REGION,
    Phase: Kind.PHASE,
    MapItem: Kind.MAP,
    TrackItem: Kind.TRACK,
}
"""What the clauses give a name to, by their types."""
BARE = re.compile(r"(.*?)\d{1,2}")
TAG = re.compile(r"<([A-Za-z0-9_-]+)(?::([A-Za-z0-9_-]+))?>")


@dataclass(slots=True)
class Name:
    """A name.

    Args:
        definitions: the places of the name where it is given
        uses: those where it is used
        whole: the clauses that give it
        node: the bound clause that gives it, if there is one
    """

    kind: Kind
    text: str
    definitions: list[Span] = field(default_factory=list[Span])
    uses: list[Span] = field(default_factory=list[Span])
    whole: list[Span] = field(default_factory=list[Span])
    node: Node | None = None

    @property
    def places(self) -> list[Span]:
        """All places of the name, in the order of the text."""
        found = {(one.start, one.end): one for one in (*self.definitions, *self.uses)}
        return [found[key] for key in sorted(found)]


class Names:
    """All names of a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: dict[tuple[Kind, str], Name] = {}
        self._defines()
        self._options()
        self._given()
        self._memories()
        self._uses()

    def __iter__(self) -> Iterator[Name]:
        return iter(self.found.values())

    def of(self, kind: Kind) -> list[Name]:
        """The names of a kind, in the order in which they were met."""
        return [one for one in self if one.kind is kind]

    def at(self, offset: int) -> Name | None:
        """The name that stands at a place."""
        for one in self:
            if any(span.start <= offset <= span.end for span in one.places):
                return one
        return None

    def called(self, text: str) -> list[Name]:
        """The names of any kind with a text."""
        return [one for one in self if one.text == text]

    # --- where they are given ---

    def _name(self, kind: Kind, text: str) -> Name:
        return self.found.setdefault((kind, text), Name(kind, text))

    def _defines(self) -> None:
        for form in self.document.declared.defines:
            if len(form.items) > 1 and isinstance(form.items[1], String):
                self._give(Kind.DEFINE, form.items[1].text, _inner(form.items[1].span), form.span)

    def _give(self, kind: Kind, text: str, span: Span, whole: Span) -> None:
        name = self._name(kind, text)
        if span not in name.definitions:
            name.definitions.append(span)
            name.whole.append(whole)

    def _options(self) -> None:
        for group in self.document.declared.groups:
            form = next((one for one in self.document.walk() if one.span == group.span), None)
            if not isinstance(form, Form):
                continue
            for item in form.items:
                match item:
                    case Reference() | Angled():
                        start, text = item.span.start + 1, group.tag
                        span = Span(item.span.source, start, start + len(text))
                        self._give(Kind.OPTION, text, span, form.span)
                    case Named("args", Row() as row):
                        for one in _angles(row):
                            text = one.span.text[1:-1]
                            self._give(
                                Kind.ARGUMENT, f"{group.tag}:{text}", _inner(one.span), form.span
                            )
                    case _:
                        pass
            for item in group.items:
                quoted = re.compile(r'"((?>[^"\\]+|\\"?)*+)"').search(
                    item.span.source.text, item.span.start, item.span.end
                )
                if quoted is not None:
                    span = Span(item.span.source, quoted.start(1), quoted.end(1))
                    text = f"{group.heading}/{item.name}"
                    self._give(Kind.ITEM, text, span, item.span)

    def _given(self) -> None:
        """What clauses of the bound game give names to; defines may have been around them."""
        node = self.document.node
        if node is None:
            self._given_on_the_surface()
            return
        for one in nodes_in(node):
            kind = GIVING.get(one.ludeme.result)
            for _, value in one.args if kind is not None else ():
                text = bare(value)
                if isinstance(text, Text) and kind is not None:
                    self._given_by(kind, text, one)
                    break

    def _given_on_the_surface(self) -> None:
        """What clauses give names to by their first words, while the game cannot be bound."""
        for item in self.document.walk():
            if not isinstance(item, Form):
                continue
            forms = self.document.catalogue.forms.get(head_of(item), ())
            kinds = {GIVING[one.result] for one in forms if one.result in GIVING}
            text = next((one for one in item.items[1:] if isinstance(one, String)), None)
            if text is not None and text.text:
                for kind in kinds:
                    self._give(kind, text.text, _inner(text.span), item.span)

    def _given_by(self, kind: Kind, text: Text, node: Node) -> None:
        span, own = self._literal(text.span, str(text)), self.document.own(node.span)
        if span is not None:
            self._give(kind, str(text), span, own or span)
            self._name(kind, str(text)).node = node

    def _literal(self, span: Span, text: str) -> Span | None:
        """Where a text stands in the document letter for letter."""
        own = self.document.own(span)
        if own is None or (own is not span and span.source is not own.source):
            return None
        return _inner(own) if own.text == f'"{text}"' else None

    def _memories(self) -> None:
        """Names under which numbers are kept: those that no clause of the equipment gives."""
        node, known = self.document.node, {one.text for one in self}
        for one in nodes_in(node) if node is not None else ():
            text = bare(dict(one.args).get("name"))
            sets = one.ludeme.result in (Moves, StartRule)
            if (
                not isinstance(text, Text)
                or str(text) in known
                or text.rstrip("0123456789") in known
            ):
                continue
            span = self._literal(text.span, str(text))
            if span is not None and (sets or one.ludeme.result in (Int, Ints)):
                name = self._name(Kind.MEMORY, str(text))
                if sets:
                    self._give(Kind.MEMORY, str(text), span, self.document.own(one.span) or span)
                else:
                    _use(name, span)

    # --- where they are used ---

    def _uses(self) -> None:
        known: dict[str, list[Name]] = {}
        for one in self:
            known.setdefault(one.text, []).append(one)
        for item in self.document.walk():
            if isinstance(item, String):
                self._used_in(item, known)
            elif isinstance(item, Reference):
                self._used_tag(item)

    def _used_in(self, item: String, known: dict[str, list[Name]]) -> None:
        span = _inner(item.span)
        for one in known.get(item.text, ()):
            if one.kind not in (Kind.MEMORY, Kind.OPTION, Kind.ARGUMENT):
                _use(one, span)
        numbered = BARE.fullmatch(item.text)
        for one in known.get(numbered[1], ()) if numbered else ():
            if one.kind is Kind.PIECE:
                _use(one, Span(span.source, span.start, span.start + len(one.text)))
        for match in TAG.finditer(item.text):
            place = Span(span.source, span.start + match.start(), span.start + match.end())
            self._used_tag(Reference(match[1], match[2], place))

    def _used_tag(self, item: Reference) -> None:
        start = item.span.start + 1
        name = self.found.get((Kind.OPTION, item.tag))
        if name is not None:
            _use(name, Span(item.span.source, start, start + len(item.tag)))
        name = self.found.get((Kind.ARGUMENT, f"{item.tag}:{item.argument}"))
        if name is not None and item.argument is not None:
            start += len(item.tag) + 1
            _use(name, Span(item.span.source, start, start + len(item.argument)))


def _use(name: Name, span: Span) -> None:
    places = [(one.start, one.end) for one in (*name.definitions, *name.uses)]
    if (span.start, span.end) not in places:
        name.uses.append(span)


def _inner(span: Span) -> Span:
    """A place without its quotes or brackets."""
    return Span(span.source, span.start + 1, span.end - 1)


def _angles(row: Row) -> Iterator[Reference | Angled]:
    for item in row.items:
        for one in item.parts if isinstance(item, Joined) else (item,):
            if isinstance(one, Reference | Angled):
                yield one


def head_of(form: Form) -> str:
    """The first word of a form, or the name of the define that it uses."""
    head = form.items[0] if form.items else None
    return head.text if isinstance(head, Symbol | String) else ""

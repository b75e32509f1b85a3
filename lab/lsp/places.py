"""Places of the protocol, counted in lines and in units of some encoding, and those of a text."""

from __future__ import annotations

from lsprotocol import types

from interpreter.services.document import Document
from interpreter.text.errors import Span

WIDTHS = {types.PositionEncodingKind.Utf8: "utf-8", types.PositionEncodingKind.Utf16: "utf-16-le"}
UNITS = {"utf-8": 1, "utf-16-le": 2}


class Places:
    """The places of one document, in the units that the client counts in."""

    def __init__(self, document: Document, encoding: str | None) -> None:
        self.document = document
        self.codec = WIDTHS.get(types.PositionEncodingKind(encoding or "utf-16"))
        self.plain = document.text.isascii()

    def position(self, offset: int) -> types.Position:
        """The place of a character."""
        offset = max(0, min(offset, len(self.document.text)))
        line, column = self.document.place(offset)
        if self.codec is not None and not self.plain:
            before = self.document.text[offset - column : offset]
            column = len(before.encode(self.codec)) // UNITS[self.codec]
        return types.Position(line, column)

    def offset(self, position: types.Position) -> int:
        """The character at a place."""
        if self.codec is None or self.plain:
            return self.document.offset(position.line, position.character)
        start = self.document.offset(position.line, 0)
        end = self.document.offset(position.line, 1 << 30)
        line = self.document.text[start:end].encode(self.codec)
        before = line[: position.character * UNITS[self.codec]]
        return start + len(before.decode(self.codec, errors="ignore"))

    def range(self, start: int, end: int) -> types.Range:
        """The part of the text between two characters."""
        return types.Range(self.position(start), self.position(max(start, end)))

    def of(self, span: Span) -> types.Range:
        """The part of the text that a span is."""
        return self.range(span.start, span.end)

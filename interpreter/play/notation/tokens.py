"""The words of a short text in which every character counts, and where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.text.errors import LudError, Source, Span

WORD = re.compile(r'"([^"]*)"|([;|,=/:])|([^\s;|,=/:"]+)')
PLAIN = re.compile(r'[^\s;|,=/:"]+')


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or one of the signs between words.

    Args:
        text: without its quotation marks
        sign: it is a sign
    """

    text: str
    span: Span
    sign: bool = False


class Tokens:
    """The words of a text, read one after another.

    Args:
        text: what to read
        name: what the text is called in messages
    """

    def __init__(self, text: str, name: str) -> None:
        self.source = Source(f"<{name}>", text)
        self.all = list(self._split(text))
        self.place = 0

    def _split(self, text: str) -> list[Token]:
        found: list[Token] = []
        place = 0
        while place < len(text):
            if text[place].isspace():
                place += 1
                continue
            match = WORD.match(text, place)
            if match is None:
                raise LudError(
                    "a quotation mark is not closed", self.span(place, len(text)), code="position"
                )
            quoted, sign, word = match.groups()
            span = self.span(match.start(), match.end())
            found.append(Token(next(one for one in (quoted, sign, word) if one is not None), span,
                               sign is not None))  # fmt: skip
            place = match.end()
        return found

    def span(self, start: int, end: int) -> Span:
        """Some characters of the text."""
        return Span(self.source, start, end)

    @property
    def here(self) -> Token | None:
        """The next word; None at the end."""
        return self.all[self.place] if self.place < len(self.all) else None

    def looks_like(self, *signs: str) -> bool:
        """Whether the next words are these, where an empty one stands for any word."""
        following = self.all[self.place : self.place + len(signs)]
        return len(following) == len(signs) and all(
            one.text == sign and one.sign if sign else not one.sign
            for one, sign in zip(following, signs, strict=True)
        )

    def take(self, sign: str) -> bool:
        """Read a sign, if it is next; whether it was."""
        here = self.here
        found = here is not None and here.sign and here.text == sign
        self.place += found
        return found

    def word(self, expected: str) -> Token:
        """Read a word.

        Args:
            expected: what it is, for the message

        Raises:
            LudError: there is none
        """
        here = self.here
        if here is None or here.sign:
            raise self.wrong(f"expected {expected}")
        self.place += 1
        return here

    def wrong(self, message: str, hint: str | None = None) -> LudError:
        """An error at the next word."""
        here, end = self.here, len(self.source.text)
        found = f", not {here.text}" if here is not None else ", but the text ends"
        span = here.span if here is not None else self.span(end, end)
        return LudError(message + found, span, hint, code="position")


def quoted(name: str) -> str:
    """A name as a text may have it: in quotation marks where it is not one plain word."""
    return name if PLAIN.fullmatch(name) else f'"{name}"'

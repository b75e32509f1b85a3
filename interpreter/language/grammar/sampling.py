"""Texts that a grammar lets through, drawn by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter.language.grammar.productions import (
    Grammar,
    Rule,
    Signs,
    Symbol,
    Symbols,
    Text,
    heights,
    rules_in,
)

SIZE = 150
"""Behind so many parts, texts go to an end."""


class Sampler:
    """Draws texts.

    Args:
        random: decides everything
        size: behind so many parts a text goes to an end the shortest way
    """

    def __init__(self, grammar: Grammar, random: Random, size: int = SIZE) -> None:
        self.grammar, self.random, self.size = grammar, random, size
        self._heights = heights(grammar.rules)

    def text(self, start: str | None = None) -> str:
        """A text that follows a rule: that of whole texts if none is named."""
        parts: list[str] = []
        # What is still to be written, the next at the end.
        waiting: list[Symbol] = [Rule(start or self.grammar.start)]
        while waiting:
            symbol = waiting.pop()
            match symbol:
                case Text(text):
                    parts.append(text)
                case Signs():
                    parts.append(self._signs(symbol))
                case Rule(name):
                    several = self.grammar.rules[name]
                    if len(parts) + len(waiting) > self.size:
                        several = self._nearest_to_an_end(several)
                    waiting += reversed(self.random.choice(several))
        return "".join(parts)

    def _nearest_to_an_end(self, several: Sequence[Symbols]) -> Sequence[Symbols]:
        """The choices that lead to an end with the fewest rules inside each other."""
        depths = [
            max((self._heights[name] for name in rules_in(one)), default=0) for one in several
        ]
        best = min(depths)
        return [one for one, depth in zip(several, depths, strict=True) if depth == best]

    def _signs(self, one: Signs) -> str:
        spans = (range(ord(first), ord(last) + 1) for first, last in one.ranges)
        known = [chr(code) for span in spans for code in span]
        if one.but:
            known = [sign for sign in PLAIN if sign not in known]
        length = self.random.randint(one.least, min(one.most, one.least + 4))
        return "".join(self.random.choice(known) for _ in range(length))


PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -'"
"""Of characters that may be any, these are drawn."""

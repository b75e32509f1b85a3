"""Grammars without context: rules, what they come to, and which of them are of use."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as they stand."""

    text: str


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters of a class.

    Args:
        ranges: pairs of the first and the last character of a range, the same for a single one
        least: so many at least
        most: so many at most
        but: any others than those
    """

    ranges: tuple[tuple[str, str], ...]
    least: int = 1
    most: int = 1
    but: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Whatever another rule gives, by its name."""

    name: str


Symbol = Text | Signs | Rule
Symbols = tuple[Symbol, ...]


def signs(*ranges: str, least: int = 1, most: int = 1, but: bool = False) -> Signs:
    """A class of characters: `signs("0-9", "_", most=3)`."""
    pairs = tuple((one[0], one[-1]) for one in ranges)
    return Signs(pairs, least, most, but)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by name, in the order in which they are met.

    Args:
        start: the rule that a whole text follows
        rules: what each rule may be
        tokens: the rules that stand for a single token, and refer to no others
    """

    start: str
    rules: Mapping[str, Sequence[Symbols]]
    tokens: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """How many symbols there are on the right sides of all rules."""
        return sum(len(one) for several in self.rules.values() for one in several)


def rules_in(symbols: Iterable[Symbol]) -> Iterator[str]:
    """The names of the rules in some symbols."""
    return (one.name for one in symbols if isinstance(one, Rule))


def heights(rules: Mapping[str, Sequence[Symbols]]) -> dict[str, int]:
    """How deep rules must be nested at least until a text stands there; none that never ends."""
    users: dict[str, set[str]] = {}
    for name, several in rules.items():
        for one in several:
            for inner in rules_in(one):
                users.setdefault(inner, set()).add(name)
    found: dict[str, int] = {}
    waiting = set(rules)
    while waiting:
        changed: set[str] = set()
        for name in waiting:
            least = min((_height(one, found) for one in rules[name]), default=math.inf)
            if least < found.get(name, math.inf):
                found[name] = int(least)
                changed |= users.get(name, set())
        waiting = changed
    return found


def _height(symbols: Symbols, found: Mapping[str, int]) -> float:
    return 1 + max((found.get(name, math.inf) for name in rules_in(symbols)), default=0)


def pruned(grammar: Grammar) -> Grammar:
    """A grammar without rules that come to nothing, and those that nothing leads to.

    Raises:
        ValueError: the start comes to nothing
    """
    ends = heights(grammar.rules)
    if grammar.start not in ends:
        raise ValueError(f"{grammar.start} comes to nothing")
    kept: dict[str, Sequence[Symbols]] = {}
    waiting = [grammar.start]
    while waiting:
        name = waiting.pop()
        if name in kept:
            continue
        several = [one for one in grammar.rules[name] if all(r in ends for r in rules_in(one))]
        kept[name] = several
        waiting += (inner for one in reversed(several) for inner in reversed([*rules_in(one)]))
    return Grammar(grammar.start, kept, grammar.tokens & kept.keys())


def without_detours(grammar: Grammar) -> Grammar:
    """A grammar in which no rule is but another name of a second, and no two rules are the same."""
    rules = dict(grammar.rules)
    while True:
        kept = {grammar.start, *grammar.tokens}
        same = {name: to for name, to in _detours(rules) if name not in kept}
        same = {name: _end(name, same) for name in same}
        if not same:
            return Grammar(grammar.start, rules, grammar.tokens & rules.keys())
        rules = {
            name: list(dict.fromkeys(_instead(one, same) for one in several))
            for name, several in rules.items()
            if name not in same
        }


def _detours(rules: Mapping[str, Sequence[Symbols]]) -> Iterator[tuple[str, str]]:
    """Rules that another may stand for."""
    known: dict[tuple[Symbols, ...], str] = {}
    for name, several in rules.items():
        first = known.setdefault(tuple(several), name)
        if first != name:
            yield name, first
        elif len(several) == 1 and len(several[0]) == 1:
            only = several[0][0]
            if isinstance(only, Rule) and only.name != name:
                yield name, only.name


def _end(name: str, same: Mapping[str, str]) -> str:
    seen = {name}
    while name in same and same[name] not in seen:
        name = same[name]
        seen.add(name)
    return name


def _instead(symbols: Symbols, same: Mapping[str, str]) -> Symbols:
    """Symbols with rules in the place of those that are the same."""
    return tuple(
        Rule(same.get(one.name, one.name)) if isinstance(one, Rule) else one for one in symbols
    )

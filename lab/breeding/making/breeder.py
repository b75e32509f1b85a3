"""The breeder: which ways there are to make a child, and which is taken.

What a way makes is bound again, so that every child is well typed; where nothing comes of a way,
another is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final, TypeVar

from interpreter import LudError
from interpreter.language.catalogue import Alternative
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.nodes import forms_in
from interpreter.language.slots import Part
from interpreter.play.load import catalogue
from interpreter.text.tree import Symbol, Tree
from lab.breeding.making.genome import Genome

TRIES: Final = 30
"""How often another way to make a child is tried before the parents are given up."""
MORE: Final = 0.35
"""How likely each further mutation is."""
DEEPEST: Final = 2
"""How deep grown parts may nest."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Habits:
    """What some rules are made of, so that what is new in their children is much like it.

    Args:
        forms: how often each form occurs, by name
        words: the words of each kind that occur
    """

    forms: Mapping[str, float] = field(default_factory=dict[str, float])
    words: Mapping[type, frozenset[str]] = field(default_factory=dict[type, frozenset[str]])


def habits_of(genomes: Sequence[Genome]) -> Habits:
    """What some rules are made of."""
    forms: Counter[str] = Counter()
    words: dict[type, set[str]] = {}
    for genome in genomes:
        forms.update(form.name for form in forms_in(genome.node))
        for part in genome.parts:
            if isinstance(part.tree, Symbol):
                words.setdefault(part.kind, set()).add(part.tree.text)
    return Habits(dict(forms), {kind: frozenset(found) for kind, found in words.items()})


class NoChildError(Exception):
    """Nothing can be changed in this way; another is to be tried."""


@dataclass(frozen=True)
class Child:
    """Rules that were made from others.

    Args:
        genome: the rules
        changes: what was done, in order: `graft`, `number`…
    """

    genome: Genome
    changes: tuple[str, ...]


class Breeder:
    """Makes children.

    Args:
        random: decides everything
        rates: the relative frequency of each way, by name; those that are not named have their own
        habits: what rules are usually made of
        nodes: the most that rules may have after a change, as `Genome.nodes` counts
        more: how likely each further mutation is
        patience: seconds by the clock that may be waited for others, such as a language model
    """

    def __init__(
        self,
        random: Random,
        rates: Mapping[str, float] | None = None,
        habits: Habits | None = None,
        nodes: int = 600,
        more: float = MORE,
        patience: float = 60.0,
    ) -> None:
        self.random, self.nodes, self.habits = random, nodes, habits or Habits()
        self.more, self.patience = more, patience
        # How long was waited for others, and the ways that have asked them in vain.
        self.waited = 0.0
        self.lost: list[str] = []
        known = {way.name: way.rate for way in WAYS}
        for name in rates or {}:
            if name not in known:
                raise ValueError(f'no way to vary is called "{name}": {", ".join(known)}')
        self.rates = known | dict(rates or {})

    @cached_property
    def grower(self) -> Grower:
        """Grows what is new."""
        return Grower(catalogue(), self.random, DEEPEST, self.habits.forms)

    def cross(self, one: Genome, other: Genome) -> Child:
        """A child of two.

        Raises:
            NoChildError: none was found in many tries
        """
        child, name = self._one(one, other, crossing=True)
        return self._further(child, one, (name,))

    def mutate(self, one: Genome) -> Child:
        """A child of one.

        Raises:
            NoChildError: none was found in many tries
        """
        child, name = self._one(one, None, crossing=False)
        return self._further(child, one, (name,))

    def _further(self, child: Genome, parent: Genome, changes: tuple[str, ...]) -> Child:
        while self.random.random() < self.more or child.canonical == parent.canonical:
            if len(changes) == TRIES:
                raise NoChildError
            child, name = self._one(child, None, crossing=False)
            changes = (*changes, name)
        return Child(child, changes)

    def _one(self, one: Genome, other: Genome | None, *, crossing: bool) -> tuple[Genome, str]:
        """One change that gives rules that are well typed and not too long, or no longer yet."""
        ways = [way for way in WAYS if way.crosses is crossing and self.rates[way.name] > 0]
        for _ in range(TRIES if ways else 0):
            way = self.random.choices(ways, [self.rates[way.name] for way in ways])[0]
            try:
                child = one.changed(way.make(self, one, one if other is None else other))
            except (NoChildError, BarrenError, LudError):
                continue
            if child.nodes <= max(self.nodes, one.nodes):
                return child, way.name
        raise NoChildError

    def pick(self, several: Sequence[Item]) -> Item:
        """One of several, all as likely.

        Raises:
            NoChildError: there are none
        """
        if not several:
            raise NoChildError
        return self.random.choice(several)

    def part(self, parts: Sequence[Part]) -> Part:
        """One of several parts: first a kind, then one of that kind.

        Words and numbers are many and the parts that make a game are few, so that kinds are as
        likely as each other.
        """
        kind = self.pick(list(dict.fromkeys(part.kind for part in parts)))
        return self.pick([part for part in parts if part.kind is kind])

    def grown(self, wanted: Sequence[Alternative], frame: Frame) -> Tree:
        """Something new of one of several types."""
        return self.grower.value(self.pick(wanted), frame)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to make a child.

    Args:
        name: what it is called
        rate: how often it is taken, beside the others of its sort
        crosses: whether it takes two parents
        make: the tree of a child; the second parent is the first again in a mutation
        summary: what it does
    """

    name: str
    rate: float
    crosses: bool
    make: Callable[[Breeder, Genome, Genome], Tree]
    summary: str


WAYS: Final[list[Way]] = []


def way(
    name: str, rate: float, *, crosses: bool = False
) -> Callable[[Callable[[Breeder, Genome, Genome], Tree]], object]:
    """Enter a function into the table of ways to make a child."""

    def enter(make: Callable[[Breeder, Genome, Genome], Tree]) -> object:
        summary = (make.__doc__ or "").strip().split("\n")[0]
        WAYS.append(Way(name, rate, crosses, make, summary))
        return make

    return enter

"""Random rules, grown from the catalogue: trees that bind, lower and run.

A form is chosen among those that give the wanted type, then each of its arguments is grown in
turn. Iterators such as `(to)` are used only where they have a value, names only of what the frame
of the game declares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import TypeVar, cast

from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import Alternative, Catalogue, Ludeme, Parameter, is_enumeration
from interpreter.language.signatures import Between, Binds, Moves, Otherwise, Unit
from interpreter.language.words import LAYERED, Direction, Role
from interpreter.text.errors import Source, Span
from interpreter.text.tree import Array, Clause, Integer, Labelled, Real, String, Symbol, Tree

NOWHERE = Span(Source("<grown>", ""), 0, 0)
PLAYERS = (Role.P1, Role.P2, Role.Mover, Role.Next)


@dataclass(frozen=True)
class Frame:
    """What the rules around a grown part declare.

    Args:
        pieces: names of pieces
        regions: names of regions
        labels: labels of sites
        sites: how many sites the board has
        bound: iterators that have a value
        effect: whether moves are effects, not decisions
    """

    pieces: tuple[str, ...] = ("Disc1", "Disc2")
    regions: tuple[str, ...] = ("Home",)
    labels: tuple[str, ...] = ("A1", "B1", "A2")
    sites: int = 9
    bound: frozenset[str] = frozenset()
    effect: bool = False


Hint = TypeVar("Hint")


def _hints(parameter: Parameter, kind: type[Hint]) -> list[Hint]:
    return [hint for one in parameter.alternatives for hint in one.hints if isinstance(hint, kind)]


RARE = 0.05
"""Weight of a form that no weight is known of; see `Grower`."""


def _lists(one: Alternative, kind: type) -> bool:
    """Whether a type is a list of values of a class."""
    return one.type is tuple and any(item.type is kind for item in one.items)


class BarrenError(Exception):
    """Nothing can be grown here; the choice above is to be made again."""


class Grower:
    """Grows trees of a type.

    Args:
        random: decides everything
        depth: how deep clauses may nest
        weights: how often a form is chosen among those that fit, by name; a little if it is not
            among them, all alike if there are none
    """

    def __init__(
        self,
        catalogue: Catalogue,
        random: Random,
        depth: int = 4,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.catalogue, self.random, self.depth = catalogue, random, depth
        self.weights = weights or {}
        self.by_result: dict[type, list[Ludeme]] = {}
        for form in catalogue:
            self.by_result.setdefault(form.result, []).append(form)

    def grow(self, kind: type, frame: Frame, depth: int = 0) -> Tree:
        """A tree that gives a value of a type.

        Raises:
            BarrenError: none was found in a few tries
        """
        simple = self._leaf(kind, frame) if depth >= self.depth else None
        if simple is not None:
            return simple
        forms = [form for form in self.by_result.get(kind, ()) if self._fits(form, frame)]
        if depth >= self.depth:
            # Near the end the forms with the fewest arguments, so that growth stops.
            forms.sort(key=lambda form: sum(not one.optional for one in form.parameters))
            forms = forms[: max(1, len(forms) // 3)]
        for _ in range(4):
            if not forms or depth > self.depth + 3:
                break
            try:
                return self._clause(self._chosen(forms), frame, depth)
            except BarrenError:
                continue
        simple = self._leaf(kind, frame)
        if simple is None:
            raise BarrenError(kind.__name__)
        return simple

    def around(self, kind: type, tree: Tree, frame: Frame) -> Tree:
        """A tree that gives a value of a type and has a given one of the same type within it.

        Raises:
            BarrenError: no form takes what it gives
        """
        holders = [
            (form, parameter)
            for form in self.by_result.get(kind, ())
            if self._fits(form, frame)
            for parameter in form.parameters
            if any(one.type is kind or _lists(one, kind) for one in parameter.alternatives)
        ]
        if not holders:
            raise BarrenError(kind.__name__)
        forms = list(dict.fromkeys(form for form, _ in holders))
        chosen = self._chosen(forms)
        parameter = self.random.choice([one for form, one in holders if form is chosen])
        direct = any(one.type is kind for one in parameter.alternatives)
        given = tree if direct else Array((tree,), NOWHERE)
        return self._clause(chosen, frame, self.depth - 1, {parameter.label: given})

    def _chosen(self, forms: Sequence[Ludeme]) -> Ludeme:
        if not self.weights:
            return self.random.choice(forms)
        weights = [self.weights.get(form.name, RARE) for form in forms]
        return self.random.choices(forms, weights)[0]

    def _fits(self, form: Ludeme, frame: Frame) -> bool:
        if form.needs is not None and form.needs not in frame.bound:
            return False
        if form.result is Moves and form.name.startswith("move ") and frame.effect:
            return any(not name.startswith("move ") for name in self._names(form))
        effects_only = form.result is Moves and form.parameters == ()
        return form.grown and not effects_only

    def _names(self, form: Ludeme) -> list[str]:
        return [name for name, forms in self.catalogue.forms.items() if form in forms]

    def _clause(
        self, form: Ludeme, frame: Frame, depth: int, given: Mapping[str, Tree] | None = None
    ) -> Clause:
        name = form.name
        if form.result is Moves and frame.effect and name.startswith("move "):
            name = next(one for one in self._names(form) if not one.startswith("move "))
        keyword, *words = name.split()
        args: list[Tree | Labelled] = [Symbol(word, NOWHERE) for word in words]
        given = given or {}
        taken: set[str] = set(given)
        # What the whole game would have to keep, and not every rule can be about.
        kept = {one.partition(":")[2].partition("!")[0] for one in form.keeps}
        for parameter in form.parameters:
            clash = any(parameter.label in group and taken & set(group) for group in form.exclusive)
            lacking = any(hint.name not in frame.bound for hint in _hints(parameter, Otherwise))
            value = given.get(parameter.label)
            if value is None and parameter.optional and parameter.name in kept:
                continue
            left_out = clash or (not lacking and self.random.random() < 0.6)
            # Of some at least one must be given: the last, if none was before.
            missing = any(
                parameter.label == one[-1] and taken.isdisjoint(one) for one in form.either
            )
            if value is None and parameter.optional and left_out and not missing:
                continue
            value = self._argument(parameter, frame, depth) if value is None else value
            if value is None:
                continue
            taken.add(parameter.label)
            labelled = parameter.labelled
            args.append(Labelled(parameter.label, value, NOWHERE) if labelled else value)
        return Clause(Symbol(keyword, NOWHERE), tuple(args), NOWHERE)

    def _argument(self, parameter: Parameter, frame: Frame, depth: int) -> Tree | None:
        choices = list(parameter.alternatives)
        self.random.shuffle(choices)
        for one in choices:
            if one.type is SiteType:
                continue
            try:
                return self.value(one, frame, depth)
            except BarrenError:
                continue
        if parameter.optional:
            return None
        raise BarrenError(parameter.name)

    def value(self, wanted: Alternative, frame: Frame, depth: int = 0) -> Tree:
        """A tree for a type that a parameter accepts.

        Raises:
            BarrenError: none was found in a few tries
        """
        for hint in wanted.hints:
            if isinstance(hint, Binds):
                # A decision cannot carry a set along to its consequences.
                names = set(hint.names) if frame.effect else set(hint.names) - {"sites"}
                frame = replace(frame, bound=frame.bound | names)
            elif isinstance(hint, Between):
                return Integer(self.random.randint(hint.least, hint.most), NOWHERE)
            elif hint == Unit("effect"):
                frame = replace(frame, effect=True)
            elif hint == Unit("container"):
                return Integer(0, NOWHERE)
            elif hint == Unit("site"):
                return self._site(frame)
        if wanted.type is tuple:
            several = range(self.random.randint(1, 3))
            items = tuple(self.value(self.random.choice(wanted.items), frame, depth)
                          for _ in several)  # fmt: skip
            return Array(items, NOWHERE)
        if wanted.type is str:
            return self._text(wanted.hints, frame)
        return self.grow(wanted.type, frame, depth + 1)

    def _text(self, hints: Sequence[object], frame: Frame) -> String:
        names = {
            Unit("piece"): frame.pieces,
            Unit("region"): frame.regions,
            Unit("label"): frame.labels,
        }
        known = next(
            (names[hint] for hint in hints if isinstance(hint, Unit) and hint in names), ()
        )
        if not known:
            raise BarrenError("text")
        return String(self.random.choice(known), NOWHERE)

    def _site(self, frame: Frame) -> Tree:
        """A number that is a site, or off the board where a move has none."""
        plain = [form for form in self.by_result[Int] if not form.parameters]
        plain = [form for form in plain if self._fits(form, frame)]
        if self.random.random() < 0.3:
            return self._clause(self.random.choice(plain), frame, self.depth)
        return Integer(self.random.randrange(frame.sites), NOWHERE)

    def _leaf(self, kind: type, frame: Frame) -> Tree | None:
        """A tree without arguments, where a type has one."""
        if is_enumeration(kind):
            members = PLAYERS if kind is Role else tuple(cast(type[Enum], kind))
            if kind is Direction:
                # As the first of two words, `All` would be read as everybody.
                left_out = {Direction.All, *LAYERED}
                members = tuple(one for one in Direction if one not in left_out)
            return Symbol(str(self.random.choice(members).value), NOWHERE)
        if kind is Int:
            return Integer(self.random.randrange(frame.sites), NOWHERE)
        if kind is int:
            return Integer(self.random.randint(1, 3), NOWHERE)
        if kind is float:
            return Real(self.random.randint(-8, 8) / 4 + 0.5, NOWHERE)
        if kind in (bool, Bool):
            return Symbol(self.random.choice(("True", "False")), NOWHERE)
        if kind is Sites:
            fitting = [form for form in self.by_result[kind] if self._fits(form, frame)]
            easy = [form for form in fitting if all(one.optional for one in form.parameters)]
            return self._clause(self.random.choice(easy), frame, self.depth + 4)
        return None

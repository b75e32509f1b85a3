"""One clause against one form: its node, if all arguments fit; see `explain.py` for why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from interpreter.language.catalogue import Alternative, Catalogue, Ludeme, Parameter
from interpreter.language.nodes import Node
from interpreter.language.reasons import Failure
from interpreter.text.tree import Clause, Labelled, Tree


class Values(Protocol):
    """Tells which arguments trees give."""

    catalogue: Catalogue
    defined: Sequence[str]

    def forms(self, tree: Clause) -> Iterable[tuple[Ludeme, int]]:
        """The forms that a clause may be of, with how many words behind the keyword say so."""
        ...

    def given(self, tree: Tree, parameter: Parameter, form: Ludeme) -> object:
        """The argument a tree gives for a parameter, or a Failure."""
        ...

    def value(
        self, tree: Tree, wanted: Sequence[Alternative], form: Ludeme | None = None
    ) -> object:
        """The argument a tree gives for the first type that fits, or a Failure."""
        ...

    def fits(self, tree: Tree, wanted: Sequence[Alternative]) -> bool:
        """Whether a tree gives an argument of one of several types."""
        ...


class Match:
    """One clause against one form."""

    def __init__(
        self, binder: Values, form: Ludeme, tree: Clause, args: Sequence[Tree | Labelled]
    ) -> None:
        self.binder, self.form, self.tree = binder, form, tree
        self.plain = [arg for arg in args if not isinstance(arg, Labelled)]
        self.named = [arg for arg in args if isinstance(arg, Labelled)]
        self.found: dict[str, object] = {}

    def node(self) -> Node | None:
        """The node, if all arguments fit."""
        for arg in self.named:
            parameter = self.form.labelled.get(arg.label)
            if parameter is None or parameter.name in self.found:
                return None
            value = self.binder.given(arg.value, parameter, self.form)
            if isinstance(value, Failure):
                return None
            self.found[parameter.name] = value
        placed = self.place(0, 0)
        if placed is None:
            return None
        self.found.update(placed)
        if self.crowded() or self.empty() or self.lacking():
            return None
        order = {one.name: self.found[one.name] for one in self.form.parameters
                 if one.name in self.found}  # fmt: skip
        return Node(self.form, tuple(order.items()), self.tree.span)

    def place(self, index: int, slot: int) -> dict[str, object] | None:
        """The arguments from `index` on put into the parameters from `slot` on."""
        parameters = self.form.positional
        if index == len(self.plain):
            lacking = any(not one.optional for one in parameters[slot:])
            return None if lacking else {}
        if slot == len(parameters):
            return None
        parameter = parameters[slot]
        value = self.binder.given(self.plain[index], parameter, self.form)
        if not isinstance(value, Failure):
            rest = self.place(index + 1, slot + 1)
            if rest is not None:
                return {parameter.name: value, **rest}
        return self.place(index, slot + 1) if parameter.optional else None

    def crowded(self) -> list[list[str]]:
        """The labels that are given together of groups of which one may be given."""
        if not self.form.exclusive:
            return []
        labels = {one.label: one.name in self.found for one in self.form.parameters}
        given = [[label for label in group if labels[label]] for group in self.form.exclusive]
        return [group for group in given if len(group) > 1]

    def empty(self) -> list[list[Parameter]]:
        """Groups of parameters of which one has to be given, and none is."""
        several = [[one for one in self.form.parameters if one.label in group]
                   for group in self.form.either]  # fmt: skip
        return [group for group in several if all(one.name not in self.found for one in group)]

    def lacking(self) -> list[Parameter]:
        """Parameters with a label that have to be given, and are not."""
        labelled = self.form.labelled.values()
        return [one for one in labelled if not one.optional and one.name not in self.found]

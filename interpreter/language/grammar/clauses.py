"""The arguments of a form: every order and choice of them that the form takes.

Arguments by position keep their order, those that may be missing can be left out; labels stand
anywhere among them, each once, and never two that exclude each other. Of many labels, only those
that stand near each other in the reference may change places: there are too many other orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.language.catalogue import Ludeme, Parameter

FREE_LABELS, NEAR = 4, 3
"""So many labels stand in any order; of more, each stands behind all but so many before it."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far the arguments of a clause are.

    Args:
        slot: the parameters by position before this one are behind
        label: so are the labels before this one
        given: the labels from there on that are given, and others that matter later
    """

    slot: int = 0
    label: int = 0
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """An argument that may come next.

    Args:
        label: that it is written with; "" for one by position
        after: how far the arguments are behind it
    """

    parameter: Parameter
    label: str
    after: Place


class Arguments:
    """The arguments that a form takes.

    Args:
        form: the form
        takes: the parameters that are used; all if not given
        lacking: whether a parameter that may be left out must be given all the same
    """

    def __init__(
        self,
        form: Ludeme,
        takes: Callable[[Parameter], bool] = lambda _: True,
        lacking: Callable[[Parameter], bool] = lambda _: False,
    ) -> None:
        self.form = form
        self._must = {one.label: not one.optional or lacking(one) for one in form.parameters}
        there = [one for one in form.parameters if self._must[one.label] or takes(one)]
        self.positional = [one for one in there if not one.labelled]
        self.labels = [one for one in there if one.labelled]
        self._near = len(self.labels) if len(self.labels) <= FREE_LABELS else NEAR
        self._minded = {one for group in (*form.exclusive, *form.either) for one in group}

    def steps(self, place: Place) -> Iterator[Step]:
        """What may come next."""
        for slot in range(place.slot, len(self.positional)):
            one = self.positional[slot]
            if not self._excluded(one, place):
                given = place.given | ({one.label} & self._minded)
                yield Step(one, "", Place(slot + 1, place.label, given))
            if self._must[one.label]:
                break
        for number in range(place.label, len(self.labels)):
            one = self.labels[number]
            passed = self.labels[place.label : max(place.label, number - self._near)]
            if any(self._must[other.label] and other.label not in place.given for other in passed):
                break
            if one.label not in place.given and not self._excluded(one, place):
                yield Step(one, one.label, self._behind(place, number))

    def _behind(self, place: Place, number: int) -> Place:
        """How far the arguments are behind a label."""
        given = place.given | {self.labels[number].label}
        first = max(place.label, number - self._near)
        while first < len(self.labels) and self.labels[first].label in given:
            first += 1
        kept = {one.label for one in self.labels[first:]} | self._minded
        return Place(place.slot, first, given & kept)

    def _excluded(self, parameter: Parameter, place: Place) -> bool:
        label = parameter.label
        return any(
            label in group and place.given & (set(group) - {label}) for group in self.form.exclusive
        )

    def may_end(self, place: Place) -> bool:
        """Whether the clause may be closed."""
        if any(self._must[one.label] for one in self.positional[place.slot :]):
            return False
        if any(not place.given & set(group) for group in self.form.either):
            return False
        left = self.labels[place.label :]
        return not any(self._must[one.label] and one.label not in place.given for one in left)

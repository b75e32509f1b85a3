"""What makes of a value what is wanted: forms that take a list of such values, or one other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import (
    FOLLOWING,
    KIND_OF_SITE,
    Alternative,
    Catalogue,
    Ludeme,
    Parameter,
)
from interpreter.language.keywords import words_behind
from interpreter.language.kinds import gives
from interpreter.language.signatures import Ints, Moves, Unit

VALUES = frozenset({bool, float, int, str, Bool, Int, Ints, Moves, Sites})

Gathering = tuple[Ludeme, Parameter]
"""A form, and the parameter of it that takes the list."""


def gathering(wanted: Sequence[Alternative], catalogue: Catalogue) -> Iterator[Gathering]:
    """The forms that give what is wanted and take a list of it, or nothing but a list."""
    kinds = [one.type for one in wanted if one.type is not tuple]
    # A number that stands for a site or a player is no sum.
    if len(kinds) > 1 or any(isinstance(hint, Unit) for one in wanted for hint in one.hints):
        kinds = [kind for kind in kinds if kind is not Int]
    for form in catalogue:
        own = [one for one in form.parameters if one not in (KIND_OF_SITE, FOLLOWING)]
        for one in form.positional if form.result in kinds else ():
            alone = own == [one] and any(other.items for other in one.alternatives)
            if alone or same_kind(form, one):
                yield form, one


def around(wanted: Sequence[Alternative], catalogue: Catalogue) -> Iterator[Gathering]:
    """The forms that give what is wanted, and need nothing but one argument for it.

    Only what has one place in a rule is looked for, not what many forms give.
    """
    kinds = {kind.type: None for one in wanted for kind in (one, *one.items)}
    for form in (form for kind in kinds if kind not in VALUES
                 for form in catalogue.giving.get(kind, ())):  # fmt: skip
        needed = [one for one in form.parameters if not one.optional]
        for one in needed or form.positional if len(needed) < 2 else ():
            if not one.labelled and all(one.label in group for group in form.either):
                yield form, one


def naming(word: str, wanted: Sequence[Alternative], catalogue: Catalogue) -> list[str]:
    """The clauses that give what is wanted and need nothing but a word: `(sites Bottom)`."""
    kinds = {one.type: None for one in wanted}
    return sorted({one for kind in kinds for one in _named(catalogue, kind).get(word, ())})


@cache
def _named(catalogue: Catalogue, wanted: type) -> Mapping[str, Sequence[str]]:
    """The clauses of one word beside the keyword that give a type, by the word."""
    found: dict[str, list[str]] = {}
    for form in (form for kind, forms in catalogue.giving.items() if gives(kind, wanted)
                 for form in forms):  # fmt: skip
        keyword, _, word = form.name.partition(" ")
        needed = sum(not one.optional for one in form.parameters)
        words = [word] if word else words_behind([form])
        for one in words if needed == (not word) else ():
            found.setdefault(one, []).append(f"({keyword} {one})")
    return found


def same_kind(form: Ludeme, parameter: Parameter) -> list[Alternative]:
    """What a form gives, if a parameter takes a list of it."""
    return [item for item in parameter.items if item.type is form.result]


def advice(found: Sequence[Gathering]) -> str:
    """Which form to use: with what each does, where there is a choice."""
    if len(found) == 1:
        return f"a list stands in {_written(*found[0])}"
    width = max(len(_written(*one)) for one in found)
    lines = [f"{_written(*one):{width}}  {one[0].summary}" for one in found]
    return "\n    ".join(["a list stands in one of these:", *lines])


def _written(form: Ludeme, parameter: Parameter) -> str:
    before = form.positional[: form.positional.index(parameter)]
    return f"({' '.join([form.name, *(str(one) for one in before if not one.optional)])} {{ ... }})"

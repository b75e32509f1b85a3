"""Pages on which the options of a game are chosen: every combination of them, compiled."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter import Game, LudError, load
from interpreter.targets.wasm.game import Module
from interpreter.text.options import OptionGroup

MOST_VARIANTS = 64
"""So many combinations a page holds at most: each is compiled, which takes about a second."""


@dataclass(frozen=True)
class Variant:
    """One combination of options.

    Args:
        places: of each open heading, which of its items is chosen
        options: the same by name, as far as it is not the usual choice
    """

    places: tuple[int, ...]
    options: Mapping[str, str]
    game: Game
    module: Module


@dataclass(frozen=True)
class Choices:
    """What can be chosen on a page, and what comes of it.

    Args:
        groups: the options that are open
        variants: the combinations that can be played, the usual one first
    """

    groups: Sequence[OptionGroup]
    variants: Sequence[Variant]

    def told(self) -> dict[str, Any]:
        """What the page is told, fit for JSON."""
        return {
            "headings": [
                {
                    "heading": group.heading,
                    "items": [item.name for item in group.items],
                    "usual": group.items.index(group.default),
                }
                for group in self.groups
            ],
            "variants": [one.places for one in self.variants],
        }


def compiled(game: Game) -> Module:
    """A game as a page runs it.

    Raises:
        LudError: it cannot be compiled for one
    """
    try:
        return game.wasm()
    except (ValueError, NotImplementedError) as error:
        raise LudError(f"{game.name} cannot be exported: {error}") from None


def choices_of(
    rules: str | Path, fixed: Mapping[str, str] | None, left_out: Callable[[str], object]
) -> Choices:
    """All combinations of the options of a game that are not fixed.

    Args:
        rules: the game, as `load` takes it
        fixed: items by heading that are the same everywhere
        left_out: is told of a combination that cannot be compiled, and why

    Raises:
        LudError: the game has no open options, too many combinations, or cannot be compiled as
            it is usually played
    """
    fixed = fixed or {}
    usual = load(rules, fixed)
    groups = [one for one in usual.expanded.options if one.heading not in fixed]
    _check(usual.name, groups)
    first = tuple(group.items.index(group.default) for group in groups)
    every = itertools.product(*(range(len(group.items)) for group in groups))
    found: list[Variant] = []
    for places in (first, *(one for one in every if one != first)):
        chosen = {
            group.heading: group.items[at].name
            for group, at, here in zip(groups, places, first, strict=True)
            if at != here
        }
        options = {**fixed, **chosen}
        try:
            game = load(rules, options)
            module = compiled(game)
        except LudError as error:
            if places == first:
                raise
            said = ", ".join(f"{heading}={item}" for heading, item in chosen.items())
            left_out(f"{usual.name} with {said}: {error}")
            continue
        found.append(Variant(places, options, game, module))
    return Choices(groups, found)


def _check(name: str, groups: Sequence[OptionGroup]) -> None:
    count = math.prod(len(group.items) for group in groups)
    if count == 1:
        raise LudError(f"{name} has no options to choose from", hint="leave out --options")
    if count > MOST_VARIANTS:
        raise LudError(
            f"the options of {name} have {count} combinations, "
            f"and a page holds {MOST_VARIANTS} at most",
            hint=f"fix some with --option: {sizes(groups)}",
        )


def sizes(groups: Sequence[OptionGroup]) -> str:
    """How many items each option has."""
    return ", ".join(f"{group.heading} has {len(group.items)} items" for group in groups)

"""What children are to be: their board, and words that must or must not be in their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Final, cast

from interpreter.board.topology import Topology
from interpreter.language.catalogue import is_enumeration
from interpreter.language.nodes import forms_in
from interpreter.language.slots import parts_below
from interpreter.play.load import catalogue
from interpreter.text.errors import LudError, suggest
from interpreter.text.tree import Symbol
from lab.breeding.kinds import Wishes
from lab.breeding.making.genome import Genome

BOARDS: Final = {4: "square", 6: "hex", 3: "triangular"}
"""Kinds of boards, by how many neighbours a site inside has; all others are `other`."""


def board_of(board: Topology) -> str:
    """What kind of board it is, by how many neighbours a site inside has.

    `square` with four along its sides, `hex` with six, `triangular` with three, else `other`.
    """
    most = max((len(near) for near in board.orthogonal), default=0)
    return BOARDS.get(most, "other")


def check(wishes: Wishes) -> None:
    """See that wishes speak of boards and words that there are.

    Raises:
        LudError: they do not, or two of them exclude each other
    """
    _check_names(wishes.boards, [*BOARDS.values(), "other"], "kind of board")
    _check_names((*wishes.need, *wishes.without), sorted(vocabulary()), "word of the language")
    both = sorted({*wishes.need} & {*wishes.without})
    if both:
        raise LudError(f"{both[0]} cannot be needed and left out at once")


def _check_names(names: Sequence[str], known: Sequence[str], kind: str) -> None:
    for name in names:
        if name not in known:
            hint = suggest(name, known) or "ludwright show GAME prints rules with their words"
            raise LudError(f"no {kind} is called {name}", None, hint)


def unmet(wishes: Wishes, genome: Genome, board: Topology) -> str:
    """What speaks against a game, in a sentence; empty if it is as it is to be."""
    kind = board_of(board)
    if wishes.boards and kind not in wishes.boards:
        return f"its board is {kind}, not {' or '.join(wishes.boards)}"
    words = {*words_in(genome)} if wishes.need or wishes.without else set[str]()
    lacking = [word for word in wishes.need if word not in words]
    unwanted = [word for word in wishes.without if word in words]
    if lacking:
        return f"there is no {lacking[0]} in its rules"
    return f"there is {unwanted[0]} in its rules" if unwanted else ""


def words_in(genome: Genome) -> Iterator[str]:
    """The words of rules, and the names of forms of several words, as `is Line`."""
    yield from (form.name for form in forms_in(genome.node))
    for _, tree in parts_below(genome.tree):
        if isinstance(tree, Symbol):
            yield tree.text
    for form in forms_in(genome.node):
        yield from form.name.split()


@cache
def vocabulary() -> frozenset[str]:
    """All words that rules can be made of, as `words_in` has them."""
    found: set[str] = set()
    for form in catalogue():
        found |= {form.name, *form.name.split()}
        for parameter in form.parameters:
            for one in parameter.alternatives:
                for inner in (one, *one.items):
                    found |= _words_of(inner.type)
    return frozenset(found)


def _words_of(kind: type) -> set[str]:
    """The words of a kind of words; none of other types."""
    if not is_enumeration(kind):
        return set()
    return {str(member.value) for member in cast(type[Enum], kind)}

"""Lists of moves that are in order as they are made: they need not be sorted.

Moves are listed by template; then by way, where a template knows ways; by from-site, by what they
carry, and by to-site. A program that makes them template by template, way by way and piece by piece
has them so already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from interpreter.ir.analysis.making import QUESTIONS, makes_moves
from interpreter.ir.program import Block, Callee, Instruction, Program, Template
from interpreter.ir.relations import Relation
from interpreter.ir.values import Value

Key = tuple[int, int]
"""Template and way; the way is -1 where none is known."""


class _UnknownError(Exception):
    """It is not known that moves are in order."""


@dataclass(frozen=True)
class _Around:
    """The loops around a place.

    Args:
        site: of the innermost loop over sites
        index: of the innermost loop over numbers
        single: the innermost loop makes one move, again and again
    """

    site: Value | None = None
    index: Value | None = None
    single: bool = False


def keep_in_order(program: Program) -> None:
    """Leave out the sorting where moves are made in order."""
    generate = program.function("generate")
    # The sites of an order kept from ply to ply are those of one bundle.
    kept = any(step.name == "arrange" for step in program.function("pick").body)
    try:
        for step in generate.body:
            if step.name == "list":
                _Checker(kept=kept).block(step.blocks[0], _Around())
    except _UnknownError:
        return
    generate.body[:] = [step for step in generate.body if step.name != "sort_moves"]


class _Checker:
    """Follows the moves of a program in the order in which they are made."""

    def __init__(self, *, kept: bool) -> None:
        self.kept = kept
        self.last: Key = (-1, -1)
        self.made: dict[Value, Instruction] = {}

    def block(self, block: Block, around: _Around) -> None:
        """Check a block; raise an error if its moves may come out of order."""
        for step in block:
            self._step(step, around)

    def _step(self, step: Instruction, around: _Around) -> None:
        if step.result is not None:
            self.made[step.result] = step
        if step.name == "move":
            self._move(step, around)
        elif step.name == "call" and isinstance(step.attribute, Callee):
            self.block(step.attribute.function.body, _inside(around))
        elif step.name in ("if", "first_of"):
            before = self.last
            found: list[Key] = []
            for inner in step.blocks:
                self.last = before
                self.block(inner, around)
                found.append(self.last)
            self.last = max(found)
        elif step.name in ("each", "loop"):
            self._loop(step, around)
        elif step.name in ("after", "longest"):
            self.block(step.blocks[0], around)

    def _loop(self, step: Instruction, around: _Around) -> None:
        made = [one for one in _wanted(step.blocks[0]) if one.name == "move" or _makes(one)]
        moves = [one for one in made if one.name == "move"]
        if not made:
            return
        # A second loop around the same move would begin again.
        if (
            around != _Around()
            or len(moves) != len(made)
            or len({id(m.attribute) for m in moves}) > 1
        ):
            raise _UnknownError
        site, index = (step.result, None) if step.name == "each" else (None, step.result)
        self.block(step.blocks[0], _Around(site, index, single=len(moves) == 1))

    def _move(self, step: Instruction, around: _Around) -> None:
        template = cast(Template, step.attribute)
        origin, targets, way, *extras = step.operands
        carried = None if template.carried_way is None else extras[template.carried_way]
        key = template.number, _way(template, way, carried)
        if around.index is not None:
            # Each round has a way of its own.
            if carried != around.index or key[0] <= self.last[0]:
                raise _UnknownError
        elif around.site is not None:
            # On one known way, moves are those of one piece after another.
            one_way = carried is None or (key[1] >= 0 and around.single)
            listed_by_way = template.origins is not None or not one_way
            scattered = self.kept and template.shape == "placing"
            # The same move again and again is in order, too.
            same = all(one.constant is not None for one in extras) and self._is_outside(origin)
            alone = around.single and self._one_at_most(targets)
            repeated = not scattered and same and alone
            by_piece = origin == around.site and not listed_by_way and not scattered
            if key <= self.last or not (by_piece or repeated):
                raise _UnknownError
        elif key <= self.last or (template.origins is not None and key[1] < 0):
            raise _UnknownError
        self.last = key

    def _one_at_most(self, sites: Value) -> bool:
        """Whether a set has one site at most."""
        if sites.constant is not None:
            return sites.constant.bit_count() < 2
        made = self.made.get(sites)
        if made is None:
            return False
        if made.name == "intersect":
            return any(map(self._one_at_most, made.operands))
        if made.name == "minus":
            return self._one_at_most(made.operands[0])
        if made.name == "pick_sites":
            return all(map(self._one_at_most, made.operands[1:]))
        if made.name == "image":
            relation = cast(Relation, made.attribute)
            alone = all(len(several) < 2 for several in relation.targets)
            return alone and self._one_at_most(made.operands[0])
        return made.name == "single"

    def _is_outside(self, site: Value) -> bool:
        """Whether a site is the same in every round of the loops around."""
        return site.constant is not None or (
            site in self.made and self.made[site].name in ("read", "read_at")
        )


def _way(template: Template, way: Value, carried: Value | None) -> int:
    known = way.constant
    if known is not None and known >= 0:
        return known
    if carried is not None and carried.constant is not None:
        return carried.constant
    return -1


def _makes(step: Instruction) -> bool:
    """Whether a call makes moves."""
    return isinstance(step.attribute, Callee) and makes_moves(step.attribute.function.body)


def _wanted(block: Block) -> Iterator[Instruction]:
    """Every instruction of a block, but those of questions about other moves."""
    for step in block:
        yield step
        for inner in step.blocks if step.name not in QUESTIONS else ():
            yield from _wanted(inner)


def _inside(around: _Around) -> _Around:
    if around != _Around():
        raise _UnknownError
    return around

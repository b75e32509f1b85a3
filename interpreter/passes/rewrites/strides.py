"""Moves of many pieces at once: where pieces all go the same way, one shifted set holds them all.

The from-site is known by the to-site then, so that all moves of a kind on one way are one bundle,
and no loop over pieces is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from interpreter.ir.emit import NONE, NOWHERE
from interpreter.ir.program import Block, Instruction, Template, walk
from interpreter.ir.relations import Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.apart import told_apart
from interpreter.passes.tools.lifted import Chains, Made, Map, Place, StuckError, Term, Truth
from interpreter.passes.tools.maps import backward, compose, interned, overlap
from interpreter.passes.tools.parting import only, repeats, templates_in, without_loop
from interpreter.passes.tools.rewriting import DONE, Rewriter
from interpreter.passes.tools.together import Together

Bundle = tuple[int, tuple[Value, ...]]
"""The way that moves go, and what they carry."""


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over pieces in which moves are made."""
    block = step.blocks[0]
    names = {one.name for one in walk(block)}
    # The longest turns of one piece are found among all of its moves, and no other's.
    if "move" not in names or "longest" in names:
        return None
    if r.asking and _has_guards(block):
        return DONE if _asked_of_each(r, step) else None
    templates = templates_in(block)
    site = r.one_at_most(cast(Sites, step.operands[0]))
    if site is not None:
        return DONE if len(templates) < 2 and _strides(r, step, site) else None
    if len(templates) < 2:
        template = templates[0] if templates else None
        done = _strides(r, step) or _by_ways(r, step, template) or _at_once(r, step, template)
        return DONE if done else None
    if not repeats(r, block):
        return None
    for template in templates:
        # Moves are listed by template: each in a loop of its own.
        part = replace(step, blocks=(only(block, template, lambda: cast(Bool, r.fresh("bool"))),))
        r.put(part)
    return DONE


def _strides(r: Rewriter, step: Instruction, alone: Int | None = None) -> bool:
    """All pieces at once, if their ways are one-to-one.

    Args:
        alone: where the only piece stands, if there is but one
    """
    assert step.result is not None
    standing = cast(Sites, step.operands[0])
    together = Together(r, step.result, standing)
    pieces = Truth((Term(together.here, standing),))
    try:
        together.block(step.blocks[0])
        bundles = _Bundles(together, pieces, alone)
        for made in together.moves:
            bundles.add(made)
        ordered = bundles.in_order()
    except StuckError:
        return False
    for template, several in ordered:
        for (way, extras), targets in several:
            if alone is not None and template in r.collecting:
                r.collecting[template](alone, targets)
                continue
            ends = (NONE, targets, Int(constant=way)) if alone is None else (alone, targets, NONE)
            r.emit("move", *ends, *extras, attribute=template)
    return True


def _has_guards(block: Block) -> bool:
    """Whether some moves of a block may turn out illegal."""
    moves = (step.attribute for step in walk(block) if step.name == "move")
    return any(one.guard is not None for one in moves if isinstance(one, Template))


def _asked_of_each(r: Rewriter, step: Instruction) -> bool:
    """A question that ends with the first legal move: piece by piece, all ways of each at once."""
    site = r.one_at_most(cast(Sites, step.operands[0]))
    if site is not None:
        return _strides(r, step, site)

    def body() -> None:
        if not _of_piece(r, step):
            r.rewrite(step.blocks[0])

    r.loop_again(step, body)
    return True


def _by_ways(r: Rewriter, step: Instruction, template: Template | None) -> bool:
    """Moves that are listed by way, but must be looked for piece by piece."""
    if template is None:
        return False
    if template.origins is not None:
        return _collected(r, step, template)
    return template.carried_way is not None and _way_by_way(r, step, template)


def _collected(r: Rewriter, step: Instruction, template: Template) -> bool:
    """The moves on each way are collected while the loop goes over the pieces."""
    if template.extras > (template.carried_way is not None) or template in r.collecting:
        return False
    if not told_apart(step, template):
        return False
    sites = r.program.sites
    assert template.origins is not None
    entries = template.origins.entries
    ways = [entries[start : start + sites] for start in range(0, len(entries) - 1, sites)]
    steps = [_steps(origins) for origins in ways]
    found = [r.local(f"way{number}", NOWHERE) for number in range(len(ways))]

    def collect(origin: Int, targets: Sites) -> None:
        for relation, variable in zip(steps, found, strict=True):
            here = r.intersect(targets, r.image(r.single(origin), relation))
            r.set(variable, r.union(r.get_sites(variable), here))

    r.collecting[template] = collect
    r.loop_again(step)
    del r.collecting[template]
    for number, variable in enumerate(found):
        way = Int(constant=number)
        extras = (way,) if template.extras else ()
        r.emit("move", NONE, r.get_sites(variable), way, *extras, attribute=template)
    return True


def _at_once(r: Rewriter, step: Instruction, template: Template | None) -> bool:
    """The moves of each piece are one bundle, wherever in the loop they are made."""
    if template is None or template.origins is not None or template.carried_way is not None:
        return False
    if template.shape != "moving" or not _is_made_often(step.blocks[0]):
        return False

    def body() -> None:
        if not _of_piece(r, step):
            r.rewrite(step.blocks[0])

    r.loop_again(step, body)
    return True


def _of_piece(r: Rewriter, step: Instruction) -> bool:
    """What a loop does for the piece that it has come to, as sets."""
    assert step.result is not None
    piece = cast(Int, r.value(step.result))
    found = _strides(r, replace(step, operands=(r.single(piece),)), piece)
    r.instead[step.result] = piece
    return found


def _is_made_often(block: Block) -> bool:
    """Whether a block makes moves in several places, or again and again in one."""
    moves = sum(one.name == "move" for one in walk(block))
    loops = [one for one in walk(block) if one.name in ("loop", "each")]
    return moves > 1 or any(inner.name == "move" for one in loops for inner in walk(one.blocks[0]))


def _steps(origins: Sequence[int]) -> Relation:
    there: list[tuple[int, ...]] = [()] * len(origins)
    for target, origin in enumerate(origins):
        if origin >= 0:
            there[origin] = (target,)
    return interned(tuple(there))


def _way_by_way(r: Rewriter, step: Instruction, template: Template) -> bool:
    """Ways first, then pieces."""
    block = step.blocks[0]
    # Others may only be asked for.
    move = next(one for one in walk(block) if one.name == "move" and one.attribute is template)
    assert template.carried_way is not None
    carried = move.operands[3 + template.carried_way]
    loop = next((one for one in walk(block) if one.name == "loop" and one.result == carried), None)
    if loop is None or loop.operands[0].constant is None or not repeats(r, block):
        return False
    part = replace(step, blocks=(without_loop(block, loop),))
    for number in range(loop.operands[0].constant):
        r.instead[carried] = Int(constant=number)
        if not _strides(r, part):
            r.loop_again(part)
    return True


def move(r: Rewriter, step: Instruction) -> Value | None:
    """Moves that are collected by their ways."""
    collect = r.collecting.get(cast(Template, step.attribute))
    if collect is None:
        return None
    origin, targets, *_ = step.operands
    collect(cast(Int, origin), cast(Sites, targets))
    return DONE


class _Bundles:
    """Moves of several pieces, by the ways that they go.

    Args:
        pieces: where a piece stands that moves
        alone: where it stands, if it is but one
    """

    def __init__(self, t: Together, pieces: Truth, alone: Int | None) -> None:
        self.t, self.pieces, self.alone = t, pieces, alone
        self.found: dict[Template, dict[Bundle, Sites]] = {}
        # Where the moves of a piece lead, by what makes them.
        self.ends: list[tuple[Made, Map, Sites]] = []

    def add(self, made: Made) -> None:
        """Add the moves of all pieces at once."""
        template, origin = made.template, made.origin
        if not isinstance(made.targets, Chains) or not isinstance(origin, Place):
            raise StuckError("moves")
        if self.alone is not None and origin.map != self.t.here:
            raise StuckError("moves from elsewhere")
        for several in made.targets.chains:
            for chain in self.t.cut(several):
                place, when = self.t.at(chain)
                back = backward(place)
                if back is None:
                    raise StuckError("two pieces come to one site")
                holds = self.t.both(self.t.both(self.pieces, made.when), when)
                targets = self.t.at_place(holds, place)
                if targets.constant == 0:
                    continue
                if not self.t.r.asking:
                    self._end(made, place, targets)
                self._add_lane(template, compose(back, origin.map), targets, made.extras)

    def _end(self, made: Made, place: Map, targets: Sites) -> None:
        """Note where moves lead; the same move may be made twice, and counts twice then."""
        for other, there, sites in self.ends:
            alike = (other.template, other.extras) == (made.template, made.extras)
            if other is made or not alike:
                continue
            if overlap([place, there]) and self.t.r.intersect(targets, sites) != NOWHERE:
                raise StuckError("the same move twice")
        self.ends.append((made, place, targets))

    def _add_lane(
        self, template: Template, origin: Map, targets: Sites, extras: tuple[Value, ...]
    ) -> None:
        found = self.found.setdefault(template, {})
        if self.alone is not None:
            key = 0, extras
            found[key] = self.t.r.union(found[key], targets) if key in found else targets
            return
        if template.number < 0:
            # Moves that are only asked for have no order: each lane is a way of its own, and those
            # of loops before this one have theirs.
            entries = () if template.origins is None else template.origins.entries[:-1]
            found[len(entries) // len(origin), extras] = targets
            template.origins = Table("origins", (*entries, *origin, -1))
            return
        for way, mask in _ways(template, origin).items():
            here = targets if mask is None else self.t.r.intersect(targets, mask)
            key = way, extras
            found[key] = self.t.r.union(found[key], here) if key in found else here

    def in_order(self) -> list[tuple[Template, list[tuple[Bundle, Sites]]]]:
        """The bundles of each template by their ways."""
        several = sorted(self.found.items(), key=lambda one: one[0].number)
        return [
            (template, sorted(found.items(), key=lambda one: _listed(*one[0])) if len(found) > 1
             else [*found.items()])
            for template, found in several
        ]  # fmt: skip


def _listed(way: int, extras: Sequence[Value]) -> tuple[int, ...]:
    """The place of a bundle among those of its template."""
    if any(one.constant is None for one in extras):
        raise StuckError("extras")
    return way, *(one.constant or 0 for one in extras)


def _ways(template: Template, origin: Map) -> dict[int, Sites | None]:
    """The ways on which moves between these sites go, each with the to-sites, if not all."""
    if template.origins is None:
        raise StuckError("moves are listed by pieces")
    sites = len(origin)
    entries = template.origins.entries
    count = len(entries) // sites
    found: dict[int, int] = {}
    for target, start in enumerate(origin):
        if start < 0:
            continue
        way = next((way for way in range(count) if entries[way * sites + target] == start), None)
        if way is None:
            raise StuckError("way")
        found[way] = found.get(way, 0) | 1 << target
    if len(found) == 1:
        return dict.fromkeys(found)
    return {way: Sites(constant=mask) for way, mask in found.items()}

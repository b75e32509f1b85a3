"""Groups that only grow: what a stone is linked to is kept up to date, not found out each time.

Where pieces are placed and never leave, a group can only grow, and so can the set of a player's
sites that are linked to a side of the board. That set is kept in the state: a new stone joins it
if it lies on the side or touches the set, and brings its own group along. Each stone is brought
once in a game. A question for a link is then whether the stone is in the set.

Where pieces can leave, the question is answered by walking through the group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Access,
    Block,
    Field,
    Function,
    Instruction,
    Link,
    Linked,
    Program,
    walk,
)
from interpreter.ir.relations import Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value


def keep_links(program: Program) -> bool:
    """Replace every question for a link; whether there were any."""
    steps = {one: list(walk(one.body)) for one in program.functions}
    links = [(one, step) for one in program.functions for step in steps[one]
             if step.name == "linked"]  # fmt: skip
    if not links:
        return False
    made = {one: {step.result: step for step in steps[one] if step.result} for one in steps}
    targets: dict[Linked, Field] = {}
    for function, step in links:
        target = _target(step, made[function])
        field = cast(Link, step.attribute).field
        if target is not None and _only_grows(field, steps, made):
            targets.setdefault(
                target, Field(f"linked{len(targets)}", "sites", field.length, linked=target)
            )
    for function, step in links:
        target = _target(step, made[function])
        if target is not None and target in targets:
            _ask_field(function, step, targets[target])
        else:
            _walk_group(program, function, step)
    program.fields += targets.values()
    neighbours = {one.relation: _neighbours(one.relation) for one in targets}
    for function in program.functions:
        _keep_up(program, function, made[function], targets, neighbours)
    return True


def _target(step: Instruction, made: dict[Value, Instruction]) -> Linked | None:
    """What a question asks for a link to, if that depends on the entry alone."""
    link = cast(Link, step.attribute)
    entry, _, wanted = step.operands
    if not _symmetrical(link.relation):
        return None
    if wanted.constant is not None:
        return Linked(link.field, link.relation, wanted.constant)
    found = made.get(wanted)
    if found is not None and found.name == "lookup_sites" and found.operands[0] == entry:
        return Linked(link.field, link.relation, table=cast(Table, found.attribute))
    return None


@lru_cache(maxsize=256)
def _symmetrical(relation: Relation) -> bool:
    return all(
        site in relation.targets[target]
        for site, targets in enumerate(relation.targets)
        for target in targets
    )


def _only_grows(
    field: Field,
    steps: dict[Function, list[Instruction]],
    made: dict[Function, dict[Value, Instruction]],
) -> bool:
    """Whether entries other than the first are only ever written with one more site."""
    for function, several in steps.items():
        for step in several:
            attribute = step.attribute
            if step.name != "write_at" or cast(Access, attribute).field is not field:
                continue
            if step.operands[0].constant != 0 and _added(step, made[function]) is None:
                return False
    return True


def _added(step: Instruction, made: dict[Value, Instruction]) -> Value | None:
    """The site that a write adds to an entry; None if it does anything else."""
    field = cast(Access, step.attribute).field
    union = made.get(step.operands[1])
    if union is None or union.name != "union":
        return None
    old, spot = (made.get(one) for one in union.operands)
    if old is None or spot is None or spot.name != "single" or old.name != "read_at":
        return None
    access = cast(Access, old.attribute)
    same = access.field is field and access.copy is None and old.operands[0] == step.operands[0]
    return spot.operands[0] if same else None


def _ask_field(function: Function, step: Instruction, field: Field) -> None:
    """Whether the site is in the set that is kept."""
    link = cast(Link, step.attribute)
    entry, site, _ = step.operands
    function.values += 1
    kept = Sites(function.values)
    read = Instruction("read_at", (entry,), kept, Access(field, link.copy))
    _replace(function.body, step, [read, Instruction("contains", (kept, site), step.result)])


def _walk_group(program: Program, function: Function, step: Instruction) -> None:
    """Walk through the group."""
    link = cast(Link, step.attribute)
    entry, site, wanted = cast("tuple[Int, Int, Sites]", step.operands)
    b = Emitter.into(function, program.sites)
    with b.open() as block:
        b.copy = link.copy
        group = b.flood(b.single(site), b.read_sites(link.field, entry), link.relation)
        met = b.is_empty(b.intersect(group, wanted))
    block.append(Instruction("not", (met,), step.result))
    _replace(function.body, step, block)


def _replace(block: Block, step: Instruction, instead: Block) -> bool:
    for place, one in enumerate(block):
        if one is step:
            block[place : place + 1] = instead
            return True
        if any(_replace(inner, step, instead) for inner in one.blocks):
            return True
    return False


def _keep_up(
    program: Program,
    function: Function,
    made: dict[Value, Instruction],
    targets: dict[Linked, Field],
    neighbours: dict[Relation, Table],
) -> None:
    """Behind every write that adds a site, bring the kept sets up to date."""
    for block in list(_blocks(function.body)):
        for step in list(block):
            if step.name != "write_at" or step.operands[0].constant == 0:
                continue
            field = cast(Access, step.attribute).field
            concerned = {one: kept for one, kept in targets.items() if one.field is field}
            site = _added(step, made) if concerned else None
            if site is None:
                continue
            b = Emitter.into(function, program.sites)
            with b.open() as more:
                for target, kept in concerned.items():
                    _join(b, target, kept, neighbours[target.relation], step, cast(Int, site))
            place = block.index(step) + 1
            block[place:place] = more


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for step in block:
        for inner in step.blocks:
            yield from _blocks(inner)


def _join(
    b: Emitter, target: Linked, kept: Field, neighbours: Table, step: Instruction, site: Int
) -> None:
    """The new stone joins the set, if it is linked, with what it is linked to."""
    entry, own = cast(Int, step.operands[0]), cast(Sites, step.operands[1])
    around = b.lookup_sites(neighbours, site)
    before = b.read_sites(kept, entry)
    if target.table is None:
        wanted = Sites(constant=target.mask)
    else:
        wanted = b.lookup_sites(target.table, entry)
    spot = b.single(site)
    touches = b.union(b.intersect(around, before), b.intersect(wanted, spot))

    def join() -> None:
        group = b.flood(spot, b.minus(own, without=before), target.relation)
        b.write(kept, b.union(before, group), entry)

    joined: Bool = b.negate(b.is_empty(touches))
    b.if_(joined, join)


def _neighbours(relation: Relation) -> Table:
    """The targets of a relation by site."""
    masks = [sum(1 << one for one in several) for several in relation.targets]
    return Table(f"{relation.name}_of", (*masks, 0))

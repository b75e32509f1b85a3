"""What stands on a site, asked of the sets of pieces.

Which kind of piece is on a site is found by trying set after set. Where it is only compared, with a
kind or by its owner, one set tells.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import TRUE, ZERO
from interpreter.ir.program import Access, Instruction
from interpreter.ir.relations import Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.rewriting import Rewriter


def equal(r: Rewriter, left: Int, right: Int) -> Value | None:
    """Whether a kind or an owner is a given one."""
    return _is(r, left, right) or _is(r, right, left)


def differ(r: Rewriter, left: Int, right: Int) -> Value | None:
    """Whether it is another."""
    same = equal(r, left, right)
    return None if same is None else r.negate(cast(Bool, same))


def less(r: Rewriter, left: Int, right: Int) -> Value | None:
    """Whether there is a piece, or one of a player."""
    if left != ZERO:
        return None
    asked = _asked(r, right)
    if asked is None:
        return None
    site, access, owner = asked
    sites = r.minus(r.sites(range(r.site_count)), without=_entry(r, access, ZERO))
    if owner and 0 in r.program.owners[1:]:
        neutral = r.parts.get(schema.OWNED)
        if neutral is None:
            return None
        sites = r.minus(sites, without=_entry(r, Access(neutral, access.copy), ZERO))
    return r.contains(sites, site)


def both(r: Rewriter, left: Bool, right: Bool) -> Value | None:
    """Whether a site is in two sets, or in one and not in another."""
    first, second = _within(r, left), _within(r, right)
    if first is None or second is None or first[1] != second[1]:
        return None
    (sites, site, inside), (others, _, also) = first, second
    if inside and also:
        return r.contains(r.intersect(sites, others), site)
    if inside:
        return r.contains(r.minus(sites, without=others), site)
    if also:
        return r.contains(r.minus(others, without=sites), site)
    return None


def either(r: Rewriter, left: Bool, right: Bool) -> Value | None:
    """Whether one of two truths holds that say much the same, or tell of two known sets."""
    first, second = (_both_of(r, one) for one in (left, right))
    for place, one in enumerate(first):
        if one in second:
            rest = r.either(first[1 - place], second[1 - second.index(one)])
            return r.both(one, rest)
    return _in_either(r, left, right)


def _both_of(r: Rewriter, holds: Bool) -> tuple[Bool, ...]:
    """The two truths of which one says that both hold."""
    made = r.made.get(holds)
    return (
        cast("tuple[Bool, Bool]", made.operands) if made is not None and made.name == "and" else ()
    )


def _in_either(r: Rewriter, left: Bool, right: Bool) -> Value | None:
    """Whether a site is in one of two known sets, or outside of one."""
    first, second = _within(r, left), _within(r, right)
    if first is None or second is None or first[1] != second[1]:
        return None
    (sites, site, inside), (others, _, also) = first, second
    if sites.constant is None or others.constant is None:
        return None
    if inside and also:
        return r.contains(r.union(sites, others), site)
    if inside:
        return r.negate(r.contains(r.minus(others, without=sites), site))
    if also:
        return r.negate(r.contains(r.minus(sites, without=others), site))
    return r.negate(r.contains(r.intersect(sites, others), site))


def _within(r: Rewriter, holds: Bool) -> tuple[Sites, Int, bool] | None:
    """Of which set and site a truth says whether the one has the other."""
    made = r.made.get(holds)
    if made is not None and made.name == "not":
        found = _within(r, cast(Bool, made.operands[0]))
        return None if found is None else (found[0], found[1], not found[2])
    if made is not None and made.name == "is_empty":
        return _within_none(r, cast(Sites, made.operands[0]))
    if made is None or made.name != "contains":
        return None
    sites, site = made.operands
    return cast(Sites, sites), cast(Int, site), True


def _within_none(r: Rewriter, sites: Sites) -> tuple[Sites, Int, bool] | None:
    """The same of a part of a set of one site, of which it is said that it is empty."""
    whole = r.sites(range(r.site_count))
    if sites in r.only:
        return whole, r.only[sites], False
    made = r.made.get(sites)
    if made is None or made.name not in ("intersect", "minus"):
        return None
    one, other = cast("tuple[Sites, Sites]", made.operands)
    if one in r.only:
        return (
            other if made.name == "intersect" else r.minus(whole, without=other),
            r.only[one],
            False,
        )
    if made.name == "intersect" and other in r.only:
        return one, r.only[other], False
    return None


def _is(r: Rewriter, asked: Int, wanted: Int) -> Value | None:
    found = _asked(r, asked)
    bounds = r.bounds(wanted)
    if found is None or bounds is None:
        return None
    site, access, owner = found
    if not owner:
        empty = bounds == (0, 0) and r.is_site(site)
        some = bounds[0] > 0 and bounds[1] < (access.field.length or 0)
        return r.contains(_entry(r, access, wanted), site) if empty or some else None
    if not 0 < bounds[0] <= bounds[1] <= r.players:
        return None
    owned = r.parts.get(schema.OWNED)
    field = owned if owned is not None else _own_kinds(r)
    if field is None or bounds[1] >= (field.length or 0):
        return None
    return r.contains(_entry(r, Access(field, access.copy), wanted), site)


def _own_kinds(r: Rewriter):
    """The sets of kinds, where each player has one, numbered as the player."""
    placed = r.parts[schema.PLACED]
    return placed if r.program.owners == tuple(range(placed.length or 0)) else None


def _asked(r: Rewriter, number: Value) -> tuple[Int, Access, bool] | None:
    """Of which site a number is the kind of piece, or its owner, as things still stand."""
    made, owner = r.made.get(number), False
    if made is not None and made.name == "lookup":
        owners = r.program.owners
        owner = cast(Table, made.attribute).entries[: len(owners)] == owners
        number = made.operands[0]
        made = r.made.get(number) if owner else None
    if made is None or made.name != "what":
        return None
    access = cast(Access, made.attribute)
    if r.versions.get(number) != r.version_of(access):
        return None
    return cast(Int, made.operands[0]), access, owner


def _entry(r: Rewriter, access: Access, index: Int) -> Sites:
    return cast(Sites, r.emit("read_at", index, kind="sites", attribute=access))


def choose(r: Rewriter, step: Instruction) -> Value | None:
    """One of two values that are quickly computed: both are, and one is picked."""
    holds = cast(Bool, step.operands[0])
    quick = all(_is_quick(one) for block in step.blocks for one in block)
    if quick and holds.constant is not None:
        return r.answer(step.blocks[0 if holds.constant else 1])
    if quick:
        yes, no = (r.answer(block) for block in step.blocks)
        return _picked(r, holds, yes, no)
    found = r.again(step)
    made = r.block[-1]
    if made.result is not found or not all(
        _is_quick(one) for block in made.blocks for one in block
    ):
        return found
    # What took long is known already.
    r.block.pop()
    for block in made.blocks:
        r.take_over(block[:-1])
    return _picked(r, holds, *(block[-1].operands[0] for block in made.blocks))


def _picked(r: Rewriter, holds: Bool, yes: Value, no: Value) -> Value:
    if isinstance(yes, Bool):
        if yes == TRUE:
            return r.either(holds, cast(Bool, no))
        first = r.both(holds, yes)
        return r.either(first, r.both(r.negate(holds), cast(Bool, no)))
    if isinstance(yes, Sites):
        return r.pick_sites(holds, yes, cast(Sites, no))
    return r.pick(holds, cast(Int, yes), cast(Int, no))


def _is_quick(step: Instruction) -> bool:
    if step.name == "choose":
        return all(_is_quick(one) for block in step.blocks for one in block)
    return not step.blocks and step.name in QUICK


QUICK = frozenset(
    [
        "yield",
        "add",
        "sub",
        "mul",
        "min",
        "max",
        "eq",
        "ne",
        "lt",
        "le",
        "not",
        "and",
        "or",
        "lookup",
        "lookup_sites",
        "contains",
        "single",
        "read",
        "read_at",
        "what",
        "along",
        "is_empty",
        "union",
        "intersect",
        "minus",
        "image",
        "int_of",
        "pick_int",
        "pick_sites",
    ]
)

"""What is known of sets: which lie in which, and which have nothing in common.

A site that a loop found in a set is in that set; no piece is of two kinds. So much of what a rule
asks to be on the safe side is known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import FALSE, NONE, NOWHERE, TRUE
from interpreter.ir.program import Access, Instruction
from interpreter.ir.relations import Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.realise import Laying
from interpreter.passes.tools.ends import ahead_of
from interpreter.passes.tools.maps import either_way
from interpreter.passes.tools.rewriting import DONE, Rewriter

# So far back is looked at what made a set.
DEEP = 8
# So many pairs of sets are looked at for one answer.
MOST_EFFORT = 40


def intersect(r: Rewriter, left: Sites, right: Sites) -> Value | None:
    """What two sets have in common, where one holds the other or nothing of it."""
    if apart(r, left, right):
        return NOWHERE
    if inside(r, left, right):
        return left
    if inside(r, right, left):
        return right
    for one, other in ((left, right), (right, left)):
        rest = _rest(r, one)
        if rest is not None:
            return r.minus(other, without=rest)
    return None


def minus(r: Rewriter, left: Sites, right: Sites) -> Value | None:
    """What is left of a set without another."""
    if inside(r, left, right):
        return NOWHERE
    if apart(r, left, right):
        return left
    rest = _rest(r, right)
    return _without_each(r, left, right) if rest is None else r.intersect(left, rest)


def _without_each(r: Rewriter, left: Sites, right: Sites) -> Sites | None:
    """A set without two others, if it is known already without one of them."""
    made = r.made.get(right)
    if made is None or made.name != "union":
        return None
    one, other = cast("tuple[Sites, Sites]", made.operands)
    for first, second in ((one, other), (other, one)):
        known = r.known.get(("minus", None, (left, first)))
        if known is not None:
            return r.minus(cast(Sites, known), without=second)
    return None


def _rest(r: Rewriter, sites: Value) -> Sites | None:
    """What a set leaves free of the board, if it was made so."""
    made = r.made.get(sites)
    if made is not None and made.name == "minus" and made.operands[0].constant == r.everywhere:
        return cast(Sites, made.operands[1])
    return None


def move(_: Rewriter, step: Instruction) -> Value | None:
    """Moves to none of the sites are no moves."""
    return DONE if step.operands[1].constant == 0 else None


def union(r: Rewriter, left: Sites, right: Sites) -> Value | None:
    """Two sets together."""
    if inside(r, left, right):
        return right
    if inside(r, right, left):
        return left
    for one, other in ((left, right), (right, left)):
        found = _with_its_end(r, one, other) or _with_the_rest(r, one, other)
        found = found or _with_the_site(r, one, other)
        if found is not None:
            return found
    return _stepped(r, left, right) or _narrowed(r, left, right) or _taken(r, left, right)


def _with_the_site(r: Rewriter, left: Sites, right: Sites) -> Sites | None:
    """A site with those that a table has for it: a table has both."""
    one, other = r.made.get(left), r.made.get(right)
    if one is None or other is None or one.name != "single" or other.name != "lookup_sites":
        return None
    site, table = cast(Int, one.operands[0]), cast(Table, other.attribute)
    sites = r.program.sites
    if other.operands[0] != site or not r.is_site(site) or len(table.entries) < sites:
        return None
    return r.lookup_sites(_with_each(table, sites), site)


@lru_cache(maxsize=256)
def _with_each(table: Table, sites: int) -> Table:
    entries = tuple(mask | 1 << site for site, mask in enumerate(table.entries[:sites]))
    return Table(f"{table.name} with here", (*entries, *table.entries[sites:]))


def _stepped(r: Rewriter, left: Sites, right: Sites) -> Sites | None:
    """Steps from one set in several ways are steps in any of them."""
    one, other = r.made.get(left), r.made.get(right)
    if one is None or other is None or one.name != "image" or other.name != "image":
        return None
    if one.operands != other.operands:
        return None
    ways = either_way(cast(Relation, one.attribute), cast(Relation, other.attribute))
    return None if ways is None else r.image(cast(Sites, one.operands[0]), ways)


def _taken(r: Rewriter, left: Sites, right: Sites) -> Sites | None:
    """What is taken from two sets is taken from both of them at once."""
    one, other = _reduced(r, left), _reduced(r, right)
    if one is None or other is None or one.operands[1] != other.operands[1]:
        return None
    both = r.union(_before(r, left, one), _before(r, right, other))
    return r.minus(both, without=cast(Sites, one.operands[1]))


def _narrowed(r: Rewriter, left: Sites, right: Sites) -> Sites | None:
    """What two sets have in common with a third is found for both of them at once."""
    one, other = r.made.get(left), r.made.get(right)
    if one is None or other is None or one.name != "intersect" or other.name != "intersect":
        return None
    common = [third for third in one.operands if third in other.operands]
    if not common:
        return None
    rests = (_beside(made, common[0]) for made in (one, other))
    return r.intersect(r.union(*rests), cast(Sites, common[0]))


def _beside(made: Instruction, operand: Value) -> Sites:
    """The other one of two operands."""
    left, right = made.operands
    return cast(Sites, right if left == operand else left)


def _with_the_rest(r: Rewriter, part: Sites, rest: Sites) -> Sites | None:
    """A set, and all of another that is not in it."""
    made = r.made.get(rest)
    if made is None or made.name != "minus" or made.operands[1] != part:
        return None
    return r.union(part, cast(Sites, made.operands[0]))


def _with_its_end(r: Rewriter, reached: Sites, end: Sites) -> Sites | None:
    """How far a way leads over some sites, and what lies behind them, if that is in a set.

    One step from all that was reached leads to both.
    """
    flood, kept = r.made.get(reached), r.made.get(end)
    if flood is None or flood.name != "flood" or kept is None or kept.name != "intersect":
        return None
    within = cast(Sites, flood.operands[1])
    for behind in kept.operands:
        made = r.made.get(behind)
        if made is None or made.name != "minus" or made.operands[1] != within:
            continue
        steps = cast(Sites, made.operands[0])
        if _goes_on(r, flood, reached, steps):
            return r.intersect(steps, r.union(within, _beside(kept, behind)))
    return None


def _goes_on(r: Rewriter, flood: Instruction, reached: Sites, steps: Sites) -> bool:
    """Whether a set is one step from all that was reached, and from where that began."""
    onward, first = r.made.get(steps), r.made.get(flood.operands[0])
    if onward is None or onward.name != "image" or onward.attribute is not flood.attribute:
        return False
    begun = r.made.get(onward.operands[0])
    if begun is None or begun.name != "union" or reached not in begun.operands:
        return False
    within = flood.operands[1]
    if first is None or first.name != "intersect" or within not in first.operands:
        return False
    start = _beside(begun, reached)
    return _beside(first, within) == r.image(start, cast(Relation, flood.attribute))


def _reduced(r: Rewriter, sites: Value) -> Instruction | None:
    """What took sites from a set, or from one that is meant under a condition."""
    made = r.made.get(sites)
    if made is not None and made.name == "pick_sites" and made.operands[2] == NOWHERE:
        made = r.made.get(made.operands[1])
    return made if made is not None and made.name == "minus" else None


def _before(r: Rewriter, sites: Sites, taken: Instruction) -> Sites:
    """A set as it is before some sites are taken from it."""
    made, whole = r.made[sites], cast(Sites, taken.operands[0])
    if made is taken:
        return whole
    return r.pick_sites(cast(Bool, made.operands[0]), whole, NOWHERE)


def pick_sites(r: Rewriter, condition: Bool, yes: Sites, no: Sites) -> Value | None:
    """A site alone, if it is in a set or not in it; what comes of a set, if that has sites."""
    asked, site = r.made.get(condition), r.alone(yes)
    if asked is not None and asked.name == "is_empty" and yes == NOWHERE:
        return no if _vanishes(r, no, asked.operands[0], 2 * DEEP) else None
    if asked is None or site is None or no != NOWHERE:
        return None
    out = asked.name == "not"
    held = r.made.get(asked.operands[0]) if out else asked
    if held is None or held.name != "contains" or held.operands[1] != site:
        return None
    others = cast(Sites, held.operands[0])
    return r.minus(yes, without=others) if out else r.intersect(yes, others)


def _vanishes(r: Rewriter, sites: Value, source: Value, deep: int) -> bool:
    """Whether a set has no site where another has none."""
    if sites in (source, NOWHERE):
        return True
    made = r.made.get(sites)
    if made is None or deep == 0:
        return False
    if made.name in ("image", "minus", "flood"):
        return _vanishes(r, made.operands[0], source, deep - 1)
    if made.name in ("intersect", "union"):
        enough = any if made.name == "intersect" else all
        return enough(_vanishes(r, one, source, deep - 1) for one in made.operands)
    return False


def is_empty(r: Rewriter, sites: Sites) -> Value | None:
    """Whether a set is empty; one that has a site is not, and a flood is if its first step is."""
    if r.surely_one(sites):
        return FALSE
    first = _begun(r, sites, 2 * DEEP)
    return None if first is sites else r.is_empty(first)


def _begun(r: Rewriter, sites: Sites, deep: int) -> Sites:
    """A set that is empty just where another is, and found without floods if need be."""
    made = r.made.get(sites)
    if made is None or deep == 0:
        return sites
    if made.name == "flood":
        start, within = cast("tuple[Sites, Sites]", made.operands)
        return start if inside(r, start, within) else r.intersect(start, within)
    if made.name != "union":
        return sites
    parts = cast("tuple[Sites, Sites]", made.operands)
    begun = [_begun(r, one, deep - 1) for one in parts]
    return sites if tuple(begun) == parts else r.union(*begun)


def contains(r: Rewriter, sites: Sites, site: Int) -> Value | None:
    """Whether a site is in a set."""
    return _contains(r, sites, site, DEEP)


def equal(r: Rewriter, left: Int, right: Int) -> Value | None:
    """Whether a site that was found in a set is another, which the set may not have."""
    for one, other in ((left, right), (right, left)):
        home = r.found_in.get(one)
        alone = None if home is None else r.known.get(("single", None, (other,)))
        if home is not None and alone is not None and apart(r, home, alone):
            return FALSE
    return None


def _contains(r: Rewriter, sites: Sites, site: Int, deep: int) -> Value | None:
    found = r.found_in.get(site)
    if found is not None:
        if inside(r, found, sites, deep):
            return TRUE
        if apart(r, found, sites, deep):
            return FALSE
    return _told(r, sites, site) or _between(r, sites, site)


def _between(r: Rewriter, sites: Sites, site: Int) -> Bool | None:
    """Whether a site is in a constant set, which has all that it can be or none."""
    mask, bounds = sites.constant, r.bounds(site)
    if mask is None or bounds is None:
        return None
    low, high = bounds
    sites_below = (1 << max(0, min(high, r.program.sites) + 1)) - 1
    can_be = r.everywhere & sites_below >> max(low, 0) << max(low, 0)
    if mask & can_be == 0:
        return FALSE
    return TRUE if low >= 0 and high < r.program.sites and can_be & ~mask == 0 else None


def _told(r: Rewriter, sites: Sites, site: Int) -> Value | None:
    """Whether a site is in a set, by what is known to stand there."""
    made = r.made.get(sites)
    if made is None or made.name != "read_at" or site not in r.stands:
        return None
    access, index = cast(Access, made.attribute), made.operands[0]
    if access.field.part is not schema.PLACED or not r.is_entry(access.field, index):
        return None
    for version, kind in r.stands[site]:
        if version == r.versions.get(sites):
            return TRUE if kind == index else FALSE if _never(r, kind, index) else None
    return None


def what(r: Rewriter, step: Instruction) -> Value | None:
    """The kind of piece on a site that was found among the pieces of a kind."""
    return kind_on(r, cast(Int, step.operands[0]), cast(Access, step.attribute))


def put(r: Rewriter, step: Instruction) -> Value | None:
    """A piece that is put where it is known what stands."""
    site, kind, was = cast("tuple[Int, Int, Int]", step.operands)
    access = Access(r.parts[schema.PLACED])
    if was == NONE:
        was = cast(Int, kind_on(r, site, access) or was)
    if was == kind and kind.constant is not None:
        return DONE
    # Elsewhere there stands what stood there.
    elsewhere: dict[Value, Value] = {}
    for other in r.places:
        there = kind_on(r, cast(Int, other), access)
        if there is None:
            continue
        differs = was != NONE and _never(r, there, was)
        if there == kind or differs or _elsewhere(r, other, there, site):
            elsewhere[other] = there
    Laying(r, r.parts, r.program.owners).put(site, kind, was)
    if site in r.places and r.is_entry(access.field, kind):
        elsewhere[site] = kind
    for other, there in elsewhere.items():
        r.stands.setdefault(other, []).append((r.version_of(access), there))
    return DONE


def _elsewhere(r: Rewriter, other: Value, there: Value, site: Int) -> bool:
    """Whether a site where a piece of a kind stands is known to be another than some site."""
    if frozenset((site, other)) in r.apart or ahead_of(r.made.get(site)) == other:
        return True
    of_kind = r.read_sites(r.parts[schema.PLACED], cast(Int, there))
    return r.contains(of_kind, site).constant == 0


def _never(r: Rewriter, left: Value, right: Value) -> bool:
    """Whether two numbers are known to differ."""
    one, other = r.bounds(left), r.bounds(right)
    return one is not None and other is not None and (one[1] < other[0] or other[1] < one[0])


def lookup(r: Rewriter, table: Table, index: Int) -> Value | None:
    """An entry whose number is an entry of another table, or that is its own number."""
    if _is_own(table.entries, r.bounds(index)):
        return index
    made = r.made.get(index)
    if made is None or made.name != "lookup":
        return None
    count = len(table.entries)
    inner = cast(Table, made.attribute).entries
    # Outside its range a table gives its last entry.
    entries = [table.entries[one if 0 <= one < count else -1] for one in inner]
    within = cast(Int, made.operands[0])
    if _is_own(entries, r.bounds(within)):
        return within
    return r.lookup(Table(table.name, tuple(entries)), within)


def lookup_sites(r: Rewriter, table: Table, index: Int) -> Value | None:
    """One site at most, by its number, where no entry has more."""
    alone = _alone(table)
    return None if alone is None else r.single(r.lookup(alone, index))


@lru_cache(maxsize=256)
def _alone(table: Table) -> Table | None:
    """The site of each entry, -1 where it has none; None where any has more."""
    if any(mask & mask - 1 for mask in table.entries):
        return None
    return Table(f"{table.name} alone", tuple(mask.bit_length() - 1 for mask in table.entries))


def _is_own(entries: Sequence[int], bounds: tuple[int, int] | None) -> bool:
    """Whether every entry between some bounds is its own number."""
    if bounds is None or bounds[0] < 0 or bounds[1] >= len(entries):
        return False
    return all(entries[one] == one for one in range(bounds[0], bounds[1] + 1))


def kind_on(r: Rewriter, site: Int, access: Access) -> Value | None:
    """The kind of piece on a site, if it is known."""
    for version, kind in r.stands.get(site, ()):
        if version == r.version_of(access):
            return kind
    found = r.found_in.get(site)
    return None if found is None else _kind(r, found, access, DEEP)


def _kind(r: Rewriter, sites: Value, access: Access, deep: int) -> Value | None:
    made = r.made.get(sites)
    if made is None or deep == 0:
        return None
    if made.name == "read_at":
        held = cast(Access, made.attribute)
        same = held.field is access.field
        fresh = r.versions.get(sites) == r.version_of(access)
        known = r.is_within(cast(Int, made.operands[0]), 0, (held.field.length or 0) - 1)
        return made.operands[0] if same and fresh and known else None
    if made.name == "intersect":
        first, second = made.operands
        return _kind(r, first, access, deep - 1) or _kind(r, second, access, deep - 1)
    if made.name == "minus":
        return _kind(r, made.operands[0], access, deep - 1)
    if made.name == "pick_sites" and made.operands[2] == NOWHERE:
        return _kind(r, made.operands[1], access, deep - 1)
    return None


def inside(r: Rewriter, left: Value, right: Value, deep: int = DEEP) -> bool:
    """Whether every site of a set is known to be in another."""
    if left == right or left.constant == 0 or right.constant == r.everywhere:
        return True
    if left.constant is not None and right.constant is not None:
        return left.constant & ~right.constant == 0
    if deep == DEEP:
        r.effort = MOST_EFFORT
    key = ("inside", left, right)
    known = r.proven.get(key)
    if known is None:
        r.effort -= 1
        if deep == 0 or r.effort < 0:
            return False
        known = r.proven[key] = _is_inside(r, left, right, deep)
    return known


def _is_inside(r: Rewriter, left: Value, right: Value, deep: int) -> bool:
    other, made = r.made.get(right), r.made.get(left)
    if other is not None and other.name == "intersect":
        return all(inside(r, left, one, deep - 1) for one in other.operands)
    if other is not None and other.name == "minus":
        whole, gone = other.operands
        return inside(r, left, whole, deep - 1) and apart(r, left, gone, deep - 1)
    parts = other.operands if other is not None and other.name == "union" else ()
    if parts and any(inside(r, left, one, deep - 1) for one in parts):
        return True
    return made is not None and _part_inside(r, made, left, right, deep)


def _part_inside(r: Rewriter, made: Instruction, left: Value, right: Value, deep: int) -> bool:
    if made.name == "intersect":
        return any(inside(r, one, right, deep - 1) for one in made.operands)
    if made.name == "minus":
        return inside(r, made.operands[0], right, deep - 1)
    if made.name == "union":
        return all(inside(r, one, right, deep - 1) for one in made.operands)
    if made.name == "pick_sites":
        return all(inside(r, one, right, deep - 1) for one in made.operands[1:])
    if made.name == "single":
        return _contains(r, cast(Sites, right), cast(Int, made.operands[0]), deep - 1) == TRUE
    return made.name == "read_at" and _owned(r, left, right)


def apart(r: Rewriter, left: Value, right: Value, deep: int = DEEP) -> bool:
    """Whether two sets are known to have nothing in common."""
    if left.constant == 0 or right.constant == 0:
        return True
    if left.constant is not None and right.constant is not None:
        return left.constant & right.constant == 0
    if deep == DEEP:
        r.effort = MOST_EFFORT
    key = ("apart", left, right)
    known = r.proven.get(key)
    if known is None:
        r.effort -= 1
        if deep == 0 or r.effort < 0:
            return False
        known = _apart_from(r, left, right, deep) or _apart_from(r, right, left, deep)
        r.proven[key] = r.proven["apart", right, left] = known
    return known


def _apart_from(r: Rewriter, left: Value, right: Value, deep: int) -> bool:
    made = r.made.get(left)
    if made is None:
        return False
    if made.name == "intersect":
        return any(apart(r, one, right, deep - 1) for one in made.operands)
    if made.name == "minus":
        whole, gone = made.operands
        return inside(r, right, gone, deep - 1) or apart(r, whole, right, deep - 1)
    if made.name == "union":
        return all(apart(r, one, right, deep - 1) for one in made.operands)
    if made.name == "pick_sites":
        return all(apart(r, one, right, deep - 1) for one in made.operands[1:])
    if made.name == "single":
        return _contains(r, cast(Sites, right), cast(Int, made.operands[0]), deep - 1) == FALSE
    return made.name == "read_at" and _differ(r, left, right)


def _differ(r: Rewriter, left: Value, right: Value) -> bool:
    """Whether two sets are different entries of a field whose entries share no site."""
    pair = _reads(r, left, right)
    if pair is None:
        return False
    (one, first), (other, second) = pair
    if one.field is other.field:
        part = one.field.part
        if part is None or not part.apart:
            return False
    elif _owners_of(r, one, first, other):
        first = _owner(r, first)
    elif _owners_of(r, other, second, one):
        second = _owner(r, second)
    else:
        return False
    low, high = r.bounds(first), r.bounds(second)
    return low is not None and high is not None and (low[1] < high[0] or high[1] < low[0])


def _owned(r: Rewriter, left: Value, right: Value) -> bool:
    """Whether a set holds pieces of a kind, and another all of their owner's."""
    pair = _reads(r, left, right)
    if pair is None:
        return False
    (one, first), (other, second) = pair
    return _owners_of(r, one, first, other) and _owner(r, first) == second


def _owners_of(r: Rewriter, kinds: Access, kind: Value, owners: Access) -> bool:
    known = kinds.field.part is schema.PLACED and owners.field.part is schema.OWNED
    return known and kind.constant is not None and 0 < kind.constant < len(r.program.owners)


def _owner(r: Rewriter, kind: Value) -> Value:
    return Int(constant=r.program.owners[kind.constant or 0])


def _reads(
    r: Rewriter, left: Value, right: Value
) -> tuple[tuple[Access, Value], tuple[Access, Value]] | None:
    """Two entries that were read from one state; a number outside a field is none of an entry."""
    one, other = r.made.get(left), r.made.get(right)
    if one is None or other is None or one.name != "read_at" or other.name != "read_at":
        return None
    first, second = cast(Access, one.attribute), cast(Access, other.attribute)
    if r.versions.get(left) != r.versions.get(right):
        return None
    if not (
        r.is_entry(first.field, one.operands[0]) and r.is_entry(second.field, other.operands[0])
    ):
        return None
    return (first, one.operands[0]), (second, other.operands[0])

"""The ways to make a child, one function each: of two parents, or of one and nobody else.

What fits where is told by the types of the catalogue; no ludeme is known by name.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import combinations
from typing import Final, cast

from interpreter.board.graph import Graph, SiteType
from interpreter.ir.values import Bool
from interpreter.language.catalogue import Alternative, is_enumeration
from interpreter.language.nodes import forms_in
from interpreter.language.parts import (
    Board,
    End,
    EndRule,
    Equipment,
    HandItem,
    Meta,
    Phase,
    Piece,
    Play,
    Regions,
    Result,
    Start,
    StartRule,
)
from interpreter.language.signatures import Between, Moves
from interpreter.language.slots import Gap, Part, Path, filled, parts_below, put, taken_out
from interpreter.language.words import Role
from interpreter.text.tree import Array, Integer, Real, Symbol, Tree
from lab.breeding.making.breeder import Breeder, NoChildError, way
from lab.breeding.making.genome import NOWHERE, Adapter, Genome, adapted, references
from lab.breeding.making.known_boards import BOARDS

FEW: Final = 6
"""So many words of a kind are all as likely; of more, those that are in use are preferred."""
USUAL: Final = 0.85
"""How likely a word is one that is in use."""
PLAYERS: Final = 2
"""Players by number that rules may speak of though none of their kin does."""
NUMBERED: Final = re.compile(r"\d+$")
SECTIONS: Final = (Board, Equipment, Start, Play, End, Meta)
NEEDED: Final = (Board, Equipment, Play, End)
"""What no game is without."""
DECLARED: Final = (Piece, Regions, HandItem)
"""What other rules speak of; of these, what none speaks of is left out of every child anyway."""
ORDERED: Final = (StartRule, EndRule, Moves, Phase)
"""What happens, or is asked, one after the other, so that its order may matter."""


# Two parents


@way("graft", 3.0, crosses=True)
def graft(b: Breeder, one: Genome, other: Genome) -> Tree:
    """A part of the one is replaced by a part of the other that gives the same."""
    kinds = {part.kind for part in other.parts if part.path}
    place = b.part([part for part in one.parts if part.path and part.kind in kinds])
    donors = [part for part in other.parts if part.kind is place.kind and _settles(part, place)]
    donors = [part for part in donors if part.tree != place.tree and _can_call(part, other, one)]
    return put(one.tree, place.path, _moved(b, b.pick(donors), other, one))


@way("join", 2.0, crosses=True)
def join(b: Breeder, one: Genome, other: Genome) -> Tree:
    """A part of the other is put where the one has room for more: an end rule, an argument."""
    gap = _gap(b, one)
    types = {alternative.type for alternative in _missing(one, gap)}
    donors = [part for part in other.parts if part.path and part.kind in types]
    donors = [part for part in donors if _settles(part, gap) and _can_call(part, other, one)]
    return filled(one.tree, gap, _moved(b, b.part(donors), other, one))


@way("section", 1.0, crosses=True)
def section(b: Breeder, one: Genome, other: Genome) -> Tree:
    """Whole sections are taken over: the board, the pieces, the start, the play, the end."""
    tree: Tree = one.tree
    shared = [kind for kind in SECTIONS if _only(one, kind) and _only(other, kind)]
    if not shared:
        raise NoChildError
    for kind in b.random.sample(shared, b.random.randint(1, max(1, len(shared) - 1))):
        place, donor = _only(one, kind), _only(other, kind)
        if place is None or donor is None or not _stands(tree, place):
            continue
        tree = put(tree, place.path, _moved(b, donor, other, one))
    return tree


# One parent


@way("regrow", 1.0)
def regrow(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A part is grown anew from the catalogue."""
    part = b.part([part for part in one.parts if part.path and part.kind not in SECTIONS])
    return put(one.tree, part.path, b.grown(part.wanted, one.frame(part)))


@way("number", 3.0)
def number(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A number is changed, within its bounds where it has any."""
    part = b.pick([part for part in one.parts if isinstance(part.tree, Integer | Real)])
    return put(one.tree, part.path, _other_number(b, part))


@way("word", 3.0)
def word(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A word is changed for another of its kind: a direction, a player, a result."""
    part = b.pick([part for part in one.parts if _words(part)])
    return put(one.tree, part.path, _other_word(b, part))


@way("wrap", 1.0)
def wrap(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A condition or a move becomes part of a larger one."""
    part = b.part([part for part in one.parts if part.kind in (Bool, Moves)])
    return put(one.tree, part.path, b.grower.around(part.kind, part.tree, one.frame(part)))


@way("unwrap", 1.0)
def unwrap(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A part is replaced by one of the same kind within it."""
    pairs = [
        (part, inner)
        for part in one.parts
        if part.node is not None and part.path
        for inner in one.parts
        if inner.kind is part.kind and len(inner.path) > len(part.path)
        and inner.path[: len(part.path)] == part.path
    ]  # fmt: skip
    outer, inner = b.pick(pairs)
    return put(one.tree, outer.path, inner.tree)


@way("insert", 1.0)
def insert(b: Breeder, one: Genome, _: Genome) -> Tree:
    """An argument that may be given is given, or a list has one item more."""
    gap = _gap(b, one)
    part = one.anatomy.at(gap.path)
    frame = one.frame(part)
    return filled(one.tree, gap, b.grown(_missing(one, gap), frame))


@way("echo", 3.0)
def echo(b: Breeder, one: Genome, _: Genome) -> Tree:
    """A rule is said once more, with other numbers and words."""
    places = [_as_list(part) for part in one.parts if part.path and _can_be_several(part)]
    part, items = b.pick(places)
    original = b.pick(_items(one, part))
    copy = original.tree
    inner = [leaf for leaf in one.parts if _below(leaf, original.path) and _leaf(leaf)]
    for leaf in b.random.sample(inner, min(len(inner), b.random.randint(1, 3))):
        new = _other_word(b, leaf) if _words(leaf) else _other_number(b, leaf)
        copy = put(copy, leaf.path[len(original.path) :], new)
    if copy in items:
        raise NoChildError
    several = list(items)
    several.insert(b.random.randint(0, len(several)), copy)
    return put(one.tree, part.path, Array(tuple(several), NOWHERE))


@way("contrast", 1.0)
def contrast(b: Breeder, one: Genome, _: Genome) -> Tree:
    """An end rule is said once more with a number near by and another result."""
    places = [
        (part, item, numbers, words)
        for part in one.parts
        if part.path and _can_be_several(part)
        for item in _items(one, part)
        if item.kind is EndRule
        if (numbers := _inside(one, item, Integer)) and (words := _outcomes(one, item))
    ]
    part, item, numbers, words = b.pick(places)
    depth, copy = len(item.path), item.tree
    for leaf, new in (
        (chosen := b.pick(numbers), _near_number(b, chosen)),
        (chosen := b.pick(words), _usual_word(b, chosen)),
    ):
        copy = put(copy, leaf.path[depth:], new)
    items = list(_as_list(part)[1])
    place = next(index for index, tree in enumerate(items) if tree is item.tree)
    items.insert(place + b.random.randint(0, 1), copy)
    return put(one.tree, part.path, Array(tuple(items), NOWHERE))


@way("swap", 1.0)
def swap(b: Breeder, one: Genome, _: Genome) -> Tree:
    """Two items of a list whose order may matter change places."""
    pairs = [
        (part.path, items, first, second)
        for part in one.parts
        if isinstance(part.tree, Array) and any(one.type in ORDERED for one in part.fits.items)
        for items in [list(part.tree.items)]
        for first, second in combinations(range(len(items)), 2)
        if items[first] != items[second]
    ]
    path, items, first, second = b.pick(pairs)
    items[first], items[second] = items[second], items[first]
    return put(one.tree, path, Array(tuple(items), NOWHERE))


@way("drop", 2.0)
def drop(b: Breeder, one: Genome, _: Genome) -> Tree:
    """An argument that may be left out is left out, or an item of a list."""
    kept = (*NEEDED, *DECLARED)
    part = b.part([part for part in one.parts if part.removable and part.kind not in kept])
    return taken_out(one.tree, part.path)


@way("board", 1.5)
def board(b: Breeder, one: Genome, _: Genome) -> Tree:
    """Another board."""
    part = b.pick([part for part in one.parts if part.kind is Board])
    below = (inner for inner in one.parts if _below(inner, part.path))
    graph = next((inner for inner in below if inner.kind is Graph), None)
    if graph is None:  # a board of holes is made of numbers
        raise NoChildError
    return put(one.tree, graph.path, b.pick(BOARDS)(b.random))


# What the ways share


def _gap(b: Breeder, one: Genome) -> Gap:
    """A place for something new; lists and arguments are as likely as each other."""
    lists = [gap for gap in one.anatomy.gaps if gap.label is None and _is_list(one, gap.path)]
    # On which kind of sites pieces stand belongs to the board, and is no detail of a clause.
    rest = [
        gap
        for gap in one.anatomy.gaps
        if gap not in lists and not all(wanted.type is SiteType for wanted in gap.wanted)
    ]
    gap = b.pick(lists if lists and (not rest or b.random.random() < 0.5) else rest)
    if gap in lists:
        index = b.random.randint(0, gap.index)
        return Gap(gap.path, index, gap.wanted, gap.around, None, gap.owner)
    return gap


def _is_list(one: Genome, path: Path) -> bool:
    return isinstance(one.anatomy.at(path).tree, Array)


def _missing(one: Genome, gap: Gap) -> list[Alternative]:
    """What may be put in a gap and is not there already where there can be only one of it."""
    there = {part.kind for part in one.parts if part.kind in SECTIONS}
    return [alternative for alternative in gap.wanted if alternative.type not in there]


def _can_call(part: Part, other: Genome, one: Genome) -> bool:
    """Whether rules have something to call by each name in a part of others.

    Equipment brings what it declares with it.
    """
    if part.kind is Equipment:
        return True
    below = (unit for ref, unit in references(other) if _below(ref, part.path))
    return all(one.names.of(unit) for unit in below)


def _settles(part: Part, place: Part | Gap) -> bool:
    """Whether a part of other rules has a meaning in another place.

    Effects are no decisions, and iterators that it asks for must have a value there if they had
    one where it comes from.
    """
    if part.kind is Moves and part.around.effect != place.around.effect:
        return False
    if part.node is None:
        return True
    asked = {form.needs for form in forms_in(part.node) if form.needs is not None}
    return not (asked & part.around.bound) - place.around.bound


def _moved(b: Breeder, part: Part, other: Genome, one: Genome) -> Tree:
    """A part of other rules, with names that these rules know."""
    below = [(ref, unit) for ref, unit in references(other) if _below(ref, part.path)]
    adapter = Adapter(one.names, b.random.choice)
    return adapted(part.tree, below, len(part.path), adapter)


def _below(part: Part, path: Path) -> bool:
    return part.path[: len(path)] == path and part.path != path


def _only(genome: Genome, kind: type) -> Part | None:
    """The one part of a kind; None if there is none or there are several."""
    found = [part for part in genome.parts if part.kind is kind]
    return found[0] if len(found) == 1 else None


def _stands(tree: Tree, part: Part) -> bool:
    """Whether a part is still where it was, after others were replaced."""
    return dict(parts_below(tree)).get(part.path) == part.tree


def _words(part: Part) -> bool:
    """Whether a part is a word for which there are others."""
    kinds = (one.type for one in part.wanted)
    return isinstance(part.tree, Symbol) and any(is_enumeration(kind) for kind in kinds)


def _leaf(part: Part) -> bool:
    return _words(part) or isinstance(part.tree, Integer | Real)


def _other_word(b: Breeder, part: Part) -> Tree:
    kinds = [cast(type[Enum], one.type) for one in part.wanted if is_enumeration(one.type)]
    here = [kind for kind in kinds if kind is part.kind] or kinds
    kind = b.pick(here)
    known = b.habits.words.get(kind, frozenset())
    words = [str(member.value) for member in kind]
    words = [one for one in words if one in known or not _is_beyond(kind, one)]
    if len(words) > FEW and b.random.random() < USUAL:
        words = [one for one in words if one in known] or words
    assert isinstance(part.tree, Symbol), "words stand as symbols"
    here_now = part.tree.text
    return Symbol(b.pick([one for one in words if one != here_now]), NOWHERE)


def _is_beyond(kind: type[Enum], word: str) -> bool:
    """Whether a word means a team, or a player whom most games do not have."""
    number = NUMBERED.search(word)
    if kind is not Role or number is None:
        return False
    return Role(word).team is not None or int(number[0]) > PLAYERS


def _other_number(b: Breeder, part: Part) -> Tree:
    """Mostly one more or less; never below 0 where it was not."""
    assert isinstance(part.tree, Integer | Real), "only numbers are changed"
    old = part.tree.value
    bounds = next((hint for hint in part.fits.hints if isinstance(hint, Between)), None)
    if bounds is not None and b.random.random() < 0.5:
        values = [one for one in range(bounds.least, bounds.most + 1) if one != old]
        return Integer(b.pick(values), NOWHERE)
    steps = [old - 1, old + 1, old - 1, old + 1, old - 2, old + 2, old * 2, old // 2]
    new = b.pick([one for one in steps if one != old and (one >= 0 or old < 0)])
    return Real(float(new), NOWHERE) if isinstance(part.tree, Real) else Integer(int(new), NOWHERE)


def _near_number(b: Breeder, part: Part) -> Tree:
    """One more or less, within its bounds where it has any."""
    assert isinstance(part.tree, Integer), "only whole numbers have one beside them"
    old = part.tree.value
    bounds = next((hint for hint in part.fits.hints if isinstance(hint, Between)), None)
    least, most = (bounds.least, bounds.most) if bounds else (min(0, old), old + 1)
    return Integer(b.pick([new for new in (old - 1, old + 1) if least <= new <= most]), NOWHERE)


def _usual_word(b: Breeder, part: Part) -> Tree:
    """Another word of a kind, one that is in use if there is any."""
    assert isinstance(part.tree, Symbol), "words stand as symbols"
    words = [str(member.value) for member in cast(type[Enum], part.kind)]
    words.remove(part.tree.text)
    known = b.habits.words.get(part.kind, frozenset())
    return Symbol(b.pick([one for one in words if one in known] or words), NOWHERE)


def _inside(one: Genome, item: Part, kind: type[Tree]) -> list[Part]:
    """The parts of an item whose tree is of a kind."""
    return [leaf for leaf in one.parts if _below(leaf, item.path) and isinstance(leaf.tree, kind)]


def _outcomes(one: Genome, item: Part) -> list[Part]:
    """The words that say how an end rule ends the game: of a result, those of the smallest kind.

    A result says of whom it is, too, and there are more words for that.
    """
    results = [part.path for part in one.parts if part.kind is Result]
    words = [
        leaf for leaf in one.parts
        if _below(leaf, item.path) and is_enumeration(leaf.kind) and _words(leaf)
        and any(_below(leaf, path) for path in results)
    ]  # fmt: skip
    sizes = [len(cast(type[Enum], leaf.kind)) for leaf in words]
    return [leaf for leaf, size in zip(words, sizes, strict=True) if size == min(sizes)]


def _can_be_several(part: Part) -> bool:
    """Whether a part is a list of rules, or a single rule where a list could be."""
    if isinstance(part.tree, Array):
        return any(item.type in (EndRule, Moves) for item in part.fits.items)
    lists = (one for one in part.wanted if one.type is tuple)
    return part.kind in (EndRule, Moves) and any(
        item.type is part.kind for one in lists for item in one.items
    )


def _as_list(part: Part) -> tuple[Part, tuple[Tree, ...]]:
    return part, part.tree.items if isinstance(part.tree, Array) else (part.tree,)


def _items(one: Genome, part: Part) -> list[Part]:
    """The items of a list, or the single thing that stands for one."""
    if not isinstance(part.tree, Array):
        return [part]
    depth = len(part.path) + 1
    return [item for item in one.parts if _below(item, part.path) and len(item.path) == depth]

"""The parts of a rule tree: what stands where, what else could, and where more would fit.

A bound tree knows which argument is which parameter of which form; from that and the catalogue
follows everything that changes rules while they stay well typed. A path leads to a part: at each
step the number of an argument of a clause, or of an item of a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import cast

from interpreter.language.catalogue import Alternative, Catalogue, Ludeme, Parameter
from interpreter.language.keywords import names_of
from interpreter.language.nodes import Delayed, Known, Node
from interpreter.language.signatures import Binds, Unit
from interpreter.text.tree import Array, Clause, Labelled, Tree

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What holds around a part.

    Args:
        bound: iterators that have a value
        effect: whether moves are effects, not decisions
    """

    bound: frozenset[str] = frozenset()
    effect: bool = False

    def inside(self, hints: Sequence[object]) -> Surroundings:
        """What holds in an argument with these hints."""
        here = self
        for hint in hints:
            if isinstance(hint, Binds):
                here = replace(here, bound=here.bound | set(hint.names))
            elif hint == Unit("effect"):
                here = replace(here, effect=True)
        return here


@dataclass(frozen=True, slots=True)
class Part:
    """Something that stands in a tree.

    Args:
        path: where
        tree: what
        kind: the class of its value; `tuple` for a list
        wanted: all that may stand there
        fits: the one of these that it is
        around: what holds there
        removable: whether the tree is well typed without it
        owner: the form whose argument it is, or is an item of
        node: the part itself as it was bound, if it is a clause
    """

    path: Path
    tree: Tree
    kind: type
    wanted: tuple[Alternative, ...]
    fits: Alternative
    around: Surroundings = Surroundings()
    removable: bool = False
    owner: Ludeme | None = None
    node: Node | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """Where something can be put that is not there yet: an optional argument, or one item more.

    Args:
        path: of the clause or the list
        index: the number that the new argument or item will have
        wanted: all that may stand there
        around: what holds around the clause or the list
        label: that of the argument, if it takes one
        owner: the form whose argument it will be, or will be an item of
    """

    path: Path
    index: int
    wanted: tuple[Alternative, ...]
    around: Surroundings
    label: str | None
    owner: Ludeme | None


class Anatomy:
    """All parts and gaps of a bound tree, in the order of the text; the tree itself comes first."""

    def __init__(self, tree: Clause, node: Node, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.parts: list[Part] = []
        self.gaps: list[Gap] = []
        wanted = Alternative(node.ludeme.result)
        whole = Part((), tree, wanted.type, (wanted,), wanted, node=node)
        self._enter((), tree, node, whole)

    def _enter(self, path: Path, tree: Tree, value: object, part: Part) -> None:
        self.parts.append(part)
        if isinstance(value, Node):
            assert isinstance(tree, Clause), "a node is made of a clause"
            self._clause(path, tree, value, part.around)
        elif isinstance(tree, Array):
            items = cast(tuple[object, ...], value)
            for index, (item, inner) in enumerate(zip(tree.items, items, strict=True)):
                removable = len(items) > 1
                self._argument((*path, index), item, inner, part.fits.items, part, removable)
            gap = Gap(path, len(items), part.fits.items, part.around, None, part.owner)
            self.gaps.append(gap)

    def _clause(self, path: Path, tree: Clause, node: Node, around: Surroundings) -> None:
        given = dict(node.args)
        taken = words_of(tree, node.ludeme, self.catalogue)
        found = arguments(tree, node, taken)
        whole = Part(path, tree, tuple, (), Alternative(tuple), around, owner=node.ludeme)
        there = {one.label for one in found.values()}
        for index, parameter in found.items():
            argument = tree.args[index]
            inner = argument.value if isinstance(argument, Labelled) else argument
            value, wanted = given[parameter.name], parameter.alternatives
            removable = parameter.optional and not _is_needed(parameter, node.ludeme, there)
            self._argument((*path, index), inner, value, wanted, whole, removable)
        self._gaps(path, tree, node, found, around)

    def _argument(
        self,
        path: Path,
        tree: Tree,
        value: object,
        wanted: tuple[Alternative, ...],
        whole: Part,
        removable: bool,
    ) -> None:
        kind, inner = _opened(value)
        fits = fitting(kind, inner, wanted)
        around = whole.around.inside(fits.hints)
        node = inner if isinstance(inner, Node) else None
        part = Part(path, tree, kind, wanted, fits, around, removable, whole.owner, node)
        self._enter(path, tree, inner, part)

    def _gaps(
        self,
        path: Path,
        tree: Clause,
        node: Node,
        found: dict[int, Parameter],
        around: Surroundings,
    ) -> None:
        """The optional arguments that are not given and that nothing given excludes."""
        there = {one.label for one in found.values()}
        place, parameters = len(tree.args), node.ludeme.parameters
        excluding = [group for group in node.ludeme.exclusive if not there.isdisjoint(group)]
        for number, parameter in reversed(list(enumerate(parameters))):
            spots = [index for index, one in found.items() if one is parameter]
            if spots:
                place = min(place, spots[0])
                continue
            if parameter.optional and not any(parameter.label in group for group in excluding):
                label = parameter.label if parameter.labelled else None
                # Whatever order the rest is in, what is told by its place stays behind the others.
                before = [one for one in parameters[:number] if label is None and not one.labelled]
                spots = [index for index, one in found.items() if one in before]
                index = max([place, *(spot + 1 for spot in spots)])
                wanted = parameter.alternatives
                self.gaps.append(Gap(path, index, wanted, around, label, node.ludeme))

    def at(self, path: Path) -> Part:
        """The part at a path.

        Raises:
            KeyError: there is none
        """
        for part in self.parts:
            if part.path == path:
                return part
        raise KeyError(path)


def _is_needed(parameter: Parameter, form: Ludeme, there: Set[str]) -> bool:
    """Whether an argument is the only one of several of which one must be given."""
    return any(there & set(group) == {parameter.label} for group in form.either)


def words_of(tree: Clause, form: Ludeme, catalogue: Catalogue) -> int:
    """How many words behind the keyword belong to the name under which a form is written."""
    return next(taken for name, taken in names_of(tree) if form in catalogue.forms.get(name, ()))


def arguments(tree: Clause, node: Node, taken: int) -> dict[int, Parameter]:
    """The parameters by the number of the argument that is given for them, in written order."""
    given = {name for name, _ in node.args}
    places = iter([one for one in node.ludeme.positional if one.name in given])
    labelled = node.ludeme.labelled
    found: dict[int, Parameter] = {}
    for index, arg in enumerate(tree.args[taken:], taken):
        found[index] = labelled[arg.label] if isinstance(arg, Labelled) else next(places)
    return found


def _opened(value: object) -> tuple[type, object]:
    """The class of an argument's value, and the argument without what is around it."""
    if isinstance(value, Delayed):
        return _opened(value.argument)
    if isinstance(value, Known):
        return value.type, value.node
    if isinstance(value, Node):
        return value.ludeme.result, value
    for kind in (str, tuple):  # these have classes below that know where they stand
        if isinstance(value, kind):
            return kind, cast(object, value)
    return type(value), value


def fitting(kind: type, value: object, wanted: Sequence[Alternative]) -> Alternative:
    """The type that a value was bound as."""
    fitting = [one for one in wanted if one.type is kind]
    same = (one for one in fitting if _holds(one, value))
    return next(same, fitting[0] if fitting else Alternative(kind))


def _holds(one: Alternative, value: object) -> bool:
    """Whether a value is of just this type, and the items of a list of those of its items."""
    kind, inner = _opened(value)
    if one.type is not kind:
        return False
    items = cast(tuple[object, ...], inner) if kind is tuple else ()
    return all(any(_holds(other, item) for other in one.items) for item in items)


# Changed trees; those that are given stay as they are


def changed(tree: Tree, path: Path, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with the part at a path changed."""
    if not path:
        return change(tree)
    index, rest = path[0], path[1:]
    if isinstance(tree, Array):
        item = changed(tree.items[index], rest, change)
        return replace(tree, items=(*tree.items[:index], item, *tree.items[index + 1 :]))
    assert isinstance(tree, Clause), "paths lead through clauses and lists"
    old = tree.args[index]
    if isinstance(old, Labelled):
        arg: Tree | Labelled = replace(old, value=changed(old.value, rest, change))
    else:
        arg = changed(old, rest, change)
    return replace(tree, args=(*tree.args[:index], arg, *tree.args[index + 1 :]))


def put(tree: Tree, path: Path, new: Tree) -> Tree:
    """The tree with something else at a path."""
    return changed(tree, path, lambda _: new)


def taken_out(tree: Tree, path: Path) -> Tree:
    """The tree without the argument or item at a path."""
    index = path[-1]

    def shorten(whole: Tree) -> Tree:
        if isinstance(whole, Array):
            return replace(whole, items=(*whole.items[:index], *whole.items[index + 1 :]))
        assert isinstance(whole, Clause), "only clauses and lists have parts"
        return replace(whole, args=(*whole.args[:index], *whole.args[index + 1 :]))

    return changed(tree, path[:-1], shorten)


def filled(tree: Tree, gap: Gap, new: Tree) -> Tree:
    """The tree with something in a gap."""

    def lengthen(whole: Tree) -> Tree:
        if isinstance(whole, Array):
            return replace(whole, items=(*whole.items[: gap.index], new, *whole.items[gap.index :]))
        assert isinstance(whole, Clause), "only clauses and lists have gaps"
        arg = new if gap.label is None else Labelled(gap.label, new, new.span)
        return replace(whole, args=(*whole.args[: gap.index], arg, *whole.args[gap.index :]))

    return changed(tree, gap.path, lengthen)


def parts_below(tree: Tree) -> Iterator[tuple[Path, Tree]]:
    """A tree and everything in it, with the path to each, in the order of the text."""
    yield (), tree
    if isinstance(tree, Array):
        inner = enumerate(tree.items)
    elif isinstance(tree, Clause):
        inner = enumerate(one.value if isinstance(one, Labelled) else one for one in tree.args)
    else:
        return
    for index, one in inner:
        for path, part in parts_below(one):
            yield (index, *path), part


def size(tree: Tree) -> int:
    """How many words, numbers, texts, lists and clauses a tree has."""
    return sum(1 for _ in parts_below(tree))

"""Rules as something to breed from: a bound tree, its parts, and the names it declares."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from interpreter import Game
from interpreter.language.bind import bind
from interpreter.language.catalogue import Parameter, is_enumeration
from interpreter.language.grow import Frame
from interpreter.language.nodes import Node
from interpreter.language.parts import GameRules, Phase, Piece, Regions
from interpreter.language.signatures import Unit
from interpreter.language.slots import Anatomy, Part, put, size
from interpreter.play.load import catalogue, compile_source, compile_tree, defines, read
from interpreter.text.errors import Source, Span
from interpreter.text.expand import Expanded, expand
from interpreter.text.printer import one_line, write
from interpreter.text.tree import Array, Clause, Integer, Labelled, Real, String, Symbol, Tree

NOWHERE = Span(Source("<bred>", ""), 0, 0)
OWNED = re.compile(r"(.*?)(\d*)")
UNITS = (Unit("piece"), Unit("region"), Unit("label"))


@dataclass(frozen=True)
class Names:
    """What rules can call by name.

    Args:
        pieces: names of pieces as they are declared, without the number of an owner
        owned: those of pieces that players have, by which a number is put behind the name
        regions: names of regions
        labels: labels of sites that the rules mention
    """

    pieces: tuple[str, ...]
    owned: frozenset[str]
    regions: tuple[str, ...]
    labels: tuple[str, ...]

    def of(self, unit: Unit) -> tuple[str, ...]:
        """The names of one kind of thing."""
        return {"piece": self.pieces, "region": self.regions, "label": self.labels}[unit.name]


class Genome:
    """Rules that can be taken apart.

    Args:
        expanded: the rules after options and defines

    Raises:
        LudError: the tree is not well typed
    """

    def __init__(self, expanded: Expanded) -> None:
        self.expanded = expanded
        self.tree = expanded.game
        self.node: Node = bind(self.tree, GameRules, catalogue())

    @classmethod
    def read(cls, what: str | Path) -> Genome:
        """The rules of a library game, a file, or a text, with the options that are the default.

        Raises:
            LudError: there is none, or a mistake is in it
        """
        return cls(expand(read(what), None, None, defines()))

    def changed(self, tree: Tree) -> Genome:
        """The same game with other rules.

        Raises:
            LudError: they are not well typed
        """
        assert isinstance(tree, Clause), "rules are a clause"
        return Genome(replace(self.expanded, game=tree))

    def compile(self) -> Game:
        """The game. It is not kept on disk: most children are looked at once.

        Raises:
            LudError: the rules make no game
        """
        recipe = compile_source, (self.tree.span.source, None, None, None, "auto", None, (), False)
        return compile_tree(self.expanded, self.node, recipe)

    @cached_property
    def anatomy(self) -> Anatomy:
        """All parts and gaps."""
        return Anatomy(self.tree, self.node, catalogue())

    @property
    def parts(self) -> list[Part]:
        """All parts, in the order of the text."""
        return self.anatomy.parts

    @cached_property
    def nodes(self) -> int:
        """How many words, numbers, texts, lists and clauses there are."""
        return size(self.tree)

    @cached_property
    def names(self) -> Names:
        """What the rules can call by name."""
        pieces = dict.fromkeys(self._declared(Piece))
        owned = {name for name, role in self._pieces() if role not in ("Neutral", "Shared")}
        labels = dict.fromkeys(
            one.tree.text for one in self.parts
            if isinstance(one.tree, String) and Unit("label") in one.fits.hints
        )  # fmt: skip
        regions = dict.fromkeys(self._declared(Regions))
        return Names(tuple(pieces), frozenset(owned), tuple(regions), tuple(labels))

    def _declared(self, kind: type) -> Iterator[str]:
        """The names of all things of a kind: the first text among the arguments of each."""
        for part in self.parts:
            if part.kind is kind and isinstance(part.tree, Clause):
                name = next((one for one in part.tree.args if isinstance(one, String)), None)
                if name is not None:
                    yield name.text

    def _pieces(self) -> Iterator[tuple[str, str]]:
        """The name and the owner of each piece."""
        for part in self.parts:
            if part.kind is Piece and isinstance(part.tree, Clause):
                name, *rest = (one for one in part.tree.args if isinstance(one, String | Symbol))
                yield name.text, rest[0].text if rest else "Each"

    def frame(self, part: Part) -> Frame:
        """What something that grows in the place of a part can speak of."""
        names = self.names
        owned = [f"{name}{who}" for name in names.pieces if name in names.owned for who in (1, 2)]
        free = [name for name in names.pieces if name not in names.owned]
        around = part.around.inside(part.fits.hints)
        return Frame(
            pieces=(*owned, *free),
            regions=names.regions,
            labels=names.labels,
            sites=30,
            bound=around.bound,
            effect=around.effect,
        )

    def text(self, title: str, notes: Iterable[str] = ()) -> str:
        """The rules as a rule file.

        Args:
            title: what the game is called
            notes: lines of a comment at the head
        """
        head = "".join(f"// {line}\n" for line in notes)
        return f"{head}{write(titled(self.tree, title))}\n"

    @cached_property
    def canonical(self) -> str:
        """A hash that is the same for texts of the same rules.

        Names do not count, nor the order of arguments with labels, nor arguments that say what
        is so without them.
        """
        bare = _plain(self)
        return hashlib.blake2b(one_line(bare).encode(), digest_size=16).hexdigest()


def titled(tree: Clause, title: str) -> Clause:
    """The rules of a game under another name."""
    index = next(i for i, one in enumerate(tree.args) if isinstance(one, String))
    named = String(title, NOWHERE)
    return replace(tree, args=(*tree.args[:index], named, *tree.args[index + 1 :]))


# Names that are used elsewhere


def references(genome: Genome) -> Iterator[tuple[Part, Unit]]:
    """The texts that name pieces, regions and sites, and which of these."""
    for part in genome.parts:
        if isinstance(part.tree, String):
            for unit in UNITS:
                if unit in part.fits.hints:
                    yield part, unit


class Adapter:
    """Says what things are called where a part goes to; alike names go to alike names.

    Args:
        names: those that are known there
        pick: chooses one of several
    """

    def __init__(self, names: Names, pick: Callable[[tuple[str, ...]], str]) -> None:
        self.names, self.pick = names, pick
        self.met: dict[tuple[str, str], str] = {}

    def __call__(self, unit: Unit, text: str) -> str:
        """The name for what was called so."""
        known = self.names.of(unit)
        if text in known or not known:
            return text
        if unit.name != "piece":
            return self._same(unit.name, text, known)
        base, number = split(text)
        name = base if base in known else self._same("piece", base, known)
        return name + number if name in self.names.owned else name

    def _same(self, kind: str, text: str, known: tuple[str, ...]) -> str:
        key = kind, text
        if key not in self.met:
            self.met[key] = self.pick(known)
        return self.met[key]


def adapted(tree: Tree, given: Iterable[tuple[Part, Unit]], start: int, choose: Adapter) -> Tree:
    """A part taken from other rules, with names that are known where it goes to.

    Args:
        tree: the part
        given: the texts within it that are names; paths are those of the rules they are from
        start: the length of the path to the part
        choose: what to call a thing of a kind that was called so
    """
    for part, unit in given:
        assert isinstance(part.tree, String), "names are texts"
        tree = put(tree, part.path[start:], String(choose(unit, part.tree.text), NOWHERE))
    return tree


def split(name: str) -> tuple[str, str]:
    """The name of a piece, and the number of its owner behind it."""
    found = OWNED.fullmatch(name)
    assert found is not None, "every text is letters and perhaps digits"
    return found.group(1), found.group(2)


# The canonical form


def _plain(genome: Genome) -> Tree:
    """The tree without what does not matter."""
    names = genome.names
    called = {name: f"p{index}" for index, name in enumerate(names.pieces)}
    areas = {name: f"r{index}" for index, name in enumerate(names.regions)}
    swaps: dict[tuple[int, ...], Tree] = {}
    for part, unit in references(genome):
        assert isinstance(part.tree, String), "names are texts"
        if unit == Unit("piece"):
            base, number = split(part.tree.text)
            swaps[part.path] = String(called.get(base, base) + number, NOWHERE)
        elif unit == Unit("region"):
            swaps[part.path] = String(areas.get(part.tree.text, part.tree.text), NOWHERE)
    for part in genome.parts:
        if part.kind in (Piece, Regions, Phase, GameRules) and isinstance(part.tree, Clause):
            index = next((i for i, a in enumerate(part.tree.args) if isinstance(a, String)), None)
            if index is not None and (path := (*part.path, index)) not in swaps:
                swaps[path] = String(_alias(part, index, called, areas), NOWHERE)
    tree: Tree = genome.tree
    for path, new in swaps.items():
        tree = put(tree, path, new)
    return _sorted(tree, {part.path: part for part in genome.parts}, ())


def _alias(part: Part, index: int, *known: Mapping[str, str]) -> str:
    assert isinstance(part.tree, Clause)
    name = part.tree.args[index]
    assert isinstance(name, String)
    if part.kind is GameRules:
        return ""
    return known[0 if part.kind is Piece else 1].get(name.text, name.text)


def _sorted(tree: Tree, parts: Mapping[tuple[int, ...], Part], path: tuple[int, ...]) -> Tree:
    """The tree with labelled arguments in one order, without those that change nothing."""
    if isinstance(tree, Array):
        items = tuple(_sorted(one, parts, (*path, i)) for i, one in enumerate(tree.items))
        return replace(tree, items=items)
    if not isinstance(tree, Clause):
        return tree
    plain: list[Tree] = []
    labelled: list[Labelled] = []
    defaults = _defaults(parts.get(path))
    for index, one in enumerate(tree.args):
        if isinstance(one, Labelled):
            value = _sorted(one.value, parts, (*path, index))
            if one.label not in defaults or not _says(value, defaults[one.label].default):
                labelled.append(replace(one, value=value))
        else:
            plain.append(_sorted(one, parts, (*path, index)))
    labelled.sort(key=lambda one: one.label)
    return replace(tree, args=(*plain, *labelled))


def _defaults(part: Part | None) -> Mapping[str, Parameter]:
    return {} if part is None or part.node is None else part.node.ludeme.labelled


def _says(tree: Tree, value: object) -> bool:
    """Whether a tree is just a value that a parameter has if nothing is given."""
    match tree:
        case Integer(number) | Real(number):
            return number == value and not isinstance(value, bool)
        case Symbol(word) if value is not None and is_enumeration(type(value)):
            return word == getattr(value, "value", None)
        case Symbol(word) if isinstance(value, bool):
            return word == str(value)
        case _:
            return False

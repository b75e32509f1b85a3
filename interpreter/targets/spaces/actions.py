"""The numbers of a game's actions: what learners choose from, the same in every position.

Kinds of moves follow each other in the order of the rules; where each has its actions is said in
`Actions`. Two kinds that look alike to a player share their actions if the rules can never offer
both in one position, so that a legal action always means one move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, cast

from interpreter.ir.analysis.implied import implied, kept, offered_once
from interpreter.ir.analysis.pairs import Pairs, Rows, pairs_of, together
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.program import (
    EXTRA_BITS,
    Block,
    Callee,
    Function,
    Instruction,
    Program,
    Shape,
    Template,
    unpack,
    walk,
)
from interpreter.ir.values import Value

MOST_ACTIONS = 1 << 20
MOST_EXTRA = (1 << EXTRA_BITS) - 2
Span = tuple[int, int]


class Packed(Protocol):
    """A move that knows its packed form."""

    @property
    def packed(self) -> int:
        """The move as a machine has it."""
        ...


Made = TypeVar("Made", bound=Packed)


class Offering(Protocol[Made]):
    """A position that tells its legal moves."""

    def moves(self) -> list[Made]:
        """The legal moves."""
        ...


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of moves that share their actions.

    Args:
        name: what moves without sites are called, in lower case
        mark: what is written behind the sites
        start, size: the first action, and how many there are
        templates: numbers of the templates
        spans: for each number that a move carries besides its sites, the least, and how many
            there are from there; None for one that the sites settle
        pairs: the pairs of sites that its moves can have, a placement its site twice; None for all
            sites, or all pairs
    """

    name: str
    shape: Shape
    mark: str
    start: int
    size: int
    templates: tuple[int, ...]
    spans: tuple[Span | None, ...]
    pairs: Pairs | None


class Actions:
    """The actions of a game, numbered from 0.

    Moves are of some kind, and kinds come in the order in which the rules name them. A kind that
    places or removes has one action for each site, a kind that moves one for each pair of sites, in
    the order of the from-sites and then of the to-sites; what the rules never allow, whatever the
    state, is left out. A pass or a swap has one. A move that carries further numbers has its
    actions that many times over, the last number counting fastest, each from its least possible
    value to its greatest. Kinds of the same shape, name and piece share their actions if they are
    never offered together. The numbers depend on the rules and options alone.

    Args:
        program: the program of the game
        labels: the name of each site

    Attributes:
        size: how many there are
        groups: the kinds

    Raises:
        ValueError: more than `MOST_ACTIONS` actions
    """

    def __init__(self, program: Program, labels: Sequence[str]) -> None:
        self.sites = program.sites
        # Numbers between the sites of the board and those of hands stand for no site.
        self.labels = [label.lower() or f"#{site}" for site, label in enumerate(labels)]
        self.groups = tuple(_groups(program))
        self.size = sum(group.size for group in self.groups)
        if self.size > MOST_ACTIONS:
            raise ValueError(f"the game has more than {MOST_ACTIONS} actions: {self.size}")
        self._of = {number: group for group in self.groups for number in group.templates}

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{self.size} actions>"

    def group(self, template: int) -> Group:
        """The kind that moves of a template are of."""
        return self._of[template]

    def of(self, move: Packed | int) -> int:
        """The action of a move, which may be packed."""
        template, origin, target, extra = unpack(move if isinstance(move, int) else move.packed)
        group = self._of[template]
        if group.shape == "nowhere":
            found = 0
        elif group.pairs is not None:
            found = group.pairs.number(target if group.shape == "placing" else origin, target)
        else:
            found = target if group.shape == "placing" else origin * self.sites + target
        for place, span in enumerate(group.spans):
            if span is None:
                continue
            low, count = span
            value = (extra >> place * EXTRA_BITS & (1 << EXTRA_BITS) - 1) - 1
            assert low <= value < low + count
            found = found * count + value - low
        return group.start + found

    def parts(self, action: int) -> tuple[Group, int, int, tuple[int, ...]]:
        """The kind of an action, from-site and to-site (-1 for none), and further numbers.

        Raises:
            ValueError: there is no such action
        """
        group = next((one for one in self.groups if 0 <= action - one.start < one.size), None)
        if group is None:
            raise ValueError(f"{action} is no action: they go from 0 to {self.size - 1}")
        rest, extras = action - group.start, list[int]()
        for low, count in (span for span in reversed(group.spans) if span is not None):
            rest, value = divmod(rest, count)
            extras.insert(0, value + low)
        if group.shape == "nowhere":
            return group, -1, -1, tuple(extras)
        if group.pairs is not None:
            origin, target = group.pairs.listed[rest]
        elif group.shape == "placing":
            origin = target = rest
        else:
            origin, target = divmod(rest, self.sites)
        return group, origin, target, tuple(extras)

    def name(self, action: int) -> str:
        """What a move of this action is called: `e5`, `a1-b2`, `e5=cross`, `pass`.

        No two actions are called the same: of several kinds that would be, all but the first have
        a number behind a stroke; further numbers stand behind a colon.

        Raises:
            ValueError: there is no such action
        """
        group, origin, target, extras = self.parts(action)
        if group.shape == "nowhere":
            name = group.name
        elif group.shape == "placing":
            name = self.labels[target]
        else:
            name = f"{self.labels[origin]}-{self.labels[target]}"
        numbers = ":" + ",".join(map(str, extras)) if extras else ""
        return f"{name}{group.mark}{numbers}"

    def move(self, state: Offering[Made], action: int) -> Made:
        """The legal move of a state that an action stands for.

        Raises:
            ValueError: there is no such action, or it is not legal here
        """
        for move in state.moves():
            if self.of(move) == action:
                return move
        raise ValueError(f"{self.name(action)} is not a legal action")


# Kinds of moves


def _groups(program: Program) -> Iterator[Group]:
    """The kinds of moves of a program, in order, with their actions."""
    paths = _paths(program)
    ranges = Ranges(program)
    spans, pairs = _spans(program, ranges), pairs_of(program, ranges)
    found: dict[tuple[object, ...], list[list[Template]]] = {}
    ordered: list[list[Template]] = []
    for template in program.templates:
        chosen = tuple(one is not None for one in spans[template.number])
        key = template.shape, template.name, template.note, template.passing, chosen
        alike = found.setdefault(key, [])
        for group in alike:
            if all(_apart(paths[one.number], paths[template.number]) for one in group):
                group.append(template)
                break
        else:
            alike.append([template])
            ordered.append(alike[-1])
    start, called = 0, dict[tuple[str, str], int]()
    for group in ordered:
        made = _group(program, group, start, spans, pairs)
        label = (made.shape, made.name if made.shape == "nowhere" else made.mark)
        called[label] = called.get(label, 0) + 1
        mark = f"{made.mark}/{called[label]}" if called[label] > 1 else made.mark
        yield replace(made, mark=mark)
        start += made.size


def _group(
    program: Program,
    templates: list[Template],
    start: int,
    spans: dict[int, list[Span | None]],
    rows: dict[int, Rows],
) -> Group:
    form = templates[0]
    size = {"nowhere": 1, "placing": program.sites, "moving": program.sites**2}[form.shape]
    pairs = None
    if form.shape != "nowhere":
        pairs = Pairs(together([rows[one.number] for one in templates]))
        pairs, size = None if len(pairs) == size else pairs, len(pairs)
    joined: list[Span | None] = []
    for several in zip(*(spans[one.number] for one in templates), strict=True):
        span = _joined(several)
        joined.append(span)
        if span is not None:
            size *= span[1]
    mark = f"={form.note.lower()}" if form.note else ""
    numbers = tuple(one.number for one in templates)
    return Group(form.name.lower(), form.shape, mark, start, size, numbers, tuple(joined),
                 pairs)  # fmt: skip


def _joined(several: Sequence[Span | None]) -> Span | None:
    """The least value of any and how many there are from there to the greatest."""
    known = [one for one in several if one is not None]
    if not known:
        return None
    low = min(one[0] for one in known)
    return low, max(one[1] for one in known) - low + 1


# Which kinds are never offered together: they stand in different branches

Path = tuple[tuple[str, int, int], ...]


def _paths(program: Program) -> list[list[Path]]:
    """For each template, the ways through `generate` to where it is offered."""
    found: list[list[Path]] = [[] for _ in program.templates]

    inside: list[Function] = [program.function("generate")]

    def call(function: Function, path: Path) -> None:
        if function not in inside:  # rules that look ahead generate moves again
            inside.append(function)
            look(function.body, path)
            inside.pop()

    def look(block: Block, path: Path) -> None:
        for step in block:
            if step.name == "offer":
                found[cast(Template, step.attribute).number].append(path)
            if isinstance(step.attribute, Callee):
                call(step.attribute.function, (*path, ("call", id(step), 0)))
            for branch, inner in enumerate(step.blocks):
                look(inner, (*path, (step.name, id(step), branch)))

    look(program.function("generate").body, ())
    return found


def _apart(left: list[Path], right: list[Path]) -> bool:
    """Whether no way to the one is taken together with a way to the other."""
    return all(_branches(one, other) for one in left for other in right)


def _branches(left: Path, right: Path) -> bool:
    """Whether two ways part at a condition that is asked but once."""
    for one, other in zip(left, right, strict=False):
        if one == other:
            if one[0] in ("loop", "each"):
                return False
            continue
        return one[0] == "if" and one[:2] == other[:2]
    return False


# Which numbers moves carry besides their sites


def _spans(program: Program, ranges: Ranges) -> dict[int, list[Span | None]]:
    """The least and the greatest value of each number that moves of a template carry; None for
    what their sites settle in every position.
    """
    found: dict[int, list[Span | None]] = {}
    if any(template.extras for template in program.templates):
        once, fields = offered_once(program), kept(program)
        for function in program.functions:
            made = {step.result: step for step in walk(function.body) if step.result is not None}
            for step in walk(function.body):
                if step.name != "offer":
                    continue
                template = cast(Template, step.attribute)
                here: list[Span | None] = []
                for place, part in enumerate(_packed(step.operands[3], made, template.extras)):
                    settled = place in template.settled or (
                        template in once
                        and part is not None
                        and implied(part, step.operands[0], made, fields)
                    )
                    here.append(None if settled else _span(ranges, function, part))
                before = found.get(template.number, here)
                found[template.number] = [
                    None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))
                    for a, b in zip(here, before, strict=True)
                ]
    for template in program.templates:
        found.setdefault(template.number, [(0, 0)] * template.extras)
    return found


def _packed(value: Value, made: dict[Value, Instruction], count: int) -> list[Value | None]:
    """The values of which the numbers of an offer are packed; None where that is not seen."""
    found: dict[int, Value] = {}

    def look(value: Value, shift: int) -> None:
        step = made.get(value)
        if step is not None and step.name == "bits_or":
            for operand in step.operands:
                look(operand, shift)
        elif step is not None and step.name == "shift_left" and shift == 0:
            look(step.operands[0], step.operands[1].constant or 0)
        elif value.constant != 0:
            found[shift] = value

    look(value, 0)
    return [found.get(place * EXTRA_BITS) for place in range(count)]


def _span(ranges: Ranges, function: Function, value: Value | None) -> Span:
    """The bounds of one number; it is packed as one more than it is."""
    low, high = ranges.of(function, value) if value is not None else (0, MOST_EXTRA + 1)
    return max(low, 0) - 1, min(high, MOST_EXTRA + 1) - 1

"""Arguments that a template does not speak of: they are told behind its words, in brackets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import Parameter
from interpreter.language.english.phrases import Phrase
from interpreter.language.nodes import Node, bare
from interpreter.language.parts import Apply, BetweenPart, From, StartRule, Then, To
from interpreter.language.signatures import Ints, Moves

Told = frozenset[tuple[str, ...]]
"""The names that lead to arguments: `(("to", "if"), ("start",))`."""

WHICH = "(form)"
"""Ends a path where words tell which form an argument is, and nothing of its own arguments."""

COMPLETE = (Bool, Int, Ints, Sites, Moves, From, To, BetweenPart, StartRule)
"""What forms give of which every argument is told. Those of boards and of the frame say enough."""

ELSEWHERE = (Then, Apply, SiteType)
"""What follows a move is told behind it; kinds of sites are in what sites are called."""

END = re.compile(r"[,:;]? *$")


def unsaid(
    node: Node, told: Collection[tuple[str, ...]]
) -> Iterator[tuple[Node, Parameter, object]]:
    """The arguments of a node, and of the parts it speaks of one by one, that are not told.

    Each comes with the node that it belongs to.
    """
    if not issubclass(node.ludeme.result, COMPLETE):
        return
    known = {one.name: one for one in node.ludeme.parameters}
    for name, value in node.args:
        parameter = known[name]
        inner = [path[1:] for path in told if path[0] == parameter.label]
        if () in inner or _goes_without(parameter, value):
            continue
        part = bare(value)
        if not inner:
            yield node, parameter, value
        elif isinstance(part, Node):
            yield from unsaid(part, inner)


def _goes_without(parameter: Parameter, value: object) -> bool:
    """Whether nothing is to be said of an argument: it is usual, or is told in another place."""
    if any(one.type in ELSEWHERE for one in parameter.alternatives):
        return True
    given, usual = _constant(bare(value)), _constant(parameter.default)
    return given == usual or (given is False and usual is None)


def _constant(value: object) -> object:
    """A constant of the program as a number or a truth; anything else as it is."""
    if isinstance(value, Bool):
        return value if value.constant is None else bool(value.constant)
    return value.constant if isinstance(value, Int) and value.constant is not None else value


def with_details(phrase: Phrase, details: Sequence[str]) -> Phrase:
    """A phrase with something in brackets behind its first words."""
    if not details:
        return phrase
    more = f" ({'; '.join(details)})"
    flow = list(phrase.flow)
    place = next((n for n, one in enumerate(flow) if isinstance(one, str)), None)
    if place is None:
        return replace(phrase, flow=(more.strip(), *flow))
    words = flow[place]
    assert isinstance(words, str)
    flow[place] = words + more if len(flow) == 1 else END.sub(lambda end: more + end[0], words, 1)
    predicates = tuple((one + more, several + more) for one, several in phrase.predicates)
    return replace(phrase, flow=tuple(flow), predicates=predicates)

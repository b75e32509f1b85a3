"""What bound rules show by themselves that can hardly be meant."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.nodes import Node, bare, below, nodes_in
from interpreter.language.parts import End, OnePlayer, Players
from interpreter.text.errors import Problem

MOST_PLAYERS = 2
"""With more players an end rule may be there for those whom an earlier one leaves in the game."""


def doubled_ends(rules: Node) -> Iterator[Problem]:
    """End rules with the condition of an earlier one, which decides before them."""
    if _players(rules) > MOST_PLAYERS:
        return
    for node in nodes_in(rules):
        if node.ludeme.result is End:
            yield from _doubled(list(below(node)))


def _players(rules: Node) -> int:
    """How many play, as far as it is written; more than two if it is not."""
    found = next((one for one in nodes_in(rules) if one.ludeme.result is Players), None)
    if found is None:
        return MOST_PLAYERS + 1
    looking = sum(one.ludeme.result is OnePlayer for one in below(found))
    numbers = [value for _, value in found.args if isinstance(value, int)]
    return looking or next(iter(numbers), MOST_PLAYERS + 1)


def _doubled(rules: list[Node]) -> Iterator[Problem]:
    seen: list[tuple[object, Node]] = []
    for rule in rules:
        condition = bare(dict(rule.args).get("condition"))
        if not isinstance(condition, Node) or "result" not in dict(rule.args):
            continue
        first = next((one for other, one in seen if other == condition), None)
        if first is not None:
            hint = f"that of {first.span.line}:{first.span.column} decides before it"
            message = "an earlier end rule has the same condition"
            yield Problem(message, rule.span, hint, warning=True, code="shadowed-end")
        seen.append((condition, rule))

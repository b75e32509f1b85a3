"""The games that a match names: their rules are put into its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.text.defines import Library
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import Expanded, expand
from interpreter.text.tree import Array, Clause, Labelled, Out, String, Tree

SUBGAME = "subgame"
Find = Callable[[String], Source]


def is_match(rules: Expanded) -> bool:
    """Whether rules are those of a match."""
    return rules.game.keyword.text == "match"


def with_games(expanded: Expanded, find: Find, library: Library) -> Expanded:
    """A match with the rules of its games in it; of any other rules, they themselves.

    Args:
        find: the rule file of a game by the name that the match has for it

    Raises:
        LudError: there is no such game, or a mistake in it
    """
    if not is_match(expanded):
        return expanded

    def put_in(tree: Out) -> Out:
        if isinstance(tree, Labelled):
            return replace(tree, value=_tree(put_in(tree.value)))
        if isinstance(tree, Array):
            return replace(tree, items=tuple(_tree(put_in(one)) for one in tree.items))
        if not isinstance(tree, Clause):
            return tree
        if tree.keyword.text == SUBGAME:
            return _with_rules(tree, find, library)
        return replace(tree, args=tuple(map(put_in, tree.args)))

    game = put_in(expanded.game)
    assert isinstance(game, Clause)
    return replace(expanded, game=game)


def _tree(out: Out) -> Tree:
    assert not isinstance(out, Labelled)
    return out


def _with_rules(clause: Clause, find: Find, library: Library) -> Clause:
    """A game of a match with its rules behind its name, where only this is written."""
    name, *rest = clause.args or (None,)
    if not isinstance(name, String) or any(isinstance(one, Clause) for one in rest):
        return clause
    options = dict(_choice(one) for one in rest if isinstance(one, String))
    game = expand(find(name), options, None, library).game
    kept = (one for one in rest if not isinstance(one, String))
    return replace(clause, args=(name, game, *kept))


def _choice(option: String) -> tuple[str, str]:
    """The heading of an option and the item chosen, from a text such as `Players/4`."""
    heading, slash, item = option.text.partition("/")
    if not slash:
        raise LudError(
            "an option is chosen by heading and item",
            option.span,
            '"Players/4"',
            code="unknown-choice",
        )
    return heading, item

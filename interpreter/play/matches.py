"""The games that a match names: their rules are put into its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.text.defines import Library
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import Expanded, expand
from interpreter.text.tree import Clause, String, Tree, changed

SUBGAME = "subgame"
Find = Callable[[String], Source]


def with_games(expanded: Expanded, find: Find, library: Library) -> Expanded:
    """A match with the rules of its games in it; of any other rules, they themselves.

    Args:
        find: the rule file of a game by the name that the match has for it

    Raises:
        LudError: there is no such game, or a mistake in it
    """
    if expanded.game.keyword.text != "match":
        return expanded

    def put_in(tree: Tree) -> Tree | None:
        if isinstance(tree, Clause) and tree.keyword.text == SUBGAME:
            return _with_rules(tree, find, library)
        return None

    game = changed(expanded.game, put_in)
    assert isinstance(game, Clause)
    return replace(expanded, game=game)


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

"""The surface of a rule file to the tree of its game: options, defines and ranges are put in.

The language defines expansion as a rewriting of text; here it rewrites trees, so that every node
keeps its place and where the define or option around it was used. Where text shows through (an
argument that becomes several, a label whose value vanishes, words that run together) the result
is that of the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

from interpreter.text.brackets import MAX_DEPTH
from interpreter.text.defines import (
    Declared,
    Library,
    declaration_of,
    declarations,
    head_word,
    lower_word,
)
from interpreter.text.errors import LudError, Problem, Source, Span, suggest
from interpreter.text.items import Items
from interpreter.text.options import OptionGroup, Ruleset, choose
from interpreter.text.printer import one_line
from interpreter.text.syntax import parse
from interpreter.text.tree import Clause, Form, Item, Out, Reference, String, Symbol
from interpreter.text.unused import doubts, unused

MAX_PROBLEMS: Final = 20
GAMES: Final = ("game", "match")


@dataclass(frozen=True, slots=True)
class Expanded:
    """A rule file with its options chosen and its defines put in.

    Args:
        game: the `(game …)` or `(match …)` clause
        metadata: the `(metadata …)` clause, without what is for other choices
        name: the name of the game
        options: what could be chosen
        rulesets: named choices
        chosen: the name of the chosen item of each option, by heading
        ruleset: the ruleset played, if the choice is one
        warnings: what is legal but hardly meant
        unused: the bodies of defines that nothing names
        defined: the names of all defines that rules may use
    """

    game: Clause
    metadata: Clause | None
    name: str
    options: tuple[OptionGroup, ...]
    rulesets: tuple[Ruleset, ...]
    chosen: dict[str, str]
    ruleset: Ruleset | None
    warnings: tuple[Problem, ...]
    unused: tuple[Item, ...] = ()
    defined: tuple[str, ...] = ()


def expand(
    source: Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    defines: Library | None = None,
) -> Expanded:
    """The game that a rule file describes.

    Args:
        source: the rule file
        options: item by heading, for the options not left to their defaults or to the ruleset
        ruleset: the name of a ruleset
        defines: the defines that any file may use

    Raises:
        LudError: all mistakes found, or the first that makes going on pointless
    """
    try:
        declared = declarations(parse(source))
        chosen, active = choose(declared.groups, declared.rulesets, options or {}, ruleset)
        return Expander(declared, chosen, active, defines or Library(())).run(source)
    except RecursionError:
        raise LudError(
            f"nested deeper than {MAX_DEPTH}", Span(source, 0, 1), code="too-deep"
        ) from None


class UnexpandedError(LudError):
    """The mistakes found while a file was expanded, and the game as far as it could be read."""

    def __init__(self, problems: Sequence[Problem], game: Clause | None) -> None:
        super().__init__(problems)
        self.game = game


class Expander(Items):
    """The expansion of one rule file under one choice of options."""

    def run(self, source: Source) -> Expanded:
        """The result, if nothing is wrong."""
        game = self.game(source)
        metadata = self.metadata()
        for form in self.declared.misspelt:
            word = form.items[0].span
            self.error(
                f"found ({one_line(form.items[0])} ...)",
                word,
                f"did you mean {declaration_of(form)}?",
                code="misspelt-declaration",
            )
        wrong = [problem for problem in self.problems if not problem.warning]
        if wrong or game is None:
            raise UnexpandedError(wrong[:MAX_PROBLEMS], game)
        name = game.args[0] if game.args else None
        if not isinstance(name, String):
            word = game.keyword.text
            raise LudError(
                f"({word} …) without a name", game.span, f'as in ({word} "Name" …)', code="no-name"
            )
        idle = tuple(unused(self.unnamed()))
        self.problems.extend(doubts(self.declared, idle))
        return Expanded(
            game,
            metadata,
            name.text,
            tuple(self.declared.groups),
            tuple(self.declared.rulesets),
            {heading: item.name for heading, item in self.chosen.items()},
            self.active,
            tuple(self.problems),
            tuple(item for define in idle for item in define.body),
            self.defined,
        )

    def game(self, source: Source) -> Clause | None:
        """The first clause that is a game or a match; what else stands around it is ignored."""
        found: Clause | None = None
        for item in self.declared.rest:
            if found is None and (lower_word(item) in GAMES or not_a_clause(item)):
                outs = self.item(item, None, 1)
                found = next(filter(is_game, outs), None)
                if found is not None or not outs:
                    continue
            self.warn("this is outside the game and ignored", item.span, code="outside-game")
        if found is None and not any(not problem.warning for problem in self.problems):
            raise no_game(source, self.declared)
        return found

    def metadata(self) -> Clause | None:
        """The metadata, with what is for other choices left out."""
        if not self.declared.metadata:
            return None
        form = self.declared.metadata[0]
        self.in_metadata = True
        try:
            span, items = form.span, form.items
            return Clause(Symbol("metadata", items[0].span), self.content(items[1:], None, 1), span)
        except LudError as error:
            for problem in error.problems:
                self.note(problem)
            return None
        finally:
            self.in_metadata = False


def is_game(out: Out) -> TypeGuard[Clause]:
    """Whether a tree is a game."""
    return isinstance(out, Clause) and out.keyword.text.lower() in GAMES


def not_a_clause(item: Item) -> bool:
    """Whether only expansion can tell what an item is."""
    return isinstance(item, String | Reference) or (
        isinstance(item, Form) and head_word(item) is None
    )


def no_game(source: Source, declared: Declared) -> LudError:
    """The error for a text without a game."""
    expected = 'expected (game "Name" …)'
    words = [(item, head_word(item)) for item in declared.rest]
    for item, word in words:
        if word is not None:
            hint = suggest(word, GAMES)
            return LudError(
                f"no game: found ({word} …), {expected}", item.span, hint, code="no-game"
            )
    if not source.text.strip():
        found = "the text is empty"
    elif not (declared.rest or declared.defines or declared.groups or declared.metadata):
        found = "nothing but comments"
    else:
        found = "no game"
    return LudError(
        f"{found}, {expected}", Span(source, 0, min(1, len(source.text))), code="no-game"
    )

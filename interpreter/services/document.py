"""A rule file that is being written: what is known of it, found when it is first asked for."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from functools import cached_property

from interpreter.language.bind import mistakes
from interpreter.language.catalogue import Catalogue
from interpreter.language.nodes import Node
from interpreter.language.parts import GameRules
from interpreter.text.defines import Declared, Define, Library, declarations, parts, read_define
from interpreter.text.errors import LudError, Problem, Source, Span, suggests
from interpreter.text.expand import Expanded, Expander, UnexpandedError
from interpreter.text.options import choose
from interpreter.text.recover import Recovered, recover, rehomed
from interpreter.text.syntax import fragment
from interpreter.text.tree import Angled, Clause, Form, Item, Row

WHOLE = "game"


class Document:
    """A text with its surface, its expansion and its node, as far as they can be made.

    Args:
        source: the text as it stands in the editor
        catalogue: the ludemes
        library: the defines that any file may use
    """

    def __init__(self, source: Source, catalogue: Catalogue, library: Library) -> None:
        self.source = source
        self.text = source.text
        self.catalogue = catalogue
        self.library = library

    # --- lines ---

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(k + 1 for k, c in enumerate(self.text) if c == "\n")]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both from 0."""
        line = bisect.bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]

    def offset(self, line: int, column: int) -> int:
        """The character at a line and a column, both from 0; the nearest there is."""
        if line >= len(self._starts):
            return len(self.text)
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        return min(self._starts[line] + column, end)

    # --- the surface ---

    @cached_property
    def recovered(self) -> Recovered:
        """The text as far as it can be read."""
        return recover(self.source)

    @property
    def items(self) -> tuple[Item, ...]:
        """The surface; places in it are those of the text."""
        return self.recovered.items

    def inside(self, item: Item) -> Sequence[Item]:
        """What an item consists of; the value of an option is read, too."""
        return self._values(item) if isinstance(item, Angled) else parts(item)

    @cached_property
    def _read(self) -> dict[int, tuple[Item, ...]]:
        return {}

    def _values(self, item: Angled) -> tuple[Item, ...]:
        start = item.span.start
        if start not in self._read:
            try:
                found = fragment(item.span.source, start + 1, item.span.end - 1)
            except LudError:
                found = ()
            self._read[start] = found
        return self._read[start]

    def path(self, offset: int) -> list[Item]:
        """The items around a character, the outermost first."""
        found: list[Item] = []
        here: Sequence[Item] = self.items
        while True:
            within = next((one for one in here if _holds(one, offset)), None)
            if within is None:
                return found
            found.append(within)
            here = self.inside(within)

    def walk(self, items: Sequence[Item] | None = None) -> Iterator[Item]:
        """All items, in the order of the text."""
        for item in self.items if items is None else items:
            yield item
            yield from self.walk(self.inside(item))

    # --- what is declared ---

    @cached_property
    def _declared(self) -> tuple[Declared, list[Problem]]:
        """What is declared, each for itself, so that one that is wrong harms no other."""
        found, problems = Declared(), list[Problem]()
        for item in self.items:
            try:
                one = declarations((item,))
            except LudError as error:
                problems += error.problems
                continue
            found.groups += one.groups
            found.rulesets += one.rulesets
            found.defines += one.defines
            found.metadata += one.metadata
            found.rest += one.rest
            found.misspelt += one.misspelt
        return found, problems

    @property
    def declared(self) -> Declared:
        """The declarations of the file."""
        return self._declared[0]

    @cached_property
    def defines(self) -> dict[str, Define]:
        """The defines of the file by name; of two with one name, the first."""
        found: dict[str, Define] = {}
        for order, form in enumerate(self.declared.defines):
            try:
                define = read_define(form, order, in_library=False)
            except LudError:
                continue
            found.setdefault(define.name, define)
        return found

    def define(self, name: str) -> Define | None:
        """The define of a name, of the file or of the library."""
        return self.defines.get(name) or self.library.get(name)

    # --- the game ---

    @cached_property
    def _expansion(self) -> tuple[Expanded | None, Clause | None, list[Problem]]:
        if not self.items:
            return None, None, []
        declared, found = self.declared, list[Problem]()
        try:
            chosen, active = choose(declared.groups, declared.rulesets, {}, None)
            made = Expander(declared, chosen, active, self.library).run(self.recovered.source)
        except UnexpandedError as error:
            return None, error.game, list(error.problems)
        except LudError as error:
            return None, None, list(error.problems)
        except RecursionError:
            found.append(
                Problem("this is nested too deeply", Span(self.source, 0, 1), code="too-deep")
            )
            return None, None, found
        return made, made.game, list(made.warnings)

    @property
    def expanded(self) -> Expanded | None:
        """The game with its defines put in, if they can be."""
        return self._expansion[0]

    @property
    def game(self) -> Clause | None:
        """The clause of the game, as far as it could be put together."""
        return self._expansion[1]

    @cached_property
    def _binding(self) -> tuple[Node | None, list[Problem]]:
        if self.game is None or self.game.keyword.text != WHOLE:
            return None, []
        defined = *self.defines, *self.library.names
        return mistakes(self.game, GameRules, self.catalogue, defined)

    @property
    def node(self) -> Node | None:
        """The bound game, if nothing is wrong with it."""
        return self._binding[0]

    # --- mistakes ---

    @cached_property
    def problems(self) -> list[Problem]:
        """All that is wrong with the text, its declarations, its names and its types.

        What brackets that were mended look like may not be what was meant: behind them only what
        has a suggestion is told, and so it is where something could not be put in.
        """
        of_text = list(self.recovered.problems)
        of_names = [*self._declared[1], *self._expansion[2]]
        of_types = self._binding[1]
        broken = of_text or any(not one.warning for one in of_names)
        if of_text:
            of_names = [one for one in of_names if not one.warning and suggests(one)]
        if broken:
            of_types = [one for one in of_types if suggests(one)]
        found = [*of_text, *of_names, *of_types]
        here = self.recovered.source
        if here is not self.source:
            found = [rehomed(one, here, self.source) for one in found]
        return sorted(dict.fromkeys(found), key=lambda one: (self.reach(one.span), one.message))

    def own(self, span: Span | None) -> Span | None:
        """Where something is seen in this file: the use of a define that it came through, say."""
        while span is not None and span.source not in (self.source, self.recovered.source):
            span = span.outer
        return span

    def reach(self, span: Span | None) -> tuple[int, int]:
        """From where to where something is seen in this file; its beginning if it is not."""
        own = self.own(span)
        if own is None:
            return 0, 0
        last = len(self.text)
        return min(own.start, last), min(max(own.end, own.start), last)


def _holds(item: Item, offset: int) -> bool:
    """Whether a cursor at a character stands in an item; behind a word it still does."""
    span = item.span
    if isinstance(item, Form | Row):
        return span.start < offset < span.end
    return span.start <= offset <= span.end

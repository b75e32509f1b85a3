"""What may be written at a place of a text, as a grammar.

The surface is looked at, as for completion: the clauses around the place, the arguments that they
have before it and behind it, and the names of the file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from interpreter.language.catalogue import Alternative, Ludeme
from interpreter.language.grammar.clauses import Arguments, Place, Step
from interpreter.language.grammar.making import CLOSE, SPACE, Around, Maker, Scope
from interpreter.language.grammar.productions import Grammar, Rule, Symbols, Text
from interpreter.language.kinds import gives
from interpreter.language.nodes import bare, nodes_in
from interpreter.language.parts import GameRules, Piece, Players, Regions
from interpreter.services.context import candidates_of, may_be
from interpreter.services.document import Document
from interpreter.services.names import Kind, Names
from interpreter.text.errors import LudError, Span
from interpreter.text.tree import Form, Item, Named, Row, String, Symbol

LABEL = re.compile(r"([A-Za-z]+):\s*\Z")
SEVERAL = 4
"""Players, where it is not known how many."""
WORD = "_-+*/%=!^&|<>"
"""Signs that words have besides letters and digits."""


@dataclass(frozen=True, slots=True)
class Following:
    """What may stand at a place.

    Args:
        grammar: of what may be put in
        start, end: what it takes the place of: the word that is being written, or nothing
    """

    grammar: Grammar
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _State:
    """A form that a clause may be, and how far its arguments are."""

    form: Ludeme
    place: Place


def scope_of(document: Document, names: Names, base: Scope) -> Scope:
    """The names and the defines that rules of a file may use."""
    pieces = _named(document, names, Piece, Kind.PIECE)
    numbers = [str(player) for player in range(1, _players(document) + 1)]
    found = {
        "piece": [*pieces, *(one + number for one in pieces for number in numbers)],
        "region": _named(document, names, Regions, Kind.REGION),
    }
    defines: dict[str, Callable[[Alternative], bool]] = {}
    for name, kinds in _given_by_defines(document).items():
        defines[name] = lambda one, kinds=kinds: all(gives(kind, one.type) for kind in kinds)
    known = {unit: several for unit, several in found.items() if several}
    return replace(base, names={**base.names, **known}, defines={**base.defines, **defines})


def _given_by_defines(document: Document) -> dict[str, set[type]]:
    """The types of what the defines of a file give, of those that take nothing and are clauses."""
    bodies = {
        (one.body[0].span.start, one.body[0].span.end): name
        for name, one in document.defines.items()
        if not one.holes and len(one.body) == 1 and isinstance(one.body[0], Form)
    }
    found: dict[str, set[type]] = {}
    if document.node is not None:
        for node in nodes_in(document.node):
            name = bodies.get((node.span.start, node.span.end))
            if name is not None and node.span.outer is not None:
                found.setdefault(name, set()).add(node.ludeme.result)
        return found
    for name in bodies.values():
        body = cast(Form, document.defines[name].body[0])
        found[name] = {one.form.result for one in candidates_of(document, body)} or {object}
    return found


def _named(document: Document, names: Names, kind: type, named: Kind) -> list[str]:
    """The names that clauses of a type give, whether the rules are whole or not."""
    found = [one.text for one in names.of(named)]
    for item in document.walk() if document.node is None else ():
        if isinstance(item, Form) and any(
            one.form.result is kind for one in candidates_of(document, item)
        ):
            found += [one.text for one in item.items if isinstance(one, String)][:1]
    return list(dict.fromkeys(found))


def _players(document: Document) -> int:
    """How many players there are; several if the rules are not whole."""
    for node in nodes_in(document.node) if document.node is not None else ():
        if node.ludeme.result is Players:
            value = bare(node.args[0][1])
            if isinstance(value, int):
                return value
            return len(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else SEVERAL
    return SEVERAL


def following(
    document: Document, names: Names, offset: int, base: Scope | None = None, *, whole: bool = False
) -> Following:
    """What may stand at a place.

    Args:
        offset: the place, by characters
        base: what is used of the language
        whole: up to the end of the rules, as if nothing stood behind the place; else what can be
            put in, while all that stands behind it stays

    Raises:
        LudError: nothing is known of what may stand there
    """
    return _Following(document, names, offset, base or Scope(), whole=whole).found()


class _Following:
    """The grammar for one place."""

    def __init__(
        self, document: Document, names: Names, offset: int, base: Scope, *, whole: bool
    ) -> None:
        text = document.text
        start = offset
        while start and (text[start - 1].isalnum() or text[start - 1] in WORD):
            start -= 1
        end = offset
        while start < end < len(text) and (text[end].isalnum() or text[end] in WORD):
            end += 1
        self.document, self.whole = document, whole
        self.start, self.end = start, len(text) if whole else end
        self.maker = Maker(document.catalogue, scope_of(document, names, base))
        self.around = Around()

    def found(self) -> Following:
        """What may stand there."""
        around = self.document.path(self.start)
        path = [one for one in around if isinstance(one, Form | Row | Named) and self._holds(one)]
        label = LABEL.search(self.document.text, 0, self.start)
        if label is not None and path and not isinstance(path[-1], Named):
            # A label without a value that another stands behind is not read.
            path.append(Named(label[1], None, Span(self.document.source, *label.span())))
        if path and any(one in self.document.declared.defines for one in path[:1]):
            raise self._unknown("in a define: what it is put into is not known")
        parts = list(self._inside(path, (Alternative(GameRules),), ()))
        if not parts:
            raise self._unknown("the words before it are not understood")
        leading: Symbols = () if self._has_room() else (SPACE,)
        start = [(*leading, *one) for one in parts]
        try:
            made = self.maker.made(list(dict.fromkeys(start)))
            return Following(made, self.start, self.end)
        except ValueError:
            why = "nothing fits between what stands before it and behind it"
            raise self._unknown(why) from None

    def _holds(self, one: Item) -> bool:
        """Whether the place is inside something, and not at its end."""
        if isinstance(one, Named):
            behind = self.start >= one.span.start + len(one.label) + 1
            return behind and (one.value is None or self.start <= one.value.span.end)
        closed = self.document.text[one.span.end - 1 : one.span.end] in (")", "}")
        return one.span.start < self.start and (self.start < one.span.end or not closed)

    def _has_room(self) -> bool:
        before = self.document.text[self.start - 1 : self.start]
        return not before or before.isspace() or before in "({:"

    def _unknown(self, why: str) -> LudError:
        span = Span(self.document.source, self.start, self.start)
        return LudError(f"what may stand here is not known: {why}", span, code="place-not-known")

    # --- from the outside to the inside ---

    def _inside(
        self, path: Sequence[Item], wanted: Sequence[Alternative], close: Symbols
    ) -> Iterator[Symbols]:
        """What may stand at the place, inside the first of what is around it.

        Args:
            close: what stands behind that
        """
        if not path:
            yield from ((self._type(one), *close) for one in wanted)
            return
        inner, rest = path[0], path[1:]
        if isinstance(inner, Row):
            yield from self._in_list(inner, rest, wanted, close)
        elif isinstance(inner, Form):
            yield from self._in_clause(inner, rest, wanted, close)

    def _type(self, wanted: Alternative) -> Rule:
        return self.maker.type(wanted, self.around)

    def _in_list(
        self, row: Row, path: Sequence[Item], wanted: Sequence[Alternative], close: Symbols
    ) -> Iterator[Symbols]:
        items = tuple(dict.fromkeys(item for one in wanted for item in one.items))
        end: Symbols = (Rule("close_list"), *close) if self.whole else self._apart()
        if not items:
            return
        more = self._more(items, end)
        if path:
            yield from self._inside(path, items, (more,) if self.whole else ())
            return
        yield (self._one_of(items), more)
        if row.items and self.whole:
            yield end

    def _apart(self) -> Symbols:
        """What keeps what is put in from what stands behind it."""
        after = self.document.text[self.end : self.end + 1]
        return (SPACE,) if after and not after.isspace() and after not in ")}" else ()

    def _more(self, items: Sequence[Alternative], end: Symbols) -> Rule:
        """Further items of a list, and what stands behind them."""
        name = self.maker.fresh("more_items")
        self.maker.rules[name] = [end, (SPACE, self._one_of(items), Rule(name))]
        return Rule(name)

    def _one_of(self, wanted: Sequence[Alternative]) -> Rule:
        name = self.maker.fresh("item")
        self.maker.rules[name] = [(self._type(one),) for one in wanted]
        return Rule(name)

    def _in_clause(
        self, form: Form, path: Sequence[Item], wanted: Sequence[Alternative], close: Symbols
    ) -> Iterator[Symbols]:
        end: Symbols = (CLOSE, *close) if self.whole else ()
        head = form.items[0] if form.items else None
        if head is None or self.start <= head.span.start:
            yield from self._named_forms("", wanted, form, end)
            return
        if not isinstance(head, Symbol):
            return
        inner = path[0] if path else None
        for state in self._states(form, wanted, inner):
            yield from self._after(form, state, inner, path[1:] if path else (), end)
        before = [one for one in form.items if one.span.end <= self.start]
        said = [one.text for one in before if isinstance(one, Symbol)]
        if inner is None and len(said) == len(before):
            yield from self._named_forms(" ".join(said) + " ", wanted, form, end)

    def _named_forms(
        self, lead: str, wanted: Sequence[Alternative], form: Form, end: Symbols
    ) -> Iterator[Symbols]:
        """What may stand behind an opening bracket, or the words that complete a name.

        Args:
            lead: the words of the name that are there already
        """
        behind = self._behind(form)
        for one in wanted:
            for ludeme in self.maker.giving(one.type, self.around):
                for name in self.maker.heads(ludeme, self.around):
                    if name.startswith(lead):
                        said = name.removeprefix(lead).split()
                        yield from self._begun(ludeme, said, behind, end)

    def _begun(
        self, ludeme: Ludeme, said: Sequence[str], behind: Sequence[Item], end: Symbols
    ) -> Iterator[Symbols]:
        """A name, or the part of it that does not stand behind the place, and arguments."""
        for count in range(1, len(said) + 1):
            there = [one.text if isinstance(one, Symbol) else "" for one in behind]
            rest = said[count:]
            if rest and (self.whole or there[: len(rest)] != rest):
                continue
            ends = self._ends(ludeme, behind[len(rest) :], every=False)
            if rest:
                if ends(Place()):
                    yield (*words(said[:count]), *self._apart())
                continue
            arguments = self.maker.behind(ludeme, Place(), self.around, end or self._apart(), ends)
            yield (*words(said), arguments)

    def _behind(self, form: Form) -> list[Item]:
        """What stands in a clause behind the place."""
        return [one for one in form.items if one.span.start >= self.end]

    def _states(
        self, form: Form, wanted: Sequence[Alternative], inner: Item | None
    ) -> Iterator[_State]:
        """The forms that a clause may be, each as far as the place."""
        for one in candidates_of(self.document, form, wanted):
            items = form.items[one.words + 1 :]
            if self.start <= form.items[one.words].span.start:
                continue
            before = [each for each in items if each.span.end <= self.start and each is not inner]
            arguments = self.maker.arguments(one.form, self.around, every=True)
            places = _passed(self.document, arguments, before, [Place()])
            yield from (_State(one.form, place) for place in places)

    def _ends(
        self, ludeme: Ludeme, behind: Sequence[Item], *, every: bool = True
    ) -> Callable[[Place], bool]:
        """Where what is put in may end: where what stands behind it can follow."""
        arguments = self.maker.arguments(ludeme, self.around, every=every)

        @functools.cache
        def ends(place: Place) -> bool:
            if self.whole:
                return arguments.may_end(place)
            return any(map(arguments.may_end, _passed(self.document, arguments, behind, [place])))

        return ends

    def _after(
        self, form: Form, state: _State, inner: Item | None, path: Sequence[Item], end: Symbols
    ) -> Iterator[Symbols]:
        """What may stand at the place as an argument, and behind it."""
        arguments: Arguments = self.maker.arguments(state.form, self.around, every=True)
        ends = self._ends(state.form, self._behind(form))
        if inner is None and ends(state.place):
            yield end
        for step in arguments.steps(state.place):
            if inner is not None and not _is(self.document, inner, step):
                continue
            wanted = step.parameter.alternatives
            rest = self._rest(state.form, step.after, ends, end, inner)
            if inner is None:
                label = (Text(f"{step.label}:"),) if step.label else ()
                value = self.maker.value(step.parameter, state.form, self.around)
                yield (*label, value, *rest)
            elif isinstance(inner, Named) and not path:
                yield (self.maker.value(step.parameter, state.form, self.around), *rest)
            else:
                within = path if isinstance(inner, Named) else (inner, *path)
                yield from self._inside(within, wanted, rest)

    def _rest(
        self, ludeme: Ludeme, place: Place, ends: Callable[[Place], bool], end: Symbols,
        inner: Item | None,
    ) -> Symbols:  # fmt: skip
        """What stands behind an argument."""
        if inner is not None and not self.whole:
            return ()
        close = end if self.whole else self._apart()
        return (self.maker.behind(ludeme, place, self.around, close, ends, every=True),)


def _passed(
    document: Document, arguments: Arguments, items: Sequence[Item], places: Sequence[Place]
) -> list[Place]:
    """How far the arguments may be behind some items."""
    for item in items:
        steps = (step for place in places for step in arguments.steps(place))
        places = list(dict.fromkeys(step.after for step in steps if _is(document, item, step)))
    return list(places)


def _is(document: Document, item: Item, step: Step) -> bool:
    """Whether an item may be an argument."""
    if isinstance(item, Named):
        return item.label == step.label
    return not step.label and may_be(document, item, step.parameter.alternatives)


def words(several: Sequence[str]) -> Symbols:
    """Words with spaces between them."""
    first, *more = several
    return (Text(first), *(part for word in more for part in (SPACE, Text(word))))

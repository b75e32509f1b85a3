"""Bound rules as phrases: the templates of their forms, filled in.

Knows no form by name: conditions, sets and moves are told apart by the type that a form gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import cast

from interpreter import inflection as grammar
from interpreter.arguments import (
    UnfitError,
    argument,
    bare,
    binds,
    fixed,
    is_condition,
    kinds,
    number_in,
    unit_of,
)
from interpreter.catalogue import Ludeme, Node, Parameter
from interpreter.ir import Bool, Int, Sites
from interpreter.phrases import Block, Phrase, as_block, joined, run_on, said
from interpreter.types import Direction, Ints, Moves, Relative, Role, Unit, WalkStep
from interpreter.wording import (
    JOINED,
    USUAL,
    Guard,
    Optional,
    Part,
    Slot,
    Template,
    Verb,
    templates,
)

MOST_LISTED = 10
RELATIVE = frozenset({"that", "those", "site", "held"})
OF_PLAYER = re.compile(r"(.*\D)(\d{1,2})")
NOUN = re.compile(r"\bsite(s?)\b")
# Where a set or a site is to be named in another way and its form does not say how: for what is
# one thing, and for what is several.
RESHAPED: dict[tuple[type, str], tuple[str, str]] = {
    (Sites, "one"): ("a {site} of {}", "one of {}"),
    (Sites, "all"): ("every {site} of {}", "each of {}"),
    (Sites, "in"): ("in {}", "one of {}"),
    (Sites, "on"): ("on every {site} of {}", "on {}"),
    (Sites, "many"): ("{site}s of {}", "{}"),
    (Sites, "pieces"): ("the pieces on {}", "the pieces on {}"),
    (Ints, "in"): ("one of {}", "one of {}"),
    (Int, "on"): ("on {}", "on {}"),
    (Int, "piece"): ("the piece on {}", "the piece on {}"),
    (Int, "pieces"): ("the piece on {}", "the piece on {}"),
    (Int, "own"): ("{}'s", "{}"),
    (Int, "the"): ("{}'s", "{}"),
}


@dataclass
class Speaker:
    """Puts bound rules into words.

    Args:
        players: how many there are
        site: what a site of the board is called
        label: the label of a site, by its number; empty if it is not known
        pieces: the names of the pieces, as the rules have them
    """

    players: int = 2
    site: str = "site"
    label: Callable[[int], str] = lambda _: ""
    pieces: frozenset[str] = frozenset()
    lacking: list[Ludeme] = field(default_factory=list[Ludeme])
    iterating: frozenset[str] = frozenset()
    effect: bool = False

    def phrase(
        self, value: object, mode: str = USUAL, *, denied: bool = False, of: Unit | None = None
    ) -> Phrase:
        """A bound argument in words.

        Args:
            mode: how, see `interpreter.wording`
            denied: its opposite
            of: what it counts or names
        """
        value = bare(value)
        if mode == "owner":
            return said(f"one of {self._whose(value)} pieces")
        match value:
            case Node():
                return self._node(value, mode, denied=denied)
            case tuple():
                return self._several(cast(tuple[object, ...], value), mode, of)
            case Role() if mode in ("own", "the"):
                return said(grammar.possessive(value, self.players, certain=mode == "the"))
            case Role():
                text, plural = grammar.player(value, self.players)
                return said(text, plural=plural)
            case Bool():
                return said("always" if bool(value.constant) != denied else "never")
            case _:
                return said(self._word(value, mode, of))

    def _whose(self, value: object) -> str:
        """Whose pieces are meant: a player's, by his role or by his number."""
        if isinstance(value, Int):
            return f"P{value.constant}'s"
        return self.phrase(value, "the").text or ""

    def _word(self, value: object, mode: str, of: Unit | None) -> str:
        match value:
            case Direction() | Relative() if mode == "adj":
                return grammar.LINES.get(value.value, "straight")
            case Direction() | Relative():
                return grammar.direction(value)
            case Enum():
                return str(value.value).lower()
            case bool():
                return "yes" if value else "no"
            case int():
                return self._number(value, mode, of)
            case Int(constant=int() as number):
                return self._number(number, mode, of)
            case float():
                return f"{value:g}"
            case str():
                return self._name(value, mode, of)
            case _:
                return str(value)

    def _number(self, number: int, mode: str, of: Unit | None) -> str:
        if of == Unit("site"):
            if number < 0:
                return f"no {self.site}"
            return self.label(number) or f"{self.site} {number}"
        if mode == "ordinal":
            return grammar.ordinal(number + 1)
        return grammar.counted(number, spelled=mode != "digits")

    def _name(self, name: str, mode: str, of: Unit | None) -> str:
        owner = None
        found = OF_PLAYER.fullmatch(name)
        if of == Unit("piece") and name not in self.pieces and found:
            name, owner = found[1], int(found[2])
        if mode == "s":
            name = grammar.plural(name)
        if owner is None:
            return name
        return f"{name} of P{owner}" if owner else f"neutral {name}"

    def _several(self, values: tuple[object, ...], mode: str, of: Unit | None) -> Phrase:
        if values and all(isinstance(one, tuple) for one in values):
            lists = [self._several(cast(tuple[object, ...], one), "", of) for one in values]
            return joined(lists, "or")
        if isinstance(values[0], WalkStep):
            return said(grammar.walk(cast(tuple[WalkStep, ...], values)))
        if isinstance(values[0], Direction | Relative):
            return said(grammar.directions(cast(tuple[Direction | Relative, ...], values)))
        if mode == "on":
            return Phrase(run_on(("on ", *self._several(values, "", of).flow)), plural=True)
        parts = [self.phrase(one, "" if mode in JOINED else mode, of=of) for one in values]
        if len(parts) > MOST_LISTED and all(one.text for one in parts):
            shown = ", ".join(one.text or "" for one in parts[: MOST_LISTED - 2])
            return said(f"{len(parts)} {self.site}s ({shown}, …)", plural=True)
        return joined(parts, mode if mode in JOINED else "list")

    # Forms

    def _node(self, node: Node, mode: str, *, denied: bool) -> Phrase:
        form = node.ludeme
        known = fixed(node)
        if known is not None:
            return self.phrase(known, mode)
        if not mode and form.name in self.iterating:
            mode = "that"
        elif not mode and self.effect and form.result is Moves:
            mode = "effect"
        return self._told(node, mode, denied=denied) or self._fallback(node, denied=denied)

    def _told(self, node: Node, mode: str, *, denied: bool) -> Phrase | None:
        """What the first template says that fits; one of the usual mode if need be."""
        if denied:
            found = self._first(node, "not")
            return found or self._first(node, USUAL, denied=True)
        found = self._first(node, mode) if mode else None
        if found is not None:
            return found
        if (node.ludeme.result, mode) == (Sites, "piece"):
            one = self._told(node, "one", denied=False)
            return one and replace(one, flow=run_on(("a piece on ", *one.flow)), plural=False)
        usual = self._first(node, USUAL)
        shapes = RESHAPED.get((node.ludeme.result, mode))
        if usual is None or shapes is None or usual.text is None:
            return usual
        return said(shapes[usual.plural].replace("{site}", self.site).replace("{}", usual.text))

    def _first(self, node: Node, mode: str, *, denied: bool = False) -> Phrase | None:
        for template in templates(node.ludeme):
            if template.mode == mode:
                filling = _Filling(self, node, denied=denied)
                try:
                    return filling.whole(template)
                except UnfitError:
                    continue
        return None

    def _fallback(self, node: Node, *, denied: bool) -> Phrase:
        """A form that has no words, by its name and arguments."""
        self.lacking.append(node.ludeme)
        labels = {one.name: one for one in node.ludeme.parameters}
        parts: list[str] = []
        for name, value in node.args:
            text = self.phrase(value, of=unit_of(labels[name])).text or "…"
            parts.append(f"{labels[name].label} {text}" if labels[name].labelled else text)
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", node.ludeme.name).lower()
        text = f"{words} ({', '.join(parts)})" if parts else words
        return said(f"not {text}" if denied else text)

    @contextmanager
    def within(self, form: Ludeme, parameter: Parameter) -> Generator[None]:
        """What holds while an argument is told.

        Within a set an iterator is one of many sites, and no destination; what follows a move is
        not chosen.
        """
        before = self.iterating, self.effect
        if form.result in (Sites, Int):
            self.iterating |= binds(parameter)
        effects = any(Unit("effect") in one.hints for one in parameter.alternatives)
        self.effect = effects or (self.effect and form.result is Moves)
        yield
        self.iterating, self.effect = before


class _Filling:
    """A template being filled with the arguments of a node."""

    def __init__(
        self, speaker: Speaker, node: Node, *, denied: bool, several: bool | None = None
    ) -> None:
        self.speaker, self.node = speaker, node
        self.asked, self.denied, self.several = denied, denied, several
        self.optional: bool = False
        self.number: int | None = None
        self.before: Phrase | None = None

    def whole(self, template: Template) -> Phrase:
        """The phrase of a template.

        Raises:
            UnfitError: it does not fit
        """
        parts = tuple(one for one in template.parts if one)
        phrase = Phrase(run_on(list(self.flow(parts))), template.plural)
        if len(parts) == 1 and self.before is not None:
            phrase = replace(self.before, plural=self.before.plural or template.plural)
        if self.denied:
            return replace(phrase, flow=run_on(("it is not so that ", *phrase.flow)))
        rest = [one for one in parts if not isinstance(one, Guard)]
        subject = self._subject(rest)
        if not subject or phrase.text is None:
            return phrase
        said_of = self._predicate(rest[2:], several=False), self._predicate(rest[2:], several=True)
        return replace(phrase, subject=subject, predicates=(said_of,))

    def _subject(self, parts: Sequence[Part]) -> str:
        """The form without arguments that a template begins with, if a verb follows it."""
        if len(parts) < 3 or not isinstance(parts[0], Slot) or not isinstance(parts[2], Verb):
            return ""
        found = bare(self._value(parts[0].paths[0])[0])
        return found.ludeme.name if isinstance(found, Node) and not found.args else ""

    def _predicate(self, parts: Sequence[Part], *, several: bool) -> str:
        other = _Filling(self.speaker, self.node, denied=self.asked, several=several)
        return Phrase(run_on(list(other.flow(parts)))).text or ""

    def flow(self, parts: Iterable[Part]) -> Iterator[str | Block]:
        """The words and lists of parts of a template.

        Raises:
            UnfitError: they do not fit
        """
        for part in parts:
            match part:
                case str():
                    self.before = self.before if part == " " else None
                    yield self._literal(part)
                case Verb(word):
                    yield self._verb(word)
                case Guard():
                    self._check(part)
                case Optional():
                    yield from self._perhaps(part)
                case Slot():
                    self.before = self._slot(part)
                    yield from self.before.flow

    def _literal(self, text: str) -> str:
        end = "" if self.number == 1 else "s"
        return NOUN.sub(rf"{self.speaker.site}\1", text.replace("(s)", end))

    def _verb(self, word: str) -> str:
        several = self.before is not None and self.before.plural
        denied, self.denied = self.denied, False
        return grammar.verb(word, several=self.several or several, denied=denied)

    def _perhaps(self, part: Optional) -> Sequence[str | Block]:
        state = self.optional, self.before, self.number, self.denied
        self.optional = True
        try:
            found = list(self.flow(part.parts))
        except UnfitError:
            self.optional, self.before, self.number, self.denied = state
            return ()
        self.optional = state[0]
        return found

    def _check(self, guard: Guard) -> None:
        try:
            value, _ = self._value(guard.path, given=not guard.values)
        except UnfitError:
            fits = False
        else:
            fits = not guard.values or not kinds(value).isdisjoint(guard.values)
        if fits != guard.wanted:
            raise UnfitError

    def _value(self, path: Sequence[str], *, given: bool = False) -> tuple[object, Parameter]:
        """The argument at the end of a path; its default only if one argument alone leads there.

        Args:
            given: only what is written counts
        """
        label, *rest = path
        node = self.node
        value, parameter = argument(node, label, given=given or self.optional or bool(rest))
        for label in rest:
            value = bare(value)
            if not isinstance(value, Node):
                raise UnfitError
            value, parameter = argument(value, label, given=True)
        return value, parameter

    def _slot(self, slot: Slot) -> Phrase:
        if slot.otherwise is not None:
            try:
                self._value(slot.paths[0], given=True)
            except UnfitError:
                return said(self._literal(slot.otherwise))
        if slot.mode in JOINED:
            return joined(list(self._members(slot)), slot.mode)
        value, parameter = self._value(slot.paths[0])
        if slot.choices:
            return self._choice(value, slot)
        self.number = number_in(value)
        relative = slot.mode in RELATIVE and is_condition(value)
        phrase = self._told(value, "" if relative else slot.mode, parameter, denied=slot.denied)
        if self.optional and not phrase.flow:
            raise UnfitError
        if slot.mode == "block":
            return as_block(phrase)
        return self._relative(phrase, slot.mode, binds(parameter)) if relative else phrase

    def _told(self, value: object, mode: str, parameter: Parameter, *, denied: bool) -> Phrase:
        mode = "" if mode == "block" else mode
        with self.speaker.within(self.node.ludeme, parameter):
            return self.speaker.phrase(value, mode, denied=denied, of=unit_of(parameter))

    def _members(self, slot: Slot) -> Iterator[Phrase]:
        for path in slot.paths:
            try:
                value, parameter = self._value(path)
            except UnfitError:
                if slot.mode == "lines":
                    continue
                raise
            value = bare(value)
            several = cast(tuple[object, ...], value) if isinstance(value, tuple) else (value,)
            for one in several:
                yield self._told(one, "", parameter, denied=slot.denied)

    def _choice(self, value: object, slot: Slot) -> Phrase:
        known = kinds(value)
        for written, words in slot.choices:
            if not written or written in known:
                return said(self._literal(words))
        raise UnfitError

    def _relative(self, phrase: Phrase, mode: str, names: frozenset[str]) -> Phrase:
        """A condition on a site behind the noun, or with the noun and what it holds."""
        site = self.speaker.site
        if phrase.subject not in names or not phrase.predicates:
            lead = "where " if mode in ("that", "those") else f"a {site} where "
            return Phrase(run_on((lead, *phrase.flow)))
        told = [several if mode == "those" else one for one, several in phrase.predicates]
        held = [one for one in told if one.startswith("holds ")]
        if mode == "held" and len(held) == 1:
            rest = grammar.listed([one for one in told if one not in held])
            what = held[0].removeprefix("holds ")
            return said(f"{what} on a {site} that {rest}" if rest else what)
        if mode in ("that", "those"):
            return said("that " + grammar.listed(told))
        plain = [one.removeprefix("is ") for one in told if one in ("is empty", "is occupied")]
        rest = grammar.listed([one for one in told if one.removeprefix("is ") not in plain])
        text = " ".join(["a(n)", *plain, site])
        return said(f"{text} that {rest}" if rest else text)

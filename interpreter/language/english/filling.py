"""A template being filled with the arguments of a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol, cast

from interpreter.board.topology import SiteType
from interpreter.language.catalogue import KIND_OF_SITE, Ludeme, Parameter
from interpreter.language.english import inflection as grammar
from interpreter.language.english.arguments import (
    Lower,
    UnfitError,
    argument,
    binds,
    is_condition,
    is_neutral,
    kinds,
    number_in,
    unit_of,
)
from interpreter.language.english.phrases import Block, Phrase, as_block, joined, run_on, said
from interpreter.language.english.templates import (
    JOINED,
    Guard,
    Optional,
    Part,
    Slot,
    Template,
    Verb,
    paths_in,
)
from interpreter.language.english.unsaid import WHICH, Told, unsaid, with_details
from interpreter.language.nodes import Node, bare
from interpreter.language.signatures import Unit

# More numbers one after another are digits, not words.
FEW_NUMBERS = 4
RELATIVE = frozenset({"that", "those", "pred", "site", "held"})


class Speaking(Protocol):
    """Who is asked for the words of arguments; `speaker.py` has one."""

    use: SiteType | None
    most: int
    lower: Lower
    elsewhere: Told

    @property
    def site(self) -> str:
        """What a site of the board is called."""
        ...

    def nouns(self, text: str, use: SiteType | None = None) -> str:
        """A text in which sites are called what they are: of a kind, or of the board's own."""
        ...

    def phrase(
        self, value: object, mode: str = "", *, denied: bool = False, of: Unit | None = None
    ) -> Phrase:
        """A bound argument in words."""
        ...

    def within(self, form: Ludeme, parameter: Parameter) -> AbstractContextManager[None]:
        """What holds while an argument is told."""
        ...

    def detail(self, node: Node, parameter: Parameter, value: object) -> str:
        """An argument behind its label."""
        ...


class Filling:
    """A template being filled with the arguments of a node."""

    def __init__(
        self,
        speaker: Speaking,
        node: Node,
        *,
        denied: bool,
        several: bool | None = None,
        elsewhere: Told = frozenset(),
    ) -> None:
        self.speaker, self.node = speaker, node
        self.asked, self.denied, self.several = denied, denied, several
        self.optional: bool = False
        self.number: int | None = None
        self.before: Phrase | None = None
        self.told = elsewhere
        self.paths: Told = frozenset()

    def whole(self, template: Template) -> Phrase:
        """The phrase of a template.

        Raises:
            UnfitError: it does not fit
        """
        parts = tuple(one for one in template.parts if one)
        self.paths = frozenset(paths_in(parts))
        phrase = Phrase(run_on(list(self.flow(parts))), template.plural)
        if len(parts) == 1 and self.before is not None:
            phrase = replace(self.before, plural=self.before.plural or template.plural)
        more = (self.speaker.detail(*one) for one in unsaid(self.node, self.told))
        details = [one for one in more if one and not _is_in(one, phrase.text or "")]
        if self.denied:
            phrase = with_details(phrase, details)
            return replace(phrase, flow=run_on(("it is not so that ", *phrase.flow)))
        rest = [one for one in parts if not isinstance(one, Guard)]
        subject = self._subject(rest)
        if not subject or phrase.text is None:
            return with_details(phrase, details)
        said_of = self._predicate(rest[2:], several=False), self._predicate(rest[2:], several=True)
        return with_details(replace(phrase, subject=subject, predicates=(said_of,)), details)

    def _subject(self, parts: Sequence[Part]) -> str:
        """The form without arguments that a template begins with, if a verb follows it."""
        if len(parts) < 3 or not isinstance(parts[0], Slot) or not isinstance(parts[2], Verb):
            return ""
        found = bare(self._value(parts[0].paths[0])[0])
        return found.ludeme.name if isinstance(found, Node) and not found.args else ""

    def _predicate(self, parts: Sequence[Part], *, several: bool) -> str:
        other = Filling(self.speaker, self.node, denied=self.asked, several=several)
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
        use = cast(SiteType | None, dict(self.node.args).get(KIND_OF_SITE.name))
        return self.speaker.nouns(text.replace("(s)", end), use)

    def _verb(self, word: str) -> str:
        several = self.before is not None and self.before.plural
        denied, self.denied = self.denied, False
        return grammar.verb(word, several=self.several or several, denied=denied)

    def _perhaps(self, part: Optional) -> Sequence[str | Block]:
        state = self.optional, self.before, self.number, self.denied, self.told
        self.optional = True
        try:
            found = list(self.flow(part.parts))
        except UnfitError:
            self.optional, self.before, self.number, self.denied, self.told = state
            return ()
        self.optional = state[0]
        return found

    def _check(self, guard: Guard) -> None:
        told = [one for path in guard.paths for one in self._told_by(path, guard.values)
                if guard.same is None or self._are_same(path, guard.same)]  # fmt: skip
        if bool(told) != guard.wanted:
            raise UnfitError
        self.told |= frozenset(told)

    def _are_same(self, *paths: Sequence[str]) -> bool:
        try:
            one, other = (bare(self._value(path)[0]) for path in paths)
        except UnfitError:
            return False
        return one == other

    def _told_by(self, path: tuple[str, ...], values: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """What is told where an argument is one of some values, or given if there are none.

        Of a form that is which form it is, and nothing of its arguments. The kind of site that a
        form does not say is the board's; where there is no board, cells.
        """
        try:
            value, _ = self._value(path, given=not values)
        except UnfitError:
            if not values or path[-1] != KIND_OF_SITE.label:
                return
            value = self.speaker.use or SiteType.CELL
        if not values:
            yield path
        elif found := kinds(value, self.speaker.lower).intersection(values):
            yield (*path, WHICH) if all(one.startswith("(") for one in found) else path

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
            return self._joined(slot)
        value, parameter = self._value(slot.paths[0])
        self.told |= {slot.paths[0]}
        if slot.choices:
            return self._choice(value, slot)
        self.number = self._how_many(value, slot.mode)
        relative = slot.mode in RELATIVE and is_condition(value)
        path = slot.paths[0]
        self.speaker.elsewhere = frozenset(
            one[len(path) :] for one in self.paths if one[: len(path)] == path != one
        )
        phrase = self._told(value, "" if relative else slot.mode, parameter, denied=slot.denied)
        if self.optional and not phrase.flow:
            raise UnfitError
        if slot.mode in ("block", "able", "last"):
            return as_block(phrase, last=slot.mode == "last")
        if slot.mode == "short" and phrase.text is None:
            raise UnfitError
        if not relative:
            return phrase
        with self.speaker.within(self.node.ludeme, parameter):
            return self._relative(phrase, slot.mode, binds(parameter))

    def _how_many(self, value: object, mode: str) -> int | None:
        """The number that the words behind a slot agree with."""
        if mode == "count" and isinstance(value, tuple):
            return len(cast(tuple[object, ...], value))
        return number_in(value, self.speaker.lower)

    def _told(self, value: object, mode: str, parameter: Parameter, *, denied: bool) -> Phrase:
        mode = "" if mode in ("block", "short", "last") else mode
        with self.speaker.within(self.node.ludeme, parameter):
            return self.speaker.phrase(value, mode, denied=denied, of=unit_of(parameter))

    def _joined(self, slot: Slot) -> Phrase:
        parts = list(self._members(slot))
        if not parts and slot.mode in ("and", "or"):
            return said("always" if slot.mode == "and" else "never")
        if not parts:
            raise UnfitError
        return joined(parts, slot.mode, most=self.speaker.most)

    def _members(self, slot: Slot) -> Iterator[Phrase]:
        for path in slot.paths:
            try:
                value, parameter = self._value(path)
            except UnfitError:
                if slot.mode == "lines":
                    continue
                raise
            self.told |= {path}
            value = bare(value)
            several = cast(tuple[object, ...], value) if isinstance(value, tuple) else (value,)
            numbers = all(number_in(one, self.speaker.lower) is not None for one in several)
            mode = "digits" if numbers and len(several) > FEW_NUMBERS else ""
            for one in several:
                if is_neutral(one, slot.mode, denied=slot.denied):
                    continue
                yield self._told(one, mode, parameter, denied=slot.denied)

    def _choice(self, value: object, slot: Slot) -> Phrase:
        known = kinds(value, self.speaker.lower)
        for written, words in slot.choices:
            if not written or written in known:
                return said(self._literal(words))
        raise UnfitError

    def _relative(self, phrase: Phrase, mode: str, names: frozenset[str]) -> Phrase:
        """A condition on a site behind the noun, or with the noun and what it holds."""
        mine, others = [phrase], list[Phrase]()
        if phrase.joint == "and":
            mine = [one for one in phrase.parts if one.subject in names and one.predicates]
            others = [one for one in phrase.parts if one not in mine]
        elif phrase.subject not in names or not phrase.predicates:
            mine, others = [], mine
        if mode == "pred" and (others or not mine):
            raise UnfitError
        which = mode == "those"
        lead = self._told_of([pair[which] for one in mine for pair in one.predicates], mode)
        if not others:
            return said(lead)
        link = f"{lead} where " if not mine else f"{lead}, where "
        return Phrase(run_on((link.lstrip(), *joined(others, "and", most=self.speaker.most).flow)))

    def _told_of(self, told: Sequence[str], mode: str) -> str:
        """A site by what is said of it, or only what is said."""
        if mode == "pred":
            return grammar.listed(told)
        if mode in ("that", "those"):
            return f"that {grammar.listed(told)}" if told else ""
        return grammar.site_with(self.speaker.site, told, held=mode == "held")


def _is_in(detail: str, words: str) -> bool:
    """Whether the words of a detail stand behind no label already: what a template says anyway."""
    _, _, told = detail.partition(": ")
    return " " in told and told in words

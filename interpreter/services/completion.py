"""What may be written at a place, that which the library writes most often first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import Alternative, Ludeme, Parameter
from interpreter.language.kinds import gives, members
from interpreter.language.signatures import Unit
from interpreter.services.context import Context, context, gives_one_of
from interpreter.services.document import Document
from interpreter.services.names import Kind, Name, Names
from interpreter.services.usage import Usage
from interpreter.text.defines import Define
from interpreter.text.tree import Form, Item, String, Symbol

MOST_CHOICES = 12
FIRST, OWN = 1000, 50
"""What is added to the counts of what completes a name, and of the defines of the file."""


class What(Enum):
    """What a proposal is."""

    FORM = "form"
    LABEL = "label"
    WORD = "word"
    NAME = "name"
    DEFINE = "define"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that may be written.

    Args:
        text: what is shown
        insert: what is put in, with `${1:places}` to fill
        start: from where the text up to the cursor is replaced
        end: up to where
        count: how often the library has it
        detail: a line about it
        documentation: more about it
    """

    what: What
    text: str
    insert: str
    start: int
    end: int
    count: int
    detail: str = ""
    documentation: str = ""


def proposals(document: Document, offset: int, usage: Usage, names: Names) -> list[Proposal]:
    """All that may stand at a place, best first."""
    found = list(dict.fromkeys(_Completion(document, offset, usage, names).found()))
    return sorted(found, key=lambda one: (-one.count, one.text))


class _Completion:
    """The proposals for one place."""

    def __init__(self, document: Document, offset: int, usage: Usage, names: Names) -> None:
        self.document, self.offset, self.usage, self.names = document, offset, usage, names
        self.path = document.path(offset)
        self.here: Context = context(document, offset)
        text = document.text
        start = offset
        while start and (text[start - 1].isalnum() or text[start - 1] in "_-+*/%=!^&|"):
            start -= 1
        self.start = start
        self.before = text[start - 1 : start]

    def found(self) -> Iterator[Proposal]:
        """All proposals, in no order."""
        if _in_comment(self.document.text, self.offset):
            return
        inner = self.path[-1] if self.path else None
        if isinstance(inner, String) and inner.span.start < self.offset < inner.span.end:
            yield from self._texts(inner)
        elif self.before in ("<", ":") and self._opens_tag():
            yield from self._tags()
        elif self.before == "(":
            yield from self._clauses()
        else:
            yield from self._arguments(inner)

    # --- clauses ---

    def _clauses(self) -> Iterator[Proposal]:
        """What may stand behind an opening bracket."""
        form = self.here.form
        wanted = self._wanted_of(form)
        end = self._end_of_words()
        for ludeme in self._forms(wanted):
            yield self._form(ludeme, self.start, end, bracket=False)
        yield from self._defines(wanted, called=True)

    def _wanted_of(self, form: Form | None) -> Sequence[Alternative] | None:
        """The types of what may stand where a clause begins."""
        if form is None:
            return self.here.wanted
        if not _first_word(form, self.offset):
            return self.here.wanted
        return context(self.document, form.span.start).wanted

    def _end_of_words(self) -> int:
        """Behind the word that is being written."""
        text, end = self.document.text, self.offset
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        return end

    def _forms(self, wanted: Sequence[Alternative] | None) -> Iterator[Ludeme]:
        for ludeme in self.document.catalogue:
            if wanted is None or any(gives(ludeme.result, one.type) for one in wanted):
                yield ludeme

    def _form(self, ludeme: Ludeme, start: int, end: int, *, bracket: bool) -> Proposal:
        body = snippet(ludeme)
        insert, shown = (f"({body})", f"({ludeme.name})") if bracket else (body, ludeme.name)
        return Proposal(
            What.FORM, shown, insert, start, end, self.usage.forms[ludeme.name],
            str(ludeme), ludeme.summary,
        )  # fmt: skip

    def _defines(self, wanted: Sequence[Alternative] | None, *, called: bool) -> Iterator[Proposal]:
        own, library = self.document.defines, self.document.library
        end = self._end_of_words()
        for name in dict.fromkeys((*own, *library.names)):
            define = own.get(name)
            if define is None and self.usage.texts[name] == 0:
                continue
            if wanted is not None and not gives_one_of(self.document, name, wanted):
                continue
            insert = f'"{name}"'
            if define is not None and called:
                insert += "".join(f" ${{{k}:#{k}}}" for k in range(1, define.holes + 1))
            count = self.usage.texts[name] + (OWN if name in own else 0)
            detail = "define of this file" if name in own else "define of the library"
            yield Proposal(
                What.DEFINE, f'"{name}"', insert, self.start, end, count, detail,
                comment_of(define),
            )  # fmt: skip

    # --- arguments ---

    def _arguments(self, inner: Item | None) -> Iterator[Proposal]:
        end = self._end_of_words()
        form = self.here.form
        if isinstance(inner, Symbol) and form is not None and form.items[:1] == (inner,):
            yield from self._clauses()
            return
        place = self._in_name(inner)
        yield from self._second_words(end, place)
        if place and all(one.words >= place for one in self.here.candidates):
            return
        yield from self._labels(end)
        wanted = self.here.wanted
        if wanted is None:
            return
        for word in dict.fromkeys(word for one in wanted for word in members(one)):
            count = self.usage.words[word]
            yield Proposal(What.WORD, word, word, self.start, end, count, "word")
        for ludeme in self._forms(wanted):
            yield self._form(ludeme, self.start, end, bracket=True)
        for name in self._names_for(wanted):
            yield self._name(name, f'"{name.text}"', self.start, end)
        yield from self._defines(wanted, called=False)

    def _in_name(self, inner: Item | None) -> int:
        """Which of the words that a clause begins with the cursor is at, counted from 0."""
        form = self.here.form
        words = takewhile(lambda one: isinstance(one, Symbol), form.items if form else ())
        return next((place for place, one in enumerate(words) if one is inner), 0)

    def _second_words(self, end: int, place: int) -> Iterator[Proposal]:
        """The words that may complete the name of a clause: `Line` behind `is`.

        Args:
            place: which word the cursor is at; 0 if it is behind them all
        """
        form = self.here.form
        items = () if form is None else form.items
        before = items[:place] if place else items
        words = [one.text for one in before if isinstance(one, Symbol)]
        if not words or len(words) < len(before):
            return
        lead = " ".join(words)
        given = place and len(items) > place + 1
        for ludeme in self.document.catalogue:
            if ludeme.name.startswith(f"{lead} "):
                rest = (ludeme.name if given else snippet(ludeme)).removeprefix(f"{lead} ")
                yield Proposal(
                    What.FORM, ludeme.name.removeprefix(f"{lead} "), rest, self.start, end,
                    FIRST + self.usage.forms[ludeme.name], str(ludeme), ludeme.summary,
                )  # fmt: skip

    def _labels(self, end: int) -> Iterator[Proposal]:
        for candidate in self.here.candidates:
            for label, parameter in candidate.form.labelled.items():
                if label not in self.here.given and not self._is_excluded(candidate.form, label):
                    yield Proposal(
                        What.LABEL, f"{label}:", f"{label}:", self.start, end,
                        self.usage.labels[label], parameter.type_name, parameter.documentation,
                    )  # fmt: skip

    def _is_excluded(self, form: Ludeme, label: str) -> bool:
        return any(label in group and self.here.given & set(group) for group in form.exclusive)

    # --- names ---

    def _texts(self, inner: String) -> Iterator[Proposal]:
        """The names that may stand in a text."""
        start, end = inner.span.start + 1, inner.span.end - 1
        fitting = list(self._names_for(self.here.wanted or ()))
        for name in self.names:
            if name.kind in (Kind.OPTION, Kind.ARGUMENT, Kind.DEFINE) or not name.text:
                continue
            one = self._name(name, name.text, start, end)
            yield replace(one, count=one.count + FIRST) if name in fitting else one
        for one in self._defines(None, called=False):
            text = one.text.strip('"')
            yield Proposal(
                one.what, text, text, start, end, one.count, one.detail, one.documentation
            )

    def _names_for(self, wanted: Sequence[Alternative]) -> Iterator[Name]:
        """The names of what a parameter is about, as far as its type says."""
        if not any(one.type is str for one in wanted):
            return
        units = {hint.name for one in wanted for hint in one.hints if isinstance(hint, Unit)}
        kinds = {Kind.PIECE: "piece", Kind.REGION: "region"}
        for name in self.names:
            if name.kind in (Kind.DEFINE, Kind.OPTION, Kind.ARGUMENT, Kind.ITEM):
                continue
            if not units or kinds.get(name.kind) in units:
                yield name

    def _name(self, name: Name, text: str, start: int, end: int) -> Proposal:
        count = 100 + len(name.uses)
        return Proposal(What.NAME, text, text, start, end, count, name.kind.value)

    # --- options ---

    def _opens_tag(self) -> bool:
        text = self.document.text
        start = self.start
        if self.before == ":":
            start = text.rfind("<", 0, start) + 1
            return start > 0 and text[start : self.start - 1].replace("-", "").isalnum()
        return True

    def _tags(self) -> Iterator[Proposal]:
        """The options that rules may use, each with its argument."""
        start = self.document.text.rfind("<", 0, self.offset) + 1
        end = self._end_of_words()
        for group in self.document.declared.groups:
            for argument in group.arguments:
                text = f"{group.tag}:{argument}"
                insert = text if self.document.text[end : end + 1] == ">" else f"{text}>"
                yield Proposal(
                    What.OPTION, text, insert, start, end, 0, f'option "{group.heading}"'
                )


def snippet(form: Ludeme) -> str:
    """The text of a form with places for what must be given: `is Line ${1:length}`."""
    parts = [form.name.replace("$", "\\$")]
    place = 0
    for parameter in form.parameters:
        if parameter.optional:
            continue
        place += 1
        parts.append(_place(parameter, place))
    return " ".join(parts)


def _place(parameter: Parameter, number: int) -> str:
    """A place to fill, which shows what is to be put in."""
    label = f"{parameter.label}:" if parameter.labelled else ""
    kinds = parameter.alternatives
    if all(one.type is tuple for one in kinds):
        return f"{label}{{ ${{{number}:{parameter.label}}} }}"
    if all(one.type is str for one in kinds):
        return f'{label}"${{{number}:{parameter.label}}}"'
    words = [word for one in kinds for word in members(one)]
    if 0 < len(words) <= MOST_CHOICES and not any(one.type in (Int, Bool) for one in kinds):
        return f"{label}${{{number}|{','.join(words)}|}}"
    return f"{label}${{{number}:{parameter.label}}}"


def comment_of(define: Define | None) -> str:
    """The comment right before a define."""
    if define is None:
        return ""
    lines = define.span.source.text[: define.span.start].rstrip("\n").split("\n")
    found: list[str] = []
    while lines and lines[-1].lstrip().startswith("//"):
        found.insert(0, lines.pop().strip().removeprefix("//").strip())
    return "\n".join(found)


def _in_comment(text: str, offset: int) -> bool:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return "//" in line and line[: line.index("//")].count('"') % 2 == 0


def _first_word(form: Form, offset: int) -> bool:
    """Whether a cursor is at the beginning of a clause."""
    head = form.items[0] if form.items else None
    return head is None or offset <= head.span.end

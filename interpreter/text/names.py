"""What the options and defines of a file are called, and what they stand for."""

from __future__ import annotations

from dataclasses import replace

from interpreter.text.defines import (
    DECLARATION,
    Declared,
    Define,
    Frame,
    Library,
    nested_defines,
    read_define,
    walk_declarations,
)
from interpreter.text.errors import Span, suggest
from interpreter.text.notes import Notes
from interpreter.text.options import Choice, Ruleset
from interpreter.text.syntax import fragment
from interpreter.text.tree import Item


class Names(Notes):
    """The options and defines of one rule file under one choice of options."""

    def __init__(
        self, declared: Declared, chosen: Choice, active: Ruleset | None, defines: Library
    ) -> None:
        super().__init__()
        self.declared = declared
        self.chosen = chosen
        self.active = active
        self.library = defines
        self.asked: set[str] = set()
        self.values = self.read_values()
        self.fragments: dict[tuple[str, str | None], tuple[Item, ...]] = {}
        self.defines: dict[str, Define] = {}
        self.read_defines()

    def read_values(self) -> dict[tuple[str, str | None], Span | None]:
        """Where the text stands that each use of an option puts in; None for a value left out."""
        values: dict[tuple[str, str | None], Span | None] = {}
        for group in self.declared.groups:
            item = self.chosen[group.heading]
            item = item if item in group.items else group.default
            spans = [*item.values, *[None] * (len(group.arguments) - len(item.values))]
            for argument, span in zip(group.arguments, spans, strict=True):
                values.setdefault((group.tag, argument), span)
            if spans:
                values.setdefault((group.tag, None), spans[0])
        return values

    def read_defines(self) -> None:
        """Take up the defines of the file, those that chosen items give included."""
        forms = list(self.declared.defines)
        for (tag, argument), span in self.values.items():
            if span is not None and DECLARATION.search(span.source.text, span.start, span.end):
                forms.extend(walk_declarations(self.value(tag, argument)))
        forms.extend([inner for form in forms for inner in nested_defines(form)])
        for form in forms:
            define = read_define(form, len(self.defines), in_library=False)
            if self.defines.setdefault(define.name, define) is not define:
                self.warn(
                    f'"{define.name}" is defined twice; the first counts',
                    form.span,
                    code="defined-twice",
                )

    def value(self, tag: str, argument: str | None) -> tuple[Item, ...]:
        """What a use of an option puts in."""
        key = tag, argument
        if key not in self.fragments:
            span = self.values[key]
            assert span is not None
            self.fragments[key] = fragment(span.source, span.start + 1, span.end - 1)
        return self.fragments[key]

    def find(self, name: str, frame: Frame | None) -> Define | None:
        """The define a text names, if it does: within a library, its own defines come first."""
        self.asked.add(name)
        if self.in_metadata:
            return self.defines.get(name)
        if frame is not None and frame.define is not None and frame.define.in_library:
            return self.library.get(name) or self.defines.get(name)
        return self.defines.get(name) or self.library.get(name)

    def unnamed(self) -> list[Define]:
        """The defines of the file that were not asked for."""
        return [define for define in self.defines.values() if define.name not in self.asked]

    def undefined(self, name: str, span: Span) -> None:
        """Remember that something is used as a define that is none."""
        hint = suggest(name, self.defined)
        self.error(f'"{name}" is not defined', span, hint, code="unknown-define")

    @property
    def defined(self) -> tuple[str, ...]:
        """The names of all defines that rules may use."""
        return (*self.defines, *self.library.names)

    def selectable(self) -> set[str]:
        """All that `useFor` may ask for."""
        groups = self.declared.groups
        names = {f"{group.heading}/{item.name}" for group in groups for item in group.items}
        return names | {ruleset.heading for ruleset in self.declared.rulesets}

    def expose(self, span: Span, frame: Frame | None) -> None:
        """Fix the parameters of a define that comes to light as the body of another is put in."""
        if frame is None or frame.define is None:
            return
        for name, define in self.defines.items():
            if define.span == span and define.captured is None:
                self.defines[name] = replace(define, captured=frame.arguments)

"""Uses of defines and options: the frames that items stand in, and what is put into texts.

Arguments of a define are passed unexpanded, with the frame they were written in.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from interpreter.text.brackets import MAX_DEPTH
from interpreter.text.defines import PARAMETER, Bound, Declared, Define, Frame, Library
from interpreter.text.errors import Span, suggest
from interpreter.text.names import Names
from interpreter.text.notes import EndError
from interpreter.text.options import Choice, Ruleset
from interpreter.text.printer import one_line
from interpreter.text.tree import Form, Hole, Item, Nothing, Out, Reference, String, Symbol

MAX_NODES: Final = 100_000
MAX_TEXT: Final = 10_000
"""Characters that one text may grow to by what is put into it."""
OPTION: Final = re.compile(r"<([A-Za-z0-9_-]+)(?::([A-Za-z0-9_-]+))?>")


class Uses(Names, ABC):
    """What is put in where a file uses defines and options."""

    def __init__(
        self, declared: Declared, chosen: Choice, active: Ruleset | None, defines: Library
    ) -> None:
        super().__init__(declared, chosen, active, defines)
        self.left = MAX_NODES

    @abstractmethod
    def item(self, item: Item, frame: Frame | None, depth: int) -> list[Out]:
        """What one item becomes."""

    def hole(self, item: Hole, frame: Frame | None, depth: int) -> list[Out]:
        """What a parameter becomes."""
        bound = self.argument(item, frame)
        return [] if bound is None else self.item(bound[0], bound[1], depth)

    def frame(
        self,
        define: Define,
        given: Sequence[Bound],
        span: Span,
        frame: Frame | None,
        depth: int,
    ) -> Frame:
        """The frame of a use of a define."""
        self.spend((), span)
        if define.captured is not None:
            return Frame(define, define.captured, span, frame)
        arguments: list[Bound | None] = []
        owner = None if frame is None else frame.define
        for bound in given:
            if isinstance(bound[0], Nothing):
                arguments.append(None)
            else:
                arguments.extend(self.opened_before(define, bound, owner, depth))
        if len(arguments) > define.holes and (owner is None or not owner.in_library):
            extra = next((bound for bound in arguments[define.holes :] if bound), None)
            if extra is not None:
                place = within(extra[0].span, extra[1])
                self.warn(
                    f'"{define.name}" has no parameter for this', place, code="surplus-argument"
                )
        return Frame(define, arguments, span, frame)

    def opened_before(
        self, outer: Define, bound: Bound, owner: Define | None, depth: int
    ) -> list[Bound]:
        """An argument of `outer`, or several.

        In text, an argument that is itself the use of a define is opened before `outer` takes its
        arguments if its turn is earlier, and if it stands for several things they are several
        arguments.
        """
        found = self.used(bound, depth)
        if found is None or found[0].single or not self.earlier(found[0], outer, owner):
            return [bound]
        define, given = found
        item, frame = bound
        self.check_depth(item.span, frame, depth)
        inner = self.frame(define, given, within(item.span, frame), frame, depth + 1)
        return [
            opened
            for part in self.bind(define.body, inner)
            for opened in self.opened_before(outer, part, define, depth + 1)
        ]

    def used(self, bound: Bound, depth: int) -> tuple[Define, list[Bound]] | None:
        """The define that an item uses, and the arguments it gives."""
        item, frame = bound
        given: list[Bound] = []
        if isinstance(item, Form) and item.items and not isinstance(item.items[0], Symbol):
            given = self.bind(item.items, frame)
            if not given:
                return None
            item, frame = given[0]
        elif not isinstance(item, String):
            return None
        if not isinstance(item, String):
            return None
        define = self.find(self.text(item, frame, depth), frame)
        return None if define is None else (define, given[1:])

    def earlier(self, first: Define, second: Define, owner: Define | None) -> bool:
        """Whether text that came out of `owner` is searched for `first` before `second`."""
        return self.turn(first, owner) < self.turn(second, owner)

    def turn(self, define: Define, owner: Define | None) -> tuple[bool, int]:
        """When the text is next searched for a define, once `owner` was put in.

        The defines of the file go round in their order until nothing changes, then those of the
        library, then those of the file again.
        """
        in_library = owner is not None and owner.in_library
        if define.in_library != in_library or owner is None:
            return define.in_library != in_library, define.order
        count = len(self.library.order) if in_library else len(self.defines)
        return False, (define.order - owner.order - 1) % max(count, 1)

    def bind(self, items: Iterable[Item], frame: Frame | None) -> list[Bound]:
        """The items with their frame; parameters and options are looked up."""
        bounds: list[Bound] = []
        for item in items:
            if isinstance(item, Hole):
                argument = self.argument(item, frame)
                if argument is not None:
                    bounds.append(argument)
            elif isinstance(item, Reference):
                if self.known(item, frame):
                    bounds += self.bind(
                        self.value(item.tag, item.argument), self.option_frame(item, frame)
                    )
            else:
                bounds.append((item, frame))
        return bounds

    def option_frame(self, item: Reference, frame: Frame | None) -> Frame:
        """The frame of a use of an option: parameters in its value are those around it."""
        used = within(item.span, frame)
        return Frame(
            None if frame is None else frame.define,
            () if frame is None else frame.arguments,
            used,
            frame,
            is_option=True,
        )

    def argument(self, item: Hole, frame: Frame | None) -> Bound | None:
        """What a parameter stands for."""
        if frame is None or frame.define is None:
            self.error(
                f"#{item.number} stands outside a define",
                within(item.span, frame),
                code="stray-parameter",
            )
            return None
        given = frame.arguments
        return given[item.number - 1] if item.number <= len(given) else None

    def known(self, item: Reference, frame: Frame | None) -> bool:
        """Whether an option gives a value for this use; else it is a mistake."""
        key = item.tag, item.argument
        if self.values.get(key) is not None:
            return True
        span = within(item.span, frame)
        groups = [group for group in self.declared.groups if group.tag == item.tag]
        if not groups:
            tags = [group.tag for group in self.declared.groups]
            self.error(
                f"no option has the tag <{item.tag}>",
                span,
                suggest(item.tag, tags),
                code="unknown-option",
            )
            return False
        group = groups[0]
        if key in self.values:
            name = self.chosen[group.heading].name
            self.error(
                f'item "{name}" gives no value for {one_line(item)}', span, code="option-value"
            )
        elif item.argument is not None:
            hint = suggest(item.argument, group.arguments)
            known = "known: " + ", ".join(group.arguments)
            message = f'option "{group.heading}" has no argument {item.argument}'
            self.error(message, span, hint or known, code="option-arguments")
        else:
            self.error(f'option "{group.heading}" has no arguments', span, code="option-arguments")
        return False

    # --- texts ---

    def text(self, item: String, frame: Frame | None, depth: int) -> str:
        """The text of a string, with what options and arguments put into it."""
        text = item.text
        if "<" in text and self.values:
            text = OPTION.sub(self.option_text, text)
        if "#" in text and frame is not None and frame.define is not None:
            text = PARAMETER.sub(lambda mark: self.hole_text(item, mark, frame, depth), text)
        if len(text) > MAX_TEXT and text != item.text:
            raise EndError(f"a text grows longer than {MAX_TEXT} characters", item.span)
        return text

    def option_text(self, mark: re.Match[str]) -> str:
        """The raw value of an option, within a text; the mark itself if it is no option."""
        span = self.values.get((mark[1], mark[2]))
        return mark[0] if span is None else span.source.text[span.start + 1 : span.end - 1]

    def hole_text(self, item: String, mark: re.Match[str], frame: Frame, depth: int) -> str:
        """An argument as it is written into a text."""
        hole = Hole(int(mark[1]), item.span)
        self.spend((), item.span)
        self.check_depth(item.span, frame, depth)
        text = " ".join(one_line(out) for out in self.hole(hole, frame, depth + 1))
        if '"' in text:
            span = within(item.span, frame)
            self.error(f"{mark[0]} puts a text into a text", span, code="text-in-text")
            return ""
        return text

    # --- limits ---

    def spend(self, items: Sequence[Item], span: Span | None = None) -> None:
        """Count nodes; a use counts too, lest nothing be expanded for ever."""
        self.left -= len(items) or 1
        if self.left < 0:
            span = items[0].span if items else span
            raise EndError(f"more than {MAX_NODES} nodes after expansion", span)

    def check_depth(self, span: Span, frame: Frame | None, depth: int) -> None:
        """Refuse what is nested too deep, above all a define that uses itself."""
        if depth <= MAX_DEPTH:
            return
        frames: list[Frame] = []
        while frame is not None:
            frames.insert(0, frame)
            frame = frame.parent
        seen: dict[Define, int] = {}
        for index, inner in enumerate(frames):
            define = inner.define
            if define is None or inner.is_option:
                continue
            if define in seen:
                raise never_ends(frames[seen[define] : index], inner.used)
            seen[define] = index
        raise EndError(f"nested deeper than {MAX_DEPTH}", span)


def within(span: Span, frame: Frame | None) -> Span:
    """A span as it is told of what a frame put in."""
    return span if frame is None else span.used_at(frame.used)


def never_ends(cycle: Sequence[Frame], again: Span) -> EndError:
    """The error for a define that uses itself.

    Args:
        cycle: the uses of the defines that lead back to the first of them
        again: where the first is used again
    """
    names = [frame.define.name for frame in cycle if frame.define is not None]
    names = list(dict.fromkeys(names))
    if len(names) == 1 and again.source.text.startswith('"', again.start):
        message = f'the text "{names[0]}" is the name of the define that it stands in'
        hint = f'a text that names a define stands for it: call the define "My{names[0]}", say'
        return EndError(message, again, hint)
    through = " and ".join(f'"{name}"' for name in names[1:])
    message = f'define "{names[0]}" never ends: it uses itself'
    return EndError(message + (f" through {through}" if through else ""), cycle[0].used)

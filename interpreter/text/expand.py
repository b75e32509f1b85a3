"""The surface of a rule file to the tree of its game: options, defines and ranges are put in.

The language defines expansion as a rewriting of text; here it rewrites trees, so that every node
keeps its place and where the define or option around it was used. Where text shows through (an
argument that becomes several, a label whose value vanishes, words that run together) the result
is that of the text.

Arguments of a define are passed unexpanded, with the frame they were written in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeGuard

from interpreter.text.brackets import MAX_DEPTH
from interpreter.text.defines import (
    DECLARATION,
    DECLARATIONS,
    PARAMETER,
    Bound,
    Declared,
    Define,
    Frame,
    Library,
    declarations,
    head_word,
    library,
    lower_word,
    nested_defines,
    read_define,
    walk_declarations,
)
from interpreter.text.errors import LudError, Problem, Source, Span, suggest
from interpreter.text.options import (
    Choice,
    OptionGroup,
    OptionItem,
    Ruleset,
    choose,
    selections,
    shorten,
)
from interpreter.text.printer import one_line, write
from interpreter.text.splice import array, join, label, wrap
from interpreter.text.syntax import fragment, parse
from interpreter.text.tree import (
    Angled,
    Clause,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Labelled,
    Named,
    Node,
    Nothing,
    Out,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)
from interpreter.text.unused import doubts, unused

__all__ = [
    "Expanded",
    "Library",
    "OptionGroup",
    "OptionItem",
    "Ruleset",
    "expand",
    "library",
]

MAX_NODES: Final = 100_000
MAX_TEXT: Final = 10_000
"""Characters that one text may grow to by what is put into it."""
MAX_PROBLEMS: Final = 20

GAMES: Final = ("game", "match")
NAMED_BY_TEXT: Final = ("game", "match", "instance")
"""The text after these words is a name, never the use of a define."""


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


VOID: Final = Symbol("", Span(Source("", ""), 0, 0))
"""What a label holds whose value vanished, until it takes the thing that comes after it."""
GONE: Final = Symbol("", Span(Source("", ""), 0, 0))
"""Brackets with nothing left in them: they go, and a label before them too."""


class UnexpandedError(LudError):
    """The mistakes found while a file was expanded, and the game as far as it could be read."""

    def __init__(self, problems: Sequence[Problem], game: Clause | None) -> None:
        super().__init__(problems)
        self.game = game


class EndError(LudError):
    """A mistake that makes going on pointless."""


class Expander:
    """The expansion of one rule file under one choice of options."""

    def __init__(
        self, declared: Declared, chosen: Choice, active: Ruleset | None, defines: Library
    ) -> None:
        self.declared = declared
        self.chosen = chosen
        self.active = active
        self.library = defines
        self.problems: list[Problem] = []
        self.told: set[tuple[str, str, int]] = set()
        self.left = MAX_NODES
        self.opened = 0
        self.in_metadata = False
        self.asked: set[str] = set()
        self.values = self.read_values()
        self.fragments: dict[tuple[str, str | None], tuple[Item, ...]] = {}
        self.defines: dict[str, Define] = {}
        self.read_defines()

    # --- the file as a whole ---

    def run(self, source: Source) -> Expanded:
        """The result, if nothing is wrong."""
        game = self.game(source)
        metadata = self.metadata()
        for form in self.declared.misspelt:
            word = form.items[0].span
            self.error(
                f"found ({one_line(form.items[0])} ...)",
                word,
                f"did you mean {lower_word(form)}?",
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

    def note(self, problem: Problem) -> None:
        """Remember a problem, once for each place in the text.

        One in the metadata does not keep a game from being played.
        """
        if self.in_metadata:
            problem = replace(problem, warning=True)
        span = problem.span
        key = (problem.message, span.source.name, span.start) if span else (problem.message, "", 0)
        if key not in self.told:
            self.told.add(key)
            self.problems.append(problem)

    def error(self, message: str, span: Span, hint: str | None = None, *, code: str) -> None:
        """Remember a mistake and go on."""
        self.note(Problem(message, span, hint, code=code))

    def warn(self, message: str, span: Span, hint: str | None = None, *, code: str) -> None:
        """Remember what is legal but hardly meant."""
        self.note(Problem(message, span, hint, warning=True, code=code))

    def attempt(self, work: Callable[..., Iterable[Out]], *args: object) -> list[Out]:
        """The result of work that may find a mistake; nothing if it does."""
        try:
            return list(work(*args))
        except EndError:
            raise
        except LudError as error:
            for problem in error.problems:
                self.note(problem)
            return []

    # --- what names mean ---

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

    # --- single items ---

    def item(self, item: Item, frame: Frame | None, depth: int) -> list[Out]:
        """What one item becomes."""
        return RULES[type(item)](self, item, frame, depth)

    def items(self, items: Sequence[Item], frame: Frame | None, depth: int) -> list[Out]:
        """What several items become."""
        self.spend(items)
        outs: list[Out] = []
        for item in items:
            outs += RULES[type(item)](self, item, frame, depth)
        return outs

    def bound(self, bounds: Sequence[Bound], depth: int) -> list[Out]:
        """What several items of different frames become."""
        outs: list[Out] = []
        for item, frame in bounds:
            self.spend((item,))
            outs += self.item(item, frame, depth)
        return outs

    def spend(self, items: Sequence[Item], span: Span | None = None) -> None:
        """Count nodes; a use counts too, lest nothing be expanded for ever."""
        self.left -= len(items) or 1
        if self.left < 0:
            span = items[0].span if items else span
            raise EndError(f"more than {MAX_NODES} nodes after expansion", span)

    def symbol(self, item: Symbol, frame: Frame | None, _: int) -> list[Out]:
        return [item if frame is None else Symbol(item.text, item.span.used_at(frame.used))]

    def integer(self, item: Integer, frame: Frame | None, _: int) -> list[Out]:
        return [item if frame is None else Integer(item.value, item.span.used_at(frame.used))]

    def real(self, item: Real, frame: Frame | None, _: int) -> list[Out]:
        return [item if frame is None else Real(item.value, item.span.used_at(frame.used))]

    def string(self, item: String, frame: Frame | None, depth: int) -> list[Out]:
        text = self.text(item, frame, depth)
        span = within(item.span, frame)
        define = self.find(text, frame)
        if define is not None:
            return self.use(define, (), span, frame, depth)
        return [String(text, span)]

    def row(self, item: Row, frame: Frame | None, depth: int) -> list[Out]:
        self.check_depth(item.span, frame, depth)
        return [array(self.content(item.items, frame, depth), within(item.span, frame))]

    def named(self, item: Named, frame: Frame | None, depth: int) -> list[Out]:
        span = within(item.span, frame)
        if item.value is None:
            self.error(f"{item.label}: has no value", span, code="label-without-value")
        values = [] if item.value is None else self.item(item.value, frame, depth)
        if not values:
            self.opened += 1
            values = [VOID]
        return self.attempt(label, item.label, values, span)

    def hole(self, item: Hole, frame: Frame | None, depth: int) -> list[Out]:
        bound = self.argument(item, frame)
        return [] if bound is None else self.item(bound[0], bound[1], depth)

    def reference(self, item: Reference, frame: Frame | None, depth: int) -> list[Out]:
        return self.bound(self.bind((item,), frame), depth)

    def joined(self, item: Joined, frame: Frame | None, depth: int) -> list[Out]:
        return self.attempt(join, [self.item(part, frame, depth) for part in item.parts])

    def misplaced(self, item: Node, frame: Frame | None, _: int) -> list[Out]:
        where = "has stars, which only an item of an option has"
        if isinstance(item, Nothing):
            where = "stands only for an argument of a define"
        elif isinstance(item, Angled):
            where = "stands only in an item of an option"
        self.error(
            f"`{shorten(write(item))}` {where}", within(item.span, frame), code="misplaced-sign"
        )
        return []

    # --- clauses ---

    def form(self, item: Form, frame: Frame | None, depth: int) -> list[Out]:
        self.check_depth(item.span, frame, depth)
        items = item.items
        if not items:
            self.error(
                "a clause without a word", within(item.span, frame), code="clause-without-word"
            )
            return []
        head = items[0]
        if type(head) is Symbol:
            return self.clause(head, items[1:], item.span, frame, depth)
        return self.headless(item, frame, depth)

    def clause(
        self, head: Symbol, items: Sequence[Item], span: Span, frame: Frame | None, depth: int
    ) -> list[Out]:
        """What a form becomes that begins with a word."""
        word = head.text
        if word in DECLARATIONS:
            self.expose(span, frame)
            return []
        if self.in_metadata and word == "useFor":
            return self.use_for(items, span, frame, depth)
        name: tuple[Out, ...] = ()
        if word.lower() in NAMED_BY_TEXT and items and isinstance(items[0], String):
            name, items = (String(self.text(items[0], frame, depth), items[0].span),), items[1:]
        args = self.content(items, frame, depth)
        if frame is not None:
            head = Symbol(word, head.span.used_at(frame.used))
            span = span.used_at(frame.used)
        return [Clause(head, name + args if name else args, span)]

    def content(self, items: Sequence[Item], frame: Frame | None, depth: int) -> tuple[Out, ...]:
        """What stands between brackets, every label with its value."""
        outs = self.items(items, frame, depth + 1)
        return tuple(self.settle(outs) if self.opened else outs)

    def settle(self, outs: Iterable[Out]) -> list[Out]:
        """Labels without a value take what comes after them; the last in the brackets goes."""
        settled: list[Out] = []
        pending: Labelled | None = None
        for out in outs:
            value = out.value if isinstance(out, Labelled) else out
            if value is VOID or value is GONE:
                self.opened -= 1
                pending = out if value is VOID and isinstance(out, Labelled) else None
                continue
            if pending is not None and not isinstance(out, Labelled):
                out = Labelled(pending.label, out, pending.span)
            pending = None
            settled.append(out)
        return settled

    def headless(self, item: Form, frame: Frame | None, depth: int) -> list[Out]:
        """What a form becomes whose first item is not simply a word."""
        bounds = self.with_head(self.bind(item.items, frame), depth)
        if not bounds:
            self.opened += 1
            return [GONE]
        head, inner = bounds[0]
        if isinstance(head, String):
            name = self.text(head, inner, depth)
            define = self.find(name, inner)
            if define is not None:
                return self.use(define, bounds[1:], within(item.span, frame), frame, depth)
            self.undefined(name, within(head.span, inner))
            return []
        outs = self.bound(bounds, depth + 1)
        outs = self.settle(outs) if self.opened else outs
        if not outs:
            self.opened += 1
            return [GONE]
        return self.attempt(wrap, outs, within(item.span, frame))

    def with_head(self, bounds: list[Bound], depth: int) -> list[Bound]:
        """The same items, with the uses of defines opened that come first."""
        while bounds:
            item, frame = bounds[0]
            found = self.used(bounds[0], depth) if isinstance(item, Form) else None
            if found is None:
                break
            define, arguments = found
            depth += 1
            self.check_depth(item.span, frame, depth)
            inner = self.frame(define, arguments, within(item.span, frame), frame, depth)
            bounds = self.bind(define.body, inner) + bounds[1:]
        return bounds

    def undefined(self, name: str, span: Span) -> None:
        """Remember that something is used as a define that is none."""
        known = [*self.defines, *self.library.names]
        self.error(f'"{name}" is not defined', span, suggest(name, known), code="unknown-define")

    def use_for(
        self, items: Sequence[Item], span: Span, frame: Frame | None, depth: int
    ) -> list[Out]:
        """`(useFor {"Heading/Item"…} …)`: the rest if all that is asked for is chosen."""
        asked: list[str] = []
        if items and isinstance(items[0], String | Row):
            wanted = items[0].items if isinstance(items[0], Row) else (items[0],)
            asked = [item.text for item in wanted if isinstance(item, String)]
        known = self.selectable()
        for name in asked:
            if name not in known:
                self.warn(
                    f'"{name}" is no choice of this game',
                    span,
                    suggest(name, known),
                    code="unknown-choice",
                )
        active = selections(self.chosen)
        if self.active is not None:
            active.add(self.active.heading)
        return self.items(items[1:], frame, depth) if active.issuperset(asked) else []

    def selectable(self) -> set[str]:
        """All that `useFor` may ask for."""
        groups = self.declared.groups
        names = {f"{group.heading}/{item.name}" for group in groups for item in group.items}
        return names | {ruleset.heading for ruleset in self.declared.rulesets}

    # --- defines and options ---

    def expose(self, span: Span, frame: Frame | None) -> None:
        """Fix the parameters of a define that comes to light as the body of another is put in."""
        if frame is None or frame.define is None:
            return
        for name, define in self.defines.items():
            if define.span == span and define.captured is None:
                self.defines[name] = replace(define, captured=frame.arguments)

    def use(
        self,
        define: Define,
        given: Sequence[Bound],
        span: Span,
        frame: Frame | None,
        depth: int,
    ) -> list[Out]:
        """What the use of a define becomes; `span` is that of the use."""
        self.check_depth(span, frame, depth)
        # two deeper, because a use takes more of Python's stack than a clause
        return self.items(define.body, self.frame(define, given, span, frame, depth), depth + 2)

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


# An expander that held its own methods would be freed by the collector of garbage alone.
RULES: Final[dict[type, Callable[..., list[Out]]]] = {
    Symbol: Expander.symbol,
    Integer: Expander.integer,
    Real: Expander.real,
    String: Expander.string,
    Form: Expander.form,
    Row: Expander.row,
    Named: Expander.named,
    Hole: Expander.hole,
    Reference: Expander.reference,
    Joined: Expander.joined,
    Nothing: Expander.misplaced,
    Angled: Expander.misplaced,
    Starred: Expander.misplaced,
}
"""What becomes of each kind of item."""
OPTION: Final = re.compile(r"<([A-Za-z0-9_-]+)(?::([A-Za-z0-9_-]+))?>")


def within(span: Span, frame: Frame | None) -> Span:
    """A span as it is told of what a frame put in."""
    return span if frame is None else span.used_at(frame.used)


def is_game(out: Out) -> TypeGuard[Clause]:
    """Whether a tree is a game."""
    return isinstance(out, Clause) and out.keyword.text.lower() in GAMES


def not_a_clause(item: Item) -> bool:
    """Whether only expansion can tell what an item is."""
    return isinstance(item, String | Reference) or (
        isinstance(item, Form) and head_word(item) is None
    )


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

"""What each item of the surface becomes in the tree of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from interpreter.text.defines import DECLARATIONS, Bound, Declared, Define, Frame, Library
from interpreter.text.errors import Source, Span, suggest
from interpreter.text.options import Choice, Ruleset, selections, shorten
from interpreter.text.printer import write
from interpreter.text.splice import array, join, label, wrap
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
from interpreter.text.uses import Uses, within

NAMED_BY_TEXT: Final = ("game", "match", "instance")
"""The text after these words is a name, never the use of a define."""
VOID: Final = Symbol("", Span(Source("", ""), 0, 0))
"""What a label holds whose value vanished, until it takes the thing that comes after it."""
GONE: Final = Symbol("", Span(Source("", ""), 0, 0))
"""Brackets with nothing left in them: they go, and a label before them too."""


class Items(Uses):
    """Makes trees of items."""

    def __init__(
        self, declared: Declared, chosen: Choice, active: Ruleset | None, defines: Library
    ) -> None:
        super().__init__(declared, chosen, active, defines)
        self.opened = 0

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

    def symbol(self, item: Symbol, frame: Frame | None, _: int) -> list[Out]:
        """What a word becomes."""
        return [item if frame is None else Symbol(item.text, item.span.used_at(frame.used))]

    def integer(self, item: Integer, frame: Frame | None, _: int) -> list[Out]:
        """What a whole number becomes."""
        return [item if frame is None else Integer(item.value, item.span.used_at(frame.used))]

    def real(self, item: Real, frame: Frame | None, _: int) -> list[Out]:
        """What a number with a fraction becomes."""
        return [item if frame is None else Real(item.value, item.span.used_at(frame.used))]

    def string(self, item: String, frame: Frame | None, depth: int) -> list[Out]:
        """What a text becomes: itself, or what the define gives that it names."""
        text = self.text(item, frame, depth)
        span = within(item.span, frame)
        define = self.find(text, frame)
        if define is not None:
            return self.use(define, (), span, frame, depth)
        return [String(text, span)]

    def row(self, item: Row, frame: Frame | None, depth: int) -> list[Out]:
        """What a list becomes."""
        self.check_depth(item.span, frame, depth)
        return [array(self.content(item.items, frame, depth), within(item.span, frame))]

    def named(self, item: Named, frame: Frame | None, depth: int) -> list[Out]:
        """What a label and its value become."""
        span = within(item.span, frame)
        if item.value is None:
            self.error(f"{item.label}: has no value", span, code="label-without-value")
        values = [] if item.value is None else self.item(item.value, frame, depth)
        if not values:
            self.opened += 1
            values = [VOID]
        return self.attempt(label, item.label, values, span)

    def reference(self, item: Reference, frame: Frame | None, depth: int) -> list[Out]:
        """What the use of an option becomes."""
        return self.bound(self.bind((item,), frame), depth)

    def joined(self, item: Joined, frame: Frame | None, depth: int) -> list[Out]:
        """What parts become that stand side by side without a space."""
        return self.attempt(join, [self.item(part, frame, depth) for part in item.parts])

    def misplaced(self, item: Node, frame: Frame | None, _: int) -> list[Out]:
        """Nothing: what it is has no place here."""
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
        """What a clause becomes."""
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


# An expander that held its own methods would be freed by the collector of garbage alone.
RULES: Final[dict[type, Callable[..., list[Out]]]] = {
    Symbol: Items.symbol,
    Integer: Items.integer,
    Real: Items.real,
    String: Items.string,
    Form: Items.form,
    Row: Items.row,
    Named: Items.named,
    Hole: Items.hole,
    Reference: Items.reference,
    Joined: Items.joined,
    Nothing: Items.misplaced,
    Angled: Items.misplaced,
    Starred: Items.misplaced,
}
"""What becomes of each kind of item."""

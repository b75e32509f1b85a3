"""Options and rulesets of a rule file: reading them, and choosing among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.text.errors import LudError, Span, suggest
from interpreter.text.printer import write
from interpreter.text.tree import (
    Angled,
    Form,
    Item,
    Joined,
    Named,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)

RULESET_PREFIX = "Ruleset/"


@dataclass(frozen=True, slots=True)
class OptionItem:
    """One choice of an option.

    Args:
        name: what it is chosen by
        description: a sentence for the player
        stars: how much it is preferred; the first with the most is the default
        span: the whole item
        values: where the text stands that it gives for each argument of the option
    """

    name: str
    description: str
    stars: int
    span: Span = field(compare=False, repr=False)
    values: tuple[Span, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """An option: a heading, the tag that rules use it by, and the items to choose from."""

    heading: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[OptionItem, ...]
    span: Span = field(compare=False, repr=False)

    @property
    def default(self) -> OptionItem:
        """The item taken if nothing is chosen."""
        return max(self.items, key=lambda item: item.stars)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named choice of options.

    Args:
        heading: the name as written, with its prefix
        settings: what it chooses, each as `Heading/Item`
        variations: what else may be chosen with it
        stars: how much it is preferred
    """

    heading: str
    settings: tuple[str, ...]
    variations: tuple[str, ...]
    stars: int
    span: Span = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """The name without the prefix."""
        return self.heading.removeprefix(RULESET_PREFIX)


Choice = dict[str, OptionItem]
"""The chosen item of each option, by heading."""


# --- reading --------------------------------------------------------------------------------


def read_option(form: Form) -> OptionGroup:
    """The option that `(option "Heading" <Tag> args:{<a> <b>} {(item …)…})` declares."""
    _, *items = form.items
    heading = first_string(items, "option", form.span)
    tag = next((write(item)[1:-1] for item in items if isinstance(item, Reference | Angled)), None)
    if tag is None:
        raise LudError(
            "an option without a tag",
            form.span,
            'as in (option "Size" <Size> …)',
            code="option-form",
        )
    names = next(
        (item.value for item in items if isinstance(item, Named) and item.label == "args"), None
    )
    if not isinstance(names, Row):
        raise LudError(
            "an option without args:{…}",
            form.span,
            "as in args:{<size> <start>}",
            code="option-form",
        )
    arguments = tuple(write(name)[1:-1] for name in angles(names.items))
    row = next((item for item in items if isinstance(item, Row)), None)
    choices = () if row is None else tuple(read_item(item, arguments) for item in row.items)
    if not choices:
        raise LudError(
            "an option without items",
            form.span,
            '{(item "Name" <value> "what it is")}',
            code="option-form",
        )
    return OptionGroup(heading, tag, arguments, choices, form.span)


def read_item(item: Item, arguments: Sequence[str]) -> OptionItem:
    """One `(item "Name" <value>… "description")`, with any stars behind it."""
    form, stars = starred(item, "item")
    _, *parts = form.items
    name = first_string(parts, "item", form.span)
    texts = [part.text for part in parts if isinstance(part, String)]
    values = tuple(value.span for value in angles(parts))
    if len(values) > len(arguments):
        raise LudError(
            f'item "{name}" has {len(values)} values, its option {len(arguments)} arguments',
            values[len(arguments)],
            code="option-value",
        )
    return OptionItem(name, texts[-1] if len(texts) > 1 else "", stars, item.span, values)


def angles(items: Iterable[Item]) -> Iterator[Reference | Angled]:
    """All that stands in `<…>`; `<a><b>` without a space are two."""
    for item in items:
        if isinstance(item, Reference | Angled):
            yield item
        elif isinstance(item, Joined):
            yield from angles(item.parts)


def read_rulesets(form: Form) -> list[Ruleset]:
    """The rulesets that `(rulesets {(ruleset "Name" {"Heading/Item"…})…})` declares."""
    rows = [item for item in form.items if isinstance(item, Row)]
    if not rows:
        raise LudError(
            "rulesets without a list",
            form.span,
            "as in (rulesets {(ruleset …)…})",
            code="ruleset-form",
        )
    return [read_ruleset(item) for row in rows for item in row.items]


def read_ruleset(item: Item) -> Ruleset:
    """One `(ruleset "Ruleset/Name" {"Heading/Item"…} variations:{…})`, with any stars."""
    form, stars = starred(item, "ruleset")
    heading = first_string(form.items[1:], "ruleset", form.span)
    settings: list[str] = []
    variations: list[str] = []
    for part in form.items[1:]:
        if isinstance(part, Row):
            settings.extend(strings(part.items))
        elif isinstance(part, Named) and isinstance(part.value, Row):
            variations.extend(strings(part.value.items))
    return Ruleset(heading, tuple(settings), tuple(variations), stars, item.span)


def starred(item: Item, word: str) -> tuple[Form, int]:
    """A form with this first word, and the stars behind it."""
    form, stars = (item.form, item.stars) if isinstance(item, Starred) else (item, 0)
    head = form.items[0] if isinstance(form, Form) and form.items else None
    if isinstance(form, Form) and isinstance(head, Symbol) and head.text == word:
        return form, stars
    hint = suggest(head.text, [word]) if isinstance(head, Symbol) else None
    raise LudError(
        f"found `{shorten(write(item))}`, expected ({word} …)",
        item.span if hint is None or head is None else head.span,
        hint,
        code="wrong-declaration",
    )


def shorten(text: str) -> str:
    """The start of a text, for a message."""
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "…"


def first_string(items: Iterable[Item], word: str, span: Span) -> str:
    """The name that a declaration must have."""
    for item in items:
        if isinstance(item, String):
            return item.text
        if not isinstance(item, Symbol):
            break
    raise LudError(f"({word} …) without a name", span, f'as in ({word} "Name" …)', code="no-name")


def strings(items: Iterable[Item]) -> Iterator[str]:
    """The texts of a list; `"a""b"` without a space are two."""
    for item in items:
        if isinstance(item, String):
            yield item.text
        elif isinstance(item, Joined):
            yield from strings(item.parts)
        else:
            raise LudError(
                f"{write(item)} is no text",
                item.span,
                'a ruleset lists options as "Heading/Item"',
                code="ruleset-form",
            )


# --- choosing -------------------------------------------------------------------------------


def choose(
    groups: Sequence[OptionGroup],
    rulesets: Sequence[Ruleset],
    options: Mapping[str, str],
    ruleset: str | None,
) -> tuple[Choice, Ruleset | None]:
    """The item taken of each option, and the ruleset that is played.

    A ruleset that nobody asked for is played if all that it chooses happens to be chosen.

    Raises:
        LudError: a ruleset, heading or item that the file does not have
    """
    chosen: Choice = {}
    for group in groups:
        chosen.setdefault(group.heading, group.default)
    active = None
    if ruleset is not None:
        active = find_ruleset(rulesets, ruleset)
        for setting in active.settings:
            heading, item = find_setting(groups, setting, active)
            chosen[heading] = item
    for heading, name in options.items():
        group = find_group(groups, heading)
        chosen[group.heading] = find_item(group, name)
    return chosen, active or detect(rulesets, chosen)


def detect(rulesets: Iterable[Ruleset], chosen: Choice) -> Ruleset | None:
    """The first ruleset all of whose settings are chosen."""
    active = selections(chosen)
    for ruleset in rulesets:
        if ruleset.settings and active.issuperset(ruleset.settings):
            return ruleset
    return None


def selections(chosen: Choice) -> set[str]:
    """The chosen items, each as `Heading/Item`."""
    return {f"{heading}/{item.name}" for heading, item in chosen.items()}


def same(left: str, right: str) -> bool:
    """Whether two names are the same but for capitals and spaces around them."""
    return left.strip().casefold() == right.strip().casefold()


def find_ruleset(rulesets: Sequence[Ruleset], name: str) -> Ruleset:
    """The ruleset of this name, with or without its prefix."""
    for ruleset in rulesets:
        if same(ruleset.heading, name) or same(ruleset.name, name):
            return ruleset
    raise unknown("ruleset is", name, [ruleset.name for ruleset in rulesets])


def find_group(groups: Sequence[OptionGroup], heading: str) -> OptionGroup:
    """The option with this heading."""
    for group in groups:
        if same(group.heading, heading):
            return group
    raise unknown("option is", heading, [group.heading for group in groups])


def find_item(group: OptionGroup, name: str) -> OptionItem:
    """The item of this name; letter for letter if there are several but for capitals."""
    for item in group.items:
        if item.name == name:
            return item
    for item in group.items:
        if same(item.name, name):
            return item
    what = f'item of the option "{group.heading}" is'
    raise unknown(what, name, [item.name for item in group.items])


def find_setting(
    groups: Iterable[OptionGroup], setting: str, ruleset: Ruleset
) -> tuple[str, OptionItem]:
    """The heading and the item that `Heading/Item` in a ruleset means."""
    known = {
        f"{group.heading}/{item.name}": (group.heading, item)
        for group in groups
        for item in group.items
    }
    if setting not in known:
        hint = suggest(setting, known)
        raise LudError(
            f'ruleset "{ruleset.name}" chooses "{setting}", which is no item',
            ruleset.span,
            hint,
            code="unknown-choice",
        )
    return known[setting]


def unknown(what: str, name: str, known: Sequence[str]) -> LudError:
    """The error for a choice that does not exist, listing those that do."""
    listed = ", ".join(f'"{other}"' for other in known)
    hints = [suggest(name, known), f"known: {listed}" if known else "this game has none"]
    hint = "\n  ".join(filter(None, hints))
    return LudError(f'no {what} called "{name}"', None, hint, code="unknown-choice")

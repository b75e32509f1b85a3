"""The catalogue of ludemes: one decorated function is one form of the language.

The signature of the function is the grammar of the form, its docstring the reference page, its
body the meaning. Keyword-only parameters are given by label (`through_any` as `throughAny:`), the
others by position; a parameter with a default may be left out.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from interpreter.board.graph import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Then
from interpreter.language.signatures import Lazy, Moves, Otherwise, Unit, Ways
from interpreter.language.words import Relative

CONSTANTS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
"""Words that are numbers."""
MOST_TAKING = 2
"""A word that more forms take tells of none of them."""
Form = TypeVar("Form", bound=Callable[..., object])

TYPE_NAMES: dict[type, str] = {
    int: "int", Int: "int", float: "float", bool: "bool", Bool: "bool", str: "string",
    Sites: "sites", Moves: "moves", Ways: "directions", Relative: "relative direction",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Alternative:
    """One type that a parameter accepts.

    Args:
        type: the class of the value, or `tuple` for a list
        lazy: lowered only where the ludeme asks for it
        items: what the items of a list may be
        hints: units and bounds, for the generator of random rules
    """

    type: type
    lazy: bool = False
    items: tuple[Alternative, ...] = ()
    hints: tuple[object, ...] = ()

    @property
    def name(self) -> str:
        """The name in messages and in the reference: `int`, `{sites}`, `direction`."""
        if self.items:
            return "{" + " | ".join(dict.fromkeys(item.name for item in self.items)) + "}"
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.type.__name__).lower()
        return TYPE_NAMES.get(self.type, words)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a form.

    Args:
        name: the name in the Python signature
        label: the name in rule files
        labelled: given by label, not by position
        documentation: its line in the docstring
    """

    name: str
    label: str
    alternatives: tuple[Alternative, ...]
    optional: bool
    default: object
    labelled: bool
    documentation: str

    @property
    def type_name(self) -> str:
        """All accepted types, as in messages."""
        return " | ".join(dict.fromkeys(one.name for one in self.alternatives))

    @property
    def items(self) -> list[Alternative]:
        """What the lists hold that it takes."""
        return [item for one in self.alternatives for item in one.items]

    @property
    def of_sites(self) -> bool:
        """Whether it is about sites: a set, or numbers of sites."""
        kinds = [one for one in self.alternatives if one.type is not tuple]
        kinds += self.items
        numbers = any(one.type is Int for one in kinds)
        named = self.name in SITES_BY_NAME or any(
            isinstance(hint, Otherwise) or hint == Unit("site")
            for one in kinds for hint in one.hints
        )  # fmt: skip
        return any(one.type is Sites for one in kinds) or (numbers and named)

    def __str__(self) -> str:
        text = f"<{self.label}:{self.type_name}>" if not self.labelled else ""
        text = text or f"{self.label}:<{self.type_name}>"
        return f"[{text}]" if self.optional else text


# Parameters that are sites where they take a number, and may take one of anything.
SITES_BY_NAME = ("at", "site", "sites", "of")
KIND_OF_SITE = Parameter(
    "use", "use", (Alternative(SiteType),), True, None, False, "the kind of site"
)
FOLLOWING = Parameter("then", "then", (Alternative(Then),), True, None, False, "what follows")


@dataclass(frozen=True, eq=False)
class Ludeme:
    """One form of the language.

    Args:
        name: the keyword and the words that belong to it: `is Line`
        form: the function that lowers it
        exclusive: groups of labels of which at most one may be given
        either: groups of labels, in order, of which at least one must be given
        later: labels that the language knows and that are not built yet
        source: where the meaning was read
        examples: rule text that uses it
        needs: the iterator without which it means nothing
        grown: random rules may hold it; not where its arguments must fit each other, or where it
            asks about moves or an end that it may be part of
        kind_at: the place among the arguments where the kind of site may be said
        of_hands: its site may be one of a hand, which are cells whatever the board has
        ahead: labels of arguments that are written before one that is given by position, and the
            label of that one; the others come behind. Any order is understood, but not by all who
            read rule files
        joins: it joins sets to one, which are all of the kind of site that is said around it
        keeps: what a game keeps because of it: `touched`, the sites that a move and what followed
            it dealt with; `reached`, the last of them; `several`, how many pieces are on each
            site, and `counts` where that may be drawn on the board;
            `memory`, numbers in lists; `votes`, what is put to the vote; `balls`, pieces where the
            equipment names none; `chance`, what is drawn before the moves of a ply; `stacks`,
            pieces that stand on each other; `levels`, one of them; `reranks`, end rules that are
            asked although the game is over, as this ranks all anew; behind a colon, the argument
            without which it is not kept, as `start.level` one of an argument's own; behind `!`, the
            one with which it is not
        words: how it is usually told in plain English: a plain template or two, see
            `interpreter.language.english.templates`; finer wording stands in the phrase book
    """

    name: str
    form: Callable[..., object]
    exclusive: tuple[tuple[str, ...], ...]
    later: tuple[str, ...]
    source: str
    examples: tuple[str, ...]
    needs: str | None = None
    grown: bool = True
    kind_at: int | None = None
    of_hands: bool = False
    keeps: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    either: tuple[tuple[str, ...], ...] = ()
    joins: bool = False
    ahead: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.form, include_extras=True)

    @cached_property
    def result(self) -> type:
        """The class of what it gives."""
        return self._hints["return"]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters in written order."""
        documented = _documented(self.form.__doc__ or "")
        signature = list(inspect.signature(self.form).parameters.values())[1:]
        found = [self._parameter(one, documented) for one in signature]
        if self.kind_at is not None:
            found.insert(self.kind_at, KIND_OF_SITE)
        last = len(found)
        places = {one.label: place for place, one in enumerate(found) if not one.labelled}
        before = {label: places[other] - 0.5 for label, other in self.ahead.items()}
        found.sort(key=lambda one: before.get(one.label, places.get(one.label, last)))
        if self.result is Moves:
            # What follows a move can be said of any that makes some.
            found.append(FOLLOWING)
        labels = {one.label for one in found}
        groups = (*self.exclusive, *self.either, self.ahead)
        unknown = {one for group in groups for one in group} - labels
        assert not unknown, f"{self.name}: groups name {unknown}"
        return tuple(found)

    def _parameter(self, one: inspect.Parameter, documented: dict[str, str]) -> Parameter:
        given = one.default is not inspect.Parameter.empty
        hint = self._hints[one.name]
        return Parameter(
            one.name,
            label_of(one.name),
            tuple(_alternatives(hint)),
            # A parameter before one that must be given has no default: None says that it may miss.
            given or _may_miss(hint),
            one.default if given else None,
            one.kind is inspect.Parameter.KEYWORD_ONLY,
            documented.get(one.name, ""),
        )

    @cached_property
    def positional(self) -> tuple[Parameter, ...]:
        """Parameters given by position."""
        return tuple(one for one in self.parameters if not one.labelled)

    @cached_property
    def labelled(self) -> dict[str, Parameter]:
        """Parameters given by label."""
        return {one.label: one for one in self.parameters if one.labelled}

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.form.__doc__ or "").strip().split("\n")[0]

    def __str__(self) -> str:
        words = " ".join([self.name, *map(str, self.parameters)])
        return f"({words}) -> {Alternative(self.result).name}"


class Unbuilt(NamedTuple):
    """A form of the language that is not built.

    Args:
        name: how it is called
        gives: the types it would give, with commas between
        reason: why it is not built
    """

    name: str
    gives: str
    reason: str


class Catalogue:
    """All forms, by name.

    Attributes:
        forms: the built forms under each name
        unbuilt: the forms of the language that are not built
        known: their names, and the types that each gives
        words: further words of the language that no form takes yet
        phrases: the folder of the phrase book, see `interpreter.language.english.phrasebook`
    """

    def __init__(self) -> None:
        self.forms: dict[str, list[Ludeme]] = {}
        self.unbuilt: list[Unbuilt] = []
        self.known: dict[str, frozenset[str]] = {}
        self.words: frozenset[str] = frozenset()
        self.phrases: Traversable | None = None

    def __iter__(self) -> Iterator[Ludeme]:
        for name in sorted(self.forms):
            yield from dict.fromkeys(form for form in self.forms[name] if form.name == name)

    def arrange(self) -> None:
        """Bring names and forms into one order, whatever files and folders they were read from."""
        self.forms = {name: sorted(self.forms[name], key=_place) for name in sorted(self.forms)}

    def reason(self, name: str) -> str | None:
        """Why a form is not built; None where there is nothing to say."""
        reasons = {one.name: one.reason for one in self.unbuilt}
        reason = reasons.get(name, "")
        return reasons.get(reason.removeprefix("as "), reason) or None

    @cached_property
    def keywords(self) -> dict[str, set[str]]:
        """For each keyword, the names that start with it."""
        return _by_keyword(self.forms)

    @cached_property
    def families(self) -> dict[str, set[str]]:
        """The same with the names that are known but not supported."""
        return _by_keyword(self.forms.keys() | self.known.keys())

    @cached_property
    def _values(self) -> dict[str, set[str]]:
        """The words of the language that stand for values, by what they are in small letters."""
        found: dict[str, set[str]] = {"true": {"True", "true"}, "false": {"False", "false"}}
        # Those of parameters are among the enumerations that the modules of forms know: to read
        # every signature would take longer than all else that is done once.
        modules = {sys.modules[form.form.__module__] for form in self}
        kinds: set[type[Enum]] = {
            kind for one in modules for kind in vars(one).values()
            if isinstance(kind, type) and issubclass(kind, Enum)
        }  # fmt: skip
        words = {str(member.value) for kind in kinds for member in kind}
        names = {
            word for name in self.forms.keys() | self.known.keys() for word in name.split()[1:]
        }
        for word in (*words, *names, *self.words, *CONSTANTS):
            found.setdefault(word.lower(), set()).add(word)
        return found

    @cached_property
    def giving(self) -> dict[type, list[Ludeme]]:
        """All forms by what they give."""
        found: dict[type, list[Ludeme]] = {}
        for form in self:
            found.setdefault(form.result, []).append(form)
        return found

    @cached_property
    def named(self) -> frozenset[str]:
        """The words of the language that stand for values."""
        return frozenset(one for several in self._values.values() for one in several)

    def taking(self, word: str) -> tuple[str, list[str]] | None:
        """A word for a value, with the forms that take it if they are few; in any capitals."""
        return self._taking.get(word.lower())

    @cached_property
    def _taking(self) -> dict[str, tuple[str, list[str]]]:
        found: dict[str, dict[str, None]] = {}
        for form in self:
            for word in (word for one in form.parameters for word in words_of(one)):
                found.setdefault(word, {})[form.name] = None
        return {word.lower(): (word, list(forms)) for word, forms in found.items()
                if len(forms) <= MOST_TAKING}  # fmt: skip

    def other_capitals(self, word: str) -> list[str]:
        """The words that this would be if its capitals were others; none if it is one itself."""
        meant = self._values.get(word.lower(), set())
        return [] if word in meant or word.lower() in ("true", "false") else sorted(meant)


def words_of(parameter: Parameter) -> Iterator[str]:
    """The words that may stand for a parameter, also within lists."""
    waiting = list(parameter.alternatives)
    while waiting:
        one = waiting.pop()
        waiting += one.items
        if is_enumeration(one.type):
            yield from (str(member.value) for member in cast(type[Enum], one.type))


def _by_keyword(names: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(name.split()[0], set()).add(name)
    return found


def _place(form: Ludeme) -> tuple[str, str]:
    """Where a form stands among those of its name: by what it gives, then by its function."""
    return str(form.form.__annotations__["return"]), form.form.__name__


CATALOGUE = Catalogue()


def ludeme(
    name: str,
    *,
    source: str,
    examples: Sequence[str],
    exclusive: Iterable[tuple[str, ...]] = (),
    either: Iterable[tuple[str, ...]] = (),
    aliases: Sequence[str] = (),
    later: Sequence[str] = (),
    kind_at: int | None = None,
    of_hands: bool = False,
    needs: str | None = None,
    grown: bool = True,
    joins: bool = False,
    keeps: tuple[str, ...] = (),
    ahead: Mapping[str, str] | None = None,
    words: str | Sequence[str] = (),
) -> Callable[[Form], Form]:
    """Enter the decorated function into the catalogue as a form of the language."""

    def enter(form: Form) -> Form:
        entry = Ludeme(
            name, form, tuple(exclusive), tuple(later), source, tuple(examples), needs, grown,
            kind_at, of_hands, tuple(keeps), (words,) if isinstance(words, str) else tuple(words),
            tuple(either), joins, ahead or {},
        )  # fmt: skip
        for one in (name, *aliases):
            CATALOGUE.forms.setdefault(one, []).append(entry)
        return form

    return enter


def label_of(name: str) -> str:
    """`through_any` as rule files write it: `throughAny`; `if_` is `if`."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def _alternatives(
    hint: Any, *, lazy: bool = False, hints: tuple[object, ...] = ()
) -> Iterator[Alternative]:
    origin = get_origin(hint)
    if hint is type(None) or hint is None:
        return
    if origin is Annotated:
        inner, *notes = get_args(hint)
        yield from _alternatives(inner, lazy=lazy, hints=(*hints, *notes))
    elif origin in (Union, types.UnionType):
        for one in get_args(hint):
            yield from _alternatives(one, lazy=lazy, hints=hints)
    elif origin is Lazy:
        yield from _alternatives(get_args(hint)[0], lazy=True, hints=hints)
    elif origin is tuple:
        items = tuple(_alternatives(get_args(hint)[0]))
        yield Alternative(tuple, lazy, items, hints)
    else:
        yield Alternative(hint, lazy, (), hints)


def _may_miss(hint: Any) -> bool:
    """Whether None is among the accepted types."""
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return type(None) in get_args(inner)


def _documented(text: str) -> dict[str, str]:
    """The lines of the `Args` section by parameter."""
    section = re.search(r"Args:\n(.*?)(\n\s*\n|\Z)", text, re.DOTALL)
    found: dict[str, str] = {}
    name = ""
    for line in section.group(1).split("\n") if section else ():
        start = re.match(r"\s+(\w+): (.*)", line)
        if start:
            name = start.group(1)
            found[name] = start.group(2)
        elif name:
            found[name] = f"{found[name]} {line.strip()}".rstrip()
    return found


def is_enumeration(kind: type) -> bool:
    """Whether a type is a set of words."""
    return issubclass(kind, Enum)

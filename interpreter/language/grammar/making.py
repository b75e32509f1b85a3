"""From the catalogue to a grammar: a rule for every type, and for every form of it.

Everything is typed: where a number may stand, stand numbers and the forms that give one. What a
grammar cannot say, since it would have to remember, is left to the binder: whether a name is given
to something, and whether a number is known when the game is compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.ir.values import Int
from interpreter.language.catalogue import (
    CONSTANTS,
    Alternative,
    Catalogue,
    Ludeme,
    Parameter,
)
from interpreter.language.grammar.choosing import Chosen
from interpreter.language.grammar.clauses import Arguments, Place
from interpreter.language.grammar.productions import (
    Grammar,
    Rule,
    Symbols,
    Text,
    pruned,
    signs,
    without_detours,
)
from interpreter.language.kinds import gives, is_site, members
from interpreter.language.parts import GameRules
from interpreter.language.signatures import Between, Binds, Moves, Otherwise, Unit

START = "game"
GAP, SPACE = Rule("gap"), Rule("space")
CLOSE = Rule("close")
DEEPEST_LINE, LONGEST_TEXT = 80, 400
"""Spaces that a line may begin with, and characters of a text."""
LINE = (Text("\n"), signs(" ", least=0, most=DEEPEST_LINE))
TOKENS: dict[str, Sequence[Symbols]] = {
    "space": [(Text(" "),), LINE],
    "close": [(Text(")"),), (Text(" )"),), (*LINE, Text(")"))],
    "open_list": [(Text("{"),), (Text("{ "),), (Text("{"), *LINE)],
    "close_list": [(Text("}"),), (Text(" }"),), (*LINE, Text("}"))],
    "whole": [(signs("0-9", most=9),), (Text("-"), signs("0-9", most=9))],
    "small": [(signs("0-9", most=2),)],
    "fraction": [
        (signs("0-9", most=9), Text("."), signs("0-9", most=17)),
        (Text("-"), signs("0-9", most=9), Text("."), signs("0-9", most=17)),
    ],
    "label": [(Text('"'), signs("A-Z", most=2), signs("0-9", most=2), Text('"'))],
    "text": [
        (
            Text('"'),
            signs('"', "\\", "<", ">", "#", "\n", least=0, most=LONGEST_TEXT, but=True),
            Text('"'),
        )
    ],
}
"""What is written with single characters."""


def _head(name: str) -> Symbols:
    """The beginning of a clause; each word is a token, so that none is the beginning of another."""
    first, *words = name.split()
    return (Text(f"({first}"), *(part for word in words for part in (SPACE, Text(word))))


CONSTANT = (int, float, bool)
"""Types of values that are known when a game is compiled."""


def is_arithmetic(form: Ludeme) -> bool:
    """Whether a form makes a number of numbers alone: what these are, and no position, decides."""
    several = [one for parameter in form.parameters for one in parameter.alternatives]
    plain = all(_is_plain(one) and not one.hints for one in several)
    of_sites = any(map(is_site, form.parameters))
    return form.result in (Int, int, float) and bool(several) and plain and not of_sites


def _is_plain(one: Alternative) -> bool:
    if one.type is tuple:
        return all(map(_is_plain, one.items))
    return one.type in (int, float, Int)


@dataclass(frozen=True, slots=True)
class Around:
    """What holds around a part, where it is minded.

    Args:
        bound: iterators that have a value
        effect: moves are effects, not decisions
        known: values are known when the game is compiled
    """

    bound: frozenset[str] = frozenset()
    effect: bool = False
    known: bool = False

    def inside(self, hints: Iterable[object]) -> Around:
        """What holds in an argument with these hints."""
        here = self
        for hint in hints:
            if isinstance(hint, Binds):
                here = replace(here, bound=here.bound | set(hint.names))
            elif hint == Unit("effect"):
                here = replace(here, effect=True)
        return here


@dataclass(frozen=True)
class Scope:
    """What a grammar is made for.

    Args:
        forms: those that may be used; all if not given
        names: what texts may be, by what they are the name of: `piece`, `region`; any text for
            what is not among them
        defines: what the use of a define may stand for, by its name
        sensible: numbers lie within the bounds that make sense, such as boards of 2 to 12 rows
        scoped: iterators such as `(to)` stand only where they have a value, and effects are told
            from decisions; the grammar is some times as large
    """

    forms: Chosen | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    defines: Mapping[str, Callable[[Alternative], bool]] = field(
        default_factory=dict[str, Callable[[Alternative], bool]]
    )
    sensible: bool = False
    scoped: bool = False


def grammar(catalogue: Catalogue, scope: Scope | None = None) -> Grammar:
    """The grammar of whole games, as they are when options and defines have been put in."""
    maker = Maker(catalogue, scope or Scope())
    whole = maker.type(Alternative(GameRules), Around())
    return maker.made([(GAP, whole, GAP)])


class Maker:
    """Makes the rules of a grammar, each when it is first asked for."""

    def __init__(self, catalogue: Catalogue, scope: Scope) -> None:
        self.catalogue, self.scope = catalogue, scope
        self.rules: dict[str, Sequence[Symbols]] = {}
        self._named: dict[object, str] = {}
        self._taken: set[str] = {START, GAP.name}
        self._behind: dict[tuple[Symbols, ...], Rule] = {}
        self._heads: dict[Ludeme, list[str]] = {}
        for name, forms in catalogue.forms.items():
            for form in forms:
                self._heads.setdefault(form, []).append(name)
        self._forms = [one for one in catalogue if scope.forms is None or one in scope.forms]
        self._waiting: list[Callable[[], None]] = []

    def made(self, start: Sequence[Symbols]) -> Grammar:
        """The grammar of texts that are one of these."""
        while self._waiting:
            self._waiting.pop()()
        rules = {START: list(start), **self.rules, GAP.name: [(), (SPACE,)], **TOKENS}
        found = Grammar(START, rules, frozenset(TOKENS))
        return pruned(without_detours(pruned(found)))

    def _around(self, around: Around) -> Around:
        return around if self.scope.scoped else Around(known=around.known)

    def _name(self, key: object, wish: str) -> tuple[str, bool]:
        """The name of the rule of something, and whether it is new."""
        if key in self._named:
            return self._named[key], False
        base = re.sub(r"_+", "_", re.sub(r"[^a-z0-9]+", "_", wish.lower())).strip("_")
        base = base if base and not base[0].isdigit() else f"f_{base}"
        base, number = base[:40].strip("_"), 1
        name = base
        while name in self._taken or name in TOKENS:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        self._named[key] = name
        return name, True

    def fresh(self, wish: str) -> str:
        """A name that no rule has yet."""
        return self._name(object(), wish)[0]

    # Values

    def value(self, parameter: Parameter, form: Ludeme, around: Around) -> Rule:
        """Whatever may be given for a parameter of a form."""
        texts = any(one.type is str for each in form.positional for one in each.alternatives)
        # Where a form takes a text by position, the label of a site would be taken for it.
        sites = is_site(parameter) and (parameter.labelled or not texts)
        return self._one_of(parameter.alternatives, around, sites=sites)

    def _one_of(self, several: Sequence[Alternative], around: Around, *, sites: bool) -> Rule:
        """A value of one of some types; where it is a site, its label too."""
        around = self._around(around)
        found = list(dict.fromkeys(self.type(one, around, sites=sites) for one in several))
        parts: list[Symbols] = [(one,) for one in found]
        if sites and any(one.type in (int, Int) for one in several):
            parts.append((self._label(),))
        if len(parts) == 1 and isinstance(parts[0][0], Rule):
            return parts[0][0]
        name, new = self._name(("one of", tuple(parts)), "_or_".join(one.name for one in found))
        if new:
            self.rules[name] = parts
        return Rule(name)

    def _label(self) -> Rule:
        """The label of a site: of any, or of one of those that are known."""
        if "label" in self.scope.names:
            return self._texts("label")
        return Rule("label")

    def type(self, wanted: Alternative, around: Around, *, sites: bool = False) -> Rule:
        """A value of a type."""
        around = self._around(around.inside(wanted.hints))
        if wanted.type is tuple:
            return self._list(wanted, around, sites=sites)
        if wanted.type is str:
            units = (one.name for one in wanted.hints if isinstance(one, Unit))
            return self._texts(next((one for one in units if one in self.scope.names), ""))
        bounds = next((one for one in wanted.hints if isinstance(one, Between)), None)
        kind = int if around.known and wanted.type is Int else wanted.type
        around = replace(around, known=kind in CONSTANT)
        key = kind, bounds, around
        wish = wanted.name if bounds is None else f"{wanted.name}_{bounds.least}_to_{bounds.most}"
        name, new = self._name(key, wish)
        if new:
            self.rules[name] = ()

            def fill() -> None:
                literal = bounds is not None and self.scope.sensible
                giving = () if literal else self.giving(kind, around)
                forms = (self._clause(form, around) for form in giving)
                known = (one for one, fits in self.scope.defines.items() if fits(wanted))
                self.rules[name] = [
                    *self._literals(kind, bounds),
                    *((form,) for form in forms),
                    *((Text(f'("{one}")'),) for one in known),
                ]

            self._waiting.append(fill)
        return Rule(name)

    def _literals(self, kind: type, bounds: Between | None) -> Iterable[Symbols]:
        yield from ((Text(word),) for word in members(Alternative(kind)))
        if kind in (int, Int):
            yield from self._numbers(kind, bounds)
        elif kind is float:
            yield (Rule("fraction"),)
            yield (Rule("whole"),)

    def _numbers(self, kind: type, bounds: Between | None) -> Iterable[Symbols]:
        if bounds is not None and self.scope.sensible:
            yield from ((Text(str(one)),) for one in range(bounds.least, bounds.most + 1))
        elif bounds is not None or (kind is int and self.scope.sensible):
            yield (Rule("small"),)
        else:
            yield (Rule("whole"),)
            yield from ((Text(word),) for word in CONSTANTS)

    def _texts(self, unit: str) -> Rule:
        """Names of what a text is the name of; any text if that is not known."""
        if unit not in self.scope.names:
            return Rule("text")
        name, new = self._name(("names", unit), f"name_of_{unit}")
        if new:
            self.rules[name] = [(Text(f'"{one}"'),) for one in self.scope.names[unit]]
        return Rule(name)

    def _list(self, wanted: Alternative, around: Around, *, sites: bool) -> Rule:
        item = self._one_of(wanted.items, around, sites=sites)
        name, new = self._name(("list", item), f"list_of_{item.name}")
        if new:
            more, _ = self._name(("more", item), f"more_of_{item.name}")
            parts: list[Symbols] = [(Rule("open_list"), item, Rule(more))]
            # A list of numbers may have none.
            bare = all(one.type in (int, Int) for one in wanted.items)
            self.rules[name] = [*parts, (Text("{}"),)] if bare else parts
            self.rules[more] = [(Rule("close_list"),), (SPACE, item, Rule(more))]
        return Rule(name)

    # Clauses

    def giving(self, kind: type, around: Around) -> Iterable[Ludeme]:
        """The forms that give a value of a type."""
        for form in self._forms:
            fits = form.result is kind or (gives(form.result, kind) and is_arithmetic(form))
            if fits and self._means_something(form, around):
                yield form

    def _means_something(self, form: Ludeme, around: Around) -> bool:
        return not self.scope.scoped or form.needs is None or form.needs in around.bound

    def heads(self, form: Ludeme, around: Around) -> list[str]:
        """The names under which a form is written there."""
        names = self._heads[form]
        effects = [one for one in names if not one.startswith("move ")]
        if self.scope.scoped and form.result is Moves and around.effect and effects:
            return effects
        return names

    def _clause(self, form: Ludeme, around: Around) -> Rule:
        name, new = self._name((form, around), form.form.__name__)
        if new:
            self.rules[name] = ()

            def fill() -> None:
                rest = self.behind(form, Place(), around)
                self.rules[name] = [(*_head(one), rest) for one in self.heads(form, around)]

            self._waiting.append(fill)
        return Rule(name)

    def arguments(self, form: Ludeme, around: Around, *, every: bool = False) -> Arguments:
        """The arguments that a form takes here.

        Args:
            every: also those that are not asked for
        """

        def takes(one: Parameter) -> bool:
            forms = self.scope.forms
            return every or forms is None or one.label in forms[form]

        def lacking(one: Parameter) -> bool:
            hints = (hint for each in one.alternatives for hint in each.hints)
            return self.scope.scoped and any(
                isinstance(hint, Otherwise) and hint.name not in around.bound for hint in hints
            )

        return Arguments(form, takes, lacking)

    def behind(
        self,
        form: Ludeme,
        place: Place,
        around: Around,
        close: Symbols = (CLOSE,),
        ends: Callable[[Place], bool] | None = None,
        *,
        every: bool = False,
    ) -> Rule:
        """What is left of a clause.

        Args:
            place: how far its arguments are
            close: what stands behind the last of them
            ends: whether that may come; where the form may end if not given
            every: also arguments that are not asked for
        """
        arguments = self.arguments(form, around, every=every)
        ends = ends or arguments.may_end
        known: dict[Place, Rule] = {}

        def rest(here: Place) -> Rule:
            if here in known:
                return known[here]
            parts: list[Symbols] = [close] if ends(here) else []
            for step in arguments.steps(here):
                label = (Text(f"{step.label}:"),) if step.label else ()
                value = self.value(step.parameter, form, around)
                parts.append((SPACE, *label, value, rest(step.after)))
            known[here] = self._shared(tuple(parts), f"{form.form.__name__}_then")
            return known[here]

        return rest(place)

    def _shared(self, parts: tuple[Symbols, ...], wish: str) -> Rule:
        """A rule for these parts; the same for the same ones."""
        if parts == ((CLOSE,),):
            return CLOSE
        if parts not in self._behind:
            name, _ = self._name(parts, wish)
            self.rules[name] = parts
            self._behind[parts] = Rule(name)
        return self._behind[parts]

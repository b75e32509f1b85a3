"""Bound rules as phrases: the templates of their forms, filled in.

Knows no form by name: conditions, sets and moves are told apart by the type that a form gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import cast

from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import Ludeme, Parameter
from interpreter.language.english import inflection as grammar
from interpreter.language.english.arguments import (
    Lower,
    UnfitError,
    binds,
    fixed,
    known_sites,
    unit_of,
)
from interpreter.language.english.filling import Filling
from interpreter.language.english.phrasebook import templates
from interpreter.language.english.phrases import LONGEST, Phrase, detailed, joined, run_on, said
from interpreter.language.english.places import along, named
from interpreter.language.english.templates import JOINED, USUAL
from interpreter.language.english.unsaid import Told
from interpreter.language.nodes import Node, bare
from interpreter.language.parts import BetweenPart, spoken
from interpreter.language.signatures import Ints, Moves, Unit
from interpreter.language.words import Direction, Relative, Role, WalkStep

MOST_LISTED = 10
ENDLESS = 10_000
FEW_WORDS = 8
"""Sites that never change are told in words if so many are enough, else by their labels."""
# How sites begin that are told by their labels, by mode: one, and several.
NAMED_SITES = {
    USUAL: ("", ""), "on": ("on ", "on "), "one": ("", "one of "), "all": ("", "each of "),
    "in": ("", "one of "), "many": ("", ""), "some": ("", ""),
}  # fmt: skip
NOUNS = {None: "site", SiteType.CELL: "cell", SiteType.VERTEX: "point", SiteType.EDGE: "edge"}
"""What a site of a kind is called."""
NOUN = re.compile(r"\b(an? )?site(s?)\b")
OF_PLAYER = re.compile(r"(.*\D)(\d{1,2})")
# Where a set or a site is to be named in another way and its form does not say how: for what is
# one thing, and for what is several.
RESHAPED: dict[tuple[type, str], tuple[str, str]] = {
    (Sites, "one"): ("a {site} of {}", "one of {}"),
    (Sites, "all"): ("every {site} of {}", "each of {}"),
    (Sites, "in"): ("in {}", "one of {}"),
    (Sites, "on"): ("on every {site} of {}", "on {}"),
    (Sites, "many"): ("{site}s of {}", "{}"),
    (Sites, "some"): ("{site}s of {}", "{}"),
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
        lower: what gives the value of arithmetic, and a board
        players: how many there are
        use: the kind of the board's sites; None if it is not known
        labels: gives the label of every site of the board; none if they are not known
        pieces: the names of the pieces, as the rules have them
    """

    lower: Lower
    players: int = 2
    use: SiteType | None = None
    labels: Callable[[], Sequence[str]] = lambda: ()
    pieces: frozenset[str] = frozenset()
    lacking: list[Ludeme] = field(default_factory=list[Ludeme])
    iterating: frozenset[str] = frozenset()
    effect: bool = False
    most: int = LONGEST
    elsewhere: Told = frozenset()

    @property
    def site(self) -> str:
        """What a site of the board is called."""
        return NOUNS[self.use]

    def nouns(self, text: str, use: SiteType | None = None) -> str:
        """A text in which sites are called what they are: of a kind, or of the board's own."""
        site = NOUNS[use or self.use]

        def noun(found: re.Match[str]) -> str:
            article = "an " if site[0] in "aeiou" else "a "
            return f"{article if found[1] else ''}{site}{found[2]}"

        return NOUN.sub(noun, text)

    def phrase(
        self, value: object, mode: str = USUAL, *, denied: bool = False, of: Unit | None = None
    ) -> Phrase:
        """A bound argument in words.

        Args:
            mode: how, see `templates.py`
            denied: its opposite
            of: what it counts or names
        """
        value = bare(value)
        if mode == "at":
            return self.phrase(value, of=Unit("site"))
        if mode in ("count", "route"):
            return self._whole(value, mode)
        if mode == "owner":
            return said(f"one of {self._whose(value)} pieces")
        match value:
            case Node():
                where = of == Unit("site") or mode in NAMED_SITES.keys() - {USUAL}
                known = fixed(value, self.lower)
                if known is not None:
                    return self.phrase(known, mode, of=Unit("site") if where else of)
                told = self._first(value, "place") if of == Unit("site") and not mode else None
                told = told or self._node(value, mode, denied=denied)
                return told if denied else self._placed(value, mode, of, told)
            case tuple():
                return self._several(cast(tuple[object, ...], value), mode, of)
            case Role():
                return self._role(value, mode)
            case Bool():
                return said("always" if bool(value.constant) != denied else "never")
            case _:
                return said(self._word(value, mode, of))

    def _placed(self, node: Node, mode: str, of: Unit | None, told: Phrase) -> Phrase:
        """Sites that never change, by their labels where the rule takes many words for them."""
        if node.ludeme.result is Int and of != Unit("site") and mode == USUAL:
            return told
        text = told.text or ""
        if mode not in NAMED_SITES or not (len(text.split()) > FEW_WORDS or "(from 0)" in text):
            return told
        labels = self.labels()
        mask = known_sites(node, self.lower)
        if not mask or mask >> len(labels):
            return told
        names = named([site for site in range(len(labels)) if mask >> site & 1], labels)
        if names is None or len(names) > MOST_LISTED:
            return told
        one, rows = mask & mask - 1 == 0, all(name.startswith("row") for name in names)
        before = "in " if rows and mode == "in" else NAMED_SITES[mode][0 if one else 1]
        return said(
            before + grammar.listed(names, "or" if mode in ("one", "in") else "and"), plural=not one
        )

    def _role(self, role: Role, mode: str) -> Phrase:
        if mode in ("own", "the"):
            return said(grammar.possessive(role, self.players, certain=mode == "the"))
        text, plural = grammar.player(role, self.players)
        return said(text, plural=plural)

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
        if of == Unit("site") or mode == "on":
            if number < 0:
                return f"no {self.site}"
            labels, before = self.labels(), "on " if mode == "on" else ""
            return before + (labels[number] if number < len(labels) else f"{self.site} {number}")
        if mode == "ordinal":
            return grammar.ordinal(number + 1)
        return grammar.counted(number, spelled=mode != "digits")

    def _name(self, name: str, mode: str, of: Unit | None) -> str:
        owner = None
        found = OF_PLAYER.fullmatch(name)
        if of == Unit("piece") and name not in self.pieces and found:
            name, owner = found[1], int(found[2])
        if name in self.pieces:
            name = spoken(name)
        if mode == "s":
            name = grammar.plural(name)
        if owner is None:
            return name
        return f"{name} of P{owner}" if owner else f"neutral {name}"

    def _several(self, values: tuple[object, ...], mode: str, of: Unit | None) -> Phrase:
        if not values:
            return said("none")
        if all(isinstance(one, tuple) for one in values):
            return self._lists(cast(tuple[tuple[object, ...], ...], values), of)
        if isinstance(values[0], WalkStep):
            return said(grammar.walk(cast(tuple[WalkStep, ...], values)))
        if isinstance(values[0], Direction | Relative):
            return said(grammar.directions(cast(tuple[Direction | Relative, ...], values)))
        if mode == "on":
            of = Unit("site")
            return Phrase(run_on(("on ", *self._several(values, "", of).flow)), plural=True)
        parts = [self.phrase(one, "" if mode in JOINED else mode, of=of) for one in values]
        plain = not any(isinstance(bare(one), Node) for one in values)
        if plain and len(parts) > MOST_LISTED and all(one.text for one in parts):
            shown = ", ".join(one.text or "" for one in parts[: MOST_LISTED - 2])
            return said(f"{len(parts)} {self.site}s ({shown}, …)", plural=True)
        return joined(parts, mode if mode in JOINED else "list")

    def _whole(self, value: object, mode: str) -> Phrase:
        """A list by how long it is, or as the way that its sites make; a text has no words."""
        if not isinstance(value, tuple):
            return Phrase(())
        several = cast(tuple[object, ...], value)
        if mode == "count":
            return said(grammar.counted(len(several)))
        return said(grammar.listed(along(list(map(self._stop, several)))))

    def _stop(self, site: object) -> str:
        """A site of a way over the board; beyond its sites are hands."""
        if not isinstance(site, int):
            return f"the {self._word(site, '', None)}" if isinstance(site, Enum) else str(site)
        if site < 0:
            return "off the board"
        labels = self.labels()
        if not labels:
            return self._number(site, "", Unit("site"))
        return labels[site] if site < len(labels) else "the hand"

    def _lists(self, lists: tuple[tuple[object, ...], ...], of: Unit | None) -> Phrase:
        """Walks, or lists of things that belong together."""
        if isinstance(lists[0][0], WalkStep):
            walks = [said(f"“{self._several(one, '', of).text}”") for one in lists]
            return joined(walks, "or", most=ENDLESS)
        texts = [", ".join(self.phrase(one, "digits", of=of).text or "" for one in several)
                 for several in lists]  # fmt: skip
        return joined([said(f"({text})") for text in texts], "list", most=ENDLESS)

    # Forms

    def _node(self, node: Node, mode: str, *, denied: bool) -> Phrase:
        form = node.ludeme
        elsewhere, self.elsewhere = self.elsewhere, frozenset()
        if not mode and form.name in self.iterating:
            mode = "that"
        elif not mode and self.effect and form.result is Moves:
            mode = "effect"
        if denied:
            return self._denied(node)
        found = self._first(node, mode, elsewhere=elsewhere) if mode else None
        return found or self._reshaped(node, mode, elsewhere)

    def _denied(self, node: Node) -> Phrase:
        """The opposite of a condition."""
        found = self._first(node, "not") or self._first(node, USUAL, denied=True)
        if found is not None:
            return found
        plain = self._plainly(node)
        return replace(plain, flow=run_on(("it is not so that ", *plain.flow)))

    def _reshaped(self, node: Node, mode: str, elsewhere: Told) -> Phrase:
        """A form in a mode of which it has no template: its usual words, as far as they go."""
        if (node.ludeme.result, mode) == (Sites, "piece"):
            one = self._node(node, "one", denied=False)
            return replace(one, flow=run_on(("a piece on ", *one.flow)), plural=False)
        usual = self._first(node, USUAL, elsewhere=elsewhere) or self._plainly(node)
        shapes = RESHAPED.get((node.ludeme.result, mode))
        if shapes is None or usual.text is None:
            return usual
        bare_noun = usual.plural and mode in ("some", "many")
        text = usual.text.removeprefix("the ") if bare_noun else usual.text
        return said(shapes[usual.plural].replace("{site}", self.site).replace("{}", text))

    def _first(
        self, node: Node, mode: str, *, denied: bool = False, elsewhere: Told = frozenset()
    ) -> Phrase | None:
        for template in templates(node.ludeme):
            if template.mode == mode:
                filling = Filling(self, node, denied=denied, elsewhere=elsewhere)
                try:
                    return filling.whole(template)
                except UnfitError:
                    continue
        return None

    def _plainly(self, node: Node) -> Phrase:
        """A form of which no template fits: what its entry says of it, and its arguments."""
        self.lacking.append(node.ludeme)
        known = {one.name: one for one in node.ludeme.parameters}
        parts = [self._named(node.ludeme, known[name], value) for name, value in node.args]
        gist = self.nouns(grammar.gist(node.ludeme.summary))
        return detailed(gist, [one for one in parts if one is not None], most=self.most)

    def _named(self, form: Ludeme, parameter: Parameter, value: object) -> Phrase | None:
        """An argument behind its label; None if there is nothing to say of it."""
        mode = "lines" if _are_rules(value) else USUAL
        with self.within(form, parameter):
            phrase = self.phrase(value, mode, of=unit_of(parameter))
        if not any(phrase.flow):
            return None
        label = self.nouns(grammar.spaced(parameter.label))
        return replace(phrase, flow=run_on((f"{label}: ", *phrase.flow)))

    def detail(self, node: Node, parameter: Parameter, value: object) -> str:
        """An argument behind its label; of one that simply holds, the label alone.

        Nothing if there is nothing to be said of it.
        """
        value = bare(value)
        label = self.nouns(grammar.spaced(parameter.label))
        if value is True or (isinstance(value, Bool) and value.constant):
            return label
        before, self.most = self.most, ENDLESS
        phrase = self._named(node.ludeme, parameter, value)
        self.most = before
        return "" if phrase is None else phrase.text or label

    @contextmanager
    def within(self, form: Ludeme, parameter: Parameter) -> Generator[None]:
        """What holds while an argument is told.

        Within a set an iterator is one of many sites, and no destination, and there is no room for
        lists; what follows a move is not chosen.
        """
        before = self.iterating, self.effect, self.most
        if form.result in (Sites, Int, Ints):
            self.iterating |= binds(parameter)
        if form.result in (Sites, Int, Ints, BetweenPart):
            self.most = ENDLESS
        effects = any(Unit("effect") in one.hints for one in parameter.alternatives)
        self.effect = effects or (self.effect and form.result is Moves)
        yield
        self.iterating, self.effect, self.most = before


def _are_rules(value: object) -> bool:
    """Whether an argument is a list of conditions or of moves, and no list of things."""
    several = cast(tuple[object, ...], value) if isinstance(value, tuple) else ()
    nodes = [one for one in map(bare, several) if isinstance(one, Node)]
    return any(one.ludeme.result in (Moves, Bool) for one in nodes)

"""Rules that are drawn at random from a grammar in a text file.

A grammar in `tests/passes/drawn/*.txt` is a list of names, each with its forms below it, indented;
what goes on in another line is indented deeper. A form that stands there twice is drawn twice as
often, and `|` is an empty one. What stands in `<name>` within a form is drawn from the forms of
that name. Names that share their forms stand in one line; there `self` is the name that is being
drawn. All begins with `game`. Lines with `//` are comments.

Mutants of whole games seldom put rarely used forms within each other. Grammars do nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from helpers.paths import TESTS

FOLDER = TESTS / "passes" / "drawn"
CASES = Path(__file__).parent
HOLE = re.compile("<([a-z ]+)>")
NUMBERED = re.compile("<([0-9])>")
ENDLESS = 10**6
DEEPLY = " " * 8
DEEPER = (0, 1, 2, 3)
"""How many forms deeper than need be the rules of a game are within each other."""
OTHERWISE = 0.4
"""How often something is said in two ways where it can be."""
Pair = tuple[str, str]


class Grammar:
    """What the forms of each name are."""

    def __init__(self, forms: dict[str, list[str]]) -> None:
        self.forms = forms
        self._heights: dict[str, int] = {}
        while missing := [name for name in forms if name not in self._heights]:
            found = {name: min(map(self._height, forms[name])) for name in missing}
            ended = {name: height for name, height in found.items() if height < ENDLESS}
            assert ended, f"these never end: {missing}"
            self._heights.update(ended)

    def _height(self, form: str) -> int:
        """How deep forms are at least within this one and it itself."""
        unknown = set(HOLE.findall(form)) - set(self.forms)
        assert not unknown, f"no such names in {form}: {unknown}"
        return 1 + max((self._heights.get(one, ENDLESS) for one in HOLE.findall(form)), default=0)

    def rules(self, seed: int) -> str:
        """The rules of a game."""
        return self.both(seed, {})[0]

    def both(self, seed: int, pairs: Mapping[str, Sequence[Pair]]) -> Pair:
        """The rules of a game, and the same with some of it said in another way.

        Args:
            pairs: ways to say one thing, by the name of what is drawn
        """
        random = Random(seed)
        return self._both(random, "game", self._heights["game"] + random.choice(DEEPER), pairs)

    def _both(
        self, random: Random, name: str, depth: int, pairs: Mapping[str, Sequence[Pair]]
    ) -> Pair:
        """One of the forms of a name, of those that end soonest where none ends soon enough."""
        most = max(depth, self._heights[name])
        form = random.choice([one for one in self.forms[name] if self._height(one) <= most])
        other = ""
        known = [one for one in pairs.get(name, ()) if set(HOLE.findall(one[0])) <= set(self.forms)]
        fit = [one for one in known if self._height(one[0]) <= most]
        if fit and random.random() < OTHERWISE:
            form, other = random.choice(fit)
        drawn = [self._both(random, hole, most - 1, pairs) for hole in HOLE.findall(form)]
        first, second = iter([one for one, _ in drawn]), iter([one for _, one in drawn])
        left = HOLE.sub(lambda _: next(first), form)
        # What asks of the site of another loop cannot be put into one.
        if not other or ("(site)" in other and any("(site)" in one for one, _ in drawn)):
            return left, HOLE.sub(lambda _: next(second), form)
        return left, NUMBERED.sub(lambda hole: drawn[int(hole[1]) - 1][1], other)


def names() -> list[str]:
    """The grammars that there are."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def grammar(name: str) -> Grammar:
    """A grammar from its file."""
    return read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def otherwise() -> Mapping[str, Sequence[Pair]]:
    """Two ways to say one thing, by the name of what is drawn."""
    found: dict[str, list[Pair]] = {}
    for name, forms in listed((CASES / "otherwise.txt").read_text(encoding="utf-8")).items():
        parts = [form.split(" == ") for form in forms]
        found[name] = [(one, other) for one, other in parts]
    return found


def read(text: str) -> Grammar:
    """A grammar from its text."""
    return Grammar(listed(text))


def listed(text: str) -> dict[str, list[str]]:
    """The forms of each name."""
    forms: dict[str, list[str]] = {}
    sharing: list[str] = []
    for line in text.splitlines():
        part = line.strip()
        if not part or part.startswith("//"):
            continue
        if part == line:
            sharing = part.removesuffix(":").split(", ")
            forms.update((name, []) for name in sharing)
            continue
        for name in sharing:
            drawn = part.removeprefix("|").replace("self>", f"{name}>")
            if line.startswith(DEEPLY):
                forms[name][-1] += f" {drawn}"
            else:
                forms[name].append(drawn)
    return forms

"""Variants of one game: a handful of small changes, and what each does to its figures.

found = vary("Yavalath", keep=("board", "pieces"), fix="balance", number=4)
for one in found.variants:
    print(one.name, one.change, one.measures["balance"])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from interpreter import Game, LudError, load
from interpreter.play.load import defines, read
from interpreter.text.expand import expand
from interpreter.text.printer import one_line
from interpreter.text.tree import Array
from lab.breeding.judging.aim import Aim, aim_of, apart
from lab.breeding.judging.examine import habits
from lab.breeding.judging.examiner import Examination
from lab.breeding.judging.guard import Guard, orders
from lab.breeding.judging.sieve import RefusedError
from lab.breeding.kinds import ALIVE, ILL_FORMED, Conception, Limits, Settings
from lab.breeding.making.founders import FOUNDERS
from lab.breeding.making.genome import Genome
from lab.breeding.making.sections import KEPT, kept_of, sections
from lab.breeding.making.tidy import without_unused
from lab.breeding.making.variation import Breeder, NoChildError
from lab.breeding.telling.difference import difference
from lab.measuring.criteria.known import chosen, sources
from lab.measuring.estimates import Figure
from lab.measuring.material import amount
from lab.measuring.measures import Measures, Plan, measure
from lab.measuring.summary import PARTS

PLAN: Final = Plan(
    games=100, iterations=200, rivals=20, rungs=3, ladder=20, puzzles=10, plies=1000
)  # fmt: skip
"""How variants are measured if nobody says otherwise."""
TOLD: Final = (*PARTS, "length", "branching", "drama", "late_uncertainty")
"""What is measured besides the aim."""
TRIES: Final = 60
"""Changes that are tried for each variant that is wanted."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game near another.

    Args:
        name: what it is called
        text: its rules, as a rule file
        way: how it was made, as `number`; empty for the game that others vary
        change: what differs in the rules, in a line
        game: the game
        measures: what was measured of it
    """

    name: str
    text: str
    way: str
    change: str
    game: Game
    measures: Measures

    def moved(self, parent: Measures) -> Iterator[tuple[str, Figure, Figure]]:
        """The figures whose interval leaves that of the parent: name, before, after."""
        for name, after in self.measures.figures.items():
            before = parent.figures[name]
            if before.known and after.known and apart(before, after):
                yield name, before, after


@dataclass(frozen=True, slots=True)
class Variation:
    """What came of varying a game.

    Args:
        parent: the game itself
        variants: the best first
        aim: what they are sorted by
        refused: how many changes came to nothing, by the reason
        tried: how many changes were tried
    """

    parent: Variant
    variants: Sequence[Variant]
    aim: Aim
    refused: Mapping[str, int]
    tried: int


def vary(
    game: str | Path,
    *,
    keep: Sequence[str] = (),
    fix: str = "quality",
    number: int = 8,
    seed: int = 1,
    plan: Plan = PLAN,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    progress: Progress | None = None,
    seen: Callable[[Variant], None] | None = None,
) -> Variation:
    """Make variants of one game by one change each, and measure them.

    Args:
        game: a name, a path or rule text
        keep: sections that stay as they are, of `KEPT`
        fix: the criterion that they are sorted by, with a target if need be: `balance`, `length=40`
        number: how many variants; fewer where no more are found
        seed: fixes the changes, and every figure
        plan: how they are measured; its seed and its criteria are replaced
        options: chosen options of the game, which its variants have for good
        ruleset: its chosen ruleset
        progress: told how many games of measuring are done, and of how many
        seen: told the game itself, and then each variant, as soon as it is measured

    Raises:
        LudError: a mistake in the rules or in what is asked for, or nothing can be varied
        ValueError: there is no native code
    """
    aim, kept = aim_of(fix), kept_of(keep)
    expanded = expand(read(game), options, ruleset, defines())
    title = expanded.name
    # Read again: what was chosen is in the text, and so in all variants.
    parent = Genome.read(Genome(expanded).text(title))
    _check(parent, title, kept)
    plan = replace(plan, seed=seed, criteria=_criteria(aim))
    steps, total = work(plan, aim, 0), work(plan, aim, number)

    def measured(one: Game, done: int) -> Measures:
        tell = progress or (lambda now, total: None)
        return measure(one, plan, lambda now, _: tell(done * steps + now, total))

    first = load(parent.text(title))
    if first.players < 2:
        raise LudError(f"{title} is for one player; games for two or more can be varied")
    original = Variant(title, parent.text(title), "", "", first, measured(first, 0))
    if not (found := aim.figure(original.measures)).known:
        raise LudError(f"{title} has no {aim}: {found.reason}")
    tell_of = seen or (lambda one: None)
    tell_of(original)
    variants: list[Variant] = []
    with closing(_Search(parent, original, kept, seed)) as search:
        for genome, way in search.found(number):
            change = difference(parent.tree, genome.tree)
            one = load(genome.text(title))
            numbers = measured(one, len(variants) + 1)
            variants.append(Variant("", genome.text(title), way, change, one, numbers))
            tell_of(variants[-1])
    if not variants:
        raise LudError(f"{title} cannot be varied: of {search.tried} changes {search.why}")
    variants.sort(key=lambda one: aim.worth(aim.figure(one.measures)), reverse=True)
    named = [_named(one, original, number, seed) for number, one in enumerate(variants, 1)]
    return Variation(original, named, aim, search.refused, search.tried)


def _check(parent: Genome, title: str, kept: Sequence[str]) -> None:
    """See that there is something to keep, and something to vary.

    Raises:
        LudError: there is not
    """
    had = [name for name, texts in sections(parent).items() if texts]
    for name in kept:
        if name not in had:
            raise LudError(
                f"{title} has no section {name} to be kept", None, f"it has {', '.join(had)}"
            )
    if set(had) <= set(kept):
        raise LudError(f"nothing of {title} is left to vary", None, "keep fewer sections")


def work(plan: Plan, aim: Aim, number: int) -> int:
    """How many games it takes to measure a game and so many variants of it."""
    return (number + 1) * amount(plan, sources(chosen(_criteria(aim))))


def _criteria(aim: Aim) -> tuple[str, ...]:
    return tuple(one.name for one in chosen([*TOLD, *aim.needs]))


def _named(one: Variant, parent: Variant, place: int, seed: int) -> Variant:
    """A variant under its name, with where it comes from at the head of its rules."""
    name = f"{parent.name} {place}"
    notes = (f"Varied by Ludwright from {parent.name}, seed {seed}, by: {one.way}.", one.change)
    text = Genome.read(one.text).text(name, notes)
    measures = replace(one.measures, game=name)
    return replace(one, name=name, text=text, game=load(text), measures=measures)


class _Search:
    """Changes of a game, one after the other, and those that make another game worth measuring.

    Args:
        parent: the rules
        original: the game, measured
        kept: sections that stay as they are
        seed: fixes the changes

    Attributes:
        tried: how many changes were tried
        refused: how many came to nothing, by the reason
    """

    def __init__(self, parent: Genome, original: Variant, kept: Sequence[str], seed: int) -> None:
        self._parent, self._original = parent, original
        self._kept = {name: text for name, text in sections(parent).items() if name in kept}
        limits = _limits(parent, original)
        self._guard = Guard(orders(Examination(), Settings(founders=(), limits=limits)))
        known = habits((*FOUNDERS, original.text))
        # No board is changed for another where the board is to stay.
        rates = {"board": 0.0} if "board" in kept else {}
        self._breeder = Breeder(Random(seed), rates, known, limits.nodes, more=0.0)
        self._seen = {parent.canonical}
        self.tried = 0
        self.refused: Counter[str] = Counter()

    def close(self) -> None:
        """End the process in which changes are tried."""
        self._guard.close()

    @property
    def why(self) -> str:
        """What became of the changes."""
        return ", ".join(f"{count} {name}" for name, count in self.refused.most_common())

    def found(self, number: int) -> Iterator[tuple[Genome, str]]:
        """So many other games, with the way that each was made; fewer if no more are found."""
        self._seen.add(self._fingerprint(self._original.text))
        for _ in range(TRIES * number):
            if not number:
                return
            self.tried += 1
            try:
                child = self._breeder.mutate(self._parent)
                genome = self._examined(child.genome)
            except NoChildError:
                self.refused["barren"] += 1
            except RefusedError as error:
                self.refused[error.verdict] += 1
            else:
                number -= 1
                yield genome, " ".join(child.changes)

    def _examined(self, genome: Genome) -> Genome:
        """Rules that make another game worth measuring, without what they have in vain.

        Raises:
            RefusedError: they do not
        """
        if not self._keeps(genome):
            raise RefusedError("in kept sections", "it changes what is to stay")
        if repeated(genome) > repeated(self._parent):
            raise RefusedError("repetitions", "it says something twice")
        if genome.canonical in self._seen:
            raise RefusedError("the same", "these rules were tried already")
        self._seen.add(genome.canonical)
        title = self._original.name
        try:
            genome = Genome.read(genome.text(title))
            tidy, game = without_unused(genome, title)
        except LudError as error:
            raise RefusedError(ILL_FORMED, error.problems[0].message) from None
        if game.players != self._original.game.players:
            raise RefusedError("other players", "another number of players is another game")
        if self._keeps(tidy):
            genome = tidy
        alike = self._fingerprint(genome.text(title), strict=True)
        if alike in self._seen:
            raise RefusedError("the same", "it plays as one that is known")
        self._seen.add(alike)
        return genome

    def _keeps(self, genome: Genome) -> bool:
        now = sections(genome)
        return all(now[name] == text for name, text in self._kept.items())

    def _fingerprint(self, text: str, *, strict: bool = False) -> str:
        """What is the same for games that play alike.

        Raises:
            RefusedError: random games say that it is hopeless, if that matters
        """
        found = self._guard.conceive(Conception(self.tried, 0, (), text))
        if strict and found.verdict != ALIVE:
            raise RefusedError(found.verdict, found.detail)
        return found.fingerprint


def repeated(genome: Genome) -> int:
    """How many items of lists say what another one says."""
    lists = [part.tree.items for part in genome.parts if isinstance(part.tree, Array)]
    return sum(len(items) - len({*map(one_line, items)}) for items in lists)


def _limits(parent: Genome, original: Variant) -> Limits:
    """What a variant may take: what the game itself takes, and more."""
    usual, length = Limits(), original.measures["length"].value
    return Limits(
        players=max(usual.players, original.game.players),
        nodes=max(usual.nodes, 2 * parent.nodes),
        sites=max(usual.sites, 2 * original.game.sites),
        plies=max(usual.plies, 2 * length),
    )


__all__ = ["KEPT", "PLAN", "Variant", "Variation", "vary", "work"]

"""The examinations of a child: made, checked, tried by chance, then by searching players.

`conceive` and `appraise` are what worker processes do. Both are pure: what they find depends on
what they are given alone, so that a run is the same with any number of workers, and a result that
was lost can be had again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from interpreter import Game, LudError
from lab.breeding.judging.appraise import appraise
from lab.breeding.judging.sieve import SEED, RefusedError, fingerprint, sift
from lab.breeding.judging.stages import Clock
from lab.breeding.kinds import (
    ALIVE,
    DUPLICATE,
    ILL_FORMED,
    UNWANTED,
    WASTED,
    Candidate,
    Conception,
    Settings,
)
from lab.breeding.making.genome import Genome
from lab.breeding.making.tidy import without_unused
from lab.breeding.making.variation import Breeder, Habits, NoChildError, habits_of
from lab.breeding.making.wishes import unmet

WAITED = 4.0
"""How many times as long as it may work, making a child may wait for a language model."""
ATTEMPTS = 8
"""How often a child is made anew, if what was made is no game or that of a parent."""


@lru_cache(maxsize=256)
def read(text: str) -> Genome:
    """The rules of a parent, which is needed again and again."""
    return Genome.read(text)


@lru_cache(maxsize=8)
def habits(founders: tuple[str, ...]) -> Habits:
    """What the founders are made of: what is new in their children is to be like it."""
    return habits_of([read(one) for one in founders])


def conceive(task: Conception, settings: Settings) -> Candidate:
    """Make a child and try it by random play.

    Rules that make no game, the game of a parent, or what nobody wants are made anew a few times.

    Args:
        task: what it is made from
        settings: those of the run
    """
    clock = Clock("vary")
    clock.text, clock.change = task.text or "", "founder"
    breeder = _breeder(task, settings) if task.text is None else None
    wasted: list[str] = []
    while True:
        found = _conceived(task, settings, clock, breeder)
        again = found.verdict in (ILL_FORMED, DUPLICATE, UNWANTED) and len(wasted) + 1 < ATTEMPTS
        if breeder is None or not again:
            break
        wasted.append(found.change)
    wasted += breeder.lost if breeder is not None else ()
    features = {**found.features, WASTED: "; ".join(wasted)} if wasted else found.features
    return replace(found, features=features)


def _conceived(
    task: Conception, settings: Settings, clock: Clock, breeder: Breeder | None
) -> Candidate:
    """One try to make a child; a founder is there without a breeder."""
    canonical = ""
    try:
        if breeder is not None:
            with clock.at("vary"):
                clock.text, clock.change = vary(task, breeder)
        with clock.at("bind"):
            genome, game, clock.text = made(clock.text, task, clock.change)
            canonical = genome.canonical
            _see_new(task, canonical, "is the same as")
            against = unmet(settings.wishes, genome, game.board) if task.text is None else ""
            if against:
                raise RefusedError(UNWANTED, against)
        with clock.at("compile"):
            game.playouts(0)
        with clock.at("sieve"):
            sifted = sift(game, genome, settings.limits, settings.effort, SEED)
        with clock.at("fingerprint"):
            alike = fingerprint(game, sifted.played)
            _see_new(task, alike, "plays like")
    except RefusedError as error:
        return Candidate(
            task.number, error.verdict, error.detail, clock.stage, clock.text, clock.change,
            canonical, seconds=clock.seconds,
        )  # fmt: skip
    return Candidate(
        task.number, ALIVE, "", clock.stage, clock.text, clock.change, canonical, alike,
        sifted.features, clock.seconds,
    )  # fmt: skip


def _breeder(task: Conception, settings: Settings) -> Breeder:
    """Who makes a child; all its choices follow from the seed."""
    known, limits = habits(settings.founders), settings.limits
    rates, patience = task.rates or settings.rates, WAITED * limits.seconds
    return Breeder(Random(task.seed), rates, known, limits.nodes, patience=patience)


def _see_new(task: Conception, mark: str, how: str) -> None:
    """See that a child is not one of its parents again.

    Raises:
        RefusedError: it is
    """
    for parent in task.parents:
        if mark in parent.marks:
            raise RefusedError(DUPLICATE, f"{how} child {parent.number}")


def vary(task: Conception, breeder: Breeder) -> tuple[str, str]:
    """The text of a child, and how it was made.

    Raises:
        RefusedError: nothing comes of its parents
    """
    parents = [read(one.text) for one in task.parents]
    try:
        child = breeder.cross(*parents) if len(parents) > 1 else breeder.mutate(*parents)
    except NoChildError:
        raise RefusedError("barren", "nothing came of its parents in many tries") from None
    change = " ".join(child.changes)
    return child.genome.text(title_of(task), notes(task, change)), change


def title_of(task: Conception) -> str:
    """What a child is called before it is kept and baptised."""
    return f"Child {task.number}"


def notes(task: Conception, change: str) -> tuple[str, ...]:
    """What stands at the head of a child's rule file: where it is from."""
    parents = " and ".join(f"{one.name} (child {one.number})" for one in task.parents)
    return (
        f"Bred by Ludwright: child {task.number}, seed {task.seed}.",
        f"From {parents} by: {change}.",
    )


def made(text: str, task: Conception, change: str) -> tuple[Genome, Game, str]:
    """The rules of a child, the game, and the text; pieces and regions in vain are left out.

    Raises:
        RefusedError: the rules make no game
    """
    try:
        if task.text is not None:
            genome = Genome.read(text)
            return genome, genome.compile(), text
        genome, game = without_unused(Genome.read(text), title_of(task))
    except LudError as error:
        raise RefusedError(ILL_FORMED, error.problems[0].message) from None
    return genome, game, genome.text(title_of(task), notes(task, change))


__all__ = ["appraise", "conceive"]

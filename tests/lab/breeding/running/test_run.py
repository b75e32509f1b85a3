"""Runs: the same whatever the workers, limited, told as they go; parts can be replaced."""

from __future__ import annotations

import itertools
import math
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from helpers.lab.fake_examiner import FOUNDERS, SETTINGS, Fake, Unfit
from helpers.lab.fake_runs import below, evolved, table, told
from interpreter import LudError
from lab.breeding.keeping.archive import Placing, Population
from lab.breeding.keeping.child import Child
from lab.breeding.kinds import KNOWN, SAME_PLAY, SAME_RULES, Appraisal, Candidate, Settings
from lab.breeding.making.mating import parents, related
from lab.breeding.running.events import Finished, Improved, Progress, Started, Told
from lab.breeding.running.run import evolve

ELITES = replace(SETTINGS, mode="elites")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "others"),
    [pytest.param(SETTINGS, (2, 5), marks=pytest.mark.slow), (ELITES, (3,))],
    ids=["ludi", "elites"],
)
def test_any_number_of_workers_gives_the_same_run(
    settings: Settings, others: tuple[int, ...]
) -> None:
    alone = told(settings=settings, workers=1, children=80)
    assert [child.number for child in alone] == list(range(80))
    for workers in others:
        assert told(settings=settings, workers=workers, children=80) == alone
    # The run has something of everything, or the comparison says little.
    verdicts = Counter(child.verdict for child in alone)
    assert {"", "dull", "crashed", "slow", "memory", "duplicate"} <= set(verdicts)
    assert Counter(len(child.parents) for child in alone).keys() == {0, 1, 2}
    assert any(child.alive and not child.kept for child in alone)


@pytest.mark.slow
def test_another_seed_is_another_run() -> None:
    other = replace(SETTINGS, seed=2)
    assert told(settings=other, examiner=Fake(0)) != told(examiner=Fake(0))


def test_parents_are_chosen_some_children_before() -> None:
    for child in told(examiner=Fake(0)):
        assert all(parent <= max(2, child.number - SETTINGS.ahead) for parent in child.parents)


@pytest.mark.slow
def test_slow_children_hold_nobody_up(tmp_path: Path) -> None:
    """While one is examined, the other workers are not idle."""
    events = evolved(examiner=Fake(0, pause=0.02), workers=4, children=60)
    progress = events[-1].progress if isinstance(events[-1], Finished) else None
    assert progress is not None
    # Each child takes two examinations of 20 ms at most: alone 2 s, on four workers a half.
    assert progress.seconds < 1.5


def test_events() -> None:
    events = evolved(examiner=Fake(0))
    started, finished = events[0], events[-1]
    assert started == Started(started.settings, 0, 2, started.program)  # type: ignore[union-attr]
    assert isinstance(finished, Finished)
    assert finished.reason == "children"
    children = [one.child for one in events if isinstance(one, Told)]
    best = [one for one in events if isinstance(one, Improved)]
    assert all(one.before is None or one.child.score > one.before.score for one in best)
    progress = finished.progress
    assert progress.best == best[-1].child == max(children, key=lambda child: child.score)
    assert (progress.told, progress.under_way) == (60, 0)
    alive = [child for child in children if child.alive]
    assert sum(progress.rejected.values()) == 60 - len(alive)
    assert progress.beaten == sum(not child.kept for child in alive)
    replaced = [one for one in events if isinstance(one, Told) and one.replaced is not None]
    assert progress.kept == len(alive) - progress.beaten - len(replaced)
    assert progress.places == 20
    assert any(isinstance(one, Progress) for one in events)


def test_names_are_in_the_rules() -> None:
    children = [child for child in told(examiner=Fake(0)) if child.alive]
    names = [child.name for child in children]
    assert names[:3] == ["First One", "First Two", "First Three"]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(child.text.startswith(f'(game "{child.name}")') for child in children)


@pytest.mark.slow
def test_duplicates_name_the_first() -> None:
    children = told(children=200, examiner=Fake(0))
    twins = [child for child in children if child.verdict == "duplicate"]
    assert len(twins) >= 4
    for twin in twins:
        how, _, number = twin.detail.rpartition(" child ")
        first = children[int(number)]
        kind = {"is the same as": "canonical", "plays like": "fingerprint"}[how]
        assert getattr(first, kind) == getattr(twin, kind)
        assert first.number < twin.number
        assert not twin.name
    played = Counter(child.fingerprint for child in children if child.alive)
    assert set(played.values()) == {1}


class Knowing(Fake):
    """One that knows all children with an even number, by one of two names."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        found = super().appraise(candidate, settings)
        name = ("Col", "Hex")[candidate.number // 2 % 2]
        return found if candidate.number % 2 else replace(found, features={KNOWN: name})


@pytest.mark.slow
def test_a_known_game_has_its_name() -> None:
    children = told(children=40, examiner=Knowing(0))
    names = [child.name for child in children if child.alive]
    assert names[:3] == ["Col", "First Two", "Hex"]
    assert names.count("Col") == names.count("Hex") == 1
    assert children[0].text.startswith('(game "Col")')


class Tidier(Fake):
    """One that tidies some children until they are the same game."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        found = super().appraise(candidate, settings)
        if candidate.number % 3 or candidate.change == "founder" or found.verdict:
            return found
        return replace(found, features={SAME_RULES: "one", SAME_PLAY: "one"})


@pytest.mark.slow
def test_children_that_are_the_same_once_tidied_are_duplicates() -> None:
    children = told(children=80, examiner=Tidier(0))
    same = [child for child in children if child.features.get(SAME_RULES)]
    first, *rest = same
    assert first.alive
    assert len(rest) > 3
    for child in rest:
        assert (child.verdict, child.name, child.place) == ("duplicate", "", "")
        assert child.detail == f"tidied, it is the same game as child {first.number}"
    assert told(children=80, examiner=Tidier(0), workers=3) == children


# Limits


def test_no_time_is_no_run() -> None:
    events = evolved(seconds=0.0)
    assert [type(one) for one in events] == [Started, Finished]
    assert events[-1].reason == "seconds"  # type: ignore[union-attr]


def test_time_ends_a_run() -> None:
    events = evolved(seconds=0.3, children=None, examiner=Fake(0))
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "seconds"
    assert 0.25 < events[-1].progress.seconds < 2.0


def test_closing_ends_the_workers(tmp_path: Path) -> None:
    before = below(os.getpid())
    events = evolve(SETTINGS, examiner=Fake(0), workers=2, store=tmp_path / "run.db")
    seen = list(itertools.islice((one for one in events if isinstance(one, Told)), 20))
    assert below(os.getpid()) > before
    events.close()
    assert below(os.getpid()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.db"]
    assert [child for child in table(tmp_path / "run.db") if child.step == 2][-1].number == (
        seen[-1].child.number
    )


# Mistakes


def test_a_founder_that_cannot_be_bred_from_is_told() -> None:
    short = FOUNDERS[0].replace("quality 0.3", "quality 0.0").replace("12", "13")
    settings = replace(SETTINGS, founders=(*FOUNDERS, short))
    children = told(settings=settings, examiner=Fake(0))
    assert children[3].verdict == "shallow"
    assert not any(3 in child.parents for child in children)


def test_no_founder_can_be_bred_from(tmp_path: Path) -> None:
    bad = tuple(one.replace("quality 0.3", "quality 0.0") for one in FOUNDERS)
    settings = replace(SETTINGS, founders=bad)
    for _ in range(2):  # it is no better when one goes on
        with pytest.raises(LudError) as caught:
            evolved(settings=settings, store=tmp_path / "run.db")
        assert str(caught.value).splitlines() == [
            "none of the founders can be bred from",
            "  First One: shallow: nobody learns it",
            "  First Two: shallow: nobody learns it",
            "  First Three: shallow: nobody learns it",
            "begin with other games",
        ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mode": "best"}, "there is no mode best"),
        ({"crossing": 1.5}, "crossing is a share from 0 to 1, not 1.5"),
        ({"ahead": 0}, "ahead must be 1 or more"),
        ({"population": 1}, "a population has two places or more"),
        ({"rates": {"regrow": -1.0}}, "a rate cannot be below 0"),
        ({"founders": ("Yavalat",)}, "did you mean Yavalath"),
        ({"founders": ("lien",)}, "did you mean line"),
        ({"founders": ("nowhere.lud",)}, "there is no file nowhere.lud"),
    ],
)
def test_settings_that_make_no_sense(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    with pytest.raises(LudError) as caught:
        evolved(settings=replace(SETTINGS, **change), store=tmp_path / "run.db")
    assert message in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_an_examiner_that_cannot_begin_ends_the_run() -> None:
    with pytest.raises(LudError, match="the examiner cannot work"):
        evolved(examiner=Unfit())


class Odd(Fake):
    """Its scores are no numbers."""

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        found = super().appraise(candidate, settings)
        return found if candidate.number < 3 else replace(found, score=math.nan)


@pytest.mark.slow
def test_a_score_that_is_no_number_is_a_verdict() -> None:
    children = told(examiner=Odd(0), children=20)
    assert {child.detail for child in children if child.verdict == "crashed"} == {
        "its score is nan"
    }


# Parts of one's own


class Oldest:
    """Keeps the first five and chooses the first of them."""

    places = 5

    def __init__(self) -> None:
        self.kept: list[Child] = []

    def tell(self, child: Child) -> Placing:
        if len(self.kept) == self.places:
            return Placing("", None, "too late")
        self.kept.append(child)
        return Placing("first come")

    def choose(self, rng: Random) -> Child:
        return self.kept[0]

    def __iter__(self) -> Iterator[Child]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)


@pytest.mark.slow
def test_an_archive_of_ones_own(tmp_path: Path) -> None:
    archive = Oldest()
    children = told(archive=archive, examiner=Fake(0), store=tmp_path / "run.db")
    assert sum(child.kept for child in children) == len(archive) == 5
    # There is nobody else to mate with.
    assert {child.parents for child in children} == {(), (0,)}
    # It goes on only with such an archive.
    with pytest.raises(LudError, match=r"child \d+ .* but would now"):
        evolved(store=tmp_path / "run.db", children=80, examiner=Fake(0))
    assert len(told(store=tmp_path / "run.db", children=80, archive=Oldest())) == 20


# Mates


def kin(number: int, *of: int) -> Child:
    return Child(number, 0, of, "", score=1.0)


def test_relations() -> None:
    ancestry = {2: (0, 1), 3: (1, 0), 4: (0,), 5: (4,), 6: (9, 8)}
    assert related(2, 3, ancestry)  # siblings
    assert related(2, 4, ancestry)  # of one parent
    assert related(4, 5, ancestry)
    assert related(5, 4, ancestry)
    assert not related(5, 2, ancestry)  # a parent's sibling
    assert not related(2, 6, ancestry)
    assert not related(0, 1, ancestry)


def test_relations_mate_only_if_nobody_else_is_there() -> None:
    ancestry = {1: (0,), 2: (0,), 3: (8,)}
    archive = Population(10, drawn=1)
    for child in (kin(0), kin(1, 0), kin(2, 0)):
        archive.tell(child)
    pairs = [parents(archive, Random(seed), 1.0, ancestry) for seed in range(50)]
    assert {len(pair) for pair in pairs} == {2}
    assert all(first.number != second.number for first, second in pairs)
    archive.tell(kin(3, 8))
    pairs = [parents(archive, Random(seed), 1.0, ancestry) for seed in range(200)]
    close = [pair for pair in pairs if related(pair[0].number, pair[1].number, ancestry)]
    assert len(close) < 0.15 * len(pairs)


def test_the_share_of_crossings() -> None:
    archive = Population(10)
    for child in (kin(0), kin(1)):
        archive.tell(child)
    for share in (0.0, 0.3, 1.0):
        rng = Random(1)
        pairs = sum(len(parents(archive, rng, share, {})) == 2 for _ in range(1000))
        assert abs(pairs / 1000 - share) < 0.05


# Opinions


def test_liked_games_have_more_children_and_disliked_ones_none(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    first = told(store=path, children=30, examiner=Fake(0))
    names = [child.name for child in first if child.alive]
    liked, disliked = names[0], names[1]
    later = told(
        store=path, children=110, examiner=Fake(0), likes=(liked,), dislikes=(disliked.upper(),)
    )
    numbers = {child.name: child.number for child in first}
    parents_ = [one for child in later for one in child.parents]
    assert numbers[disliked] not in parents_
    assert parents_.count(numbers[liked]) > 0.35 * len(parents_)
    with pytest.raises(LudError, match=r"no game of .* is called Firts One\n  did you mean First"):
        told(store=path, children=111, examiner=Fake(0), likes=("Firts One",))


@pytest.mark.slow
def test_a_run_with_opinions_is_the_same_again(tmp_path: Path) -> None:
    """Said at the same children, by whatever number of workers, stopped in between or not."""
    whole: list[list[Child]] = []
    for number, stops in enumerate(((30, 90), (30, 45, 60, 90))):
        path = tmp_path / f"{number}.db"
        told(store=path, children=30, examiner=Fake(0), workers=1 + number)
        likes: tuple[str, ...] = ("First Two",)
        for stop in stops[1:]:
            told(store=path, children=stop, examiner=Fake(0), workers=1 + number, likes=likes)
            likes = ()
        whole.append([replace(one, left=None) for one in table(path)])
    # Seconds differ from run to run.
    assert [replace(one, seconds={}) for one in whole[0]] == [
        replace(one, seconds={}) for one in whole[1]
    ]

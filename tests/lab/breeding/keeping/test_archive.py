"""Which children are kept, and who becomes a parent."""

from __future__ import annotations

import builtins
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from interpreter import LudError
from lab.breeding.keeping.archive import AXES, FORMER, Elites, Population, Steps, Words, archive
from lab.breeding.keeping.child import Child
from lab.breeding.kinds import Settings


def child(number: int, score: float, **features: float | str) -> Child:
    return Child(number, 0, (), "", score=score, features=features)


LINE = {"board": "hex", "goal": "line", "ends": "both", "length": 25.0, "skill": 0.7}
ENDS = "hex, line, wins and loses,"


@pytest.mark.slow
def test_the_best_of_a_kind_is_kept() -> None:
    elites = Elites()
    first = elites.tell(child(0, 0.5, **LINE))
    assert first.place == f"{ENDS} length 20–40, skill 0.6–0.75"
    assert first.replaced is None
    worse = elites.tell(child(1, 0.4, **LINE))
    assert (worse.place, worse.replaced) == ("", None)
    assert worse.detail.startswith("0 is as good or better")
    assert not elites.tell(child(2, 0.5, **LINE)).place  # the first stays
    better = elites.tell(child(3, 0.5 + 1e-12, **LINE))
    assert (better.place, better.replaced) == (first.place, 0)
    assert [one.number for one in elites] == [3]
    assert elites.tell(child(4, 0.0, **LINE | {"board": "square"})).place
    assert (len(elites), elites.places) == (2, 2016)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("features", "place"),
    [
        ({}, "other, other, other, length <10, skill <0.6"),
        (LINE | {"board": "Hexagonal"}, f"{ENDS} length 20–40, skill 0.6–0.75"),
        (LINE | {"board": "wheel", "goal": "score"}, "other, score, wins and loses, length 20–40"),
        (LINE | {"ends": "loses", "skill": 1}, "hex, line, loses, length 20–40, skill ≥0.75"),
        (LINE | {"length": 10, "ends": "wins"}, "hex, line, wins, length 10–20, skill 0.6–0.75"),
        (LINE | {"length": 1e9, "skill": "none"}, f"{ENDS} length ≥160, skill <0.6"),
    ],
)
def test_places(features: dict[str, float | str], place: str) -> None:
    assert Elites().tell(child(0, 0.5, **features)).place.startswith(place)


def test_every_elite_is_as_likely() -> None:
    elites = Elites()
    for number, length in enumerate((5, 15, 30, 60)):
        elites.tell(child(number, number / 10, **LINE | {"length": length}))
    rng = Random(1)
    counts = Counter(elites.choose(rng).number for _ in range(2000))
    assert set(counts) == {0, 1, 2, 3}
    assert min(counts.values()) > 400


def test_axes_of_ones_own() -> None:
    axes = (Words("luck", {"dice": frozenset({"dice"})}), Steps("sites", (50,)))
    elites = Elites(axes)
    assert elites.places == 4
    assert elites.tell(child(0, 0.1, luck="dice", sites=61)).place == "dice, sites ≥50"
    assert elites.grid.stats.num_elites == 1


def test_bins_have_a_label_each() -> None:
    for axis in AXES:
        assert len(set(axis.labels)) == len(axis.labels)
    low = child(0, 0, length=-1, board="square", ends="wins")
    high = child(0, 0, length=1e6, board="?", skill=1)
    assert [axis.bin(low) for axis in AXES] == [0, 6, 0, 0, 0]
    assert [axis.bin(high) for axis in AXES] == [3, 6, 3, 5, 2]


def test_a_line_that_loses_as_well_has_a_place_of_its_own() -> None:
    elites = Elites()
    elites.tell(child(0, 0.9, **LINE | {"ends": "wins"}))
    elites.tell(child(1, 0.8, **LINE | {"ends": "loses"}))
    assert elites.tell(child(2, 0.1, **LINE)).place
    assert len(elites) == 3


def test_the_worst_of_a_population_goes() -> None:
    population = Population(3)
    for number, score in enumerate((0.5, 0.2, 0.2)):
        assert population.tell(child(number, score)).place
    assert not population.tell(child(3, 0.2)).place
    assert population.tell(child(4, 0.3)).replaced == 1  # of the worst, the first that came
    assert population.tell(child(5, 0.9)).replaced == 2
    assert sorted(one.number for one in population) == [0, 4, 5]
    assert len(population) == population.places == 3


def test_tournaments_favour_the_good() -> None:
    population = Population(4)
    for number in range(4):
        population.tell(child(number, number / 4))
    rng = Random(1)
    counts = Counter(population.choose(rng).number for _ in range(6400))
    # The worst wins only if it is drawn three times.
    for number, share in enumerate((1, 7, 19, 37)):
        assert abs(counts[number] - 100 * share) < 150


def test_modes() -> None:
    assert isinstance(archive(Settings(())), Elites)
    assert archive(Settings((), mode="ludi", population=7)).places == 7
    with pytest.raises(LudError, match="there is no mode best\n  modes are elites and ludi"):
        archive(Settings((), mode="best"))


def test_a_run_of_an_earlier_program_goes_on_with_its_axes() -> None:
    old = replace(child(0, 0.5, **LINE | {"branching": 30.0}),
                  place="hex, line, length 20–40, branching 20–40")  # fmt: skip
    for kept, axes in (((), AXES), ((old,), FORMER)):
        found = archive(Settings(()), kept)
        assert isinstance(found, Elites)
        assert found.axes == axes


def test_without_ribs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("ribs"):
            raise ImportError(name)
        return found(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(LudError, match=r'needs the package ribs\n.*install "ludwright\[lab\]"'):
        Elites()
    Population()

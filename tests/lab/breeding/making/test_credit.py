"""Ways that pay are taken more often; none is given up, and what is fixed stays."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lab.breeding.making.credit import Credit, table
from lab.breeding.making.variation import WAYS

USUAL = {way.name: way.rate for way in WAYS}
MUTATIONS = [way.name for way in WAYS if not way.crosses and way.rate]


def told(credit: Credit, change: str, verdict: str, times: int, *, kept: bool = False) -> Credit:
    for _ in range(times):
        credit.tell(change, verdict, kept=kept)
    return credit


def test_at_the_beginning_rates_are_near_the_usual_ones() -> None:
    rates = Credit().rates()
    order = sorted(MUTATIONS, key=lambda name: USUAL[name])
    assert all(rates[one] <= rates[other] for one, other in pairwise(order))
    assert sum(rates[name] for name in MUTATIONS) == pytest.approx(
        sum(USUAL[name] for name in MUTATIONS), abs=1e-4
    )


def test_what_is_kept_pays_more_than_what_only_lives() -> None:
    credit = Credit()
    told(credit, "number", "", 60, kept=True)
    told(credit, "word", "", 60)
    told(credit, "echo", "drawn", 60)
    rates = credit.rates()
    assert rates["number"] > 2 * rates["word"] > 2 * rates["echo"] > 0


def test_no_way_is_given_up() -> None:
    credit = told(Credit(), "drop", "ill-formed", 3000)
    told(credit, "number", "", 3000, kept=True)
    rates = credit.rates()
    least = 0.25 / len(MUTATIONS) * sum(rates[name] for name in MUTATIONS)
    assert rates["drop"] >= 0.99 * least


def test_crossings_and_mutations_do_not_compete() -> None:
    before, credit = Credit().rates(), told(Credit(), "graft", "", 500, kept=True)
    told(credit, "join", "drawn", 500)
    told(credit, "section", "drawn", 500)
    after = credit.rates()
    assert {name: after[name] for name in MUTATIONS} == {name: before[name] for name in MUTATIONS}
    assert after["graft"] > before["graft"]


def test_a_rate_that_is_given_stays() -> None:
    credit = told(Credit({"echo": 6.0, "board": 0.0}), "echo", "drawn", 500)
    told(credit, "board", "", 100, kept=True)
    rates = credit.rates()
    assert (rates["echo"], rates["board"]) == (6.0, 0.0)


def test_what_was_long_ago_is_forgotten() -> None:
    usual, credit = Credit().rates()["number"], told(Credit(), "number", "drawn", 100)
    early = credit.rates()["number"]
    told(credit, "graft", "drawn", 6000)
    assert early < credit.rates()["number"] <= usual


def test_every_step_of_a_child_and_every_try_is_counted() -> None:
    credit = Credit()
    credit.tell("graft drop graft", "", "drop; swap number", kept=True)
    credit.tell("drop", "duplicate", kept=False)
    found = {
        one.name: (one.made, one.duplicates, one.kept, one.wasted) for one in credit.in_order()
    }
    assert found == {
        "drop": (2, 1, 1, 1),
        "graft": (1, 0, 1, 0),
        "number": (0, 0, 0, 1),
        "swap": (0, 0, 0, 1),
    }
    head, first, *_ = table(credit)
    assert head.split()[:2] == ["way", "made"]
    assert first.split()[:4] == ["drop", "2", "0%", "50%"]

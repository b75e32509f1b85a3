"""Actions have numbers, names and places of their own."""

from __future__ import annotations

import pytest

from helpers.marks import each_game
from interpreter import load
from interpreter.ir.program import EXTRA_BITS, pack

# Moves that carry a number: the site of an iterator around them.
CARRYING = """(game "Carrying" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (forEach Site (sites Empty) (or
      (move Add (to (sites Around (site) Orthogonal if:(is Empty (to))) (apply (add (to (site))))))
      (set Counter (site)))))
    (end (if (is Line 3) (result Mover Win)))))"""


@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_actions_have_names_and_places_of_their_own(name: str) -> None:
    actions = load(name, backend="python").actions
    assert [group.start for group in actions.groups] == [
        sum(one.size for one in actions.groups[:place]) for place in range(len(actions.groups))
    ]
    assert len(actions) == actions.size == sum(group.size for group in actions.groups)
    every = range(actions.size)
    assert len({actions.name(action) for action in every}) == actions.size
    for action in every:
        group, origin, target, numbers = actions.parts(action)
        places = [place for place, span in enumerate(group.spans) if span is not None]
        pairs = zip(places, numbers, strict=True)
        extra = sum((one + 1) << place * EXTRA_BITS for place, one in pairs)
        assert actions.of(pack(group.templates[0], origin, target, extra)) == action


def test_the_numbers_of_actions_are_these() -> None:
    noughts = load("Tic-Tac-Toe").actions
    names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "pass"]
    assert [noughts.name(one) for one in range(noughts.size)] == names
    hexagons = load("Hex").actions
    assert [hexagons.name(one) for one in (121, 122)] == ["swap", "pass"]
    wild = load("Wild Tic-Tac-Toe").actions
    assert [wild.name(one) for one in (0, 9, 18)] == ["a1=cross", "a1=nought", "pass"]
    coffee = load("Coffee").actions
    move = next(one for one in load("Coffee").start().after("e5").moves() if one.from_site >= 0)
    assert (
        coffee.name(coffee.of(move))
        == f"{coffee.labels[move.from_site]}-{coffee.labels[move.to_site]}"
    )
    assert load("Cram").actions.size == 25 + 1  # both ways to lie, of which one is ever offered


def test_actions_of_moves_that_carry_numbers() -> None:
    game = load(CARRYING)
    actions = game.actions
    # Each site with one of the nine that the move may carry; the effect with them; the forced pass.
    assert actions.size == 81 + 9 + 1
    assert actions.parts(5 * 9 + 2)[2:] == (5, (2,))
    assert actions.name(5 * 9 + 2) == "c2:2"
    assert actions.name(81 + 4) == "effect:4"
    assert actions.name(90) == "pass"


def test_actions_that_are_not_there() -> None:
    game = load("Tic-Tac-Toe")
    for action in (-1, 10):
        with pytest.raises(ValueError, match="is no action"):
            game.actions.name(action)
    state = game.start().after("b2")
    assert game.actions.move(state, 3).name == "a2"
    with pytest.raises(ValueError, match="b2 is not a legal action"):
        game.actions.move(state, 4)


def test_too_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.targets.spaces.actions.MOST_ACTIONS", 9)
    with pytest.raises(ValueError, match="more than 9 actions: 10"):
        load("Tic-Tac-Toe").batch(2)


def test_numbers_that_follow_from_the_sites_are_not_chosen() -> None:
    """Horses that stand together go together: how many there are is no choice."""
    groups = load("Nyout", backend="python").actions.groups
    assert any(group.spans for group in groups)
    assert all(span is None for group in groups for span in group.spans)

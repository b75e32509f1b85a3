"""Whole games on pages, beside Python: clicked to the end, with dice, other seats, exchanges."""

from __future__ import annotations

from random import Random

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import Open, needs_browser
from interpreter import State, load
from interpreter.ir import schema

pytestmark = [needs_native, needs_browser, pytest.mark.slow]


def ending(state: State) -> str:
    """How the page tells the end of a game of two."""
    first = [seat for seat, rank in enumerate(state.ranking, 1) if rank == 1]
    return f"player {first[0]}" if len(first) == 1 else "a draw"


def link_into(name: str, plies: int) -> str:
    """A link to a game of random moves, so many before its end."""
    random, state, names = Random(5), load(name).start(), list[str]()
    while not state.over:
        names.append(random.choice(state.moves()).name)
        state = state.after(names[-1])
    return f"#moves={','.join(names[:-plies])}"


@pytest.mark.parametrize(
    ("name", "left"),
    [("Yavalath", 0), ("Breakthrough", 24), ("Reversi", 24), ("Kalah", 24), ("Backgammon", 12)],
)
def test_a_game_to_its_end(show: Open, name: str, left: int) -> None:
    shown, random = show(name), Random(3)
    shown.sits(1, "computer, beginner")
    if left:
        shown.open(link_into(name, left))
        shown.sits(1, "computer, beginner")
    for _ in range(400):
        standing, state = shown.standing, shown.state()
        if state.over:
            break
        assert standing.startswith(f"player {state.mover}")
        if state.mover == 1:
            count = state.plies
            shown.make(random.choice(state.moves()))
            shown.wait_for(count + 1)
    assert state.over
    assert ending(state) in standing
    assert len(shown.moves) == state.plies


def dice(state: State) -> str:
    """The dice of a position as the page tells them: thrown if they are due, else as they lie."""
    faces = [one.faces for one in state.game.dice]
    if state.roll_due:
        fallen = state.drawn(state.moves()[0])
        return ", ".join(str(one[at]) for one, at in zip(faces, fallen, strict=False))
    shown = [state.game.field(state.raw, schema.FACE, die) for die in range(len(faces))]
    values = (one[at] for one, at in zip(faces, shown, strict=True))
    pairs = zip(values, state.dice, strict=True)
    return ", ".join(f"{one}{'' if worth else ' (used)'}" for one, worth in pairs)


def test_dice_fall_as_in_python(show: Open) -> None:
    shown, random = show("Backgammon"), Random(8)
    shown.sits(1, "a person")
    assert "seed=" in shown.page.evaluate("location.hash")
    for count in range(12):
        state = shown.state()
        assert state.plies == count
        label = shown.page.locator(".dice").get_attribute("aria-label")
        assert label == f"dice: {dice(state)}"
        shown.page.fill("#typed", random.choice(state.moves()).name)
        shown.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [("Yavalath", {"Players": "3 Players"}, 3), ("Peg Solitaire", {}, 1)],
)
def test_other_numbers_of_players(
    show: Open, name: str, options: dict[str, str], seats: int
) -> None:
    shown, random = show(name, options=options), Random(4)
    assert shown.page.locator("fieldset select").count() == seats
    for seat in range(seats):
        shown.sits(seat, "a person")
    for count in range(40):
        state = shown.state()
        if state.over:
            break
        assert shown.standing.startswith(f"player {state.mover}")
        shown.make(random.choice(state.moves()))
        shown.wait_for(count + 1)
    assert len(shown.moves) == count


def test_players_exchange_colours(show: Open) -> None:
    shown = show("Hex")
    shown.sits(1, "a person")
    shown.click(60)
    shown.page.locator(".actions button", has_text="swap").click()
    assert shown.moves[-1] == "swap"
    assert shown.standing == "player 1 (blue) to move"

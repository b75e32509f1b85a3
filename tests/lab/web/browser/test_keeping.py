"""What one does with a game on a page: undo, hints, records, links; broken ones are told."""

from __future__ import annotations

from random import Random

import pytest

from helpers.backends import needs_native
from helpers.lab.browser import Open, needs_browser
from interpreter import Game
from interpreter.play.chance import next_draw
from interpreter.text.errors import Source
from lab.files.records import Record, Word, parse, text_of, word_of

pytestmark = [needs_native, needs_browser, pytest.mark.slow]


def test_undo_redo_and_going_on(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.sits(1, "a person")
    for site in (4, 0, 8):
        shown.click(site)
    shown.press("undo")
    assert shown.state().plies == 2
    shown.press("redo")
    assert shown.state().plies == 3
    shown.press("1. b2")
    assert shown.state().plies == 1
    shown.click(1)
    assert shown.moves == ["b2", "b1"]
    shown.press("new game")
    assert shown.moves == []


def test_undo_goes_back_to_ones_own_turn(show: Open) -> None:
    shown = show("Yavalath")
    shown.sits(1, "computer, beginner")
    shown.click(30)
    shown.wait_for(2)
    shown.press("undo")
    assert shown.state().plies == 0
    assert shown.standing.startswith("player 1")
    shown.press("redo")
    assert shown.state().plies == 2
    shown.press(f"1. {shown.moves[0]}")
    shown.press("go on from here")
    shown.wait_for(2)


def test_computers_play_each_other_and_hints_help(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.press("hint")
    shown.page.locator(".standing", has_text="hint: ").wait_for()
    assert shown.page.locator(".hint").count() >= 1
    shown.sits(0, "computer, medium")
    shown.wait_for(9)
    assert "a draw" in shown.standing


def test_the_page_does_not_stall_while_the_computer_thinks(show: Open) -> None:
    shown = show("Hex")
    shown.sits(1, "computer, strong")
    shown.click(60)
    shown.page.locator(".standing", has_text="thinking").wait_for()
    longest = shown.page.evaluate(
        "() => new Promise(done => { let worst = 0, last = performance.now(), left = 60;"
        " const tick = () => { const now = performance.now(); worst = Math.max(worst, now - last);"
        " last = now; left -= 1; if (left) setTimeout(tick, 10); else done(worst); }; tick(); })"
    )
    assert longest < 300
    shown.press("undo")
    assert shown.state().plies == 0


def test_records(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.sits(1, "a person")
    for site in (4, 0):
        shown.click(site)
    shown.press("record …")
    area = shown.page.locator("dialog textarea")
    text = area.input_value()
    states = parse(Source("page", text)).replay()
    assert [str(states[-1])] == [str(shown.state())]
    area.fill(text.replace("2. a1", "2. b2"))
    shown.press("load this text")
    assert "move 2, b2, is not legal here" in shown.page.locator("dialog .note").inner_text()
    area.fill(text.replace("Tic-Tac-Toe", "Chess"))
    shown.press("load this text")
    assert "this record is of Chess" in shown.page.locator("dialog .note").inner_text()
    assert shown.moves == ["b2", "a1"]
    area.fill(f"{text}3. c3\n")
    shown.press("load this text")
    assert shown.moves == ["b2", "a1", "c3"]
    assert shown.page.locator("dialog").count() == 0


def told(game: Game, chance: Random, plies: int) -> Record:
    """A game in which something else falls than chance has it."""
    state, words = game.start(3), list[Word]()
    while len(words) < plies and not state.over:
        draws = [chance.randrange(one.outcomes) for one in state.chance]
        move = chance.choice(state.moves(draws) if draws else state.moves())
        while (one := next_draw(state, draws, move.packed)) is not None:
            draws.append(chance.randrange(one.outcomes))
        words.append(Word(move.name, tuple(draws)))
        state = state.after(move.name, draws)
    return Record(game.name, seed=3, moves=tuple(words))


@pytest.mark.parametrize("name", ["Backgammon", "EinStein würfelt nicht", "Pachisi", "Senet"])
def test_records_and_links_hold_what_fell(show: Open, name: str) -> None:
    shown = show(name)
    for seat in range(shown.game.players):
        shown.sits(seat, "a person")
    record = told(shown.game, Random(5), 14)
    end = record.replay(shown.game)[-1]
    shown.press("record …")
    shown.page.locator("dialog textarea").fill(text_of(record))
    shown.press("load this text")
    assert str(shown.state()) == str(end)
    # The record of the page tells all that fell.
    shown.press("record …")
    again = parse(Source("page", shown.page.locator("dialog textarea").input_value()))
    assert [word.draws or () for word in again.moves] == [word.draws for word in record.moves]
    assert str(again.replay(shown.game)[-1]) == str(end)
    shown.press("close")
    link = shown.page.evaluate("location.hash")
    shown.open(link)
    assert shown.moves == [word.text for word in record.moves]
    assert str(shown.state()) == str(end)


def test_the_record_of_a_page_tells_what_the_seed_let_fall(show: Open) -> None:
    shown = show("Backgammon")
    shown.open("#seed=9&seats=person,person")
    state, words = shown.game.start(9), list[Word]()
    for _ in range(6):
        move = state.moves()[0]
        words.append(word_of(state, move))
        state = state.after(move)
    names = ",".join(word.text for word in words)
    shown.open(f"#seed=9&seats=person,person&moves={names}")
    shown.press("record …")
    area = shown.page.locator("dialog textarea")
    found = parse(Source("page", area.input_value()))
    assert [(one.text, one.draws or ()) for one in found.moves] == [
        (one.text, one.draws) for one in words
    ]
    area.fill(area.input_value().replace("[", "[6 ", 1))
    shown.press("load this text")
    note = shown.page.locator("dialog .note").inner_text()
    assert "6 is no outcome of one of 6: they go from 0 to 5" in note


def test_links(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.open("#moves=b2,a1")
    assert shown.moves[:2] == ["b2", "a1"]
    for broken, message in (
        ("#moves=b2,b2", "move 2, b2, is not legal here; legal are a1"),
        ("#moves=%E0%A4%A", "the link is damaged"),
        ("#nonsense", "is no part of a game"),
    ):
        shown.open(broken)
        assert message in shown.note
        assert shown.moves == []
    shown.page.evaluate("location.hash = '#moves=c3'")
    shown.wait_for(1)
    assert shown.moves[0] == "c3"
    shown.page.evaluate("location.hash = '#moves=z9'")
    shown.page.locator(".status .note", has_text="z9").wait_for()
    assert shown.moves[0] == "c3"


def test_a_link_says_who_plays(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.sits(1, "a person")
    shown.click(4)
    link = shown.page.evaluate("location.hash")
    shown.open(link)
    shown.page.wait_for_timeout(1200)
    assert shown.moves == ["b2"]
    assert shown.page.locator("#seat-1").input_value() == "-1"
    shown.click(0)
    assert shown.moves == ["b2", "a1"]
    shown.page.evaluate("location.hash = '#seats=person,4&moves=z9'")
    shown.page.locator(".status .note", has_text="z9").wait_for()
    assert shown.page.locator("#seat-1").input_value() == "-1"


def test_typed_moves_that_are_not_legal(show: Open) -> None:
    shown = show("Tic-Tac-Toe")
    shown.page.fill("#typed", "z9")
    shown.page.keyboard.press("Enter")
    assert shown.note.startswith(
        "z9 is not a legal move here: z9 is no move of this game; legal are a1, b1"
    )

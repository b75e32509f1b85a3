"""Hints of metadata on how a game is drawn, and what is drawn where there are none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.cases.drawings import made
from interpreter import Game, LudError, load
from interpreter.show.status import style
from interpreter.show.svg.draw_board import DARKER, GRAIN
from interpreter.show.svg.draw_regions import Ground, ground_of
from interpreter.show.svg.pieces.emblems import COLOURS, DARK, LIGHT, chip, emblems

RULES = """
(game "Board"
    (players 2)
    (equipment {{ (board {board}) (piece "Stone" Each) (piece "Man" Each) {regions} }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw))))
)
(metadata (info {{ (description "None.") }}) (graphics {{ {hints} }}))
"""
CAMPS = '(regions "Camp" P1 (sites Bottom)) (regions "Camp" P2 (sites Top))'


def hinted(hints: str = "", *, board: str = "(square 6)", regions: str = "") -> Game:
    return load(RULES.format(board=board, regions=regions, hints=hints))


def told(game: Game) -> list[tuple[str, str | None]]:
    """The warnings that are about pictures."""
    unused = ("is never used", "no rule")
    return [
        (one.message, one.hint) for one in game.warnings
        if not any(text in one.message for text in unused)
    ]  # fmt: skip


def tints(ground: Ground) -> dict[int, str]:
    return {site: colour for site, colour, _ in ground.tints}


# Hints


def test_colours_of_players() -> None:
    game = hinted("(player Colour P1 (colour Black)) (player Colour P2 (colour 200 40 4))")
    assert [chip(game, seat).fill for seat in (1, 2)] == [DARK, "#c82804"]
    assert game.graphics.players[1].name == "black"
    assert 'fill="#c82804"' in game.start().svg()
    assert [chip(hinted(), seat).fill for seat in (1, 2)] == [LIGHT, DARK]
    assert hinted('(player Colour P1 (colour "#A0b0C0"))').graphics.players[1].code == "#a0b0c0"
    assert hinted("(player Colour P2 (colour LightBlue))").graphics.players[2].name == "light blue"


def test_colours_in_the_terminal() -> None:
    game, plain = hinted("(player Colour P1 (colour Blue))"), hinted()
    assert style(game, 1) == style(plain, 2) != style(plain, 1)
    assert style(game, 2) != style(game, 1)
    black = hinted("(player Colour P1 (colour Black))")  # which is not seen on every ground
    assert style(black, 1) == style(plain, 1)


def test_colours_of_pieces() -> None:
    game = hinted('(piece Colour "Man" fillColour:(colour Red))')
    fills = {game.pieces[number - 1].name: one.fill for number, one in emblems(game).items()}
    red = game.graphics.pieces[3].code
    assert fills == {"Stone1": LIGHT, "Stone2": DARK, "Man1": red, "Man2": red}
    # What is in another colour needs no letter.
    assert {one.letters for one in emblems(game).values()} == {""}
    game = hinted('(piece Colour P2 "Man" fillColour:(colour Red))')
    assert list(game.graphics.pieces) == [4]
    assert {one.letters for one in emblems(game).values()} == {"", "M"}


@pytest.mark.parametrize(
    ("hint", "expected"),
    [("", False), ("(board Style Chess)", True), ("(board Checkered)", True),
     ("(board Checkered True)", True), ("(board Checkered False)", False),
     ("(board Style Go)", False)],
)  # fmt: skip
def test_chequers(hint: str, expected: bool) -> None:
    game = hinted(hint)
    assert ground_of(game).chequered is expected
    assert (f'fill="{DARKER}"' in game.start().svg()) is expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [('(piece "Queen" Each)', True), ('(piece "Stone" Each)', False),
     ('(piece "Queen" Each) (piece "Stone" Each)', False),
     ('(piece "Queen" Each) (piece "Stone" Neutral)', True),
     ('(piece "Queen" Neutral)', True),
     ('(piece "Counter" Each) (piece "DoubleCounter" Each)', True)],
)  # fmt: skip
def test_chess_and_draughts_are_played_on_chequers(pieces: str, expected: bool) -> None:
    assert ground_of(made("(square 4)", pieces=pieces)).chequered is expected


def test_a_hint_colours_a_region_or_hides_it() -> None:
    assert len(ground_of(hinted(regions=CAMPS)).bands) == 2
    game = hinted('(region Colour "Camp" P1 (colour Green))', regions=CAMPS)
    green = game.graphics.areas[0].colour
    assert green is not None
    assert tints(ground_of(game)) == dict.fromkeys(range(6), green.code)
    assert green.code in game.start().svg()
    for hidden in ("Hidden", "0 0 0 0"):
        ground = ground_of(hinted(f'(region Colour "Camp" (colour {hidden}))', regions=CAMPS))
        assert not ground.bands
        assert not ground.tints
    named = hinted("(region Colour (sites Corners) (colour Red))")
    assert sorted(tints(ground_of(named))) == [0, 5, 30, 35]


@pytest.mark.parametrize("shape", ["cross", "disc", "ring", "square", "star", "thinCross"])
@pytest.mark.parametrize("board", ["(square 5)", "(hex 3)", "(square 5) use:Vertex"])
def test_signs(shape: str, board: str) -> None:
    game = hinted(f'(show Symbol "{shape}" (sites {{ (centrePoint) }}))', board=board)
    (sign,) = game.graphics.signs
    assert sign.sites == (game.board.size // 2,)
    assert not told(game)
    assert game.start().svg() != hinted(board=board).start().svg()


def test_hints_for_others_are_passed_over() -> None:
    hints = (
        "(piece Scale 0.8) (show Edges Inner Hidden) (no Board) (board Colour Phase0 (colour Red))"
        '(show Symbol "3nefer" Cell 6 scale:0.75) (piece Families {"Abstract"}) (board Style Tafl)'
        "(player Colour Neutral (colour Red)) (player Colour P4 (colour Red))"
        '(piece Colour "Die" state:1 fillColour:(colour Black)) (stackType Fan) (hint)'
        "(region Colour Edge {1 2} regionSiteType:Cell (colour Red))"
    )
    game = hinted(hints)
    assert not told(game)
    assert game.start().svg() == hinted().start().svg()


@pytest.mark.parametrize(
    ("hint", "message", "advice"),
    [
        ("(player Colour P1 (colour Blak))", "no colour is called Blak", "did you mean Black?"),
        ("(player Colour P1)", "the colour of a player is said by his role and a colour",
         "(player Colour P1 (colour Black))"),
        ("(player Colour P1 (colour 1 2))", "a colour is a name or three numbers from 0 to 255",
         None),
        ("(player Colour P1 (colour 1 2 256))",
         "a colour is a name or three numbers from 0 to 255", None),
        ('(player Colour P1 (colour "#12345"))', '"#12345" is not a colour', 'such as "#c82828"'),
        ('(piece Colour "Ston" fillColour:(colour Red))', 'no piece is called "Ston"',
         "did you mean Stone?"),
        ('(region Colour "Cmp" (colour Red))', 'no region is called "Cmp"', "did you mean Camp?"),
        ('(show Symbol "cross" "Cmp")', 'no region is called "Cmp"', "did you mean Camp?"),
        ('(show Symbol "cross" (sites Occupied by:P1))',
         "a picture has to know these sites before the game begins", None),
        ('(show Symbol "cross" (sites Cornrs))', "unknown word Cornrs; expected zone",
         "did you mean Corners or ConvexCorners or ConcaveCorners?"),
    ],
)  # fmt: skip
def test_mistakes_in_hints_are_warned_of(hint: str, message: str, advice: str | None) -> None:
    game = hinted(hint, regions=CAMPS)
    assert told(game) == [(message, advice)]
    assert all(one.warning and one.span is not None for one in game.warnings)
    with pytest.raises(LudError):  # what is wrong in the rules is still an error
        load(game.source.replace("(sites Empty)", "(sites Emty)"))


def test_hints_are_kept_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    games = [hinted("(player Colour P1 (colour Red))", regions=CAMPS) for _ in range(2)]
    assert games[0].graphics == games[1].graphics
    assert games[0].start().svg() == games[1].start().svg()


# Regions


def test_sides_of_players_are_bands_outside() -> None:
    game = load("Hex", options={"Size": "3"})
    fills = [chip(game, seat).fill for seat in (1, 2)]
    bands = ground_of(game).bands
    assert [one.colour for one in bands] == [fills[0]] * 2 + [fills[1]] * 2
    text = game.start().svg()
    for fill in fills:  # two sides of three cells, each with two lines to the outside
        assert len(re.findall(rf'<line [^>]*stroke="{fill}"', text)) == 2 * 3 * 2


def test_regions_inside_are_tinted() -> None:
    camps = CAMPS.replace("(sites Bottom)", "(sites {0 1 6})").replace(
        "(sites Top)", "(sites {35})"
    )
    ground = ground_of(hinted(regions=camps))
    assert tints(ground) == {0: COLOURS[0], 1: COLOURS[0], 6: COLOURS[0], 35: COLOURS[1]}
    assert not ground.bands
    # The smaller one is seen where two lie on each other; one of half the board is no mark.
    camps = CAMPS.replace("(sites Bottom)", "(sites {7 8 9 14})").replace(
        "(sites Top)", "(sites {8})"
    )
    assert tints(ground_of(hinted(regions=camps)))[8] == COLOURS[1]
    half = '(regions "Half" P1 (sites {0..17}))'
    assert not ground_of(hinted(regions=half)).tints


def test_regions_of_nobody_are_tinted_where_they_are_small() -> None:
    assert tints(ground_of(hinted(regions='(regions "Trap" (sites {14}))'))) == {14: GRAIN}
    assert not ground_of(hinted(regions='(regions "Most" (sites {0..20}))')).tints


@pytest.mark.slow
def test_no_rows_of_promotion_on_chequers() -> None:
    for name in ("Chess", "English Draughts", "Shogi"):
        ground = ground_of(load(name))
        assert not ground.bands
        assert not ground.tints


def test_first_player_is_black_where_tradition_has_it() -> None:
    for name in ("Go", "Reversi", "Gomoku"):
        assert chip(load(name), 1).fill == DARK
        assert chip(load(name), 2).fill == LIGHT
    assert chip(load("Chess"), 1).fill == LIGHT


def test_dice_show_what_fell() -> None:
    state = load("Backgammon").start(1)
    text = state.after(state.moves()[0]).svg()
    assert ">dice:</text>" in text
    assert "Die1" not in text

"""Positions as pictures: valid, complete, within their frame, and three held against drawings.

The drawings are in `golden`; `GOLDEN=write` rewrites them, to be looked at in a browser.
"""

from __future__ import annotations

import itertools
import os
import random
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from helpers.cases.drawings import BOARDS, FOLDER, NUMBERED, PITS, made, played, sown
from helpers.marks import each_game
from helpers.paths import DOCS
from interpreter import Game, State, load
from interpreter.board.graph import SiteType
from interpreter.language.parts import covering
from interpreter.show.bodies import body_of
from interpreter.show.pits import has_pits, stores
from interpreter.show.svg.animation import film
from interpreter.show.svg.canvas import number, width, written
from interpreter.show.svg.draw_board import plan
from interpreter.show.svg.draw_labels import edge_labels
from interpreter.show.svg.pieces.emblems import COLOURS, DARK, LIGHT, NOBODY, emblems, luminance
from interpreter.show.svg.pieces.figures import DRAWN
from interpreter.show.svg.position import Held, marks
from lab.cli.app import app
from lab.measuring.telling.heatmap import heat

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = re.compile(r"-?\d*\.?\d+")
KINDS = (
    "Amazons", "Bagh-Chal", "Breakthrough", "Go", "Hex", "Kaooa", "Konane", "Mu Torere",
    "Nine Men's Morris", "Odd", "Order and Chaos", "Yavalath",
)  # fmt: skip
HOSTILE = "</svg> & <b>\"'>]]> --> &#0; \ufffe\uffff"
MORE = {
    "tiling": "(tiling T3464 2)",
    "snub-tiling": "(tiling T33434 2)",
    "wheel-of-cells": "(concentric {1 4 8})",
    "spiral": "(spiral turns:3 sites:20) use:Vertex",
    "hexagon-edges": "(hex 2) use:Edge",
    "star": "(regular Star 5) use:Vertex",
    "one-cell": "(square 1)",
}
ALL_BOARDS = {name: board for name, (board, _) in BOARDS.items()} | MORE


def parsed(state: State) -> ElementTree.Element:
    return ElementTree.fromstring(state.svg())


def at_random(game: Game, plies: int = 12) -> State:
    rng, state = random.Random(1), game.start(1)
    for _ in range(plies):
        if moves := state.moves():
            state = state.after(rng.choice(moves))
    return state


def pieces(state: State) -> list[int]:
    """The sites of pieces; a large one is drawn as one thing, where its first part lies."""
    parts = covering(state.game.pieces)
    contents = enumerate(state.contents[: state.game.board.size])
    return [site for site, what in contents if what and what not in parts]


def points(element: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """The corners of the box around a shape, or points on its way."""
    get = lambda name: float(element.get(name, "0"))  # noqa: E731
    match element.tag.removeprefix(SVG):
        case "circle":
            x, y, r = get("cx"), get("cy"), get("r")
            yield from ((x - r, y - r), (x + r, y + r))
        case "rect":
            yield from ((get("x"), get("y")), (get("x") + get("width"), get("y") + get("height")))
        case "line":
            yield from ((get("x1"), get("y1")), (get("x2"), get("y2")))
        case "text":
            wide = 0.5 * width(element.text or "", get("font-size"))
            left = get("x") - (0 if element.get("text-anchor") == "start" else wide / 2)
            yield from ((left, get("y")), (left + wide, get("y") - 0.7 * get("font-size")))
        case "path":
            for step in re.findall("[MLA][^MLAZ]*", element.get("d", "")):
                x, y = NUMBERS.findall(step)[-2:]
                yield float(x), float(y)
        case _:
            pass


def check(state: State) -> None:
    """What holds for every picture."""
    root = parsed(state)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title", "").startswith(state.game.name)
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    for element in root.iter():
        assert not {"id", "class", "style", "href"} & set(element.attrib)
        for x, y in points(element):
            assert left - 0.02 <= x <= left + wide + 0.02
            assert top - 0.02 <= y <= top + high + 0.02
    drawn = [
        int(group.get("data-site", "")) for group in root.iter() if "data-site" in group.attrib
    ]
    assert drawn == pieces(state)
    assert covered(root, plan(state.game.board).places) == {
        site for site, what in enumerate(state.contents) if what in covering(state.game.pieces)
    }.union(site for site in drawn if body_of(state, site))
    assert all_sites_are_there(state, root)


def covered(root: ElementTree.Element, places: Sequence[tuple[float, float]]) -> set[int]:
    """The sites that bars of large pieces, or halves of dominoes, lie on."""
    groups = [group for group in root.iter() if "data-site" in group.attrib]
    bars = [line for group in groups for line in group.iter(f"{SVG}line")]
    ends = {(bar.get(f"x{end}", ""), bar.get(f"y{end}", "")) for bar in bars for end in (1, 2)}
    return {site for site, (x, y) in enumerate(places) if (number(x), number(y)) in ends}


def all_sites_are_there(state: State, root: ElementTree.Element) -> bool:
    board = state.game.board
    holders = {"data-figure", "data-site"}
    drawn = {one for group in root.iter() if holders & set(group.attrib) for one in group.iter()}
    paths = [one.get("d", "") for one in root.iter(f"{SVG}path") if one not in drawn]
    if board.use is SiteType.CELL:
        # Of a plane a part is drawn, with some room around the pieces.
        shown = range(board.size) if board.bounded else around(state, 2)
        assert len(shown) == board.size or set(pieces(state)) < set(shown)
        return sum(path.endswith("Z") for path in paths) == len(shown)
    ends = {tuple(NUMBERS.findall(path)[:2]) for path in paths}
    ends |= {tuple(NUMBERS.findall(path)[-2:]) for path in paths}
    ends |= {(dot.get("cx", ""), dot.get("cy", "")) for dot in root.iter(f"{SVG}circle")}
    spots = plan(board).vertices if board.use is SiteType.EDGE else plan(board).places
    if has_pits(state.game):  # stores are long
        spots = [spot for site, spot in enumerate(spots) if site not in stores(board)]
        assert len(list(root.iter(f"{SVG}rect"))) == 2 + len(stores(board))
    return {(number(x), number(y)) for x, y in spots} <= ends


def around(state: State, steps: int) -> set[int]:
    """The sites so near to a piece, or to the middle of an empty board."""
    board = state.game.board
    found = {site for site in range(board.size) if state.contents[site]} or set(board.centre)
    for _ in range(steps):
        found |= {near for site in found for near in board.neighbours("All")[site]}
    return found


@pytest.mark.parametrize("name", KINDS)
def test_picture(name: str) -> None:
    check(at_random(load(name)))


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_picture_of_every_game(name: str) -> None:
    game = load(name)
    check(game.start())
    check(at_random(game, 30))


@pytest.mark.parametrize("name", ALL_BOARDS)
def test_picture_of_every_board(name: str) -> None:
    game = made(ALL_BOARDS[name])
    check(game.start())
    check(at_random(game, 4))


@pytest.mark.parametrize("name", ALL_BOARDS)
def test_pieces_do_not_touch(name: str) -> None:
    measures = plan(made(ALL_BOARDS[name]).board)
    spots = zip(measures.places, measures.radii, strict=True)
    for ((ax, ay), a), ((bx, by), b) in itertools.combinations(spots, 2):
        far = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        assert far < 0.1 or far >= a + b


@pytest.mark.parametrize(
    ("name", "outside"),
    [("square", True), ("hexagon", True), ("wedges", True), ("square-edges", False),
     ("tiling", False), ("wheel-of-cells", False), ("spiral", False)],
)  # fmt: skip
def test_names_are_outside_where_they_can_be(name: str, outside: bool) -> None:
    assert (edge_labels(made(ALL_BOARDS[name]).board) is not None) is outside


@pytest.mark.parametrize(
    ("name", "board", "moves"),
    [("picture-hexagon", "(hex 2)", "b2 c3"),
     ("picture-wheel", "(concentric {1 6}) use:Vertex", "b2"),
     ("picture-edges", "(square 2) use:Edge", "0 3")],
)  # fmt: skip
def test_drawing(name: str, board: str, moves: str) -> None:
    path, text = FOLDER / f"{name}.svg", played(made(board), moves).svg()
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("rules", "moves", "expected"),
    [(NUMBERED, "", {"A1": "12", "B2": "", "C3": "3"}),
     (NUMBERED, "a1-a2", {"A2": "13", "B2": ""}),
     ("Chess", "e2-e4 e7-e5 e1-e2", {"A1": "", "H1": "", "A8": "", "E8": ""})],
)  # fmt: skip
def test_numbers_of_pieces_are_written_and_marks_are_not(
    rules: str, moves: str, expected: dict[str, str]
) -> None:
    state = played(load(rules), moves)
    held = [one for one in marks(state) if isinstance(one, Held)]
    written = {state.game.labels[one.site]: one.written for one in held}
    assert {name: written[name] for name in expected} == expected


@pytest.mark.parametrize("name", PITS)
def test_pits(name: str) -> None:
    """Seeds are drawn one by one, up to ten in a pit, and their number stands beside them."""
    path, state = FOLDER / f"picture-{name}.svg", sown(*PITS[name])
    text = state.svg()
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
    root = ElementTree.fromstring(text)
    for site in pieces(state):
        group = next(one for one in root.iter(f"{SVG}g") if one.get("data-site") == str(site))
        assert len(list(group.iter(f"{SVG}circle"))) == min(10, state.count(site))
        assert [one.text for one in group.iter(f"{SVG}text")] == [str(state.count(site))]


def test_names_are_escaped() -> None:
    text, name = load("Tic-Tac-Toe").source, HOSTILE.replace('"', '\\"')
    for plain in ("Tic-Tac-Toe", "Disc"):
        text = text.replace(f'"{plain}"', f'"{name}"')
    states = [load(text).start()]
    states.append(states[0].after("a1"))
    hot = heat(states[0].game, np.ones(9, np.int64)) or ""
    for picture in (states[1].svg(), written(film(states)), hot):
        said = "".join(ElementTree.fromstring(picture).itertext())
        assert HOSTILE[:-2] + 2 * "\ufffd" in said
        assert picture.count("</svg>") == 1


def test_what_xml_cannot_hold_is_replaced() -> None:
    picture = ElementTree.Element("text", {"data-a": "\ud800\uffff'"})
    picture.text = 'märchen ♞ 将棋\0"\x1b'
    assert written(picture) == '<text data-a="\ufffd\ufffd\'">märchen ♞ 将棋\ufffd"\ufffd</text>'


@pytest.mark.parametrize("name", KINDS)
def test_film(name: str) -> None:
    states = [load(name).start(1)]
    for _ in range(12):
        if moves := states[-1].moves():
            states.append(states[-1].after(moves[-1]))
    root = ElementTree.fromstring(written(film(states)))
    shown = [group for group in root.iter() if "data-on" in group.attrib]
    assert all(len(group) for group in shown)
    assert sum("display" not in group.attrib for group in shown) >= len(pieces(states[-1]))


def test_the_same_position_is_the_same_picture() -> None:
    assert at_random(load("Konane")).svg() == at_random(load("Konane", backend="python")).svg()


def test_a_notebook_shows_the_picture() -> None:
    state = load("Tic-Tac-Toe").start()
    assert state._repr_svg_() == state.svg()


def test_size() -> None:
    state = load("Connect Four").start()
    root = ElementTree.fromstring(state.svg(size=100))
    sizes = float(root.get("width", "")), float(root.get("height", ""))
    assert max(sizes) == 100
    for wrong in (0, 15, -1, 1e9, float("nan")):
        with pytest.raises(ValueError, match="from 16 to 20000 pixels"):
            state.svg(size=wrong)


def test_the_last_move_is_marked() -> None:
    game = load("Breakthrough")
    assert "#c2185b" not in game.start().svg()
    state = game.start().after("b2-b3")
    assert state.svg().count('stroke="#c2185b"') == 2
    assert "Last move: b2-b3. player 2 to move." in state.svg()


# Pieces


def looks(names: str, players: int = 2) -> list[tuple[str, str]]:
    found = emblems(made("(square 3)", players=players, pieces=names))
    return [(one.shape, one.letters) for one in found.values()]


def test_one_kind_needs_no_letters() -> None:
    assert looks('(piece "Man" Each)') == [("disc", "")] * 2
    assert looks('(piece "Knight" Each)') == [("knight", "")] * 2


def test_animals_are_drawn() -> None:
    assert looks('(piece "Goat" P1) (piece "Tiger" P2) (piece "Coyote" P2)') == [
        ("goat", ""), ("tiger", ""), ("wolf", ""),
    ]  # fmt: skip
    # Two animals that look alike: one of them is told in letters.
    assert looks('(piece "Hound" P1) (piece "Dog" P1)') == [("dog", ""), ("disc", "D")]
    assert looks('(piece "Hound" P1) (piece "Dog" P2)') == [("dog", ""), ("dog", "")]


def test_letters_are_for_kinds_that_look_alike() -> None:
    assert looks('(piece "Rebel" P1) (piece "Officer" P2)') == [("disc", "")] * 2
    assert looks('(piece "Rebel" P1) (piece "Officer" P1)') == [("disc", "R"), ("disc", "O")]


def test_several_kinds_are_told_apart() -> None:
    several = '(piece "Knife" Each) (piece "Kin" Each) (piece "Disc" Each) (piece "King" Each)'
    assert {letters for _, letters in looks(several)} == {"K", "Ki", ""}
    assert set(looks('(piece "Counter" Each) (piece "DoubleCounter" Each)')) == {
        ("disc", ""), ("double", ""),
    }  # fmt: skip
    assert set(looks('(piece "Ball" Each) (piece "Disc" Each)')) == {("disc", ""), ("disc", "D")}


def test_kinds_of_different_owners_are_told_apart_by_colour() -> None:
    assert looks('(piece "Attacker" P1) (piece "Defender" P2)') == [("disc", "")] * 2
    assert looks('(piece "Attacker" P1) (piece "Swede" P1)') == [("disc", ""), ("disc", "S")]


def test_figures_of_chess() -> None:
    assert looks('(piece "King_noCross" Each) (piece "Marshall" P1)') == [
        ("king", ""), ("king", ""), ("chancellor", ""),
    ]  # fmt: skip
    # Two names for one figure: the second is a disc with a letter.
    assert looks('(piece "Marshall" P1) (piece "Chancellor" P1)') == [
        ("chancellor", ""), ("disc", "C"),
    ]  # fmt: skip


def test_figures_have_no_room_along_edges() -> None:
    found = emblems(made("(square 3) use:Edge", pieces='(piece "Rook" Each) (piece "King" Each)'))
    assert [(one.shape, one.letters) for one in found.values()] == [
        ("disc", "R"), ("disc", "R"), ("disc", "K"), ("disc", "K"),
    ]  # fmt: skip


@pytest.mark.slow
def test_tiles_of_shogi_look_where_their_pieces_do() -> None:
    game = load("Shogi")
    found = {game.pieces[number - 1].name: one for number, one in emblems(game).items()}
    assert {one.shape for one in found.values()} == {"wedge"}
    assert (found["Rook1"].letters, found["Rook1"].turn) == ("飛", 0)
    assert (found["Rook2"].letters, found["Rook2"].turn) == ("飛", 180)
    assert found["Tokin1"].ink != found["Pawn1"].ink
    assert "rotate(180 " in game.start().svg()


@pytest.mark.parametrize(
    ("board", "turns", "degrees"),
    [("(square 3)", 0, 90), ("(square 3)", 1, 135), ("(square 3)", 7, 45), ("(hex 2)", 1, 157.5),
     ("(hex 2)", 5, 22.5), ("(rotate 90 (hex 2))", 0, 90), ("(rotate 90 (hex 2))", 8, 180)],
)  # fmt: skip
def test_pieces_that_can_be_turned_show_where_they_look(
    board: str, turns: int, degrees: float
) -> None:
    text = f"""(game "Turning" (players 2) (equipment {{(board {board}) (piece "Man" Each E)}})
        (rules (start (place "Man1" 0 rotation:{turns})) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
    state = load(text).start()
    assert [one.looks for one in marks(state) if isinstance(one, Held)] == [degrees]
    assert len(parsed(state).findall(f".//{SVG}g[@data-site]/{SVG}path")) == 1


def test_tiles_of_xiangqi_bear_the_characters_of_their_sides() -> None:
    game = load("Xiangqi")
    found = {game.pieces[number - 1].name: one for number, one in emblems(game).items()}
    assert {one.shape for one in found.values()} == {"coin"}
    assert (found["General1"].letters, found["General2"].letters) == ("帥", "將")
    assert found["General1"].ink != found["General2"].ink


@pytest.mark.parametrize("name", DRAWN)
def test_figures_stay_in_their_frame(name: str) -> None:
    figure = DRAWN[name]
    assert all(abs(float(one)) <= 1 for part in figure.outlines for one in NUMBERS.findall(part))
    assert all(abs(x) + r <= 1 and abs(y) + r <= 1 for x, y, r in figure.beads)


def test_check_is_marked() -> None:
    state = load("Chess").position(fen="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert [state.game.labels[site] for site in state.checked] == ["E1"]
    assert state.svg().count('fill="#e5322d"') == 1
    assert ">check: player 1's King on e1</text>" in state.svg()
    assert "K!" in str(state)
    assert "check: player 1's King on e1\nplayer 1 to move" in str(state)
    moved = state.after("e1-e2")
    assert not moved.checked
    assert "check" not in str(moved)
    assert "#e5322d" not in moved.svg()
    assert load("Tic-Tac-Toe").start().checked == ()


def test_many_players_have_numbers() -> None:
    assert looks('(piece "Disc" Each)', 5) == [("disc", str(k)) for k in range(1, 6)]
    assert looks('(piece "Disc" Each)', 4) == [("disc", "")] * 4


def test_letters_can_be_read_on_every_colour() -> None:
    assert len(set(COLOURS)) == 16
    for colour in (*COLOURS, NOBODY):
        ink = DARK if luminance(colour) > 0.3 else LIGHT
        light, dark = sorted((luminance(colour), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3  # WCAG 2.2: large text


def test_hands_and_kinds_are_told() -> None:
    text = at_random(load("Bagh-Chal"), 1).svg()
    assert ">player 1 holds</text>" in text
    assert ">× 19</text>" in text
    assert ">Goat</text>" in text


def test_what_is_said_below() -> None:
    assert "player 1 wins" in played(load("Tic-Tac-Toe"), "a1 a2 b1 b2 c1").svg()
    swapped = played(load("Yavalath"), "e5 swap").svg()
    assert "the players have exchanged colours" in swapped
    assert ">player 1 to move<" in swapped


def test_the_pictures_of_the_documents_are_what_their_commands_draw(tmp_path: Path) -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    commands = [line for line in page.splitlines() if "--svg docs/" in line]
    assert len(commands) == 2
    for command in commands:
        words = shlex.split(command)[1:]
        path = DOCS.parent / words[words.index("--svg") + 1]
        target = path if os.environ.get("GOLDEN") == "write" else tmp_path / path.name
        words[words.index("--svg") + 1] = str(target)
        assert CliRunner().invoke(app, words).exit_code == 0
        assert path.read_bytes() == target.read_bytes()
        assert f"](pictures/{path.name})" in page

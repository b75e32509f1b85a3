"""The boards of the library on sheets, one a family: `python -m lab.pages.pictures docs [--check]`.

A board is shown as the game begins, or, where nothing stands on it then, after some random moves.
Unlike the picture of a position, a sheet has a style of its own: it is light or dark as the page is
that it is seen on.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

from interpreter import Game, State, load
from interpreter.board.graph import SiteType
from interpreter.play.load import games
from interpreter.show.status import window
from interpreter.show.svg.canvas import NAMESPACE, Sheet, element, number
from interpreter.show.svg.draw_board import PAPER, plan
from interpreter.show.svg.draw_pits import draw_empty
from interpreter.show.svg.pieces.draw_pieces import draw_piece
from interpreter.show.svg.pieces.emblems import Emblem, emblems
from interpreter.show.svg.position import Held, draw_mark, marks

ACROSS, WIDE, HIGH, NAME = 6, 160.0, 186.0, 13.0
"""Boards side by side, the room of one, and the size of its name."""
BOARD = 144.0
HEADING = 3
"""So many elements a picture has before what is drawn: title, description, ground."""
PLIES, SHARE = 20, 0.25
"""How many random moves are made at most, and by the number of sites."""
FOLDER = "library"
COARSE = re.compile(r"-?\d+\.\d+")
PLACES = frozenset({"d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height"})
"""Of these a tenth is enough on a board of this size."""
LIGHT = (PAPER, "#2f2a24")
DARK = ("#1b1917", "#e9e3d8")
STYLE = (
    f".paper{{fill:{LIGHT[0]}}}.ink{{fill:{LIGHT[1]}}}"
    f"@media(prefers-color-scheme:dark){{.paper{{fill:{DARK[0]}}}.ink{{fill:{DARK[1]}}}}}"
)


def families() -> dict[str, list[str]]:
    """The games of the library by family, both in the order of their names."""
    found = sorted((Path(str(path)).parent.name, name) for name, path in games().items())
    return {family: [name for _, name in those] for family, those in groupby(found, lambda k: k[0])}


def shown(game: Game) -> State:
    """The position of a game that is shown: one with pieces on the board."""
    rng, state = random.Random(1), game.start(1)
    plies = min(PLIES, int(SHARE * game.board.size) + 2)
    if any(state.contents[: game.board.size]):
        return state
    for _ in range(plies):
        if moves := state.moves():
            state = state.after(rng.choice(moves))
    return state


Symbols = dict[tuple[Emblem, str], Element]
"""What is drawn once on a sheet and used again: a piece of a size."""


def board(state: State, symbols: Symbols) -> Element:
    """The board of a position and what stands on it, with no word around it."""
    sheet, looks, measures = Sheet(), emblems(state.game), plan(state.game.board)
    draw_empty(sheet, state.game, window(state))
    used: list[Element] = []
    for mark in marks(state, last=False):
        plain = isinstance(mark, Held) and not (
            mark.seeds or mark.written or mark.body or mark.paths or mark.pips
        )
        if isinstance(mark, Held) and plain and state.game.board.use is not SiteType.EDGE:
            place, radius = measures.places[mark.site], measures.radii[mark.site]
            sheet.reach([place], radius)
            name = _symbol(symbols, looks[mark.what], radius)
            used.append(element("use", href=f"#{name}", x=place[0], y=place[1]))
        else:
            draw_mark(sheet, state.game.board, looks, mark)
    picture = sheet.document(state.game.name, "", BOARD, PAPER)
    picture.extend(used)
    for name in ("desc", "rect"):  # the ground is that of all boards together
        if (part := picture.find(name)) is not None:
            picture.remove(part)
    for name in ("xmlns", "role", "font-family"):
        del picture.attrib[name]
    for part in picture.iter():
        part.attrib.update({name: COARSE.sub(_rounded, part.attrib[name])
                            for name in PLACES & part.attrib.keys()})  # fmt: skip
    return picture


def _symbol(symbols: Symbols, look: Emblem, radius: float) -> str:
    """The id of a piece of a size, which is drawn if it is new."""
    size = f"{radius:.1f}"
    if (look, size) not in symbols:
        sheet = Sheet()
        draw_piece(sheet, look, (0.0, 0.0), float(size))
        parts = list(sheet.document("", "", BOARD, PAPER))[HEADING:]
        symbols[look, size] = element("g", *parts, id=f"p{len(symbols)}")
    return symbols[look, size].get("id", "")


def _rounded(value: re.Match[str]) -> str:
    return f"{float(value[0]):.1f}".removesuffix(".0")


def contact_sheet(family: str, states: Sequence[State]) -> str:
    """The boards of a family on one sheet."""
    across = min(ACROSS, len(states))
    rows = -(-len(states) // across)
    wide, high = across * WIDE, rows * HIGH
    symbols: Symbols = {}
    placed = [
        part
        for place, state in enumerate(states)
        for part in _placed(state, symbols, place % across * WIDE, place // across * HIGH)
    ]
    page = element(
        "svg",
        element("title", f"games of {family}"),
        element("style", STYLE),
        element("rect", width=wide, height=high, rx=8.0, class_="paper"),
        element("defs", *symbols.values()),
        *placed,
        xmlns=NAMESPACE,
        width=wide,
        height=high,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        role="img",
        font_family="sans-serif",
    )
    return f"{tostring(page, 'unicode')}\n"


def _placed(state: State, symbols: Symbols, x: float, y: float) -> Iterator[Element]:
    """A board in its room, and its name below."""
    picture = board(state, symbols)
    for axis, at in (("x", x), ("y", y)):
        size = float(picture.get("width" if axis == "x" else "height", "0"))
        picture.set(axis, number(at + 8 + (BOARD - size) / 2))
    yield picture
    size = min(NAME, 1.7 * BOARD / len(state.game.name))
    yield element(
        "text",
        state.game.name,
        x=x + WIDE / 2,
        y=y + BOARD + 2 * NAME,
        font_size=size,
        text_anchor="middle",
        class_="ink",
    )


def names_on(sheet: str) -> list[str]:
    """The names of the games on a sheet."""
    found = fromstring(sheet).iterfind(f"{{{NAMESPACE}}}text")
    return [one.text or "" for one in found]


# The page


def page() -> str:
    """The text of the page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# The boards of the library\n"
    yield "<!-- made by `make pictures`; do not edit -->\n"
    count = len(games())
    yield (
        f"All {count} games, by family: each as it begins, or, where nothing stands on the board "
        "then, after some random moves. `ludwright show NAME --svg FILE` draws any position, with "
        "the names of its sites, the last move and what is in hand. What a rule file can say about "
        "its picture is told in [looks.md](looks.md).\n"
    )
    for family, names in families().items():
        yield f"## {family}\n"
        yield f"![{', '.join(names)}](pictures/{FOLDER}/{family}.svg)\n"


def files(folder: Path) -> dict[Path, str]:
    """What is in a folder of documents because of this page."""
    sheets = folder / "pictures" / FOLDER
    made = {
        sheets / f"{family}.svg": contact_sheet(family, [shown(load(name)) for name in names])
        for family, names in families().items()
    }
    return {folder / "pictures.md": page(), **made}


def main() -> int:
    """Write the page and its sheets, or compare them with the files."""
    parser = argparse.ArgumentParser(prog="python -m lab.pages.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="say whether they are stale")
    given = parser.parse_args()
    stale = 0
    for path, text in files(given.folder).items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale += 1
        if given.check:
            sys.stderr.write(f"{path} is stale: make pictures\n")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return int(given.check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())

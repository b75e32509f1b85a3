"""The hints of a rule file on how its game is drawn: `(metadata (graphics {…}))`.

These are read, in the forms of the reference language:

* `(player Colour P1 (colour Black))`: the colour of a player;
* `(piece Colour "Red" fillColour:(colour Red))`: that of a kind of piece, of one player with
  `P1` before or behind its name;
* `(board Style Chess)`, `(board Checkered)`, `(board Checkered False)`: squares of two tones, or
  of one;
* `(region Colour "Camp" P1 (colour Green))`: the colour of a region of the equipment, or of sites
  as `(sites Corners)` gives them; `(colour Hidden)` draws nothing;
* `(show Symbol "cross" (sites Corners))`: a sign on sites, or on a region, in one of `SIGNS`.

All other hints are for other programs and are passed over. What is wrong in these is warned of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from interpreter.language.parts import Area, Colour, Graphics, PieceKind, Sign
from interpreter.text.errors import LudError, Problem, Span, suggest
from interpreter.text.tree import (
    Array,
    Clause,
    Integer,
    Labelled,
    Out,
    String,
    Symbol,
    Tree,
    clauses,
)

HIDDEN = Colour("hidden", "")
COLOURS = {
    "White": "#fffdf6", "Black": "#26262a", "Grey": "#8f8b86", "Gray": "#8f8b86",
    "LightGrey": "#bdb9b3", "VeryLightGrey": "#dcd9d4", "DarkGrey": "#5f5c58",
    "VeryDarkGrey": "#3c3a38", "Dark": "#4a3b30", "Red": "#c62f2a", "LightRed": "#ec8d84",
    "DarkRed": "#8c1c1c", "Burgundy": "#6d1230", "Orange": "#e07b1a", "LightOrange": "#f5b56a",
    "DarkOrange": "#b5560a", "Yellow": "#f0cf32", "Gold": "#d4a62a", "Bronze": "#a97142",
    "Silver": "#b8bcc2", "GunMetal": "#4b5358", "Green": "#2f8f46", "LightGreen": "#97cf84",
    "DarkGreen": "#14602f", "Turquoise": "#3cb5ad", "Cyan": "#43bcd6", "Blue": "#2563b8",
    "LightBlue": "#7fb4e6", "VeryLightBlue": "#c3dcf3", "IceBlue": "#d6edf5",
    "BabyBlue": "#a3cdf0", "DarkBlue": "#173a7a", "Purple": "#6b3fa0", "DeepPurple": "#4a1d78",
    "Magenta": "#bf2e94", "Pink": "#ee9bb5", "Brown": "#7b4a1e", "LightTan": "#e3c9a0",
    "DarkBrown": "#573213", "VeryDarkBrown": "#3a2110", "Cream": "#f7ecd0",
    "HumanLight": "#e6bb95", "HumanDark": "#7a4b2c",
}  # fmt: skip
"""The names of colours, and what we draw for them."""
SIGNS = ("cross", "disc", "ring", "square", "star")
"""The signs that we draw."""
ALIASES = {"x": "cross", "thincross": "cross", "senetcross": "cross", "dot": "disc",
           "rosette": "star", "flower": "star", "sun": "star"}  # fmt: skip
CHEQUERED = "chess"
OPAQUE = 255
Found = Callable[[Tree], tuple[int, ...]]
"""The sites that a clause gives."""


def graphics(
    metadata: Clause | None,
    areas: Sequence[Area],
    pieces: Sequence[PieceKind],
    players: int,
    found: Found,
) -> tuple[Graphics, tuple[Problem, ...]]:
    """What is known of how a game is drawn, and warnings about what is wrong in it.

    Args:
        metadata: the clause `(metadata …)`, if there is one
        areas: the regions of the equipment
        pieces: the kinds of pieces
        players: how many there are
        found: what gives the sites that a clause means; it raises a `LudError` where it cannot
    """
    reader = _Reader(areas, pieces, players, found)
    for part in clauses(metadata) if metadata is not None else ():
        if part.keyword.text == "graphics":
            for hint in _hints(part):
                reader.read(hint)
    return reader.result, tuple(reader.problems)


def _hints(part: Clause) -> Iterator[Clause]:
    for one in part.args:
        items = one.items if isinstance(one, Array) else (one,)
        yield from (item for item in items if isinstance(item, Clause))


class _Reader:
    """Takes one hint after the other."""

    def __init__(
        self, areas: Sequence[Area], pieces: Sequence[PieceKind], players: int, found: Found
    ) -> None:
        self.result = Graphics({}, {}, areas=tuple(areas))
        self.problems: list[Problem] = []
        self.pieces, self.players, self.found = pieces, players, found

    def read(self, hint: Clause) -> None:
        """A hint; nothing happens if it is for others."""
        second = hint.args[0] if hint.args else None
        word = second.text if isinstance(second, Symbol) else ""
        if (form := FORMS.get((hint.keyword.text, word))) is None:
            return
        try:
            form(self, hint)
        except LudError as error:
            self.problems.extend(replace(one, warning=True) for one in error.problems)

    # The hints

    def player(self, hint: Clause) -> None:
        """`(player Colour P1 (colour Black))`."""
        if not any(isinstance(one, Symbol) for one in hint.args[1:]) or len(hint.args) == 2:
            message = "the colour of a player is said by his role and a colour"
            raise LudError(
                message, hint.span, "(player Colour P1 (colour Black))", code="picture-hint"
            )
        number, colour = _player(hint), _colour_in(hint)
        if number is not None and colour is not None and 1 <= number <= self.players:
            self.result = replace(self.result, players={**self.result.players, number: colour})

    def piece(self, hint: Clause) -> None:
        """`(piece Colour P1 "Ball" fillColour:(colour Red))`."""
        fills = [one.value for one in hint.args
                 if isinstance(one, Labelled) and one.label == "fillColour"]  # fmt: skip
        names = [one for one in hint.args if isinstance(one, String)]
        labels = {one.label for one in hint.args if isinstance(one, Labelled)}
        if not fills or not names or labels & {"state", "value"}:
            return
        owner, name = _player(hint), names[0]
        plain = [one.name.removesuffix(str(one.owner)) for one in self.pieces]
        meant = [
            one.number for one, called in zip(self.pieces, plain, strict=True)
            if name.text in (one.name, called) and owner in (None, one.owner)
        ]  # fmt: skip
        if not meant:
            near = suggest(name.text, plain)
            raise LudError(
                f'no piece is called "{name.text}"', name.span, near, code="unknown-piece"
            )
        colour = _colour(fills[0])
        own = {**self.result.pieces, **dict.fromkeys(meant, colour)}
        self.result = replace(self.result, pieces=own)

    def style(self, hint: Clause) -> None:
        """`(board Style Chess)`."""
        words = [one.text for one in hint.args if isinstance(one, Symbol)]
        if CHEQUERED in (word.lower() for word in words[1:]):
            self.result = replace(self.result, chequered=True)

    def chequered(self, hint: Clause) -> None:
        """`(board Checkered False)`."""
        words = [one.text for one in hint.args if isinstance(one, Symbol)]
        self.result = replace(self.result, chequered="False" not in words)

    def region(self, hint: Clause) -> None:
        """`(region Colour "Camp" P1 (colour Green))`."""
        colour = _colour_in(hint)
        place = _place(hint)
        if colour is None or place is None:
            return
        areas = self.result.areas
        if isinstance(place, String):
            owner = _player(hint)
            meant = {k for k, one in enumerate(areas)
                     if one.name == place.text and owner in (None, one.owner)}  # fmt: skip
            if not meant:
                raise self.no_region(place)
            areas = tuple(replace(one, colour=colour) if k in meant else one
                          for k, one in enumerate(areas))  # fmt: skip
        else:
            areas = (*areas, Area("", 0, (self.found(place),), colour))
        self.result = replace(self.result, areas=areas)

    def no_region(self, name: String) -> LudError:
        """What to say of a region that is not there."""
        known = {one.name for one in self.result.areas} - {"", name.text}
        message = f'no region is called "{name.text}"'
        return LudError(message, name.span, suggest(name.text, sorted(known)), code="unknown-name")

    def sign(self, hint: Clause) -> None:
        """`(show Symbol "cross" (sites Corners))`."""
        names = [one for one in hint.args if isinstance(one, String)]
        word = names[0].text.lower() if names else ""
        shape = ALIASES.get(word, word)
        place = _place(hint, names[:1])
        if shape not in SIGNS or place is None:
            return
        if isinstance(place, String):
            parts = [one.parts for one in self.result.areas if one.name == place.text]
            sites = {site for several in parts for part in several for site in part}
            if not parts:
                raise self.no_region(place)
        else:
            sites = set(self.found(place))
        fills = (one.value for one in hint.args
                 if isinstance(one, Labelled) and one.label == "fillColour")  # fmt: skip
        colour = next(map(_colour, fills), None)
        made = Sign(shape, tuple(sorted(sites)), colour)
        self.result = replace(self.result, signs=(*self.result.signs, made))


FORMS: Final[dict[tuple[str, str], Callable[[_Reader, Clause], None]]] = {
    ("player", "Colour"): _Reader.player,
    ("piece", "Colour"): _Reader.piece,
    ("board", "Style"): _Reader.style,
    ("board", "Checkered"): _Reader.chequered,
    ("region", "Colour"): _Reader.region,
    ("show", "Symbol"): _Reader.sign,
}
"""The hints that are understood."""


def _player(hint: Clause) -> int | None:
    """The number in `P1`."""
    words = (one.text for one in hint.args if isinstance(one, Symbol))
    return next((int(w[1:]) for w in words if w[:1] == "P" and w[1:].isdigit()), None)


def _place(hint: Clause, besides: Sequence[String] = ()) -> String | Clause | None:
    """The region or the sites that a hint is about; none if it speaks of cells, edges or points.

    Those words may mean other sites than those that pieces stand on.
    """
    kinds = {one.text for one in hint.args[1:] if isinstance(one, Symbol)}
    labels = {one.label for one in hint.args if isinstance(one, Labelled)}
    if kinds & {"Cell", "Vertex", "Edge"} or "regionSiteType" in labels:
        return None
    given = [
        one for one in hint.args
        if (isinstance(one, String) and one not in besides)
        or (isinstance(one, Clause) and one.keyword.text != "colour")
    ]  # fmt: skip
    first = given[0] if given else None
    return first if isinstance(first, String | Clause) else None


# Colours


def _colour_in(hint: Clause) -> Colour | None:
    found = (one for one in hint.args if isinstance(one, Clause) and one.keyword.text == "colour")
    return next(map(_colour, found), None)


def _colour(given: Tree) -> Colour:
    """`(colour Red)`, `(colour 200 40 40)`, perhaps with an opacity, or `(colour "#c82828")`."""
    args: tuple[Out, ...] = given.args if isinstance(given, Clause) else ()
    if len(args) == 1 and isinstance(args[0], Symbol):
        return _named(args[0].text, args[0].span)
    if len(args) == 1 and isinstance(args[0], String):
        return Colour("", _checked(args[0].text.lower(), args[0].span))
    shares = [one.value for one in args if isinstance(one, Integer)]
    if (
        len(shares) != len(args)
        or len(args) not in (3, 4)
        or not all(0 <= share <= OPAQUE for share in shares)
    ):
        raise LudError(
            "a colour is a name or three numbers from 0 to 255", given.span, code="colour"
        )
    if shares[3:] == [0]:
        return HIDDEN
    return Colour("", "#" + "".join(f"{share:02x}" for share in shares[:3]))


def _named(name: str, span: Span) -> Colour:
    known = {one.lower(): one for one in COLOURS}
    if name.lower() == HIDDEN.name:
        return HIDDEN
    if name.lower() not in known:
        raise LudError(f"no colour is called {name}", span, suggest(name, COLOURS), code="colour")
    proper = known[name.lower()]
    words = "".join(f" {one.lower()}" if one.isupper() else one for one in proper).strip()
    return Colour(words, COLOURS[proper])


def _checked(code: str, span: Span) -> str:
    digits = code.removeprefix("#")
    if len(digits) != 6 or any(one not in "0123456789abcdef" for one in digits):
        raise LudError(f'"{code}" is not a colour', span, 'such as "#c82828"', code="colour")
    return f"#{digits}"

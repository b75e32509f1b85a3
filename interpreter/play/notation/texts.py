"""A whole position as a text that can be read back, and such texts read.

    a1 Rook1, e1 King1, e8 King2; mover 2; state a1=1 e1=1; counter 4; turn 17

What lies where comes first, then what else the state holds and the start does not, each part under
the name that the schema gives it. What `State.position` writes is read as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.ir import schema
from interpreter.ir.schema import By, Part, Said
from interpreter.language.parts import PieceKind
from interpreter.play.notation.setting import Setting
from interpreter.play.notation.tokens import Token, Tokens, quoted
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.show import drawn
from interpreter.show.protocol import ShownState
from interpreter.text.errors import LudError, Source, Span, suggest

EMPTY, NONE = "empty", "none"
EXAMPLE = "a position is as: a1 {piece}, b2 {piece}; mover 1"


def said(game: PlayedGame) -> dict[str, Part]:
    """The parts that are said behind the pieces, by name, in the order of the schema."""
    here = game.parts
    drawn = schema.TOLD in here
    order = {part: number for number, part in enumerate(schema.PARTS)}
    found = sorted(here, key=lambda part: (order.get(part, len(order)), part.name))
    wanted = (Said.BEHIND, Said.DRAWN) if drawn else (Said.BEHIND,)
    return {part.name: part for part in found if part.said in wanted}


# Writing


def written(state: PlayedState, *, remembered: bool = True) -> str:
    """The text of a position.

    Args:
        remembered: with the positions that were there before, as the machine holds them
    """
    game = state.game
    clauses, base = _beginning(state, game)
    for name, part in said(game).items():
        if part == schema.HISTORY:
            if remembered:
                clauses.append(" ".join([name, *game.machine.past(state.raw)]))
        elif part != schema.MOVER:
            clauses += _clause(game, part, state.raw, base)
    return "; ".join(clauses)


def seen(view: ShownState, game: PlayedGame) -> str:
    """The text of what a player sees of a position."""
    clauses, base = _beginning(view, game)
    for part in said(game).values():
        if part not in (schema.MOVER, schema.HISTORY, schema.RANDOM, schema.CHANCE):
            clauses += _clause(game, part, view.raw, base, view.game.field)
    return "; ".join(clauses)


def _beginning(state: ShownState, game: PlayedGame) -> tuple[list[str], Any]:
    """What lies where and whose turn it is; and the state in which nothing else is said."""
    start = Setting(game)
    start.put(schema.MOVER, state.mover)
    lying = ", ".join(_lying(state, game, start.dice)) or EMPTY
    return [lying, f"mover {state.mover}"], start.finished()


def _lying(state: ShownState, game: PlayedGame, dice: range) -> Iterator[str]:
    """What lies where; dice always lie where they do."""
    kinds_here = (*game.pieces, *state.game.veiled)
    names = {piece.number: quoted(piece.name) for piece in kinds_here}
    for site, what in enumerate(state.contents):
        if not what or site in dice:
            continue
        place, kinds = label(game, site), state.stack(site)
        if len(set(kinds)) > 1:
            yield f"{place} {'/'.join(names[kind] for kind in kinds)}"
        else:
            yield f"{place} {names[what]}" + (f" x{len(kinds)}" if len(kinds) > 1 else "")


def label(game: PlayedGame, site: int) -> str:
    """The name of a site, as in names of moves; its number where no other site may be meant."""
    name = game.labels[site]
    alone = name and not name.isdigit() and list(game.labels).count(name) == 1
    return quoted(name.lower()) if alone else str(site)


def _clause(
    game: PlayedGame, part: Part, raw: Any, base: Any,
    read: Callable[[Any, Part, int], int] | None = None,
) -> Iterator[str]:  # fmt: skip
    """A part of the state, where it is not as in another state.

    Args:
        read: what is seen of a part; all if not given
    """
    field, look = game.program.part(part), read or game.field
    assert field is not None
    entries = range(field.length or 1)
    changed = [
        (index, held)
        for index in entries
        if (held := look(raw, part, index)) != look(base, part, index)
    ]
    if not changed:
        return
    if field.length is None:
        yield f"{quoted(part.name)} {' '.join(_values(game, part, changed[0][1]))}"
        return
    pairs = (f"{_key(game, part, index)}={','.join(_values(game, part, held))}"
             for index, held in changed)  # fmt: skip
    yield f"{quoted(part.name)} {' '.join(pairs)}"


def _values(game: PlayedGame, part: Part, held: int) -> list[str]:
    if part.kind == "sites":
        sites = [site for site in range(game.program.sites) if held >> site & 1]
        return [label(game, site) for site in sites] or [NONE]
    if part.site:
        return [NONE if held < 0 else label(game, held)]
    return [str(held)]


def _key(game: PlayedGame, part: Part, index: int) -> str:
    """What an entry of a part belongs to."""
    if part.by is By.SITE:
        return label(game, index - part.entry(0)) if index else NONE
    if part.by is By.PIECE:
        return quoted(game.pieces[index - 1].name) if index else NONE
    return str(index)


# Reading


def read(game: PlayedGame, text: str, seed: int = 0) -> Any:
    """The state that a text says.

    Args:
        game: the game
        text: as `written` or `State.position` gives it, or a board as it is drawn as text
        seed: fixes what chance decides, where the text does not say it

    Raises:
        LudError: the text says what cannot be, with the place
    """
    if _is_drawing(text):
        return _drawn(game, text, seed)
    return _Reader(game, text, seed).state()


def _is_drawing(text: str) -> bool:
    """Whether a text is a drawing: of several lines, whose first has no signs between words."""
    lines = text.strip().splitlines()
    return len(lines) > 1 and not set(";,:") & set(lines[0])


def _drawn(game: PlayedGame, text: str, seed: int) -> Any:
    """The state that a drawing shows: pieces, hands, and who moves."""
    setting = Setting(game, seed)
    try:
        found = drawn.read(game, text)
        lying = {site: [kind] * count for site, (kind, count) in found.pieces.items()}
        lying |= found.stacks
        for seat, kinds in found.hands:
            owner = 3 - seat if found.swapped and seat in (1, 2) else seat
            site = setting.free_in_hand(owner, kinds[-1], lying)
            if site is None:
                raise ValueError(f"there is no place in the hand of player {seat}")
            lying[site] = kinds
        for site, kinds in lying.items():
            setting.lay(site, kinds)
        for (part, entry), number in found.numbers.items():
            setting.put(part, number, entry)
        if found.swapped:
            setting.put(schema.SWAPPED, 1)
        if found.seat is not None:
            swapped = found.swapped and found.seat in (1, 2)
            setting.put(schema.MOVER, 3 - found.seat if swapped else found.seat)
    except ValueError as error:
        whole = Span(Source("<position>", text), 0, 1)
        raise LudError(
            str(error), whole, "as show prints it, and legends may be left out", code="position"
        ) from None
    return setting.finished()


class _Reader:
    """Reads the text of a position."""

    def __init__(self, game: PlayedGame, text: str, seed: int) -> None:
        self.game, self.tokens = game, Tokens(text, "position")
        self.setting = Setting(game, seed)
        self.parts = said(game)
        self.sites: dict[str, int] = {}
        for site, name in reversed(list(enumerate(game.labels))):
            self.sites[name.lower()] = site

    def state(self) -> Any:
        """Read all of it."""
        while self.tokens.here is not None:
            # Sites have their numbers in hands too, so that nothing depends on the signs between.
            if any(self.tokens.take(sign) for sign in ";,|"):
                continue
            if self.tokens.looks_like("", ":"):
                self._numbered()
            else:
                self._named()
        return self.setting.finished()

    def _named(self) -> None:
        """A part of the state by its name, or a piece on a site by theirs."""
        first = self.tokens.word("a site, or what else the position holds")
        known = self.parts.get(first.text)
        if known is not None:
            self._part(known, first)
        elif first.text.lower() != EMPTY:
            self._piece(first)
        here = self.tokens.here
        if here is not None and not (here.sign and here.text in ";,|"):
            raise self.tokens.wrong("expected ; or , here", self._example())

    def _example(self) -> str:
        return EXAMPLE.format(piece=self.game.pieces[-1].name if self.game.pieces else "Piece")

    # What lies where

    def _numbered(self) -> None:
        """As `State.position` writes it: `12:3`, `12:3x2` or `12:3/1`."""
        first = self.tokens.word("the number of a site")
        self.tokens.take(":")
        site = self._number(first, "the number of a site", self.game.program.sites - 1)
        kinds, last = self._numbered_pieces()
        while self.tokens.take("/"):
            more, last = self._numbered_pieces()
            kinds += more
        self._lay(site, kinds, first.span, last.span)

    def _numbered_pieces(self) -> tuple[list[int], Token]:
        """`3` or `3x2`: the numbers of the pieces, and the word they were read from."""
        token = self.tokens.word("the number of a piece")
        kind, times, count = token.text.partition("x")
        what = Token(kind, token.span)
        number = self._number(what, "the number of a piece", len(self.game.pieces), 1)
        return [number] * self._count(Token(count, token.span), times), token

    def _count(self, token: Token, times: str) -> int:
        return self._number(token, "a number of pieces", schema.MOST_COUNT, 1) if times else 1

    def _piece(self, first: Token) -> None:
        """`a1 Rook1`, `a1 Stone1 x3` or, the lowest first, `a1 Stone1/Stone2`."""
        site = self._site(first, pieces=True)
        last = self.tokens.word(f"the piece on {first.text}")
        kinds = [self._kind(last)]
        while self.tokens.take("/"):
            last = self.tokens.word("the piece above")
            kinds.append(self._kind(last))
        here = self.tokens.here
        if here is not None and not here.sign and here.text[0] in "x×" and here.text[1:].isdigit():
            last = self.tokens.word("a number of pieces")
            kinds *= self._count(Token(here.text[1:], here.span), "x")
        self._lay(site, kinds, first.span, last.span)

    def _lay(self, site: int, kinds: Sequence[int], first: Span, last: Span) -> None:
        try:
            self.setting.lay(site, kinds)
        except ValueError as error:
            raise LudError(
                str(error), self.tokens.span(first.start, last.end), code="position"
            ) from None

    def _kind(self, token: Token) -> int:
        """The number of a piece, by its name or number; without its owner if he is clear."""
        pieces: Sequence[PieceKind] = self.game.pieces
        wanted = token.text.lower()
        found = [one.number for one in pieces if wanted in (one.name.lower(), str(one.number))]
        near = [one for one in pieces if one.bare.lower() == wanted]
        if found or len(near) == 1:
            return found[0] if found else near[0].number
        hint = f"did you mean {' or '.join(one.name for one in near)}?" if near else None
        hint = hint or suggest(token.text, [one.name for one in pieces])
        known = f"known: {', '.join(one.name for one in pieces)}"
        raise LudError(
            f"no piece is called {token.text}", token.span, hint or known, code="position"
        )

    def _site(self, token: Token, *, pieces: bool = False) -> int:
        """The number of a site, by its name or number.

        Args:
            pieces: something else could stand here as well
        """
        site = self.sites.get(token.text.lower())
        if site is not None and token.text:
            return site
        if token.text.isdigit() and int(token.text) < self.game.program.sites:
            return int(token.text)
        others = list(self.parts) if pieces else []
        hint = suggest(token.text, [*filter(None, self.sites), *others])
        if pieces and any(token.text == part.name for part in schema.PARTS):
            raise LudError(f"{self.game.name} keeps no {token.text}", token.span,
                           f"it keeps {', '.join(self.parts)}", code="position")  # fmt: skip
        message = f"no site is called {token.text}"
        raise LudError(
            message, token.span, hint or (self._example() if pieces else None), code="position"
        )

    def _number(self, token: Token, what: str, most: int, least: int = 0) -> int:
        digits = token.text.removeprefix("-")
        number = int(token.text) if digits.isdecimal() and len(digits) < 20 else None
        if number is None or not least <= number <= most:
            message = f"expected {what} from {least} to {most}, not {token.text or 'nothing'}"
            raise LudError(message, token.span, code="position")
        return number

    # What else there is

    def _part(self, part: Part, name: Token) -> None:
        field = self.game.program.part(part)
        assert field is not None
        if part == schema.HISTORY:
            self._remember()
        elif field.length is None:
            self._put(part, 0, [self._value(), *self._words()], name)
        else:
            while self.tokens.looks_like("", "="):
                key = self.tokens.word("what it belongs to")
                self.tokens.take("=")
                values = [self._value()]
                while self.tokens.take(","):
                    values.append(self._value())
                self._put(part, self._index(part, key, field.length), values, key)

    def _value(self) -> Token:
        return self.tokens.word("a value")

    def _words(self) -> list[Token]:
        """All words up to the next sign."""
        found: list[Token] = []
        while (here := self.tokens.here) is not None and not here.sign:
            found.append(self._value())
        return found

    def _remember(self) -> None:
        words = self._words()
        try:
            self.setting.remember([one.text for one in words])
        except ValueError as error:
            raise LudError(str(error), words[0].span, code="position") from None

    def _index(self, part: Part, key: Token, length: int) -> int:
        """Which entry of a part is meant."""
        if key.text.lower() == NONE:
            return 0
        if part.by is By.SITE:
            return part.entry(self._site(key))
        if part.by is By.PIECE:
            return self._kind(key)
        return self._number(key, f"the number of a {part.by.value}", length - 1)

    def _put(self, part: Part, index: int, values: Sequence[Token], name: Token) -> None:
        if part.kind == "sites":
            wanted = [one for one in values if one.text.lower() != NONE]
            held = sum({1 << self._site(one) for one in wanted})
        elif len(values) > 1:
            raise LudError(
                f"{part.name} is one number, not {len(values)}", values[1].span, code="position"
            )
        else:
            held = self._held(part, values[0])
        try:
            self.setting.put(part, held, index)
        except ValueError as error:
            span = self.tokens.span(name.span.start, values[-1].span.end)
            raise LudError(str(error), span, code="position") from None

    def _held(self, part: Part, token: Token) -> int:
        """A number, where one is wanted; a site may be named instead."""
        if token.text.lower() == NONE:
            return -1
        digits = token.text.removeprefix("-")
        if digits.isdecimal() and len(digits) < 21 and not part.site:
            return int(token.text)
        return self._site(token)

"""Boards that were drawn as text, read again: what lies where, and what is said below."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.ir.schema import MOST_COUNT, STATE, Part
from interpreter.show.pits import layout_of
from interpreter.show.placement import Layout, cut, within
from interpreter.show.protocol import ShownGame
from interpreter.show.status import ABOVE, EXCHANGED, KEPT, LAID, UPWARDS, glyphs, places

if TYPE_CHECKING:
    from interpreter.language.parts import PieceKind

MOST_SHIFTS = 4
"""How far a drawing may lie from the left edge: names of rows and marks take their place."""
Kinds = dict[str, int]
"""The kinds of pieces by their marks."""
Lying = tuple[int | None, int, int | None]
"""A kind of pieces on a site, with the numbers that stand before and behind it, if any does."""
NUMBER = re.compile(r"-?\d+")
ROW = re.compile(r"\s*(\d+)\s")
DOMINOES = re.compile(rf"^{LAID}(.*(?:\n  .*)*)$", re.M)
TURN = re.compile(r"player (\d+)( \(.\))? to move")
STACK = re.compile(rf"^(\S+) {UPWARDS} (.*)$", re.M)
HELD = re.compile(rf"^({'|'.join(sorted(set(KEPT.values())))}) (-?\d+): (.*(?:\n  .*)*)$", re.M)
HOLDS = re.compile(r"(?:player (\d+)( \(.\))?|the table) holds (.*)")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a drawing shows.

    Args:
        pieces: kind and number of what lies on each site that is not empty
        hands: seat and kinds of each place of a hand that is not empty, the lowest first; what
            belongs to all lies at the seat behind those of the players
        numbers: what each part of the state holds for an entry, such as the state of a piece
        stacks: the kinds on the sites where they are not alike, the lowest first
        seat: whose turn it is; None if the drawing does not say so
        swapped: whether the players have exchanged colours
    """

    pieces: dict[int, tuple[int, int]]
    hands: list[tuple[int, list[int]]] = field(default_factory=list[tuple[int, list[int]]])
    stacks: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    numbers: dict[tuple[Part, int], int] = field(default_factory=dict[tuple[Part, int], int])
    seat: int | None = None
    swapped: bool = False


def read(game: ShownGame, text: str) -> Drawn:
    """What a drawing shows, as `plaintext.draw` makes it.

    Raises:
        ValueError: the drawing is not one of this board
    """
    lines = text.strip("\n").splitlines()
    kinds = {mark: number for number, mark in glyphs(game).items()}
    stones = {one.number: one for one in game.pieces if one.pips}
    for plan, shown in _plans(game, lines):
        for shift in range(MOST_SHIFTS):
            pips: dict[int, int] | None = {} if stones else None
            found = _pieces(kinds, plan, shown, lines, shift, pips)
            if found is None:
                continue
            turn, exchanged = TURN.search(text), EXCHANGED in text
            seat = int(turn[1]) if turn is not None else None
            stacks, numbers = _stacks(game, kinds, text), _numbers(game, text)
            pieces: dict[int, tuple[int, int]] = {}
            for site, (before, kind, behind) in found.items():
                if game.numbered is not None:
                    numbers[game.numbered, game.numbered.entry(site)] = behind or 0
                elif before is None:
                    before = behind
                pieces[site] = kind, 1 if before is None else _possible(before)
            if pips:
                for site, (kind, lying) in _laid(game, stones, kinds, pips, text).items():
                    pieces[site] = kind, 1
                    numbers[STATE, STATE.entry(site)] = lying
            return Drawn(pieces, _hands(game, kinds, text), stacks, numbers, seat, exchanged)
    raise ValueError(f"this is no drawing of the board of {game.name}")


def _possible(count: int) -> int:
    """How many pieces there are said to be.

    Raises:
        ValueError: more than there ever are
    """
    if count > MOST_COUNT:
        raise ValueError(f"there are never {count} pieces on one site")
    return count


def _plans(game: ShownGame, lines: list[str]) -> Iterator[tuple[Layout, Collection[int]]]:
    """Where sites may be drawn, and which: of a plane some rows and columns, by their names."""
    board, plan = game.board, layout_of(game)
    if board.bounded:
        yield plan, range(board.size)
        return
    named = [int(one[1]) for line in lines if (one := ROW.match(line)) is not None]
    rows = range(min(named, default=1) - 1, max(named, default=0))
    drawn = "\n".join(lines)
    columns = [k for k, sites in enumerate(board.column_sites)
               if re.search(rf"\b{_letters(board.labels[sites[0]])}\b", drawn)]  # fmt: skip
    widest = sorted(combinations(columns, 2), key=lambda ends: ends[0] - ends[1])
    for first, last in widest:
        across = range(first, last + 1)
        cropped = cut(board, plan, rows, across)
        if all(name in drawn for name in cropped.labels.values()):
            yield cropped, within(board, rows, across)


def _letters(label: str) -> str:
    return label.rstrip("0123456789").lower()


def _laid(
    game: ShownGame, stones: Mapping[int, PieceKind], kinds: Kinds, pips: dict[int, int], text: str
) -> dict[int, tuple[int, int]]:
    """Kind of each domino and the way that it lies, by the cell of its first number.

    Raises:
        ValueError: the pips that are drawn are not those of the dominoes
    """
    sites = {label.lower(): site for site, label in enumerate(game.labels)}
    said = DOMINOES.search(text)
    laid = [one.split(" on ") for one in " ".join(said[1].split()).split(", ")] if said else []
    if not all(len(one) == 2 and one[0] in kinds and one[1] in sites for one in laid):
        raise ValueError("no dominoes are called so")
    found: dict[int, tuple[int, int]] = {}

    def fit(place: int, left: Mapping[int, int]) -> bool:
        if place == len(laid):
            return not left
        kind, site = kinds[laid[place][0]], sites[laid[place][1]]
        stone = stones.get(kind)
        for lying, bodies in enumerate(stone.bodies if stone is not None else ()):
            body = bodies[site]
            half = len(body) // 2
            wanted = [stone.pips[spot >= half] for spot in range(len(body))] if stone else []
            if body and [left.get(cell) for cell in body] == wanted:
                found[site] = kind, lying
                if fit(place + 1, {k: v for k, v in left.items() if k not in body}):
                    return True
        return False

    if not fit(0, pips):
        raise ValueError("the pips that are drawn are not those of the dominoes")
    return found


def _pieces(
    kinds: Kinds,
    plan: Layout,
    shown: Collection[int],
    lines: list[str],
    shift: int,
    pips: dict[int, int] | None,
) -> dict[int, Lying] | None:
    """What lies on each site, if the drawing begins so many columns from where it may begin.

    Args:
        shown: the sites that are drawn
        pips: filled with the numbers on sites that dominoes cover; None where there are none
    """
    places = [place for site, place in enumerate(plan.sites) if site in shown]
    places += [*plan.lines, *plan.labels]
    top = min(line for line, _ in places)
    left = min(column for _, column in places) - shift
    found: dict[int, Lying] = {}
    if len(shown) < len(plan.sites) and not all(
        lines[line - top][column - left :].startswith(name)
        for (line, column), name in plan.labels.items()
        if line - top < len(lines)
    ):
        return None
    for site, (line, column) in enumerate(plan.sites):
        if site not in shown:
            continue
        row = lines[line - top] if line - top < len(lines) else ""
        here = row[column - left :] if column >= left else ""
        if here.startswith(plan.empty[site]):
            continue
        if pips is not None and here[:1].isdecimal():
            pips[site] = int(here[0])
            continue
        lying = _lying(here, kinds)
        if lying is None:
            return None
        found[site] = lying
    return found


def _lying(here: str, kinds: Kinds) -> Lying | None:
    """The pieces that a row goes on with; None if there are none."""
    found = NUMBER.match(here) if here[:1] not in kinds else None  # a mark can be a digit
    before, here = (int(found[0]), here[found.end() :]) if found is not None else (None, here)
    if here[:1] in kinds:
        behind = NUMBER.match(here, 1)
        return before, kinds[here[0]], int(behind[0]) if behind is not None else None
    alone = before is not None and len(kinds) == 1
    return (before, next(iter(kinds.values())), None) if alone else None


def _numbers(game: ShownGame, text: str) -> dict[tuple[Part, int], int]:
    """What is said below of states and values."""
    found: dict[tuple[Part, int], int] = {}
    for match in HELD.finditer(text):
        entries = {
            name: (part, entry)
            for part, called in KEPT.items() if called == match[1]
            for name, entry in places(game, part)
        }  # fmt: skip
        for name in " ".join(match[3].split()).split(", "):
            if name not in entries:
                raise ValueError(f"no piece has a {match[1]} on {name}")
            found[entries[name]] = int(match[2])
    return found


def _stacks(game: ShownGame, kinds: Kinds, text: str) -> dict[int, list[int]]:
    """The kinds on the sites where they are not alike, the lowest first."""
    sites = {label.lower(): site for site, label in enumerate(game.labels)}
    found: dict[int, list[int]] = {}
    for match in STACK.finditer(text):
        marks = match[2].split()
        if match[1] not in sites or not all(mark in kinds for mark in marks):
            raise ValueError(f"no stack of pieces: {match[0]}")
        found[sites[match[1]]] = [kinds[mark] for mark in marks]
    return found


def _hands(game: ShownGame, kinds: Kinds, text: str) -> list[tuple[int, list[int]]]:
    """Seat and kinds of what is held beside the board, place by place."""
    held: list[tuple[int, list[int]]] = []
    for match in HOLDS.finditer(text):
        for part in match[3].split(", "):
            count, _, mark = part.partition(" ")
            marks = [mark] * _possible(int(count)) if count.isdecimal() else part.split(ABOVE)
            if not marks or not all(mark in kinds for mark in marks):
                raise ValueError(f"no pieces that can be held: {part}")
            seat = int(match[1] or game.players + 1)
            held.append((seat, [kinds[mark] for mark in marks]))
    return held

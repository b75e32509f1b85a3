"""Which clauses of some rules are ever asked, and which ever hold: `ludwright cover`.

The rules are compiled plainly, as they say, and every clause is watched while random games are
played and games of a search are played again. What never happens in thousands of games is hardly
what its designer meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from interpreter import Game
from interpreter.ir.program import Watched
from interpreter.targets import python
from interpreter.targets.native import Machine
from interpreter.text.errors import Problem, Source, Span, in_order
from lab.checks.trial import doubts, trial
from lab.players import Uct

# Random games of a search before each move.
ITERATIONS = 100


@dataclass(frozen=True, slots=True)
class Count:
    """How often a clause was asked, and how often it held.

    Args:
        text: the clause as it is written, defines and options put in
        place: where it stands in the rule file, or where the define is used that it is part of
        asked: how often it was asked
        held: how often it was true, was a set with any site, or gave a move; None for a rule that
            holds others and gives no move itself
        kind: `condition`, `sites` or `rule`
    """

    text: str
    place: Span
    asked: int
    held: int | None
    kind: str

    @property
    def never(self) -> str:
        """What never happened, as the end of a sentence; nothing if all did."""
        if not self.asked:
            return "is never asked"
        if self.held == 0:
            return {"condition": "never holds", "sites": "never has a site"}.get(
                self.kind, "never gives a move"
            )
        return ""

    def data(self) -> dict[str, object]:
        """It as JSON has it."""
        return {
            "clause": self.text, "line": self.place.line, "column": self.place.column,
            "kind": self.kind, "asked": self.asked, "held": self.held,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cover:
    """What happened to the clauses of a game.

    Args:
        game: what was played
        random, searched: how many games
        plies: of all games
        counts: of each clause, in the order of the rule file
        doubts: what else never happened: pieces that never move, players without a choice
    """

    game: Game
    random: int
    searched: int
    plies: int
    counts: tuple[Count, ...]
    doubts: tuple[Problem, ...]

    @property
    def source(self) -> Source:
        """The rule file."""
        return self.game.expanded.game.span.source

    @property
    def warnings(self) -> list[Problem]:
        """What never happened, the outermost clause of each."""
        told: list[Count] = []
        for one in self.counts:
            if one.never and not any(_holds(other, one) for other in told):
                told.append(one)
        played = f"in {self.random + self.searched:,} games"
        clauses = (
            Problem(
                f"{brief(one.text)} {one.never} {played}",
                one.place,
                warning=True,
                code="never-happens",
            )
            for one in told
        )
        return in_order([*clauses, *self.doubts])

    def data(self) -> dict[str, object]:
        """It as JSON has it."""
        return {
            "schema": "ludwright.cover/1",
            "game": self.game.name,
            "random": self.random,
            "searched": self.searched,
            "plies": self.plies,
            "clauses": [one.data() for one in self.counts],
            "warnings": [
                {
                    "code": one.code,
                    "message": one.message,
                    "line": one.span.line if one.span else None,
                    "column": one.span.column if one.span else None,
                }
                for one in self.warnings
            ],
        }


def _holds(outer: Count, inner: Count) -> bool:
    """Whether a clause stands within one of which it was told that it does nothing."""
    return outer.place.start <= inner.place.start and inner.place.end <= outer.place.end


def brief(text: str, width: int = 60) -> str:
    """A clause cut to a width."""
    return text if len(text) <= width else f"{text[: width - 3].rstrip()} …)"


def cover(
    game: Game,
    games: int = 1_000,
    searched: int = 10,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Cover:
    """Play a game and count what its clauses answer.

    Args:
        game: what is played
        games: how many random games
        searched: how many games in which each player searches before he moves
        seed: fixes what is played
        progress: told how many games are done
    """
    watched = game.watched_by("auto")
    with _tallied(watched) as tallies:
        plies = int(watched.playouts(games, seed=seed, progress=progress).lengths.sum())
        for number in range(searched):
            plies += _searched(game, watched, seed + number)
            if progress is not None:
                progress(games + number + 1)
        found = tallies()
    counts = tuple(_counts(watched, found))
    return Cover(game, games, searched, plies, counts, tuple(doubts(game, trial(game))))


def _searched(game: Game, watched: Game, seed: int) -> int:
    """Play a game with a search for every player, and play it again where it is watched."""
    player = Uct(iterations=ITERATIONS, seed=seed)
    state, again = game.start(seed), watched.start(seed)
    while not state.over:
        move = player.choose(state)
        state, again = state.after(move), again.after(move.name)
    return state.plies


Tallies = Callable[[], Sequence[Sequence[int]]]


@contextmanager
def _tallied(game: Game) -> Iterator[Tallies]:
    """What tells how often each watched clause of a game was asked and held."""
    machine = game.machine
    if isinstance(machine, Machine):
        yield lambda: machine.tallies().tolist()
        return
    assert isinstance(machine, python.Machine)
    asked, held = Counter[int](), Counter[int]()

    def watch(number: int, answer: int, *_: int) -> int:
        asked[number] += 1
        held[number] += bool(answer)
        return answer

    clauses = range(len(game.program.watched))
    with machine.watched_by(watch):
        yield lambda: [(asked[one], held[one]) for one in clauses]


def _counts(game: Game, tallies: Sequence[Sequence[int]]) -> Iterator[Count]:
    """The count of every clause that has a place, in the order of the rule file."""
    source = game.expanded.game.span.source
    clauses = game.program.watched
    groups: dict[tuple[tuple[str, int, int], tuple[int, int] | None], list[Watched]] = {}
    for one in clauses:
        groups.setdefault((one.written, one.place), []).append(one)
    order = sorted(groups.values(), key=lambda some: (*_place(some[0]), some[0].written[1]))
    for some in order:
        first, place = some[0], some[0].place
        if place is None:
            continue
        made = [tallies[one.number][1] for one in some if one.answer == "moves"]
        asked, held = tallies[first.number]
        if first.answer not in ("condition", "sites"):
            asked, held = _most(tallies, some), sum(made) if made else None
        kind = first.answer if first.answer in ("condition", "sites") else "rule"
        yield Count(first.text, Span(source, *place), asked, held, kind)


def _most(tallies: Sequence[Sequence[int]], some: Iterable[Watched]) -> int:
    return max((tallies[one.number][0] for one in some if one.answer == "rule"), default=0)


def _place(clause: Watched) -> tuple[int, int]:
    """Where a clause is listed: before those inside it."""
    start, end = clause.place or (0, 0)
    return start, -end


# As text


def table(found: Cover) -> str:
    """The rule file with the counts of its clauses at the margin."""
    by_line: dict[int, list[Count]] = {}
    for one in found.counts:
        by_line.setdefault(one.place.line, []).append(one)
    rows = [("asked", "held"), *map(_cells, found.counts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{word:>{width}}" for word, width in zip(rows[0], widths, strict=True))]
    for number, text in enumerate(found.source.text.splitlines(), 1):
        here = by_line.get(number, [])
        lines.append(f"{_margin(here[:1], widths)}  {text}".rstrip())
        for before, one in pairwise(here):
            if (before.place, before.asked, before.held) != (one.place, one.asked, one.held):
                # What stands in a define has no text of its own here.
                own = before.place != one.place
                marked = "^" * _carets(one.place) if own else brief(one.text)
                lines.append(f"{_margin([one], widths)}  {' ' * (one.place.column - 1)}{marked}")
    return "\n".join(lines)


def _cells(count: Count) -> tuple[str, str]:
    return f"{count.asked:,}", "" if count.held is None else f"{count.held:,}"


def _margin(count: Sequence[Count], widths: Sequence[int]) -> str:
    """The counts of a clause, or nothing."""
    cells = _cells(count[0]) if count else ("", "")
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _carets(place: Span) -> int:
    """How many characters of a place stand on its first line."""
    return len(place.text.split("\n", 1)[0])

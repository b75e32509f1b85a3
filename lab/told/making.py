"""From what is found to what is told of it; see `results.py`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter import Game, State
from interpreter.play.playouts import Playouts
from interpreter.play.search.findings import Solution
from interpreter.play.watching import Given as GivenMoves
from interpreter.play.watching import Reason as Found
from interpreter.show.plaintext import draw
from interpreter.text.errors import Span
from lab.told import results
from lab.told.mistakes import Range, part

if TYPE_CHECKING:
    from interpreter.play.puzzles.solving import Difficulty
    from interpreter.play.puzzles.solving import Found as Solutions
    from lab.breeding.keeping.child import Child
    from lab.breeding.making.credit import Credit
    from lab.breeding.vary import Variation
    from lab.pages.about import Entry
    from lab.puzzles.making import Made

OVER = 0
"""The player to move where nobody is."""


def listing(entries: Sequence[Entry]) -> results.Listing:
    """Games of the library."""
    return results.Listing(
        [
            results.Listed(
                one.name, one.family, one.players, one.author, one.year, list(one.options)
            )
            for one in entries
        ]
    )


def shown(game: Game, state: State | None = None) -> results.Shown:
    """A game, at a position or at its start."""
    from interpreter.language.english.paragraphs import as_text  # noqa: PLC0415
    from lab.pages.about import metadata, sites, words  # noqa: PLC0415  expensive to import

    state = state or game.start()
    size, _, kind = sites(game).partition(" ")
    try:
        actions = int(game.actions.size)
    except ValueError:
        actions = None
    return results.Shown(
        game.name,
        game.players,
        kind,
        int(size),
        [kind.name for kind in game.pieces[len(game.dice) :]],
        metadata(game.expanded),
        [
            results.Choice(
                one.heading,
                {item.name: item.description for item in one.items},
                one.default.name,
                game.options[one.heading],
            )
            for one in game.expanded.options
        ],
        [one.name for one in game.expanded.rulesets],
        as_text(words(game)),
        draw(state),
        state.text(),
        OVER if state.over else state.mover,
        [move.name for move in state.moves()] if not state.over else [],
        list(game.planes.names),
        actions,
    )


def perft(
    state: State, depth: int, *, turns: bool, threads: int, memory: int, divide: bool
) -> results.Perft:
    """Counts of sequences of moves."""
    game = state.game
    game.perft(1, state)  # what it takes to compile is not counted
    depths: list[results.Depth] = []
    for plies in range(depth if divide else 1, depth + 1):
        start = time.perf_counter()
        nodes = game.perft(plies, state, threads=threads, memory=memory, turns=turns)
        depths.append(results.Depth(plies, nodes, round(time.perf_counter() - start, 6)))
        if not nodes:
            break
    behind = divided(state, depth, threads=threads, memory=memory) if divide else ()
    return results.Perft(game.name, "turns" if turns else "plies", depths, dict(behind))


def divided(state: State, depth: int, *, threads: int, memory: int) -> Iterator[tuple[str, int]]:
    """How many sequences begin with each move."""
    for move in state.moves():
        after = state.after(move)
        nodes = 0
        if not after.over or depth == 1:
            nodes = state.game.perft(depth - 1, after, threads=threads, memory=memory)
        yield str(move), nodes


def outcomes(
    game: Game, played: Playouts, seconds: float, seed: int, compiled: float
) -> results.Outcomes:
    """Random games."""
    from lab.terminal.tables import limited  # noqa: PLC0415

    lengths, winners = played.lengths, played.winners
    return results.Outcomes(
        game.name,
        seed,
        len(lengths),
        round(seconds, 6),
        round(compiled, 6),
        {str(one): int((winners == one).sum()) for one in range(1, game.players + 1)},
        int((winners == 0).sum()),
        int(lengths.min()),
        round(float(lengths.mean()), 4),
        int(lengths.max()),
        {str(one): often for one, often in sorted(Counter(lengths.tolist()).items())},
        limited(game, played),
    )


def solved(game: Game, found: Solution) -> results.Solved:
    """The exact value of a position."""
    line = [str(move) for move in found.principal]
    rest = found.depth, found.nodes, round(found.seconds, 6)
    outcome: Any = found.outcome
    return results.Solved(game.name, outcome, found.value, line, *rest)


def labelled(game: Game, values: Mapping[int, int]) -> dict[str, int]:
    """Values by the labels of their sites."""
    return {game.board.labels[site]: value for site, value in sorted(values.items())}


def difficulty(found: Difficulty) -> results.Difficulty:
    """How hard a puzzle is."""
    needed = {way.words: found.needed[way] for way in sorted(found.needed)}
    return results.Difficulty(found.score, found.hardest.words, needed)


def solved_puzzle(state: State, found: Solutions) -> results.SolvedPuzzle:
    """The solutions of a puzzle."""
    hard = difficulty(state.game.difficulty(state)) if found.unique else None
    several = [labelled(state.game, one) for one in found.solutions]
    rest = found.tried, round(found.seconds, 6)
    return results.SolvedPuzzle(state.game.name, several, found.complete, found.unique, hard, *rest)


def new_puzzle(game: Game, made: Made) -> results.NewPuzzle:
    """A puzzle that was made."""
    values = labelled(game, made.givens), labelled(game, made.solution)
    return results.NewPuzzle(made.name, made.text, *values, difficulty(made.difficulty))


def _part(span: Span | None) -> Range | None:
    return None if span is None else part(span)


def why(state: State, move: str | None) -> results.Why:
    """Why a move is not legal, or what gives the legal ones."""
    told = state.why() if move is None else state.why_not(move)
    several = told if isinstance(told, list) else [told]
    reasons = [_reason(one) for one in several if isinstance(one, Found)]
    given = [
        results.Given(one.rule, _part(one.place), list(one.moves))
        for one in several if isinstance(one, GivenMoves)
    ]  # fmt: skip
    return results.Why(state.game.name, move, reasons, given)


def _reason(one: Found) -> results.Reason:
    place = _part(one.place)
    return results.Reason(one.code, one.message, one.clause, place, list(one.sites))


def measures(measured: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Measured games, from their data."""
    return {"schema": results.Measures.SCHEMA, "games": list(measured)}


def criteria() -> results.Criteria:
    """What can be measured."""
    from lab.measuring.criteria.known import ordered  # noqa: PLC0415

    found = [(one.name, one.title, one.family, one.better, one.summary) for one in ordered()]
    several: Any = [results.Criterion(*one) for one in found]  # pyright: ignore[reportArgumentType]
    return results.Criteria(several)


def varied(found: Variation, files: Mapping[str, str]) -> results.Varied:
    """Variants of a game, with the files that they were written to."""
    from lab.breeding.telling.variants import judgement  # noqa: PLC0415
    from lab.measuring.measures import figure_data  # noqa: PLC0415

    before = found.aim.figure(found.parent.measures)
    variants: list[results.VariantTold] = []
    for one in found.variants:
        after: Any = figure_data(found.aim.figure(one.measures))
        said = judgement(found.aim, before, found.aim.figure(one.measures))
        data: Any = one.measures.data()
        told = one.name, one.change, one.way, after, said, files[one.name], data
        variants.append(results.VariantTold(*told))
    parent: Any = found.parent.measures.data()
    rest = found.tried, dict(found.refused)
    return results.Varied(found.parent.name, str(found.aim), parent, variants, *rest)


def run(path: str, best: Sequence[Child], credit: Credit, children: int, kept: int) -> results.Run:
    """What came of a run."""
    rates = credit.rates()
    ways = [
        results.Credit(
            one.name, one.made, one.malformed, one.duplicates, one.refused, one.lived, one.kept,
            one.wasted, rates.get(one.name),
        )
        for one in credit.in_order()
    ]  # fmt: skip
    return results.Run(path, children, kept, [bred(one) for one in best], ways)


def bred(one: Child) -> results.Bred:
    """A game that a run has bred."""
    from lab.breeding.kinds import DISTANCE, NEAREST  # noqa: PLC0415

    _, low, high = one.measures.get("score", (0.0, 0.0, 0.0))
    length, distance = one.features.get("length"), one.features.get(DISTANCE)
    found = results.Bred(
        one.name, one.number, one.score, low, high,
        length if isinstance(length, float) else None,
        str(one.features.get(NEAREST, "")),
        distance if isinstance(distance, float) else None,
        one.place, one.change,
    )  # fmt: skip
    return found if high else replace(found, low=None, high=None)

"""The last examinations of a child: searching players try it, a little first, then thoroughly.

The score of a game is the geometric mean of two summaries: the harmonic mean of what a game must
have (balance, completion, decisiveness, agency and, in long games, depth), and the weighted
predictor of what people like, held between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from interpreter import Game, State
from interpreter.ir.program import MOST_MOVES
from lab.breeding.judging.gate import Trial, gate
from lab.breeding.judging.nearest import nearest
from lab.breeding.judging.sieve import SEED, RefusedError, fingerprint, kind_of
from lab.breeding.judging.stages import Clock
from lab.breeding.kinds import (
    ALIVE,
    SAME_PLAY,
    SAME_RULES,
    Appraisal,
    Candidate,
    Effort,
    Settings,
)
from lab.breeding.making.genome import Genome
from lab.breeding.making.naming import title
from lab.breeding.making.tidy import simplified
from lab.measuring import Measures, Plan
from lab.measuring.measures import study
from lab.measuring.summary import PARTS, WEIGHTS

OTHERS: Final = ("advantage", "branching", "drawishness", "length", "timeouts", "uncertainty")
"""What is measured of a child besides what its score is made of."""
SHORT: Final = tuple(dict.fromkeys((*(one for one in PARTS if one != "depth"), *WEIGHTS, *OTHERS)))
LONG: Final = (*SHORT, "depth", "ladder")
MOST_PLIES: Final = 5e6
"""Plies that the searches of long games play at random in all; a second at most of most games."""
FEWEST: Final = 16
"""Long games that are played however long they are."""
UNFINISHED: Final = 0.5
"""Share of games that must come to an end."""
VISITS: Final = 4
"""Iterations of a long search for each move that there is to choose from, at least."""
FRAME: Final = ("branching", "length")
"""What random games tell of a child, and games of a search later."""
Triple = tuple[float, float, float]


def appraise(candidate: Candidate, settings: Settings) -> Appraisal:
    """Let searching players try a child that random play has not refused.

    Args:
        candidate: the child
        settings: those of the run
    """
    clock, effort, number = Clock("short"), settings.effort, candidate.number
    text, moves, score, found = "", (), 0.0, None
    tried: list[Trial] = []
    tidied: Mapping[str, float | str] = {}
    branching, length = (float(candidate.features.get(name, 1.0)) for name in FRAME)
    try:
        with clock.at("short"):
            genome = Genome.read(candidate.text)
            game = genome.compile()
            found, moves, score = _judged(game, short_plan(effort, settings), SHORT, PARTS[:-1])
        if score >= effort.promising and effort.gate:
            with clock.at("gate"):
                tried = gate(game, branching, length, settings.seed, _limit(settings))
        if score >= effort.promising:
            with clock.at("long"):
                plan = long_plan(effort, settings, _work(found, candidate), branching)
                found, moves, score = _judged(game, plan, LONG, PARTS)
        with clock.at("tidy"):
            text, tidied = _tidied(candidate, genome, effort)
            final = Genome.read(text) if text else genome
            close = nearest(final, final.compile() if text else game, candidate.features)
            tidied = {**tidied, **close.features}
    except RefusedError as error:
        verdict, detail = error.verdict, error.detail
    else:
        verdict, detail = ALIVE, ""
    measures = triples(found) if found is not None else {}
    features: dict[str, float | str] = {
        name: measures[name][0] for name in FRAME[::-1] if name in measures
    }
    if "branching" in measures:
        features["branching"] = measures["branching"][0] * float(
            candidate.features.get("distinct", 1.0)
        )
    if "ladder" in measures:
        features["skill"] = measures["ladder"][0]
    features |= tidied
    if tried:
        features["recipe"] = max(one.share for one in tried)
    return Appraisal(
        number, verdict, detail, clock.stage, score, measures, features, moves, text,
        clock.seconds,
    )  # fmt: skip


def short_plan(effort: Effort, settings: Settings) -> Plan:
    """The first, few games."""
    return Plan(
        games=effort.short_games, iterations=effort.short_iterations, seed=settings.seed,
        criteria=SHORT, plies=_limit(settings), resamples=100,
    )  # fmt: skip


def long_plan(effort: Effort, settings: Settings, plies: float, branching: float = 1.0) -> Plan:
    """The games of a child that did well; fewer ones where games are long.

    A search that tries each move a few times at least says something, even in few games; many
    games of one that does not say nothing.

    Args:
        plies: how many plies each random game of a search has to go, for all moves of a game
        branching: moves that there are to choose from, on average
    """
    games, iterations = effort.long_games, effort.long_iterations
    least = min(iterations, math.ceil(VISITS * branching))
    share = min(1.0, MOST_PLIES / (games * iterations * plies))
    games = max(min(games, FEWEST), round(games * share))
    share = min(1.0, MOST_PLIES / (games * iterations * plies))
    iterations = max(least, round(iterations * share))
    rivals = max(4, games // 4)
    return Plan(
        games=games, iterations=iterations, seed=settings.seed, criteria=LONG, rivals=rivals,
        rungs=2, ladder=rivals, plies=_limit(settings), resamples=200,
    )  # fmt: skip


def _work(found: Measures, candidate: Candidate) -> float:
    """Plies of random games that one iteration a move takes, over a game."""
    length = found["length"].value if found["length"].known else 1.0
    return max(1.0, length * float(candidate.features.get("length", length)) / 2)


def _limit(settings: Settings) -> int:
    """Plies after which a game is broken off: players may take their time."""
    return min(MOST_MOVES, round(2 * settings.limits.plies))


def _judged(
    game: Game, plan: Plan, criteria: Sequence[str], parts: Sequence[str]
) -> tuple[Measures, tuple[str, ...], float]:
    """What games of a search against itself say, a sample of these, and the score.

    Raises:
        RefusedError: they come to no end
    """
    done = study(game, plan)
    found = done.measures
    completion = found["completion"].value
    if completion < UNFINISHED:
        raise RefusedError("unfinished", f"only {completion:.0%} of the games came to an end")
    trial = done.material.trials[0]
    return found, names(game, trial.moves.tolist(), plan.seed), score_of(found, parts)


def score_of(found: Measures, parts: Sequence[str] = PARTS) -> float:
    """How good a game is, from 0 to 1.

    Args:
        found: what was measured
        parts: the criteria that a game must fulfil; one that is 0 or not defined makes it worthless
    """
    values = [found[name].value if found[name].known else 0.0 for name in parts]
    if min(values) <= 0:
        return 0.0
    sound = len(values) / sum(1 / value for value in values)
    liked = found.predicted.value if found.predicted.known else 0.0
    return round(math.sqrt(sound * min(1.0, max(0.0, liked))), 6)


def triples(found: Measures) -> Mapping[str, Triple]:
    """What was measured, with intervals; what is not defined is left out."""
    figures = {**found.figures, "predicted": found.predicted, "quality": found.quality}
    return {
        name: (one.value, one.low, one.high) for name, one in figures.items() if one.known
    }  # fmt: skip


def names(game: Game, moves: Sequence[int], seed: int) -> tuple[str, ...]:
    """The names of the moves of a game that was played."""
    state, found = game.start(seed), []
    for packed in moves:
        move = next((one for one in state.moves() if one.packed == packed), None)
        if move is None:  # chance went another way
            break
        found.append(move.name)
        state = State(game, game.after(state.raw, packed))
    return tuple(found)


def _tidied(
    candidate: Candidate, genome: Genome, effort: Effort
) -> tuple[str, Mapping[str, float | str]]:
    """The rules without what makes no difference, and what they tell; nothing if they stay so."""
    if candidate.change == "founder":
        return "", {}
    shorter = simplified(genome)
    if shorter is genome:
        return "", {}
    head = [line[3:] for line in candidate.text.splitlines() if line.startswith("// ")]
    text = shorter.text(title(candidate.text), head)
    # Read again: a fingerprint is that of the text that is kept.
    final = Genome.read(text)
    game = final.compile()
    played = game.playouts(effort.playouts, seed=SEED)
    alike = {SAME_RULES: final.canonical, SAME_PLAY: fingerprint(game, played)}
    return text, {**kind_of(final), **alike}

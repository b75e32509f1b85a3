"""The last examinations of a child: searching players try it, a little first, then thoroughly.

Short games only say whether a game has what every game must have. The score is that of the long
games, and nobody has one who does not come to them: few and shallow games give other figures, which
are not to be compared with these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from interpreter import Game, State
from lab.breeding.judging.gate import Trial, gate
from lab.breeding.judging.nearest import nearest
from lab.breeding.judging.plans import Work, limit, long_plan, short_plan
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
from lab.measuring import Measures
from lab.measuring.measures import Study, study
from lab.measuring.summary import MUSTS, promise

UNFINISHED: Final = 0.5
"""Share of games that must come to an end."""
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
            plan = short_plan(effort, settings, Work.guessed(candidate.features))
            short = study(game, plan)
            found, moves = _judged(short)
            check_promise(found, effort.promising)
        if effort.gate:
            with clock.at("gate"):
                tried = gate(game, branching, length, settings.seed, limit(settings))
        with clock.at("long"):
            plan = long_plan(effort, settings, Work.of(found, candidate.features))
            found, moves = _judged(study(game, plan, before=short.material))
            score = score_of(found)
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


def _judged(done: Study) -> tuple[Measures, tuple[str, ...]]:
    """What games of a search against itself say, and a sample of these.

    Raises:
        RefusedError: they come to no end
    """
    found = done.measures
    completion = found["completion"].value
    if completion < UNFINISHED:
        raise RefusedError("unfinished", f"only {completion:.0%} of the games came to an end")
    trial = done.material.trials[0]
    return found, names(done.material.game, trial.moves.tolist(), done.material.plan.seed)


def check_promise(found: Measures, promising: float) -> None:
    """See that a game has, as far as short games tell, what every game must have.

    Raises:
        RefusedError: it has not; no score is given to it, since one of short games tells less
    """
    values = {name: found[name].value if found[name].known else 0.0 for name in MUSTS}
    if promise({name: np.array(value) for name, value in values.items()}) < promising:
        raise RefusedError("weak", f"in short games {_least(values)}")


def score_of(found: Measures) -> float:
    """How good a game is, from 0 to 1: its score in the long games.

    Raises:
        RefusedError: it is worthless
    """
    score = found.score.value if found.score.known else 0.0
    if score <= 0:
        names = (*MUSTS, "depth", "ladder")
        values = {name: found[name].value if found[name].known else 0.0 for name in names}
        raise RefusedError("weak", f"in long games {_least(values)}")
    return round(score, 6)


def _least(values: Mapping[str, float]) -> str:
    """Which of what a game must have it has least of."""
    name = min(values, key=lambda name: values[name])
    return f"its {name} is {values[name]:.2f}"


def triples(found: Measures) -> Mapping[str, Triple]:
    """What was measured, with intervals; what is not defined is left out."""
    summaries = {"predicted": found.predicted, "quality": found.quality, "score": found.score}
    figures = {**found.figures, **summaries}
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

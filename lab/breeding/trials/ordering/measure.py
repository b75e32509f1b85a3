"""Measure known games as bred ones are: `python -m lab.breeding.trials.ordering.measure`.

Every game is measured in a process of its own and written down at once; called again, the command
goes on with those that are missing. A game that takes more processor time than allowed is written
down as such. `python -m lab.breeding.trials.ordering` makes the page of what was measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from interpreter import Game, load
from lab.breeding.judging.plans import MOST_OF_RUNG, Work, long_plan, short_plan
from lab.breeding.judging.sieve import stepped
from lab.breeding.kinds import Effort, Limits, Settings
from lab.breeding.trials.ordering.known import MEASURED, Known, known, read, write
from lab.measuring import Plan
from lab.measuring.criteria.known import CRITERIA
from lab.measuring.material import PUZZLES, TWINS
from lab.measuring.measures import study

SECONDS: Final = 30
"""Processor time that one game may take."""
TIMES: Final = 3
"""How many times as many games are played as of a child, where these are quickly played."""
SEED: Final = 1
CRITERIA_OF: Final = tuple(
    one.name for one in CRITERIA.values() if one.source not in (PUZZLES, TWINS)
)
MODULE: Final = "lab.breeding.trials.ordering.measure"

try:
    import resource
except ImportError:  # not on Windows, where only the clock limits
    resource = None


def measured(game: Game) -> dict[str, Any]:
    """What the long games of a child would say of a game, with more games of each kind."""
    settings, effort = Settings((), seed=SEED, limits=Limits()), Effort()
    branching, _, _, _ = stepped(game, SEED)
    length = float(game.playouts(effort.playouts, seed=SEED).lengths.mean())
    features = {"branching": branching, "length": length}
    short = study(game, short_plan(effort, settings, Work.guessed(features))).measures
    work = Work.of(short, features)
    plan = long_plan(effort, settings, work)
    if plan.ladder == MOST_OF_RUNG:
        plan = long_plan(replace(effort, times=TIMES), settings, work)
    found = study(game, Plan(**{**plan.data(), "criteria": CRITERIA_OF}))
    figures = found.measures.figures
    return {
        "players": game.players,
        "chance": found.material.by_chance,
        "plan": {name: getattr(plan, name) for name in ("games", "iterations", "rivals", "ladder")},
        "rungs": [round(float(one), 4) for one in found.material.ladder.mean(axis=1)],
        "figures": {
            name: [round(one.value, 5), round(one.low, 5), round(one.high, 5)]
            for name, one in figures.items()
            if one.known
        },
    }  # fmt: skip


def main(words: Sequence[str] | None = None) -> None:
    """Measure what is missing."""
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("games", nargs="*", help="names; all that were rated if not given")
    parser.add_argument("--one", action="store_true", help="print one game as JSON, and end")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="processor time of a game")
    parser.add_argument("--to", type=Path, default=MEASURED, help="where it is written")
    given = parser.parse_args(words)
    chosen = [one for one in known() if not given.games or one.name in given.games]
    if given.one:
        print(json.dumps(measured(load(chosen[0].name, chosen[0].options))))
        return
    for one in chosen:
        if one.name not in read(given.to):
            start = time.monotonic()
            found = _apart(one, given.seconds)
            print(f"{one.name:25} {time.monotonic() - start:6.1f} s {found.get('missing', '')}")
            write({**read(given.to), one.name: found}, given.to)


def _apart(one: Known, seconds: int) -> dict[str, Any]:
    """Measure a game in a process of its own."""
    words = [sys.executable, "-m", MODULE, "--one", one.name]
    limit = None if resource is None else lambda: _limited(seconds)
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=10 * seconds, preexec_fn=limit,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"missing": "no answer"}
    if done.returncode < 0:
        return {"missing": f"more than {seconds} seconds"}
    if done.returncode:
        return {"missing": done.stderr.strip().splitlines()[-1]}
    return json.loads(done.stdout)


def _limited(seconds: int) -> None:
    assert resource is not None
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


if __name__ == "__main__":
    main()

"""Every rule file of a folder, put to all that Ludwright does with one: `make corpus`.

A file is read, each item of its options and each ruleset too; its board is drawn, its rules are put
into words, a game is played at random by the plain program, in Python and as native code, which
must agree on all that is to be seen, and one is played to its end. What that takes is written down.
Each file has a process of its own, with a limit of time. All of it takes hours: what became of a
file is told as soon as it is known, and kept in a file from which a stopped run goes on (--resume).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from rich.console import Console

from interpreter import Game, LudError
from interpreter.play.load import load
from interpreter.targets.llvm.jit import available
from interpreter.text.defines import library
from lab.checks.corpus_results import Found, Results, show, version_of
from lab.checks.rules import other_items
from lab.checks.side_by_side import DifferenceError, walk
from lab.pages.about import words

MODULE: Final = "lab.checks.corpus"
SECONDS: Final = 60.0
"""What one file may take."""
PLIES, WALKED_S, SEEDS = 60, 2.0, (1, 2)
"""How far games are walked side by side, for how long at most, and by which seeds."""
OTHER: Final = "Tic-Tac-Toe"
"""A game to compile before one is measured, for what is done once in a process."""
RESULTS: Final = Path("build/corpus.jsonl")
"""Where results are kept if nothing else is said."""
WIDTH: Final = 160
"""Of the table where it is not printed to a terminal."""


class ChoiceError(Exception):
    """The rules are refused with what was chosen of the options."""


def put(path: Path, defines: Path | None, beside: Sequence[Path], found: Found) -> None:
    """Put a rule file to everything, step by step; what is found is written into `found`."""
    known = library(defines) if defines else None

    def of(backend: str = "python", **more: Any) -> Game:
        return load(path, backend=backend, library=known, beside=beside, **more)

    def step(name: str, do: Callable[[], Any]) -> Any:
        found.failed, start = name, time.perf_counter()
        sys.stderr.write(f"{name}\n")  # told if there is no time to end
        done = do()
        found.seconds[name] = time.perf_counter() - start
        return done

    game: Game = step("read", of)
    step("options", lambda: _chosen(game, of, found))
    step("board", lambda: ElementTree.fromstring(game.start().svg()))
    step("words", lambda: words(game))
    games = [step("plain", lambda: of(plain=True)), game]
    if available():
        games.append(step("native", lambda: _compiled(of, found)))
    step("plies", lambda: _walked(games, found))
    step("game", lambda: games[-1].playouts(1, seed=1))
    found.failed = ""


def _chosen(game: Game, of: Callable[..., Game], found: Found) -> None:
    for options, ruleset in _choices(game):
        try:
            of(options=options, ruleset=ruleset)
        except LudError as error:
            chosen = ruleset or ", ".join(f"{one}={item}" for one, item in options.items())
            raise ChoiceError(f"with {chosen}: {error.problems[0].message}") from None
        found.read += 1


def _choices(game: Game) -> Iterator[tuple[dict[str, str], str | None]]:
    """Every ruleset, and every item that the defaults do not choose."""
    for ruleset in game.expanded.rulesets:
        yield {}, ruleset.name
    yield from (({heading: item}, None) for heading, item in other_items(game.expanded))


def _compiled(of: Callable[..., Game], found: Found) -> Game:
    """The game as native code; the time is that until its first random game begins."""
    load(OTHER, backend="llvm").playouts(1)
    start = time.process_time()
    game = of("llvm")
    game.playouts(1, seed=1)
    ended = time.process_time()
    game.playouts(1, seed=1)
    found.compiling = max(2 * ended - start - time.process_time(), 0.0)
    found.state = len(bytes(game.start().raw))
    return game


def _walked(games: Sequence[Game], found: Found) -> None:
    """Walk along random games; a puzzle or a long game no further than there is time."""
    for seed in SEEDS:
        found.plies += walk(games, seed, PLIES, WALKED_S)


# A process for each file


def one(path: Path, defines: Path | None, beside: Sequence[Path]) -> Found:
    """Put a rule file to everything, here; whatever fails is written down."""
    found = Found(path.stem)
    try:
        put(path, defines, beside, found)
    except LudError as error:
        found.why = error.problems[0].message
    except (ChoiceError, DifferenceError) as error:
        found.why = str(error)
    except Exception as error:
        found.why = f"{type(error).__name__}: {error}"
    return found


def apart(path: Path, folder: Path, defines: Path | None, seconds: float) -> Found:
    """The same in a process of its own."""
    words = [sys.executable, "-m", MODULE, str(folder), "--one", str(path)]
    words += ["--defines", str(defines)] if defines else []
    start, alone = time.monotonic(), {**os.environ, "LUDWRIGHT_CACHE": "off"}
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=seconds, check=False, env=alone
        )
    except subprocess.TimeoutExpired as error:
        told = (error.stderr or b"").decode().split()
        step = told[-1] if told else "read"
        return Found(path.stem, step, f"more than {time.monotonic() - start:.0f} seconds")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"ends with {done.returncode}"])[-1]
        return Found(path.stem, "process", last)
    return Found(**json.loads(done.stdout.splitlines()[-1]))


def all_of(
    paths: Sequence[Path], folder: Path, defines: Path | None, jobs: int, seconds: float,
    results: Results, console: Console,
) -> list[Found]:  # fmt: skip
    """Put rule files of a folder to everything, if it is not known what becomes of them.

    Each is told and kept as soon as it is done.
    """
    names = {path: str(path.relative_to(folder)) for path in paths}
    left = [path for path, name in names.items() if name not in results.known]
    if len(left) < len(paths):
        console.print(f"{len(paths) - len(left)} of {len(paths)} files are known already")
    pool = ThreadPoolExecutor(jobs)
    running = {pool.submit(apart, path, folder, defines, seconds): path for path in left}
    try:
        for number, done in enumerate(as_completed(running), len(paths) - len(left) + 1):
            found = done.result()
            results.add(names[running[done]], found)
            console.print(f"[{number}/{len(paths)}] {_told(found)}", markup=False, highlight=False)
    finally:  # what has not begun when the run is stopped is left for another
        pool.shutdown(cancel_futures=True)
    return results.of(names.values())


def _told(found: Found) -> str:
    took = f"{found.name}: {sum(found.seconds.values()):.1f} s"
    return f"{took}, fails at {found.failed}: {found.why}" if found.failed else took


def spread(paths: Sequence[Path], many: int | None) -> list[Path]:
    """So many of some files, spread over the alphabet; all if no number is given."""
    found = sorted(paths, key=lambda path: (path.stem, path))
    if many is None or many >= len(found):
        return found
    return [found[place * len(found) // many] for place in range(many)]


def rule_files(folder: Path) -> list[Path]:
    """The rule files of a folder, at any depth."""
    return sorted(folder.rglob("*.lud"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Put a folder of rule files to everything; 1 if anything fails."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {MODULE}", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("folder", type=Path, help="of rule files")
    parser.add_argument("--game", nargs="+", default=[], help="only these, by name")
    parser.add_argument("--jobs", type=int, default=2, help="files at once")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="what a file may take")
    parser.add_argument("--defines", type=Path, help="a folder of library defines, not ours")
    parser.add_argument("--sample", type=_positive, help="so many files, spread over the alphabet")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results")
    parser.add_argument("--resume", action="store_true", help="go on with what it lacks")
    parser.add_argument("--one", type=Path, help="this file alone, told as JSON")
    chosen = parser.parse_args(arguments)
    if not rule_files(chosen.folder):
        parser.error(f"{chosen.folder} holds no rule files")
    if chosen.one is not None:
        found = one(chosen.one, chosen.defines, tuple(rule_files(chosen.folder)))
        sys.stdout.write(f"{json.dumps(asdict(found))}\n")
        return 0
    wanted = [one for one in rule_files(chosen.folder) if one.stem in (chosen.game or [one.stem])]
    version = version_of(chosen.folder, chosen.defines, chosen.seconds)
    several = all_of(
        spread(wanted, chosen.sample), chosen.folder, chosen.defines, chosen.jobs, chosen.seconds,
        Results(chosen.results, version, again=not chosen.resume), Console(stderr=True),
    )  # fmt: skip
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    show(several, console)
    return int(any(each.failed for each in several))


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    raise SystemExit(main())

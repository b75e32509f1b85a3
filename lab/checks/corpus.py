"""Every rule file of a folder, put to all that Ludwright does with one: `make corpus`.

A file is read, each item of its options and each ruleset too; its board is drawn, its rules are put
into words, a game is played at random by the plain program, in Python and as native code, which
must agree on all that is to be seen, and one is played to its end. What that takes is written down.
Each file has a process of its own, with a limit of time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final
from xml.etree import ElementTree

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from interpreter import Game, LudError
from interpreter.play.load import load
from interpreter.targets.llvm.jit import available
from interpreter.text.expand import library
from lab.checks.rules import other_items
from lab.checks.side_by_side import DifferenceError, walk
from lab.pages.about import words

MODULE: Final = "lab.checks.corpus"
SECONDS: Final = 60.0
"""What one file may take."""
SLOW_S, LARGE = 5.0, 1 << 16
"""What takes longer to compile, or has a larger state, is named."""
PLIES, WALKED_S, SEEDS = 60, 2.0, (1, 2)
"""How far games are walked side by side, for how long at most, and by which seeds."""
WIDTH: Final = 160
"""Of the table where it is not printed to a terminal."""


@dataclass
class Found:
    """What became of a rule file.

    Args:
        name: the game
        failed: the step that failed; "" for none
        why: how
        seconds: what each step took
        read: rulesets and items of options that were read besides
        plies: walked side by side
        state: bytes of a state of native code
    """

    name: str
    failed: str = ""
    why: str = ""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    read: int = 0
    plies: int = 0
    state: int = 0

    @property
    def compiling(self) -> float:
        """Seconds from the text to the first random game of native code."""
        return self.seconds.get("native", 0.0)


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
    games = [of(plain=True), game]
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
    game = of("llvm")
    game.playouts(1, seed=1)
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
    start = time.monotonic()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        told = (error.stderr or b"").decode().split()
        step = told[-1] if told else "read"
        return Found(path.stem, step, f"more than {time.monotonic() - start:.0f} seconds")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"ends with {done.returncode}"])[-1]
        return Found(path.stem, "process", last)
    return Found(**json.loads(done.stdout.splitlines()[-1]))


def all_of(
    folder: Path, names: Sequence[str], defines: Path | None, jobs: int, seconds: float,
    console: Console,
) -> list[Found]:  # fmt: skip
    """Put all rule files of a folder to everything, by name."""
    paths = [path for path in rule_files(folder) if not names or path.stem in names]
    found: list[Found] = []
    with Progress(console=console, transient=True) as progress, ThreadPoolExecutor(jobs) as pool:
        bar = progress.add_task("files", total=len(paths))
        running = [pool.submit(apart, path, folder, defines, seconds) for path in paths]
        for done in as_completed(running):
            found.append(done.result())
            progress.update(bar, advance=1, description=found[-1].name[:30].ljust(30))
    return sorted(found, key=lambda each: each.name)


def rule_files(folder: Path) -> list[Path]:
    """The rule files of a folder, at any depth."""
    return sorted(folder.rglob("*.lud"))


def show(found: Sequence[Found], console: Console) -> None:
    """Print what failed, what takes long or much memory, and the totals."""
    table = Table("game", "fails at", "why", box=None, header_style="bold")
    for each in found:
        if each.failed:
            table.add_row(each.name, each.failed, escape(each.why))
    if table.row_count:
        console.print(table)
    steps = Counter(each.failed for each in found)
    good = steps.pop("", 0)
    fails = "".join(f", {many} fail at {step}" for step, many in steps.most_common())
    console.print(f"\n{len(found)} rule files: {good} do all{fails}")
    console.print(f"{sum(each.read for each in found)} rulesets and items of options were read")
    native = [each for each in found if each.compiling]
    if native:
        times = [each.compiling for each in native]
        console.print(
            f"text to the end of a first random game of native code: median"
            f" {1000 * median(times):.0f} ms, longest {max(times):.1f} s"
        )
        _named("longer than 5 s", native, lambda each: each.compiling, SLOW_S, "s", console)
        sized = [each for each in native if each.state]
        console.print(f"state: median {median(each.state for each in sized):.0f} bytes")
        _named("larger than 64 KiB", sized, lambda each: each.state, LARGE, "bytes", console)


def _named(
    what: str, found: Sequence[Found], of: Callable[[Found], float], limit: float, unit: str,
    console: Console,
) -> None:  # fmt: skip
    most = sorted((each for each in found if of(each) > limit), key=of, reverse=True)
    if most:
        names = ", ".join(f"{each.name} ({of(each):.4g} {unit})" for each in most)
        console.print(f"{what}: {names}", highlight=False)


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
    parser.add_argument("--one", type=Path, help="this file alone, told as JSON")
    parser.add_argument("--to", type=Path, help="what was found is written there as JSON too")
    chosen = parser.parse_args(arguments)
    if not rule_files(chosen.folder):
        parser.error(f"{chosen.folder} holds no rule files")
    if chosen.one is not None:
        found = one(chosen.one, chosen.defines, tuple(rule_files(chosen.folder)))
        sys.stdout.write(f"{json.dumps(asdict(found))}\n")
        return 0
    several = all_of(
        chosen.folder, chosen.game, chosen.defines, chosen.jobs, chosen.seconds,
        Console(stderr=True),
    )  # fmt: skip
    if chosen.to is not None:
        chosen.to.write_text(json.dumps([asdict(each) for each in several], indent=1) + "\n")
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    show(several, console)
    return int(any(each.failed for each in several))


if __name__ == "__main__":
    raise SystemExit(main())

"""What became of rule files: kept in a file while a run goes on, and told as tables at its end.

A results file holds a line of JSON for each rule file, written as soon as that is done, so that a
run that was stopped can go on. Each line names the version that it is a result of: the program, the
rule files and the limits. A run takes up only results of its own version.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, cast

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from interpreter.play.cache import sources
from lab.files.whole import write_whole

LONG_S, LARGE = 2.0, 1 << 16
"""What takes longer to compile, or has a larger state, is named."""
SLOWEST = 10
"""So many files are listed that take longest to compile."""


@dataclass
class Found:
    """What became of a rule file.

    Args:
        name: the game
        failed: the step that failed; "" for none
        why: how
        seconds: what each step took
        compiling: seconds of processor time from the text to the first random game of native code;
            0 where it was not compiled
        read: rulesets and items of options that were read besides
        plies: walked side by side
        state: bytes of a state of native code
    """

    name: str
    failed: str = ""
    why: str = ""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    compiling: float = 0.0
    read: int = 0
    plies: int = 0
    state: int = 0


def version_of(folder: Path, defines: Path | None, *limits: float) -> str:
    """A name of all that results follow from: the program, the rules and the limits."""
    found = hashlib.sha256(repr(limits).encode())
    programs = [*sources().values(), *Path(__file__).parent.glob("*.py")]
    texts = [*folder.rglob("*.lud"), *(defines.rglob("*.def") if defines else ())]
    for path in sorted({*programs, *texts}):
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)} ".encode() + content)
    return found.hexdigest()[:16]


class Results:
    """A results file.

    Args:
        path: where it is, or will be
        version: of the results that count
        again: keep no result of an earlier run
    """

    def __init__(self, path: Path, version: str, *, again: bool) -> None:
        self.path, self.version = path, version
        self.known: dict[str, Found] = {} if again else dict(self._read())
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(self._line(*one) for one in self.known.items()))

    def _read(self) -> Iterator[tuple[str, Found]]:
        """The results of this version; half a line at the end is none."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ()
        for line in lines:
            try:
                told = cast(dict[str, Any], json.loads(line))
            except ValueError:
                continue
            if told.pop("version", None) == self.version:
                yield told.pop("file"), Found(**told)

    def _line(self, file: str, found: Found) -> str:
        told = {"version": self.version, "file": file, **asdict(found)}
        return f"{json.dumps(told)}\n"

    def add(self, file: str, found: Found) -> None:
        """Write down what became of a file."""
        self.known[file] = found
        with self.path.open("a", encoding="utf-8") as written:
            written.write(self._line(file, found))

    def of(self, files: Iterable[str]) -> list[Found]:
        """What became of some files, by the name of the game."""
        return sorted((self.known[one] for one in files), key=lambda each: each.name)


# Tables


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
        _compiling(native, console)
        console.print(f"state: median {median(each.state for each in native):.0f} bytes")
        large = [each for each in native if each.state > LARGE]
        _named("larger than 64 KiB", large, lambda each: each.state, "bytes", console)


def _compiling(native: Sequence[Found], console: Console) -> None:
    times = [each.compiling for each in native]
    console.print(
        f"processor time from text to the first move of a random game: median"
        f" {1000 * median(times):.0f} ms, longest {max(times):.1f} s"
    )
    slowest = sorted(native, key=_seconds, reverse=True)
    _named(f"the slowest {SLOWEST}", slowest[:SLOWEST], _seconds, "s", console)
    long = [each for each in slowest if each.compiling > LONG_S]
    _named(f"{len(long)} longer than {LONG_S:g} s", long, _seconds, "s", console)


def _seconds(each: Found) -> float:
    return each.compiling


def _named(
    what: str, found: Sequence[Found], of: Callable[[Found], float], unit: str, console: Console
) -> None:
    most = sorted(found, key=of, reverse=True)
    if most:
        names = ", ".join(f"{each.name} ({of(each):.4g} {unit})" for each in most)
        console.print(f"{what}: {names}", highlight=False)

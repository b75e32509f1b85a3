"""A run on the screen: how it goes on, and what came of it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from interpreter.text.errors import LudError
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import read
from lab.breeding.kinds import DISTANCE, DUPLICATE, NEAREST, STAGES, Settings
from lab.breeding.making.credit import table as credit_table
from lab.breeding.making.naming import title
from lab.breeding.running.events import Again, Event, Finished, Improved, Progress, Started, Told
from lab.breeding.running.run import evolve
from lab.breeding.telling.corrected import falls, told_of
from lab.breeding.telling.history import history
from lab.breeding.telling.wording import command
from lab.cli.told import printed, tell
from lab.told.making import run

if TYPE_CHECKING:
    from rich.console import RenderableType

LINE_S: Final = 30.0
"""How often it is said how the run stands, where there is no terminal."""
TERMINATED: Final = 143


@dataclass(frozen=True, slots=True)
class Wish:
    """Which run, as asked for; see the help of the command."""

    path: Path
    settings: Settings
    founders: tuple[str, ...]
    children: int | None
    seconds: float | None
    workers: int | None
    scheduler: str | None
    games: Path | None
    best: int
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    json: Path | None = None


def show(wish: Wish) -> None:
    """Breed games, say how it goes, and at the end what the best are."""
    if wish.games is not None:
        _folder(wish.games)
    with _terminable():
        begun = False
        try:
            with _screen(quiet=printed(wish.json)) as tell, closing(_events(wish)) as events:
                for event in events:
                    begun = True
                    tell(event)
        finally:
            if begun:
                _conclude(wish)


def _events(wish: Wish) -> Generator[Event, None, None]:
    return evolve(
        wish.settings,
        founders=wish.founders,
        store=wish.path,
        workers=wish.workers,
        children=wish.children,
        seconds=wish.seconds,
        scheduler=wish.scheduler,
        best=wish.best,
        likes=wish.likes,
        dislikes=wish.dislikes,
    )


@contextmanager
def _terminable() -> Iterator[None]:
    """Whoever asks the process to end gets everything closed before it does."""

    def leave(*_: object) -> None:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


Teller = Callable[[Event], None]


def _screen(*, quiet: bool) -> AbstractContextManager[Teller]:
    """What is told while a run goes on; not on standard output if that is for something else."""
    return _live() if sys.stderr.isatty() else _plain(sys.stderr if quiet else sys.stdout)


# Lines


@contextmanager
def _plain(stream: TextIO) -> Iterator[Teller]:
    shown = time.monotonic()

    def tell(event: Event) -> None:
        nonlocal shown
        if isinstance(event, Progress):
            if time.monotonic() - shown >= LINE_S:
                shown = time.monotonic()
                _say(line(event), stream)
        else:
            for text in said(event):
                _say(text, stream)

    yield tell


def _say(text: str, stream: TextIO | None = None) -> None:
    print(text, file=stream, flush=True)


def said(event: Event) -> Iterator[str]:
    """What there is to say of an event."""
    match event:
        case Started():
            yield _started(event)
        case Told(child) if not child.parents and not child.alive:
            name = title(child.text) or f"founder {child.number}"
            yield f"{name} is not bred from: {child.verdict}: {child.detail}"
        case Improved(child) if child.parents:
            yield f"child {child.number}: {child.name} scores {child.score:.3f}; {child.place}"
        case Again(child, before, left):
            scores = f"scores {child.score:.3f}, not {before:.3f}"
            yield f"{child.name}, measured again, {scores}; {left} to go"
        case Finished():
            yield line(event.progress)
        case _:
            pass


def _started(event: Started) -> str:
    many = len(event.settings.founders)
    who = f"{event.workers} worker{'s' * (event.workers != 1)}"
    if event.told:
        return f"going on behind child {event.told - 1}, {who}"
    return f"beginning with {many} game{'s' * (many != 1)}, seed {event.settings.seed}, {who}"


def line(progress: Progress) -> str:
    """How a run stands, in a line."""
    parts = [
        f"{progress.told:,} children",
        f"{progress.per_second:.1f} a second",
        f"{_share(progress, sum(progress.rejected.values()))} rejected",
        f"{progress.kept} of {progress.places} places filled",
    ]
    if progress.best is not None:
        parts.append(f"best {progress.best.name} {progress.best.score:.3f}")
    return ", ".join(parts)


def _share(progress: Progress, count: int) -> str:
    return f"{count / progress.told:.0%}" if progress.told else "–"


# A terminal


@contextmanager
def _live() -> Iterator[Teller]:
    from rich.console import Console  # noqa: PLC0415  only where somebody looks
    from rich.live import Live  # noqa: PLC0415

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:

        def tell(event: Event) -> None:
            if isinstance(event, Progress):
                live.update(panel(event))
            for text in said(event):
                live.console.print(text, highlight=False, markup=False)

        yield tell


def panel(progress: Progress) -> RenderableType:
    """How a run stands, on a few lines."""
    from rich.table import Table  # noqa: PLC0415

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold")
    grid.add_column()
    for head, text in rows(progress):
        grid.add_row(head, text)
    return grid


def rows(progress: Progress) -> Iterator[tuple[str, str]]:
    """What there is to say of how a run stands."""
    rate = f"{progress.per_second:.1f} a second"
    yield "children", f"{progress.told:,}, {rate}, {progress.under_way} under way"
    stages = [*STAGES, DUPLICATE, *progress.rejected]
    shares = [
        f"{stage} {_share(progress, progress.rejected[stage])}"
        for stage in dict.fromkeys(stages)
        if progress.rejected.get(stage)
    ]
    yield "rejected", ", ".join(shares) or "none yet"
    beaten = _share(progress, progress.beaten)
    yield "kept", f"{progress.kept} of {progress.places} places filled; {beaten} beaten by others"
    if progress.best is not None:
        best = progress.best
        yield "best", f"{best.name} {best.score:.3f}, child {best.number}"
    if progress.left is not None:
        yield "left", duration(progress.left)


def duration(seconds: float) -> str:
    """As 1:05:09, or 5:09."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# What came of it


def _conclude(wish: Wish) -> None:
    with closing(read(wish.path)) as store:
        found = [child for child in store.best() if child.parents][: wish.best]
        fell = falls(store)
        past = history(store)
        ways = [*credit_table(past.credit)]
        made, kept = store.told(), sum(1 for _ in store.kept())
    written = [] if wish.games is None else write(found, wish.games)
    if not tell(run(str(wish.path), found, past.credit, made, kept), wish.json):
        return
    if ways:
        _say("")
        for text in ways:
            _say(text)
    if not found:
        _say("no new game yet")
        return
    _say("")
    for text in table(found):
        _say(text)
    if fell:
        _say(f"\n{told_of(fell)}")
    _say("")
    if wish.games is None:
        path = str(wish.path)
        _say(f"{command('play', f'{path}:{found[0].name}')}   plays the first")
        _say(f"{command('report', path)}   writes a page on all of this")
        _say(f"{command('evolve', path)} -n 0 --games FOLDER   writes them as rule files")
        return
    _say(f'ludwright play "{written[0]}"')


def table(children: Sequence[Child]) -> Iterator[str]:
    """Games, line by line."""
    width = max(4, *(len(child.name) for child in children))
    known = [_nearest(child) for child in children]
    wide = max(7, *map(len, known))
    yield f"  score  95 % interval   {'game':{width}}   child  plies  {'nearest':{wide}}  place"
    for child, near in zip(children, known, strict=True):
        length = child.features.get("length", "")
        plies = f"{length:.0f}" if isinstance(length, (int, float)) else ""
        _, low, high = child.measures.get("score", (0.0, 0.0, 0.0))
        between = f"{low:.3f} to {high:.3f}" if high else ""
        yield (
            f"  {child.score:.3f}  {between:14}  {child.name:{width}}  {child.number:>6}"
            f"  {plies:>5}  {near:{wide}}  {child.place}"
        )


def _nearest(child: Child) -> str:
    """The known game that a child is most like, and how far it is from it."""
    name, distance = child.features.get(NEAREST), child.features.get(DISTANCE)
    return f"{name} {distance:.2f}" if name and isinstance(distance, float) else ""


def write(children: Sequence[Child], folder: Path) -> list[Path]:
    """Write games as rule files, each called as its game is.

    Raises:
        LudError: a file cannot be written
    """
    _folder(folder)
    found: list[Path] = []
    for child in children:
        path = folder / f"{child.name}.lud"
        try:
            path.write_text(child.text.rstrip("\n") + "\n", "utf-8")
        except OSError as error:
            raise LudError(f"{path} cannot be written: {error.strerror}") from None
        found.append(path)
    return found


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudError(f"{path} cannot be a folder: {error.strerror}") from None

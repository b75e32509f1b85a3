"""The page of a run as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from lab.breeding.keeping.archive import FORMER, axes_of
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import Store
from lab.breeding.telling import overview
from lab.breeding.telling.card import card, name_of_command
from lab.breeding.telling.corrected import falls, told_of
from lab.breeding.telling.game_map import game_map, game_points
from lab.breeding.telling.history import History, history
from lab.breeding.telling.wording import (
    changes,
    command,
    copied,
    copier,
    listed,
    name_of,
    number,
    score,
    several,
)
from lab.pages.shell import page

ALIKE: Final = 2
"""So many games of the same board and goal are among the best, unless there are too few others."""


def report(store: Store, run: str, best: int = 12) -> str:
    """The page of a run, which may still go on.

    Args:
        store: the run
        run: its file, as commands should name it
        best: how many games are shown with all there is to say of them
    """
    folder = files("lab.breeding.telling")
    style, kinds, script = (
        folder.joinpath(name).read_text("utf-8")
        for name in ("report.css", "kinds.css", "report.js")
    )
    return page(
        f"{run}: games that were bred",
        _Page(store, run, best).lines(),
        style=style + kinds,
        script=script,
    )


def chosen(kept: Sequence[Child], best: int) -> list[Child]:
    """The best bred games, of every kind of board and goal a few at first; best first.

    Args:
        kept: all, best first, those that were measured again before the others
        best: how many are chosen
    """
    bred = [child for child in kept if child.parents]
    counts: Counter[tuple[object, object]] = Counter()
    first: list[Child] = []
    for child in bred:
        kind = child.features.get("board"), child.features.get("goal")
        counts[kind] += 1
        if counts[kind] <= ALIKE:
            first.append(child)
    numbers = {child.number for child in first}
    rest = [child for child in bred if child.number not in numbers]
    places = {child.number: place for place, child in enumerate(kept)}
    return sorted([*first, *rest][:best], key=lambda child: places[child.number])


class _Page:
    def __init__(self, store: Store, run: str, best: int) -> None:
        self.store, self.run = store, run
        self.history: History = history(store)
        self.kept = [*store.kept()]
        self.best = chosen([*store.best()], best)
        self._cards = {child.number for child in self.best}
        self._listed = {child.number for child in self.kept}

    def link(self, child: Child) -> str:
        """Where a kept game is on the page."""
        return f"#g{child.number}" if child.number in self._cards else f"#k{child.number}"

    def on_page(self, child: Child) -> bool:
        """Whether a game has a place on the page."""
        return child.number in self._listed

    def lines(self) -> Iterator[str]:
        """All of it."""
        yield f"<h1>Games of {escape(self.run)}</h1>"
        yield from self._navigation()
        yield '<main><section id="run" aria-label="the run">'
        yield from overview.overview(self.store, self.history, self.kept, self.link)
        if not self.kept:
            yield f"<p>{self._nothing()}</p>"
        yield "</section>"
        if self.kept:
            yield from self._kinds()
            yield from self._games()
            yield from self._all()
        yield from self._course()
        yield from self._beginning()
        yield "</main>"

    def _navigation(self) -> Iterator[str]:
        parts = {"course": "what became of the children", "beginning": "settings and founders"}
        if self.kept:
            parts = {"kinds": "kinds", "games": "best games", "all": "all games"} | parts
        yield '<nav aria-label="parts of the page">'
        for name, text in parts.items():
            yield f'<a href="#{name}">{text}</a>'
        yield "</nav>"

    def _nothing(self) -> str:
        if not self.history.told and not self.history.under_way:
            return "The run has just begun: no child is known yet."
        return "No game is kept yet. This page says more when it is made again later."

    def _kinds(self) -> Iterator[str]:
        yield '<section id="kinds"><h2>What kinds there are</h2>'
        axes = axes_of(self.kept) if self.store.settings.mode == "elites" else None
        if axes is not None:
            rows = "boards" if axes is FORMER else "boards and what the end rules say"
            yield (
                "<p>Each cell is a kind of game, and holds the best one that was found. "
                f"Panels are {rows} (rows) by goals (columns).</p>"
            )
            yield from game_map(self.kept, self.link, axes)
        else:
            yield "<p>Each point is a game that is kept.</p>"
            yield from game_points(self.kept, self.link)
        yield "</section>"

    def _games(self) -> Iterator[str]:
        yield '<section id="games"><h2>The best games</h2>'
        if not self.best:
            yield "<p>No new game is kept yet: those that are were there at the beginning.</p>"
        else:
            yield (
                f"<p>{several(len(self.best), 'game')}, best first; {ALIKE} at most of the same "
                "board and goal as long as there are others.</p>"
                '<p class="soft">The score says how sound a game is, times what it is worth to '
                "think about it. Thin bands are 95 % intervals; games of a run are measured "
                "briefly, and <code>ludwright measure</code> does it thoroughly. "
                f"{escape(told_of(falls(self.store)))}</p>"
            )
        for child in self.best:
            family = self.store.pedigree(child.number)
            yield from card(child, self.store.settings.seed, self.run, family, self._family_link)
        yield "</section>"

    def _family_link(self, child: Child) -> str | None:
        return self.link(child) if self.on_page(child) else None

    def _all(self) -> Iterator[str]:
        yield '<section id="all"><h2>All games that are kept</h2>'
        example = f"{self.run}:{name_of_command(self.kept[0])}"
        yield "<p>Every game can be played, shown and measured by its name:</p><ul>"
        for verb in ("play", "show", "measure"):
            yield f"<li>{copied(command(verb, example))}</li>"
        yield "</ul>"
        new = sum(bool(child.parents) for child in self.kept)
        if new:
            written = copied(f"{command('evolve', self.run)} -n 0 --best {new} --games games")
            yield f"<p>All new ones as rule files in a folder:</p><ul><li>{written}</li></ul>"
        yield '<div class="wide"><table class="all"><thead><tr><th>game</th>'
        for head in ("score", "plies", "choices"):
            yield f'<th class="number">{head}</th>'
        yield "<th>to play it</th><th>place</th><th>made</th></tr></thead>"
        names = self._names()
        for child in self.kept:
            yield self._row(child, names)
        yield "</table></div></section>"

    def _names(self) -> dict[int, str]:
        """Names of all who may be parents."""
        wanted = {parent for child in self.kept for parent in child.parents}
        named = self.store.facts("number", "name")
        return {one: name or f"child {one}" for one, name in named if one in wanted}

    def _row(self, child: Child, names: dict[int, str]) -> str:
        name = escape(name_of(child))
        if child.number in self._cards:
            name = f'<a href="#g{child.number}">{name}</a>'
        parents = listed(names.get(one, f"child {one}") for one in child.parents)
        made = f"{changes(child)} of {parents}" if child.parents else "founder"
        features = child.features
        return (
            f'<tr id="k{child.number}"><th scope="row">{name}</th>'
            f'<td class="number">{score(child.score)}</td>'
            f'<td class="number">{number(features.get("length"))}</td>'
            f'<td class="number">{number(features.get("branching"))}</td>'
            f"<td>{copier(command('play', f'{self.run}:{name_of_command(child)}'))}</td>"
            f'<td class="soft">{escape(child.place)}</td><td class="soft">{escape(made)}</td></tr>'
        )

    def _course(self) -> Iterator[str]:
        yield '<section id="course"><h2>What became of the children</h2>'
        if not self.history.told:
            yield "<p>None has come to its end yet.</p>"
        yield from overview.fates(self.history)
        yield "<h3>Ways of making them</h3>" if self.history.credit.ways else ""
        yield from overview.ways(self.history)
        yield '<h3 id="time">Where the time went</h3>' if self.history.stages else ""
        yield from overview.stages(self.history)
        yield "</section>"

    def _beginning(self) -> Iterator[str]:
        yield '<section id="beginning"><h2>Settings and founders</h2>'
        yield from overview.settings(self.store)
        yield from overview.founders(self.store, self.history, self.link, self.on_page)
        yield "</section>"

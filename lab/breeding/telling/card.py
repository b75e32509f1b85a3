"""A game on the page: its board, how it is rated, its rules, its family, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Final

from interpreter import LudError
from interpreter.language.english.paragraphs import as_html
from lab.breeding.keeping.child import Child
from lab.breeding.telling.family import family_tree
from lab.breeding.telling.sample import Sample, sample, shown
from lab.breeding.telling.wording import (
    changes,
    command,
    copied,
    likeness,
    listed,
    measured,
    name_of,
    number,
    percent,
    score,
    several,
)
from lab.measuring.criteria.known import CRITERIA
from lab.measuring.estimates import short
from lab.measuring.summary import SCORED
from lab.pages.about import words
from lab.pages.shell import rail

MAIN: Final = tuple(dict.fromkeys(("score", *SCORED, "quality", "predicted")))
"""What the score is made of, and shown first."""
ABOUT: Final = {
    "score": "How sound a game is, times what it is worth to think about it.",
    "quality": "Harmonic mean of balance, completion, decisiveness, agency and depth.",
    "predicted": "Weighted sum of eleven criteria, after what people liked.",
}
SMALL: Final = 6
"""A family of so many is seen at once, beside the rules."""
Triple = tuple[float, float, float]


def card(
    child: Child,
    seed: int,
    run: str,
    family: Mapping[int, Child],
    link: Callable[[Child], str | None],
) -> Iterator[str]:
    """A game of a run.

    Args:
        child: the game
        seed: that of the run
        run: the file of the run, as it was named
        family: the child and all it comes from, by number
        link: where on the page more is said of a game
    """
    found = sample(child, seed)
    yield f'<article class="card" id="g{child.number}" aria-labelledby="n{child.number}">'
    yield f'<h3 id="n{child.number}">{escape(name_of(child))} <b>{score(child.score)}</b></h3>'
    yield f'<p class="soft">{facts(child, found)}</p>'
    yield f'<p class="soft">{escape(origin(child, family))}</p>'
    yield '<div class="halves"><div>'
    if isinstance(found, Sample):
        yield from shown(found, f"b{child.number}")
    else:
        yield f'<p class="soft">Its rules make no game here:</p><pre>{escape(str(found))}</pre>'
    yield f"<p>Play it: {copied(command('play', f'{run}:{name_of_command(child)}'))}</p>"
    if len(family) <= SMALL:
        yield "<details open><summary>Family</summary>"
        yield from family_tree(family, child, link)
        yield "</details>"
    yield "</div><div>"
    if isinstance(found, Sample):
        yield f'<div class="rules">{as_html(words(found.game), 4)}</div>'
    yield from _measured(child.measures)
    yield "</div></div>"
    if len(family) > SMALL:
        yield "<details><summary>Family</summary>"
        yield from family_tree(family, child, link)
        yield "</details>"
    yield from _file(child)
    yield "</article>"


def name_of_command(child: Child) -> str:
    """By what a game is asked for."""
    return child.name or str(child.number)


def facts(child: Child, found: Sample | LudError) -> str:
    """What is known of how a game plays, in a line of HTML."""
    features = child.features
    parts: list[str] = []
    if isinstance(found, Sample):
        parts.append(several(found.game.players, "player"))
        parts.append(several(found.game.board.size, "site"))
    parts.append(f"{number(features.get('length'))} plies a game")
    parts.append(f"{number(features.get('branching'))} moves to choose from")
    if child.place:
        parts.append(f"kept as {child.place}")
    parts += likeness(child)
    recipe = features.get("recipe")
    if isinstance(recipe, (int, float)):
        parts.append(f"at the gate the best recipe got {percent(recipe)} of the points")
    return escape("; ".join(parts))


def origin(child: Child, family: Mapping[int, Child]) -> str:
    """What a game was made of, in a sentence."""
    if not child.parents:
        return f"Child {child.number}: one of the games that the run began with."
    parents = [name_of(family[one]) if one in family else f"child {one}" for one in child.parents]
    return f"Child {child.number}: {changes(child)} of {listed(parents)}."


# Measures


def divided(measures: Mapping[str, Triple]) -> tuple[dict[str, Triple], dict[str, Triple]]:
    """Measures in the order in which they are shown: those of the score, and the rest."""
    main = {name: measures[name] for name in MAIN if name in measures}
    return main, {name: three for name, three in sorted(measures.items()) if name not in main}


def _measured(measures: Mapping[str, Triple]) -> Iterator[str]:
    main, rest = divided(measures)
    if main:
        yield from _table(main)
    if rest:
        yield "<details><summary>More measures</summary>"
        yield from _table(rest)
        yield "</details>"


def _table(measures: Mapping[str, Triple]) -> Iterator[str]:
    yield '<table class="measures">'
    for name, three in measures.items():
        head = escape(name.replace("_", " "))
        yield (
            f'<tr title="{escape(about(name))}"><th scope="row">{head}</th>'
            f'<td class="number">{short(three[0])}</td><td class="track">{_rail(name, three)}</td>'
            f'<td class="number soft">{short(three[1])} to {short(three[2])}</td></tr>'
        )
    yield "</table>"


def _rail(name: str, three: Triple) -> str:
    """The place of a measure between 0 and 1, if it has one."""
    if not is_share(name):
        return ""
    return f'<div role="img" aria-label="{escape(measured(three))}">{rail(*three)}</div>'


def is_share(name: str) -> bool:
    """Whether a measure lies between 0 and 1."""
    span = CRITERIA[name].span if name in CRITERIA else None
    return span == (0.0, 1.0) or name in ABOUT


def about(name: str) -> str:
    """What a measure tells, in a sentence; nothing for one that is not known."""
    if name in CRITERIA:
        return CRITERIA[name].summary.replace("`", "")
    return ABOUT.get(name, "")


def _file(child: Child) -> Iterator[str]:
    yield "<details><summary>Rule file</summary>"
    yield f'<div class="file copied"><pre><code>{escape(child.text.rstrip())}</code></pre>'
    yield '<button type="button" class="copy" hidden>copy</button></div></details>'

"""Variants of a game, told: as lines for the terminal, and as a page to compare them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from lab.breeding.judging.aim import Aim, apart
from lab.breeding.telling.wording import command, listed, several
from lab.breeding.vary import Variant, Variation
from lab.measuring.criteria.known import CRITERIA
from lab.measuring.estimates import Figure, short
from lab.measuring.telling.tables import MARKS, heading
from lab.pages.shell import page, rail


def said(found: Variation) -> Iterator[str]:
    """What came of varying a game, line by line: the aim first, the best variant first."""
    before = found.aim.figure(found.parent.measures)
    yield f"{found.parent.name}: {found.aim} {before}"
    width = max(len(one.name) for one in found.variants)
    for one in found.variants:
        yield ""
        yield f"{one.name:{width}}  {_step(found.aim, before, one)}"
        yield f"  {one.change}"
        for name, old, new in _others(found, one):
            yield f"  {CRITERIA[name].title} {short(old.value)} → {new}"
    yield ""
    yield _tail(found)


def _step(aim: Aim, before: Figure, one: Variant) -> str:
    """What a variant does to the figure that it is about."""
    after = aim.figure(one.measures)
    if not after.known:
        return f"{aim}: none, {after.reason}"
    return f"{aim} {short(before.value)} → {after}, {judgement(aim, before, after)}"


def judgement(aim: Aim, before: Figure, after: Figure) -> str:
    """Whether it is better, as far as the intervals tell."""
    if not apart(before, after):
        return "no clear difference"
    return "better" if aim.worth(after) > aim.worth(before) else "worse"


def _others(found: Variation, one: Variant) -> Iterator[tuple[str, Figure, Figure]]:
    """The other figures that a variant clearly changes."""
    moved = one.moved(found.parent.measures)
    return (step for step in moved if step[0] != found.aim.name)


def _tail(found: Variation) -> str:
    """How it was measured, and what else was tried."""
    text = f"{heading(found.parent.measures)}; intervals at 95 %"
    if found.refused:
        reasons = listed(f"{count} {name}" for name, count in found.refused.items())
        text += f". Of {several(found.tried, 'change')} some came to nothing: {reasons}"
    return f"{text}."


# As a page


def compared(found: Variation, names: dict[str, str]) -> str:
    """The page that compares variants.

    Args:
        found: the variants
        names: the file of each by its name, as the page refers to it
    """
    style = files("lab.breeding.telling").joinpath("variants.css").read_text("utf-8")
    title = f"Variants of {found.parent.name}"
    return page(title, _body(found, names, title), style=style)


def _body(found: Variation, names: dict[str, str], title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="soft">By {found.aim}, the best first. {escape(_tail(found))}</p>'
    yield from _summary(found)
    for one in (found.parent, *found.variants):
        yield from _variant(found, one, names.get(one.name))


def _summary(found: Variation) -> Iterator[str]:
    yield '<div class="wide"><table><tr><th>game</th><th>change</th>'
    yield f'<th class="number">{found.aim}</th><th></th><th></th></tr>'
    before = found.aim.figure(found.parent.measures)
    for number, one in enumerate((found.parent, *found.variants)):
        after = found.aim.figure(one.measures)
        change = f"<code>{escape(one.change)}</code>" if one.change else "the game itself"
        judged = judgement(found.aim, before, after) if one.way and after.known else ""
        yield (
            f'<tr><td><a href="#v{number}">{escape(one.name)}</a></td><td>{change}</td>'
            f'<td class="number">{short(after.value)}</td><td class="track">'
            f'{_rail(found.aim.name, after)}</td><td class="soft">{judged}</td></tr>'
        )
    yield "</table></div>"


def _variant(found: Variation, one: Variant, file: str | None) -> Iterator[str]:
    number = (found.parent, *found.variants).index(one)
    yield f'<div class="variant" id="v{number}"><figure class="board">{one.game.start().svg()}'
    yield f"</figure><div><h2>{escape(one.name)}</h2>"
    if one.way:
        yield f"<p><code>{escape(one.change)}</code> <span class=soft>({one.way})</span></p>"
    if file is not None:
        link = f'<a href="{escape(file)}">{escape(file)}</a>'
        yield f'<p class="soft">{link}: <code>{escape(command("play", file))}</code></p>'
    yield "<table>"
    for name, after in one.measures.figures.items():
        before = found.parent.measures.figures[name]
        yield _row(name, before if one.way else None, after)
    yield f"</table><details><summary>Rule file</summary><pre><code>{escape(one.text.rstrip())}"
    yield "</code></pre></details></div></div>"


def _row(name: str, before: Figure | None, after: Figure) -> str:
    title = f"{CRITERIA[name].title} {MARKS[CRITERIA[name].better]}".rstrip()
    if not after.known:
        return (
            f'<tr><th scope="row">{title}</th><td colspan="4" class="soft">'
            f"{escape(after.reason)}</td></tr>"
        )
    was = "" if before is None else f"was {short(before.value)}"
    clear = before is not None and before.known and apart(before, after)
    return (
        f'<tr><th scope="row">{title}</th>'
        f'<td class="number{" apart" if clear else ""}">{short(after.value)}</td>'
        f'<td class="number soft">{short(after.low)} to {short(after.high)}</td>'
        f'<td class="track">{_rail(name, after)}</td><td class="soft now">{was}</td></tr>'
    )


def _rail(name: str, found: Figure) -> str:
    """A figure between 0 and 1 as a mark; nothing for others."""
    span = CRITERIA[name].span if name in CRITERIA else None
    if not found.known or (name != "quality" and span != (0.0, 1.0)):
        return ""
    return rail(found.value, found.low, found.high)

"""Breeding: a run and what it has found, one of its games, and variants of the game in the editor.

Where a run lies is said by the server, which has seen to it that it is below its folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from interpreter import Game, LudError
from interpreter.language.english.paragraphs import as_html
from lab.files.records import Record, Word
from lab.files.records import text_of as record_text
from lab.pages.about import words
from lab.studio.messages import number_of, text_of, texts_of
from lab.studio.tasks.asked import About, Emit
from lab.studio.tasks.figures import figure as figured

if TYPE_CHECKING:
    from lab.breeding.keeping.child import Child
    from lab.breeding.keeping.store import Store
    from lab.breeding.kinds import Settings
    from lab.breeding.running.events import Event, Progress
    from lab.breeding.vary import Variant
    from lab.measuring.estimates import Figure

SHOWN: Final = 40
"""Games of a run that are listed, the best first."""
BEST: Final = 10
"""Games that are measured again when a run has come to its limit, and as many more."""
MOST_CHILDREN, MOST_MINUTES, MOST_VARIANTS, MOST_GAMES = 10**6, 24 * 60, 40, 1_000
MOST_FOUNDERS: Final = 64


def _place(asked: Mapping[str, Any]) -> Path:
    """Where the run lies, as the server has found it."""
    return Path(text_of(asked, "place"))


# A run that is looked at


def run(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """A run as it stands: its map, its best games, what became of the children."""
    del emit
    from lab.breeding.keeping.store import read  # noqa: PLC0415  slow to import
    from lab.breeding.telling.corrected import falls, told_of  # noqa: PLC0415
    from lab.breeding.telling.history import history  # noqa: PLC0415
    from lab.breeding.telling.overview import HEADS  # noqa: PLC0415

    with closing(read(_place(asked))) as store:
        kept, best, found = [*store.kept()], store.best(), history(store)
        liked = {one.number: one.liked for one in store.opinions}
        fates: dict[str, int] = {}
        for one in found.in_order():
            fates[one.stage] = fates.get(one.stage, 0) + one.count
        fell = falls(store)
        return {
            "map": "".join(_map(store, kept)),
            "kept": len(kept),
            "told": found.told,
            "games": [_listed(one, liked.get(one.number)) for one in best[:SHOWN]],
            "fates": [
                {"stage": stage, "said": HEADS.get(stage, stage), "count": count}
                for stage, count in fates.items()
            ],
            "again": told_of(fell) if fell else "",
            "settings": _settings(store.settings),
        }


def _map(store: Store, kept: Sequence[Child]) -> Sequence[str]:
    """The kinds of games that were found, as a picture; nothing before there is one."""
    from lab.breeding.keeping.archive import axes_of  # noqa: PLC0415
    from lab.breeding.telling.game_map import game_map, game_points  # noqa: PLC0415

    if not kept:
        return ()
    axes = axes_of(kept) if store.settings.mode == "elites" else None
    if axes is None:
        return [*game_points(kept, _link)]
    return [*game_map(kept, _link, axes)]


def _link(child: Child) -> str:
    return f"#g{child.number}"


def _listed(child: Child, liked: bool | None) -> dict[str, Any]:
    from lab.breeding.telling.wording import likeness, name_of  # noqa: PLC0415

    _, low, high = child.measures.get("score", (child.score, child.score, child.score))
    return {
        "number": child.number,
        "name": name_of(child),
        "score": child.score,
        "low": low,
        "high": high,
        "place": child.place,
        "founder": not child.parents,
        "near": "".join(likeness(child)),
        "liked": liked,
    }


def _settings(settings: Settings) -> list[str]:
    """What fixes a run, in words for a line."""
    wishes = settings.wishes
    return [
        f"seed {settings.seed}",
        settings.mode,
        f"{len(settings.founders)} founders",
        *(f"boards {', '.join(wishes.boards)}" for _ in wishes.boards[:1]),
        *(f"with {word}" for word in wishes.need),
        *(f"without {word}" for word in wishes.without),
    ]


# One of its games


def bred(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """All there is to say of one game of a run."""
    del emit
    from lab.breeding.keeping.store import read  # noqa: PLC0415
    from lab.breeding.telling.card import facts, origin  # noqa: PLC0415
    from lab.breeding.telling.family import family_tree  # noqa: PLC0415
    from lab.breeding.telling.sample import Sample, sample  # noqa: PLC0415

    number = number_of(asked, "number", 0, MOST_CHILDREN)
    with closing(read(_place(asked))) as store:
        child = next((one for one in store.best() if one.number == number), store.child(number))
        if child is None:
            raise LudError(f"there is no child {number}")
        family, seed = store.pedigree(number), store.settings.seed
        kept = {one.number for one in store.kept()}
        opinions = {one.number: one.liked for one in store.opinions}
    found = sample(child, seed)
    links = family_tree(family, child, lambda one: _link(one) if one.number in kept else None)
    told = {
        **_listed(child, opinions.get(number)),
        "text": child.text,
        "facts": facts(child, found),
        "origin": origin(child, family),
        "family": "".join(links) if child.parents else "",
        "measures": _measures(child),
        "picture": "",
        "rules": "",
        "record": "",
    }
    if isinstance(found, Sample):
        told["picture"] = found.states[-1].svg()
        told["rules"] = as_html(words(found.game), 4)
        moves = tuple(Word(one) for one in found.moves)
        told["record"] = record_text(Record(found.game.name, seed=seed, moves=moves))
    return told


def _measures(child: Child) -> list[dict[str, Any]]:
    from lab.breeding.telling.card import about, divided, is_share  # noqa: PLC0415

    main, rest = divided(child.measures)
    return [
        {
            "name": name.replace("_", " "), "about": about(name), "main": name in main,
            "share": is_share(name), "value": three[0], "low": three[1], "high": three[2],
        }
        for name, three in (main | rest).items()
    ]  # fmt: skip


# A run that is worked at


def breed(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Breed until a limit is reached, or until nobody wants it any more.

    A run that has begun goes on where it stopped; what it was begun with is in its file.
    """
    from lab.breeding.keeping.store import is_begun  # noqa: PLC0415
    from lab.breeding.running.events import Finished  # noqa: PLC0415
    from lab.breeding.running.run import evolve  # noqa: PLC0415

    place = _place(asked)
    begun = is_begun(place)
    minutes = number_of(asked, "minutes", 0, MOST_MINUTES, 0)
    wanted = None if begun else _wanted(asked)
    place.parent.mkdir(parents=True, exist_ok=True)
    events = evolve(
        wanted,
        store=place,
        workers=number_of(asked, "workers", 1, 2 * (os.cpu_count() or 1), _workers()),
        children=number_of(asked, "children", 0, MOST_CHILDREN, 0) or None,
        seconds=60.0 * minutes or None,
        best=BEST,
        likes=texts_of(asked, "likes"),
        dislikes=texts_of(asked, "dislikes"),
    )
    with closing(events):
        for event in events:
            if isinstance(event, Finished):
                return {"reason": event.reason, **_progress(event.progress)}
            emit(_told(event))
    return {}


def _workers() -> int:
    """So many that whoever looks on has a processor, too."""
    return max(1, (os.cpu_count() or 1) - 1)


def _wanted(asked: Mapping[str, Any]) -> Settings:
    """The settings of a run that begins."""
    from lab.breeding.kinds import Settings, Wishes  # noqa: PLC0415

    wishes = Wishes(
        boards=tuple(texts_of(asked, "boards")),
        need=tuple(texts_of(asked, "need")),
        without=tuple(texts_of(asked, "without")),
    )
    founders = _founders(texts_of(asked, "founders"))
    seed = number_of(asked, "seed", 0, 1 << 40, 1)
    return Settings(founders, seed, text_of(asked, "mode", "elites"), wishes=wishes)


def _founders(given: Sequence[str]) -> tuple[str, ...]:
    """What a run begins with: games and families of the library, and rule texts; no files.

    Raises:
        LudError: it is none of these
    """
    from lab.breeding.making.founders import families  # noqa: PLC0415

    if len(given) > MOST_FOUNDERS:
        raise LudError(f"a run begins with {MOST_FOUNDERS} games or families at most")
    return tuple(_founder(one, families()) for one in given)


def _founder(word: str, families: Mapping[str, Sequence[str]]) -> str:
    from interpreter.play.load import games, is_text  # noqa: PLC0415
    from interpreter.text.errors import suggest  # noqa: PLC0415

    if is_text(word):
        return rule_text(word)
    known = {one.casefold() for one in (*games(), *families)}
    if word.casefold() not in known:
        hint = suggest(word, [*games(), *families]) or "the library names its games and families"
        raise LudError(f'no game and no family of the library is called "{word}"', None, hint)
    return word


def rule_text(text: str) -> str:
    """A text that is taken for rules wherever a name or a path would do as well.

    Raises:
        LudError: it holds no clause
    """
    if "(" not in text:
        raise LudError("this is no rule text: it has no clause")
    return f"{text}\n"


def _told(event: Event) -> dict[str, Any]:
    """What the page is told of an event; nothing of most children."""
    from lab.breeding.running.events import Again, Progress, Started, Told  # noqa: PLC0415

    match event:
        case Started():
            return {"workers": event.workers, "told": event.told}
        case Progress():
            return _progress(event)
        case Again(child, before, left):
            return {"again": child.name, "before": before, "score": child.score, "left": left}
        case Told(child) if child.kept:
            return {"kept": child.name or str(child.number), "number": child.number}
        case _:
            return {}


def _progress(one: Progress) -> dict[str, Any]:
    best = one.best
    return {
        "progress": {
            **asdict(replace(one, best=None)),
            "best": None if best is None else {"name": best.name, "score": best.score},
        }
    }


# Variants of the game in the editor


def wishes(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """What can be asked for of runs and of variants."""
    del asked, emit
    from lab.breeding.making.founders import FOUNDERS, families  # noqa: PLC0415
    from lab.breeding.making.wishes import BOARDS  # noqa: PLC0415
    from lab.breeding.vary import KEPT  # noqa: PLC0415
    from lab.measuring.criteria.known import ordered  # noqa: PLC0415

    return {
        "families": sorted(families()),
        "usual": list(FOUNDERS),
        "boards": [*BOARDS.values(), "other"],
        "sections": list(KEPT),
        "workers": _workers(),
        "criteria": [
            {"name": one.name, "title": one.title, "better": one.better, "about": one.summary}
            for one in ordered()
        ],
    }


def vary(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Variants of a game by one change each, measured; each is told as soon as it is."""
    from lab.breeding import vary as varying  # noqa: PLC0415

    about = About.of(asked)
    number = number_of(asked, "number", 1, MOST_VARIANTS, 8)
    games = number_of(asked, "games", 10, MOST_GAMES, 100)
    aim = varying.aim_of(text_of(asked, "fix", "quality"))
    parent: list[Variant] = []

    def seen(one: Variant) -> None:
        parent.append(one)
        emit({"variant": _variant(one, aim.figure(one.measures), parent[0])})

    def tell(done: int, total: int) -> None:
        emit({"done": done, "total": total})

    plan = replace(varying.PLAN, games=games)
    found = varying.vary(
        rule_text(about.text), keep=texts_of(asked, "keep"),
        fix=text_of(asked, "fix", "quality"), number=number,
        seed=number_of(asked, "seed", 0, 1 << 31, 1), plan=plan,
        options=about.options, ruleset=about.ruleset, progress=tell, seen=seen,
    )  # fmt: skip
    return {
        "aim": str(found.aim),
        "variants": [
            _variant(one, found.aim.figure(one.measures), found.parent)
            for one in (found.parent, *found.variants)
        ],
        "refused": dict(found.refused),
        "tried": found.tried,
    }


def _variant(one: Variant, figure: Figure, parent: Variant) -> dict[str, Any]:
    return {
        "name": one.name,
        "text": one.text,
        "way": one.way,
        "change": one.change,
        "picture": _board(one.game),
        "figure": figured(figure),
        "moved": [
            {"name": name.replace("_", " "), "before": figured(before), "after": figured(after)}
            for name, before, after in (one.moved(parent.measures) if one.way else ())
        ],
    }


def _board(game: Game) -> str:
    return game.start().svg(size=160)

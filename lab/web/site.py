"""A web site of many games: a page for each that plays it, and a front page to find them by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from interpreter import Game, LudError, load
from interpreter.play.load import games
from interpreter.text.errors import suggest
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import Store, read
from lab.breeding.telling.whole import chosen
from lab.breeding.telling.wording import changes, listed, name_of, score
from lab.files.find import in_run, parts, rules
from lab.pages.about import metadata
from lab.web.export import LIMIT_KB, hashed, own, page

BEST = 24
"""So many games of a run are shown."""
PICTURES = "pictures"
PICTURE_SIZE = 240.0
POLICY = "default-src 'none'; script-src '{script}'; style-src '{style}'; img-src 'self' file:"


@dataclass(frozen=True, slots=True)
class Item:
    """A game of a site.

    Args:
        word: what it is loaded by
        family: under which heading it stands
        note: what is said of it besides its metadata
    """

    word: str
    family: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the front page."""

    name: str
    family: str
    file: str
    facts: str
    about: str


# What is shown


def items(words: Sequence[str]) -> list[Item]:
    """The games that words stand for: names, rule files, families of the library, runs.

    Raises:
        LudError: a run cannot be read, or a word stands for nothing
    """
    return list(dict.fromkeys(item for word in words for item in _items(word)))


def _items(word: str) -> Iterator[Item]:
    families = _families()
    if word.lower() in families:
        yield from (Item(name, word.lower()) for name in families[word.lower()])
    elif in_run(word) and not parts(word)[1]:
        with closing(read(word)) as store:
            yield from _bred(store, word)
    else:
        known = [name for name in games() if name.lower() == word.lower()]
        if not known and not in_run(word) and not Path(word).is_file():
            raise LudError(f'no game and no family is called "{word}"', None, _near(word))
        found = known[0] if known else word
        yield Item(found, _family(found) if known else "others")


def _near(word: str) -> str | None:
    return suggest(word, [*games(), *_families()])


def _family(name: str) -> str:
    return Path(str(games()[name])).parent.name


def _families() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(games()):
        found.setdefault(_family(name), []).append(name)
    return found


def _bred(store: Store, word: str) -> Iterator[Item]:
    """The best games of a run, with what they were made from."""
    for child in chosen([*store.kept()], BEST):
        yield Item(f"{word}:{child.number}", f"bred in {Path(word).name}", _pedigree(store, child))


def _pedigree(store: Store, child: Child) -> str:
    parents = [store.child(number) for number in child.parents]
    names = listed(name_of(parent) for parent in parents if parent is not None)
    return f"bred from {names} by {changes(child)}; score {score(child.score)}"


# What is written


def write(
    folder: Path,
    wanted: Sequence[Item],
    limit: int = LIMIT_KB,
    tell: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Write a site; what could not be shown, in words.

    Args:
        folder: where; it is made if it is not there
        wanted: the games
        limit: how large the page of a game may be, in thousands of bytes
        tell: called with the name of each game that is written

    Raises:
        OSError: the folder or a file in it cannot be written
    """
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    cards, refused = list[Card](), list[str]()
    for item in wanted:
        try:
            cards.append(_write_game(folder, item, limit, {card.file for card in cards}))
        except LudError as error:
            refused.append(str(error))
        else:
            tell(cards[-1].name)
    (folder / "index.html").write_text(_front(cards), "utf-8")
    return refused


def _write_game(folder: Path, item: Item, limit: int, taken: set[str]) -> Card:
    game = load(rules(item.word))
    text = page(game, item.word, limit=limit, note=item.note)
    file = _free(file_name(game.name), taken)
    (folder / f"{file}.html").write_text(text, "utf-8")
    (folder / PICTURES / f"{file}.svg").write_text(game.start().svg(size=PICTURE_SIZE), "utf-8")
    about = metadata(game.expanded)
    return Card(
        game.name, item.family, file, _facts(game), item.note or about.get("description", "")
    )


def _free(name: str, taken: set[str]) -> str:
    """A name that no other game has."""
    number, found = 1, name
    while found in taken or found == "index":
        number += 1
        found = f"{name}-{number}"
    return found


def file_name(name: str) -> str:
    """The name of a game, as a file may be called."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(filter(None, plain.split("-"))) or "game"


def _facts(game: Game) -> str:
    about = metadata(game.expanded)
    players = f"{game.players} player{'s' * (game.players > 1)}"
    return " · ".join(filter(None, (players, about.get("author", ""), about.get("date", ""))))


def _front(cards: Sequence[Card]) -> str:
    script, style = own("site.js"), own("page.css") + own("site.css")
    return Template(own("site.html")).substitute(
        policy=POLICY.format(script=hashed(script), style=hashed(style)),
        style=style,
        script=script,
        count=len(cards),
        games="\n".join(_sections(cards)),
    )


def _sections(cards: Sequence[Card]) -> Iterator[str]:
    ordered = sorted(cards, key=lambda card: (card.family, card.name))
    for family, those in groupby(ordered, key=lambda card: card.family):
        yield f'<section class="family"><h2>{escape(family)}</h2><ul class="cards">'
        yield from map(_card, those)
        yield "</ul></section>"


def _card(card: Card) -> str:
    searched = f"{card.name} {card.family} {card.facts}".lower()
    return (
        f'<li class="card" data-text="{escape(searched)}"><a href="{escape(card.file)}.html">'
        f'<img src="{PICTURES}/{escape(card.file)}.svg" alt="" loading="lazy">'
        f"<b>{escape(card.name)}</b></a>"
        f'<p class="soft">{escape(card.facts)}</p><p class="about">{escape(card.about)}</p></li>'
    )

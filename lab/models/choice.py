"""Which part of the language a grammar has: some features, or what some games use."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.grammar.choosing import Chosen, completed, used_in, whole
from interpreter.language.grammar.making import Scope, grammar
from interpreter.language.grammar.productions import Grammar
from interpreter.language.nodes import Node
from interpreter.language.parts import GameRules
from interpreter.play.load import catalogue, games, read, rules_of
from interpreter.services.usage import Usage
from interpreter.text.errors import LudError, suggest
from lab.files.find import rules

COMMON = 0.3
"""What so large a share of the library's games uses is in every small grammar."""


def scope(
    only: Sequence[str] = (),
    like: Sequence[str] = (),
    *,
    sensible: bool = False,
    scoped: bool = False,
) -> Scope:
    """What is asked for.

    Args:
        only: names of ludemes, single words of them, or rooms of the catalogue: `Hop`, `is Line`,
            `stacks`
        like: games, families of the library, or rule files; what they use
        sensible, scoped: see `interpreter.language.grammar.making.Scope`

    Raises:
        LudError: something is not known, or has a mistake
    """
    forms = chosen(only, like)
    if scoped and forms is None:
        hint = "as in ludwright grammar --like Yavalath --scoped"
        raise LudError("a scoped grammar of the whole language is too large", None, hint)
    return Scope(forms, sensible=sensible, scoped=scoped)


def chosen(only: Sequence[str] = (), like: Sequence[str] = ()) -> Chosen | None:
    """The forms that are asked for, and what they cannot do without; None for all."""
    if not only and not like:
        return None
    found: dict[Ludeme, set[str]] = used_in([_node(name) for name in _games(like)])
    if only:
        for form, labels in whole([*features(only), *common()]).items():
            found.setdefault(form, set()).update(labels)
    return completed(found, catalogue(), worth)


def small(only: Sequence[str] = (), like: Sequence[str] = ()) -> Grammar:
    """A small grammar with numbers that make sense, for a program to write rules with."""
    return grammar(catalogue(), scope(only, like, sensible=True))


def features(words: Iterable[str]) -> Iterator[Ludeme]:
    """The forms that some words mean.

    Raises:
        LudError: a word that means none
    """
    for word in words:
        found = [form for form in catalogue() if _means(word, form)]
        if not found:
            known = {part for form in catalogue() for part in (form.name, *form.name.split())}
            hint = suggest(word, known | {room for form in catalogue() for room in _rooms(form)})
            hint = hint or "such as Hop, is Line, stacks; ludemes are in docs/reference"
            raise LudError(f"no ludeme is called {word}", None, hint)
        yield from found


def _means(word: str, form: Ludeme) -> bool:
    low, name = word.lower(), form.name.lower()
    return low == name or low in name.split() or low in _rooms(form)


def _rooms(form: Ludeme) -> list[str]:
    """The room of the catalogue that a form stands in: `hops`, `moves`."""
    return form.form.__module__.split(".")[1:]


def _games(names: Iterable[str]) -> Iterator[str | Path]:
    """Games, and all games of families."""
    families: dict[str, list[str]] = {}
    for name, path in games().items():
        families.setdefault(Path(str(path)).parent.name, []).append(name)
    for name in names:
        yield from families.get(name.lower(), [rules(name)])


def _node(what: str | Path) -> Node:
    expanded = rules_of(read(what))
    return bind(expanded.game, GameRules, catalogue())


@functools.cache
def _counts() -> Counter[str]:
    """How many games of the library have each form, by its name."""
    found: Counter[str] = Counter()
    for path in games().values():
        found.update(set(Usage([path.read_text(encoding="utf-8")]).forms))
    return found


def worth(form: Ludeme) -> float:
    """How often the library uses a form."""
    return _counts()[form.name]


def common() -> list[Ludeme]:
    """The forms that much of the library uses."""
    return [form for form in catalogue() if worth(form) >= COMMON * len(games())]

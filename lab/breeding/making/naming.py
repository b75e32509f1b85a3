"""The names of games: new ones, and how rule files say theirs.

New names are invented letter by letter after the names of games that there are:

    baptist = Names(seed=1)
    baptist.name(57)    # a word of four to ten letters that no game is called

The letter that follows depends on the two before it, as often as it follows them in the names of
the library and in `names.txt`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from random import Random
from typing import Final

from interpreter.play.load import games

LEAST, MOST = 4, 10
ORDER: Final = 2
ATTEMPTS: Final = 1000
END: Final = "."
HEAD: Final = re.compile(r'\(\s*game\s+"((?:[^"\\]|\\.)*)"')
"""Where a rule file names its game."""
CLUMSY: Final = re.compile(
    r"[^aeiouy]{4}|[aeiou]{3}|(.)\1\1|^(?![aeiouy])[^aeiouy][^aeiouyhlrwn]|[^aeiouy]{3}$"
    r"|q(?!u)|[jqv]$|^(.)\2|(..)\3\3|^[^aeiou]*$"
)
"""What is hard to say."""
RUDE: Final = re.compile(
    "anal|anus|arse|bitch|boob|cock|coon|crap|cum|cunt|dick|dyke|fag|fuck|hitler|homo|jew|kike|kkk"
    "|nazi|nig|negr|paki|penis|piss|poo|porn|puss|rape|semen|sex|shit|slave|slut|spic|tard|tit"
    "|turd|twat|vag|wank|whor"
)
"""What nobody wants to read in a name."""


class Names:
    """Invents names, none twice.

    Args:
        seed: fixes the names, with the numbers that they are for
        taken: names that are not to be given
    """

    def __init__(self, seed: int, taken: Iterable[str] = ()) -> None:
        self._seed = seed
        self._taken = set(known()) | {name.casefold() for name in taken}
        self._given: set[str] = set()

    def take(self, name: str) -> None:
        """Give a name to nobody from now on."""
        self._taken.add(name.casefold())
        self._given.add(name.casefold())

    def given(self, name: str) -> bool:
        """Whether somebody in the run has a name."""
        return name.casefold() in self._given

    def name(self, number: int) -> str:
        """A new name; the same for the same number, as long as the same names are taken."""
        rng = Random(f"name {number} of {self._seed}")
        words = (invented(chain(), rng) for _ in range(ATTEMPTS))
        new = (word for word in words if acceptable(word) and word not in self._taken)
        word = next(new, f"game{number}")  # no run is so long
        self.take(word)
        return word.capitalize()


def acceptable(word: str) -> bool:
    """Whether a word is easy to say, neither short nor long, and not rude."""
    fits = LEAST <= len(word) <= MOST
    return fits and CLUMSY.search(word) is None and RUDE.search(word) is None


Chain = Mapping[str, str]
"""Every letter that followed some letters, as often as it did."""


def learnt(words: Iterable[str]) -> Chain:
    """The letters that follow others in words."""
    found: dict[str, list[str]] = defaultdict(list)
    for word in words:
        letters = END * ORDER + word + END
        for at in range(len(letters) - ORDER):
            found[letters[at : at + ORDER]].append(letters[at + ORDER])
    return {before: "".join(after) for before, after in found.items()}


def invented(chain: Chain, rng: Random) -> str:
    """A word, letter by letter until it ends."""
    word = END * ORDER
    while len(word) <= MOST + ORDER:
        letter = rng.choice(chain[word[-ORDER:]])
        if letter == END:
            break
        word += letter
    return word[ORDER:]


@cache
def chain() -> Chain:
    """What names of games are like."""
    return learnt(sorted(models()))


@cache
def models() -> frozenset[str]:
    """The words that names are modelled on: the single words of games, and ours."""
    ours = resources.files("lab.breeding.making").joinpath("names.txt").read_text("utf-8").split()
    titles = [name for name in games() if " " not in name]
    words = (word.casefold() for word in (*ours, *titles))
    return frozenset(word for word in words if word.isascii() and word.isalpha())


@cache
def known() -> frozenset[str]:
    """Names that games have already, and the words they consist of."""
    words = (word for name in games() for word in (name, *re.split(r"[\s-]+", name)))
    return frozenset(word.casefold() for word in words) | models()


def is_game(name: str) -> bool:
    """Whether a game of the library is called so."""
    return name in games()


def title(text: str) -> str:
    """What a rule file calls its game; empty if it does not say."""
    found = HEAD.search(text)
    return found[1] if found else ""


def retitled(text: str, name: str) -> str:
    """A rule file whose game is called otherwise."""
    found = HEAD.search(text)
    return text if found is None else f"{text[: found.start(1)]}{name}{text[found.end(1) :]}"

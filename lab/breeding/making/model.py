"""The way to make a child that asks a language model; it is never taken unless one asks for it.

The model is given the rules of the parent and the forms that it may use, with a grammar where its
server takes one. What it writes is read as every rule file is; mistakes go back to it, with their
places and suggestions, a few times.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

from interpreter.language.grammar.choosing import Chosen, completed, used_in, whole
from interpreter.language.grammar.making import Scope, grammar
from interpreter.language.grammar.notations import NOTATIONS
from interpreter.play.load import catalogue
from interpreter.text.errors import LudError
from interpreter.text.tree import Tree
from lab.breeding.kinds import MODEL
from lab.breeding.making.breeder import Breeder, NoChildError, way
from lab.breeding.making.endpoint import SilentError, complete, endpoint
from lab.breeding.making.genome import Genome

RATE: Final = 2.0
"""How often the way is taken where nobody says otherwise: about one mutation in ten."""
ROUNDS: Final = 4
"""How often a model is asked for one child: mistakes go back to it."""
LONGEST: Final = 20_000
"""Characters of rules that are read."""
SHOWN_MISTAKES, SHOWN_FORMS = 5, 80
GAME: Final = re.compile(r"\((?:define|game)\b")
SYSTEM: Final = """You design board games in the Ludii game-description language. You are given the
rules of a game and change them into another that is better to play: one or two changes that matter,
such as another goal, another way to move or capture, another board, an end that creates tension.
Keep it small. Answer with one whole game, (game "Name" (players …) (equipment …) (rules …)), and
nothing else: no define, no option, no metadata, no comment. These forms may be used; what stands in
[] may be left out, {} is a list:

"""


@way(MODEL, 0.0)
def model(b: Breeder, one: Genome, other: Genome) -> Tree:
    """What a language model makes of the rules; only where it is asked for."""
    del other
    if b.lost:  # it was asked for this child, in vain
        raise NoChildError
    where, start = endpoint(), time.monotonic()
    patience = min(where.seconds, b.patience)
    forms = used_forms(b, one)
    said = [
        {"role": "system", "content": SYSTEM + "\n".join(shown(forms))},
        {"role": "user", "content": one.text("Parent")},
    ]

    def rules() -> str:
        return NOTATIONS["gbnf"](grammar(catalogue(), Scope(forms, sensible=True)))

    for _ in range(ROUNDS):
        left = patience - b.waited - (time.monotonic() - start)
        if left <= 0:
            break
        try:
            answer = complete(where, said, rules, b.random.getrandbits(31), left)
        except SilentError:
            break
        try:
            found = read(answer)
        except LudError as error:
            told = "\n".join(
                str(LudError([problem])) for problem in error.problems[:SHOWN_MISTAKES]
            )
            reply = f"This has mistakes:\n\n{told}\n\nAnswer with the whole game, mended."
        else:
            if found.canonical != one.canonical:
                b.waited += time.monotonic() - start
                return found.tree
            reply = "This is the game that you were given. Answer with another."
        said += [
            {"role": "assistant", "content": answer[:LONGEST]},
            {"role": "user", "content": reply},
        ]
    b.waited += time.monotonic() - start
    b.lost.append(MODEL)
    raise NoChildError


def used_forms(b: Breeder, one: Genome) -> Chosen:
    """The forms that the parent and the founders use, with what they cannot do without."""
    found = {form: set(labels) for form, labels in used_in([one.node]).items()}
    usual = [form for form in catalogue() if form.name in b.habits.forms]
    for form, labels in whole(usual).items():
        found.setdefault(form, set()).update(labels)
    return completed(found, catalogue(), lambda form: b.habits.forms.get(form.name, 0.0))


def shown(forms: Chosen) -> Iterator[str]:
    """Forms as they are written."""
    for form, _ in zip(sorted(forms, key=lambda one: one.name), range(SHOWN_FORMS), strict=False):
        yield str(form)


def read(answer: str) -> Genome:
    """The rules in an answer, whatever stands around them.

    Raises:
        LudError: there are none, or a mistake is in them
    """
    begin = GAME.search(answer)
    if begin is None:
        raise LudError("there is no (game …) in this")
    text = answer[begin.start() : answer.rfind(")") + 1]
    if len(text) > LONGEST:
        raise LudError(f"rules may have {LONGEST} characters, and these have more")
    return Genome.read(text + "\n")

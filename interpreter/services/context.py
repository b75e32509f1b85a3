"""What may stand at a place: the forms that a clause may be, and the parameters open in it.

The surface is looked at, not the bound rules, so that this works while a clause is half written.
What the use of a define gives is told by the first word of its body.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.ir.values import Int
from interpreter.language.catalogue import CONSTANTS, Alternative, Ludeme, Parameter
from interpreter.language.keywords import MOST_WORDS
from interpreter.language.kinds import gives, members
from interpreter.language.parts import GameRules
from interpreter.services.document import Document
from interpreter.text.tree import (
    Angled,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Named,
    Nothing,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)

DEEPEST_DEFINE = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """A form that a clause may be.

    Args:
        words: how many words behind its keyword belong to its name
    """

    form: Ludeme
    words: int


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a place.

    Args:
        wanted: the types of what may stand there; None if that is not known
        form: the clause around it
        candidates: the forms that this may be
        parameters: those of the forms for which something at the place may be given
        given: the labels that the clause has
    """

    wanted: tuple[Alternative, ...] | None = None
    form: Form | None = None
    candidates: tuple[Candidate, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    given: frozenset[str] = frozenset()


def context(document: Document, offset: int) -> Context:
    """What may stand at a place in a document."""
    found = Context((Alternative(GameRules),))
    path = document.path(offset)
    for place, item in enumerate(path):
        inner = path[place + 1] if place + 1 < len(path) else None
        match item:
            case Form():
                found = _in_form(document, item, found.wanted, offset, inner)
            case Row() if found.wanted is not None:
                items = tuple(one for kind in found.wanted for one in kind.items)
                found = Context(items, found.form, found.candidates, found.parameters, found.given)
            case Angled():
                found = Context(None)
            case _:
                pass
    return found


def _in_form(
    document: Document,
    form: Form,
    wanted: Sequence[Alternative] | None,
    offset: int,
    inner: Item | None,
) -> Context:
    head = form.items[0] if form.items else None
    if not isinstance(head, Symbol) or head is inner:
        return Context(tuple(wanted) if head is inner and wanted is not None else None, form)
    candidates = tuple(candidates_of(document, form, wanted))
    given = frozenset(one.label for one in form.items if isinstance(one, Named))
    if isinstance(inner, Named):
        parameters = [
            one.form.labelled[inner.label] for one in candidates if inner.label in one.form.labelled
        ]
    else:
        before = [one for one in form.items if one.span.end <= offset and one is not inner]
        parameters = [parameter for one in candidates for parameter in _open(document, one, before)]
    parameters = list({id(one): one for one in parameters}.values())
    types = tuple(one for parameter in parameters for one in parameter.alternatives)
    return Context(types if candidates else None, form, candidates, tuple(parameters), given)


def candidates_of(
    document: Document, form: Form, wanted: Sequence[Alternative] | None = None
) -> Iterator[Candidate]:
    """The forms that a clause may be, those of longer names first."""
    words = [one.text for one in _leading(form)]
    found = False
    for taken in range(len(words) - 1, -1, -1):
        for one in document.catalogue.forms.get(" ".join(words[: taken + 1]), ()):
            if wanted is None or any(gives(one.result, kind.type) for kind in wanted):
                found = True
                yield Candidate(one, taken)
    if wanted is not None and not found:
        yield from candidates_of(document, form)


def _leading(form: Form) -> list[Symbol]:
    words: list[Symbol] = []
    for item in form.items[:MOST_WORDS]:
        if not isinstance(item, Symbol):
            break
        words.append(item)
    return words


def _open(document: Document, candidate: Candidate, before: Sequence[Item]) -> Iterator[Parameter]:
    """The parameters by position that may be given next, behind other arguments."""
    plain = [one for one in before[candidate.words + 1 :] if not isinstance(one, Named)]
    parameters = candidate.form.positional
    slots = {0}
    for item in plain:
        slots = {
            place + 1
            for slot in slots
            for place in _reach(parameters, slot)
            if may_be(document, item, parameters[place].alternatives)
        }
    yield from (
        parameters[place] for place in sorted({k for s in slots for k in _reach(parameters, s)})
    )


def _reach(parameters: Sequence[Parameter], slot: int) -> Iterator[int]:
    """The places of a slot and of those behind it that are reached by leaving out optional ones."""
    while slot < len(parameters):
        yield slot
        if not parameters[slot].optional:
            return
        slot += 1


def placed(document: Document, form: Form, candidate: Candidate) -> list[tuple[Item, Parameter]]:
    """The arguments by position of a clause with the parameters they are likely given for."""
    found: list[tuple[Item, Parameter]] = []
    slot, parameters = 0, candidate.form.positional
    for item in form.items[candidate.words + 1 :]:
        if isinstance(item, Named):
            continue
        reached = list(_reach(parameters, slot))
        fits = [k for k in reached if may_be(document, item, parameters[k].alternatives)]
        if not fits:
            return found
        # What is put in later is most likely what must be given.
        needed = [k for k in fits if not parameters[k].optional] if _is_open(item) else []
        place = (needed or fits)[0]
        found.append((item, parameters[place]))
        slot = place + 1
    return found


def _is_open(item: Item) -> bool:
    """Whether what an item stands for is not written there."""
    return isinstance(item, Hole | Reference | Nothing | Joined)


def best(document: Document, form: Form, wanted: Sequence[Alternative] | None) -> Candidate | None:
    """The form that a clause most likely is: that which takes most of its arguments."""
    labels = {one.label for one in form.items if isinstance(one, Named)}

    def worth(one: Candidate) -> tuple[int, int]:
        taken = len(placed(document, form, one)) + len(labels & one.form.labelled.keys())
        return one.words + taken, one.words

    return max(candidates_of(document, form, wanted), key=worth, default=None)


def may_be(document: Document, item: Item, wanted: Sequence[Alternative], depth: int = 0) -> bool:
    """Whether an item may be a value of one of some types."""
    return any(_is(document, item, one, depth) for one in wanted)


def _is(document: Document, item: Item, wanted: Alternative, depth: int) -> bool:
    match item:
        case Symbol(text):
            number = wanted.type in (int, Int) and text in CONSTANTS
            return number or text in members(wanted)
        case Integer():
            return wanted.type in (int, Int, float)
        case Real():
            return wanted.type is float
        case Row():
            inner = item.items
            return wanted.type is tuple and all(
                may_be(document, one, wanted.items, depth) for one in inner
            )
        case String():
            used = document.define(item.text)
            return (
                wanted.type is str if used is None else _gives(document, item.text, wanted, depth)
            )
        case Form():
            head = item.items[0] if item.items else None
            if isinstance(head, String):
                return _gives(document, head.text, wanted, depth)
            forms = list(candidates_of(document, item))
            return not forms or any(gives(one.form.result, wanted.type) for one in forms)
        case Hole() | Reference() | Nothing() | Joined() | Angled() | Starred() | Named():
            return True


def gives_one_of(document: Document, name: str, wanted: Sequence[Alternative]) -> bool:
    """Whether the use of a define may give a value of one of some types."""
    return any(_gives(document, name, one, 0) for one in wanted)


def _gives(document: Document, name: str, wanted: Alternative, depth: int) -> bool:
    """Whether the use of a define may give a value of a type."""
    define = document.define(name)
    if define is None or len(define.body) != 1 or depth > DEEPEST_DEFINE:
        return True
    return _is(document, define.body[0], wanted, depth + 1)

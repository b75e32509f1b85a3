"""What is told of a place: of a clause, of a name, and of the arguments that are still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.ir.values import Sites
from interpreter.language.catalogue import Ludeme, Parameter
from interpreter.language.english.describe import in_words, speaker_for
from interpreter.language.english.inflection import polished
from interpreter.language.english.paragraphs import Item as Sentence
from interpreter.language.nodes import Node, bare, nodes_in
from interpreter.services.completion import comment_of
from interpreter.services.context import best, context, placed
from interpreter.services.document import Document
from interpreter.services.names import Kind, Name, Names, head_of
from interpreter.text.errors import LudError, Span
from interpreter.text.printer import write
from interpreter.text.tree import Form, Item, Named, String, Symbol

Lowering = Callable[[Node], Callable[[Node], object]]
"""What gives the values of nodes of some rules, see `interpreter.play.load.lowering`."""
LONGEST = 1500
MOST_LABELS = 60
"""Sites that are named."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a place, as text with code in fences, and of what it is told.

    Args:
        sites: those that it is about, where they are known before the game begins
    """

    text: str
    span: Span
    sites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    """A form as it is shown while its arguments are written.

    Args:
        labels: its parameters, each as it stands in the text of the form
        active: the one that is being written, counted from 0; None if none is
    """

    form: Ludeme
    labels: tuple[str, ...]
    active: int | None


def told(document: Document, names: Names, offset: int, lowering: Lowering) -> Told | None:
    """What is told of a place."""
    path = document.path(offset)
    if not path:
        return None
    name = names.at(offset)
    if name is not None:
        sites = _of_region(document, name, lowering)
        return Told(_of_name(document, name, lowering), _span_at(name, offset), sites)
    inner = path[-1]
    form = next((one for one in reversed(path) if isinstance(one, Form)), None)
    if isinstance(inner, String) and document.define(inner.text) is not None:
        return Told(_of_define(document, inner.text), inner.span)
    if form is None:
        return None
    if isinstance(inner, Named) and offset <= inner.span.start + len(inner.label):
        parameter = next((one for one in context(document, offset).parameters), None)
        if parameter is not None:
            return Told(_of_parameter(parameter), inner.span)
    if isinstance(inner, Form) or inner in form.items[:3]:
        return _of_form(document, form, lowering)
    return None


def _span_at(name: Name, offset: int) -> Span:
    return next(one for one in name.places if one.start <= offset <= one.end)


# --- clauses ---


def _of_form(document: Document, form: Form, lowering: Lowering) -> Told | None:
    if document.define(head_of(form)) is not None and isinstance(form.items[0], String):
        return Told(_of_define(document, head_of(form)), form.items[0].span)
    if not isinstance(form.items[0] if form.items else None, Symbol):
        return None
    node = node_at(document, form.span)
    ludeme = node.ludeme if node is not None else None
    if ludeme is None:
        found = best(document, form, context(document, form.span.start).wanted)
        ludeme = found.form if found is not None else None
    if ludeme is None:
        return None
    parts = [f"```lud\n{ludeme}\n```", ludeme.summary]
    sites: tuple[int, ...] = ()
    if node is not None:
        parts.append(said(document, node, lowering))
        if node.ludeme.result is Sites:
            sites = known_sites(document, [node], lowering)
            parts.append(_labels(document, sites, lowering))
    parts.append("Example:\n```lud\n" + ludeme.examples[0] + "\n```" if ludeme.examples else "")
    head = form.items[0].span
    span = Span(head.source, head.start, head.end)
    return Told("\n\n".join(filter(None, parts)), span, sites)


def node_at(document: Document, span: Span) -> Node | None:
    """The bound clause that stands at a place, itself and not through a define."""
    root = document.node
    for one in nodes_in(root) if root is not None else ():
        here = one.span
        if here.outer is None and (here.start, here.end) == (span.start, span.end):
            return one
    return None


def said(document: Document, node: Node, lowering: Lowering) -> str:
    """What a clause means here, in plain English; nothing if it has no words of its own."""
    root = document.node
    if root is None:
        return ""
    try:
        block = in_words(node, speaker_for(root, lowering(root)))
    except LudError:
        return ""
    lines = [line for one in block for line in _lines(one)]
    text = polished("\n".join(lines)).strip()
    return f"Here: {text}" if text and len(text) < LONGEST else ""


def _lines(sentence: Sentence, indent: str = "") -> Iterator[str]:
    yield indent + sentence.text
    for one in sentence.items:
        yield from _lines(one, f"{indent}- " if not indent else f"  {indent}")


def _of_parameter(parameter: Parameter) -> str:
    left_out = " It may be left out." if parameter.optional else ""
    return f"```lud\n{parameter}\n```\n\n{parameter.documentation}.{left_out}"


# --- names ---


def _of_name(document: Document, name: Name, lowering: Lowering) -> str:
    if name.kind is Kind.DEFINE:
        return _of_define(document, name.text)
    if name.kind in (Kind.OPTION, Kind.ARGUMENT):
        return _of_option(document, name)
    head = f'{name.kind.value} "{name.text}"'
    uses = f"used {len(name.uses)} time{'s' * (len(name.uses) != 1)} in this file"
    parts = [head, uses]
    if name.node is not None:
        parts.append(said(document, name.node, lowering))
        parts.append(_labels(document, _of_region(document, name, lowering), lowering))
    return "\n\n".join(filter(None, parts))


def _of_region(document: Document, name: Name, lowering: Lowering) -> tuple[int, ...]:
    """The sites of a region, by its name; none if they are not known, and of other things."""
    if name.kind is not Kind.REGION or name.node is None:
        return ()
    nodes = [bare(value) for _, value in name.node.args]
    return known_sites(document, [one for one in nodes if isinstance(one, Node)], lowering)


def known_sites(document: Document, nodes: Sequence[Node], lowering: Lowering) -> tuple[int, ...]:
    """The sites of clauses, if all of them are known before the game begins."""
    root = document.node
    if root is None:
        return ()
    found: set[int] = set()
    for node in nodes:
        try:
            sites = lowering(root)(node)
        except LudError:
            return ()
        if not isinstance(sites, Sites) or sites.constant is None:
            return ()
        found.update(at for at in range(sites.constant.bit_length()) if sites.constant >> at & 1)
    return tuple(sorted(found))


def _labels(document: Document, sites: Sequence[int], lowering: Lowering) -> str:
    """Sites by their labels."""
    root = document.node
    if root is None or not sites:
        return ""
    labels = speaker_for(root, lowering(root)).labels()
    known = [labels[site] for site in sites if site < len(labels)]
    more = len(known) - MOST_LABELS
    rest = f" and {more} more" if more > 0 else ""
    return f"{len(known)} sites: {', '.join(known[:MOST_LABELS])}{rest}" if known else ""


def _of_define(document: Document, name: str) -> str:
    define = document.define(name)
    if define is None:
        return ""
    where = "of this file" if name in document.defines else "of the library"
    body = "\n".join(write(item, width=72) for item in define.body)
    body = body if len(body) < LONGEST else body[:LONGEST] + " …"
    parts = [f'define "{name}" {where}', comment_of(define), f"```lud\n{body}\n```"]
    return "\n\n".join(filter(None, parts))


def _of_option(document: Document, name: Name) -> str:
    tag, _, argument = name.text.partition(":")
    group = next((one for one in document.declared.groups if one.tag == tag), None)
    if group is None:
        return ""
    place = group.arguments.index(argument) if argument in group.arguments else 0
    lines = [f'option "{group.heading}"', ""]
    for item in group.items:
        span = item.values[place] if place < len(item.values) else None
        value = "" if span is None else " ".join(span.text.split())
        star = " (default)" if item is group.default else ""
        lines.append(f"- {item.name}{star}: `{value}`" if value else f"- {item.name}{star}")
    return "\n".join(lines)


# --- signatures ---


def signatures(document: Document, offset: int) -> list[Signature]:
    """The forms that the clause around a place may be, with the argument that is written there."""
    here = context(document, offset)
    form = here.form
    if form is None:
        return []
    found: list[Signature] = []
    labels = {one.label for one in form.items if isinstance(one, Named)}
    inner = _argument_at(form, offset)

    def worth(place: int) -> tuple[int, int]:
        one = here.candidates[place]
        taken = len(placed(document, form, one)) + len(labels & one.form.labelled.keys())
        return -(one.words + taken), place

    for place in sorted(range(len(here.candidates)), key=worth):
        one = here.candidates[place]
        parameters = one.form.parameters
        given = {id(item): parameter for item, parameter in placed(document, form, one)}
        active: Parameter | None = None
        if isinstance(inner, Named):
            active = one.form.labelled.get(inner.label)
        elif inner is not None:
            active = given.get(id(inner))
        if active is None:
            active = next((k for k in here.parameters if any(k is o for o in parameters)), None)
        index = next((k for k, o in enumerate(parameters) if o is active), None)
        found.append(Signature(one.form, tuple(map(str, parameters)), index))
    return found


def _argument_at(form: Form, offset: int) -> Item | None:
    items: Sequence[Item] = form.items[1:]
    return next((one for one in items if one.span.start <= offset <= one.span.end), None)

"""The small language of templates that say what a form means in plain English.

    {length} or more in a row[ through {through}]

| part | stands for |
| --- | --- |
| `{length}` | the argument in words; a template does not fit if it has no such argument |
| `{by:own}` | the argument in a mode: what fits a place that is not the usual one |
| `{~condition}` | the opposite of a condition |
| `{left, right:and}` | several arguments, joined |
| `{start;the last piece}` | the argument, or these words if it is not given |
| `{who.at}` | the argument `at` of the argument `who` |
| `{zone|Top=the top row|Left=…|other}` | words for each value; the last part for all others |
| `{?who=(who)|Mover|0}` | nothing: fits only if the argument is such a form, word or number |
| `{?who=number}` | nothing: fits only if it is a number; `word`, `text`, `several` likewise |
| `{?left.at==right.at}` | nothing: fits only if both arguments are the same |
| `{?use}`, `{?!use}` | nothing: fits only if the argument is given, or is not |
| `{?who, of}` | nothing: fits only if it is so for one of several arguments |
| `[ … ]` | left out unless all arguments in it are given |
| `~holds` | the verb, which agrees with what is before it and can be denied |
| `piece(s)`, `a(n)` | agrees with the number before it, with the word behind it |
| a line break, a tab | where a long sentence may be broken, or may end and another begin |

A form has one template or several, the first that fits is taken; `phrasebook.py` knows where they
stand. `one: an empty site` is a template of the mode `one`; `+` before a template says that its
words are a plural. The word `site` becomes what the sites of the board are called. What follows a
move is told behind it, unless its template says where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.language.catalogue import Alternative, Ludeme, Parameter
from interpreter.language.parts import Then
from interpreter.language.signatures import Moves

USUAL = ""
# Modes that the templates of a form can be of.
MODES = {
    "not": "the opposite of a condition",
    "one": "any one site of a set",
    "all": "every site of a set",
    "in": "where a site is that belongs to a set",
    "on": "where something is put",
    "many": "what is counted in a set",
    "some": "sites of a set, without an article",
    "piece": "any one piece on a set",
    "pieces": "the pieces on a set",
    "place": "a number that is the number of a site",
    "own": "whose something is",
    "the": "whose certain things are",
    "a": "one piece of a kind",
    "s": "several pieces of a kind",
    "that": "an iterator within a set",
    "named": "a part of a move as an object of its own",
    "held": "a part of a move by what stands there",
    "able": "moves that can be made, without what follows",
    "effect": "moves that happen and are not chosen",
}
# How several arguments are joined.
JOINED = {"and", "or", "nor", "any", "first", "each", "list", "lines", "cases"}
# What can be asked of arguments besides.
SHAPED = {"that", "those", "pred", "site", "held", "block", "last", "short", "owner", "at", "adj",
          "ordinal", "digits", "count", "route"}  # fmt: skip

# The modes in which moves are told with what follows them.
TOLD_WHOLE = {USUAL, "effect"}

TOKEN = re.compile(r"\{[^{}]*\}|\[|\]|~[a-z]+|[^\[\]{}~]+")
VERB = re.compile(r"~[a-z]+")


class TemplateError(ValueError):
    """A template that cannot be read, or names what the form has not."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one or several arguments.

    Args:
        paths: the names that lead to each
        mode: how it is put into words
        denied: it is the opposite
        choices: words for values
        otherwise: the words if it is not given
    """

    paths: tuple[tuple[str, ...], ...]
    mode: str = USUAL
    denied: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    otherwise: str | None = None


@dataclass(frozen=True, slots=True)
class Guard:
    """What must be so for a template to fit.

    Args:
        paths: the names that lead to each argument of which one must be so
        values: forms as `(who)`, or words and numbers; any value if empty
        wanted: whether it must be so, or must not
        same: the names that lead to an argument which it must be the same as
    """

    paths: tuple[tuple[str, ...], ...]
    values: tuple[str, ...]
    wanted: bool
    same: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb in the third person."""

    text: str


@dataclass(frozen=True, slots=True)
class Optional:
    """Parts that are left out together."""

    parts: tuple[Part, ...]


Part = str | Slot | Guard | Verb | Optional


@dataclass(frozen=True, slots=True)
class Template:
    """One template of a form."""

    mode: str
    plural: bool
    parts: tuple[Part, ...]


def template(text: str, form: Ludeme) -> Template:
    """A template of a form.

    Raises:
        TemplateError: it cannot be read, or names no parameter
    """
    read = _template(text)
    labels = {one.label for one in form.parameters}
    for path in paths_in(read.parts):
        if path[0] not in labels:
            known = ", ".join(sorted(labels)) or "none"
            raise TemplateError(f"{form.name}: {path[0]} is no parameter; known: {known}")
    return _with_what_follows(read, form)


def _template(text: str) -> Template:
    mode, colon, rest = text.partition(": ")
    if not colon or mode not in MODES:
        mode, rest = USUAL, text
    plural = rest.startswith("+")
    tokens = TOKEN.findall(rest.removeprefix("+"))
    if "".join(tokens) != rest.removeprefix("+"):
        raise TemplateError(f"unbalanced braces in {text!r}")
    parts, left = _parts(tokens)
    if left:
        raise TemplateError(f"a bracket too many in {text!r}")
    return Template(mode, plural, parts)


def _with_what_follows(read: Template, form: Ludeme) -> Template:
    """A template of moves with what follows them at its end, if it does not speak of that."""
    label = next((one.label for one in form.parameters if _takes(one, Then)), None)
    if label is None or read.mode not in TOLD_WHOLE or (label,) in paths_in(read.parts):
        return read
    # Behind a rule that is made of others, a mere "then" would belong to the last of them.
    composed = any(_takes(one, Moves) for one in form.parameters)
    joint = ";\nafter that, " if composed else "\tthen "
    return replace(read, parts=(*read.parts, Optional((joint, Slot(((label,),), "block")))))


def _takes(parameter: Parameter, kind: type) -> bool:
    """Whether a parameter takes a value of a class, or a list of such."""

    def is_kind(one: Alternative) -> bool:
        return one.type is kind or any(map(is_kind, one.items))

    return any(map(is_kind, parameter.alternatives))


def _parts(tokens: list[str], *, inner: bool = False) -> tuple[tuple[Part, ...], list[str]]:
    parts: list[Part] = []
    while tokens:
        token, tokens = tokens[0], tokens[1:]
        if token == "]":
            return tuple(parts), tokens if inner else [token, *tokens]
        if token == "[":
            some, tokens = _parts(tokens, inner=True)
            parts.append(Optional(some))
        else:
            parts.append(_part(token))
    if inner:
        raise TemplateError("a bracket is not closed")
    return tuple(parts), tokens


def _part(token: str) -> Part:
    if token.startswith("{?"):
        return _guard(token[2:-1])
    if token.startswith("{"):
        return _slot(token[1:-1])
    if VERB.fullmatch(token):
        return Verb(token[1:])
    return token


def _guard(text: str) -> Guard:
    wanted = not text.startswith("!")
    names, _, values = text.removeprefix("!").partition("=")
    if values.startswith("="):
        return Guard(_paths_to(names), (), wanted, same=_paths_to(values[1:])[0])
    return Guard(_paths_to(names), tuple(values.split("|")) if values else (), wanted)


def _slot(text: str) -> Slot:
    body, *choices = text.split("|")
    body, given, otherwise = body.partition(";")
    names, _, mode = body.partition(":")
    if mode and mode not in MODES.keys() | JOINED | SHAPED:
        raise TemplateError(f"{mode} is no mode")
    paths = _paths_to(names.removeprefix("~"))
    return Slot(paths, mode, names.startswith("~"), tuple(map(_choice, choices)),
                otherwise if given else None)  # fmt: skip


def _paths_to(names: str) -> tuple[tuple[str, ...], ...]:
    """The names that lead to each of several arguments: `start.sites, to`."""
    return tuple(tuple(one.strip().split(".")) for one in names.split(","))


def _choice(text: str) -> tuple[str, str]:
    value, equals, words = text.partition("=")
    return (value, words) if equals else ("", text)


def paths_in(parts: tuple[Part, ...]) -> Iterator[tuple[str, ...]]:
    """The names that lead to each argument that parts of a template speak of."""
    for part in parts:
        if isinstance(part, Slot | Guard):
            yield from part.paths
            if isinstance(part, Guard) and part.same is not None:
                yield part.same
        elif isinstance(part, Optional):
            yield from paths_in(part.parts)

"""The documents that are open, and what is told of their mistakes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from lsprotocol import types

from interpreter.play.load import catalogue, defines, examined, games, rules_of
from interpreter.services.document import Document
from interpreter.services.names import Names
from interpreter.services.usage import Usage
from interpreter.text.errors import Problem, Source, Span, in_order
from lab.checks.rules import Flaw, other_items
from lab.lsp.places import Places

SOURCE = "ludwright"


@functools.cache
def usage() -> Usage:
    """How often the library has each word."""
    return Usage(path.read_text(encoding="utf-8") for path in games().values())


@functools.cache
def files_of_defines() -> dict[str, Path]:
    """Where the files of the library of defines lie, by their names."""
    folder = Path(str(resources.files("ludemes").joinpath("defines")))
    return {path.name: path for path in folder.rglob("*.def")}


@dataclass(slots=True)
class Open:
    """A document that is open in an editor, and what is known of it."""

    uri: str
    version: int | None
    document: Document
    places: Places
    _names: Names | None = None

    @property
    def names(self) -> Names:
        """Its names, found when they are first asked for."""
        if self._names is None:
            self._names = Names(self.document)
        return self._names

    def location(self, span: Span) -> types.Location | None:
        """Where something stands: in the document, or in a file of the library."""
        document = self.document
        if span.source in (document.source, document.recovered.source):
            return types.Location(self.uri, self.places.of(span))
        path = files_of_defines().get(span.source.name)
        if path is None:
            return None
        other = Document(span.source, document.catalogue, document.library)
        return types.Location(path.as_uri(), Places(other, self._encoding).of(span))

    @property
    def _encoding(self) -> str:
        return "utf-32" if self.places.codec is None else self.places.codec.removesuffix("-le")


def opened(uri: str, version: int | None, text: str, path: str, encoding: str | None) -> Open:
    """What is known of a text that an editor holds."""
    document = Document(Source(path or uri, text), catalogue(), defines())
    return Open(uri, version, document, Places(document, encoding))


def thorough(one: Open) -> Iterator[list[Problem]]:
    """What is told of a document once its rules are looked at: first with the default items.

    Then they are looked at with every other item of every option, one after the other; after each
    that shows something new, all is told that is known by then. Where something else is wrong with
    the document, that alone is told.
    """
    quick = one.document.problems
    if any(not problem.warning for problem in quick):
        yield quick
        return
    source = one.document.source
    found = list(examined(source))
    yield found
    if any(not problem.warning for problem in found):
        return
    known = {_key(problem) for problem in found}
    for heading, item in other_items(rules_of(source)):
        options = {heading: item}
        new = [one for one in examined(source, options=options) if _key(one) not in known]
        known.update(map(_key, new))
        found = in_order([*found, *(Flaw(problem, options).told for problem in new)])
        # Also where nothing is new: whoever asks may want to stop.
        yield found


def _key(problem: Problem) -> tuple[str, int, bool]:
    """What tells problems apart."""
    return problem.message, problem.span.start if problem.span else -1, problem.warning


def diagnostics(one: Open, problems: list[Problem]) -> list[types.Diagnostic]:
    """Problems as an editor shows them."""
    return [_diagnostic(one, problem) for problem in problems]


def _diagnostic(one: Open, problem: Problem) -> types.Diagnostic:
    start, end = one.document.reach(problem.span)
    severity = types.DiagnosticSeverity
    hint = f"\n{problem.hint}" if problem.hint else ""
    idle = problem.message.endswith("is never used")
    return types.Diagnostic(
        range=one.places.range(start, end),
        message=problem.message + hint,
        severity=severity.Warning if problem.warning else severity.Error,
        source=SOURCE,
        code=problem.code,
        tags=[types.DiagnosticTag.Unnecessary] if idle else None,
        related_information=list(_related(one, problem.span)),
    )


def _related(one: Open, span: Span | None) -> list[types.DiagnosticRelatedInformation]:
    """The uses of defines and options through which the text of a problem came."""
    found: list[types.DiagnosticRelatedInformation] = []
    own = one.document.own(span)
    while span is not None:
        place = one.location(span)
        if span is not own and place is not None:
            said = "it stands here" if not found else "which is used here"
            found.append(types.DiagnosticRelatedInformation(place, said))
        span = span.outer
    return found

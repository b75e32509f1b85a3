"""The language server: it keeps the documents that are open, and answers about them."""

from __future__ import annotations

import asyncio
import logging
from importlib.metadata import version

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from interpreter.text.errors import LudError, Problem
from lab.lsp import answers
from lab.lsp.desk import Open, diagnostics, opened, thorough

PAUSE = 0.3
"""Seconds without a keystroke after which rules are looked at as a whole."""
TRIGGERS = ["(", "<", '"', ":", " "]
LARGEST = 500_000
"""Characters of the largest text that is looked at."""


class Server(LanguageServer):
    """The server, with what is known of each document that is open."""

    def __init__(self) -> None:
        super().__init__("ludwright", version("ludwright"))
        self.open: dict[str, Open] = {}
        self.problems: dict[str, list[Problem]] = {}
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.pictures = False
        """Whether the editor has said that it shows pictures."""

    def document(self, uri: str) -> Open:
        """What is known of a document, as it stands now."""
        held = self.workspace.get_text_document(uri)
        known = self.open.get(uri)
        if known is None or known.version != held.version or known.document.text != held.source:
            text = held.source if len(held.source) <= LARGEST else ""
            known = opened(uri, held.version, text, held.path, self.workspace.position_encoding)
            self.open[uri] = known
        return known

    def tell(self, one: Open, problems: list[Problem]) -> None:
        """Tell an editor of the mistakes in a document."""
        self.problems[one.uri] = problems
        found = diagnostics(one, problems)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(one.uri, found, one.version)
        )

    def look(self, uri: str) -> None:
        """Tell what is wrong with a document at once, and after a pause what else is."""
        one = self.document(uri)
        self.tell(one, one.document.problems)
        self.forget(uri)
        loop = asyncio.get_running_loop()
        self.waiting[uri] = loop.call_later(PAUSE, lambda: loop.create_task(self.look_closer(one)))

    async def look_closer(self, one: Open) -> None:
        """Tell what is wrong with the rules of a document, if it is still the same."""
        steps, told = thorough(one), None
        while (found := await asyncio.to_thread(next, steps, None)) is not None:
            if self.open.get(one.uri) is not one:
                return
            if found != told:
                self.tell(one, found)
            told = found

    def forget(self, uri: str) -> None:
        """Do not look closer at what has changed."""
        waiting = self.waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()


def server() -> Server:  # noqa: C901  one short function for each message
    """A server with all its answers."""
    made = Server()

    @made.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        said = (params.initialization_options, params.capabilities.experimental)
        made.pictures = any(_wants_pictures(one) for one in said)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        made.look(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        made.look(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        made.forget(uri)
        made.open.pop(uri, None)
        made.problems.pop(uri, None)
        made.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS)
    )
    def complete(params: types.CompletionParams) -> types.CompletionList:
        return answers.complete(made.document(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        one = made.document(params.text_document.uri)
        return answers.hovered(one, params.position, pictures=made.pictures)

    @made.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=["(", " "]),
    )
    def signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return answers.signature(made.document(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        return answers.defined(made.document(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        declared = params.context.include_declaration
        one = made.document(params.text_document.uri)
        return answers.used(one, params.position, declared=declared)

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return answers.highlighted(made.document(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return answers.renameable(made.document(params.text_document.uri), params.position)

    @made.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        one = made.document(params.text_document.uri)
        try:
            return answers.rename(one, params.position, params.new_name)
        except LudError as error:
            raise JsonRpcInvalidParams(str(error)) from None

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return answers.symbols(made.document(params.text_document.uri))

    @made.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return answers.folding(made.document(params.text_document.uri))

    @made.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        return answers.selected(made.document(params.text_document.uri), params.positions)

    @made.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.SemanticTokensLegend(token_types=answers.COLOURS, token_modifiers=[]),
    )
    def colours(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return answers.coloured(made.document(params.text_document.uri))

    @made.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlays(params: types.InlayHintParams) -> list[types.InlayHint]:
        return answers.inlays(made.document(params.text_document.uri), params.range)

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return answers.formatted(made.document(params.text_document.uri))

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        one = made.document(uri)
        problems = made.problems.get(uri, one.document.problems)
        return answers.offered(one, params.range, problems)

    return made


def _wants_pictures(said: object) -> bool:
    """Whether what an editor says of itself has `pictures` in it."""
    found = said.get("pictures") if isinstance(said, dict) else getattr(said, "pictures", None)
    return found is True


def run() -> None:
    """Answer on the standard streams until the editor goes."""
    logging.disable(logging.CRITICAL)
    server().start_io()

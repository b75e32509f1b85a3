"""Programs that decode with grammars, asked which texts they let through."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

import pytest

needs_llguidance = pytest.mark.skipif(
    find_spec("llguidance") is None, reason="llguidance is not installed: pip install llguidance"
)
needs_xgrammar = pytest.mark.skipif(
    find_spec("xgrammar") is None or find_spec("tvm_ffi") is None,
    reason="xgrammar is not installed: pip install --no-deps xgrammar apache-tvm-ffi",
)


class Decoder(Protocol):
    """What lets texts through."""

    def accepted(self, text: str) -> str | None:
        """None if a text is let through; else what of it was, to be shown."""
        ...


class Llguidance:
    """`llguidance`, with a token for each byte."""

    def __init__(self, grammar: str) -> None:
        llguidance = import_module("llguidance")

        class Bytes:
            def __init__(self) -> None:
                self.eos_token_id, self.bos_token_id, self.special_token_ids = 256, None, [256]
                self.tokens = [*(bytes([one]) for one in range(256)), b"<end>"]

            def __call__(self, text: str | bytes) -> list[int]:
                return list(text.encode() if isinstance(text, str) else text)

        tokens = llguidance.LLTokenizer(llguidance.TokenizerWrapper(Bytes()), n_vocab=257)
        made = llguidance.LLMatcher.grammar_from_lark(grammar)
        self._matcher = llguidance.LLMatcher(tokens, made)
        assert not self._matcher.is_error(), self._matcher.get_error()

    def accepted(self, text: str) -> str | None:
        self._matcher.reset()
        given = list(text.encode())
        count = self._matcher.try_consume_tokens(given)
        if count == len(given) and self._matcher.is_accepting():
            return None
        return bytes(given[:count]).decode(errors="replace")[-200:]

    def allowed(self, text: str) -> set[str]:
        """The characters that may follow a text."""
        self._matcher.reset()
        assert self._matcher.consume_tokens(list(text.encode()))
        mask = self._matcher.compute_logit_bias()
        return {chr(one) for one in range(256) if mask[one]}


class Xgrammar:
    """`xgrammar`, with a token for each byte."""

    def __init__(self, grammar: str, *, lark: bool = False) -> None:
        self._xgrammar = _xgrammar()
        of = self._xgrammar.Grammar
        made = of.from_lark(grammar) if lark else of.from_ebnf(grammar)
        tokens = self._xgrammar.TokenizerInfo(
            [bytes([one]) for one in range(256)],
            vocab_type=self._xgrammar.VocabType.RAW,
            stop_token_ids=[0],
        )
        compiler = self._xgrammar.GrammarCompiler(tokens, max_threads=1)
        self._compiled = compiler.compile_grammar(made)

    def accepted(self, text: str) -> str | None:
        matcher = self._xgrammar.GrammarMatcher(self._compiled)
        if matcher.accept_string(text) and matcher.is_completed():
            return None
        matcher = self._xgrammar.GrammarMatcher(self._compiled)
        count = next((k for k, sign in enumerate(text) if not matcher.accept_string(sign)), 0)
        return text[:count][-200:]


def _xgrammar() -> Any:
    """The module; it needs PyTorch only for masks, and is content without where none is made."""
    if "xgrammar" in sys.modules or find_spec("torch") is not None:
        return import_module("xgrammar")
    import_module("tvm_ffi")
    with _standing_in():
        return import_module("xgrammar")


@contextmanager
def _standing_in() -> Iterator[None]:
    """Modules that are empty but for the names that importing `xgrammar` asks for."""
    torch, transformers = ModuleType("torch"), ModuleType("transformers")
    for name in ("Tensor", "LongTensor", "FloatTensor"):
        setattr(torch, name, type(name, (), {}))
    for name in ("LogitsProcessor", "PreTrainedTokenizerBase", "PreTrainedTokenizerFast"):
        setattr(transformers, name, type(name, (), {}))
    torch.int32, torch.tensor = "int32", lambda *_, **__: None  # type: ignore[attr-defined]
    sys.modules |= {"torch": torch, "transformers": transformers}
    try:
        yield
    finally:
        del sys.modules["torch"], sys.modules["transformers"]

"""Grammars as the programs want them that decode with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from interpreter.language.grammar.productions import Grammar, Rule, Signs, Symbol, Symbols, Text

ABOUT: Final = (
    "The rules of board games in the Ludii game-description language; made by `ludwright grammar`.",
    "What it lets through is well typed; whether names are given to something, the binder tells.",
)
WIDTH: Final = 100
SHORT: Final = 9
"""Repetitions of at most so many are written out where a notation has no bounds."""
SPECIAL: Final = re.compile(r"[\\/.*+?(){}\[\]|^$\"]")
"""Signs that mean something in a regular expression."""


def lark(grammar: Grammar) -> str:
    """The notation of Lark, as `llguidance` and `xgrammar` take it; it begins at `start`."""
    names = {name: _lark_name(name, grammar) for name in grammar.rules}
    lines = [*(f"// {line}" for line in ABOUT), "", f"start: {names[grammar.start]}"]
    for name, several in grammar.rules.items():
        if name in grammar.tokens:
            parts = "|".join(_regular(one) for one in several)
            lines.append(f"{names[name]}: /{parts}/")
            continue
        lines += _alternatives(
            f"{names[name]}:", several, lambda one: _in_lark(one, names), bar_first=True
        )
    return "\n".join(lines) + "\n"


def _lark_name(name: str, grammar: Grammar) -> str:
    # A name in small letters is a rule, one in capitals a token.
    return name.upper() if name in grammar.tokens else f"g_{name}" if name == "start" else name


def _in_lark(symbol: Symbol, names: dict[str, str]) -> str:
    match symbol:
        case Text(text):
            return _quoted(text)
        case Rule(name):
            return names[name]
        case Signs():
            return f"/{_repeated(symbol)}/"


def _regular(symbols: Symbols) -> str:
    """A token as a regular expression."""
    parts: list[str] = []
    for one in symbols:
        assert not isinstance(one, Rule), "a token refers to no rule"
        if isinstance(one, Text):
            parts.append(SPECIAL.sub(r"\\\g<0>", one.text).replace("\n", "\\n"))
        else:
            parts.append(_repeated(one))
    return "".join(parts)


def gbnf(grammar: Grammar) -> str:
    """The notation of `llama.cpp`; it begins at `root`."""
    return _rules(grammar, lambda name: name.replace("_", "-"), _repeated)


def ebnf(grammar: Grammar) -> str:
    """Extended Backus-Naur form as the W3C writes it and `xgrammar` takes it; it begins at `root`.

    It has no bounds on repetition: short ones are written out, long ones are left out.
    """
    return _rules(grammar, lambda name: name, _written_out)


def _rules(grammar: Grammar, named: Callable[[str], str], repeated: Callable[[Signs], str]) -> str:
    names = {name: named(name) for name in grammar.rules}
    lines = [*(f"# {line}" for line in ABOUT), "", f"root ::= {names[grammar.start]}"]

    def written(symbol: Symbol) -> str:
        match symbol:
            case Text(text):
                return _quoted(text)
            case Rule(name):
                return names[name]
            case Signs():
                return repeated(symbol)

    for name, several in grammar.rules.items():
        lines += _alternatives(f"{names[name]} ::=", several, written, '""')
    return "\n".join(lines) + "\n"


def _alternatives(
    head: str,
    several: Sequence[Symbols],
    written: Callable[[Symbol], str],
    empty: str = "",
    *,
    bar_first: bool = False,
) -> Iterator[str]:
    """A rule, on several lines where it is long; a bar begins a line, or ends the one before."""
    line = head
    for number, symbols in enumerate(several):
        text = " ".join(map(written, symbols)) or empty
        bar = " |" if number else ""
        if number and len(line) + len(bar) + len(text) > WIDTH:
            yield line if bar_first else f"{line}{bar}"
            line, bar = "   ", bar if bar_first else ""
        line += f"{bar} {text}".rstrip()
    yield line


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _class(one: Signs) -> str:
    """A class of characters."""
    parts = "".join(
        _sign(first) if first == last else f"{_sign(first)}-{_sign(last)}"
        for first, last in one.ranges
    )
    return f"[{'^' if one.but else ''}{parts}]"


def _sign(sign: str) -> str:
    special = {"\n": "\\n", "\\": "\\\\", "]": "\\]", "^": "\\^", "-": "\\-", '"': '\\"'}
    return special.get(sign, sign)


def _repeated(one: Signs) -> str:
    """Characters of a class, so many as there may be."""
    bounds = "" if (one.least, one.most) == (1, 1) else f"{{{one.least},{one.most}}}"
    return _class(one) + bounds


def _written_out(one: Signs) -> str:
    """The same without bounds."""
    found = _class(one)
    if one.most <= SHORT:
        return " ".join([found] * one.least + [f"{found}?"] * (one.most - one.least))
    return found + ("+" if one.least else "*")


NOTATIONS: Final[dict[str, Callable[[Grammar], str]]] = {"lark": lark, "gbnf": gbnf, "ebnf": ebnf}
"""The notations by their names."""

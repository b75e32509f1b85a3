"""The whole of a game as one module, and what must be known to use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import ModuleType
from typing import Any

from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Field,
    Program,
)
from interpreter.targets.kernels import begin, playouts, step
from interpreter.targets.kernels.search import nodes, uct
from interpreter.targets.kernels.search.weights import Weights
from interpreter.targets.llvm import assembly, jit
from interpreter.targets.llvm.assembly import FULL
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.wasm.module import Linked, link
from interpreter.targets.wasm.target import WASM, ready

FORMAT = 2
"""Of the description; raised when what it says changes its meaning."""
STACK = 1 << 20
"""Bytes of the stack besides what functions ask for."""
KERNELS: tuple[ModuleType, ...] = (begin, step, playouts, uct)
TOLD = ("visits", "total", "first", "count", "mark", "outcome", "low", "high")
"""What a page reads of a node."""
ENTRIES = ("start", "generate", "allowed", "apply", "playout")


@dataclass(frozen=True)
class Module:
    """A game as WebAssembly.

    Args:
        code: the module; it needs nothing from outside
        description: what must be known to use it, for JSON; docs/wasm.md explains it
    """

    code: bytes
    description: Mapping[str, Any]


def build(program: Program) -> Module:
    """A program as WebAssembly."""
    t = Translator(program, WASM).traced()
    module = _module(t)
    linked = _linked(module.text(), module.stack().slots + STACK)
    return Module(linked.code, _description(t, linked))


def _module(t: Translator) -> assembly.Module:
    # All kernels call the same functions: of a large game, each is there once.
    module = t.module(ENTRIES, ENTRIES if t.is_large(ENTRIES) else ())
    for kernel in KERNELS:
        kernel.write(t, module)
    return module


def _linked(text: str, stack: int) -> Linked:
    """The module of a text, from the cache or compiled now."""
    key = jit.key_of("wasm", text, str(WASM))
    code = jit.recall(key)
    if code is None:
        ready()
        code = jit.compiled(text, WASM)
        jit.keep(key, code)
    return link(code, stack)


def _description(t: Translator, linked: Linked) -> dict[str, Any]:
    program, layout = t.program, t.layout
    return {
        "format": FORMAT,
        "players": program.players,
        "sites": program.sites,
        "exports": list(linked.functions),
        "memory": {"heap": linked.heap, "full": linked.data[FULL]},
        "state": {
            "bytes": layout.size,
            "fields": {one.name: _field(t, one) for one in program.fields},
            "bits": list(t.sets.inner),
        },
        "scratch": {"bytes": t.scratch, "history": t.history_at if layout.history else None},
        "moves": {
            "most": t.moves.most,
            "widths": [TEMPLATE_BITS, SITE_BITS, SITE_BITS, EXTRA_BITS],
            "templates": [
                {"name": one.name, "shape": one.shape, "note": one.note}
                for one in program.templates
            ],
        },
        "search": _search(program),
    }


def _field(t: Translator, field: Field) -> dict[str, Any]:
    """Where a field lies in a state: bytes of an entry, and where each begins."""
    layout = t.layout
    places = [layout.offset(field, index) for index in range(field.length or 1)]
    return {"kind": field.kind, "bytes": layout.entry(field), "at": places}


def _search(program: Program) -> dict[str, Any]:
    """How the tree of a search lies in memory; see `kernels/search/nodes.py`."""
    widths, short = nodes.arrays(program), nodes.short_form(program)
    return {
        "head": list(nodes.HEAD),
        "nodes": widths,
        "places": {
            name: nodes.PLACES[name][:2] for name in TOLD if nodes.PLACES[name][0] in widths
        },
        "short": None if short is None else list(short),
        "spare": nodes.SPARE,
        "path": nodes.PATH,
        "outcomes": nodes.MOST_OUTCOMES,
        "history": 8 << nodes.HISTORY_BITS,
        "settled": nodes.SETTLED,
        "weights": asdict(Weights()),
        "whole": [one.name for one in fields(Weights) if isinstance(one.default, int)],
    }

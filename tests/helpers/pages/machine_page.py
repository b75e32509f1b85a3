"""What `docs/machine.md` shows of the machine, made by the machine."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from interpreter import Game, load
from interpreter.board.graph import MOST_SITES
from interpreter.ir import listing, operations, program
from interpreter.ir.program import MOST_DEPTH, MOST_TRIED
from interpreter.language import bind
from interpreter.language.nodes import Delayed, Known, Node
from interpreter.language.parts import GameRules
from interpreter.passes.early.alike import join_alike
from interpreter.passes.early.beside import count_beside
from interpreter.passes.early.filled import fill_lines
from interpreter.passes.early.mailbox import keep_mailbox
from interpreter.passes.early.pinned import pin_loops
from interpreter.passes.early.sequel import write_sequels
from interpreter.passes.early.supposing import suppose_moves
from interpreter.passes.early.trials import keep_trials
from interpreter.passes.early.within import ask_within
from interpreter.passes.order_of_passes import KNOWN, PASSES, REWRITES, WHOLE
from interpreter.passes.tools.ends import ends_of_moves
from interpreter.passes.whole.dead import remove_dead
from interpreter.passes.whole.order import keep_in_order
from interpreter.play.load import LARGEST_FILE, catalogue, defines
from interpreter.rules import assemble
from interpreter.rules.builder import Builder
from interpreter.rules.parts.carried import MOST_EXTRAS
from interpreter.rules.parts.moves import MOST_TEMPLATES
from interpreter.targets.python import Printer
from interpreter.text.brackets import MAX_DEPTH
from interpreter.text.errors import Source
from interpreter.text.expand import expand
from interpreter.text.printer import write
from interpreter.text.splice import MAX_RANGE
from interpreter.text.uses import MAX_NODES

FENCE = re.compile(
    r"^```(lud|tree|node|plain|ir|python|fields)( [a-z0-9]+)?\n(.*?)^```$", re.M | re.S
)
MARKED = re.compile(r"<!-- (operations|rules|passes|limits) -->\n.*?<!-- end -->", re.S)

# The passes over whole programs that have a place of their own in the order.
LATE: dict[str, Callable[..., object]] = {
    "ends": ends_of_moves,
    "alike": join_alike,
    "trials": keep_trials,
    "supposing": suppose_moves,
    "sequel": write_sequels,
    "beside": count_beside,
    "mailbox": keep_mailbox,
    "filled": fill_lines,
    "within": ask_within,
    "pinned": pin_loops,
    "order": keep_in_order,
    "dead": remove_dead,
}


def remade(page: str) -> str:
    """The page with every shown part made anew from its rule file."""
    text = next(found[2] for found in FENCE.findall(page) if found[0] == "lud")
    shown = Shown(text)
    page = FENCE.sub(lambda found: shown.fence(found[1], (found[2] or "").strip(), found[0]), page)
    tables = {
        "operations": lambda: table_of(operations.MACHINE),
        "rules": lambda: table_of(operations.RULES),
        "passes": passes,
        "limits": limits,
    }
    return MARKED.sub(lambda found: _marked(found[1], tables[found[1]]()), page)


def _marked(name: str, lines: Iterator[str]) -> str:
    return "\n".join([f"<!-- {name} -->", "", *lines, "", "<!-- end -->"])


class Shown:
    """A rule text in every stage."""

    def __init__(self, text: str) -> None:
        self.tree = expand(Source("three.lud", text), None, None, defines()).game
        self.node = bind.bind(self.tree, GameRules, catalogue())
        self.game: Game = load(text, passes=PASSES)
        b = Builder()
        with b.at(self.tree.span):
            self.written = assemble.write(b, b.lower(self.node))

    def fence(self, kind: str, name: str, old: str) -> str:
        """A fenced block of one kind."""
        if kind == "lud":
            return old
        title = f"{kind} {name}".strip()
        return f"```{title}\n{getattr(self, '_' + kind)(name).rstrip()}\n```"

    def _tree(self, _: str) -> str:
        return write(self.tree)

    def _node(self, name: str) -> str:
        found = next(node for node in _nodes(self.node) if node.ludeme.name == name)
        return "\n".join(_outline(found, ""))

    def _ir(self, name: str) -> str:
        return listing.show(self.game.program.function(name))

    def _plain(self, name: str) -> str:
        return listing.show(self.written.function(name))

    def _python(self, name: str) -> str:
        whole = Printer(self.game.program).text().split("\n\n")
        return next(part for part in whole if part.strip().startswith(f"def f_{name}("))

    def _fields(self, _: str) -> str:
        rows = [
            (one.name, one.kind + ("" if one.length is None else f" x {one.length}"))
            for one in self.game.program.fields
        ]
        return "\n".join(f"{name:<12}{kind}" for name, kind in rows)


def _inner(value: Any) -> Iterator[Any]:
    """What is inside an argument, without the wrappers."""
    if isinstance(value, Known):
        yield from _inner(value.node)
    elif isinstance(value, Delayed):
        yield from _inner(value.argument)
    elif isinstance(value, tuple):
        for one in value:
            yield from _inner(one)
    else:
        yield value


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for _, value in node.args:
        for one in _inner(value):
            if isinstance(one, Node):
                yield from _nodes(one)


def _outline(node: Node, label: str, depth: int = 0) -> Iterator[str]:
    module = node.ludeme.form.__module__
    yield f"{'  ' * depth}{label}{node.ludeme.name}  ({module}.{node.ludeme.form.__name__})"
    for name, value in node.args:
        for one in _inner(value):
            if isinstance(one, Node):
                yield from _outline(one, f"{name} = ", depth + 1)
            else:
                plain = getattr(one, "constant", None)
                shown = getattr(one, "value", one) if plain is None else plain
                yield f"{'  ' * (depth + 1)}{name} = {shown}"


def table_of(table: Mapping[str, operations.Operation]) -> Iterator[str]:
    """A table of operations."""
    yield "| operation | takes | gives | what it does |"
    yield "| --- | --- | --- | --- |"
    for one in table.values():
        takes = " ".join(one.operands) + (f" {one.blocks} blocks" if one.blocks > 1 else "")
        takes += " 1 block" if one.blocks == 1 else ""
        yield f"| `{one.name}` | {takes.strip()} | {one.result} | {one.meaning} |"


def passes() -> Iterator[str]:
    """The table of passes, as their files say what they do."""
    yield "| pass | in `interpreter/passes/` | what it does | looks at |"
    yield "| --- | --- | --- | --- |"
    for name in PASSES:
        rules = REWRITES.get(name, {}) | KNOWN.get(name, {})
        function = next(iter(rules.values())) if rules else {**WHOLE, **LATE}[name]
        module = sys.modules[function.__module__]
        says = " ".join((module.__doc__ or "").partition("\n\n")[0].split())
        file = module.__name__.removeprefix("interpreter.passes.").replace(".", "/")
        looks = ", ".join(f"`{one}`" for one in rules) or "whole programs"
        yield f"| `{name}` | `{file}.py` | {says} | {looks} |"


def limits() -> Iterator[str]:
    """The table of limits."""
    rows = {
        "sites of a board": MOST_SITES,
        "players": program.MOST_PLAYERS,
        "kinds of pieces": program.MOST_PIECES,
        "kinds of moves (templates)": MOST_TEMPLATES,
        "iterators that a move carries": MOST_EXTRAS,
        "moves of a game": program.MOST_MOVES,
        "turns of a game, for each player": program.MOST_TURNS_PER_PLAYER,
        "moves tried for `max Moves`, for each that is compared": MOST_TRIED,
        "moves of one turn that `max Moves` sees": MOST_DEPTH,
        "bytes of a rule file": LARGEST_FILE,
        "brackets inside one another": MAX_DEPTH,
        "nodes of a tree after expansion": MAX_NODES,
        "numbers of a range": MAX_RANGE,
    }
    yield "| of | at most |"
    yield "| --- | --- |"
    for name, most in rows.items():
        yield f"| {name} | {most} |"

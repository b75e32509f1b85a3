"""What changes a game when it is taken out of the rules leaves a trace in the words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.marks import each_game
from interpreter import LudError, load
from interpreter.board.topology import SiteType
from interpreter.ir.listing import show
from interpreter.language.bind import bind
from interpreter.language.english.describe import describe
from interpreter.language.english.paragraphs import as_text
from interpreter.language.nodes import nodes_in
from interpreter.language.parts import GameRules
from interpreter.language.slots import Anatomy, Part, taken_out
from interpreter.play.load import catalogue, lowering, read, rules_of
from interpreter.text.printer import one_line
from interpreter.text.tree import Clause, Labelled, Symbol

SAID_ANYWAY = ("(is Enemy (who at:(between)))", "(apply (remove (between)))",
               "(to if:(is Friend (who at:(to))))")  # fmt: skip
"""What captures do anyway: it is said with it or without, and the program alone is another."""
A_PIECE = "(is Occupied (from))"
"""What is said of the start of a move anyway: it is a piece that moves."""
MOST = 60
"""So many parts of a game are taken out, one at a time; of more, every n-th."""

RULES = """
(game "T" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty) if:(is In (to) (sites Top)))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""


def sheet(tree: Clause) -> str:
    node = bind(tree, GameRules, catalogue())
    return as_text(describe(node, lowering(node)))


def program(tree: Clause) -> tuple[object, ...]:
    """All that a game does, as something to be compared; what makes no difference is gone."""
    made = load(one_line(tree), backend="python").program
    moves = [(one.name, one.act.name, one.extras, one.passing) for one in made.templates]
    return (*map(show, made.functions), made.sites, made.owners, made.dice, *moves)


def untold(tree: Clause, every: int = 1) -> Iterator[Part]:
    """The parts that change the game when they are taken out, and not a word of its sheet."""
    node = bind(tree, GameRules, catalogue())
    found = Anatomy(tree, node, catalogue())
    boards = (dict(one.args) for one in nodes_in(node) if one.ludeme.name == "board")
    use = next(boards, {}).get("use")
    words, does = sheet(tree), None
    for part in [one for one in found.parts if one.removable][::every]:
        if said_anyway(part.tree, asked=only_asked(found, part)):
            continue
        if part.owner and part.owner.name == "from" and one_line(part.tree) == A_PIECE:
            continue
        if part.kind is SiteType and kinds_around(found, part) == {use}:
            continue
        other = taken_out(tree, part.path)
        assert isinstance(other, Clause)
        try:
            if sheet(other) != words:
                continue
            without = program(other)
        except LudError:  # the rules make no sense without it
            continue
        does = does or program(tree)
        if without != does:
            yield part


def said_anyway(tree: object, *, asked: bool) -> bool:
    """Whether a part, or all that it is made of, says what goes without saying.

    Args:
        asked: all that is asked is whether there are moves, not what they do
    """
    if isinstance(tree, Labelled):
        tree = tree.value
    if not isinstance(tree, Clause):
        return False
    told = one_line(tree)
    if told in SAID_ANYWAY or (asked and told.startswith("(apply ")):
        return True
    made = tree.keyword.text in ("between", "to") and tree.args
    return bool(made) and all(said_anyway(one, asked=asked) for one in tree.args)


def kinds_around(found: Anatomy, part: Part) -> set[SiteType]:
    """The kinds of site that a part says, or the rules around it; one alone is the usual one."""
    around = (one.tree for one in found.parts if one.path == part.path[: len(one.path)])
    words = {arg.text for one in around if isinstance(one, Clause)
             for arg in one.args if isinstance(arg, Symbol)}  # fmt: skip
    return {one for one in SiteType if one.value in words}


def only_asked(found: Anatomy, part: Part) -> bool:
    """Whether a part stands where all that is asked is whether there are any moves.

    What they do changes no answer, unless one looks at what is there afterwards.
    """
    around = (one_line(one.tree) for one in found.parts if one.path == part.path[: len(one.path)])
    return any(one.startswith("(can Move ") and "ifAfterwards:" not in one for one in around)


@pytest.mark.alike
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_every_part_leaves_a_trace(name: str) -> None:
    tree = rules_of(read(name)).game
    node = bind(tree, GameRules, catalogue())
    parts = [one for one in Anatomy(tree, node, catalogue()).parts if one.removable]
    dropped = untold(tree, every=-(-len(parts) // MOST))
    assert [f"{one.owner}: {one_line(one.tree)}" for one in dropped] == []


def test_what_the_words_drop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules, told by a phrase book that says nothing of conditions on destinations."""
    tree = rules_of(read(RULES)).game
    assert list(untold(tree)) == []
    monkeypatch.setattr(f"{__name__}.sheet", lambda one: sheet_without(one, "that is in the top"))
    assert [one_line(one.tree) for one in untold(tree)] == ["(is In (to) (sites Top))"]


def sheet_without(tree: Clause, words: str) -> str:
    node = bind(tree, GameRules, catalogue())
    lines = as_text(describe(node, lowering(node)), 10_000).splitlines()
    return "\n".join(line.replace(f" {words} row", "") for line in lines)


def test_what_changes_nothing_needs_no_words() -> None:
    tree = rules_of(read(RULES.replace("(is Line 3)", "(is Line 3 Adjacent)"))).game
    assert list(untold(tree)) == []

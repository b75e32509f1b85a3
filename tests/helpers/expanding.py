"""Rule text expanded, with a few defines and options."""

from interpreter.text.defines import Library
from interpreter.text.errors import Source
from interpreter.text.expand import Expanded, expand
from interpreter.text.printer import write

LIBRARY = Library(
    [
        Source("a.def", '// Whose turn.\n(define "NewTurn" (not (is Prev Mover)))'),
        Source("b.def", '(define "Twice" #1 #1) (define "Both" (and #1 #2))'),
        Source("c.def", '(define "Own" ("Inner" #1))\n(define "Inner" (library #1))'),
    ]
)


def expanded(text: str, **choice: str) -> Expanded:
    return expand(Source("g.lud", text), choice, None, LIBRARY)


def body(text: str, before: str = "") -> str:
    """What stands in the game behind its name."""
    game = expanded(f'{before}\n(game "G" {text})').game
    return write(game, width=10_000).removeprefix('(game "G"').removesuffix(")").strip()


OPTIONS = """
(option "Size" <Size> args:{<side> <extra>}
    {
    (item "Small" <3> <> "a small board")
    (item "Large" <5> <(hand Each) (dice)> "a large board")*   // preferred
    (item "Huge" <7> <(> 1 2)> "a huge board")*
    }
)
(option "Win Rule" <Win> args:{<a>} {(item "Line" <(is Line #1)> "x")(item "None" "nothing")})
(rulesets {
    (ruleset "Ruleset/Old (Known)" {"Size/Small" "Win Rule/Line"} variations:{"Size/Huge"})
    (ruleset "Ruleset/New" {"Size/Large" "Win Rule/Line"})*
    (ruleset "Ruleset/Lost" {})
    (ruleset "Ruleset/Wrong" {"Size/Smal"})
})
"""

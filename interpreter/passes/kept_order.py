"""Which random number leads to which placement: on large boards, an order kept from ply to ply.

To find the k-th site of a set that fills several words takes longer than to make the move. A
random game therefore keeps the sites that can be played in a list, brought in line before every
choice. On small boards the set itself is as quick, and the list would have to be carried along.
"""

from __future__ import annotations

from interpreter.ir import Callee, Instruction, Program, Template, walk

# Sets of so many sites fit into a word, whose k-th bit is found at once.
WORD = 64


def keep_order(program: Program) -> None:
    """Number the moves of random games by a kept order where that pays."""
    offers = [step.attribute for one in program.functions for step in walk(one.body)
              if step.name == "offer"]  # fmt: skip
    places = any(isinstance(one, Template) and one.shape == "placing" for one in offers)
    if program.sites <= WORD or not places:
        return
    for place, step in enumerate(program.function("pick").body):
        callee = step.attribute
        if isinstance(callee, Callee) and callee.function.name == "generate":
            program.function("pick").body.insert(place + 1, Instruction("arrange", ()))
            return

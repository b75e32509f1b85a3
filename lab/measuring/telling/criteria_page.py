"""The page of all criteria, made from their docstrings.

python -m lab.measuring.telling.criteria_page docs/criteria.md          # write it
python -m lab.measuring.telling.criteria_page docs/criteria.md --check  # say whether it is stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

from lab.measuring.criteria.criterion import FAMILIES, Criterion
from lab.measuring.criteria.known import ordered
from lab.measuring.summary import PARTS, TERMS, WEIGHTS
from lab.pages.command import main

HEAD = """\
# Criteria

What `ludwright measure` can measure, made from the code by `make docs`. How it is done stands in
[measuring](measuring.md). The names are those for `--criteria`.
"""
BETTER = {"higher": "more is better", "lower": "less is better", "neither": "neither is better"}


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for family, group in groupby(ordered(), key=lambda one: one.family):
        parts.append(f"## {FAMILIES[family]}\n")
        parts += [_entry(one) for one in group]
    parts.append("\n".join(_summaries()))
    return "\n".join(parts)


def _entry(one: Criterion) -> str:
    span = "no bounds" if one.span is None else f"from {one.span[0]:g} to {one.span[1]:g}"
    facts = [span, BETTER[one.better]]
    if one.players > 1:
        facts.append(f"for {one.players} players or more")
    return f"### {one.name}\n\n*{', '.join(facts)}.* {one.about}\n"


def _summaries() -> Iterator[str]:
    yield "## The three summaries\n"
    yield "`score` is what breeding compares games by: the soundness of a game, times the weighted"
    yield "mean of the terms below, each brought to the range of known games."
    yield "[Ordering](ordering.md) says what soundness is, where the weights are from, and how well"
    yield "the score orders known games.\n"
    yield "| term | better | from | to | weight |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for name, term in TERMS.items():
        which = "more" if term.better > 0 else "less"
        yield f"| `{name}` | {which} | {term.low:g} | {term.high:g} | {term.weight:.3f} |"
    yield ""
    yield f"`quality` is the harmonic mean of {', '.join(f'`{name}`' for name in PARTS)}.\n"
    yield "`predicted` is the sum of these criteria, each times its published weight:\n"
    yield "| criterion | weight |"
    yield "| --- | ---: |"
    for name, weight in WEIGHTS.items():
        yield f"| `{name}` | {weight:+.3f} |"
    yield ""


if __name__ == "__main__":
    sys.exit(main(__doc__, lambda path: {path: page()}))

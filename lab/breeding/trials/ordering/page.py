"""The page that shows how the score orders known games."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from scipy.stats import rankdata

from lab.breeding.trials.ordering.fit import (
    Data,
    Row,
    alike,
    best_ridge,
    better_half,
    data_of,
    fitted,
    left_out,
    rows,
)
from lab.breeding.trials.ordering.known import Known
from lab.measuring.criteria.known import CRITERIA
from lab.measuring.estimates import Floats
from lab.measuring.summary import SCORED, TERMS, predicted, quality, score, soundness

DRAWN: Final = 1000
"""Values drawn within the intervals of the criteria, for the interval of the score."""
APART: Final = 12
"""Games at whose place people and the score differ most, that are named."""
HEAD: Final = """\
# How the score orders known games

`score` is what breeding compares games by. This page shows how it orders {count} games that people
know, beside what they think of them: averages of BoardGameGeek as of February 2021, from the public
data set "Board Games", games with 30 raters or more whose match with a game of the library is sure
(`lab/breeding/trials/ordering/ratings.tsv`). Ratings are no measure of a game's worth alone: who
rates a rare game likes it, everybody has rated draughts, and what is old or for children is rated
low.

```
python -m lab.breeding.trials.ordering.measure    # measures what is missing; some minutes
python -m lab.breeding.trials.ordering docs/ordering.md  # the fit and this page, in seconds
```

Every game is measured by the plan that children of a run are measured by in their long games; where
games are quickly played, three times as many are.
"""
FIT: Final = """\
## The fit

The score is how sound a game is, times the weighted mean of its terms. Soundness is the product
of `balance`, `completion`, `decisiveness`, `agency`, of skill (`depth` + 2 × `ladder` − 1),
each by ½ and 1 at most, and of 0.16 by the reversals (`lead_change` × (1 − `permanence`)), 1 at
most: what a game must have, and no lead that turns with every move. A term goes from 0 to 1 over
the range in which four of five known games lie, and no further. `choices` is the logarithm of
`branching`. Weights are least squares that are 0 or more, drawn towards equal ones (ridge
{ridge:g}).

| term | better | range | weight | all | better half |
| --- | --- | --- | ---: | ---: | ---: |
"""
WHOLE: Final = """
The last columns are rank correlations with the ratings (Spearman's), of all games and of the better
half by rating. Of the whole score they are:

| | all | better half |
| --- | ---: | ---: |
| the score, fitted to all of these games | {fit[0]:+.2f} | {fit[1]:+.2f} |
| each game left out of the fit in turn | {cross[0]:+.2f} | {cross[1]:+.2f} |
| `quality` | {quality[0]:+.2f} | {quality[1]:+.2f} |
| `predicted` | {predicted[0]:+.2f} | {predicted[1]:+.2f} |

The second line is the one to go by: ranges, weights and ridge of each game are those of all others.
It still flatters: which terms there are was chosen by looking at these games, among some twenty
criteria. With {count} games a rank correlation of the better half is uncertain by about ±0.35.
"""


def page(games: Sequence[Known], measured: Mapping[str, Mapping[str, Any]]) -> str:
    """The page.

    Args:
        games: those that were rated
        measured: what was measured of them, by name
    """
    found = rows(games, measured)
    data = data_of(found)
    lines = [
        HEAD.format(count=len(found)),
        *_fit(found, data),
        *_games(found),
        *_apart(found, data),
    ]
    lines += _rest(games, found, measured)
    return "\n".join(lines) + "\n"


def scores(games: Sequence[Row]) -> Floats:
    """The score of each game, with the weights of the program; shape (games,)."""
    return np.nan_to_num([float(score(one.values)) for one in games])


def _both(values: Floats, data: Data) -> tuple[float, float]:
    half = better_half(data)
    return alike(values, data.ratings), alike(values[half], data.ratings[half])


def _fit(games: Sequence[Row], data: Data) -> Iterator[str]:
    terms = fitted(data)
    lines = [FIT.format(ridge=best_ridge(data)).rstrip()]
    for place, (name, term) in enumerate(terms.items()):
        which = "more" if term.better > 0 else "less"
        both = _both(term.better * data.terms[:, place], data)
        lines.append(
            f"| `{name}` | {which} | {term.low:g} to {term.high:g} | {term.weight:.3f} "
            f"| {both[0]:+.2f} | {both[1]:+.2f} |"
        )
    yield "\n".join(lines)
    summaries = {
        name: _both(np.nan_to_num([float(join(one.values)) for one in games]), data)
        for name, join in (("quality", quality), ("predicted", predicted))
    }
    yield WHOLE.format(
        fit=_both(scores(games), data), cross=_both(left_out(data), data), count=len(games),
        **summaries,
    )  # fmt: skip


def interval(one: Row) -> tuple[float, float]:
    """The interval of a score, from those of the criteria, each drawn for itself."""
    rng = np.random.default_rng(zlib.crc32(one.known.name.encode()))
    drawn = dict(one.values)
    for name in SCORED:
        if name in one.figures:
            value, low, high = one.figures[name]
            span = CRITERIA[name].span or (0.0, np.inf)
            drawn[name] = np.clip(rng.normal(value, (high - low) / 3.92, DRAWN), *span)
    values = np.nan_to_num(score({name: np.broadcast_to(drawn[name], DRAWN) for name in drawn}))
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def _games(games: Sequence[Row]) -> Iterator[str]:
    names = list(TERMS)
    heads = " | ".join(one.replace("_", " ") for one in names)
    lines = [
        "## The games\n",
        f"| game | rating | raters | score | 95 % interval | sound | {heads} |",
        "| --- | ---: | ---: | ---: | --- | ---: |" + " ---: |" * len(names),
    ]
    worth = scores(games)
    for place in np.argsort(-worth, kind="stable"):
        one, values = games[place], games[place].values
        low, high = interval(one)
        terms = " | ".join(f"{float(TERMS[name].value(values)):.2f}" for name in names)
        lines.append(
            f"| {_name(one.known)} | {one.known.average:.2f} | {one.known.raters} "
            f"| {worth[place]:.3f} | {low:.3f} to {high:.3f} "
            f"| {float(np.nan_to_num(soundness(values))):.2f} | {terms} |"
        )
    yield "\n".join(lines)
    yield (
        "\nTerms are in their range, 1 at the better end. The interval is drawn from those of the "
        "criteria, as if\nthese did not depend on each other.\n"
    )


def _name(one: Known) -> str:
    options = ", ".join(f"{name} {value}" for name, value in one.options.items())
    return f"{one.name} ({options})" if options else one.name


def _apart(games: Sequence[Row], data: Data) -> Iterator[str]:
    ours, theirs = (rankdata(-values) for values in (scores(games), data.ratings))
    lines = [
        "## Where it disagrees\n",
        "| game | place by score | place by rating | what the score sees |",
        "| --- | ---: | ---: | --- |",
    ]
    for place in np.argsort(-np.abs(ours - theirs), kind="stable")[:APART]:
        over = bool(ours[place] < theirs[place])
        lines.append(
            f"| {games[place].known.name} | {ours[place]:g} | {theirs[place]:g} "
            f"| {_seen(games, data, int(place), over=over)} |"
        )
    yield "\n".join(lines)
    yield (
        "\nThe last column names what the score is high or low by. Games of tactics that end at a "
        "stroke, where a\nsearch of a few hundred random games plays little better than a careful "
        "player, score too low; those\nthat the search plays well and people find long, dry or "
        "worn out, too high.\n"
    )


def _seen(games: Sequence[Row], data: Data, place: int, *, over: bool) -> str:
    """The part of its score by which a game differs most from the mean, in the given direction."""
    table = np.array([[float(one.value(row.values)) for one in TERMS.values()] for row in games])
    parts = table * np.array([one.weight for one in TERMS.values()])
    apart = dict(zip(TERMS, parts[place] - parts.mean(axis=0), strict=True))
    apart["soundness"] = float(data.sound[place] - data.sound.mean())
    name = (max if over else min)(apart, key=lambda one: apart[one])
    high = over == (name not in TERMS or TERMS[name].better > 0)
    return f"{'much' if high else 'little'} {name.replace('_', ' ')}"


def _rest(
    games: Sequence[Known], found: Sequence[Row], measured: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    fitted_ = {one.known.name for one in found}
    others = [one for one in games if one.name not in fitted_ and one.name in measured]
    apart = [one for one in others if "missing" not in measured[one.name]]
    lines = [
        "## Left out of the fit\n",
        "| game | rating | score | why |",
        "| --- | ---: | ---: | --- |",
    ]
    for one in sorted(apart, key=lambda one: -one.average):
        data = measured[one.name]
        why = "chance" if data["chance"] else f"{data['players']} players"
        value = float(np.nan_to_num(float(score(Row(one, data["figures"]).values))))
        lines.append(f"| {one.name} | {one.average:.2f} | {value:.3f} | {why} |")
    yield "\n".join(lines)
    late = [one.name for one in games if "missing" in measured.get(one.name, {"missing": 1})]
    about = "Not measured, most of them since they take longer than the command allows"
    yield f"\n{about}: {', '.join(late)}."

"""Boards as the reference implementation has recorded them."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from helpers.recordings import REFERENCE, chunks, recorded
from interpreter.board.geometry.tracks import walked
from interpreter.board.graph import Graph, Point, SiteType
from interpreter.board.topology import Topology
from interpreter.language.bind import bind
from interpreter.language.parts import Board
from interpreter.play.load import catalogue
from interpreter.rules.builder import Builder
from interpreter.text.defines import library
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import expand
from interpreter.text.tree import Clause, Labelled, Symbol, clauses

CELL, VERTEX, EDGE = SiteType.CELL, SiteType.VERTEX, SiteType.EDGE


def whole_board(rules: Path) -> Clause | None:
    """The board of a rule file, with its tracks."""
    source = Source(str(rules), rules.read_text(encoding="utf-8"))
    game = expand(source, defines=library(REFERENCE / "defines")).game
    boards = ("board", "mancalaBoard")
    return next((one for one in clauses(game) if one.keyword.text in boards), None)


def board_of(rules: Path) -> tuple[Clause, SiteType] | None:
    """The board expression of a rule file, and what pieces stand on."""
    here = whole_board(rules)
    if here is not None and here.keyword.text == "mancalaBoard":
        return here, VERTEX
    if here is None or not isinstance(here.args[0], Clause):
        return None
    uses = [arg.value for arg in here.args if isinstance(arg, Labelled) and arg.label == "use"]
    use = next((SiteType(word.text) for word in uses if isinstance(word, Symbol)), CELL)
    return here.args[0], use


def lists(values: object) -> object:
    """Nested tuples as lists, as they come from JSON."""
    return [lists(value) for value in values] if isinstance(values, tuple) else values


def facts(here: Topology) -> dict[str, object]:
    """What a recording holds, in its form."""
    sites = range(here.size)
    return {
        "edges": lists(here.graph.edges),
        "faces": lists(here.graph.faces),
        "labels": list(here.labels),
        "rows": list(here.rows),
        "columns": list(here.columns),
        "phases": list(here.phases),
        "adj": lists(here.adjacent),
        "orth": lists(here.orthogonal),
        "diag": lists(here.diagonal),
        "off": lists(here.off_diagonal),
        "dirs": [{k: list(v[site]) for k, v in here.steps.items() if v[site]} for site in sites],
        "radials": [{k: lists(v[s]) for k, v in here.radials.items() if v[s]} for s in sites],
        "supported": {key: list(names) for key, names in here.supported_ways.items()},
        "sets": {
            "corners": list(here.corners),
            "cornersConcave": list(here.concave_corners),
            "cornersConvex": list(here.convex_corners),
            "top": list(here.top),
            "bottom": list(here.bottom),
            "left": list(here.left),
            "right": list(here.right),
            "centre": list(here.centre),
            "outer": list(here.outer),
            "inner": list(here.inner),
            "perimeter": list(here.perimeter),
            "major": list(here.major),
            "minor": list(here.minor),
            "rows": lists(here.row_sites),
            "columns": lists(here.column_sites),
            "phases": lists(here.phase_sites),
            "sides": {name: list(sites) for name, sites in here.sides.items()},
        },
    }


def recorded_facts(record: dict[str, Any]) -> dict[str, object]:
    """The same facts from a recording."""
    sites = record["sites"]
    unset = {"diagonals", "layers"}
    return {
        "edges": record["edges"],
        "faces": [cell[6] for cell in record["cells"]],
        "labels": [site["label"] for site in sites],
        "rows": [site["row"] for site in sites],
        "columns": [site["col"] for site in sites],
        "phases": [site["phase"] for site in sites],
        **{key: [site[key] for site in sites] for key in ("adj", "orth", "diag", "off")},
        **{key: [site[key] for site in sites] for key in ("dirs", "radials")},
        "supported": record["supported"],
        "sets": {name: value for name, value in record["sets"].items() if name not in unset},
    }


# a power of two constants is not folded yet
NOT_BUILT = ("not supported yet", "must be known when the game is compiled")


def graph_of(builder: Builder, clause: Clause) -> Graph:
    """The graph of a board expression, or that of a board for sowing."""
    if clause.keyword.text != "mancalaBoard":
        return builder.lower(bind(clause, Graph, catalogue()))
    return builder.lower(bind(clause, Board, catalogue())).graph()


def differences(rules: Path) -> list[str] | None:
    """What differs from the recorded board; None where the board is not supported."""
    found, record = board_of(rules), recorded("boards", rules)
    if found is None or record is None:
        return None
    builder = Builder()
    builder.board.use = found[1]
    try:
        made = graph_of(builder, found[0])
    except LudError as error:
        if any(reason in str(error) for reason in NOT_BUILT):
            return None
        raise
    here = Topology(made, found[1])
    mine, theirs = facts(here), recorded_facts(record)
    # Of ways between layers the recordings name one twice, and another not at all.
    told = theirs.keys() - ({"supported"} if here.heights else set[str]())
    wrong = [key for key in theirs if key in told and mine[key] != theirs[key]]
    places = [
        (here.points, [(site["x"], site["y"]) for site in record["sites"]]),
        (made.vertices, [vertex[:2] for vertex in record["vertices"]]),
        (made.face_points, [cell[:2] for cell in record["cells"]]),
    ]
    same = [len(own) == len(other) and far(own, other) <= 0.001 for own, other in places]
    return wrong + (["coordinates"] if not all(same) else [])


def differing_tracks(rules: Path) -> list[str] | None:
    """The tracks that do not go as recorded; None where there are none, or no such board."""
    found, record = board_of(rules), recorded("boards", rules)
    clause = whole_board(rules)
    if found is None or clause is None or not record or not record.get("tracks"):
        return None
    builder = Builder()
    builder.board.use = found[1]
    try:
        made = builder.lower(bind(clause, Board, catalogue()))
        here = Topology(made.graph(), found[1])
    except LudError as error:
        if any(reason in str(error) for reason in NOT_BUILT):
            return None
        raise
    mine = [
        (one.name, list(walked(here, one.path) if isinstance(one.path, str) else one.path))
        for one in made.tracks
    ]
    theirs = [(one["name"], unrolled(one["sites"], one["bumps"])) for one in record["tracks"]]
    return [name for (name, own), other in zip(mine, theirs, strict=True) if (name, own) != other]


def unrolled(sites: Sequence[int], bumps: Sequence[int]) -> list[int]:
    """The sites of a track, each as often as it follows itself."""
    return [site for site, more in zip(sites, bumps, strict=True) for _ in range(more + 1)]


def far(own: Sequence[Point], other: Sequence[Point]) -> float:
    """How far the points that are farthest from their twins are."""
    return max((math.dist(a, b) for a, b in zip(own, other, strict=True)), default=0.0)


@pytest.mark.alike(3)
@pytest.mark.slow
@pytest.mark.skipif(not REFERENCE.exists(), reason="the recordings are not here")
@pytest.mark.parametrize("rules", chunks(12), ids=range(12))
def test_recorded_boards(rules: list[Path]) -> None:
    compared = {path.stem: differences(path) for path in rules}
    assert sum(wrong is not None for wrong in compared.values()) > 40
    assert {name: wrong for name, wrong in compared.items() if wrong} == {}


@pytest.mark.alike(3)
@pytest.mark.slow
@pytest.mark.skipif(not REFERENCE.exists(), reason="the recordings are not here")
@pytest.mark.parametrize("rules", chunks(12), ids=range(12))
def test_recorded_tracks(rules: list[Path]) -> None:
    compared = {path.stem: differing_tracks(path) for path in rules}
    assert sum(wrong is not None for wrong in compared.values()) > 5
    assert {name: wrong for name, wrong in compared.items() if wrong} == {}

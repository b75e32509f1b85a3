"""What is told as JSON: its schemas, its page, and that commands keep to them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from helpers.commands import run
from helpers.paths import DOCS
from lab.cli.polite import filed
from lab.told.data import Told, data, documented, schema
from lab.told.everything import kinds
from lab.told.page import page

SMALL = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def told(*words: object, code: int = 0) -> Any:
    """What a command prints as JSON, after a look at its schema."""
    done = run(*words)
    assert done.exit_code == code, done.output
    found = json.loads(done.stdout)
    kind = {one.SCHEMA: one for one in kinds().values()}[found["schema"]]
    jsonschema.Draft202012Validator(schema(kind)).validate(found)
    return found


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.lud"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_the_page_is_up_to_date() -> None:
    assert (DOCS / "json.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_schemas_are_schemas(kind: type[Told]) -> None:
    found = schema(kind)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["properties"]["schema"] == {"const": kind.SCHEMA}


def test_names_are_told_once() -> None:
    assert len({one.SCHEMA for one in kinds().values()}) == len(kinds())


@dataclass(frozen=True)
class Inner:
    """A part."""

    many: tuple[int, ...]


@dataclass(frozen=True)
class Outer(Told):
    """A whole.

    Args:
        one, other: two parts that
            are alike
    """

    SCHEMA = "ludwright.outer/1"
    one: Inner
    other: Inner | None


def test_dataclasses_as_json() -> None:
    assert data(Outer(Inner((1, 2)), None)) == {
        "schema": "ludwright.outer/1",
        "one": {"many": [1, 2]},
        "other": None,
    }
    assert documented(Outer) == dict.fromkeys(("one", "other"), "two parts that are alike")
    validator = jsonschema.Draft202012Validator(schema(Outer))
    assert not list(validator.iter_errors(data(Outer(Inner((1,)), None))))
    wrong = {"schema": "ludwright.outer/2", "one": {"many": ["x"]}}
    assert len(list(validator.iter_errors(wrong))) == 3


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("check a.lud --json", "check a.lud --json -"),
        ("check --json a.lud", "check --json - a.lud"),
        ("measure Hex --json found.json -n 3", "measure Hex --json found.json -n 3"),
        ("match Hex --json - --players random", "match Hex --json - --players random"),
    ],
)
def test_a_rule_file_behind_json_is_not_written_to(given: str, meant: str) -> None:
    assert filed(given.split()) == meant.split()


# Commands


@pytest.mark.slow
def test_lists() -> None:
    found = told("list", "Yavalath", "--json")
    assert [(one["name"], one["players"]) for one in found["games"]] == [("Yavalath", "2-3")]


def test_a_game(small: Path) -> None:
    found = told("show", small, "--after", "b2", "--json")
    assert found["mover"] == 2
    assert "b2" not in found["moves"]
    assert found["sites"] == 9
    assert found["actions"] == 10, "a pass is one"


def test_counts(small: Path) -> None:
    found = told("perft", small, 2, "--json")
    assert [one["nodes"] for one in found["depths"]] == [9, 72]
    found = told("perft", small, 2, "--divide", "--json")
    assert sum(found["divided"].values()) == found["depths"][0]["nodes"] == 72
    found = told("playouts", small, "-n", "20", "--json")
    assert sum(found["wins"].values()) + found["undecided"] == found["games"] == 20
    assert sum(found["lengths"].values()) == 20


@pytest.mark.slow
def test_solutions(small: Path) -> None:
    assert told("solve", small, "--json")["outcome"] == "draw"
    found = told("solve", "Sudoku", "--json")
    assert found["unique"]
    assert len(found["solutions"][0]) == 81
    assert found["difficulty"]["score"] > 0
    made = told("puzzle", "Futoshiki", "--json")
    assert made["text"].count("(game ") == 1
    assert set(made["givens"]) < set(made["solution"])


def test_reasons(small: Path) -> None:
    found = told("why", small, "b2", "--after", "b2", "--json")
    assert found["reasons"][0]["code"]
    assert told("why", small, "--json")["given"][0]["place"]["text"].startswith("(move Add")


@pytest.mark.slow
def test_what_is_played(small: Path, tmp_path: Path) -> None:
    found = told("match", small, "--players", "random", "random", "-n", "4", "--json")
    assert found["finished"] == len(found["games"]) == 4
    assert told("measure", small, "--quick", "-n", "4", "--json")["games"][0]["game"] == "Small"
    assert told("measure", "--list", "--json")["criteria"][0]["family"]
    assert told("cover", small, "-n", "20", "--searched", "0", "--json")["clauses"]
    assert told("profile", small, "--seconds", ".01", "--json")["loading_ms"]
    assert told("bench", small, "--seconds", ".01", "--no-c", "--json")["games"]
    found = told("vary", small, "--out", tmp_path / "near", "-n", "1", "--games", "4",
                 "--iterations", "10", "--json")  # fmt: skip
    assert Path(found["variants"][0]["file"]).exists()


def test_a_command_that_fails() -> None:
    found = told("perft", "Tic-Tac-Tow", 2, "--json", code=2)
    assert found["mistakes"][0]["code"] == "unknown-game"
    assert "Tic-Tac-Toe" in found["mistakes"][0]["suggestions"]


def test_the_command_schema() -> None:
    assert json.loads(run("schema", "perft").stdout) == schema(kinds()["perft"])
    assert "ludwright.check/1" in run("schema").stdout
    assert "did you mean check?" in run("schema", "chek").output

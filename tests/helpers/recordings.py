"""The recordings of the reference implementation, where a copy of them lies beside the project."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

from helpers.paths import ROOT

REFERENCE = Path(os.environ.get("REFERENCE", ROOT.parent / "shared/reference"))


def rule_files() -> list[Path]:
    """The recorded rule files, by path; none where the recordings are absent."""
    return sorted(REFERENCE.glob("games/**/*.lud"))


def recorded(kind: str, rules: Path) -> dict[str, Any] | None:
    """The recording of a kind (`boards` or `traces`) for a rule file."""
    path = REFERENCE / kind / rules.relative_to(REFERENCE / "games").with_suffix(".json.gz")
    if not path.exists():
        return None
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def chunks(count: int) -> list[list[Path]]:
    """The recorded rule files, dealt into equal parts."""
    files = rule_files()
    return [files[k::count] for k in range(count)]

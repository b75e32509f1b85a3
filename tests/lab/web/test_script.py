"""The script of pages: its parts, its types, and that the built file is not older than they are."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from helpers.lab.scripts import needs_typescript
from helpers.paths import ROOT
from lab.web.node import executable

WEB = ROOT / "lab" / "web"
UNIT = Path(__file__).parent / "unit"


def inside(folder: str) -> list[str]:
    return [f"{folder}/{path.name}" for path in (WEB / folder).iterdir()]


@pytest.mark.parametrize(
    ("script", "sources"),
    [
        ("page.js", [*inside("src"), "engine.mjs"]),
        ("studio.js", [*inside("src"), *inside("studio"), "engine.mjs", "package-lock.json"]),
    ],
)
def test_the_built_files_are_those_of_their_sources(script: str, sources: list[str]) -> None:
    found = hashlib.sha256()
    for name in sorted(sources):
        found.update(f"{name}\n".encode() + (WEB / name).read_bytes())
    first = (WEB / script).read_text("utf-8").partition("\n")[0]
    built = re.fullmatch(r"/\* of (\w{64}), by build\.mjs \*/", first)
    assert built is not None, first
    assert built[1] == found.hexdigest(), f"{script} is older than its sources: run `make page`"


@pytest.mark.slow
@needs_typescript
def test_the_parts() -> None:
    node, tests = executable(), sorted(map(str, UNIT.glob("*.test.ts")))
    assert node is not None
    assert len(tests) >= 4
    done = subprocess.run([node, "--test", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^ℹ pass [1-9]\d", done.stdout, re.MULTILINE), done.stdout


COMPILER = WEB / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.mark.slow
@pytest.mark.skipif(
    executable() is None or not COMPILER.is_file(),
    reason="TypeScript is not installed: `npm ci` in lab/web",
)
def test_the_types() -> None:
    command = [str(executable()), str(COMPILER), "--noEmit", "--project", str(WEB)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

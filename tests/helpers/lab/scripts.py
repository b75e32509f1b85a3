"""The Node that runs parts of the script of pages."""

from __future__ import annotations

import subprocess

import pytest

from lab.web.node import executable

OLDEST = (22, 18)
"""Of Node, the first version that reads TypeScript."""


def version() -> tuple[int, ...]:
    """Which one is installed; 0 if none."""
    node = executable()
    if node is None:
        return (0,)
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, told.strip().removeprefix("v").split(".")))


needs_typescript = pytest.mark.skipif(
    version() < OLDEST, reason="no Node of 22.18 or newer is installed"
)

"""The public face: what `import ludwright` gives."""

from __future__ import annotations

import subprocess
import sys

import pytest

import interpreter
import lab
import ludwright
from helpers.paths import ROOT
from lab.pages.api import page

PAGE = ROOT / "docs" / "python.md"
HEAVY = ("numpy", "llvmlite", "lark", "interpreter", "lab")


def test_everything_is_there() -> None:
    assert ludwright.load is interpreter.load
    assert ludwright.measure is lab.measure
    assert all(getattr(ludwright, name).__doc__ for name in ludwright.__all__)
    assert dir(ludwright) == ludwright.__all__
    with pytest.raises(AttributeError, match="nothing"):
        ludwright.nothing  # noqa: B018


def test_it_costs_nothing_to_import() -> None:
    code = f"import sys, ludwright; print([one for one in {HEAVY} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_its_page_is_not_stale() -> None:
    assert PAGE.read_text("utf-8") == page(), "run make docs"
    for name in ("## State", "### .after()", "### .key", "* `draws`: ", "**Raises**"):
        assert name in page()
    assert "Raw" not in page()

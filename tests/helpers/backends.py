"""The back ends that tests run on, and how `load` is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.targets.llvm.jit import available
from lab.web import machine, node

needs_native = pytest.mark.skipif(not available(), reason="there is no native code here")
needs_wasmtime = pytest.mark.skipif(
    not (available() and machine.available()), reason="Wasmtime is not installed"
)
needs_node = pytest.mark.skipif(
    not (available() and node.available()), reason="Node is not installed"
)
BACKENDS = (pytest.param("python"), pytest.param("llvm", marks=needs_native))
# For tests that would take `make check` too long on both: the other one is left to `make test`.
NATIVE_IS_SLOW = pytest.mark.parametrize(
    "backend", ["python", pytest.param("llvm", marks=[needs_native, pytest.mark.slow])]
)
PYTHON_IS_SLOW = pytest.mark.parametrize(
    "backend",
    [pytest.param("python", marks=pytest.mark.slow), pytest.param("llvm", marks=needs_native)],
)

# For tests of which Python would need a minute: `make slow` runs it there.
PYTHON_IS_THOROUGH = pytest.mark.parametrize(
    "backend",
    [
        pytest.param("python", marks=pytest.mark.thorough),
        pytest.param("llvm", marks=[needs_native, pytest.mark.slow]),
    ],
)


# The plain program beside Python: it is the definition of what the others have to do.
WITH_PLAIN = pytest.mark.parametrize(
    "backend",
    ["plain", "python", pytest.param("llvm", marks=[needs_native, pytest.mark.slow])],
)


def how(backend: str) -> dict[str, Any]:
    """What `load` is told for a back end, or for the plain program."""
    return {"backend": "python", "plain": True} if backend == "plain" else {"backend": backend}

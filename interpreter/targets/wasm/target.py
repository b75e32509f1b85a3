"""WebAssembly as a target of LLVM."""

from __future__ import annotations

import functools
from typing import Any

from interpreter.targets.llvm.target import Target, llvm

# What every browser of the last years has; `bulk-memory-opt` is copying and filling memory.
FEATURES = ("simd128", "bulk-memory", "bulk-memory-opt", "sign-ext", "nontrapping-fptoint",
            "mutable-globals")  # fmt: skip
WASM = Target(
    triple="wasm32-unknown-unknown",
    processor="generic",
    features=",".join(f"+{one}" for one in FEATURES),
    linked=False,
)


@functools.cache
def ready() -> Any:
    """LLVM, ready to make WebAssembly too."""
    binding = llvm()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding

"""What native code is made for."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Target:
    """A machine that LLVM makes code for.

    Args:
        triple: what LLVM calls the kind of machine
        processor: what LLVM calls the processor
        features: what it can do, as LLVM lists it
        vector: bits of the narrowest vector that it computes with
        bits: it extracts and deposits bits in a few cycles
        linked: code is linked into this process, which has the functions that LLVM calls, such as
            `memcpy`; else these have to be in the code
    """

    triple: str
    processor: str
    features: str
    vector: int = 128
    bits: bool = False
    linked: bool = True


# Releases of LLVM that make branches of choices in loops and can be told not to. Another might not
# know how, and ends the process.
BRANCHING = range(20, 23)
# These have `pdep`, but take hundreds of cycles for it.
SLOW_BITS = ("znver1", "znver2", "bdver4")


@functools.cache
def llvm() -> Any:
    """LLVM, ready to make code for this machine."""
    binding: Any = import_module("llvmlite.binding")  # takes 35 ms
    _choose_without_branches(binding)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _choose_without_branches(binding: Any) -> None:
    """Keep LLVM from making branches of choices: what random games choose cannot be foreseen."""
    here = binding.get_default_triple().startswith("x86_64")
    if here and binding.llvm_version_info[0] in BRANCHING:
        binding.set_option("ludwright", "-x86-cmov-converter=false")


def without(parts: str, target: Target) -> Target:
    """A processor without what has this in its name: `avx512`, or `avx` and all built on it."""
    features = target.features.split(",")
    less = (f"-{one[1:]}" if parts in one else one for one in features)
    return replace(target, features=",".join(less))


@functools.cache
def host() -> Target:
    """This machine."""
    binding = llvm()
    name: str = binding.get_host_cpu_name()
    features: str = binding.get_host_cpu_features().flatten()
    wide = sys.maxsize > 2**32
    bits = "+bmi2" in features.split(",") and name not in SLOW_BITS and wide
    triple: str = binding.get_default_triple()
    return Target(triple, name, features, bits=bits)

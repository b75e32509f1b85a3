"""Compiled code is linked into this process, however full it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from helpers.backends import needs_native

# All of the address space between maps is a few single pages, gigabytes apart.
FULL = """
import ctypes
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PAGESIZE, PROT_READ
from interpreter.targets.llvm.jit import library

system = ctypes.CDLL(None)
system.mmap.restype = ctypes.c_void_p
system.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
system.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

TEXT = '''
@full = global i64 0
@taken = global [2 x i64] zeroinitializer
@count = internal global [8000 x i8] zeroinitializer
@table = internal constant [8000 x i8] c"{table}"

define i64 @next(i64 %at) {{
  %from = getelementptr i8, ptr @table, i64 %at
  %value = load i8, ptr %from
  %wide = zext i8 %value to i64
  %place = getelementptr i8, ptr @count, i64 %at
  %before = load i8, ptr %place
  %after = add i8 %before, 1
  store i8 %after, ptr %place
  %more = zext i8 %after to i64
  %sum = add i64 %wide, %more
  ret i64 %sum
}}
'''


def module(last):
    values = [*(one % 200 for one in range(7999)), last]
    return TEXT.format(table="".join(f"\\\\{value:02X}" for value in values))


def reserve(size):
    found = system.mmap(None, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | 0x4000, -1, 0)
    assert found not in (None, 2**64 - 1)
    return found


def used(last):
    made = library(module(last), ["next"])
    following = made.function("next", ctypes.c_int64, ctypes.c_int64)
    assert [following(one) for one in (7, 7, 7999)] == [8, 9, last + 1]
    return made


kept = [used(0)]
lowest = reserve(3 << 30)
for power in range(30, 11, -1):  # what is free above it is not any more
    while reserve(1 << power) > lowest:
        pass
holes = []
for _ in range(60):
    holes.append(reserve(PAGESIZE))
    reserve(3 << 30)
for hole in holes:
    system.munmap(hole, PAGESIZE)
for last in range(1, 6):
    kept.append(used(last))
"""


@needs_native
@pytest.mark.skipif(sys.platform != "linux", reason="memory is asked for in another way elsewhere")
def test_code_reaches_its_tables_in_a_process_full_of_maps() -> None:
    done = subprocess.run([sys.executable, "-c", FULL], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

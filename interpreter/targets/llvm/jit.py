"""From LLVM's text to functions in this process: optimise, compile, keep on disk, link.

Object code is kept in a folder of the user's cache, under a name that says what it was made of:
the text, the release of LLVM, the processor, the passes. What is found there is checked before
it is used, so that a damaged file is only made again. Files appear whole, by renaming.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import sys
import threading
import weakref
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.targets.llvm import stacks
from interpreter.targets.llvm.assembly import FULL, TAKEN
from interpreter.targets.llvm.room import NoRoomError
from interpreter.targets.llvm.target import Target, host, llvm

if TYPE_CHECKING:
    from collections.abc import Callable

PASSES = "16"  # which passes in which order, and what the text means; raise it with either
DIGEST = 32
MOST_CACHED = 512 << 20


def available() -> bool:
    """Whether this machine can make native code."""
    if sys.byteorder != "little":
        return False
    try:
        import_module("llvmlite.binding")
    except (ImportError, OSError):
        return False
    return True


# LLVM holds one lock for itself; what it is asked to do is asked by one thread at a time.
_lock = threading.Lock()
_linked = 0
# What native code is held by and nobody needs any more: LLVM had no time to take it away.
_gone: list[object] = []


@functools.cache
def _machine(target: Target, *, quick: bool = False) -> Any:
    return (
        llvm()
        .Target.from_triple(target.triple)
        .create_target_machine(
            cpu=target.processor,
            features=target.features,
            opt=0 if quick else 2,
            codemodel="small",
            reloc="pic" if target.linked else "static",
        )
    )


@functools.cache
def _jit() -> Any:
    # The newer linker puts code and tables of a module into one block. The older may find places
    # for them that are further apart than code reaches, and then ends the process; but only it
    # knows the objects of Windows well.
    return llvm().create_lljit_compiler(None, use_jit_link=sys.platform != "win32")


def compiled(text: str, target: Target, *, quick: bool = False) -> bytes:
    """Object code of a module, as `compile_text` makes it, by one thread at a time."""
    with _lock:
        found = compile_text(text, target, quick=quick)
        _gone.clear()
        return found


def compile_text(text: str, target: Target, *, quick: bool = False) -> bytes:
    """Object code of a module.

    Args:
        target: what it is made for
        quick: made in a fraction of the time, and half as fast, for what does not run for long
    """
    binding, machine = llvm(), _machine(target, quick=quick)
    module = binding.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    if os.environ.get("LUDWRIGHT_VERIFY"):
        module.verify()
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options())
    passes = binding.create_new_module_pass_manager()
    if not quick:  # to put functions where they are called takes longer than it gains in one game
        passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    # Variables of quick code stay in memory: from values that come from several blocks, LLVM's fast
    # way of choosing instructions has made wrong code (Oware, plain, went on when it was over).
    if not quick:
        passes.add_sroa_pass()
        passes.add_sccp_pass()
        passes.add_jump_threading_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        # What has been simplified tells of more jumps where they lead in the end.
        passes.add_jump_threading_pass()
    if not target.linked:  # what is sent to others should be small: many tables are alike
        passes.add_constant_merge_pass()
        passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    found: bytes = machine.emit_object(module)
    return found


# The cache on disk


def folder() -> Path | None:
    """Where object code is kept; None where nothing is kept.

    `LUDWRIGHT_CACHE` names the folder, or is `off`.
    """
    chosen = os.environ.get("LUDWRIGHT_CACHE", "")
    if chosen.lower() == "off":
        return None
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = str(Path("~/Library/Caches").expanduser())
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path("~/.cache").expanduser()) / "ludwright"
    except RuntimeError:  # no home
        return None


def key_of(*parts: str | bytes) -> str:
    """The name of what is made of some texts, on this machine by this release."""
    found = hashlib.sha256()
    for part in (*parts, _release()):
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "little") + data)
    return found.hexdigest()


@functools.cache
def _release() -> str:
    version: str = import_module("llvmlite").__version__
    return f"{PASSES} {version} {host()}"


def recall(key: str) -> bytes | None:
    """What is kept under a name; None if it is not there or damaged."""
    place = folder()
    if place is None:
        return None
    try:
        data = (place / key[:2] / key[2:]).read_bytes()
    except OSError:
        return None
    content = data[DIGEST:]
    return content if _digest(key, content) == data[:DIGEST] else None


def _digest(key: str, content: bytes) -> bytes:
    """What tells that a file is whole, and that it was kept under this name."""
    return hashlib.sha256(key.encode() + content).digest()


def keep(key: str, content: bytes) -> None:
    """Keep something under a name; what cannot be written is not kept."""
    place = folder()
    if place is None:
        return
    target = place / key[:2] / key[2:]
    scratch = target.with_name(f"{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(_digest(key, content) + content)
        scratch.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            scratch.unlink()
        return
    if int(key[:2], 16) == 0:  # now and then
        _prune(place)


def _prune(place: Path) -> None:
    """Forget what was made longest ago where too much is kept."""
    with contextlib.suppress(OSError):
        found = [(one.stat().st_mtime, one.stat().st_size, one) for one in place.glob("*/*")]
        total = sum(size for _, size, _ in found)
        for _, size, one in sorted(found):
            if total <= MOST_CACHED:
                return
            one.unlink(missing_ok=True)
            total -= size


# Linking


def _forget(tracker: object) -> None:
    """Take native code away that nobody needs, now or when LLVM has made what it is making."""
    _gone.append(tracker)
    if _lock.acquire(blocking=False):
        try:
            _gone.clear()
        finally:
            _lock.release()


class Library:
    """Compiled functions in this process; they live as long as this object.

    Args:
        code: object code
        names: the functions to find in it
    """

    def __init__(self, code: bytes, names: Sequence[str]) -> None:
        global _linked
        binding = llvm()
        with _lock:
            _linked += 1
            builder = binding.JITLibraryBuilder()
            builder.add_object_img(code).add_current_process()
            for name in (FULL, TAKEN, *names):
                builder.export_symbol(name)
            tracker = builder.link(_jit(), f"ludwright{_linked}")
        weakref.finalize(self, _forget, tracker).atexit = False
        self._addresses = {name: int(tracker[name]) for name in names}
        self._full = ctypes.c_int64.from_address(int(tracker[FULL]))
        self._taken = (ctypes.c_int64 * 2).from_address(int(tracker[TAKEN]))

    def address(self, name: str) -> int:
        """Where a function or a global is."""
        return self._addresses[name]

    def stack(self, levels: int = 0) -> int:
        """Bytes of the stack that a call takes at most.

        Args:
            levels: how deep those functions go that call themselves as often as they are told
        """
        whole, level = self._taken
        return whole + levels * level

    def function(
        self, name: str, result: Any, *arguments: Any, levels: int = 0
    ) -> Callable[..., Any]:
        """A function that Python can call; it runs without the interpreter's lock.

        It raises a NoRoomError where a position has more moves than there is room for.

        Args:
            levels: as in `stack`
        """
        called = ctypes.CFUNCTYPE(result, *arguments)(self._addresses[name])
        needed = self.stack(levels)

        def run(*operands: Any) -> Any:
            if needed <= stacks.free():
                answer = called(*operands)
            else:
                answer = stacks.enough(needed, lambda: called(*operands))
            if self._full.value:
                self._full.value = 0
                raise NoRoomError(
                    "a position has more moves than native code has room for;"
                    " the Python back end has no such limit"
                )
            return answer

        return run


def known(key: str, names: Sequence[str]) -> Library | None:
    """The functions of what is kept under a name; None if it is not there."""
    code = recall(key)
    if code is not None:
        # A file that was whole, but is no object code of ours, is made again.
        with contextlib.suppress(RuntimeError):
            return Library(code, names)
    return None


def library(
    text: str,
    names: Sequence[str],
    key: str | None = None,
    *,
    target: Target | None = None,
    quick: bool = False,
) -> Library:
    """The functions of a module, from the cache or compiled now.

    Args:
        key: the name under which they are kept, and were not found; by the text if not given
        target: what they are made for, a machine that can do no more than this one, which it is if
            not given
        quick: as in `compile_text`
    """
    target = target or host()
    if key is None:
        key = key_of("module", text, str(target), str(quick))
        found = known(key, names)
        if found is not None:
            return found
    code = compiled(text, target, quick=quick)
    keep(key, code)
    return Library(code, names)

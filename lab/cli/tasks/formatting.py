"""What `ludwright format` does with files and folders."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.play.load import read_file
from interpreter.text.errors import LudError, Source
from interpreter.text.layout import laid_out

FINE, UNTIDY, WRONG = 0, 1, 2
SUFFIXES = (".lud", ".def")
PIPE = Path("-")


def formatted(files: Sequence[Path], *, check: bool) -> int:
    """Lay out files, or say which are not; the exit status of the command."""
    if PIPE in files:
        sys.stdout.write(laid_out(Source("<text>", sys.stdin.read())))
        return FINE
    looked = changed = wrong = 0
    for path in _files(files):
        looked += 1
        try:
            source = read_file(path)
            text = laid_out(source)
        except LudError as error:
            print(error)
            wrong += 1
            continue
        if text != source.text:
            changed += 1
            print(f"{'would change' if check else 'changed'} {path}")
            if not check:
                path.write_bytes(text.encode())
    said = f"{looked} file{'s' * (looked != 1)}, {changed} {'to change' if check else 'changed'}"
    print(said + (f", {wrong} with mistakes" if wrong else ""))
    if wrong:
        return WRONG
    return UNTIDY if check and changed else FINE


def _files(files: Sequence[Path]) -> Iterator[Path]:
    for path in files:
        if path.is_dir():
            yield from (one for one in sorted(path.rglob("*")) if one.suffix in SUFFIXES)
        else:
            yield path

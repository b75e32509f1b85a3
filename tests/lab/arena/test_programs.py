"""Programs that are asked in lines, well and badly behaved, each as a process of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from interpreter import LudError
from lab.arena.programs import MOST_BYTES, Command, FaultError, Program, Stable, command

READ = "import sys, time\nfor line in sys.stdin:\n"


@contextmanager
def running(code: str) -> Iterator[Program]:
    """A program in Python, without what Python reads as it starts."""
    program = Program(Command("it", (sys.executable, "-ISc", code)))
    try:
        yield program
    finally:
        program.close(at_once=True)


def test_an_answer_is_the_first_line_that_is_no_comment() -> None:
    with running(f"{READ}    print('# hm\\n\\n  a1 \\nb2', flush=True)") as program:
        assert program.ask({"kind": "move"}, 20) == "a1"
        time.sleep(0.1)
        # What came before the question is no answer to it.
        assert program.ask({"kind": "move"}, 20) == "a1"


FAULTS = {
    "ends": ("sys.stderr.write('oh no'); sys.exit(3)", 20, "ended", "ended with status 3"),
    "is silent": ("pass", 0.2, "silent", "gave no answer in 0.2 s"),
    "comments for ever": (
        "\n        while 1: print('#' * 9999)",
        20,
        "flooding",
        "said more than 4 MiB",
    ),
    "says one long line": ("\n        while 1: print('x' * 999, end='')", 20, "flooding", "4 MiB"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told(name: str) -> None:
    code, seconds, kind, reason = FAULTS[name]
    with running(f"{READ}    {code}") as program:
        with pytest.raises(FaultError, match=reason) as found:
            program.ask({"kind": "move"}, seconds)
        assert found.value.kind == kind
        assert found.value.hint == ("oh no" if kind == "ended" else None)
        if kind == "flooding":
            assert not program.runs


def test_a_program_that_reads_nothing_holds_nobody_up() -> None:
    with running("import time; time.sleep(60)") as program:
        program.say({"text": "x" * MOST_BYTES})
        with pytest.raises(FaultError, match="no answer"):
            program.ask({"kind": "move"}, 0.1)


def test_one_that_ends_before_it_is_asked_is_not_waited_for() -> None:
    with running("raise SystemExit(4)") as program:
        program._process.wait(20)
        program._readers[0].join(20)
        with pytest.raises(FaultError, match="ended with status 4"):
            program.ask({"kind": "move"}, 20)


def test_one_that_has_ended_is_started_again() -> None:
    stable = Stable()
    started = Command("it", (sys.executable, "-ISc", f"{READ}    print(1); sys.exit()"))
    first = stable.program(started)
    assert first.ask({}, 20) == "1"
    first._process.wait(20)
    second = stable.program(started)
    assert second is not first
    assert second.ask({}, 20) == "1"
    assert stable.program(started, 1) is not second
    stable.close(at_once=True)
    assert second._process.returncode is not None


@pytest.mark.parametrize("text", ["nobody-is-called-so --fast", "", "'"])
def test_what_is_no_program_is_told(text: str) -> None:
    with pytest.raises(LudError, match=r"no program|cannot be read"):
        command("it", text)

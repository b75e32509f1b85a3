"""Ctrl-C where Python is in native code, where it is not, and where it drops what is raised."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from helpers.backends import needs_native

pytestmark = [
    needs_native,
    pytest.mark.skipif(sys.platform == "win32", reason="there, a signal wakes no pipe"),
]
# Whoever has started the tests in the background has signals ignored by all that they start.
BEGIN = """
import signal
import sys
import threading
import time
from lab.cli import interrupt
from ludwright import load

signal.signal(signal.SIGINT, signal.default_int_handler)
interrupt.PATIENCE_S = 0.3
interrupt.Watch(130).begin()
game = load('''
(game "Long" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play %s(move Add (to (sites Empty)))%s)
        (end (if (is Line 3) (result Mover Win)))
    )
)''')
"""
# A machine may be busy with other things: only how much has been computed since an instruction was
# begun tells that it is the one that takes years, behind all that is imported and compiled.
LONG = (
    BEGIN % (6 * "(forEach Value min:0 max:100 ", 6 * ")")
    + """
def tell(main):
    before = None
    while True:
        frame = sys._current_frames()[main]
        now, at = time.process_time(), (frame.f_code, frame.f_lasti)
        if at != before:
            before, since = at, now
        elif now > since + 0.5:
            break
        time.sleep(0.01)
    print("begun", flush=True)

threading.Thread(target=tell, args=(threading.get_ident(),), daemon=True).start()
game.playouts(1)
"""
)
PATIENT = (
    BEGIN % ("", "")
    + """
game.playouts(100)
try:
    print("begun", flush=True)
    while True:
        game.playouts(100)
except KeyboardInterrupt:
    time.sleep(1)
    print("saved")
    raise SystemExit(7)
"""
)


@pytest.mark.parametrize(
    ("script", "status", "said"), [(LONG, 130, ""), (PATIENT, 7, "saved")], ids=["stuck", "saving"]
)
def test_only_what_is_stuck_is_ended(script: str, status: int, said: str) -> None:
    command = [sys.executable, "-c", script]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as one:
        assert one.stdout is not None
        assert one.stdout.readline() == "begun\n"
        one.send_signal(signal.SIGINT)
        out, err = one.communicate(timeout=30)
    assert (one.returncode, out.strip()) == (status, said)
    assert ("interrupted" in err) == (status == 130)


FREED = """
import os
import signal
import time
from lab.cli import interrupt

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, lambda *_: exit(143))
interrupt.Watch(130).begin()


class Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})


{before}
one = Freed()
del one
time.sleep(20)
"""


def ended(script: str) -> tuple[int, str]:
    command = [sys.executable, "-c", script]
    one = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return one.returncode, one.stderr


@pytest.mark.parametrize(("name", "status"), [("SIGINT", -signal.SIGINT), ("SIGTERM", 143)])
def test_what_is_raised_where_something_is_freed_is_not_lost(name: str, status: int) -> None:
    assert ended(FREED.format(name=name, before=""))[0] == status
    dropped = FREED.format(name=name, before="import sys; sys.unraisablehook = print")
    assert ended(dropped.replace("sleep(20)", "sleep(0.2)"))[0] == 0


def test_what_else_is_dropped_is_told() -> None:
    script = "raise ValueError('freed')"
    text = FREED.format(name="SIGINT", before="").replace(
        "os.kill(os.getpid(), signal.SIGINT)", script
    )
    assert "ValueError: freed" in ended(text.replace("sleep(20)", "sleep(0)"))[1]


# As numpy does it where it is interrupted in its own native code.
BROKEN = """
import os
import signal
import sys
from lab.cli.app import app, main

signal.signal(signal.SIGINT, signal.default_int_handler)


@app.command()
def odd() -> None:
    try:
        {before}
        sys.exit(9)
    except KeyboardInterrupt:
        pass
    raise ImportError("numpy is not installed as it should be")


sys.argv = ["ludwright", "odd"]
main()
"""


def test_an_import_that_is_interrupted_is_not_called_broken() -> None:
    sent = "os.kill(os.getpid(), signal.SIGINT)"
    assert ended(BROKEN.format(before=sent)) == (130, "\ninterrupted\n")
    status, said = ended(BROKEN.format(before="raise KeyboardInterrupt"))
    assert status == 3
    assert "numpy is not installed as it should be" in said

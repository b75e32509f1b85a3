"""Which passes are meant by their names."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.passes.order_of_passes import PASSES, chosen
from interpreter.play.load import VARIABLE
from interpreter.play.load import meant as meant_passes
from interpreter.text.errors import LudError


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (None, PASSES),
        ("", ()),
        ("dead", ("dead",)),
        ("dead, unroll", ("unroll", "dead")),
        ("-dead", PASSES[:-1]),
        ("-unroll,-dead", tuple(one for one in PASSES[:-1] if one != "unroll")),
    ],
)
def test_passes_are_chosen_by_name(
    said: str | None, meant: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    if said is not None:
        assert chosen([one.strip() for one in said.split(",") if one]) == meant
        monkeypatch.setenv(VARIABLE, said)
    assert meant_passes() == meant
    fields = len(load("Tic-Tac-Toe", backend="python").program.fields)
    alone = len(load("Tic-Tac-Toe", backend="python", passes=meant).program.fields)
    assert fields == alone
    assert (alone < len(load("Tic-Tac-Toe", backend="python", plain=True).program.fields)) == (
        "dead" in meant
    )


@pytest.mark.parametrize(
    ("names", "message"),
    [(("ded",), "unknown passes ded; known: inline"), (("dead", "-order"), "not both")],
)
def test_passes_that_make_no_sense(
    names: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=message):
        load("Tic-Tac-Toe", passes=names)
    monkeypatch.setenv(VARIABLE, ",".join(names))
    with pytest.raises(LudError, match=f"^{VARIABLE} makes no sense: .*{message}"):
        load("Tic-Tac-Toe")

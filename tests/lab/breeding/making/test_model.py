"""Children that a language model makes, against a server of our own."""

from __future__ import annotations

import time
from random import Random

import pytest
from typer.testing import CliRunner

from helpers.lab.fake_runs import told
from helpers.lab.model import Answer, Lenient, oracle, raw, says, slow, without_grammar
from interpreter import LudError
from lab.breeding.judging.examine import conceive
from lab.breeding.kinds import WASTED, Conception, Effort, Limits, Parent, Settings
from lab.breeding.making.breeder import WAYS, Breeder, NoChildError
from lab.breeding.making.credit import Credit
from lab.breeding.making.endpoint import complete, endpoint
from lab.breeding.making.genome import Genome
from lab.cli.app import app

PARENT = Genome.read("Tic-Tac-Toe")
ONLY = {way.name: 0.0 for way in WAYS} | {"model": 1.0}
GOOD = """(game "Four" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
BAD = GOOD.replace("Empty", "Emty")


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "KEY", "GRAMMAR", "SECONDS"):
        monkeypatch.delenv(f"LUDWRIGHT_MODEL_{name}", raising=False)
    monkeypatch.delenv("LUDWRIGHT_MODEL", raising=False)


def breeder(patience: float = 20.0) -> Breeder:
    return Breeder(Random(1), ONLY, more=0.0, patience=patience)


def test_a_good_answer_is_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_MODEL_KEY", "secret")
    monkeypatch.setenv("LUDWRIGHT_MODEL", "small")
    with oracle(f"Here you are:\n```lud\n{GOOD}\n```\nHave fun!") as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", f"{server.url}/")
        child = breeder().mutate(PARENT)
    assert child.changes == ("model",)
    assert child.genome.canonical == Genome.read(GOOD).canonical
    [asked] = server.asked
    assert (asked["path"], asked["key"], asked["model"]) == (
        "/v1/chat/completions", "Bearer secret", "small",
    )  # fmt: skip
    assert "root ::=" in asked["grammar"]
    system, user = asked["messages"]
    assert "(is Line" in system["content"]
    assert '(game "Parent"' in user["content"]


def test_mistakes_go_back_until_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with oracle(BAD, "I would rather not.", PARENT.text("Same"), GOOD) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        assert breeder().mutate(PARENT).genome.canonical == Genome.read(GOOD).canonical
    replies = [one["messages"][-1]["content"] for one in server.asked[1:]]
    assert "did you mean Empty?" in replies[0]
    assert "no (game" in replies[1]
    assert "another" in replies[2]
    assert server.asked[-1]["messages"][2]["content"] == BAD


@pytest.mark.slow
def test_a_server_without_grammars_is_asked_without(monkeypatch: pytest.MonkeyPatch) -> None:
    with oracle(without_grammar(GOOD)) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        for _ in range(2):
            assert breeder().mutate(PARENT).changes == ("model",)
        assert ["grammar" in one for one in server.asked] == [True, False, False]
        monkeypatch.setenv("LUDWRIGHT_MODEL_GRAMMAR", "structured_outputs.grammar")
        breeder().mutate(PARENT)
        assert "::=" in server.asked[-1]["structured_outputs"]["grammar"]


def far_away(url: str) -> Answer:
    return raw(b"", 302, location=url)


NO_ANSWERS: list[Answer] = [
    raw(b"no json"), raw(b"[]"), raw(b"{}"), raw(b"[" * 100_000), raw(b"", 500), raw(b"", 429),
    raw(b'{"choices": []}'), says(None), says(7), says("(" * 50_000), raw(b"x" * 3_000_000),
    slow(30),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("answer", NO_ANSWERS, ids=range(len(NO_ANSWERS)))
def test_what_is_no_answer_costs_only_a_try(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with oracle(answer) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        asks, start = breeder(patience=0.8), time.perf_counter()
        with pytest.raises(NoChildError):
            asks.mutate(PARENT)
        assert time.perf_counter() - start < 8
        assert asks.lost


def test_no_redirection_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_MODEL_KEY", "secret")
    with oracle(GOOD) as other, oracle(far_away(f"{other.url}/chat/completions")) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        with pytest.raises(NoChildError):
            breeder(1.0).mutate(PARENT)
    assert other.asked == []


def test_a_server_that_is_gone_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with oracle(GOOD) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
    for _ in range(3):
        with pytest.raises(NoChildError):
            breeder().mutate(PARENT)
    start = time.perf_counter()
    with pytest.raises(Exception, match="failed too often"):
        complete(endpoint(), [])
    assert time.perf_counter() - start < 0.1


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("URL", "", "LUDWRIGHT_MODEL_URL"),
        ("URL", "file:///etc/passwd", "no address of the web"),
        ("URL", "http://[", "no address of the web"),
        ("KEY", "a\r\nhost: b", "no key"),
        ("SECONDS", "soon", "number of seconds"),
    ],
)
def test_what_the_environment_says_makes_sense(
    name: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_MODEL_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv(f"LUDWRIGHT_MODEL_{name}", value)
    with pytest.raises(LudError, match=message):
        endpoint()


def test_it_is_off_unless_asked_for() -> None:
    assert Breeder(Random(1)).rates["model"] == 0
    assert Credit().rates()["model"] == 0
    assert Credit({"model": 3.0}).rates()["model"] == 3.0


def test_a_run_that_asks_nobody_is_refused_at_once(tmp_path: object) -> None:
    found = CliRunner().invoke(app, ["evolve", f"{tmp_path}/a.db", "--model", "-n", "9"])
    assert isinstance(found.exception, LudError) or found.exit_code
    assert "LUDWRIGHT_MODEL_URL" in f"{found.exception} {found.output}"


HOSTILE = [
    GOOD.replace("(square 4)", "(square 2000)"),
    '(define "A" ("B" "B")) (define "B" ("A" ("A"))) (game "X" ("A"))',
    GOOD.replace("(is Line 3)", "(and " * 150 + "(is Line 3) True" + ") " * 150),
    '(match "M" (players 2) (games (subgame "/etc/passwd")) (end (if True (result P1 Win))))',
]


@pytest.mark.slow
def test_hostile_rules_are_told_as_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings((), rates=ONLY, limits=Limits(seconds=20.0))
    parent = Parent(0, "Tic", PARENT.text("Tic"), (PARENT.canonical,))
    with oracle(*HOSTILE[1:], HOSTILE[0]) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        found = conceive(Conception(3, 5, (parent,)), settings)
    assert found.verdict
    assert "passwd" not in found.text
    assert "model" in str(found.features.get(WASTED, "")) + found.change


def grown(handler: object, body: dict[str, object]) -> None:
    """Another game for every question, some of them with mistakes."""
    seed = int(str(body["seed"]))
    text = GOOD.replace("(square 4)", f"(rectangle {3 + seed % 3} {4 + seed // 3 % 3})")
    says(BAD if seed % 5 == 0 else text)(handler, body)  # pyright: ignore[reportArgumentType]


@pytest.mark.slow
def test_a_run_tells_its_children_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(
        ("Tic-Tac-Toe", "Gomoku"),
        crossing=0.0,
        rates={"model": 12.0},
        effort=Effort(32),
    )
    with oracle(grown) as server:
        monkeypatch.setenv("LUDWRIGHT_MODEL_URL", server.url)
        children = told(settings=settings, workers=1, children=10, examiner=Lenient())
    assert server.asked
    ways = [one.change.split() for one in children[2:]]
    assert any("model" in one for one in ways)
    assert any("model" not in one for one in ways)
    credit = Credit(settings.rates)
    for child in children:
        credit.tell(child.change, child.verdict, kept=child.kept)
    assert credit.ways["model"].made == sum("model" in one for one in ways)

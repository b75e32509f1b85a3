"""Attacks on the studio: each is tried on the real process, and comes to nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from helpers.lab.studio import Running, below, needs_studio, studio
from lab.studio.safety import Allowance, Keys, hosts

pytestmark = [needs_studio, pytest.mark.slow]
GOOD = (
    '(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("desk")
    (folder / "held.lud").write_text(GOOD, "utf-8")
    with studio(folder) as found:
        assert found.request("/").status == 403, "nobody has entered yet"
        token = found.token
        found.enter()
        assert found.request(f"/?token={token}").status == 403, "the address works once"
        yield found


def refused(open_: Callable[[], Any]) -> None:
    websocket = import_module("websocket")
    with pytest.raises((websocket.WebSocketException, OSError)):  # noqa: PT012  at once, or then
        if open_().recv() == "":
            raise websocket.WebSocketException("it was closed")


# Who may come in


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:{port}", ""]
)
def test_names_that_are_made_to_point_here(running: Running, host: str) -> None:
    given = host.format(port=running.port)
    assert running.request("/", host=given, cookie=running.cookie).status == 403
    refused(lambda: running.socket(host=given or "x", origin=f"http://{given}"))


@pytest.mark.parametrize("path", ["/socket", "/language"])
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"]
)
def test_sockets_of_other_pages(running: Running, path: str, origin: str) -> None:
    refused(lambda: running.socket(path, origin=origin.format(port=running.port)))


@pytest.mark.parametrize("path", ["/socket", "/language"])
@pytest.mark.parametrize("cookie", ["", "ludwright-{port}=wrong", "other=1", "=;;="])
def test_sockets_without_the_cookie(running: Running, path: str, cookie: str) -> None:
    refused(lambda: running.socket(path, cookie=cookie.format(port=running.port)))


def test_requests_without_the_cookie(running: Running) -> None:
    for path in ("/", "/studio.js", "/picture/Hex.svg", "/?token=wrong", "/?token="):
        assert running.request(path).status == 403, path


def test_the_cookie_is_for_this_page_alone(running: Running) -> None:
    with studio(running.folder) as other:
        set_cookie = other.request(f"/?token={other.token}").headers["set-cookie"].lower()
    assert "httponly" in set_cookie
    assert "samesite=strict" in set_cookie
    assert "domain" not in set_cookie


def test_nothing_is_changed_by_a_request(running: Running) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert running.request("/", method, cookie=running.cookie).status in {403, 405}
        ours = f"http://127.0.0.1:{running.port}"
        assert running.request("/", method, cookie=running.cookie, origin=ours).status == 405


def test_what_the_page_may_do(running: Running) -> None:
    headers = running.request("/", cookie=running.cookie).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    other = running.request("/", cookie=running.cookie).headers["content-security-policy"]
    assert policy != other, "a nonce is for one page"


def test_tokens_are_used_once_and_passwords_cannot_be_guessed() -> None:
    clock = [0.0]
    keys = Keys(hosts(["127.0.0.1"], 8640), 8640, "right", clock=lambda: clock[0])
    first = keys.token
    assert keys.use("wrong") is None
    assert keys.use(first)
    assert keys.use(first) is None
    assert [keys.enter("wrong") for _ in range(5)] == [None] * 5
    assert keys.enter("right") is None, "too many were tried"
    clock[0] = 61.0
    assert keys.enter("right")


def test_others_come_in_by_a_password(tmp_path: Path) -> None:
    with studio(tmp_path, "--host", "localhost", LUDWRIGHT_PASSWORD="open sesame") as found:
        assert "unencrypted" in found.said
        assert "token" not in found.said
        ours = {"host": f"localhost:{found.port}", "origin": f"http://localhost:{found.port}"}
        assert "Password" in found.request("/", host=ours["host"]).text
        assert "set-cookie" not in found.request("/enter", "POST", "password=x", **ours).headers
        answer = found.request("/enter", "POST", "password=open+sesame", **ours)
        cookie = answer.headers["set-cookie"].partition(";")[0]
        assert found.request("/", host=ours["host"], cookie=cookie).status == 200
        assert (
            found.request("/enter", "POST", "password=open+sesame", host=ours["host"]).status == 403
        )


def test_it_does_not_listen_everywhere(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError),
        studio(tmp_path, "--host", "0.0.0.0", LUDWRIGHT_PASSWORD="x"),
    ):
        pass


# What those who are in may do


@pytest.mark.parametrize(
    "path",
    ["../held.lud", "/etc/passwd", "/etc/x.lud", "a/../../x.lud", "..", "", "C:x.lud", "a\\b.lud",
     "x\0.lud", "held.txt", ".lud/../../x.lud", "link.lud", "out/x.lud", "\n.lud"],
)  # fmt: skip
def test_files_elsewhere(running: Running, path: str) -> None:
    outside = running.folder.parent / "outside"
    outside.mkdir(exist_ok=True)
    secret = outside / "x.lud"
    secret.write_text("(secret)", "utf-8")
    for name, target in (("link.lud", secret), ("out", outside)):
        if not (running.folder / name).is_symlink():
            (running.folder / name).symlink_to(target)
    page = running.page()
    assert "secret" not in page.refused("open", path=path)
    assert page.refused("save", path=path, text="mine", before=None)
    assert secret.read_text("utf-8") == "(secret)"
    assert sorted(one.name for one in running.folder.parent.glob("*.lud")) == []


@pytest.mark.parametrize(
    "path", ["../x.txt", "/etc/hostname", "/etc/x.txt", "notes.txt", "held.lud", "link.txt", ""]
)
def test_records_elsewhere_and_other_texts(running: Running, path: str) -> None:
    outside = running.folder.parent / "outside"
    outside.mkdir(exist_ok=True)
    good = "ludwright record 1\ngame: Hex\n"
    (outside / "x.txt").write_text(good, "utf-8")
    (running.folder / "notes.txt").write_text("secret", "utf-8")
    if not (running.folder / "link.txt").is_symlink():
        (running.folder / "link.txt").symlink_to(outside / "x.txt")
    page = running.page()
    assert "secret" not in page.refused("open_record", path=path)
    told = page.ends(page.send("save_record", path=path, text=good, before=None))
    assert "secret" not in json.dumps(told)
    assert "failed" in told
    assert (running.folder / "notes.txt").read_text("utf-8") == "secret"
    assert (outside / "x.txt").read_text("utf-8") == good
    assert "notes.txt" not in page.ask("records")["files"]


def test_a_file_that_was_changed_on_disk_is_not_lost(running: Running) -> None:
    page = running.page()
    made = page.ask("save", path="sub/changed.lud", text="(one)", before=None)
    (running.folder / "sub" / "changed.lud").write_text("(other)", "utf-8")
    told = page.ends(page.send("save", path="sub/changed.lud", text="(two)", before=made["mark"]))
    assert told["failed"]["changed"]["text"] == "(other)"
    assert page.refused("save", path="sub/changed.lud", text="(two)", before=None)
    assert (running.folder / "sub" / "changed.lud").read_text("utf-8") == "(other)"
    mark = told["failed"]["changed"]["mark"]
    page.ask("save", path="sub/changed.lud", text="(two)", before=mark)
    assert (running.folder / "sub" / "changed.lud").read_text("utf-8") == "(two)"
    assert "sub/changed.lud" in page.ask("files")["files"]


GARBAGE = [
    "", "no json", "[]", "{}", '{"id": "x"}', "[" * 100_000, '{"id": 1, "ask": "exec"}',
    '{"id": 2, "ask": {}}', '{"id": 3, "ask": "open", "path": 7}', '{"id": 4, "ask": "preview"}',
    '{"id": 5, "ask": "preview", "text": 5}', '{"id": 6, "ask": "measure", "texts": "x"}',
    '{"id": 9, "ask": "run", "run": 7}', '{"id": 10, "ask": "bred", "run": "x.db", "number": "x"}',
    '{"id": 11, "ask": "breed", "run": {}}',
    '{"id": 12, "ask": "breed", "run": "x.db", "seed": []}',
    '{"id": 13, "ask": "vary", "text": "(game", "keep": 3}', '{"id": 14, "ask": "runs", "stop": 0}',
    '{"id": 7, "ask": "analyse", "text": "(game", "record": []}', '{"id": 8, "stop": 9}',
]  # fmt: skip


def test_garbage_gets_an_answer_and_hurts_nobody(running: Running) -> None:
    hostile = running.page()
    for text in GARBAGE:
        hostile.socket.send(text)
    assert "failed" in hostile.ends(5)
    assert running.page().ask("preview", text=GOOD)["players"] == 2


def test_floods_and_huge_texts_end_the_socket_and_nobody_else_feels_them(running: Running) -> None:
    websocket = import_module("websocket")
    flood, huge, honest = running.page(), running.page(), running.page()
    with pytest.raises((websocket.WebSocketException, OSError)):  # noqa: PT012  whenever it closes
        for _ in range(5_000):
            flood.send("files")
        while flood.socket.recv():
            pass
        raise websocket.WebSocketException("it was closed")
    with pytest.raises((websocket.WebSocketException, OSError)):  # noqa: PT012
        huge.send("preview", text="(" * 4_000_000)
        assert huge.socket.recv() == ""
        raise websocket.WebSocketException("it was closed")
    start = time.perf_counter()
    assert honest.ask("preview", text=GOOD)["players"] == 2
    assert time.perf_counter() - start < 20


SLOW = [
    GOOD.replace("(square 3)", "(square 2000)"),
    "(" * 200_000,
    '(define "A" ("B" "B")) (define "B" ("A" ("A"))) (game "X" ("A"))',
    GOOD.replace("(result Mover Win)", "(result Mover Win)" * 3000),
]


@pytest.mark.parametrize("text", SLOW, ids=range(len(SLOW)))
def test_hostile_rules_cost_only_their_own_question(running: Running, text: str) -> None:
    hostile, honest = running.page(), running.page()
    number = hostile.send("preview", text=text)
    assert honest.ask("preview", text=GOOD)["players"] == 2
    told = hostile.ends(number)
    assert "failed" in told or "done" in told
    assert hostile.ask("preview", text=GOOD)["players"] == 2, "its page goes on"


MATCH = """(match "M" (players 2) (games (subgame "NAME" result:1))
    (end (if (= (matchScore P1) 1) (result P1 Win))))"""


@pytest.mark.parametrize("name", ["/etc/passwd", "../outside/x", "x/../../outside/x", "held.lud"])
def test_a_match_names_no_files_elsewhere(running: Running, name: str) -> None:
    outside = running.folder.parent / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "x.lud").write_text("(secret)", "utf-8")
    page, text = running.page(), MATCH.replace("NAME", name)
    for own in ("mine.lud", "sub/mine.lud"):
        assert "no game is called" in page.refused("preview", text=text, name=own)
    for own in ("/etc/mine.lud", "../outside/mine.lud"):
        assert "no path" in page.refused("preview", text=text, name=own)
    # What the page says of places counts for nothing.
    place = str(outside / "mine.lud")
    assert "no game" in page.refused("preview", text=text.replace(name, "x"), source=place)
    good = page.ask("preview", text=MATCH.replace("NAME", "held"), name="mine.lud")
    assert good["players"] == 2, "a game beside it may be named"


def test_the_language_server_behind_the_socket(running: Running) -> None:
    socket = running.socket("/language")
    socket.send("garbage")
    refused(lambda: socket)
    socket = running.socket("/language")
    about = {"processId": None, "rootUri": None, "capabilities": {}}
    socket.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}))
    assert json.loads(socket.recv())["result"]["capabilities"]["hoverProvider"]


def test_the_language_server_reads_nothing_elsewhere(running: Running) -> None:
    root = running.folder.as_uri()
    for uri in (
        "file:///etc/passwd", f"{root}/../outside/x.lud", f"{root}/%2e%2e/outside/x.lud", "x", 7,
        f"{root}/held.txt",
    ):  # fmt: skip
        socket = running.socket("/language")
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        told = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": params}
        socket.send(json.dumps(told))
        refused(lambda socket=socket: socket)


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux tells limits")
def test_the_language_server_has_a_limit_of_memory(running: Running) -> None:
    socket = running.socket("/language")
    about = {"processId": None, "rootUri": None, "capabilities": {}}
    socket.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}))
    assert socket.recv()
    found = [limit_of_memory(pid) for pid in below(running.process.pid)]
    assert [limit for limit in found if limit < 8 << 30] != []


def limit_of_memory(pid: int) -> int:
    """Bytes of address space that a process may ever have."""
    try:
        lines = Path(f"/proc/{pid}/limits").read_text("ascii").splitlines()
    except OSError:
        return 1 << 62
    (hard,) = [line.split()[4] for line in lines if line.startswith("Max address space")]
    return int(hard) if hard.isdigit() else 1 << 62


def test_an_allowance() -> None:
    clock = [0.0]
    found = Allowance(2.0, 3.0, lambda: clock[0])
    assert [found.take() for _ in range(4)] == [True, True, True, False]
    clock[0] = 1.0
    assert [found.take() for _ in range(3)] == [True, True, False]
